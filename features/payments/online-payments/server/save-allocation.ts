import type { CooperativeActor } from '#core/actor.ts'
import type { OnlinePaymentId } from '#core/ids.ts'
import type { Tx } from '#platform/db/tx.ts'
import { lockPayment } from './queries.ts'
import { insertPaymentEntries, markAllocated } from './store.ts'

/** Saves what this transaction has posted of a payment that was held, so that its refund undoes that too. `isWhole`: nothing of it is held any more. */
export async function saveAllocation(
  tx: Tx,
  actor: CooperativeActor,
  id: OnlinePaymentId,
  isWhole: boolean,
): Promise<void> {
  await insertPaymentEntries(tx, actor, id)
  if (isWhole && (await lockPayment(tx, id)).status === 'unallocated') await markAllocated(tx, actor, id)
}
