import { type Day, dayText } from '#core/calendar.ts'
import { type Kobo, kobo, moneyText, sumKobo } from '#core/money.ts'
import { Refusal, refusal } from '#core/refusal.ts'
import { dueAfter } from './due-dates.ts'
import type { Instalment, LoanEvents } from './loan-plan.ts'
import type { InterestMethod } from './loan.ts'
import {
  type Agreed,
  changeBetween,
  isNoChange,
  type StoredCharging,
  type StoredRestart,
  outstandingPrincipal,
  planOfLoan,
  type RunningLoan,
  runningLoan,
  totalOf,
} from './running-loan.ts'
import type { TakenOver } from './taken-over.ts'

const rescheduleFixedPrice = refusal(
  'reschedule_fixed_price',
  409,
  'What this loan costs was fixed when it was paid out, so it is not given new terms. Settle it and give a new loan instead.',
)
const rescheduleNotAllPaidOut = refusal(
  'reschedule_not_all_paid_out',
  409,
  '{disbursed} of {principal} has been paid out. Pay out the rest before giving the loan new terms.',
)
const rescheduleTooEarly = refusal(
  'reschedule_too_early',
  422,
  'This loan last moved on {last}. Choose that day or a later one, so that nothing that happened is worked out again.',
)
const rescheduleFirstDueTooEarly = refusal(
  'reschedule_first_due_too_early',
  422,
  'The new terms begin on {on}. Choose a later day for the first instalment.',
)
const rescheduleMovesPayments = refusal(
  'reschedule_moves_payments',
  409,
  'A deduction from a salary waits for an instalment of this loan. Choose the day on which that instalment falls due, or a later one.',
)
const rescheduleUnchanged = refusal(
  'reschedule_unchanged',
  422,
  'No principal is owed on this loan, so there is nothing to give new terms.',
)

/** New terms as an officer asks for them. */
export type AskedRestart = {
  on: Day
  instalments: number
  firstDueOn: Day | undefined
  annualRatePpm: number | undefined
}

export type Rescheduled = {
  restart: StoredRestart
  after: RunningLoan
  outstanding: Kobo
  interestOwed: Kobo
  before: RunningLoan
}

type Running = Omit<Agreed, 'startOn' | 'firstDueOn'> & {
  startOn: Day | null
  firstDueOn: Day | null
  restarts: readonly StoredRestart[]
  principal: Kobo
  takenOver: TakenOver | null
  before: RunningLoan
} & StoredCharging

/**
 * The loan on new terms, or why it can't have them. Nothing that was paid is used otherwise by them: where a salary deduction has paid
 * for an instalment that falls due later, they begin on that day.
 */
export function rescheduled(
  loan: Running,
  events: LoanEvents,
  { on: askedOn, instalments, firstDueOn, annualRatePpm }: AskedRestart,
): Rescheduled | Refusal {
  const { before, principal, interestMethod, restarts } = loan
  const wrong = whyNotReschedule(interestMethod, principal, before)
  if (wrong) return wrong
  const last = [...events.disbursements, ...events.repayments]
    .map((each) => each.on)
    .toSorted()
    .at(-1)
  const since = restarts.at(-1)?.on
  const on = deductedUntil(before, events, askedOn) ?? askedOn
  if (last !== undefined && on < last) return rescheduleTooEarly({ field: 'on', last: dayText(last) })
  if (since !== undefined && on <= since) return rescheduleTooEarly({ field: 'on', last: dayText(since) })
  const restart: StoredRestart = {
    on,
    instalments,
    firstDueOn: firstDueOn ?? dueAfter(on, loan.repaidEvery, loan.schedule),
    annualRatePpm: annualRatePpm ?? restarts.at(-1)?.annualRatePpm ?? loan.annualRatePpm,
  }
  if (restart.firstDueOn <= on) return rescheduleFirstDueTooEarly({ field: 'firstDueOn', on: dayText(on) })
  const after = runningLoan(planOfLoan({ ...loan, restarts: [...restarts, restart] }), events)
  if (after instanceof Refusal) return after
  if (!isNoChange(changeBetween(before, after))) return rescheduleMovesPayments({ field: 'on' })
  const outstanding = outstandingPrincipal(after)
  const free = runningLoan(planOfLoan({ ...loan, restarts: [...restarts, { ...restart, annualRatePpm: 0 }] }), events)
  if (free instanceof Refusal) return free
  // The interest of a new schedule that bears none of its own was owed before it began.
  return {
    restart,
    after,
    outstanding,
    interestOwed: sumKobo(free.instalments.map(({ owed }) => owed.interest)),
    before,
  }
}

/** The day on which the last instalment falls due, after this day, that a salary deduction or a payment that is held has paid for. */
function deductedUntil({ instalments }: RunningLoan, { repayments }: LoanEvents, on: Day): Day | undefined {
  const begun = instalments.findLast(({ dueOn }) => dueOn <= on)?.dueOn ?? ''
  const waits = repayments.some(
    (each) => each.on <= on && ((each.dueBy ?? '') > on || (each.heldBy !== undefined && each.on > begun)),
  )
  if (!waits) return undefined
  return instalments.findLast(({ dueOn, total, owed }) => dueOn > on && totalOf(owed) < total)?.dueOn
}

function whyNotReschedule(interestMethod: InterestMethod, principal: Kobo, before: RunningLoan): Refusal | undefined {
  if (interestMethod === 'upfront' || interestMethod === 'murabaha') return rescheduleFixedPrice()
  if (before.disbursed < principal)
    return rescheduleNotAllPaidOut({ principal: moneyText(principal), disbursed: moneyText(before.disbursed) })
  return outstandingPrincipal(before) === 0n ? rescheduleUnchanged({ field: 'on' }) : undefined
}

/** What of a schedule is still to pay, as two of them are laid side by side. */
export function stillToPay({ instalments, regularInstalment }: RunningLoan): {
  lines: Pick<Instalment, 'number' | 'dueOn' | 'principal' | 'interest' | 'total'>[]
  regularInstalment: Kobo
  interest: Kobo
  total: Kobo
} {
  const lines = instalments
    .filter(({ owed }) => totalOf(owed) > 0n)
    .map(({ number, dueOn, owed }) => ({
      number,
      dueOn,
      principal: owed.principal,
      interest: kobo(totalOf(owed) - owed.principal),
      total: totalOf(owed),
    }))
  return {
    lines,
    regularInstalment,
    interest: sumKobo(lines.map((line) => line.interest)),
    total: sumKobo(lines.map((line) => line.total)),
  }
}
