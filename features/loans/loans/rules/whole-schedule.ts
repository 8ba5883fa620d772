import { lesser } from '#core/bounds.ts'
import type { Day } from '#core/calendar.ts'
import { type Kobo, kobo, sumKobo, zeroKobo } from '#core/money.ts'
import { innerPart, stretchPart } from './day-count.ts'
import { firstDueOf } from './due-dates.ts'
import type { Instalment, InstalmentParts, LoanEvents, LoanPlan, NotOwed, Restart } from './loan-plan.ts'
import { type Fraction, rounded } from '#core/rounding.ts'
import { type Schedule, scheduleOf } from './schedule.ts'

type Whole = Pick<Schedule, 'instalments' | 'owed' | 'earned' | 'regularInstalment' | 'deducted' | 'notOwed'>
/** A schedule with the terms that are in force at its end, and the principal that they began with. */
type Phased = Whole & { phase: { plan: LoanPlan; begun: Kobo; stretches: Schedule['stretches'] } }

/**
 * The schedule of a loan over all the terms that it had. On the day of a restart the former schedule is cut: what was paid
 * of it stays, and what is owed by then, principal and interest, begins again on the new terms. It is worked out from the
 * first day each time, so a payment that is dated back or undone before a restart also moves what begins with it.
 */
export function wholeSchedule(plan: LoanPlan, events: LoanEvents): Whole {
  const { phase: _phase, ...whole } = phasesOf(plan, plan.restarts ?? [], events)
  return whole
}

function phasesOf(plan: LoanPlan, restarts: readonly Restart[], events: LoanEvents): Phased {
  const restart = restarts.at(-1)
  if (!restart) {
    const schedule = scheduleOf(plan, events)
    return {
      ...schedule,
      phase: {
        plan,
        begun: kobo(sumKobo(events.disbursements.map(({ amount }) => amount)) + (plan.brought?.repaid ?? 0n)),
        stretches: schedule.stretches,
      },
    }
  }
  const { on } = restart
  const numbered = events.repayments.map((repayment, index) => ({ ...repayment, index }))
  // What is held, or was deducted, waits for due dates until this day; for one that no longer comes it does not wait, and is used at once.
  const early = numbered
    .filter((repayment) => repayment.on <= on)
    .map(({ on: paidOn, amount, index, dueBy, heldBy, deductedFor = dueBy }) => ({
      on: paidOn,
      amount,
      index,
      dueBy: dueBy && lesser(dueBy, on),
      heldBy: heldBy && lesser(heldBy, on),
      deductedFor,
    }))
  const late = numbered.filter((repayment) => repayment.on > on)
  const before = restarts.slice(0, -1)
  // The day of a restart is known to have come, and no later one.
  const agreed: LoanPlan = { ...plan, penaltiesUntil: undefined }
  const old = phasesOf(agreed, before, { disbursements: events.disbursements, repayments: early, asOf: on })
  const kept = cut(old, on)
  const disbursed = sumKobo(events.disbursements.map(({ amount }) => amount))
  const outstanding = kobo(disbursed - sumKobo(kept.map(({ principal }) => principal)))
  const {
    interest: carried,
    fees,
    penalties,
  } = owedOn(
    old,
    (more) => phasesOf(agreed, before, { disbursements: events.disbursements, repayments: [...early, more], asOf: on }),
    on,
    outstanding,
  )
  const firstDueOn = firstDueOf({ ...plan, every: 1, startOn: on, firstDueOn: restart.firstDueOn })
  const isWaived = plan.waivers?.some((waiver) => on <= waiver.on && waiver.dueOn.includes(firstDueOn))
  const carriedCharges = { fees, penalties: isWaived ? zeroKobo : penalties }
  const next: LoanPlan = { ...newTerms(plan, restart), carriedInterest: carried, carriedCharges }
  const schedule = scheduleOf(next, {
    disbursements: [{ on, amount: outstanding }],
    repayments: late,
    asOf: events.asOf,
  })
  // Where no principal is left, what else is owed has the only lines.
  const isShown = schedule.instalments.map(({ total }) => outstanding > 0n || total > 0n)
  const lines = schedule.instalments
    .filter((_, index) => isShown[index])
    .map((line) => ({ ...line, number: line.number + kept.length }))
  return {
    instalments: [
      ...kept.map((line, index) => ({
        ...line,
        number: index + 1,
        balance: kobo(disbursed - sumKobo(kept.slice(0, index + 1).map(({ principal }) => principal))),
      })),
      ...lines,
    ],
    owed: [...kept.map(() => nothing), ...schedule.owed.filter((_, index) => isShown[index])],
    earned: kobo(sumKobo(kept.map(({ interest }) => interest)) + schedule.earned),
    regularInstalment: schedule.regularInstalment,
    deducted: old.deducted,
    notOwed: whatWasNotOwed(old.notOwed, early) ?? whatWasNotOwed(schedule.notOwed, late),
    phase: { plan: next, begun: outstanding, stretches: schedule.stretches },
  }
}

