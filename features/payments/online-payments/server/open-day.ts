import { type Day, dayIn } from '#core/calendar.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findOpenDays } from '#features/savings/transactions/server/reads.ts'

/** The day on which money moved at the provider; today where the books are closed by then. */
export async function openDay(tx: Tx, day: Day, now: Date): Promise<Day> {
  const today = dayIn(now)
  const { booksBeginOn, closedThrough } = await findOpenDays(tx)
  return day > today || day < booksBeginOn || (closedThrough !== undefined && day <= closedThrough) ? today : day
}
