import type { reverseTransaction as contract } from '#contract/transactions.ts'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { TenantActor } from '#domain/actor.ts'
import { dayIn } from '#domain/calendar.ts'
import type { EntryId } from '#domain/ids.ts'
import { moneyText, sumKobo } from '#domain/money.ts'
import { refuse } from '#domain/refusal.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/tx.ts'
import { receiptNumber, reverse } from '#server/ledger/ledger.ts'
import { findShortfall, findTransaction, type HeldTransaction, holdVoucher } from './queries.ts'
import { insertDecisions, markReversed } from './store.ts'

/**
 * Undoes a posted movement by an entry dated today. The ledger reverses an entry whole and once, so payments that were
 * posted as one voucher are only undone together, and only when the person says so.
 * Refuses: transaction_of_loan, transaction_not_posted, transaction_decided, own_transaction, transaction_in_voucher, reversal_below_floor.
 */
export async function reverseTransaction(
  tx: Tx,
  actor: TenantActor,
  { transactionId, reason, voucher = false }: Parsed<typeof contract>,
  { now, requestId }: Context,
): Promise<Replied<typeof contract>> {
  const { entryId, status, type } = await findTransaction(tx, transactionId)
  if (type === 'disbursement' || type === 'repayment') refuse('transaction_of_loan')
  if (!entryId) return refuse('transaction_not_posted', { status: status === 'rejected' ? 'rejected' : 'still waiting' })
  const held = await holdVoucher(tx, entryId)
  await refuseUnlessReversible(tx, actor, held, entryId, voucher)

  // From here on it must succeed.
  const posted = await reverse(tx, actor.cooperativeId, entryId, { on: dayIn(now), actorId: actor.loginId, requestId })
  await markReversed(tx, entryId)
  await insertDecisions(tx, actor, held, { decision: 'reversed', reason, reversal: posted })
  return { entryNumber: posted.number, receiptNumber: receiptNumber(posted), reversed: held.length, total: sumKobo(held.map(({ amount }) => amount)) }
}

async function refuseUnlessReversible(tx: Tx, actor: TenantActor, held: readonly HeldTransaction[], entryId: EntryId, voucher: boolean): Promise<void> {
  const reversed = held.find(({ status }) => status === 'reversed')
  if (reversed) refuse('transaction_decided', { status: 'reversed', by: reversed.decidedBy ?? undefined })
  // Taking back one's own withdrawal brings money; taking back one's own payment only costs.
  if (held.some(({ memberId, direction }) => direction === 'out' && memberId === actor.memberId)) refuse('own_transaction')
  if (held.length > 1 && !voucher) refuse('transaction_in_voucher', { lines: held.length, number: held[0]?.entryNumber ?? '' })
  const short = await findShortfall(tx, entryId)
  if (short) refuse('reversal_below_floor', { name: short.name, free: moneyText(short.free) })
}
