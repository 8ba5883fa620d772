import type { Reading } from './statement-file.ts'

const named = /\b(?:account|acct|a\/c)\b[^0-9]{0,24}(\d{10})(?!\d)/gi

/** The numbers (NUBAN, ten digits) of the accounts that a bank's file says it is about: in its own format, or above its headings. */
export function accountNumbersOf(account: string | undefined, { rows }: Pick<Reading, 'rows'>): string[] {
  if (account !== undefined) return [account]
  const titles = rows.flatMap(({ as, cells }) => (as === 'title' ? cells.join(' ') : []))
  return titles.flatMap((title) => [...title.matchAll(named)].map(([, number = '']) => number))
}
