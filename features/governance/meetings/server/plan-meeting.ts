import type { Parsed } from '#core/contract/endpoint.ts'
import type { planMeeting as contract } from '#features/governance/meetings/contract.ts'
import type { TenantActor } from '#core/actor.ts'
import { dayIn } from '#core/calendar.ts'
import { whyNotPlan } from '#features/governance/meetings/rules/meeting.ts'
import { quorumAsEntered } from '#features/governance/meetings/rules/meeting-rules.ts'
import type { MeetingId } from '#core/ids.ts'
import type { Context } from '#platform/context.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { countQuorum, findMeeting, type Meeting } from './queries.ts'
import { insertMeeting } from './store.ts'

/** A quorum that is not named is that of the bye-laws. Refuses: meeting_in_past. */
export async function planMeeting(
  tx: Tx,
  actor: TenantActor,
  { agenda = [], quorum, ...plan }: Parsed<typeof contract>,
  { now }: Context,
): Promise<Meeting> {
  const reason = whyNotPlan(plan.date, dayIn(now))
  if (reason) throw reason
  const id = newId<MeetingId>()
  const counted = quorum === undefined ? await countQuorum(tx, plan.kind) : quorumAsEntered(quorum)
  await insertMeeting(tx, actor, id, { ...plan, agenda, ...counted })
  return findMeeting(tx, id)
}
