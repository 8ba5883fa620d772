import { addDays, addMonthsToDay, type Day } from '#core/calendar.ts'

/** A society's year of account, first and last day. */
export type FiscalYear = { from: Day; to: Day }

/** The fiscal year that holds a day; `start` is the first day of every year as MM-DD. */
export function fiscalYearOf(day: Day, start: string): FiscalYear {
  const sameYear = `${day.slice(0, 4)}-${start}` as Day
  const from = sameYear <= day ? sameYear : addMonthsToDay(sameYear, -12)
  return { from, to: addDays(addMonthsToDay(from, 12), -1) }
}

/** Every fiscal year that holds a day between these two, newest first. */
export function fiscalYearsBetween(first: Day, last: Day, start: string): FiscalYear[] {
  const years: FiscalYear[] = []
  for (let year = fiscalYearOf(last, start); year.to >= first; year = fiscalYearOf(addDays(year.from, -1), start))
    years.push(year)
  return years
}
