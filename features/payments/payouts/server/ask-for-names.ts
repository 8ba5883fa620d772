import type { askForNames as contract } from '#features/payments/payouts/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import { addNamesJob } from '#platform/db/payouts.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findPaymentBatch } from '#features/payments/batches/server/queries.ts'

/** Refuses: not_found, payout_key_missing. */
export async function askForNames(
  tx: Tx,
  _actor: TenantActor,
  { batchId }: Parsed<typeof contract>,
  { payoutsWaiting }: Context,
): Promise<Replied<typeof contract>> {
  const batch = await findPaymentBatch(tx, batchId)
  if (!(await addNamesJob(tx, batchId, payoutsWaiting))) refuse('payout_key_missing')
  return batch
}
