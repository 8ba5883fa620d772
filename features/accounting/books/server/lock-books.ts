import type { lockBooks as contract } from '#features/accounting/books/books-closing.ts'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { TenantActor } from '#domain/actor.ts'
import { dayIn } from '#domain/calendar.ts'
import { refuse } from '#domain/refusal.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/tx.ts'
import { lockThrough } from '#server/ledger/ledger.ts'
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
