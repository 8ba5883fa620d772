import { greater, lesser } from '#core/bounds.ts'
import { type Day, daysBetween } from '#core/calendar.ts'
import { type InstalmentUnit, isInMonths, ruledDays } from './due-dates.ts'
import type { Fraction } from '#core/rounding.ts'

/** Which part of a year a stretch of days is. */
export const dayCounts = ['monthly', 'actual/365', 'actual/360', 'actual/actual', '30/360', '364'] as const
export type DayCount = (typeof dayCounts)[number]

/**
 * One instalment's stretch; the first may be longer or shorter than the rule. `countedFrom`: interest begins on this day
 * instead, as where the days before a first whole month are free.
 */
export type Stretch = { from: Day; to: Day; isRuled: boolean; countedFrom?: Day | undefined }

type Counting = { dayCount: DayCount; unit: InstalmentUnit; every: number }

const fixedYears: Partial<Record<DayCount, bigint>> = { 'actual/365': 365n, 'actual/360': 360n, '364': 364n }
const unitsInYear: Record<InstalmentUnit, number> = {
  month: 12,
  week: 52,
  fortnight: 26,
  day15: 24,
  four_weeks: 13,
  quarter: 4,
  half_year: 2,
  year: 1,
}
const splitYears = 365n * 366n

/** How many instalments a year has, as a fraction for "every 5 months". */
export function instalmentsInYear({ unit, every }: Pick<Counting, 'unit' | 'every'>): Fraction {
  return { top: BigInt(unitsInYear[unit]), bottom: BigInt(every) }
}

/** The part of a year that the whole stretch counts for. All stretches of one loan have the same bottom. */
export function stretchPart(
  counting: Counting,
  { from: begins, to, isRuled, countedFrom: from = begins }: Stretch,
): Fraction {
  const { dayCount, unit, every } = counting
  if (dayCount === 'monthly') return { top: BigInt(every), bottom: BigInt(unitsInYear[unit]) }
  if (dayCount === '30/360')
    return { top: isRuled ? BigInt(ruledDays(counting)) : days360(unit, from, to), bottom: 360n }
  return actualPart(dayCount, from, to)
}

/**
 * The part of a year from `from` to `to` inside the stretch, as sums of one bottom. Where a stretch counts the same
 * however many days it has, its days share it evenly.
 */
export function innerPart(counting: Counting, stretch: Stretch, from: Day, to: Day): Fraction {
  const { dayCount } = counting
  const begins = stretch.countedFrom ?? stretch.from
  const since = greater(from, lesser(begins, to))
  if (dayCount !== 'monthly' && dayCount !== '30/360') return actualPart(dayCount, since, to)
  const { top, bottom } = stretchPart(counting, stretch)
  return { top: top * BigInt(daysBetween(since, to)), bottom: bottom * BigInt(daysBetween(begins, stretch.to)) }
}

/**
 * The part of a year that a level instalment is calculated with where it is rounded to a multiple: 30 days of the year
 * for a month, as the published schedules do, so that it does not hang on which month the loan begins in.
 */
export function levelPart(counting: Counting, stretch: Stretch): Fraction {
  const { top, bottom } = stretchPart(counting, stretch)
  const { dayCount } = counting
  if (dayCount === 'monthly' || dayCount === '30/360' || !stretch.isRuled) return { top, bottom }
  return { top: (BigInt(ruledDays(counting)) * bottom) / (fixedYears[dayCount] ?? 365n), bottom }
}

function actualPart(dayCount: DayCount, from: Day, to: Day): Fraction {
  const year = fixedYears[dayCount]
  return year ? { top: BigInt(daysBetween(from, to)), bottom: year } : { top: splitTop(from, to), bottom: splitYears }
}

/** Each day after `from` counts in its own year, so a stretch over 31 December is split there. */
function splitTop(from: Day, to: Day): bigint {
  let top = 0n
  for (let year = Number(from.slice(0, 4)), since = from; since < to; year += 1) {
    const end = `${year}-12-31` as Day
    const until = lesser(end, to)
    top += BigInt(daysBetween(since, until)) * (isLeap(year) ? 365n : 366n)
    since = until
  }
  return top
}

function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
}

/** Thirty days each month, the last day of every month being its thirtieth; weeks and fortnights keep their real days. */
function days360(unit: InstalmentUnit, from: Day, to: Day): bigint {
  if (!isInMonths(unit)) return BigInt(daysBetween(from, to))
  const days = [from, to].map((day) => {
    const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
    const isLast = date === new Date(Date.UTC(year, month, 0)).getUTCDate()
    return year * 360 + month * 30 + (isLast ? 30 : date)
  })
  const [a, b] = days as [number, number]
  return BigInt(b - a)
}
