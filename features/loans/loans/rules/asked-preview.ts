import type { Kobo } from '#core/money.ts'
import { Refusal } from '#core/refusal.ts'
import type { LoanPlan, Movement } from './loan-plan.ts'
import { answeredPreview, type AnsweredPreview } from './agreed-preview.ts'
import { chargedPlan } from './charged-plan.ts'
import { previewLoanPlan } from './loan-preview.ts'
import type { Fee, PenaltyRule } from './product-charges.ts'
import { plainSchedule, planOfTerms, type ScheduleTerms } from './schedule-terms.ts'
import { type Fraction, fractionOfPercent } from '#core/rounding.ts'

type Told = 'instalments' | 'unit' | 'startOn' | 'firstDueOn' | 'interestMethod' | 'dayCount'

/** A loan as somebody asks for its preview: percentages, and silence where the usual is meant. */
export type AskedPreview = Pick<LoanPlan, Told> & {
  [Term in Exclude<keyof ScheduleTerms, Told>]?: ScheduleTerms[Term] | undefined
} & {
  principal: Kobo
  annualRatePercent: number
  every?: number | undefined
  disbursements?: readonly Movement[] | undefined
  repayments?: readonly Movement[] | undefined
  asOf?: LoanPlan['startOn'] | undefined
  fees?: Fee[] | undefined
  penalty?: PenaltyRule | null | undefined
}

const nothing: Fraction = { top: 0n, bottom: 1n }

/** Without disbursements the whole loan is paid out at the start. */
export function previewAsked({
  principal,
  annualRatePercent,
  every = 1,
  disbursements = [],
  repayments = [],
  asOf,
  fees = [],
  penalty = null,
  instalments,
  unit,
  startOn,
  firstDueOn,
  interestMethod,
  ...asked
}: AskedPreview): AnsweredPreview | Refusal {
  const said = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined))
  const terms: ScheduleTerms = {
    ...plainSchedule,
    prepayment: 'smaller',
    ...said,
    roundingMultiple: asked.roundingMultiple || null,
  }
  const ruled = planOfTerms(terms, { instalments, unit })
  const plan: LoanPlan = {
    ...ruled,
    every: ruled.every * every,
    startOn,
    firstDueOn,
    interestMethod,
    annualRate: fractionOfPercent(annualRatePercent) ?? nothing,
    // What a product would shorten to the length of the loan is told to who asks.
    ...(terms.repayment === 'instalments' && {
      gracePrincipal: terms.gracePrincipal,
      interestPaymentGrace: terms.interestPaymentGrace,
      interestFree: terms.interestFree,
    }),
    ...(asked.brokenPeriod === undefined && { brokenPeriod: undefined, dayCount: terms.dayCount }),
  }
  const preview = previewLoanPlan(principal, chargedPlan(plan, principal, { fees, penalty }), {
    disbursements: disbursements.length > 0 ? disbursements : [{ on: startOn, amount: principal }],
    repayments,
    asOf,
  })
  return preview instanceof Refusal ? preview : answeredPreview(preview)
}
