import type { LoanId } from '#core/ids.ts'
import { countedLateOn, type CuringRules, keptDelay } from '#features/loans/loans/rules/kept-delay.ts'
import { eventsOf, planOfLoan } from '#features/loans/loans/rules/running-loan.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findCuringRules, findRunningLoans, findSettledChain } from './queries.ts'
import { updateDelays } from './store.ts'

/** By how many days the loans were late that each of these settled, on the day of that. */
export async function findBroughtDelays(
  tx: Tx,
  loanIds: readonly LoanId[],
  rules: CuringRules,
): Promise<(loanId: LoanId) => number> {
  const chain = await findSettledChain(tx, loanIds)
  const settled = await findRunningLoans(tx, [...new Set(chain.map(({ settles }) => settles))])
  const loans = new Map(settled.map((loan) => [loan.loanId, loan]))
  const broughtBy = (loanId: LoanId): number =>
    Math.max(
      0,
      ...chain
        .filter((each) => each.loanId === loanId)
        .map(({ settles, entryId, on }) => {
          const loan = loans.get(settles)
          if (!loan?.startOn) return 0
          const before = loan.movements.filter((movement) => movement.entryId !== entryId)
          return countedLateOn(planOfLoan(loan), eventsOf(before), broughtBy(settles), rules, on)
        }),
    )
  return broughtBy
}

/** Stores what these loans keep of former delays: of the day on which they got new terms, and of the late loans that they settled. */
export async function saveDelays(tx: Tx, loanIds: readonly LoanId[]): Promise<void> {
  if (loanIds.length === 0) return
  const rules = await findCuringRules(tx)
  const loans = new Map((await findRunningLoans(tx, loanIds)).map((loan) => [loan.loanId, loan]))
  const broughtBy = await findBroughtDelays(tx, loanIds, rules)
  await updateDelays(
    tx,
    loanIds.flatMap((loanId) => {
      const loan = loans.get(loanId)
      if (!loan) return []
      const kept =
        loan.status === 'active' && loan.startOn
          ? keptDelay(planOfLoan(loan), eventsOf(loan.movements), broughtBy(loanId), rules)
          : { days: 0, paidOnTime: 0 }
      return [{ loanId, ...kept }]
    }),
  )
}
