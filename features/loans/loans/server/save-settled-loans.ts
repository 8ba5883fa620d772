import type { TenantActor } from '#core/actor.ts'
import type { Day } from '#core/calendar.ts'
import type { LoanMovementId } from '#core/ids.ts'
import type { Kobo } from '#core/money.ts'
import type { Repaid } from '#features/loans/loans/rules/settlement.ts'
import type { LockedRunningLoan } from '#features/loans/running-loans/server/reads.ts'
import { insertMovements } from '#features/loans/running-loans/server/writes.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { type Posted, receiptNumber } from '#platform/ledger/ledger.ts'

/** Records on loans that a leaving member’s settlement repaid them. Sent, not awaited. */
export function saveSettledLoans(
  tx: Tx,
  actor: TenantActor,
  settled: readonly (Pick<Repaid, 'change' | 'rebate'> & { loan: LockedRunningLoan; amount: Kobo })[],
  posted: Posted,
  on: Day,
): void {
  if (settled.length === 0) return
  insertMovements(
    tx,
    actor,
    settled.map(({ loan, amount, change, rebate }) => ({
      ...{ loan, id: newId<LoanMovementId>(), kind: 'repayment', amount, on, way: 'leaving', through: null, rebate },
      ...change,
      ...{ entryId: posted.entryId, entryNumber: posted.number, receiptNumber: receiptNumber(posted) },
    })),
  )
}
