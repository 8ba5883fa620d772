import { type Day, dayText } from '#core/calendar.ts'
import type { LoanId, MemberId } from '#core/ids.ts'
import { type Kobo, moneyText } from '#core/money.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

export const remindDaysMax = 14

/** Days after an instalment fell due on which what is late is told; 0 is the reminder before. */
export type ReminderStep = 0 | 1 | 7 | 30

/** From seven in the morning in Lagos, where no clock is ever put forward or back. */
export function isReminderTime(now: Date): boolean {
  return (now.getUTCHours() + 1) % 24 >= 7
}

/** An instalment of which a step has come and was not told yet. */
export type DueReminder = {
  loanId: LoanId
  number: number
  step: ReminderStep
  memberId: MemberId
  borrower: string
  loan: string
  /** Before: when it falls due. After: since when the loan is late. */
  on: Day
  /** What falls due; of a late loan all that is late. */
  amount: Kobo
  guarantors: readonly MemberId[]
}

export type ReminderNotice = {
  memberId: MemberId
  type: 'info' | 'warning'
  message: string
  link: `/member/${string}`
}

/** One message for a loan however many of its instalments are late, and one for what comes. */
export function noticesOf(due: readonly DueReminder[], today: Day): ReminderNotice[] {
  const before = due.filter(({ step }) => step === 0)
  const late = [
    ...Map.groupBy(
      due.filter(({ step }) => step > 0),
      ({ loanId }) => loanId,
    ).values(),
  ]
  return [
    ...before.map((each) => ({
      memberId: each.memberId,
      type: 'info' as const,
      message: beforeText(each, today),
      link: `/member/loans/${each.loanId}` as const,
    })),
    ...late.flatMap((steps) => {
      const worst = steps.reduce((one, other) => (other.step > one.step ? other : one))
      const own = {
        memberId: worst.memberId,
        type: 'warning' as const,
        message: lateText(worst),
        link: `/member/loans/${worst.loanId}` as const,
      }
      return [
        own,
        ...(worst.step === 30
          ? worst.guarantors.map((memberId) => ({
              memberId,
              type: 'warning' as const,
              message: guarantorText(worst),
              link: '/member/guarantees' as const,
            }))
          : []),
      ]
    }),
  ]
}

function beforeText({ amount, loan, on }: DueReminder, today: Day): string {
  return on === today
    ? fill(strings.ofYourLoanFallsDueToday, { amount: moneyText(amount), loan })
    : fill(strings.ofYourLoanFallsDue, { amount: moneyText(amount), loan, on: dayText(on) })
}

function lateText({ amount, loan, on }: DueReminder): string {
  return fill(strings.ofYourLoanIsOverdue, { amount: moneyText(amount), loan, on: dayText(on) })
}

function guarantorText({ amount, loan, borrower, on }: DueReminder): string {
  return fill(strings.ofTheLoanOfWhich, { amount: moneyText(amount), loan, borrower, on: dayText(on) })
}
