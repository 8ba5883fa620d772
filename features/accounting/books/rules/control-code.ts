import type { AccountTypeKind } from './account-kinds.ts'

/** Where the control accounts of a kind are in the chart: savings and deposits among the liabilities, shares among the funds, loans among the assets. */
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
