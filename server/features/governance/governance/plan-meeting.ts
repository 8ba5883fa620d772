import type { Parsed } from '#contract/endpoint.ts'
import type { planMeeting as contract } from '#contract/governance/governance.ts'
import type { TenantActor } from '#domain/actor.ts'
import { dayIn } from '#domain/calendar.ts'
import { whyNotPlan } from '#domain/governance/governance/meeting.ts'
import type { MeetingId } from '#domain/ids.ts'
import type { Context } from '#server/context.ts'
import { newId } from '#server/db/id.ts'
import type { Tx } from '#server/db/tx.ts'
import { findMeeting, type Meeting } from './queries.ts'
import { insertMeeting } from './store.ts'

/** Refuses: meeting_in_past. */
export async function planMeeting(
  tx: Tx,
  actor: TenantActor,
  { agenda = [], quorum = null, ...plan }: Parsed<typeof contract>,
  { now }: Context,
): Promise<Meeting> {
  const reason = whyNotPlan(plan.date, dayIn(now))
  if (reason) throw reason
  const id = newId<MeetingId>()
  await insertMeeting(tx, actor, id, { ...plan, agenda, quorum })
  return findMeeting(tx, id)
}
