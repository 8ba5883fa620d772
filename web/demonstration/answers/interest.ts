import { listFixedDeposits } from '#contract/money/fixed-deposits.ts'
import { listInterestRuns, listInterestTypes } from '#contract/money/interest.ts'
import { listLoanAccruals } from '#contract/lending/loan-accruals.ts'
import { zeroKobo } from '#domain/money.ts'
import { type Answer, inside } from '#web/demonstration/answering.ts'

/** The sample society's savings earn nothing, interest on its loans is income when it is paid, and nobody has a deposit there. */
export const interestAnswers: readonly Answer[] = [
  inside(listInterestTypes, ({ society }) =>
    society.accountTypes.flatMap(({ id, name, savings }) =>
      savings
        ? [{ accountTypeId: id, name, annualRatePercent: savings.rateBasisPoints / 100, method: savings.method, leastBalance: savings.leastBalance, periods: [], postedThrough: null }]
        : [],
    ),
  ),
  inside(listInterestRuns, () => ({ rows: [], total: 0 })),
  inside(listLoanAccruals, () => ({ rows: [], total: 0, summary: { basis: 'cash', suspendAfterDays: 90, days: [] } })),
  inside(listFixedDeposits, () => ({ rows: [], total: 0, summary: { open: 0, principal: zeroKobo, waiting: 0 } })),
]
