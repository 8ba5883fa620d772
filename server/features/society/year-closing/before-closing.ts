import type { Day } from '#domain/calendar.ts'
import { acceptedItems, type ClosingItem, whyNotClose } from '#domain/society/year-closing/closing-items.ts'
import type { TenantActor } from '#domain/actor.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/tx.ts'
import type { BeforeClosing } from '#server/features/books/books/close-year.ts'
import { getBooks } from '#server/features/books/books/get-books.ts'
import { findClosingItems } from './find-closing-items.ts'
import { unclosedBefore } from './get-year-closing.ts'
import { insertAcceptances } from './store.ts'

/** Looks at everything once more under the lock of the books, and stores what was accepted with the closing. Refuses: closing_blocked, closing_unaccepted. */
export const beforeClosing: BeforeClosing = {
  check: async (tx, actor, { yearEnd, accepted }, context) => {
    const items = await itemsOf(tx, actor, yearEnd, context)
    const reason = whyNotClose(items, accepted)
    if (reason) throw reason
    const kept = acceptedItems(items, accepted ?? [])
    return (closingId) => insertAcceptances(tx, actor, closingId, kept)
  },
  describe: async (_tx, { accepted = [] }) =>
    accepted.length === 0 ? '' : `Left open: ${accepted.map(({ item, reason }) => `${item} (${reason})`).join(', ')}`,
}

async function itemsOf(tx: Tx, actor: TenantActor, yearEnd: Day, context: Context): Promise<ClosingItem[]> {
  const { years } = await getBooks(tx, actor, {}, context)
  return findClosingItems(tx, actor, { to: yearEnd, unclosedBefore: unclosedBefore(years, yearEnd) }, context)
}
