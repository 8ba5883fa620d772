import type { TenantActor } from '#core/actor.ts'
import type { LoanId, MeetingId, MemberId } from '#core/ids.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

export type NewMinute = {
  loanId: LoanId
  memberId: MemberId
  decision: 'approved' | 'rejected'
  meetingId: MeetingId | null
  minute: string | null
}

/** The meeting as it is called now; its row may say something else later. */
export async function insertMinute(
  tx: Tx,
  actor: TenantActor,
  { loanId, memberId, decision, meetingId, minute }: NewMinute,
): Promise<void> {
  await tx.run(sql`
    insert into app.loan_minute (cooperative_id, loan_id, member_id, decision, meeting_id, meeting_title, met_on, minute, given_by, given_by_name)
    select ${actor.cooperativeId}, ${loanId}, ${memberId}, ${decision}, g.meeting_id, g.title, g.meets_on, ${minute}, ${actor.loginId}, ${actor.name}
    from (select 1) one left join app.meeting g on g.meeting_id = ${meetingId}`)
}
