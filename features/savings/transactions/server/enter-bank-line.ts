import type { Replied } from '#core/contract/endpoint.ts'
import type { recordMovement as contract } from '#features/savings/transactions/movements.ts'
import type { TenantActor } from '#core/actor.ts'
import type { BankLineId, EntryId, TransactionId } from '#core/ids.ts'
import { refuse } from '#core/refusal.ts'
import type { Tx } from '#platform/db/tx.ts'

type Recorded = Pick<Replied<typeof contract>, 'id' | 'entryId' | 'amount'>
type Entering = {
  /** Matches a line of the bank with what was recorded from it, or has it wait with that. */
  enter: (tx: Tx, actor: TenantActor, lineId: BankLineId, recorded: Recorded) => Promise<void>
  /** Matches the line that waited with these, if one did. */
  approved: (tx: Tx, actor: TenantActor, ids: readonly TransactionId[], entryId: EntryId) => Promise<void>
}

let entering: Entering | undefined

/** How bank reconciliation enters lines; called where its routes are bound. */
export function registerEntering(given: Entering): void {
  entering = given
}

export async function enterBankLine(tx: Tx, actor: TenantActor, lineId: BankLineId, recorded: Recorded): Promise<void> {
  if (actor.role === 'member') refuse('for_officers_only', { field: 'bankLineId' })
  await entering?.enter(tx, actor, lineId, recorded)
}

export async function matchApproved(
  tx: Tx,
  actor: TenantActor,
  ids: readonly TransactionId[],
  entryId: EntryId,
): Promise<void> {
  await entering?.approved(tx, actor, ids, entryId)
}
