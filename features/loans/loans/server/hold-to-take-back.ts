import type { LoanId } from '#domain/ids.ts'
import type { LoanToTakeBack } from '#features/loans/loans/rules/withdrawal.ts'
import type { Tx } from '#server/db/tx.ts'
import { findGoodsOf } from '#features/loans/goods/server/queries.ts'
import { type HeldLoan, holdLoan } from '#features/loans/running-loans/server/queries.ts'

/** The loan, held against whoever pays it out or takes it back at the same moment. Refuses: not_found. */
export async function holdToTakeBack(tx: Tx, loanId: LoanId): Promise<LoanToTakeBack & { held: HeldLoan }> {
  const held = await holdLoan(tx, loanId)
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
