import { greater } from '#core/bounds.ts'
import { type Day, daysBetween } from '#core/calendar.ts'
import { type Kobo, kobo, sumKobo, zeroKobo } from '#core/money.ts'
import { type ArrearsTolerance, daysInArrears, noTolerance } from './arrears.ts'
import type { InstalmentParts, LoanEvents, LoanPlan } from './loan-plan.ts'
import { rounded } from '#core/rounding.ts'
import { standingOn, totalOf } from './running-loan.ts'
import { scheduleOf } from './schedule.ts'
import { wholeSchedule } from './whole-schedule.ts'

/** What of a loan's interest was earned by a day and not paid; what of it is left out because the loan does not perform; what was paid and not earned. */
export type Accrued = { receivable: Kobo; suspended: Kobo; inAdvance: Kobo; daysLate: number }

const nothing: Accrued = { receivable: zeroKobo, suspended: zeroKobo, inAdvance: zeroKobo, daysLate: 0 }

/**
 * What a loan's interest comes to at the end of a day. What is earned the schedule's own walk says, so that it is what was
 * paid and what the settlement of the day asks; flat interest alone is earned day by day, where a settlement asks the month that
 * has begun. What was taken off at the start is earned from the first money to the last due date. A loan that is late by more
 * than `suspendAfterDays` adds nothing until it is paid; what it would have added is suspended. Later payments do not count, so
 * the day may be long past.
 */
export function accruedOn(
  plan: LoanPlan,
  { disbursements, repayments }: LoanEvents,
  on: Day,
  suspendAfterDays: number,
  tolerance: ArrearsTolerance = noTolerance,
): Accrued {
  const lent = disbursements.filter((disbursement) => disbursement.on <= on)
  if (lent.length === 0) return nothing
  const known = {
    ...plan,
    penaltiesUntil: undefined,
    restarts: (plan.restarts ?? []).filter((restart) => restart.on <= on),
  }
  const {
    instalments,
    owed,
    earned: byDays,
    deducted,
  } = wholeSchedule(known, {
    disbursements: lent,
    repayments: repayments.filter((repayment) => repayment.on <= on),
    asOf: on,
  })
  const lines = instalments.map((line, index) => ({ ...line, owed: owed[index] as InstalmentParts }))
  const paid = sumKobo(lines.map((line) => kobo(line.interest - line.owed.interest)))
  // Nothing is still to be earned of a loan that is repaid, though its last line was to fall due later.
  const isRepaid = lines.every((line) => totalOf(line.owed) === 0n)
  const earned = isRepaid ? paid : byDays
  const unearned = plan.rebate
    ? unearnedOn(plan, lent, on)
    : kobo(deducted - earnedOf(deducted, plan.startOn, lines.at(-1)?.dueOn ?? plan.startOn, on))
  const daysLate = daysInArrears(standingOn(lines, on), on, tolerance)
  const receivable = greater(zeroKobo, kobo(earned - paid))
  const inAdvance = kobo(greater(0n, paid - earned) + (isRepaid ? 0n : unearned))
  return daysLate > suspendAfterDays
    ? { receivable: zeroKobo, suspended: receivable, inAdvance, daysLate }
    : { receivable, suspended: zeroKobo, inAdvance, daysLate }
}

/**
 * What of the interest that was taken off at the start is for the days after this one, of the term that it was calculated
 * for. Paying ahead or new terms change nothing of that, so neither costs or brings the borrower a part of their rebate.
 */
export function unearnedOn(plan: LoanPlan, disbursements: LoanEvents['disbursements'], on: Day): Kobo {
  const { instalments, deducted } = scheduleOf(plan, { disbursements, repayments: [] })
  return kobo(deducted - earnedOf(deducted, plan.startOn, instalments.at(-1)?.dueOn ?? plan.startOn, on))
}

/** The part of a sum that the days up to `on` have earned. */
function earnedOf(sum: Kobo, from: Day, to: Day, on: Day): Kobo {
  if (to <= on) return sum
  if (on <= from) return zeroKobo
  return rounded({ top: sum * BigInt(daysBetween(from, on)), bottom: BigInt(daysBetween(from, to)) }, 'half_up')
}

/** What all loans come to, for each of the accounts that an accrual touches. A murabaha's margin is income of its own. */
export type AccruedTotals = { receivable: Kobo; inAdvance: Kobo; suspended: Kobo; interest: Kobo; margin: Kobo }

export function accruedTotals(loans: readonly (Accrued & { isMurabaha: boolean })[]): AccruedTotals {
  const sum = (of: readonly Accrued[], part: 'receivable' | 'inAdvance' | 'suspended') =>
    sumKobo(of.map((each) => each[part]))
  const [margin, interest] = [
    loans.filter(({ isMurabaha }) => isMurabaha),
    loans.filter(({ isMurabaha }) => !isMurabaha),
  ]
  const income = (of: readonly Accrued[]) => kobo(sum(of, 'receivable') - sum(of, 'inAdvance'))
  return {
    receivable: sum(loans, 'receivable'),
    inAdvance: sum(loans, 'inAdvance'),
    suspended: sum(loans, 'suspended'),
    interest: income(interest),
    margin: income(margin),
  }
}
