import type { allocatePayment as contract } from '#contract/society/online-payments.ts'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { TenantActor } from '#domain/actor.ts'
import { dayIn, periodOf } from '#domain/calendar.ts'
import { moneyText, sumKobo } from '#domain/money.ts'
import { refuse } from '#domain/refusal.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/tx.ts'
import { postLines } from './post-lines.ts'
import { recordClearing } from '#server/features/money/transactions/record-clearing.ts'
import { findPayment, findPaymentAccounts, holdPayment } from './queries.ts'
import { insertPaymentEntries, markAllocated } from './store.ts'

/**
 * Posts money that waits among the unallocated receipts to the accounts of a member: it goes back to what the provider
 * holds, and from there on the ways of any payment. Refuses: payment_not_unallocated, payment_lines_differ, and what the lines refuse.
 */
export async function allocatePayment(
  tx: Tx,
  actor: TenantActor,
  { paymentId, memberId, lines }: Parsed<typeof contract>,
  context: Context,
): Promise<Replied<typeof contract>> {
  if (actor.role === 'member') return refuse('for_officers_only')
  const held = await holdPayment(tx, paymentId)
  const { received, payer } = held
  if (held.status !== 'unallocated' || received === null) return refuse('payment_not_unallocated')
  if (sumKobo(lines.map(({ amount }) => amount)) !== received)
    refuse('payment_lines_differ', { field: 'lines', received: moneyText(received) })
  const accounts = await findPaymentAccounts(tx)
  const on = dayIn(context.now)
  await recordClearing(
    tx,
    actor,
    {
      debit: accounts.unallocated,
      credit: accounts.gateway,
      amount: received,
      on,
      description: `Online payment of ${payer}, allocated`,
    },
    context.requestId,
  )
  await postLines(
    tx,
    actor,
    {
      memberId,
      on,
      through: accounts.gateway,
      lines: lines.map(({ kind, amount, accountTypeId = null, loanId = null, period = periodOf(on) }) => ({
        kind,
        amount,
        accountTypeId,
        loanId,
        period: kind === 'contribution' ? period : null,
      })),
    },
    context,
  )
  await markAllocated(tx, actor, paymentId)
  await insertPaymentEntries(tx, actor, paymentId)
  return findPayment(tx, paymentId)
}
