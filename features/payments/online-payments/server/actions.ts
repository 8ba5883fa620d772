import { paymentLoanUnknown } from './post-lines.ts'
import { randomBytes } from 'node:crypto'
import * as contract from '#features/payments/online-payments/contract.ts'
import type { Parsed } from '#core/contract/endpoint.ts'
import { type Period, periodOf } from '#core/calendar.ts'
import type { OnlinePaymentId } from '#core/ids.ts'
import { type Kobo, koboMax, moneyText, sumKobo, zeroKobo } from '#core/money.ts'
import { whyNotContribute } from '#features/savings/contributions/rules/contribution.ts'
import { sharesIn, sharesWorth, type ShareRules, whyNotBuyShares } from '#features/savings/transactions/rules/shares.ts'
import { refusal, Refusal, refuse } from '#core/refusal.ts'
import { reportedMax } from '#features/payments/online-payments/rules/doubt.ts'
import { paymentsBegunMax } from '#features/payments/online-payments/rules/online-payment.ts'
import { memberAction } from '#platform/action.ts'
import { newId } from '#platform/db/id.ts'
import { addAccountJob, addPaymentJob } from '#platform/db/payments.ts'
import { findShareRules, findSharesHeld } from '#features/savings/transactions/server/reads.ts'
import { findOffer, findPayer, findPayment, getTransferAccount } from './reads.ts'
import { insertAskedAccount, insertPayment, type NewLine } from './writes.ts'

const onlinePaymentsOff = refusal(
  'online_payments_off',
  409,
  'Your society does not take payments online. Pay by transfer or at its office.',
)
const tooManyPayments = refusal(
  'too_many_payments',
  409,
  'You have begun many payments and not paid them. Pay one of them, or try again tomorrow.',
)
const paymentTooLarge = refusal('payment_too_large', 422, 'Pay at most {most} at once.')
const paymentAboveOwed = refusal(
  'payment_above_owed',
  422,
  'This is more than is owed on the loan. Enter a smaller amount.',
)

type AskedLines = Parsed<typeof contract.startPayment>['lines']

/**
 * Begins a payment: a job asks the provider for its checkout once this has committed. Refuses: for_members_only,
 * online_payments_off, too_many_payments, member_not_active, what the lines can't pay, and an amount above what moves at once.
 */
export const startPayment = memberAction(
  contract.startPayment,
  async ({ tx, actor, today, context }, { lines: asked }) => {
    const offer = (await findOffer(tx, context)) ?? refuse(onlinePaymentsOff())
    const payer = await findPayer(tx, actor.memberId)
    if (payer.begun >= paymentsBegunMax) refuse(tooManyPayments())
    const { booksBeginOn, closedThrough } = payer
    const wrong = whyNotContribute(
      { member: payer, booksBeginOn, closedThrough: closedThrough ?? undefined },
      today,
      today,
    )
    if (wrong) throw wrong
    const [rules, held] = await Promise.all([findShareRules(tx), findSharesHeld(tx, actor.memberId)])
    const lines = asked.map((line, index) => lineOf(line, index, { payer, rules, held, month: periodOf(today) }))
    const amount = sumKobo(lines.map((line) => line.amount))
    if (amount > reportedMax) refuse(paymentTooLarge({ field: 'lines', most: moneyText(reportedMax) }))

    // From here on it must succeed.
    const id = newId<OnlinePaymentId>()
    const { provider, subaccount, chargeBorneBy } = offer
    await insertPayment(tx, actor, {
      id,
      memberId: actor.memberId,
      provider: provider.name,
      reference: newReference(),
      amount,
      surcharge: chargeBorneBy === 'member' ? provider.surchargeOf(amount) : zeroKobo,
      subaccount: provider.needsSubaccount ? subaccount : null,
      lines,
    })
    await addPaymentJob(tx, id, context.paymentsWaiting)
    return findPayment(tx, id)
  },
)

/** It can't be guessed, and says nothing of the payer. */
export function newReference(): string {
  return `AJO-${randomBytes(16).toString('hex')}`
}

type Met = { payer: Awaited<ReturnType<typeof findPayer>>; rules: ShareRules; held: Kobo; month: Period }

/** What a line pays, held against what the member has. */
function lineOf(
  { kind, amount, accountTypeId, loanId, period }: AskedLines[number],
  index: number,
  { payer, rules, held, month }: Met,
): NewLine {
  const field = (name: string) => `lines.${index}.${name}`
  if (kind === 'repayment') {
    const loan = payer.loans.find((each) => each.id === loanId)
    if (!loanId || !loan) return refuse(paymentLoanUnknown({ field: field('loanId') }))
    if (amount > BigInt(loan.owed)) refuse(paymentAboveOwed({ field: field('amount') }))
    return { kind, amount, loanId, accountTypeId: null, period: null }
  }
  const ofShares = kind === 'shares'
  const typeId = accountTypeId ?? (ofShares ? payer.shareTypeIds[0] : payer.defaultTypeId)
  if (!typeId || !(ofShares ? payer.shareTypeIds : payer.typeIds).includes(typeId))
    return refuse('account_type_not_found', { field: field('accountTypeId') })
  if (!ofShares) return { kind, amount, accountTypeId: typeId, loanId: null, period: period ?? month }
  const { parValue } = rules
  const worth = sharesWorth({ amount }, parValue)
  // What others hold, and so the ceiling, a member's session does not see: the posting looks at it.
  const wrong =
    worth instanceof Refusal ? worth : whyNotBuyShares(rules, { ...payer, held }, sharesIn(worth, parValue), koboMax)
  if (wrong) throw new Refusal(wrong.code, { ...wrong.detail, field: field('amount') })
  return { kind, amount, accountTypeId: typeId, loanId: null, period: null }
}

/** A job asks the provider once this has committed. Refuses: not_permitted, online_payments_off, member_not_active. */
export const askForTransferAccount = memberAction(contract.askForTransferAccount, async (ask) => {
  const { tx, actor, context } = ask
  const offer = await findOffer(tx, context)
  if (!offer?.provider.openAccount) return refuse(onlinePaymentsOff())
  const { status } = await findPayer(tx, actor.memberId)
  if (status !== 'active') refuse('member_not_active')

  // From here on it must succeed.
  const { provider, subaccount } = offer
  const asked = {
    memberId: actor.memberId,
    provider: provider.name,
    subaccount: provider.needsSubaccount ? subaccount : null,
  }
  if (await insertAskedAccount(tx, asked)) await addAccountJob(tx, context.paymentsWaiting)
  return getTransferAccount(ask, {})
})
