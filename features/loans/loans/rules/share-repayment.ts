import { lesser } from '#core/bounds.ts'
import type { Day } from '#core/calendar.ts'
import { type Kobo, kobo } from '#core/money.ts'
import type { LoanEvents, LoanPlan } from './loan-plan.ts'
import { repaidAsOwed, type RunningLoan, totalOf } from './running-loan.ts'

/** A member's loan as it is, with what it was worked out from. */
export type OwingLoan = { plan: LoanPlan; events: LoanEvents; before: RunningLoan }

/** What of it a loan took. */
export type SharedRepayment<Loan> = { loan: Loan; amount: Kobo; after: RunningLoan }

/**
 * Uses what was deducted of a member for their loans: what falls due by `dueBy`, the oldest first whichever loan it is of;
 * then it repays ahead. What no loan owes is left.
 */
export function shareRepayment<Loan extends OwingLoan>(
  amount: Kobo,
  loans: readonly Loan[],
  { on, dueBy }: { on: Day; dueBy: Day },
): { repaid: SharedRepayment<Loan>[]; left: Kobo } {
  const due = loans
    .flatMap(({ before }, index) =>
      before.instalments
        .filter(({ dueOn }) => dueOn <= dueBy)
        .map(({ dueOn, owed }) => ({ index, dueOn, owed: totalOf(owed) })),
    )
    .toSorted((a, b) => a.dueOn.localeCompare(b.dueOn))
  const wanted: bigint[] = []
  let left: bigint = amount
  for (const { index, owed } of due) {
    const part = lesser(left, owed)
    wanted[index] = (wanted[index] ?? 0n) + part
    left -= part
  }
  const first = due.find(({ owed }) => owed > 0n)?.index ?? 0
  const inOrder = [first, ...[...loans.keys()].filter((index) => index !== first)]
  const repaid: SharedRepayment<Loan>[] = []
  for (const index of inOrder) {
    const loan = loans[index]
    const offered = kobo((wanted[index] ?? 0n) + left)
    if (!loan) continue
    const taken = repaidAsOwed(loan.plan, loan.events, { on, amount: offered, dueBy })
    left = offered - (taken?.amount ?? 0n)
    if (taken) repaid.push({ loan, ...taken })
  }
  return { repaid, left: kobo(left) }
}
