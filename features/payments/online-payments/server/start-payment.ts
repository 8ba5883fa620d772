import { randomBytes } from 'node:crypto'
import type { startPayment as contract } from '#features/payments/online-payments/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { dayIn, type Period, periodOf } from '#core/calendar.ts'
import type { OnlinePaymentId } from '#core/ids.ts'
import { type Kobo, koboMax, moneyText, sumKobo, zeroKobo } from '#core/money.ts'
import { whyNotContribute } from '#features/savings/contributions/rules/contribution.ts'
import { sharesIn, sharesWorth, type ShareRules, whyNotBuyShares } from '#features/savings/transactions/rules/shares.ts'
import { Refusal, refuse } from '#core/refusal.ts'
import { reportedMax } from '#features/payments/online-payments/rules/doubt.ts'
import { paymentsBegunMax } from '#features/payments/online-payments/rules/online-payment.ts'
import type { Context } from '#platform/context.ts'
import { newId } from '#platform/db/id.ts'
import { addPaymentJob } from '#platform/db/payments.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findShareRules, findSharesHeld } from '#features/savings/transactions/server/reads.ts'
import { findOffer, findPayer, findPayment } from './queries.ts'
import { insertPayment, type NewLine } from './store.ts'

type AskedLines = Parsed<typeof contract>['lines']

/**
 * Begins a payment: a job asks the provider for its checkout once this has committed. Refuses: for_members_only,
 * online_payments_off, too_many_payments, member_not_active, what the lines can't pay, and an amount above what moves at once.
 */
export async function startPayment(
  tx: Tx,
  actor: TenantActor,
  { lines: asked }: Parsed<typeof contract>,
  context: Context,
): Promise<Replied<typeof contract>> {
  if (actor.role !== 'member') return refuse('not_permitted')
  const offer = (await findOffer(tx, context)) ?? refuse('online_payments_off')
  const payer = await findPayer(tx, actor.memberId)
  if (payer.begun >= paymentsBegunMax) refuse('too_many_payments')
  const today = dayIn(context.now)
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
  if (amount > reportedMax) refuse('payment_too_large', { field: 'lines', most: moneyText(reportedMax) })

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
}

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
    if (!loanId || !loan) return refuse('payment_loan_unknown', { field: field('loanId') })
    if (amount > BigInt(loan.owed)) refuse('payment_above_owed', { field: field('amount') })
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
