import type { TenantActor } from '#core/actor.ts'
import { dayIn, dayText } from '#core/calendar.ts'
import type { LoanId, MeetingId, MemberId } from '#core/ids.ts'
import { Refusal } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findMeeting } from '#features/governance/meetings/server/reads.ts'
import { insertMinute } from './store.ts'

export type NamedMinute = { meetingId?: MeetingId | null | undefined; minute?: string | null | undefined }

/** Refuses: not_found, meeting_cancelled, meeting_not_yet. */
export async function refuseUnlessMet(
  tx: Tx,
  { meetingId }: NamedMinute,
  { now }: Pick<Context, 'now'>,
): Promise<void> {
  if (!meetingId) return
  const { status, date } = await findMeeting(tx, meetingId)
  if (status === 'cancelled') throw new Refusal('meeting_cancelled', { field: 'meetingId' })
  if (date > dayIn(now)) throw new Refusal('meeting_not_yet', { field: 'meetingId', date: dayText(date) })
}

/** Saves where this officer's decision is in the minutes, if they said so. */
export async function saveMinute(
  tx: Tx,
  actor: TenantActor,
  { loanId, memberId }: { loanId: LoanId; memberId: MemberId },
  decision: 'approved' | 'rejected',
  named: NamedMinute,
): Promise<void> {
  const { meetingId = null, minute = null } = named
  if (meetingId || minute) await insertMinute(tx, actor, { loanId, memberId, decision, meetingId, minute })
}
