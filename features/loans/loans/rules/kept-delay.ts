import { lesser } from '#core/bounds.ts'
import { addDays, type Day, firstDayOf, periodOf } from '#core/calendar.ts'
import { type Kobo, sumKobo } from '#core/money.ts'
import { type ArrearsTolerance, daysInArrears } from './arrears.ts'
import type { InstalmentParts, LoanEvents, LoanPlan, Repayment } from './loan-plan.ts'
import { standingOn, totalOf } from './running-loan.ts'
import { wholeSchedule } from './whole-schedule.ts'

/** How late a loan was when it got new terms or settled a late loan; it counts as late by these days until enough instalments in a row are paid on time. */
export type KeptDelay = { days: number; paidOnTime: number }

export type CuringRules = {
  tolerance: ArrearsTolerance
  /** So many instalments in a row, paid on time, end a delay that is kept. */
  curedAfter: number
}

type Line = { dueOn: Day; owed: Kobo }

/**
 * What a loan keeps of former delays, by what happened until a day, or by all of it. `brought`: the days that the loans which it
 * settled were late by. New terms cure nothing: they keep the delay of their day, and the instalments are counted from there.
 */
export function keptDelay(
  plan: LoanPlan,
  events: LoanEvents,
  brought: number,
  { tolerance, curedAfter }: CuringRules,
  until?: Day,
): KeptDelay {
  const restarts = (plan.restarts ?? []).filter(({ on }) => until === undefined || on <= until)
  const phase = (index: number, end: Day | undefined): Phase => ({
    plan: { ...plan, penaltiesUntil: undefined, restarts: restarts.slice(0, index) },
    events,
    from: restarts[index - 1]?.on,
    end,
  })
  let days = brought
  for (const [index, { on }] of restarts.entries()) {
    const terms = phase(index, on)
    days = Math.max(afterPaying(terms, days, tolerance, curedAfter).days, daysLateOn(terms.plan, events, on, tolerance))
  }
  return afterPaying(phase(restarts.length, until), days, tolerance, curedAfter)
}

/** By how many days a loan counts as late at the end of a day: for what is in arrears then, or for what it keeps of former delays. */
export function countedLateOn(
  plan: LoanPlan,
  events: LoanEvents,
  brought: number,
  rules: CuringRules,
  on: Day,
): number {
  const known = { ...plan, restarts: (plan.restarts ?? []).filter((restart) => restart.on <= on) }
  return Math.max(keptDelay(known, events, brought, rules, on).days, daysLateOn(known, events, on, rules.tolerance))
}

/** The loan under one set of terms: from the day after `from` to `end`, or as far as something is known. */
type Phase = { plan: LoanPlan; events: LoanEvents; from: Day | undefined; end: Day | undefined }

function afterPaying(
  { plan, events, from, end }: Phase,
  days: number,
  tolerance: ArrearsTolerance,
  curedAfter: number,
): KeptDelay {
  if (days === 0) return { days, paidOnTime: 0 }
  const all = end === undefined ? linesOf(plan, events) : linesOn(plan, events, end)
  let paidOnTime = 0
  for (const { dueOn, owed } of all) {
    if (dueOn <= (from ?? '') || (end !== undefined && dueOn > end)) continue
    // What is still to come, or is late today, is not known yet to be paid.
    if (end === undefined && owed > tolerance.amount) break
    const then = linesOn(plan, events, addDays(dueOn, tolerance.days)).filter((line) => line.dueOn <= dueOn)
    paidOnTime = sumKobo(then.map((line) => line.owed)) <= tolerance.amount ? paidOnTime + 1 : 0
    if (paidOnTime >= curedAfter) return { days: 0, paidOnTime: 0 }
  }
  return { days, paidOnTime }
}

function daysLateOn(plan: LoanPlan, events: LoanEvents, on: Day, tolerance: ArrearsTolerance): number {
  const lines = scheduleOn(plan, events, on)
  return daysInArrears(standingOn(lines, on), on, tolerance)
}

function linesOn(plan: LoanPlan, events: LoanEvents, on: Day): Line[] {
  return scheduleOn(plan, events, on).map(({ dueOn, owed }) => ({ dueOn, owed: totalOf(owed) }))
}

function linesOf(plan: LoanPlan, events: LoanEvents): Line[] {
  const days = [...events.disbursements, ...events.repayments].map(({ on }) => on).toSorted()
  const last = days.at(-1)
  return last === undefined ? [] : linesOn(plan, events, last)
}

/** The instalments with what is owed of each at the end of a day, by what had happened by then. */
function scheduleOn(
  plan: LoanPlan,
  { disbursements, repayments }: LoanEvents,
  on: Day,
): { dueOn: Day; owed: InstalmentParts }[] {
  const lent = disbursements.filter((disbursement) => disbursement.on <= on)
  if (lent.length === 0) return []
  const paid = repayments
    .filter((repayment) => paidOn(repayment) <= on)
    .map((repayment) => ({ ...repayment, on: lesser(repayment.on, on) }))
  const { instalments, owed } = wholeSchedule(plan, { disbursements: lent, repayments: paid, asOf: on })
  return instalments.flatMap(({ dueOn, total }, index) => {
    return total > 0n ? [{ dueOn, owed: owed[index] as InstalmentParts }] : []
  })
}

/** A salary that was cut pays what falls due in its month, whatever day of it: no member is late for an employer's time. */
function paidOn({ on, dueBy }: Repayment): Day {
  const month = dueBy && firstDayOf(periodOf(dueBy))
  return lesser(month ?? on, on)
}
