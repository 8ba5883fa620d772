import type { waiveNotice as contract } from '#features/members/leaving/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import { isSelf, type TenantActor } from '#core/actor.ts'
import { dayIn } from '#core/calendar.ts'
import { noticeDaysLeft } from '#features/members/leaving/rules/leaving.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { getLeaving } from './get-leaving.ts'
import { lockLeaving } from './queries.ts'
import { markWaived } from './store.ts'

/** Lets a member go before their notice has run. Refuses: not_found, leaving_not_open, own_leaving, notice_not_running. */
export async function waiveNotice(
  tx: Tx,
  actor: TenantActor,
  { leavingId, reason }: Parsed<typeof contract>,
  context: Context,
): Promise<Replied<typeof contract>> {
  const { memberId, status, noticeEndsOn, isWaived } = await lockLeaving(tx, leavingId)
  if (status !== 'open') refuse('leaving_not_open')
  if (isSelf(actor, memberId)) refuse('own_leaving')
  if (noticeDaysLeft(noticeEndsOn ?? undefined, isWaived, dayIn(context.now)) === 0) refuse('notice_not_running')
  await markWaived(tx, actor, leavingId, reason)
  return getLeaving(tx, actor, { memberId }, context)
}
