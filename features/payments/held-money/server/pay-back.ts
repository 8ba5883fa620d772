import type { refundHeldMoney as contract } from '#features/payments/held-money/contract.ts'
import type { Parsed } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { bankCode, cashInHandCodes } from '#features/accounting/books/rules/chart.ts'
import { dayIn } from '#core/calendar.ts'
import { moneyText, zeroKobo } from '#core/money.ts'
import { refuse } from '#core/refusal.ts'
import { askOf } from '#platform/action.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findMoneyAccount } from '#features/savings/transactions/server/reads.ts'
import { recordExpense } from '#features/savings/transactions/server/record-expense.ts'
import { getSchedule } from '#features/payroll/schedules/server/reads.ts'
import { findPaymentAccounts } from '#features/payments/online-payments/server/queries.ts'
import { findHeldMoney, type HeldMoney, takeHeldMoney } from './queries.ts'
import { insertPayment } from './store.ts'

type Input = Omit<Parsed<typeof contract>, 'party'>

/**
 * Pays held money back as an expense is paid: after as many approvals, by the rules of the day, and never more than the bank
 * or the cash box has. `partyOf` says who is paid, and refuses what is not paid back this way.
 * Refuses: what `takeHeldMoney` and `recordExpense` refuse, held_money_not_paid_over, held_money_reference_missing, held_money_returned_by_bank.
 */
export async function payBack(
  tx: Tx,
  actor: TenantActor,
  kind: 'refund' | 'return',
  { entryId, line, amount, paidThrough, occurredOn, reference, description }: Input,
  partyOf: (found: HeldMoney) => string,
  context: Context,
): Promise<HeldMoney> {
  const { now } = context
  const on = occurredOn ?? dayIn(now)
  const found = await takeHeldMoney(tx, actor, { entryId, line }, { amount, on, field: 'amount' }, now)
  const party = partyOf(found)
  const through = await findMoneyAccount(tx, paidThrough, bankCode)
  const isCash = cashInHandCodes.includes(through.code)
  if (isCash && kind === 'return') refuse('held_money_returned_by_bank', { field: 'paidThrough' })
  if (!isCash && !reference) refuse('held_money_reference_missing', { field: 'reference' })
  if (found.scheduleId !== null) {
    const { owed, employer } = await getSchedule(askOf(tx, actor, context), { scheduleId: found.scheduleId })
    if (owed > zeroKobo) refuse('held_money_not_paid_over', { employer, owed: moneyText(owed) })
  }
  const { unallocated } = await findPaymentAccounts(tx)
  const { id } = await recordExpense(
    tx,
    actor,
    {
      type: 'expense',
      party,
      amount,
      occurredOn: on,
      expenseAccountId: unallocated.id,
      paidThrough: through.id,
      reference,
      description:
        description ||
        (kind === 'refund' ? 'Refund of money held as unallocated' : 'Money held as unallocated, returned'),
    },
    context,
    true,
  )
  await insertPayment(tx, actor, found, { kind, amount, transactionId: id })
  return findHeldMoney(tx, { entryId, line }, now)
}
