import type { getBooks as contract } from '#features/accounting/books/books-closing.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import { refusalMessage } from '#core/contract/refusals.ts'
import type { TenantActor } from '#core/actor.ts'
import { type Day, dayIn, dayText } from '#core/calendar.ts'
import { type FiscalYear, fiscalYearsBetween } from '#features/accounting/books/rules/fiscal-year.ts'
import type { Kobo } from '#core/money.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { type Closing, findClosings, findFiscalYearStart, findHead, findLockChanges, findSurpluses } from './queries.ts'

type State = Replied<typeof contract>

/** How far the books are locked, and what of each fiscal year is closed. */
export async function getBooks(
  tx: Tx,
  _actor: TenantActor,
  _input: unknown,
  { now }: Pick<Context, 'now'>,
): Promise<State> {
  const [head, changes, closings, start] = await Promise.all([
    findHead(tx),
    findLockChanges(tx),
    findClosings(tx),
    findFiscalYearStart(tx),
  ])
  const { first, ...state } = head
  const today = dayIn(now)
  const years = fiscalYearsBetween(first ?? today, today, start)
  const surpluses = await findSurpluses(tx, years)
  return {
    ...state,
    years: years.map((year, index) => {
      const closing = closings.find(({ yearEnd }) => yearEnd === year.to)
      return {
        ...year,
        surplus: surpluses[index] ?? (0n as Kobo),
        closing: closing ? told(closing) : null,
        waitsBecause: whyWaits(year, { today, closings }),
      }
    }),
    changes,
  }
}

function told({ entryId, number, surplus, by, at }: Closing) {
  return { entryId, number, surplus, by, at }
}

function whyWaits(year: FiscalYear, { today, closings }: { today: Day; closings: readonly Closing[] }): string | null {
  const own = closings.find(({ yearEnd }) => yearEnd === year.to)
  if (own) return refusalMessage('year_closed', { number: own.number })
  if (year.to >= today) return refusalMessage('year_not_over', { end: dayText(year.to) })
  const later = closings.find(({ yearEnd }) => yearEnd > year.to)
  return later ? refusalMessage('year_closed_later', { end: dayText(later.yearEnd) }) : null
}
