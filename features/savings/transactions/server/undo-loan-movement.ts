import type { TenantActor } from '#core/actor.ts'
import type { EntryId } from '#core/ids.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { Posted } from '#platform/ledger/ledger.ts'
import { lockVoucher } from './queries.ts'
import { insertDecisions, markReversed } from './store.ts'

/** Puts on record that the entry of a loan was reversed, with what it had moved on the member's savings. */
export async function undoLoanMovement(
  tx: Tx,
  actor: TenantActor,
  entryId: EntryId,
  reason: string,
  reversal: Posted,
): Promise<void> {
  const held = await lockVoucher(tx, entryId)
  if (held.length === 0) return
  await markReversed(tx, entryId)
  await insertDecisions(tx, actor, held, { decision: 'reversed', reason, reversal })
}
