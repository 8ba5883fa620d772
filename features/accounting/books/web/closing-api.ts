import type { getBooks, listAccounts } from '#features/accounting/books/books-closing.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import type { Day } from '#core/calendar.ts'

export type ChartAccount = Replied<typeof listAccounts>
export type BooksState = Replied<typeof getBooks>
type Year = BooksState['years'][number]
/** The last day of the newest closed year: up to it the books stay locked until its closing is reversed. */
export function closedYearEnd({ years }: BooksState): Day | undefined {
  return years.find(({ closing }) => closing !== null)?.to
}

/** What an officer is about to do to the books. */
export type ClosingAct = { kind: 'lock' } | { kind: 'reopen' } | { kind: 'reverse'; year: Year }
