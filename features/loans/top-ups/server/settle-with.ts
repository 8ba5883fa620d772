import type { Day } from '#core/calendar.ts'
import type { LoanId } from '#core/ids.ts'
import type { Repaid } from '#features/loans/loans/rules/settlement.ts'
import { settledOn } from '#features/loans/loans/rules/top-up.ts'
import type { Kobo } from '#core/money.ts'
import { Refusal, refuse } from '#core/refusal.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findRunningLoans, type LockedRunningLoan } from '#features/loans/running-loans/server/queries.ts'

/** An old loan with the payment of a new one that settles it. */
export type Settled = Repaid & { loan: LockedRunningLoan; amount: Kobo }

/**
 * What of a new loan's money settles these, which are held, on that day; one that was repaid meanwhile takes nothing.
 * Refuses: top_up_not_running, top_up_day_too_early.
 */
export async function settleWith(tx: Tx, named: readonly LoanId[], on: Day): Promise<Settled[]> {
  const loans = await findRunningLoans(tx, named)
  return loans.flatMap((loan) => {
    if (loan.status === 'completed') return []
    if (loan.status !== 'active') return refuse('top_up_not_running', { field: 'settles' })
    const settled = settledOn(loan, on)
    if (settled instanceof Refusal) throw settled
    return settled ? [{ loan, ...settled }] : []
  })
}
