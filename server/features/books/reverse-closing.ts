import type { reverseClosing as contract } from '#contract/books-closing.ts'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { TenantActor } from '#domain/actor.ts'
import { dayText } from '#domain/calendar.ts'
import { refuse } from '#domain/refusal.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/tx.ts'
import type { Change } from '#server/features/change-requests/ask-for-change.ts'
import { holdBooks, reverse } from '#server/ledger/ledger.ts'
import { getBooks } from './get-books.ts'
import { findClosings } from './queries.ts'
import { markClosingReversed } from './store.ts'

/**
 * Undoes the closing of the newest closed year by its reversal, dated the same last day so that no other year sees it.
 * Refuses: year_not_closed, year_closed_later, period_closed.
 */
export async function reverseClosing(tx: Tx, actor: TenantActor, { yearEnd, reason }: Parsed<typeof contract>, { now, requestId }: Context): Promise<Replied<typeof contract>> {
  await holdBooks(tx, actor.cooperativeId)
  const closings = await findClosings(tx)
  const closing = closings.find((each) => each.yearEnd === yearEnd) ?? refuse('year_not_closed', { field: 'yearEnd' })
  const [latest] = closings
  if (latest && latest.yearEnd > yearEnd) refuse('year_closed_later', { field: 'yearEnd', end: dayText(latest.yearEnd) })

  // From here on it must succeed, unless the year has been locked since.
  const posted = await reverse(tx, actor.cooperativeId, closing.entryId, { on: yearEnd, actorId: actor.loginId, requestId })
  await markClosingReversed(tx, actor, closing.entryId, posted, reason)
  return getBooks(tx, actor, {}, { now })
}

export async function describeReversedClosing(_tx: Tx, _actor: TenantActor, { yearEnd, reason }: Parsed<typeof contract>): Promise<Change> {
  return { description: `Reverse the closing of the year that ended on ${dayText(yearEnd)}. Reason: ${reason}` }
}