/** New terms are instalments from the first one on, of principal too. */
function newTerms(plan: LoanPlan, { on, firstDueOn, instalments, annualRate }: Restart): LoanPlan {
  return {
    ...plan,
    brought: undefined,
    startOn: on,
    firstDueOn,
    instalments,
    every: 1,
    gracePrincipal: 0,
    interestPaymentGrace: 0,
    interestFree: 0,
    balloon: { top: 0n, bottom: 1n },
    annualRate,
  }
}

const nothing: InstalmentParts = { principal: zeroKobo, interest: zeroKobo, fees: zeroKobo, penalties: zeroKobo }

/** The place among all repayments of one that was not owed. */
function whatWasNotOwed(notOwed: NotOwed | undefined, repayments: readonly { index: number }[]): NotOwed | undefined {
  return notOwed && { ...notOwed, index: (repayments[notOwed.index] as { index: number }).index }
}

/** What was paid of the lines by a day; what came ahead of lines that were still to come is a line of that day. */
function cut(
  { instalments, owed }: Pick<Whole, 'instalments' | 'owed'>,
  on: Day,
): Omit<Instalment, 'number' | 'balance'>[] {
  const paid = instalments.map((line, index): Omit<Instalment, 'number' | 'balance'> => {
    const part = (name: keyof InstalmentParts) => kobo(line[name] - (owed[index] ?? nothing)[name])
    return lineOf(line.dueOn, {
      principal: part('principal'),
      interest: part('interest'),
      fees: part('fees'),
      penalties: part('penalties'),
    })
  })
  const ahead = paid.filter(({ dueOn }) => dueOn > on)
  const sum = (name: keyof InstalmentParts) => sumKobo(ahead.map((line) => line[name]))
  const together = lineOf(on, {
    principal: sum('principal'),
    interest: sum('interest'),
    fees: sum('fees'),
    penalties: sum('penalties'),
  })
  return [...paid.filter(({ dueOn }) => dueOn <= on), together].filter(({ total }) => total > 0n)
}

function lineOf(dueOn: Day, parts: InstalmentParts): Omit<Instalment, 'number' | 'balance'> {
  return { dueOn, ...parts, total: kobo(parts.principal + parts.interest + parts.fees + parts.penalties) }
}

/** More than any loan owes. */
const plenty = (10n ** 60n) as Kobo

/** What is owed on the day besides principal, by the settlement of that day. */
function owedOn(
  old: Phased,
  after: (repayment: { on: Day; amount: Kobo; index: number }) => Phased,
  on: Day,
  outstanding: Kobo,
): Pick<InstalmentParts, 'interest' | 'fees' | 'penalties'> {
  const { plan } = old.phase
  const settled = after({ on, amount: plenty, index: -1 })
  const more = (part: 'fees' | 'penalties') =>
    kobo(
      sumKobo(settled.instalments.map((line) => line[part])) -
        sumKobo(old.instalments.map((line, index) => kobo(line[part] - (old.owed[index] ?? nothing)[part]))),
    )
  const [fees, penalties] = [more('fees'), more('penalties')]
  const interest =
    plan.interestMethod === 'flat'
      ? flatInterestOn(old, on, outstanding)
      : kobo((settled.notOwed as NotOwed).owed - outstanding - fees - penalties)
  return { interest, fees, penalties }
}

/** Flat interest: what was missed, what the loan began with, and the days of the month that has begun. */
function flatInterestOn({ phase: { plan, begun, stretches }, ...old }: Phased, on: Day, outstanding: Kobo): Kobo {
  // Once the principal is paid, the line that is left has what was postponed and what the days of the month came to.
  if (outstanding === 0n) return sumKobo(old.owed.map(({ interest }) => interest))
  const late = old.instalments.reduce(
    (sum, { dueOn }, index) => (dueOn <= on ? sum + (old.owed[index] ?? nothing).interest : sum),
    0n,
  )
  const first = stretches[0]
  const carried =
    first && on < first.to
      ? (plan.carriedInterest ?? 0n) + (plan.brought?.since === undefined ? (plan.brought?.interest ?? 0n) : 0n)
      : 0n
  const index = stretches.findIndex(({ to }) => on < to)
  const stretch = stretches[index]
  const owed = late + carried + postponedOn({ plan, begun, stretches }, on)
  if (!stretch || index < plan.interestFree) return kobo(owed)
  const part = innerPart(plan, stretch, stretch.from, on)
  return kobo(owed + interestOf({ plan, begun }, part))
}

/** Interest of instalments that were not due, which the next one was to bring and did not yet. */
function postponedOn({ plan, begun, stretches }: Phased['phase'], on: Day): bigint {
  const { interestPaymentGrace, interestFree } = plan
  const next = stretches[interestPaymentGrace]
  if (!next || next.to <= on) return 0n
  return stretches
    .slice(interestFree, interestPaymentGrace)
    .filter(({ to }) => to <= on)
    .reduce((sum, stretch) => sum + interestOf({ plan, begun }, stretchPart(plan, stretch)), 0n)
}

function interestOf({ plan, begun }: Pick<Phased['phase'], 'plan' | 'begun'>, part: Fraction): bigint {
  const { top, bottom } = plan.annualRate
  return rounded({ top: begun * part.top * top, bottom: part.bottom * bottom }, plan.rounding)
}
