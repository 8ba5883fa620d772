import type { rejectReversal as contract } from '#features/savings/transactions/transaction-reversals.ts'
import type { Parsed } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import type { Tx } from '#platform/db/tx.ts'
import { lockReversal } from './queries.ts'
import { markReversalDecided } from './store.ts'

/** Turns down a reversal that waits; whoever asked for it may take it back so. Refuses: transaction_decided. */
export async function rejectReversal(
  tx: Tx,
  actor: TenantActor,
  { reversalId, reason }: Parsed<typeof contract>,
): Promise<null> {
  await lockReversal(tx, reversalId)
  await markReversalDecided(tx, actor, reversalId, reason)
  return null
}
