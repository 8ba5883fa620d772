import type { AccountTypeKind, SocietyKind } from './account-kinds.ts'
import type { Day } from '#domain/calendar.ts'
import type { DepositTerms } from '#domain/fixed-deposits/fixed-deposit.ts'
import type { InterestTerms } from '#domain/interest/savings-interest.ts'
import { Refusal } from '#domain/refusal.ts'
import { foldForSearch } from '#domain/searching.ts'

/** Where the control accounts of a kind stand in the chart: savings and deposits among the liabilities, shares among the funds, loans among the assets. */
const ranges: Record<AccountTypeKind | 'loans', { first: number; last: number }> = {
  savings: { first: 2101, last: 2199 },
  shares: { first: 3101, last: 3199 },
  fixed_deposit: { first: 2201, last: 2299 },
  loans: { first: 1201, last: 1279 },
}

/** The number of a new control account: the next free ten, as the preset chart counts, else any free one. */
export function nextControlCode(kind: AccountTypeKind | 'loans', taken: ReadonlySet<string>): string | undefined {
  const { first, last } = ranges[kind]
  const all = Array.from({ length: last - first + 1 }, (_, n) => first + n)
  const free = all.filter((code) => !taken.has(String(code)))
  const chosen = free.find((code) => code % 10 === 0) ?? free[0]
  return chosen === undefined ? undefined : String(chosen)
}

/** What an import and a link may call something by: "Christmas savings" is christmas-savings; a number follows where that is taken. */
export function codeFor(name: string, taken: ReadonlySet<string>): string {
  const base = foldForSearch(name).replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '').slice(0, 40) || 'type'
  let code = base
  for (let n = 2; taken.has(code); n += 1) code = `${base}-${n}`
  return code
}

/** Why an account type can't have these terms, or undefined when it can: only savings wait for a day, and never those that everybody gets. */
export function whyNotTerms({ kind, isDefault, releaseOn }: { kind: AccountTypeKind; isDefault: boolean; releaseOn: Day | null }): Refusal | undefined {
  if (releaseOn === null) return undefined
  if (kind !== 'savings') return new Refusal('release_is_for_savings', { field: 'releaseOn' })
  return isDefault ? new Refusal('default_is_released', { field: 'releaseOn' }) : undefined
}

/** What an account type says about interest: savings how they earn, a fixed deposit how long and what then. */
export type InterestSaid = { savings: InterestTerms | null; deposit: DepositTerms | null }

/** Why an account type can't bear this interest, or undefined when it can: each kind has its own terms, and a non-interest society none. */
export function whyNotInterest(kind: AccountTypeKind, { savings, deposit }: InterestSaid, societyKind: SocietyKind): Refusal | undefined {
  if ((savings || deposit || kind === 'fixed_deposit') && societyKind === 'non_interest') return new Refusal('society_takes_no_interest', { field: kind === 'fixed_deposit' ? 'kind' : 'interest' })
  if (savings && kind !== 'savings') return new Refusal('interest_is_for_savings', { field: 'interest' })
  if (kind === 'fixed_deposit') return deposit ? undefined : new Refusal('deposit_terms_missing', { field: 'fixedDeposit' })
  return deposit ? new Refusal('deposit_terms_unwanted', { field: 'fixedDeposit' }) : undefined
}
