import type { sendHeldPayments as contract } from '#features/payments/payouts/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import { addPayoutJobs } from '#platform/db/payouts.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findPaymentBatch, lockBatch } from '#features/payments/batches/server/queries.ts'
import { findHeld, findUsedKey } from './queries.ts'
import { markQueued } from './store.ts'

/**
 * Tries again what two officers had sent and the provider did not take; each keeps its reference. Refuses: not_found,
 * payment_batch_status, payout_key_missing, payouts_none_held.
 */
export async function sendHeldPayments(
  tx: Tx,
  _actor: TenantActor,
  { batchId }: Parsed<typeof contract>,
  { payouts, payoutsWaiting }: Context,
): Promise<Replied<typeof contract>> {
  await lockBatch(tx, batchId, 'approved')
  if (!(await findUsedKey(tx, payouts?.name))) refuse('payout_key_missing')
  const held = await findHeld(tx, batchId)
  if (held.length === 0) refuse('payouts_none_held')
  await markQueued(tx, held)
  await addPayoutJobs(tx, held, payoutsWaiting)
  return findPaymentBatch(tx, batchId)
}
