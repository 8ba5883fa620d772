import type { Period } from '#core/calendar.ts'
import { type Kobo, zeroKobo } from '#core/money.ts'

/** What moved on savings or shares in one month; `period` is null for all that moved before the first. */
type Moved = { period: Period | null; isShares: boolean; amount: Kobo }
type MonthEnd = { period: Period; savings: Kobo; shares: Kobo }

/** The balances at the end of each of these months, which follow one another. */
export function monthEnds(periods: readonly Period[], moved: readonly Moved[]): MonthEnd[] {
  const sumOf = (period: Period | null, isShares: boolean) =>
    moved
      .filter((one) => one.period === period && one.isShares === isShares)
      .reduce((sum, { amount }) => sum + amount, 0n) as Kobo
  let savings = (zeroKobo + sumOf(null, false)) as Kobo
  let shares = (zeroKobo + sumOf(null, true)) as Kobo
  return periods.map((period) => {
    savings = (savings + sumOf(period, false)) as Kobo
    shares = (shares + sumOf(period, true)) as Kobo
    return { period, savings, shares }
  })
}
