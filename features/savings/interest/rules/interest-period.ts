import { addDays, addMonths, type Day, firstDayOf, type Period, periodOf, periodsBetween } from '#core/calendar.ts'
import type { PostingInterval } from './words.ts'

/** Whole months, first and last day. */
export type InterestPeriod = { from: Day; to: Day }

const lengths: Record<PostingInterval, number> = { month: 1, quarter: 3, year: 12 }

/** The period that holds a month; quarters and years begin with the month in which the fiscal year (MM-DD) does. */
export function interestPeriodOf(month: Period, every: PostingInterval, fiscalYearStart: string): InterestPeriod {
  const length = lengths[every]
  const since = (Number(month.slice(5)) - Number(fiscalYearStart.slice(0, 2)) + 12) % length
  const first = addMonths(month, -since)
  return { from: firstDayOf(first), to: addDays(firstDayOf(addMonths(first, length)), -1) }
}

/** The periods that were over before this day and begin in or after the month of `since`, newest first. */
export function interestPeriodsOver(
  today: Day,
  since: Day,
  every: PostingInterval,
  { fiscalYearStart, most }: { fiscalYearStart: string; most: number },
): InterestPeriod[] {
  const periods: InterestPeriod[] = []
  let period = interestPeriodOf(periodOf(today), every, fiscalYearStart)
  while (periods.length < most) {
    if (period.to < since) break
    if (period.to < today) periods.push(period)
    period = interestPeriodOf(periodOf(addDays(period.from, -1)), every, fiscalYearStart)
  }
  return periods
}

/** The first days of a period's months, each of which is paid once. */
export function monthsOf({ from, to }: InterestPeriod): Day[] {
  return periodsBetween(periodOf(from), periodOf(to)).map(firstDayOf)
}

/** How far back a run looks for periods that came out differently since. */
export const differenceMonths = 12
