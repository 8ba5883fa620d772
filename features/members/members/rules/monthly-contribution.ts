import { addMonths, type Day, type Period, periodOf } from '#core/calendar.ts'
import { type Kobo, zeroKobo } from '#core/money.ts'

/** The most that a member may undertake to pay each month: a billion naira, so that years of all members still sum. */
export const monthlyContributionMax = 100_000_000_000n as Kobo

/** The first month whose contributions are due in these books, after opening balances of this day: what was owed before is a figure of its own. */
export function contributionsDueAfter(openingBalancesOn: Day): Period {
  return addMonths(periodOf(openingBalancesOn), 1)
}

/** What is still owed for a month; paying more than expected leaves nothing owed. */
export function outstanding(expected: Kobo, paid: Kobo): Kobo {
  return paid >= expected ? zeroKobo : ((expected - paid) as Kobo)
}
