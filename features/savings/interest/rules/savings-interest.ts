import { type Rounding, rounded } from '#core/rounding.ts'
import type { Kobo } from '#core/money.ts'
import type { InterestDayCount, PostingInterval, SavingsMethod } from './words.ts'

/** What every rate of interest says beside the rate itself. */
export type Rate = { rateBasisPoints: number; dayCount: InterestDayCount; rounding: Rounding }

/** How savings earn; a balance below `leastBalance` earns nothing. */
export type InterestTerms = Rate & { method: SavingsMethod; every: PostingInterval; leastBalance: Kobo }

/** What an account was at in a period: one balance a day, as at the end of that day. */
export type BalanceDays = {
  days: number
  lowest: Kobo
  /** The balances of all days, added up. */
  sum: bigint
  /** Of the days that were at the least balance or above. */
  earning: bigint
}

/** The same from the balances themselves; what is below zero after a reversal earns nothing. The ledger counts so in SQL. */
export function balanceDaysOf(balances: readonly Kobo[], leastBalance: Kobo): BalanceDays {
  const standing = balances.map((balance) => (balance > 0n ? balance : 0n))
  const sumOf = (chosen: readonly bigint[]) => chosen.reduce((sum, balance) => sum + balance, 0n)
  const lowest = standing.reduce((least, balance) => (balance < least ? balance : least), standing[0] ?? 0n)
  return {
    days: standing.length,
    lowest: lowest as Kobo,
    sum: sumOf(standing),
    earning: sumOf(standing.filter((balance) => balance >= leastBalance)),
  }
}

/** Kobo times days that earn, by the method. */
function earningDays(
  { method, leastBalance }: Pick<InterestTerms, 'method' | 'leastBalance'>,
  { days, lowest, sum, earning }: BalanceDays,
): bigint {
  const length = BigInt(days)
  switch (method) {
    case 'minimum':
      return lowest >= leastBalance ? lowest * length : 0n
    case 'average':
      return sum >= leastBalance * length ? sum : 0n
    case 'daily':
      return earning
  }
}

/** The interest of a period: kobo-days × rate ÷ days of the year, exact until it is rounded once. */
export function interestOf(terms: InterestTerms, facts: BalanceDays): Kobo {
  return interestOn(earningDays(terms, facts), terms)
}

/** What earned on average over the days of the period, for people to look at. */
export function basisOf(terms: InterestTerms, facts: BalanceDays): Kobo {
  return facts.days === 0 ? (0n as Kobo) : ((earningDays(terms, facts) / BigInt(facts.days)) as Kobo)
}

export function interestOn(koboDays: bigint, { rateBasisPoints, dayCount, rounding }: Rate): Kobo {
  const yearDays = dayCount === 'actual/360' ? 360n : 365n
  return rounded({ top: koboDays * BigInt(rateBasisPoints), bottom: 10_000n * yearDays }, rounding)
}

/**
 * What of the differences of earlier periods can be settled beside this interest, in their order: never so much that the
 * member would pay. What is left stays a difference, and the next run finds it again.
 */
export function settledBeside(interest: Kobo, differences: readonly Kobo[]): Kobo[] {
  let left: bigint = interest
  return differences.map((difference) => {
    const settled = difference < -left ? -left : difference
    left += settled
    return settled as Kobo
  })
}
