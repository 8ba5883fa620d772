import type { EntryId, LoanId } from '#core/ids.ts'
import {
  eventsOf,
  furtherChange,
  type StoredMovement,
  type LoanChange,
  planOfLoan,
  type RunningLoan,
  runningLoan,
} from '#features/loans/loans/rules/running-loan.ts'
import { Refusal, refuse } from '#core/refusal.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findRunningLoans, type LockedRunningLoan } from '#features/loans/running-loans/server/queries.ts'

/** An old loan as it is without the payment that settled it, and its rebate; `further` is what other repayments are then used for otherwise. */
export type Unsettled = { loan: LockedRunningLoan; undone: StoredMovement[]; after: RunningLoan; further: LoanChange }

/** What the reversal of this entry gives back to the loans that it settled, which are held. Refuses: loan_written_off. */
export async function unsettleWith(tx: Tx, named: readonly LoanId[], entryId: EntryId): Promise<Unsettled[]> {
  const loans = await findRunningLoans(tx, named)
  return loans.flatMap((loan) => {
    const undone = loan.movements.filter((each) => each.entryId === entryId && each.status === 'posted')
    if (undone.length === 0) return []
    if (loan.status === 'written_off') return refuse('loan_written_off')
    const after = runningLoan(planOfLoan(loan), eventsOf(loan.movements.filter((each) => !undone.includes(each))))
    if (after instanceof Refusal) throw after
    return [{ loan, undone, after, further: furtherChange(loan.before, after, undone) }]
  })
}
