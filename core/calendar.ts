import { fill } from './fill.ts'
import * as strings from './strings.ts'
/** A day in Africa/Lagos as YYYY-MM-DD. */
export type Day = string & { readonly form: 'day' }

/** A month as YYYY-MM. */
export type Period = string & { readonly form: 'period' }

/** Lagos is an hour ahead of UTC all year round. */
const lagosOffsetMilliseconds = 3_600_000

export function dayIn(instant: Date): Day {
  return new Date(instant.getTime() + lagosOffsetMilliseconds).toISOString().slice(0, 10) as Day
}

/** A day of the years 1900 to 2199: others are slips, and PostgreSQL knows no year 0. */
export function isDay(text: string): text is Day {
  if (!/^(?:19|20|21)\d{2}-\d{2}-\d{2}$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

/** A month of the years 1900 to 2199. */
export function isPeriod(text: string): text is Period {
  return /^(?:19|20|21)\d{2}-(0[1-9]|1[0-2])$/.test(text)
}

export function periodOf(day: Day): Period {
  return day.slice(0, 7) as Period
}

export function firstDayOf(period: Period): Day {
  return `${period}-01` as Day
}

export function lastDayOf(period: Period): Day {
  return addDays(firstDayOf(addMonths(period, 1)), -1)
}

/** The period `months` later; negative for earlier. */
export function addMonths(period: Period, months: number): Period {
  const [year = 0, month = 1] = period.split('-').map(Number)
  const count = year * 12 + (month - 1) + months
  return `${String(Math.floor(count / 12)).padStart(4, '0')}-${String((count % 12) + 1).padStart(2, '0')}` as Period
}

const months = [
  strings.jan,
  strings.feb,
  strings.mar,
  strings.apr,
  strings.may,
  strings.jun,
  strings.jul,
  strings.aug,
  strings.sep,
  strings.oct,
  strings.nov,
  strings.dec,
]
const monthsInFull = [
  strings.january,
  strings.february,
  strings.march,
  strings.april,
  strings.may,
  strings.june,
  strings.july,
  strings.august,
  strings.september,
  strings.october,
  strings.november,
  strings.december,
]

/** 05 Sep 2026. Built by hand because Intl writes "Sept". */
export function dayText(day: Day): string {
  return `${day.slice(8, 10)} ${months[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`
}

/** September 2026 */
/** A day and time in Lagos, as a sentence has it. */
export function momentText(instant: Date): string {
  const time = new Date(instant.getTime() + lagosOffsetMilliseconds).toISOString().slice(11, 16)
  return fill(strings.dayAtTime, { day: dayText(dayIn(instant)), time })
}

export function periodName(period: Period): string {
  return `${monthsInFull[Number(period.slice(5, 7)) - 1]} ${period.slice(0, 4)}`
}

/** The same day `months` later, or the last day of that month where it is shorter. */
export function addMonthsToDay(day: Day, months: number): Day {
  const period = addMonths(periodOf(day), months)
  const [year = 0, month = 1] = period.split('-').map(Number)
  const daysInMonth = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return `${period}-${String(Math.min(Number(day.slice(8)), daysInMonth)).padStart(2, '0')}` as Day
}

const dayMilliseconds = 86_400_000

/** The day `days` later; negative for earlier. */
export function addDays(day: Day, days: number): Day {
  return new Date(Date.parse(day) + days * dayMilliseconds).toISOString().slice(0, 10) as Day
}

/** How many days the second is after the first. */
export function daysBetween(first: Day, second: Day): number {
  return Math.round((Date.parse(second) - Date.parse(first)) / dayMilliseconds)
}

/** Every period from the first to the last, both included; empty when the last comes before the first. */
export function periodsBetween(first: Period, last: Period): Period[] {
  const periods: Period[] = []
  for (let period = first; period <= last; period = addMonths(period, 1)) periods.push(period)
  return periods
}

/** Whole years lived on a day. */
export function ageOn(birth: Day, on: Day): number {
  const years = Number(on.slice(0, 4)) - Number(birth.slice(0, 4))
  return on.slice(5) < birth.slice(5) ? years - 1 : years
}
