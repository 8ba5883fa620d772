import type { Parsed } from '#core/contract/endpoint.ts'
import type { finishOwnAction as contract } from '#features/governance/actions/contract.ts'
import type { TenantActor } from '#core/actor.ts'
import { dayIn } from '#core/calendar.ts'
import { doneByMemberText, whyNotEnd } from '#features/governance/actions/rules/action.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { notifyOfficers } from '#features/access/notifications/server/notify-officers.ts'
import { type Action, findAction, lockAction } from './queries.ts'
import { setEnded } from './store.ts'

/** Refuses: not_found for another's action too, action_ended. */
export async function finishOwnAction(
  tx: Tx,
  actor: TenantActor,
  { id, note }: Parsed<typeof contract>,
  { now }: Context,
): Promise<Action> {
  const today = dayIn(now)
  const action = await lockAction(tx, id, today)
  if (action.memberId !== actor.memberId) refuse('not_found')
  const reason = whyNotEnd(action)
  if (reason) throw reason
  await setEnded(tx, actor, { id, status: 'done', on: today, byMember: true, inMinutes: true, note })
  notifyOfficers(tx, actor.cooperativeId, {
    type: 'success',
    message: doneByMemberText(actor.name, action),
    link: '/coop/governance/actions',
  })
  return findAction(tx, id, today)
}
