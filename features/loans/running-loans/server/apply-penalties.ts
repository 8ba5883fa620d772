import type { Day } from '#core/calendar.ts'
import type { CooperativeId, LoanId } from '#core/ids.ts'
import { eventsOf, planOfLoan, runningLoan } from '#features/loans/loans/rules/running-loan.ts'
import { Refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/db/tx.ts'
import { lockActive } from './queries.ts'
import { savePenaltiesUntil, replaceInstalments } from './store.ts'

/**
 * Works the schedules of these loans out with the penalties that are known until this day. Nothing is posted: a penalty is
 * income when it is paid, and none of what was paid is used otherwise.
 */
export async function applyPenalties(
  tx: Tx,
  cooperativeId: CooperativeId,
  loanIds: readonly LoanId[],
  until: Day | null,
): Promise<void> {
  if (loanIds.length === 0) return
  const kept = (await lockActive(tx, loanIds)).map((loan) => {
    const after = runningLoan(planOfLoan({ ...loan, penaltiesUntil: until }), eventsOf(loan.movements))
    if (after instanceof Refusal)
      throw new Error(`The penalties of loan ${loan.loanId} contradict what was paid`, { cause: after })
    return { loan, after }
  })
  await replaceInstalments(tx, { cooperativeId }, kept)
  await savePenaltiesUntil(
    tx,
    kept.map(({ loan }) => loan.loanId),
    until,
  )
}
