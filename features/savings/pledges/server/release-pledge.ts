import type { releasePledge as contract } from '#features/savings/pledges/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import { isSelf, type TenantActor } from '#core/actor.ts'
import { refuse } from '#core/refusal.ts'
import type { Tx } from '#platform/db/tx.ts'
import { renewFloor } from '#platform/ledger/ledger.ts'
import { findPledge, lockPledge } from './queries.ts'
import { markReleased } from './store.ts'

/** Releases a hold, so that the floor falls by it. Refuses: not_found, own_transaction, pledge_released, pledge_stands_for_loan. */
export async function releasePledge(
  tx: Tx,
  actor: TenantActor,
  { pledgeId, reason }: Parsed<typeof contract>,
): Promise<Replied<typeof contract>> {
  const { accountId, memberId, purpose, releasedBy } = await lockPledge(tx, pledgeId)
  if (isSelf(actor, memberId)) refuse('own_transaction')
  if (releasedBy !== null) refuse('pledge_released', { by: releasedBy })
  if (purpose !== 'hold') refuse('pledge_stands_for_loan')

  // From here on it must succeed.
  await markReleased(tx, actor, pledgeId, reason)
  await renewFloor(tx, actor.cooperativeId, accountId)
  return findPledge(tx, pledgeId)
}
