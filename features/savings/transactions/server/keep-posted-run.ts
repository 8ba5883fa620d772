import type { Day } from '#core/calendar.ts'
import type { TransactionId } from '#core/ids.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { Posted } from '#platform/ledger/ledger.ts'
import { markApproved } from './store.ts'

/** Says of a run's own row that it is in the books, where no approval was asked for. */
export async function keepPostedRun(
  tx: Tx,
  transactionId: TransactionId,
  posted: Posted,
  occurredOn: Day,
): Promise<void> {
  await markApproved(tx, [transactionId], { ...posted, occurredOn, through: null })
}
