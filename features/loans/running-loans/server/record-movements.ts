import type { Author, TenantActor } from '#core/actor.ts'
import type { LoanMovementId } from '#core/ids.ts'
import type { Tx } from '#platform/db/tx.ts'
import { insertMovements, markMovementsReversed, type NewLoanMovement, replaceInstalments } from './store.ts'

export type { NewLoanMovement }

/** Records posted movements of loans. Sent, not awaited: nothing after it depends on it but the commit. */
export function recordMovements(tx: Tx, author: Author, movements: readonly NewLoanMovement[]): void {
  insertMovements(tx, author, movements)
}

/** Records that movements were reversed by the entry of this number. */
export async function recordReversals(
  tx: Tx,
  actor: TenantActor,
  ids: readonly LoanMovementId[],
  reason: string,
  entryNumber: number,
): Promise<void> {
  await markMovementsReversed(tx, actor, ids, reason, entryNumber)
}

/** Records the schedules of loans as they are now. */
export async function recordSchedules(
  tx: Tx,
  actor: Pick<TenantActor, 'cooperativeId'>,
  loans: Parameters<typeof replaceInstalments>[2],
): Promise<void> {
  await replaceInstalments(tx, actor, loans)
}
