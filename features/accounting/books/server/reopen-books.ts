import type { reopenBooks as contract } from '#features/accounting/books/books-closing.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { dayText } from '#core/calendar.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { blockPostings, reopenAfter } from '#platform/ledger/ledger.ts'
import { getBooks } from './get-books.ts'
import { findClosings } from './queries.ts'

/** Opens the books again after a day, or all of them, but no year that is closed. Refuses: year_closed_reopen, lock_not_earlier, reopened_by_locker. */
export async function reopenBooks(
  tx: Tx,
  actor: TenantActor,
  { through = null, reason }: Parsed<typeof contract>,
  { now }: Context,
): Promise<Replied<typeof contract>> {
  await blockPostings(tx, actor.cooperativeId)
  const [latest] = await findClosings(tx)
  if (latest && (through ?? '') < latest.yearEnd)
    refuse('year_closed_reopen', { field: 'through', end: dayText(latest.yearEnd) })
  await reopenAfter(tx, actor, through, reason)
  return getBooks(tx, actor, {}, { now })
}
