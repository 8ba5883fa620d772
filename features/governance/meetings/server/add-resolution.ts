import type { Day } from '#core/calendar.ts'
import { whyNotRecord } from '#features/governance/meetings/rules/meeting.ts'
import type { VoteOutcome } from '#features/governance/votes/rules/outcome.ts'
import type { MeetingId, VoteId } from '#core/ids.ts'
import type { Tx } from '#platform/db/tx.ts'
import { factsOf, lockMeeting } from './queries.ts'
import { appendResolution } from './store.ts'

export type NewResolution = {
  text: string
  for: number | null
  against: number | null
  abstain: number | null
  /** The vote whose confirmed result it is. */
  voteId: VoteId
  outcome: VoteOutcome
}

/** Adds the result of a vote to the resolutions of its meeting, where the minutes keep it. Refuses: meeting_not_yet, meeting_cancelled, minutes_adopted. */
export async function addResolution(tx: Tx, id: MeetingId, resolution: NewResolution, today: Day): Promise<void> {
  const reason = whyNotRecord(factsOf(await lockMeeting(tx, id)), today)
  if (reason) throw reason
  await appendResolution(tx, id, resolution)
}
