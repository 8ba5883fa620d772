import type { cancelPaymentBatch as contract } from '#features/payments/batches/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findPaymentBatch, lockBatch } from './queries.ts'
import { markBatchCancelled } from './store.ts'

/** Cancels a batch that the bank can't have. Refuses: not_found, payment_batch_status. */
export async function cancelPaymentBatch(
  tx: Tx,
  _actor: TenantActor,
  { batchId }: Parsed<typeof contract>,
): Promise<Replied<typeof contract>> {
  await lockBatch(tx, batchId, 'draft')
  await markBatchCancelled(tx, batchId)
  return findPaymentBatch(tx, batchId)
}
