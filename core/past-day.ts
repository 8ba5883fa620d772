import { type Day, isDay } from './calendar.ts'
import * as strings from './strings.ts'

/** Of a day that is still to come, where only what has happened is recorded. */
export const dayAheadProblem = strings.chooseTodayOrAnEarlier

export const dayMissingProblem = strings.enterTheDate

/** What is wrong with the day of something that has happened, as it is typed; nothing where it is today or before. */
export function pastDayProblem(typed: string, today: Day): string | undefined {
  if (!isDay(typed)) return dayMissingProblem
  return typed > today ? dayAheadProblem : undefined
}
