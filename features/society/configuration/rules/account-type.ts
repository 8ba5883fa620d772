import type { AccountTypeKind, SocietyKind } from '#features/accounting/books/rules/account-kinds.ts'
import type { Day } from '#core/calendar.ts'
import type { DepositTerms } from '#features/savings/fixed-deposits/rules/fixed-deposit.ts'
import { whyNotRates } from '#features/savings/fixed-deposits/rules/deposit-rates.ts'
import type { InterestTerms } from '#features/savings/interest/rules/savings-interest.ts'
import { Refusal } from '#core/refusal.ts'

/** Why an account type can't have these terms, or undefined when it can: only savings wait for a day, and never those that everybody gets. */
export function whyNotTerms({
  kind,
  isDefault,
  releaseOn,
}: {
  kind: AccountTypeKind
  isDefault: boolean
  releaseOn: Day | null
}): Refusal | undefined {
  if (releaseOn === null) return undefined
  if (kind !== 'savings') return new Refusal('release_is_for_savings', { field: 'releaseOn' })
  return isDefault ? new Refusal('default_is_released', { field: 'releaseOn' }) : undefined
}

/** What an account type says about interest: savings how they earn, a fixed deposit how long and what then. */
export type InterestSaid = { savings: InterestTerms | null; deposit: DepositTerms | null }

/** Why an account type can't bear this interest, or undefined when it can: each kind has its own terms, and a non-interest society none. */
export function whyNotInterest(
  kind: AccountTypeKind,
  { savings, deposit }: InterestSaid,
  societyKind: SocietyKind,
): Refusal | undefined {
  if ((savings || deposit || kind === 'fixed_deposit') && societyKind === 'non_interest')
    return new Refusal('society_takes_no_interest', { field: kind === 'fixed_deposit' ? 'kind' : 'interest' })
  if (savings && kind !== 'savings') return new Refusal('interest_is_for_savings', { field: 'interest' })
  if (kind === 'fixed_deposit')
    return deposit ? whyNotRates(deposit) : new Refusal('deposit_terms_missing', { field: 'fixedDeposit' })
  return deposit ? new Refusal('deposit_terms_unwanted', { field: 'fixedDeposit' }) : undefined
}
