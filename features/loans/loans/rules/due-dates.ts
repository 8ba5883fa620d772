import { addDays, addMonths, addMonthsToDay, type Day, daysBetween, periodOf } from '#core/calendar.ts'
import { type WorkingDays, workingDay } from './working-days.ts'

/** How often an instalment falls due. `day15` is every fifteen days. */
export const instalmentUnits = [
  'month',
  'week',
  'fortnight',
  'day15',
  'four_weeks',
  'quarter',
  'half_year',
  'year',
] as const
export type InstalmentUnit = (typeof instalmentUnits)[number]

export type DueRule = {
  instalments: number
  every: number
  unit: InstalmentUnit
  startOn: Day
  firstDueOn?: Day | undefined
  /** The day of the month on which instalments fall due, 31 being its last; only where they are counted in months. */
  dueDay?: number | undefined
  /** The least number of days from the start to a first due date that `dueDay` finds. */
  firstDueAfterDays?: number | undefined
  /** Where a due date goes that is no working day. */
  workingDays?: WorkingDays | undefined
}

/** A unit is so many months, or so many days. */
const units: Record<InstalmentUnit, { months: number; days?: undefined } | { months?: undefined; days: number }> = {
  month: { months: 1 },
  quarter: { months: 3 },
  half_year: { months: 6 },
  year: { months: 12 },
  week: { days: 7 },
  fortnight: { days: 14 },
  day15: { days: 15 },
  four_weeks: { days: 28 },
}

export function isInMonths(unit: InstalmentUnit): boolean {
  return units[unit].months !== undefined
}

/** How many days one instalment covers by rule; a month counts thirty. */
export function ruledDays({ unit, every }: Pick<DueRule, 'unit' | 'every'>): number {
  const { months, days } = units[unit]
  return every * (months === undefined ? days : months * 30)
}

/** The day so many instalments later, or earlier where `steps` is negative. */
export function stepped(from: Day, { unit, every }: Pick<DueRule, 'unit' | 'every'>, steps: number): Day {
  const { months, days } = units[unit]
  return months === undefined ? addDays(from, steps * every * days) : addMonthsToDay(from, steps * every * months)
}

/** The first due date by length alone, whatever day of the month it should be. */
export function ruledFirstDue(rule: DueRule): Day {
  return stepped(rule.startOn, rule, 1)
}

/** The first due date as agreed: the named one, else the first fitting day of the month, else the one by length. */
function firstDue(rule: DueRule): Day {
  const { startOn, firstDueOn, dueDay, firstDueAfterDays = 1 } = rule
  if (firstDueOn !== undefined) return firstDueOn
  if (dueDay === undefined || !isInMonths(rule.unit)) return ruledFirstDue(rule)
  // A month may be a short one; where more of them make an instalment, the month is that of the length.
  const earliest = stepped(startOn, rule, 1)
  const sooner = ruledDays(rule) === 30 ? -1 : 0
  const days = [0, 1, 2, 3].map((more) => dayOfMonth(earliest, dueDay, sooner + more))
  return days.find((day) => daysBetween(startOn, day) >= Math.max(1, firstDueAfterDays)) ?? ruledFirstDue(rule)
}

/** That day, so many months after the month of another. */
function dayOfMonth(of: Day, dueDay: number, months: number): Day {
  return addMonthsToDay(`${periodOf(of)}-${String(dueDay).padStart(2, '0')}` as Day, months)
}

/** Whether the first instalment is as long as every other. */
export function isFirstRuled(rule: DueRule): boolean {
  return firstDue(rule) === ruledFirstDue(rule)
}

/** The first due date after a day, where no one names another. */
export function dueAfter(
  day: Day,
  unit: InstalmentUnit,
  { dueDay, firstDueAfterDays, workingDays, every = 1 }: DueTerms,
): Day {
  const rule = {
    instalments: 1,
    every,
    unit,
    startOn: day,
    dueDay: dueDay ?? undefined,
    firstDueAfterDays,
    workingDays: workingDays ?? undefined,
  }
  return firstDueOf(rule)
}

/** The first due date as it falls due, a working day where that was agreed. */
export function firstDueOf(rule: DueRule): Day {
  return dueDates({ ...rule, instalments: 1 })[1] as Day
}

/** What a product says of its due dates; `every`: one instalment after so many of its units. */
type DueTerms = { dueDay: number | null; firstDueAfterDays: number; workingDays: WorkingDays | null; every?: number }

/**
 * The start and after it every due date. The 31st falls on the last day of shorter months and returns to the 31st; a
 * first due date at the end of a short month keeps the day of the start.
 */
export function dueDates(rule: DueRule): Day[] {
  const { instalments, startOn, workingDays } = rule
  const anchor = isInMonths(rule.unit) ? monthAnchor(rule, firstDue(rule)) : firstDue(rule)
  const dates = Array.from({ length: instalments }, (_, index) => stepped(anchor, rule, index))
  return [startOn, ...(workingDays ? dates.map((day) => later(workingDay(day, workingDays), startOn)) : dates)]
}

/** No instalment falls due before the day after the money. */
function later(day: Day, startOn: Day): Day {
  return day > startOn ? day : addDays(startOn, 1)
}

/** A day from which the first due date and all others follow by whole months. A date that no calendar knows is an anchor too: 31 February. */
function monthAnchor({ startOn, dueDay }: DueRule, first: Day): Day {
  const onDay = dueDay ?? Number(startOn.slice(8))
  const isCutShort = addMonthsToDay(`${periodOf(first)}-31` as Day, 0) === first && onDay > Number(first.slice(8))
  return isCutShort ? (`${periodOf(first)}-${String(onDay).padStart(2, '0')}` as Day) : first
}

/** The last due date, cheaply, to refuse a schedule that leaves the calendar. */
export function lastDueYear({ instalments, every, unit, startOn, firstDueOn }: DueRule): number {
  const { months: each, days } = units[unit]
  const months = each === undefined ? Math.ceil((instalments * every * days) / 28) : instalments * every * each
  return Number(addMonths(periodOf(firstDueOn ?? startOn), months).slice(0, 4))
}
