import { type Day, daysBetween } from '#core/calendar.ts'
import { instalmentsInYear, type Stretch } from './day-count.ts'
import { ruledDays, stepped } from './due-dates.ts'
import type { Instalment, LoanPlan, Movement } from './loan-plan.ts'

/** Steps in which the rate of one instalment's stretch is looked for. */
const rateSteps = 10n ** 12n
/** Digits that a worth is kept with below the kobo. */
const worthScale = 10n ** 30n

/** A time in stretches of the rule: whole ones, and the days that are left of the length of one. */
type Span = { whole: number; days: bigint }

type Rule = Pick<LoanPlan, 'unit' | 'every'>

/**
 * What a loan really costs, in thousandths of a percent a year: the rate of one stretch at which all instalments are
 * worth what was received, times the stretches of a year. `received` is what reached the borrower, after what was
 * taken off. The actuarial method of Regulation Z, Appendix J: time is counted back from the due date in whole
 * stretches, and inside one interest is simple, a month having thirty days.
 */
export function nominalYearlyRate(
  plan: LoanPlan,
  instalments: readonly Instalment[],
  received: readonly Movement[],
  stretches: readonly Stretch[],
): bigint {
  const length = BigInt(ruledDays(plan))
  const flows = instalments.map(({ total }, index) => {
    const stretch = stretches[index] as Stretch
    const { from, to } = stretch
    const inside = received.filter(({ on }) => on >= from && on < to)
    const spanFrom = (on: Day) => (stretch.isRuled && on === from ? oneStretch : spanBack(plan, on, to))
    return { total, inside: inside.map(({ on, amount }) => ({ amount, span: spanFrom(on) })) }
  })
  const isTooLow = (rate: bigint) => {
    let worth = 0n
    for (const { total, inside } of flows.toReversed()) {
      const lent = inside.reduce((sum, { amount, span }) => sum + grown(amount * worthScale, rate, span, length), 0n)
      // Only the first stretch may be of another length, and before it nothing but the sign matters.
      worth = ((worth + total * worthScale - lent) * rateSteps) / (rateSteps + rate)
    }
    return worth > 0n
  }
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

const oneStretch: Span = { whole: 1, days: 0n }

/** The time between two days, counted back from the later one. */
function spanBack(rule: Rule, from: Day, to: Day): Span {
  const back = (steps: number) => stepped(to, { unit: rule.unit, every: 1 }, -steps)
  let units = 0
  while (back(units + 1) >= from) units += 1
  const [whole, over] = [Math.floor(units / rule.every), units % rule.every]
  const unitDays = BigInt(ruledDays(rule) / rule.every)
  return { whole, days: BigInt(over) * unitDays + BigInt(daysBetween(from, back(units))) }
}

function grown(worth: bigint, rate: bigint, { whole, days }: Span, length: bigint): bigint {
  let sum = (worth * (rateSteps * length + rate * days)) / (rateSteps * length)
  for (let count = 0; count < whole; count += 1) sum = (sum * (rateSteps + rate)) / rateSteps
  return sum
}

/**
 * The same cost with interest on interest, in thousandths of a percent: the yearly rate at which all instalments
 * are worth what was received, each by the actual days since the first money, a year having 365. The annual percentage
 * rate of the European directive on consumer credit (2008/48/EC, annex I), and what a spreadsheet calls XIRR. A ratio
 * and no money, so it is looked for in floating point.
 */
export function effectiveAnnualRate(
  instalments: readonly Pick<Instalment, 'dueOn' | 'total'>[],
  received: readonly Movement[],
): bigint {
  const { on: start } = received[0] as Movement
  const flows = [
    ...received.map(({ on, amount }) => ({ years: daysBetween(start, on) / 365, amount: -Number(amount) })),
    ...instalments.map(({ dueOn, total }) => ({ years: daysBetween(start, dueOn) / 365, amount: Number(total) })),
  ]
  const isTooLow = (growth: number) => flows.reduce((sum, { years, amount }) => sum + amount * growth ** -years, 0) > 0
  let [low, high] = [1, 2]
  while (isTooLow(high) && high < growthMax) [low, high] = [high, high * high]
  for (let middle = (low + high) / 2; middle > low && middle < high; middle = (low + high) / 2) {
    if (isTooLow(middle)) low = middle
    else high = middle
  }
  return BigInt(Math.round((low - 1) * 100_000))
}

/** No loan that anyone offers costs a million per cent; where the days are so few that one would, this is shown. */
const growthMax = 10_000
