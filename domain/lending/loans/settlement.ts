import type { Day } from '#domain/calendar.ts'
import { type Kobo, zeroKobo } from '#domain/money.ts'
import type { LoanEvents, LoanPlan } from './loan-plan.ts'
import { wholeSchedule } from './whole-schedule.ts'

/** More than any loan owes. */
const plenty = (10n ** 60n) as Kobo

/**
 * What settles a loan on a day: what the schedule itself takes of a payment that is more than enough, so that quote and
 * posting can't differ. On a due date it is what is owed with that instalment; before it, interest runs to the day.
 */
export function settlementOn(plan: LoanPlan, { disbursements, repayments }: LoanEvents, on: Day): Kobo {
  const { notOwed } = wholeSchedule(plan, {
    disbursements: disbursements.filter((disbursement) => disbursement.on <= on),
    repayments: [...repayments.filter((repayment) => repayment.on <= on), { on, amount: plenty }],
    asOf: on,
  })
  return notOwed?.owed ?? zeroKobo
}
