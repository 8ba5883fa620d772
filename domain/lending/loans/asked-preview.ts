import type { Kobo } from '#domain/money.ts'
import { Refusal } from '#domain/refusal.ts'
import type { LoanPlan, Movement } from './loan-plan.ts'
import { chargedPlan } from './charged-plan.ts'
import { type LoanPreview, previewLoanPlan } from './loan-preview.ts'
import type { Fee, PenaltyRule } from './product-charges.ts'
import { type Fraction, fractionOfPercent } from '#domain/rounding.ts'

type Told = 'instalments' | 'unit' | 'startOn' | 'firstDueOn' | 'interestMethod' | 'dayCount'
type Assumed =
  | 'every'
  | 'gracePrincipal'
  | 'interestPaymentGrace'
  | 'interestFree'
  | 'rounding'
  | 'roundingMultiple'
  | 'prepayment'
  | 'lateInterestOn'

/** A loan as somebody asks for its preview: percentages, and silence where the usual is meant. */
export type AskedPreview = Pick<LoanPlan, Told> & { [Term in Assumed]?: LoanPlan[Term] | undefined } & {
  principal: Kobo
  annualRatePercent: number
  balloonPercent?: number | undefined
  disbursements?: readonly Movement[] | undefined
  repayments?: readonly Movement[] | undefined
  asOf?: LoanPlan['startOn'] | undefined
  fees?: Fee[] | undefined
  penalty?: PenaltyRule | null | undefined
}

/** What the loan costs by the year, in percent. */
export type YearlyCost = {
  nominalYearlyRatePercent: number
  /** The nominal rate under its usual short name. */
  apr: number
  /** With interest on interest, by actual days. */
  effectiveAnnualRate: number
}

type AnsweredPreview = Omit<LoanPreview, 'nominalYearlyRate' | 'effectiveAnnualRate'> & YearlyCost

const nothing: Fraction = { top: 0n, bottom: 1n }

/** Without disbursements the whole loan is paid out at the start. */
export function previewAsked({
  principal,
  annualRatePercent,
  every = 1,
  gracePrincipal = 0,
  interestPaymentGrace = 0,
  interestFree = 0,
  roundingMultiple,
  rounding = 'half_up',
  balloonPercent = 0,
  disbursements = [],
  repayments = [],
  prepayment = 'smaller',
  lateInterestOn = 'principal',
  asOf,
  fees = [],
  penalty = null,
  ...told
}: AskedPreview): AnsweredPreview | Refusal {
  const plan = {
    ...told,
    every,
    gracePrincipal,
    interestPaymentGrace,
    interestFree,
    rounding,
    prepayment,
    lateInterestOn,
    roundingMultiple: roundingMultiple || undefined,
    annualRate: fractionOfPercent(annualRatePercent) ?? nothing,
    balloon: fractionOfPercent(balloonPercent) ?? nothing,
  }
  const preview = previewLoanPlan(principal, chargedPlan(plan, principal, { fees, penalty }), {
    disbursements: disbursements.length > 0 ? disbursements : [{ on: told.startOn, amount: principal }],
    repayments,
    asOf,
  })
  if (preview instanceof Refusal) return preview
  const { nominalYearlyRate, effectiveAnnualRate: effective, ...reply } = preview
  const apr = Number(nominalYearlyRate) / 1000
  return { ...reply, nominalYearlyRatePercent: apr, apr, effectiveAnnualRate: Number(effective) / 1000 }
}
