import { lesser } from '#core/bounds.ts'
import { type Day, isDay } from '#core/calendar.ts'
import { type Kobo, kobo, moneyText, sumKobo, zeroKobo } from '#core/money.ts'
import { Refusal } from '#core/refusal.ts'
import { dueDates, lastDueYear, ruledFirstDue } from './due-dates.ts'
import type { Instalment, LoanEvents, LoanPlan, Movement } from './loan-plan.ts'
import { type Schedule, scheduleOf } from './schedule.ts'
import { effectiveAnnualRate, nominalYearlyRate } from './yearly-rate.ts'

export type LoanTotals = Pick<Instalment, 'principal' | 'interest' | 'fees' | 'penalties' | 'total'>

export type LoanPreview = {
  instalments: Instalment[]
  totals: LoanTotals
  /** The instalment that is paid regularly, after what happened; without events the first one that repays principal. */
  monthlyInstalment: Kobo
  /** Thousandths of a percent, of the loan as agreed: payments that came late or early do not change it. */
  nominalYearlyRate: bigint
  /** The same with interest on interest, by actual days. */
  effectiveAnnualRate: bigint
  /** Taken off when the loan is paid out; it is in no instalment. */
  interestDeducted: Kobo
  /** Taken off the first money that is paid out; they are in no instalment. */
  feesDeducted: Kobo
}

/** The schedule of a loan of at most `principal` as it is agreed and what it receives, or why there is none, every reason at once. */
export function agreedSchedule(
  principal: Kobo,
  plan: LoanPlan,
  events: LoanEvents,
): { agreed: Schedule; feesDeducted: Kobo } | Refusal {
  const [first, ...also] = whyNotPlan(principal, plan, events)
  if (first) return new Refusal(first.code, first.detail, also)
  const { disbursements } = events
  const agreed = scheduleOf(plan, { disbursements, repayments: [] })
  const disbursed = sumKobo(disbursements.map(({ amount }) => amount))
  if (agreed.deducted >= disbursed)
    return new Refusal('loan_interest_above_principal', {
      field: 'annualRatePercent',
      interest: moneyText(agreed.deducted),
    })
  const feesDeducted = plan.feesTakenOff ?? zeroKobo
  if (agreed.deducted + feesDeducted >= disbursed)
    return new Refusal('loan_fees_above_principal', { field: 'fees', fees: moneyText(feesDeducted) })
  return whyNotEven(plan, agreed) ?? { agreed, feesDeducted }
}

/** The same with its sums and its real cost, after what happened. */
export function previewLoanPlan(principal: Kobo, plan: LoanPlan, events: LoanEvents): LoanPreview | Refusal {
  const found = agreedSchedule(principal, plan, events)
  if (found instanceof Refusal) return found
  const { agreed, feesDeducted } = found
  const { disbursements, repayments, asOf } = events
  const actual = repayments.length === 0 && asOf === undefined ? agreed : scheduleOf(plan, events)
  const { notOwed } = actual
  if (notOwed)
    return new Refusal('repaid_above_owed', {
      field: `repayments.${notOwed.index}.amount`,
      owed: moneyText(notOwed.owed),
    })
  const reached = received(disbursements, kobo(agreed.deducted + feesDeducted))
  return {
    instalments: actual.instalments,
    totals: totalsOf(actual.instalments),
    monthlyInstalment: actual.regularInstalment,
    nominalYearlyRate: nominalYearlyRate(plan, agreed.instalments, reached, agreed.stretches),
    effectiveAnnualRate: effectiveAnnualRate(agreed.instalments, reached),
    interestDeducted: actual.deducted,
    feesDeducted,
  }
}

/** Every impossible part of what is asked for, each with its field. */
function whyNotPlan(principal: Kobo, plan: LoanPlan, { disbursements, repayments }: LoanEvents): Refusal[] {
  const { instalments, startOn, firstDueOn, gracePrincipal, interestPaymentGrace, interestFree } = plan
  const reasons: Refusal[] = []
  if (gracePrincipal >= instalments)
    reasons.push(new Refusal('loan_grace_too_long', { field: 'gracePrincipal', max: instalments - 1 }))
  if (interestPaymentGrace > gracePrincipal)
    reasons.push(new Refusal('loan_interest_grace_too_long', { field: 'interestPaymentGrace', max: gracePrincipal }))
  if (interestFree > instalments)
    reasons.push(new Refusal('loan_interest_free_too_long', { field: 'interestFree', max: instalments }))
  if (firstDueOn !== undefined && firstDueOn <= startOn)
    reasons.push(new Refusal('first_due_too_early', { field: 'firstDueOn', start: startOn }))
  const disbursed = sumKobo(disbursements.map(({ amount }) => amount))
  if (disbursed > principal)
    reasons.push(
      new Refusal('disbursed_above_principal', {
        field: 'disbursements',
        principal: moneyText(principal),
        disbursed: moneyText(disbursed),
      }),
    )
  disbursements.forEach(({ on }, index) => {
    if (on < startOn)
      reasons.push(new Refusal('movement_before_loan', { field: `disbursements.${index}.on`, start: startOn }))
  })
  repayments.forEach(({ on }, index) => {
    if (on < startOn)
      reasons.push(new Refusal('movement_before_loan', { field: `repayments.${index}.on`, start: startOn }))
  })
  if (lastDueYear(plan) > 2199 || !isDay(ruledFirstDue(plan)))
    return [...reasons, new Refusal('loan_ends_too_late', { field: 'instalments' })]
  const end = dueDates(plan).at(-1) as Day
  disbursements.forEach(({ on }, index) => {
    if (on >= end) reasons.push(new Refusal('disbursed_after_end', { field: `disbursements.${index}.on`, end }))
  })
  return reasons
}

/** Rounding may not eat the last instalment up nor pile a second one on it, and a level instalment has to bear the interest of a long month. */
function whyNotEven(
  { instalments, interestMethod, gracePrincipal, roundingMultiple }: LoanPlan,
  { instalments: lines, last }: Schedule,
): Refusal | undefined {
  if (instalments - gracePrincipal <= 1) return undefined
  const isWhole = lines.length === instalments
  if (isWhole && last.actual <= 2n * last.ruled) return undefined
  const isEaten =
    interestMethod === 'equal_instalment' &&
    lines.slice(gracePrincipal, -1).some(({ interest, total }) => interest === total && interest > last.ruled)
  if (isEaten)
    return new Refusal('loan_instalment_below_interest', { field: 'instalments', regular: moneyText(kobo(last.ruled)) })
  return new Refusal('loan_last_instalment_uneven', {
    field: roundingMultiple === undefined ? 'instalments' : 'roundingMultiple',
    regular: moneyText(kobo(last.ruled)),
    last: moneyText(kobo(last.actual)),
  })
}

function totalsOf(lines: readonly Instalment[]): LoanTotals {
  const sum = (part: keyof LoanTotals) => sumKobo(lines.map((line) => line[part]))
  return {
    principal: sum('principal'),
    interest: sum('interest'),
    fees: sum('fees'),
    penalties: sum('penalties'),
    total: sum('total'),
  }
}

/** What reaches the borrower: what is taken off comes out of the first money. */
export function received(disbursements: readonly Movement[], deducted: Kobo): Movement[] {
  let left: bigint = deducted
  return disbursements
    .toSorted((a, b) => a.on.localeCompare(b.on))
    .map(({ on, amount }) => {
      const taken = lesser(left, amount)
      left -= taken
      return { on, amount: kobo(amount - taken) }
    })
}
