import type { LoanId } from '#core/ids.ts'
import type { LoanToTakeBack } from '#features/loans/loans/rules/withdrawal.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findGoodsOf } from '#features/loans/goods/server/queries.ts'
import { type LockedLoan, lockLoan } from '#features/loans/running-loans/server/queries.ts'

/** The loan, locked against whoever pays it out or takes it back at the same moment. Refuses: not_found. */
export async function lockLoanToUndo(tx: Tx, loanId: LoanId): Promise<LoanToTakeBack & { held: LockedLoan }> {
  const held = await lockLoan(tx, loanId)
  const { deliveries } = await findGoodsOf(tx, loanId)
  const { status, disbursed, decidedBy } = held
  return {
    held,
    status,
    disbursed,
    handedOverOn: deliveries.find(({ undone }) => !undone)?.on,
    decidedBy: decidedBy ?? undefined,
  }
}
