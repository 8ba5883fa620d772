import { lesser } from '#core/bounds.ts'
import type { Day } from '#core/calendar.ts'
import type { AccountId } from '#core/ids.ts'
import { type Kobo, kobo, moneyText, sumKobo, zeroKobo } from '#core/money.ts'
import { Refusal, refusal } from '#core/refusal.ts'
import type { JournalLine } from '#features/accounting/books/rules/journal.ts'
import { unearnedOn } from './accrual.ts'
import { type InstalmentParts, type LoanEvents, type LoanPlan, repaidAboveOwed, type Repayment } from './loan-plan.ts'
import {
  changeBetween,
  changeWithout,
  journalOf,
  type LoanAccounts,
  type LoanChange,
  repaidAsOwed,
  type RunningLoan,
  runningLoan,
} from './running-loan.ts'
import { wholeSchedule } from './whole-schedule.ts'

export const loanSettledForLess = refusal(
  'loan_settled_for_less',
  422,
  '{settlement} settles this loan on {on}, because {rebate} of its interest is given back. Enter that or less.',
)

/** More than any loan owes. */
const plenty = (10n ** 60n) as Kobo

/**
 * What settles a loan on a day: what the schedule itself takes of a payment that is more than enough, so that quote and
 * posting can't differ, less the rebate. On a due date it is what is owed with that instalment; before it, interest runs to the day.
 */
export function settlementOn(plan: LoanPlan, events: LoanEvents, on: Day): Kobo {
  return kobo(owedOn(plan, events, on) - rebateOn(plan, events, on))
}

/** What settles a loan on a day, without a rebate. */
function owedOn(plan: LoanPlan, { disbursements, repayments }: LoanEvents, on: Day): Kobo {
  const before = repayments.filter((repayment) => repayment.on <= on)
  const { notOwed } = wholeSchedule(plan, {
    disbursements: disbursements.filter((disbursement) => disbursement.on <= on),
    repayments: [...before, { on, amount: plenty }],
    asOf: on,
  })
  // Where a deduction that waits has paid more than settling takes, nothing is left to settle with.
  return notOwed?.index === before.length ? notOwed.owed : zeroKobo
}

/**
 * What of the interest that was taken off at the start is given back to who settles on this day: what the days after it
 * were to earn, and at most the principal that is not due yet, so that it repays nothing else and is never paid out. A day
 * before another payment brings none. Never more than is owed: where a deduction that waits has paid a fee of its instalment,
 * settling takes less than the principal that is not due.
 */
export function rebateOn(plan: LoanPlan, events: LoanEvents, on: Day): Kobo {
  const { disbursements, repayments } = events
  if (!plan.rebate || repayments.some((repayment) => repayment.on > on)) return zeroKobo
  const schedule = wholeSchedule(plan, { disbursements, repayments, asOf: on })
  const notDue = schedule.instalments.map(({ dueOn }, index) =>
    dueOn > on ? (schedule.owed[index] as InstalmentParts).principal : zeroKobo,
  )
  return lesser(owedOn(plan, events, on), lesser(sumKobo(notDue), unearnedOn(plan, disbursements, on)))
}

/** What is given back repays principal alone. */
export type Rebate = { amount: Kobo; change: LoanChange }

/** A loan after a payment, what the payment changed, and the rebate that came with it. */
export type Repaid = { after: RunningLoan; change: LoanChange; rebate: Rebate | undefined }

const noChange: LoanChange = {
  principal: zeroKobo,
  interest: zeroKobo,
  fees: zeroKobo,
  penalties: zeroKobo,
  deducted: zeroKobo,
  feesDeducted: zeroKobo,
}

/**
 * What a payment makes of a loan; the one that settles it on its day brings the rebate. Refuses: loan_settled_for_less,
 * where it is more than that, and what a running loan refuses.
 */
export function repaidOn(plan: LoanPlan, events: LoanEvents, repayment: Repayment): Repaid | Refusal {
  const { on, amount } = repayment
  const rebate = rebateOn(plan, events, on)
  const settlement = settlementOn(plan, events, on)
  if (rebate > 0n && amount > settlement)
    return loanSettledForLess({ field: 'amount', on, settlement: moneyText(settlement), rebate: moneyText(rebate) })
  const given = rebate > 0n && amount === settlement ? [{ on, amount: rebate }] : []
  const before = runningLoan(plan, events)
  const after = runningLoan(plan, { ...events, repayments: [...events.repayments, repayment, ...given] })
  if (before instanceof Refusal) return before
  if (after instanceof Refusal) {
    if (after.code !== repaidAboveOwed) return after
    // What came on the same day may be taken after this payment, and be what nothing is owed for then.
    const taken = repaidAsOwed(plan, events, repayment)?.amount ?? zeroKobo
    return repaidAboveOwed({ field: 'amount', owed: moneyText(taken) })
  }
  const change = changeBetween(before, after)
  if (given.length === 0) return { after, change, rebate: undefined }
  const back = { ...noChange, principal: rebate }
  return { after, change: changeWithout(change, back), rebate: { amount: rebate, change: back } }
}

/** The journals of a repayment: the rebate is income that goes back and principal that it repays. */
export function journalsOf(
  amount: Kobo,
  money: AccountId,
  { change, rebate }: Pick<Repaid, 'change' | 'rebate'>,
  accounts: LoanAccounts,
): JournalLine[][] {
  return [
    journalOf('repayment', amount, money, change, accounts),
    ...(rebate ? [journalOf('repayment', rebate.amount, accounts.interest, rebate.change, accounts)] : []),
  ]
}
