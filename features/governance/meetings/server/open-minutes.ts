import type { Day } from '#core/calendar.ts'
import { whyNotRecord } from '#features/governance/meetings/rules/meeting.ts'
import type { MeetingId } from '#core/ids.ts'
import type { Tx } from '#platform/db/tx.ts'
import { factsOf, lockMeeting, type Meeting } from './queries.ts'
import { setHeld } from './store.ts'

/** The meeting, locked, whose minutes are written: from then on it was held, and its agenda stays. Refuses: not_found, meeting_not_yet, meeting_cancelled, minutes_adopted. */
export async function openMinutes(tx: Tx, id: MeetingId, today: Day): Promise<Meeting> {
  const meeting = await lockMeeting(tx, id)
  const reason = whyNotRecord(factsOf(meeting), today)
  if (reason) throw reason
  await setHeld(tx, id)
  return meeting
}
