import type { AccountTypeKind, SocietyKind } from '#features/accounting/books/rules/account-kinds.ts'
import type { Day } from '#core/calendar.ts'
import type { DepositTerms } from '#features/savings/fixed-deposits/rules/fixed-deposit.ts'
import { whyNotRates } from '#features/savings/fixed-deposits/rules/deposit-rates.ts'
import type { InterestTerms } from '#features/savings/interest/rules/savings-interest.ts'
import { Refusal, refusal } from '#core/refusal.ts'

const releaseIsForSavings = refusal(
  'release_is_for_savings',
  422,
  'Only savings keep to a release date. Leave it empty.',
)
const defaultIsReleased = refusal(
  'default_is_released',
  422,
  'The default account type can always be withdrawn from. Make another the default first.',
)
const societyTakesNoInterest = refusal(
  'society_takes_no_interest',
  409,
  'Your cooperative is a non-interest society, so no account earns interest and there are no fixed deposits. Leave the interest out, or change the kind of society first.',
)
const depositTermsMissing = refusal(
  'deposit_terms_missing',
  422,
  'Say the terms of the fixed deposit: rate, months, least amount, and what happens when it matures or is broken.',
)
const depositTermsUnwanted = refusal(
  'deposit_terms_unwanted',
  422,
  'Only fixed deposits have these terms. Leave them out.',
)

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
  if (kind !== 'savings') return releaseIsForSavings({ field: 'releaseOn' })
  return isDefault ? defaultIsReleased({ field: 'releaseOn' }) : undefined
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
    return societyTakesNoInterest({ field: kind === 'fixed_deposit' ? 'kind' : 'interest' })
  if (savings && kind !== 'savings') return new Refusal('interest_is_for_savings', { field: 'interest' })
  if (kind === 'fixed_deposit') return deposit ? whyNotRates(deposit) : depositTermsMissing({ field: 'fixedDeposit' })
  return deposit ? depositTermsUnwanted({ field: 'fixedDeposit' }) : undefined
}
