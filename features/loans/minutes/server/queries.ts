import type { PageOf, Parsed, Replied } from '#core/contract/endpoint.ts'
import type { listMeetingLoans as contract } from '#features/loans/minutes/contract.ts'
import type { getLoan as loanContract } from '#features/loans/loans/contract.ts'
import type { TenantActor } from '#core/actor.ts'
import type { LoanId } from '#core/ids.ts'
import { foldQuery } from '#core/searching.ts'
import { allOf, containing, sql, type Statement } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findMeeting } from '#features/governance/meetings/server/reads.ts'

export async function findMinutes(tx: Tx, loanId: LoanId): Promise<Replied<typeof loanContract>['minutes']> {
  return tx.many(sql`
    select decision, given_by_name as by, given_at as at, meeting_id, meeting_title as meeting, met_on, minute
    from app.loan_minute where loan_id = ${loanId} order by given_at`)
}

const orders: Record<string, Statement> = {
  at: sql`at, "loanId"`,
  '-at': sql`at desc, "loanId"`,
  principal: sql`principal, "loanId"`,
  '-principal': sql`principal desc, "loanId"`,
}

/** Of several officers who named the meeting for one loan, the last to decide counts. Refuses: not_found. */
export async function listMeetingLoans(
  tx: Tx,
  _actor: TenantActor,
  { id, q, sort = 'at', page, limit }: Parsed<typeof contract> & { page: number; limit: number },
): Promise<PageOf<Replied<typeof contract>>> {
  await findMeeting(tx, id)
  const decided = sql`
    from (
      select distinct on (n.loan_id) n.loan_id as "loanId", n.member_id, m.first_name || ' ' || m.last_name as "memberName", m.membershipno, c.name as "loanConfig",
        l.principal, l.status, n.decision, n.minute, n.given_by_name as by, n.given_at as at
      from app.loan_minute n join app.loan l using (loan_id) join app.member m on m.member_id = n.member_id join app.loan_configuration c using (loan_configuration_id)
      where ${allOf([sql`n.meeting_id = ${id}`, ...(q ? [sql`m.search_text like ${containing(foldQuery(q))}`] : [])])}
      order by n.loan_id, n.given_at desc) d`
  const [rows, { total }] = await Promise.all([
    tx.many<Replied<typeof contract>>(
      sql`select d.* ${decided} order by ${orders[sort] ?? sql`at, "loanId"`} limit ${limit} offset ${(page - 1) * limit}`,
    ),
    tx.one<{ total: number }>(sql`select count(*)::int as total ${decided}`),
  ])
  return { rows, total }
}
