import { type Day, dayIn } from '#domain/calendar.ts'
import type { Tx } from '#server/db/tx.ts'
import { findOpenDays } from '#features/savings/transactions/server/queries.ts'

/** The day on which money moved at the provider; today where the books are closed by then. */
export async function openDay(tx: Tx, day: Day, now: Date): Promise<Day> {
  const today = dayIn(now)
  const { booksBeginOn, closedThrough } = await findOpenDays(tx)
  return day > today || day < booksBeginOn || (closedThrough !== undefined && day <= closedThrough) ? today : day
}
