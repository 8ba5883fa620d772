import { type Day, dayIn } from '#core/calendar.ts'
import type { LoanId } from '#core/ids.ts'
import { Refusal, refuse } from '#core/refusal.ts'
import type { Tx } from '#platform/db/tx.ts'
import { whyNotDate } from '#features/accounting/books/rules/open-days.ts'
import { findRunningLoan, type LockedRunningLoan, lockLoan } from './queries.ts'

/** The loan with its movements, locked against others who change it. Refuses: not_found. */
export async function lockRunningLoan(tx: Tx, loanId: LoanId): Promise<LockedRunningLoan> {
  await lockLoan(tx, loanId)
  return findRunningLoan(tx, loanId)
}

/** Refuses a day on which nothing may be dated, or before the loan began. */
export function refuseDay(
  { booksBeginOn, closedThrough, startOn }: Pick<LockedRunningLoan, 'booksBeginOn' | 'closedThrough' | 'startOn'>,
  on: Day,
  now: Date,
): void {
  const wrong = whyNotDate({ booksBeginOn, closedThrough: closedThrough ?? undefined }, on, dayIn(now))
  if (wrong) throw new Refusal(wrong.code, { ...wrong.detail, field: 'on' })
  if (startOn && on < startOn) refuse('movement_before_loan', { field: 'on', start: startOn })
}
