import type { Parsed } from '#core/contract/endpoint.ts'
import type { adoptMinutes as contract } from '#features/governance/meetings/minutes.ts'
import type { TenantActor } from '#core/actor.ts'
import { type Day, dayIn, dayText } from '#core/calendar.ts'
import { mayAdoptAt, whyNotAdopt } from '#features/governance/meetings/rules/meeting.ts'
import type { MeetingId } from '#core/ids.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { factsOf, findMeeting, hasUnfinishedVote, lockMeeting, type Meeting } from './queries.ts'
import { setAdopted, setHeld } from './store.ts'

/**
 * Refuses: not_found, minutes_missing, minutes_adopted, meeting_cancelled, vote_unconfirmed, adopting_meeting_wrong. Triggers
 * keep minutes, resolutions, attendance and actions from then on.
 */
export async function adoptMinutes(
  tx: Tx,
  actor: TenantActor,
  { id, atMeetingId = null }: Parsed<typeof contract>,
  { now }: Context,
): Promise<Meeting> {
  const today = dayIn(now)
  const meeting = await lockMeeting(tx, id)
  const reason = whyNotAdopt(factsOf(meeting), today)
  if (reason) throw reason
  if (await hasUnfinishedVote(tx, id)) refuse('vote_unconfirmed')
  if (atMeetingId) await holdLaterMeeting(tx, atMeetingId, meeting, today)
  await setAdopted(tx, actor, { id, atMeetingId })
  return findMeeting(tx, id)
}

/** A meeting that adopts minutes was held, so that it can't be cancelled afterwards. */
async function holdLaterMeeting(tx: Tx, atMeetingId: MeetingId, meeting: Meeting, today: Day): Promise<void> {
  // Locked after the earlier one, as every other adoption does.
  if (!mayAdoptAt(await lockMeeting(tx, atMeetingId), meeting, today))
    refuse('adopting_meeting_wrong', { field: 'atMeetingId', date: dayText(meeting.date) })
  await setHeld(tx, atMeetingId)
}
