import type { reverseClosing as contract } from '#features/accounting/books/books-closing.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { addDays, type Day, dayText } from '#core/calendar.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { Change } from '#features/access/change-requests/server/ask-for-change.ts'
import { blockPostings, reopenForReversal, reverse } from '#platform/ledger/ledger.ts'
import { getBooks } from './get-books.ts'
import { findClosings, findHead } from './queries.ts'
import { markClosingReversed } from './store.ts'

type RefuseReversal = (tx: Tx, yearEnd: Day) => Promise<void>
const rests: RefuseReversal[] = []

/** What else rests on a closing, and refuses that it is reversed; called where the routes of that feature are bound. */
export function registerReversingClosing(refuseIt: RefuseReversal): void {
  rests.push(refuseIt)
}

/**
 * Undoes the closing of the newest closed year by its reversal, dated the same last day so that no other year sees it, and with it the lock
 * that the closing set. Refuses: year_not_closed, year_closed_later, year_locked, and what a feature that is registered for it refuses.
 */
export async function reverseClosing(
  tx: Tx,
  actor: TenantActor,
  { yearEnd, reason }: Parsed<typeof contract>,
  { now, requestId }: Context,
): Promise<Replied<typeof contract>> {
  await blockPostings(tx, actor.cooperativeId)
  const closings = await findClosings(tx)
  const closing = closings.find((each) => each.yearEnd === yearEnd) ?? refuse('year_not_closed', { field: 'yearEnd' })
  const [latest] = closings
  if (latest && latest.yearEnd > yearEnd)
    refuse('year_closed_later', { field: 'yearEnd', end: dayText(latest.yearEnd) })
  for (const refuseIt of rests) await refuseIt(tx, yearEnd)
  const { closedThrough } = await findHead(tx)
  if (closedThrough && closedThrough > yearEnd)
    refuse('year_locked', { field: 'yearEnd', through: dayText(closedThrough), begin: dayText(addDays(yearEnd, 1)) })

  // From here on it must succeed.
  await reopenForReversal(tx, actor, closing.entryId, reason)
  const posted = await reverse(tx, actor.cooperativeId, closing.entryId, {
    on: yearEnd,
    actorId: actor.loginId,
    requestId,
  })
  await markClosingReversed(tx, actor, closing.entryId, posted, reason)
  return getBooks(tx, actor, {}, { now })
}

export async function describeReversedClosing(
  _tx: Tx,
  _actor: TenantActor,
  { yearEnd, reason }: Parsed<typeof contract>,
): Promise<Change> {
  return { description: `Reverse the closing of the year that ended on ${dayText(yearEnd)}. Reason: ${reason}` }
}
