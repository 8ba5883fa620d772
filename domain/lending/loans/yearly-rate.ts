import { daysBetween } from '#domain/calendar.ts'
import { instalmentsInYear, type Stretch } from './day-count.ts'
import type { Instalment, LoanPlan, Movement } from './loan-plan.ts'

/** Steps in which the rate of one instalment's stretch is looked for. */
const rateSteps = 10n ** 12n
/** Digits that a worth is kept with below the kobo. */
const worthScale = 10n ** 30n

/**
 * What a loan really costs, in thousandths of a percent a year: the rate of one stretch at which all instalments are
 * worth what was received, times the stretches of a year. Inside a stretch interest is simple. `received` is what
 * reached the borrower, after what was taken off.
 */
export function nominalYearlyRate(
  plan: LoanPlan,
  instalments: readonly Instalment[],
  received: readonly Movement[],
  stretches: readonly Stretch[],
): bigint {
  const flows = instalments.map(({ total }, index) => {
    const { from, to } = stretches[index] as Stretch
    const days = BigInt(daysBetween(from, to))
    const inside = received.filter(({ on }) => on >= from && on < to)
    return { total, days, inside: inside.map(({ on, amount }) => ({ amount, left: BigInt(daysBetween(on, to)) })) }
  })
  const isTooLow = (rate: bigint) => {
    let worth = 0n
    for (const { total, days, inside } of flows.toReversed()) {
      const lent = inside.reduce(
        (sum, { amount, left }) => sum + (amount * worthScale * (rateSteps * days + rate * left)) / (rateSteps * days),
        0n,
      )
      worth = ((worth + total * worthScale - lent) * rateSteps) / (rateSteps + rate)
    }
    return worth > 0n
  }
  if (!isTooLow(0n)) return 0n
  let [low, high] = [0n, rateSteps]
  while (isTooLow(high)) [low, high] = [high, high * 2n]
  while (high - low > 1n) {
    const middle = (low + high) / 2n
    if (isTooLow(middle)) low = middle
    else high = middle
  }
  const { top, bottom } = instalmentsInYear(plan)
  const [dividend, divisor] = [(low + high) * top * 100_000n, 2n * rateSteps * bottom]
  return (2n * dividend + divisor) / (2n * divisor)
}
