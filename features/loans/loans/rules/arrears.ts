import { type Day, daysBetween } from '#core/calendar.ts'
import { type Kobo, zeroKobo } from '#core/money.ts'
import type { LoanStanding } from './running-loan.ts'

/** What a society does not count as arrears: an overdue sum up to the amount, and one that is late up to the days. It is owed all the same. */
export type ArrearsTolerance = { amount: Kobo; days: number }

export const noTolerance: ArrearsTolerance = { amount: zeroKobo, days: 0 }

/** For how many days a loan is in arrears; 0 where nothing is overdue, or no more than is tolerated. `lateOn` (features/savings/arrears/server) is the same rule in SQL. */
export function daysInArrears(
  { overdue, overdueSince }: Pick<LoanStanding, 'overdue' | 'overdueSince'>,
  on: Day,
  tolerance: ArrearsTolerance,
): number {
  const days = overdueSince ? daysBetween(overdueSince, on) : 0
  return overdue > tolerance.amount && days > tolerance.days ? days : 0
}
