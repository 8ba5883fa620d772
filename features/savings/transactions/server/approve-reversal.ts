import type { approveReversal as contract } from '#features/savings/transactions/transaction-reversals.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { dayIn } from '#core/calendar.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { giveApproval, refuseOwnDecision } from '#features/access/approvals/server/give-approval.ts'
import { makeReversal, refuseUnlessReversible } from './reverse-transaction.ts'
import { receiptNumber } from '#platform/ledger/ledger.ts'
import { lockReversal, lockVoucher } from './queries.ts'
import { markReversalDecided } from './store.ts'

/**
 * Approves a reversal that waits, and makes it with the last approval that it takes. Refuses: transaction_decided,
 * own_transaction, maker_is_not_checker, approved_already, reversal_below_floor.
 */
export async function approveReversal(
  tx: Tx,
  actor: TenantActor,
  { reversalId }: Parsed<typeof contract>,
  { now, requestId }: Context,
): Promise<Replied<typeof contract>> {
  const { entryId, reason } = await lockReversal(tx, reversalId)
  await refuseOwnDecision(tx, actor, 'reversal', reversalId)
  const held = await lockVoucher(tx, entryId)
  await refuseUnlessReversible(tx, { entryId, held })

  // From here on it must succeed.
  if (!(await giveApproval(tx, actor, 'reversal', reversalId))) return { entryNumber: null, receiptNumber: null }
  const posted = await makeReversal(tx, actor, { entryId, held, reason }, { on: dayIn(now), requestId })
  await markReversalDecided(tx, actor, reversalId, null)
  return { entryNumber: posted.number, receiptNumber: receiptNumber(posted) }
}
