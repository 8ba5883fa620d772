import type { Parsed } from '#core/contract/endpoint.ts'
import type { finishAction as contract } from '#features/governance/actions/contract.ts'
import type { TenantActor } from '#core/actor.ts'
import { dayIn } from '#core/calendar.ts'
import { whyNotDoneOn, whyNotEnd } from '#features/governance/actions/rules/action.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { type Action, findAction, lockAction } from './queries.ts'
import { setEnded } from './store.ts'

/** Refuses: not_found, action_ended, action_done_on_wrong_day. */
export async function finishAction(
  tx: Tx,
  actor: TenantActor,
  { id, on, note }: Parsed<typeof contract>,
  { now }: Context,
): Promise<Action> {
  const today = dayIn(now)
  const action = await lockAction(tx, id, today)
  const reason = whyNotEnd(action) ?? whyNotDoneOn(on, action.meetingDate ?? today, today)
  if (reason) throw reason
  await setEnded(tx, actor, { id, status: 'done', on, byMember: false, inMinutes: true, note })
  return findAction(tx, id, today)
}
