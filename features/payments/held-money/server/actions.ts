import type { Parsed } from '#core/contract/endpoint.ts'
import { periodOf } from '#core/calendar.ts'
import { moneyText, sumKobo, zeroKobo } from '#core/money.ts'
import { refusal, refuse } from '#core/refusal.ts'
import { bankCode, cashInHandCodes } from '#features/accounting/books/rules/chart.ts'
import * as contract from '#features/payments/held-money/contract.ts'
import { allocatePayment as allocatePaymentContract } from '#features/payments/online-payments/contract.ts'
import { postLines } from '#features/payments/online-payments/server/post-lines.ts'
import { findPayment, findPaymentAccounts, lockPayment } from '#features/payments/online-payments/server/reads.ts'
import { saveAllocation } from '#features/payments/online-payments/server/writes.ts'
import { getSchedule } from '#features/payroll/schedules/server/reads.ts'
import { registerReversing } from '#features/savings/transactions/server/actions.ts'
import { findMoneyAccount, payFromHeldMoney } from '#features/savings/transactions/server/reads.ts'
import { recordExpense } from '#features/savings/transactions/server/record-expense.ts'
import { action, type Ask } from '#platform/action.ts'
import { newId } from '#platform/db/id.ts'
import { insert } from '#platform/db/write.ts'
import { findEntryOfPayment, findHeldMoney, type HeldMoney, refuseUsed, takeHeldMoney } from './reads.ts'
import { insertAllocations } from './writes.ts'

const paymentNotUnallocated = refusal(
  'payment_not_unallocated',
  409,
  'This payment does not wait to be allocated. Reload the list to see what became of it.',
)
const paymentLinesDiffer = refusal(
  'payment_lines_differ',
  422,
  'The lines must come to {received}, which was received.',
)
const heldMoneyNotEmployers = refusal(
  'held_money_not_employers',
  409,
  'This money did not come from an employer. Refund it to who paid it.',
)
const heldMoneyNotPaidOver = refusal(
  'held_money_not_paid_over',
  409,
  '{employer} has not paid over {owed} of this schedule, so there is nothing to pay back yet. Record the remittance first.',
)
const heldMoneyRefundedOnline = refusal(
  'held_money_refunded_online',
  409,
  'Refund this payment at the payment provider. The refund then appears in Online payments, under Refunds and disputes, where you record it.',
)
const heldMoneyReferenceMissing = refusal(
  'held_money_reference_missing',
  422,
  'Enter the bank’s reference of this payment.',
)
const heldMoneyReturnedByBank = refusal(
  'held_money_returned_by_bank',
  422,
  'An employer is paid back through a bank. Choose a bank account.',
)

registerReversing({
  refuse: (tx, { entryId }) => refuseUsed(tx, entryId),
  // A voucher of an employer's file that credits no member is reversed without the first look.
  undo: async (tx, _actor, { entryId }) => {
    await refuseUsed(tx, entryId)
    return async () => undefined
  },
})

/**
 * Posts held money to the accounts of a member, as if they paid it in that day; the reversal of what was posted holds it again.
 * Refuses: what `takeHeldMoney` and the lines refuse.
 */
export const allocateHeldMoney = action(contract.allocateHeldMoney, async (ask, input) => {
  const { tx, actor, now, today, context } = ask
  const { entryId, line, memberId, lines, occurredOn } = input
  if (actor.role === 'member') return refuse('for_officers_only')
  const amount = sumKobo(lines.map((each) => each.amount))
  const on = occurredOn ?? today
  const found = await takeHeldMoney(tx, actor, { entryId, line }, { amount, on, field: 'lines' }, now)
  const { unallocated } = await findPaymentAccounts(tx)
  await payFromHeldMoney(tx)
  await postLines(
    tx,
    actor,
    {
      memberId,
      on,
      through: unallocated,
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
  await insertAllocations(ask, found)
  const { paymentId } = found
  if (paymentId !== null) await saveAllocation(tx, actor, paymentId, amount === found.left)
  return findHeldMoney(tx, { entryId, line }, now)
})

/** Allocates the whole of an online payment that is held. Refuses: payment_not_unallocated, payment_lines_differ, and what `allocateHeldMoney` refuses. */
export const allocatePayment = action(allocatePaymentContract, async (ask, { paymentId, memberId, lines }) => {
  const { tx, actor } = ask
  if (actor.role === 'member') return refuse('for_officers_only')
  const { status, received } = await lockPayment(tx, paymentId)
  const entryId = await findEntryOfPayment(tx, paymentId)
  if (status !== 'unallocated' || received === null || !entryId) return refuse(paymentNotUnallocated())
  if (sumKobo(lines.map(({ amount }) => amount)) !== received)
    refuse(paymentLinesDiffer({ field: 'lines', received: moneyText(received) }))
  await allocateHeldMoney(ask, { entryId, memberId, lines })
  return findPayment(tx, paymentId)
})

/** Pays held money back to who paid it; a provider gives back an online payment itself. Refuses: held_money_refunded_online, and what `payBack` refuses. */
export const refundHeldMoney = action(contract.refundHeldMoney, (ask, { party, ...input }) =>
  payBack(ask, 'refund', input, ({ source }) => (source === 'online' ? refuse(heldMoneyRefundedOnline()) : party)),
)

/** Pays what an employer's file brought and no one is credited with back to the employer. Refuses: held_money_not_employers, and what `payBack` refuses. */
export const returnHeldMoney = action(contract.returnHeldMoney, (ask, input) =>
  payBack(ask, 'return', input, ({ source, from }) => (source === 'employer' ? from : refuse(heldMoneyNotEmployers()))),
)

/**
 * Pays held money back as an expense is paid: after as many approvals, by the rules of the day, and never more than the bank
 * or the cash box has. `partyOf` says who is paid, and refuses what is not paid back this way.
 * Refuses: what `takeHeldMoney` and `recordExpense` refuse, held_money_not_paid_over, held_money_reference_missing, held_money_returned_by_bank.
 */
async function payBack(
  ask: Ask,
  kind: 'refund' | 'return',
  input: Omit<Parsed<typeof contract.refundHeldMoney>, 'party'>,
  partyOf: (found: HeldMoney) => string,
): Promise<HeldMoney> {
  const { tx, actor, now, today, context } = ask
  const { entryId, line, amount, paidThrough, occurredOn, reference, description } = input
  const on = occurredOn ?? today
  const found = await takeHeldMoney(tx, actor, { entryId, line }, { amount, on, field: 'amount' }, now)
  const party = partyOf(found)
  const through = await findMoneyAccount(tx, paidThrough, bankCode)
  const isCash = cashInHandCodes.includes(through.code)
  if (isCash && kind === 'return') refuse(heldMoneyReturnedByBank({ field: 'paidThrough' }))
  if (!isCash && !reference) refuse(heldMoneyReferenceMissing({ field: 'reference' }))
  if (found.scheduleId !== null) {
    const { owed, employer } = await getSchedule(ask, { scheduleId: found.scheduleId })
    if (owed > zeroKobo) refuse(heldMoneyNotPaidOver({ employer, owed: moneyText(owed) }))
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
  await insert(tx, 'app.held_money_use', {
    ...{ useId: newId(), kind, amount, transactionId: id, usedByName: actor.name },
    ...{ itemEntryId: found.entryId, itemLine: found.line },
  })
  return findHeldMoney(tx, { entryId, line }, now)
}
