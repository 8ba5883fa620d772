import type { Day } from '#core/calendar.ts'
import type { Kobo } from '#core/money.ts'

/**
 * In how many instalments what is left of a loan was agreed to come back: the lines of its schedule of which something is
 * owed. The first line of a loan from old books is what was late there, and no instalment of its own.
 */
export function instalmentsLeft(
  schedule: readonly { dueOn: Day; owed: Kobo }[],
  takenOver: { asOf: Day } | null,
): number {
  return schedule.filter(({ dueOn, owed }) => owed > 0n && (takenOver === null || dueOn > takenOver.asOf)).length
}
