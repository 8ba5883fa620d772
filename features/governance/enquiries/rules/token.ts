import { addMonths, type Day, dayIn, firstDayOf, periodOf } from '#core/calendar.ts'
import type { CooperativeId } from '#core/ids.ts'

/** How many tokens a device gets at once for the month. */
export const tokensOfBatch = 3
/** How many devices of a member get them in a month. */
export const batchesOfMonth = 2

/** What the month's key signs behind the serial: a token is good in its own cooperative alone. */
export function tokenText(cooperativeId: CooperativeId): string {
  return `ajose message without a name 1\n${cooperativeId}`
}

/** The month in Lagos, whose key signs, and the one before, whose tokens are still good. */
export function tokenMonths(now: Date): [current: Day, previous: Day] {
  const period = periodOf(dayIn(now))
  return [firstDayOf(period), firstDayOf(addMonths(period, -1))]
}
