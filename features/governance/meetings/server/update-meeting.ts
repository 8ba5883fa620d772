import { isDeepStrictEqual } from 'node:util'
import type { Parsed } from '#core/contract/endpoint.ts'
import type { updateMeeting as contract } from '#features/governance/meetings/contract.ts'
import type { TenantActor } from '#core/actor.ts'
import { dayIn } from '#core/calendar.ts'
import { whyNotChange, whyNotPlan } from '#features/governance/meetings/rules/meeting.ts'
import { meetingGroupOf, type Quorum, quorumAsEntered } from '#features/governance/meetings/rules/meeting-rules.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { countQuorum, factsOf, findMeeting, lockMeeting, type Meeting } from './queries.ts'
import { updateMeetingRow } from './store.ts'

/** Refuses: meeting_not_planned, meeting_in_past for a new day. */
export async function updateMeeting(
  tx: Tx,
  _actor: TenantActor,
  { id, ...change }: Parsed<typeof contract>,
  { now }: Context,
): Promise<Meeting> {
  const before = await lockMeeting(tx, id)
  const moved = change.date !== undefined && change.date !== before.date
  const reason =
    whyNotChange(factsOf(before)) ?? (moved ? whyNotPlan(change.date ?? before.date, dayIn(now)) : undefined)
  if (reason) throw reason
  await updateMeetingRow(tx, id, {
    kind: change.kind ?? before.kind,
    title: change.title ?? before.title,
    date: change.date ?? before.date,
    time: change.time ?? before.time,
    place: change.place ?? before.place,
    agenda: change.agenda ?? before.agenda,
    ...(await quorumAfter(tx, before, change)),
  })
  const after = await findMeeting(tx, id)
  if (isDeepStrictEqual(after, before)) tx.nothingChanged()
  return after
}

function quorumOf({ quorum, quorumFromByeLaws, quorumPercent, quorumOf: of, quorumClause }: Meeting): Quorum {
  return { quorum, quorumFromByeLaws, quorumPercent, quorumOf: of, quorumClause }
}

/** What was entered, else the bye-laws' for another kind of meeting, where it was theirs; else as it was. */
async function quorumAfter(tx: Tx, before: Meeting, change: Omit<Parsed<typeof contract>, 'id'>): Promise<Quorum> {
  if (change.quorum !== undefined) return quorumAsEntered(change.quorum)
  const isMoved = change.kind !== undefined && meetingGroupOf(change.kind) !== meetingGroupOf(before.kind)
  return before.quorumFromByeLaws && isMoved ? countQuorum(tx, change.kind ?? before.kind) : quorumOf(before)
}
