import type { TenantActor } from '#domain/actor.ts'
import { changeBetween } from '#features/loans/loans/rules/running-loan.ts'
import type { Kobo } from '#domain/money.ts'
import type { Tx } from '#server/db/tx.ts'
import { renewPledges } from '#features/savings/pledges/server/renew-pledges.ts'
import type { HeldRunningLoan } from './queries.ts'
import { insertMovements, type NewLoanMovement, updateLost } from './store.ts'

type Lost = { status: 'active' | 'written_off'; writtenOff: Kobo; recovered: Kobo }

/** Keeps what of a loan is lost and what of that came in, and who still guarantees it; its schedule and what was repaid stay as they are. */
export async function keepLostLoan(
  tx: Tx,
  actor: TenantActor,
  { loanId }: Pick<HeldRunningLoan, 'loanId'>,
  lost: Lost,
): Promise<void> {
  await updateLost(tx, loanId, lost)
  await renewPledges(tx, actor, [loanId])
}

/** Keeps a movement that changes nothing of what was repaid. Sent, not awaited. */
export function keepLostMovement(
  tx: Tx,
  actor: TenantActor,
  loan: HeldRunningLoan,
  movement: Pick<
    NewLoanMovement,
    'id' | 'kind' | 'amount' | 'on' | 'way' | 'through' | 'reference' | 'entryId' | 'entryNumber' | 'receiptNumber'
  >,
): void {
  insertMovements(tx, actor, [{ loan, ...movement, ...changeBetween(loan.before, loan.before) }])
}
