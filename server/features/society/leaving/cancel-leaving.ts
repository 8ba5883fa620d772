import type { cancelLeaving as contract } from '#contract/society/leaving.ts'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { TenantActor } from '#domain/actor.ts'
import { refuse } from '#domain/refusal.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/tx.ts'
import { changeStanding } from '#server/features/members/register/change-standing.ts'
import { getLeaving } from './get-leaving.ts'
import { holdLeaving } from './queries.ts'
import { markEnded } from './store.ts'

/** The member stays; a settlement that waits has to be sent back first. Refuses: not_found, leaving_not_open, own_leaving. */
export async function cancelLeaving(
  tx: Tx,
  actor: TenantActor,
  { leavingId, reason }: Parsed<typeof contract>,
  context: Context,
): Promise<Replied<typeof contract>> {
  const { memberId, status, statusBefore, reason: why } = await holdLeaving(tx, leavingId)
  if (status !== 'open') refuse('leaving_not_open')
  if (actor.memberId === memberId) refuse('own_leaving')
  await markEnded(tx, actor, leavingId, 'cancelled', reason)
  if (why === 'death' && statusBefore === 'active') await changeStanding(tx, actor, memberId, statusBefore, reason)
  return getLeaving(tx, actor, { memberId }, context)
}
