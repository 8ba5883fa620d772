import type { cancelLeaving as contract } from '#features/members/leaving/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import { isSelf, type TenantActor } from '#core/actor.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { changeStanding } from '#features/members/register/server/change-standing.ts'
import { getLeaving } from './get-leaving.ts'
import { fill } from '#core/fill.ts'
import type { Change } from '#features/access/change-requests/server/ask-for-change.ts'
import { findLeaver, lockLeaving } from './queries.ts'
import { markEnded } from './store.ts'
import * as strings from './strings.ts'

/** The member stays; a settlement that waits has to be sent back first. Refuses: not_found, leaving_not_open, own_leaving. */
export async function cancelLeaving(
  tx: Tx,
  actor: TenantActor,
  { leavingId, reason }: Parsed<typeof contract>,
  context: Context,
): Promise<Replied<typeof contract>> {
  const { memberId, status, statusBefore, reason: why } = await lockLeaving(tx, leavingId)
  if (status !== 'open') refuse('leaving_not_open')
  if (isSelf(actor, memberId)) refuse('own_leaving')
  await markEnded(tx, actor, leavingId, 'cancelled', reason)
  if (why === 'death' && statusBefore === 'active') await changeStanding(tx, actor, memberId, statusBefore, reason)
  return getLeaving(tx, actor, { memberId }, context)
}

/** A death: two officers said so, and once it is taken back one alone could name other nominees. */
export async function describeCancelling(
  tx: Tx,
  _actor: TenantActor,
  { leavingId, reason }: Parsed<typeof contract>,
): Promise<Change | undefined> {
  const { memberId, reason: why } = await lockLeaving(tx, leavingId)
  if (why !== 'death') return undefined
  const { name, membershipno } = await findLeaver(tx, memberId)
  return { description: fill(strings.takeBackDeath, { name, membershipno, reason }), memberId }
}
