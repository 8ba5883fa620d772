import type { Parsed } from '#core/contract/endpoint.ts'
import type { writeMinutes as contract } from '#features/governance/meetings/minutes.ts'
import type { TenantActor } from '#core/actor.ts'
import { dayIn } from '#core/calendar.ts'
import { whyNotRecord } from '#features/governance/meetings/rules/meeting.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { factsOf, findMeeting, lockMeeting, type Meeting } from './queries.ts'
import { setMinutes } from './store.ts'

/** Refuses: meeting_not_yet, meeting_cancelled, minutes_adopted. */
export async function writeMinutes(
  tx: Tx,
  actor: TenantActor,
  input: Parsed<typeof contract>,
  { now }: Context,
): Promise<Meeting> {
  const reason = whyNotRecord(factsOf(await lockMeeting(tx, input.id)), dayIn(now))
  if (reason) throw reason
  await setMinutes(tx, actor, input)
  return findMeeting(tx, input.id)
}
