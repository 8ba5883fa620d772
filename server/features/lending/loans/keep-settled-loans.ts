import type { TenantActor } from '#domain/actor.ts'
import type { Day } from '#domain/calendar.ts'
import type { LoanMovementId } from '#domain/ids.ts'
import type { LoanChange } from '#domain/lending/loans/running-loan.ts'
import type { Kobo } from '#domain/money.ts'
import { newId } from '#server/db/id.ts'
import type { Tx } from '#server/db/tx.ts'
import { type Posted, receiptNumber } from '#server/ledger/ledger.ts'
import { recordMovements } from '#server/features/lending/running-loans/record-movements.ts'
import type { HeldRunningLoan } from '#server/features/lending/running-loans/queries.ts'

/** Keeps on loans that the settlement of a member who leaves repaid them. Sent, not awaited. */
export function keepSettledLoans(
  tx: Tx,
  actor: TenantActor,
  settled: readonly { loan: HeldRunningLoan; amount: Kobo; change: LoanChange }[],
  posted: Posted,
  on: Day,
): void {
  if (settled.length === 0) return
  recordMovements(
    tx,
    actor,
    settled.map(({ loan, amount, change }) => ({
      loan,
      id: newId<LoanMovementId>(),
      kind: 'repayment',
      amount,
      on,
      way: 'leaving',
      through: null,
      ...change,
      entryId: posted.entryId,
      entryNumber: posted.number,
      receiptNumber: receiptNumber(posted),
    })),
  )
}
