import type { rejectTransaction as contract } from '#features/savings/transactions/transaction-decisions.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import type { Tx } from '#platform/db/tx.ts'
import { refuseOwnDecision } from '#features/access/approvals/server/give-approval.ts'
import { refuseUnlessWaiting, subjectOf } from './approve-transaction.ts'
import { findTransaction, lockTransaction } from './queries.ts'
import { insertDecisions, markRejected } from './store.ts'

/** Turns down a movement that waits; whoever recorded it may take it back so. Refuses: transaction_decided, own_transaction. */
export async function rejectTransaction(
  tx: Tx,
  actor: TenantActor,
  { transactionId, reason }: Parsed<typeof contract>,
): Promise<Replied<typeof contract>> {
  const held = await lockTransaction(tx, transactionId)
  refuseUnlessWaiting(held)
  await refuseOwnDecision(tx, actor, 'transaction', subjectOf(held))

  // From here on it must succeed.
  await markRejected(
    tx,
    held.map(({ id }) => id),
  )
  await insertDecisions(tx, actor, held, { decision: 'rejected', reason, reversal: null })
  return findTransaction(tx, transactionId)
}
