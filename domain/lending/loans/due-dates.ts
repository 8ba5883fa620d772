import { addDays, addMonths, addMonthsToDay, type Day, periodOf } from '#domain/calendar.ts'

/** How often an instalment falls due. `day15` is every fifteen days. */
export const instalmentUnits = ['month', 'week', 'fortnight', 'day15'] as const
export type InstalmentUnit = (typeof instalmentUnits)[number]

export type DueRule = {
  instalments: number
  every: number
  unit: InstalmentUnit
  startOn: Day
  firstDueOn?: Day | undefined
}

const unitDays: Record<Exclude<InstalmentUnit, 'month'>, number> = { week: 7, fortnight: 14, day15: 15 }

/** How many days one instalment covers by rule; a month counts thirty. */
export function ruledDays({ unit, every }: Pick<DueRule, 'unit' | 'every'>): number {
  return every * (unit === 'month' ? 30 : unitDays[unit])
}

function stepped(from: Day, { unit, every }: DueRule, steps: number): Day {
  return unit === 'month' ? addMonthsToDay(from, steps * every) : addDays(from, steps * every * unitDays[unit])
}

/** The first due date by rule alone. */
export function ruledFirstDue(rule: DueRule): Day {
  return stepped(rule.startOn, rule, 1)
}

/** The due date one step after a day, where no one names another. */
export function dueAfter(day: Day, repaidEvery: InstalmentUnit): Day {
  return ruledFirstDue({ instalments: 1, every: 1, unit: repaidEvery, startOn: day })
}

/**
 * The start and after it every due date. The 31st falls on the last day of shorter months and returns to the 31st; a
 * first due date at the end of a short month keeps the day of the start.
 */
export function dueDates(rule: DueRule): Day[] {
  const { instalments, startOn, firstDueOn } = rule
  const first = firstDueOn ?? ruledFirstDue(rule)
  const anchor = rule.unit === 'month' ? monthAnchor(startOn, first) : first
  return [startOn, ...Array.from({ length: instalments }, (_, index) => stepped(anchor, rule, index))]
}

/** A day from which the first due date and all others follow by whole months. A date that no calendar knows is an anchor too: 31 February. */
function monthAnchor(startOn: Day, first: Day): Day {
  const isCutShort = addMonthsToDay(`${periodOf(first)}-31` as Day, 0) === first && startOn.slice(8) > first.slice(8)
  return isCutShort ? (`${periodOf(first)}-${startOn.slice(8)}` as Day) : first
}

/** The last due date, cheaply, to refuse a schedule that leaves the calendar. */
export function lastDueYear({ instalments, every, unit, startOn, firstDueOn }: DueRule): number {
  const months = unit === 'month' ? instalments * every : Math.ceil((instalments * every * unitDays[unit]) / 28)
  return Number(addMonths(periodOf(firstDueOn ?? startOn), months).slice(0, 4))
}
