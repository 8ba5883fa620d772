import type { Day } from '#core/calendar.ts'
import { type Kobo, kobo } from '#core/money.ts'
import type { Refusal } from '#core/refusal.ts'
import { chargedPlan } from './charged-plan.ts'
import type { LoanPlan, Movement } from './loan-plan.ts'
import { type LoanPreview, previewLoanPlan, received } from './loan-preview.ts'
import type { LoanCharges } from './product-charges.ts'
import { type Agreed, planOf } from './running-loan.ts'
import { effectiveAnnualRate } from './yearly-rate.ts'

type AgreedLoan = Omit<Agreed, 'startOn' | 'firstDueOn'> & {
  principal: Kobo
  charges: LoanCharges
  firstDueOn: Day | null
}

/** A loan as it was agreed, without what was repaid since; until money goes out, as if all of it did on `startOn`. */
export function previewAgreed(
  { principal, charges, firstDueOn, ...agreed }: AgreedLoan,
  disbursements: readonly Movement[],
  startOn: Day,
): { plan: LoanPlan; paidOut: readonly Movement[]; preview: LoanPreview | Refusal } {
  const plan = chargedPlan(planOf({ ...agreed, startOn, firstDueOn: firstDueOn ?? undefined }), principal, charges)
  const paidOut = disbursements.length > 0 ? disbursements : [{ on: startOn, amount: principal }]
  return { plan, paidOut, preview: previewLoanPlan(principal, plan, { disbursements: paidOut, repayments: [] }) }
}

/** What a loan costs a year, in percent. */
export type YearlyCost = {
  nominalYearlyRatePercent: number
  /** The nominal rate under its usual short name. */
  apr: number
  /** With interest on interest, by actual days. */
  effectiveAnnualRate: number
}

/**
 * The effective rate when savings that have to stay for the loan count as money that never reached the borrower and comes back
 * with the last instalment, in percent; null where none have to.
 */
export function costWithSavings(
  { instalments, interestDeducted, feesDeducted }: LoanPreview,
  paidOut: readonly Movement[],
  savings: Kobo,
): number | null {
  const [first] = paidOut
  const last = instalments.at(-1)
  if (savings === 0n || !first || !last) return null
  const held = kobo(-savings)
  const rate = effectiveAnnualRate(
    [...instalments, { dueOn: last.dueOn, total: held }],
    [...received(paidOut, kobo(interestDeducted + feesDeducted)), { on: first.on, amount: held }],
  )
  return Number(rate) / 1000
}

/** A preview as it is answered: its yearly cost in percent. */
export function answeredPreview({ nominalYearlyRate, effectiveAnnualRate, ...preview }: LoanPreview): AnsweredPreview {
  return { ...preview, ...yearlyCostOf({ nominalYearlyRate, effectiveAnnualRate }) }
}

export type AnsweredPreview = Omit<LoanPreview, 'nominalYearlyRate' | 'effectiveAnnualRate'> & YearlyCost

/** What a loan costs a year, all charges counted; thousandths of a percent as percent. */
export function yearlyCostOf({
  nominalYearlyRate,
  effectiveAnnualRate,
}: Pick<LoanPreview, 'nominalYearlyRate' | 'effectiveAnnualRate'>): YearlyCost {
  const apr = Number(nominalYearlyRate) / 1000
  return { nominalYearlyRatePercent: apr, apr, effectiveAnnualRate: Number(effectiveAnnualRate) / 1000 }
}
