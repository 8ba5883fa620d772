import type { reverseLeaving as contract } from '#features/members/leaving/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import { isSelf, type TenantActor } from '#core/actor.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { reopenMembership } from '#features/members/members/server/reopen-membership.ts'
import { lockVoucher } from '#features/savings/transactions/server/queries.ts'
import { reverseTransaction } from '#features/savings/transactions/server/reverse-transaction.ts'
import { getLeaving } from './get-leaving.ts'
import { lockLeaving } from './queries.ts'
import { markEnded } from './store.ts'

/**
 * Reverses the voucher of a settlement by the rules of every reversal; where nothing had moved, the membership alone is
 * opened again. Refuses: not_found, leaving_not_settled, leaving_of_merged, own_leaving, leaving_paid_out, reversal_asked, and what a reversal refuses.
 */
export async function reverseLeaving(
  tx: Tx,
  actor: TenantActor,
  { leavingId, reason }: Parsed<typeof contract>,
  context: Context,
): Promise<Replied<typeof contract>> {
  const { memberId, status, reason: why, entryId, statusBefore } = await lockLeaving(tx, leavingId)
  if (status !== 'settled') refuse('leaving_not_settled')
  if (why === 'merged') refuse('leaving_of_merged')
  if (isSelf(actor, memberId)) refuse('own_leaving')
  if (entryId) {
    const [line] = await lockVoucher(tx, entryId)
    if (!line) throw new Error('The voucher of a settlement has no transaction')
    await reverseTransaction(tx, actor, { transactionId: line.id, reason, voucher: true }, context)
  } else {
    await markEnded(tx, actor, leavingId, 'reversed', reason)
    await reopenMembership(tx, memberId, statusBefore)
  }
  return getLeaving(tx, actor, { memberId }, context)
}
