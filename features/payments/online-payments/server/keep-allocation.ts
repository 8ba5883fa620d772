import type { CooperativeActor } from '#domain/actor.ts'
import type { OnlinePaymentId } from '#domain/ids.ts'
import type { Tx } from '#server/db/tx.ts'
import { holdPayment } from './queries.ts'
import { insertPaymentEntries, markAllocated } from './store.ts'

/** Keeps what this transaction has posted of a payment that was held, so that its refund undoes that too. `isWhole`: nothing of it is held any more. */
export async function keepAllocation(
  tx: Tx,
  actor: CooperativeActor,
  id: OnlinePaymentId,
  isWhole: boolean,
): Promise<void> {
  await insertPaymentEntries(tx, actor, id)
  if (isWhole && (await holdPayment(tx, id)).status === 'unallocated') await markAllocated(tx, actor, id)
}
