import type { Replied } from '#core/contract/endpoint.ts'
import type { LoanId } from '#core/ids.ts'
import { findMeeting } from '#features/governance/meetings/server/reads.ts'
import type { getLoan as loanContract } from '#features/loans/loans/contract.ts'
import * as contract from '#features/loans/minutes/contract.ts'
import { pageOf } from '#platform/db/page-of.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

/** The decisions about a loan that name a meeting or a minute, the oldest first. */
export async function findMinutes(tx: Tx, loanId: LoanId): Promise<Replied<typeof loanContract>['minutes']> {
  return tx.many(sql`
    select decision, given_by_name as by, given_at as at, meeting_id, meeting_title as meeting, met_on, minute
    from app.loan_minute where loan_id = ${loanId} order by given_at`)
}

/** The loans that a meeting decided on. Of several officers who named the meeting for one loan, the last to decide counts. Refuses: not_found. */
export const listMeetingLoans = pageOf(contract.listMeetingLoans, {
  select: sql`d.loan_id, d.member_id, d.member_name, d.membershipno, d.loan_config, d.principal, d.status, d.decision, d.minute, d.by, d.at`,
  from: ({ input: { id } }) => sql`(
    select distinct on (n.loan_id) n.loan_id, n.member_id, m.first_name || ' ' || m.last_name as member_name, m.search_text, m.membershipno, c.name as loan_config,
      l.principal, l.status, n.decision, n.minute, n.given_by_name as by, n.given_at as at
    from app.loan_minute n join app.loan l using (loan_id) join app.member m on m.member_id = n.member_id join app.loan_configuration c using (loan_configuration_id)
    where n.meeting_id = ${id} order by n.loan_id, n.given_at desc) d`,
  where: { id: null },
  search: { folded: sql`d.search_text` },
  sorts: { at: sql`d.at`, principal: sql`d.principal` },
  order: 'at',
  last: sql`d.loan_id`,
  besides: ({ tx, input: { id } }) => findMeeting(tx, id),
})
