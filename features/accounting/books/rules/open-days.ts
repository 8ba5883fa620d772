import type { Day } from '#core/calendar.ts'
import { Refusal } from '#core/refusal.ts'

/** Why nothing may be dated on this day, or undefined when it may. */
export function whyNotDate(
  books: { booksBeginOn: Day; closedThrough: Day | undefined },
  on: Day,
  today: Day,
): Refusal | undefined {
  if (on > today) return new Refusal('dated_in_future', { field: 'occurredOn' })
  if (on < books.booksBeginOn)
    return new Refusal('dated_before_books', { field: 'occurredOn', begin: books.booksBeginOn })
  if (books.closedThrough && on <= books.closedThrough) {
    return new Refusal('period_closed', { field: 'occurredOn', through: books.closedThrough })
  }
  return undefined
}
