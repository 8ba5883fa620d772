import type { Parsed } from '#core/contract/endpoint.ts'
import type { dropAction as contract } from '#features/governance/actions/contract.ts'
import type { TenantActor } from '#core/actor.ts'
import { dayIn } from '#core/calendar.ts'
import { droppedText, whyNotEnd } from '#features/governance/actions/rules/action.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { notifyMembers } from '#features/access/notifications/server/notify-members.ts'
import { lockMeeting } from '#features/governance/meetings/server/queries.ts'
import { type Action, findAction, lockAction } from './queries.ts'
import { setEnded } from './store.ts'

/** Refuses: not_found, action_ended. */
export async function dropAction(
  tx: Tx,
  actor: TenantActor,
  { id, reason: note }: Parsed<typeof contract>,
  { now }: Context,
): Promise<Action> {
  const today = dayIn(now)
  const { meetingId } = await findAction(tx, id, today)
  // The meeting before the action, as an adoption locks it: what adopted minutes say stays in them.
  const { adoptedAt } = await lockMeeting(tx, meetingId)
  const action = await lockAction(tx, id, today)
  const refusal = whyNotEnd(action)
  if (refusal) throw refusal
  await setEnded(tx, actor, { id, status: 'dropped', on: today, byMember: false, inMinutes: adoptedAt !== null, note })
  const message = droppedText(action, note)
  notifyMembers(tx, actor.cooperativeId, [{ memberId: action.memberId, message, link: '/member/meetings' }], 'meeting')
  return findAction(tx, id, today)
}
