import type { SocietyKind } from '#features/accounting/books/rules/account-kinds.ts'
import type { InterestMethod } from '#features/loans/loans/rules/loan.ts'
import { type PenaltyRule, whyNotPenalty } from '#features/loans/loans/rules/product-charges.ts'
import type { InstalmentUnit } from '#features/loans/loans/rules/due-dates.ts'
import { plainSchedule, type ScheduleTerms, whyNotSchedule } from '#features/loans/loans/rules/schedule-terms.ts'
import { Refusal, refusal } from '#core/refusal.ts'

export const societyLendsWithoutInterest = refusal(
  'society_lends_without_interest',
  409,
  'Your cooperative is a non-interest society, so no loan bears interest. Lend at 0 %, or as murabaha with a fixed margin.',
)

type LoanCost = {
  interestMethod: InterestMethod
  annualRatePercent: number
  rateSteps?: readonly { annualRatePercent: number }[] | undefined
  penalty?: PenaltyRule | null | undefined
}

type LoanProduct = LoanCost & {
  instalmentsMax: number
  repaidEvery?: InstalmentUnit | undefined
  schedule?: Partial<ScheduleTerms> | undefined
}

/** Murabaha sells goods at a margin that is fixed in advance; every other way of charging is interest once its rate is above zero. */
export function bearsInterest({
  interestMethod,
  annualRatePercent,
  rateSteps = [],
}: Omit<LoanCost, 'penalty'>): boolean {
  const rates = [annualRatePercent, ...rateSteps.map((step) => step.annualRatePercent)]
  return interestMethod !== 'murabaha' && rates.some((rate) => rate > 0)
}

/** Why a loan product can't be offered at this cost, or undefined when it can: a non-interest society lends without interest, neither it nor a murabaha asks for a delay, and its instalments can be worked out. */
export function whyNotLoanCost(product: LoanProduct, societyKind: SocietyKind): Refusal | undefined {
  const isNonInterest = societyKind === 'non_interest'
  if (isNonInterest && bearsInterest(product)) return societyLendsWithoutInterest({ field: 'annualRatePercent' })
  const { repaidEvery = 'month', schedule } = product
  const asked = { ...product, repaidEvery, schedule: { ...plainSchedule, ...schedule } }
  const [first, ...also] = [whyNotPenalty(product, isNonInterest) ?? [], whyNotSchedule(asked, isNonInterest)].flat()
  return first && new Refusal(first.code, first.detail, also)
}
