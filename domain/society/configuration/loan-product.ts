import type { SocietyKind } from '#domain/books/ledger/account-kinds.ts'
import type { InterestMethod } from '#domain/lending/loans/loan.ts'
import { type PenaltyRule, whyNotPenalty } from '#domain/lending/loans/product-charges.ts'
import { Refusal } from '#domain/refusal.ts'

type LoanCost = { interestMethod: InterestMethod; annualRatePercent: number; penalty?: PenaltyRule | null | undefined }

/** Murabaha sells goods at a margin that is fixed in advance; every other way of charging is interest once its rate is above zero. */
export function bearsInterest({ interestMethod, annualRatePercent }: LoanCost): boolean {
  return interestMethod !== 'murabaha' && annualRatePercent > 0
}

/** Why a loan product can't be offered at this cost, or undefined when it can: a non-interest society lends without interest, and neither it nor a murabaha asks a penalty. */
export function whyNotLoanCost(cost: LoanCost, societyKind: SocietyKind): Refusal | undefined {
  if (societyKind === 'non_interest' && bearsInterest(cost))
    return new Refusal('society_lends_without_interest', { field: 'annualRatePercent' })
  return whyNotPenalty(cost, societyKind === 'non_interest')
}
