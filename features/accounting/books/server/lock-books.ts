import type { lockBooks as contract } from '#features/accounting/books/books-closing.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { dayIn } from '#core/calendar.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { lockThrough } from '#platform/ledger/ledger.ts'
import { getBooks } from './get-books.ts'

/** Locks the books through a day that is over. Refuses: lock_in_future, lock_not_later. */
export async function lockBooks(
  tx: Tx,
  actor: TenantActor,
  { through }: Parsed<typeof contract>,
  { now }: Context,
): Promise<Replied<typeof contract>> {
  if (through >= dayIn(now)) refuse('lock_in_future', { field: 'through' })
  await lockThrough(tx, actor, through)
  return getBooks(tx, actor, {}, { now })
}
