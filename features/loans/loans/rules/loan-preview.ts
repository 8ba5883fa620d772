import { lesser } from '#core/bounds.ts'
import { type Day, isDay } from '#core/calendar.ts'
import { type Kobo, kobo, moneyText, sumKobo, zeroKobo } from '#core/money.ts'
import { Refusal, refusal } from '#core/refusal.ts'
import { dueDates, lastDueYear, ruledFirstDue } from './due-dates.ts'
import {
  type Instalment,
  type LoanEvents,
  loanFeesAbovePrincipal,
  loanInterestAbovePrincipal,
  loanInterestFreeTooLong,
  loanInterestGraceTooLong,
  type LoanPlan,
  type Movement,
  movementBeforeLoan,
  repaidAboveOwed,
} from './loan-plan.ts'
import { type Schedule, scheduleOf } from './schedule.ts'
import { effectiveAnnualRate, nominalYearlyRate } from './yearly-rate.ts'

const loanEndsTooLate = refusal(
  'loan_ends_too_late',
  422,
  'This loan would run beyond the year 2199. Enter fewer instalments or an earlier start.',
)
const loanLastInstalmentUneven = refusal(
  'loan_last_instalment_uneven',
  422,
  'Rounding would leave a last instalment of {last} where the others are {regular}. Round to a smaller multiple, or take fewer instalments.',
)
const loanInstalmentBelowInterest = refusal(
  'loan_instalment_below_interest',
  422,
  'The interest of some months is more than the level instalment of {regular}, so the loan would not shrink. Take fewer instalments or a lower rate.',
)
export const firstDueTooEarly = refusal(
  'first_due_too_early',
  422,
  'The loan starts on {start}. Choose a later date for the first instalment.',
)
export const disbursedAbovePrincipal = refusal(
  'disbursed_above_principal',
  422,
  'The loan is {principal}, but {disbursed} would be paid out. Pay out {principal} or less.',
)
const disbursedAfterEnd = refusal(
  'disbursed_after_end',
  422,
  'The last instalment is due on {end}. Pay out before that date.',
)

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
    return loanInterestAbovePrincipal({ field: 'annualRatePercent', interest: moneyText(agreed.deducted) })
  const feesDeducted = plan.feesTakenOff ?? zeroKobo
  if (agreed.deducted + feesDeducted >= disbursed)
    return loanFeesAbovePrincipal({ field: 'fees', fees: moneyText(feesDeducted) })
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
  if (notOwed) return repaidAboveOwed({ field: `repayments.${notOwed.index}.amount`, owed: moneyText(notOwed.owed) })
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
    reasons.push(loanInterestGraceTooLong({ field: 'interestPaymentGrace', max: gracePrincipal }))
  if (interestFree > instalments) reasons.push(loanInterestFreeTooLong({ field: 'interestFree', max: instalments }))
  if (firstDueOn !== undefined && firstDueOn <= startOn)
    reasons.push(firstDueTooEarly({ field: 'firstDueOn', start: startOn }))
  const disbursed = sumKobo(disbursements.map(({ amount }) => amount))
  if (disbursed > principal)
    reasons.push(
      disbursedAbovePrincipal({
        field: 'disbursements',
        principal: moneyText(principal),
        disbursed: moneyText(disbursed),
      }),
    )
  disbursements.forEach(({ on }, index) => {
    if (on < startOn) reasons.push(movementBeforeLoan({ field: `disbursements.${index}.on`, start: startOn }))
  })
  repayments.forEach(({ on }, index) => {
    if (on < startOn) reasons.push(movementBeforeLoan({ field: `repayments.${index}.on`, start: startOn }))
  })
  if (lastDueYear(plan) > 2199 || !isDay(ruledFirstDue(plan)))
    return [...reasons, loanEndsTooLate({ field: 'instalments' })]
  const end = dueDates(plan).at(-1) as Day
  disbursements.forEach(({ on }, index) => {
    if (on >= end) reasons.push(disbursedAfterEnd({ field: `disbursements.${index}.on`, end }))
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
  if (isEaten) return loanInstalmentBelowInterest({ field: 'instalments', regular: moneyText(kobo(last.ruled)) })
  return loanLastInstalmentUneven({
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
