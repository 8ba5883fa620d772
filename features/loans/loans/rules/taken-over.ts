import type { Day } from '#core/calendar.ts'
import { type Kobo, kobo } from '#core/money.ts'
import { dueDates, type InstalmentUnit } from './due-dates.ts'
import type { LoanPlan } from './loan-plan.ts'

/** How a loan was on the day on which it came from the society's old books; from then on it runs like any other. */
export type TakenOver = {
  originalPrincipal: Kobo
  instalmentsLeft: number
  /** Since when something is late; null where nothing is. */
  overdueSince: Day | null
  overduePrincipal: Kobo
  /** Interest that was owed and not paid, late or not yet due. */
  interestOwed: Kobo
  /** What each level instalment was agreed to be; null where they are not level. */
  agreedInstalment?: Kobo | null
}

/**
 * The plan by which what is left of it runs: its remaining principal over the remaining instalments, behind one line of what
 * was late. Interest that was taken off at the start was taken off in the old books.
 */
export function planTakenOver(
  plan: LoanPlan,
  principal: Kobo,
  { originalPrincipal, instalmentsLeft, overdueSince, overduePrincipal, interestOwed, agreedInstalment }: TakenOver,
): LoanPlan {
  const terms =
    plan.interestMethod === 'upfront'
      ? ({ interestMethod: 'equal_principal', annualRate: { top: 0n, bottom: 1n } } as const)
      : {}
  return {
    ...plan,
    ...terms,
    ...lengthLeft(plan, instalmentsLeft),
    agreedInstalment: agreedInstalment ?? undefined,
    brought: {
      repaid: kobo(originalPrincipal - principal),
      since: overdueSince ?? undefined,
      principal: overduePrincipal,
      interest: interestOwed,
    },
  }
}

/** A grace, a free time or a balloon of its beginning is over; principal that is repaid at the end still is. */
function lengthLeft({ instalments, gracePrincipal, every }: LoanPlan, left: number): Partial<LoanPlan> {
  const isOneSum = every > 1
  const isAtEnd = !isOneSum && gracePrincipal === instalments - 1
  return {
    instalments: isOneSum ? 1 : left,
    every: isOneSum ? left : 1,
    gracePrincipal: isAtEnd ? Math.max(0, left - 1) : 0,
    interestPaymentGrace: 0,
    interestFree: 0,
    balloon: { top: 0n, bottom: 1n },
  }
}

/** The due dates of a loan that began on this day, by rule alone. */
export function dueDatesFrom(beganOn: Day, instalments: number, repaidEvery: InstalmentUnit): Day[] {
  return dueDates({ instalments, every: 1, unit: repaidEvery, startOn: beganOn }).slice(1)
}
