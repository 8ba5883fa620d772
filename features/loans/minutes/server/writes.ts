import type { TenantActor } from '#core/actor.ts'
import { type Day, dayText } from '#core/calendar.ts'
import type { LoanId, MeetingId, MemberId } from '#core/ids.ts'
import { Refusal } from '#core/refusal.ts'
import { findMeeting } from '#features/governance/meetings/server/reads.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

type NamedMinute = { meetingId?: MeetingId | null | undefined; minute?: string | null | undefined }

/** Refuses: not_found, meeting_cancelled, meeting_not_yet. */
export async function refuseUnlessMet(tx: Tx, { meetingId }: NamedMinute, today: Day): Promise<void> {
  if (!meetingId) return
  const { status, date } = await findMeeting(tx, meetingId)
  if (status === 'cancelled') throw new Refusal('meeting_cancelled', { field: 'meetingId' })
  if (date > today) throw new Refusal('meeting_not_yet', { field: 'meetingId', date: dayText(date) })
}

/** Saves in which meeting and minute this officer's decision is, if they said so. The meeting is saved as it is called now. */
export async function saveMinute(
  tx: Tx,
  actor: TenantActor,
  { loanId, memberId }: { loanId: LoanId; memberId: MemberId },
  decision: 'approved' | 'rejected',
  { meetingId = null, minute = null }: NamedMinute,
): Promise<void> {
  if (!meetingId && !minute) return
  await tx.run(sql`
    insert into app.loan_minute (cooperative_id, loan_id, member_id, decision, meeting_id, meeting_title, met_on, minute, given_by, given_by_name)
    select ${actor.cooperativeId}, ${loanId}, ${memberId}, ${decision}, g.meeting_id, g.title, g.meets_on, ${minute}, ${actor.loginId}, ${actor.name}
    from (select 1) one left join app.meeting g on g.meeting_id = ${meetingId}`)
}
