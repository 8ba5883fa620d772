import type { TenantActor } from '#core/actor.ts'
import { changeBetween } from '#features/loans/loans/rules/running-loan.ts'
import type { Kobo } from '#core/money.ts'
import type { Tx } from '#platform/db/tx.ts'
import { renewPledges } from '#features/savings/pledges/server/actions.ts'
import type { LockedRunningLoan } from './queries.ts'
import { insertMovements, type NewLoanMovement, updateLost } from './store.ts'

type Lost = { status: 'active' | 'written_off'; writtenOff: Kobo; recovered: Kobo }

/** Saves what of a loan is written off and what of that was recovered, and who still guarantees it; its schedule and what was repaid stay as they are. */
export async function saveWrittenOffLoan(
  tx: Tx,
  actor: TenantActor,
  { loanId }: Pick<LockedRunningLoan, 'loanId'>,
  lost: Lost,
): Promise<void> {
  await updateLost(tx, loanId, lost)
  await renewPledges(tx, actor, [loanId])
}

/** Saves a movement that changes nothing of what was repaid. Sent, not awaited. */
export function saveWrittenOffMovement(
  tx: Tx,
  actor: TenantActor,
  loan: LockedRunningLoan,
  movement: Pick<
    NewLoanMovement,
    'id' | 'kind' | 'amount' | 'on' | 'way' | 'through' | 'reference' | 'entryId' | 'entryNumber' | 'receiptNumber'
  >,
): void {
  insertMovements(tx, actor, [{ loan, ...movement, ...changeBetween(loan.before, loan.before) }])
}
