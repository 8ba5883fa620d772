import type { Day } from '#core/calendar.ts'
import { acceptedItems, type ClosingItem, whyNotClose } from '#features/surplus/year-closing/rules/closing-items.ts'
import type { Ask } from '#platform/action.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { BeforeClosing } from '#features/accounting/books/server/actions.ts'
import { getBooks } from '#features/accounting/books/server/reads.ts'
import { findLastNumber } from '#platform/ledger/ledger.ts'
import { findApprovalsItem, findChangedSince, findClosingItems, unclosedBefore } from './reads.ts'
import { insertAcceptances } from './writes.ts'

/**
 * Looks at everything once more, which takes seconds in a large society, and under the lock of the books only at what may have
 * changed since: entries that are newer, and what waits for approval. Everything is looked at under the lock where an entry of the year
 * came meanwhile. Stores what was accepted with the closing. Refuses: closing_blocked, closing_unaccepted.
 */
export const beforeClosing: BeforeClosing = {
  look: async (ask, { yearEnd, accepted = [] }) => {
    const { tx, actor } = ask
    const number = await findLastNumber(tx)
    const looked = await itemsOf(ask, yearEnd)
    return async () => {
      const items = (await findChangedSince(tx, number, yearEnd))
        ? await itemsOf(ask, yearEnd)
        : await withApprovals(tx, looked, yearEnd)
      const reason = whyNotClose(items, accepted)
      if (reason) throw reason
      const kept = acceptedItems(items, accepted)
      return (closingId) => insertAcceptances(tx, actor, closingId, kept)
    }
  },
  describe: ({ accepted = [] }) =>
    accepted.length === 0 ? '' : `Left open: ${accepted.map(({ item, reason }) => `${item} (${reason})`).join(', ')}`,
}

async function itemsOf(ask: Ask, yearEnd: Day): Promise<ClosingItem[]> {
  const { years } = await getBooks(ask, {})
  return findClosingItems(ask, { to: yearEnd, unclosedBefore: unclosedBefore(years, yearEnd) })
}

async function withApprovals(tx: Tx, items: readonly ClosingItem[], yearEnd: Day): Promise<ClosingItem[]> {
  const approvals = await findApprovalsItem(tx, yearEnd)
  return items.map((item) => (item.kind === approvals.kind ? approvals : item))
}
