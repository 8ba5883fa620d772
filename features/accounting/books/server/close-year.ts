import type { closeYear as contract } from '#features/accounting/books/books-closing.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { addDays, dayIn, dayText } from '#core/calendar.ts'
import type { EntryId } from '#core/ids.ts'
import { closingEntry } from '#features/accounting/books/rules/closing.ts'
import { type FiscalYear, fiscalYearOf } from '#features/accounting/books/rules/fiscal-year.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { Change } from '#features/access/change-requests/server/ask-for-change.ts'
import { blockPostings, lockWith, post } from '#platform/ledger/ledger.ts'
import { surplusCode } from '#features/accounting/books/rules/chart.ts'
import { getBooks } from './get-books.ts'
import { findAccountId, findClosings, findFiscalYearStart, findHead, findSums } from './queries.ts'
import { insertClosing } from './store.ts'

type Closing = Parsed<typeof contract>

/**
 * What another feature looks at before a year is closed. `look` runs before the books are locked, so that postings don't wait for
 * it; the check that it answers runs under the lock, refuses, and answers what is stored with the closing.
 */
export type BeforeClosing = {
  look: (tx: Tx, actor: TenantActor, closing: Closing, context: Context) => Promise<CheckUnderLock>
  /** What of it the second officer is told. */
  describe: (tx: Tx, closing: Closing, context: Context) => Promise<string>
}
type CheckUnderLock = () => Promise<(closingId: string) => Promise<void>>
const before: BeforeClosing[] = []

/** Called where the routes of that feature are bound. */
export function registerBeforeClosing(more: BeforeClosing): void {
  before.push(more)
}

/**
 * Moves what is on income and expenses at the end of a fiscal year to undistributed surplus, and locks the books through its last day.
 * Refuses: year_unknown, year_not_over, year_closed, year_closed_later, year_locked, year_nothing_to_close, dated_before_books, and what a feature that is registered for it refuses.
 */
export async function closeYear(
  tx: Tx,
  actor: TenantActor,
  asked: Closing,
  context: Context,
): Promise<Replied<typeof contract>> {
  const { yearEnd } = asked
  const { now, requestId } = context
  await refuseUnlessClosable(tx, asked, now)
  const checks: CheckUnderLock[] = []
  for (const { look } of before) checks.push(await look(tx, actor, asked, context))
  await blockPostings(tx, actor.cooperativeId)
  const year = await refuseUnlessClosable(tx, asked, now)
  const kept: ((closingId: string) => Promise<void>)[] = []
  for (const check of checks) kept.push(await check())
  const [sums, surplusId] = await Promise.all([
    findSums(tx, year, { onlyResult: true }),
    findAccountId(tx, surplusCode),
  ])
  const closingId = newId<EntryId>()
  const closing =
    closingEntry(sums, { id: newId<EntryId>(), closingId, on: yearEnd, surplusId }) ??
    refuse('year_nothing_to_close', { field: 'yearEnd' })

  // From here on it must succeed.
  const [posted] = await post(tx, actor.cooperativeId, [{ entry: closing.entry, actorId: actor.loginId, requestId }])
  if (!posted) throw new Error('The ledger left a closing without an answer')
  await lockWith(tx, actor, yearEnd)
  await insertClosing(tx, actor, { closingId, year, surplus: closing.surplus, posted })
  for (const keep of kept) await keep(closingId)
  return getBooks(tx, actor, {}, { now })
}

async function refuseUnlessClosable(tx: Tx, { yearEnd }: Closing, now: Date): Promise<FiscalYear> {
  const today = dayIn(now)
  const start = await findFiscalYearStart(tx)
  const year = fiscalYearOf(yearEnd, start)
  if (year.to !== yearEnd)
    refuse('year_unknown', { field: 'yearEnd', end: dayText(addDays(fiscalYearOf(today, start).from, -1)) })
  if (yearEnd >= today) refuse('year_not_over', { field: 'yearEnd', end: dayText(yearEnd) })
  const [latest] = await findClosings(tx)
  if (latest && latest.yearEnd > yearEnd)
    refuse('year_closed_later', { field: 'yearEnd', end: dayText(latest.yearEnd) })
  if (latest?.yearEnd === yearEnd) refuse('year_closed', { field: 'yearEnd', number: latest.number })
  const { closedThrough } = await findHead(tx)
  if (closedThrough && closedThrough >= yearEnd)
    refuse('year_locked', { field: 'yearEnd', through: dayText(closedThrough), begin: dayText(yearEnd) })
  return year
}

export async function describeClosing(tx: Tx, _actor: TenantActor, asked: Closing, context: Context): Promise<Change> {
  const more = await Promise.all(before.map(({ describe }) => describe(tx, asked, context)))
  return {
    description: [
      `Close the year that ended on ${dayText(asked.yearEnd)}, and lock the books through that day`,
      ...more.filter((text) => text !== ''),
    ].join('. '),
  }
}
