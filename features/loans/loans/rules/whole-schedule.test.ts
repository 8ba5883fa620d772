import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, addMonthsToDay, type Day } from '#core/calendar.ts'
import { type Kobo, kobo, sumKobo } from '#core/money.ts'
import { Refusal } from '#core/refusal.ts'
import { chargedPlan } from './charged-plan.ts'
import { instalmentUnits } from './due-dates.ts'
import type { LoanPlan, Repayment, Restart } from './loan-plan.ts'
import { type LoanCharges, noCharges } from './product-charges.ts'
import { type Agreed, outstandingPrincipal, planOf, type RunningLoan, runningLoan, totalOf } from './running-loan.ts'
import { settlementOn } from './settlement.ts'
import { planTakenOver } from './taken-over.ts'
import { workingDay } from './working-days.ts'
import { anySchedule } from './schedule-terms.arbitrary.ts'
import { plainSchedule } from './schedule-terms.ts'

const start = '2026-01-31' as Day
const someCharges: fc.Arbitrary<LoanCharges> = fc.record({
  fees: fc.constantFrom<LoanCharges['fees']>(
    [],
    [
      { name: 'Book fee', of: 'fixed', naira: kobo(10_000), when: 'instalment' },
      { name: 'Insurance', of: 'amount', percent: 1, when: 'disbursement' },
    ],
  ),
  penalty: fc.constantFrom<LoanCharges['penalty']>(
    null,
    { of: 'principal', percent: 1.5, graceDays: 5, repeats: 'once', cap: null },
    { of: 'instalment', percent: 2, graceDays: 0, repeats: 'monthly', cap: { of: 'instalment', percent: 9 } },
  ),
})
type Charged = Agreed & { charges?: LoanCharges }
const agreed: fc.Arbitrary<Charged> = fc.record({
  charges: someCharges,
  interestMethod: fc.constantFrom('flat', 'equal_instalment', 'equal_principal'),
  annualRatePpm: fc.integer({ min: 0, max: 480_000 }),
  schedule: anySchedule,
  instalments: fc.integer({ min: 1, max: 24 }),
  repaidEvery: fc.constantFrom(...instalmentUnits),
  startOn: fc.constant(start),
  firstDueOn: fc.constant(undefined),
})
const lent = fc.bigInt({ min: 1_000_000n, max: 300_000_000n }).map((amount) => amount as Kobo)
const payments = fc.array(fc.record({ day: fc.nat(900), amount: fc.bigInt({ min: 1n, max: 30_000_000n }) }), {
  maxLength: 8,
})
const restarted = fc.record({
  day: fc.integer({ min: 0, max: 800 }),
  instalments: fc.integer({ min: 1, max: 36 }),
  rate: fc.integer({ min: 0, max: 4800 }),
  first: fc.integer({ min: 1, max: 62 }),
})

type Wanted = { day: number; instalments: number; rate: number; first: number }
const restartOf = ({ day, instalments, rate, first }: Wanted): Restart => ({
  on: addDays(start, day),
  instalments,
  firstDueOn: addDays(start, day + first),
  annualRate: { top: BigInt(rate), bottom: 10_000n },
})
const planWith = ({ charges = noCharges, ...terms }: Charged, ...wanted: Wanted[]): LoanPlan => ({
  ...chargedPlan(planOf(terms), kobo(1_000_000), charges),
  restarts: wanted.map(restartOf),
})

function known(loan: RunningLoan | Refusal): RunningLoan {
  if (loan instanceof Refusal) throw loan
  return loan
}

/** What is owed of the payments, in the order of recording. */
function taken(plan: LoanPlan, amount: Kobo, wanted: readonly { day: number; amount: bigint }[]) {
  const disbursements = [{ on: start, amount }]
  let repayments: Repayment[] = []
  for (const each of wanted) {
    const next = [...repayments, { on: addDays(start, each.day), amount: each.amount as Kobo }]
    if (!(runningLoan(plan, { disbursements, repayments: next }) instanceof Refusal)) repayments = next
  }
  return { disbursements, repayments }
}

describe('a loan that begins again on other terms', () => {
  test('keeps the sum of its principal, and what was paid, whatever was paid before and after', () => {
    fc.assert(
      fc.property(agreed, lent, restarted, restarted, payments, (terms, amount, one, two, wanted) => {
        const later = { ...two, day: one.day + 1 + (two.day % 200) }
        const plan = planWith(terms, one, later)
        const events = taken(plan, amount, wanted)
        const loan = known(runningLoan(plan, events))
        expect(sumKobo(loan.instalments.map(({ principal }) => principal))).toBe(amount)
        expect(sumKobo(loan.instalments.map(({ owed }) => owed.principal))).toBe(outstandingPrincipal(loan))
        expect(totalOf(loan.paid)).toBe(sumKobo(events.repayments.map((each) => each.amount)))
        expect(loan.instalments.map(({ number }) => number)).toEqual(loan.instalments.map((_, index) => index + 1))
        expect(
          loan.instalments.every(
            ({ dueOn }, index) => index === 0 || dueOn >= (loan.instalments[index - 1]?.dueOn ?? ''),
          ),
        ).toBe(true)
      }),
    )
  })

  test('keeps the sum of the principal that came from other books, and asks for what was late there once', () => {
    const from = fc.record({
      repaid: fc.nat(100_000_000),
      isLate: fc.boolean(),
      part: fc.nat(100),
      interest: fc.nat(1_000_000),
      left: fc.integer({ min: 1, max: 24 }),
    })
    fc.assert(
      fc.property(
        agreed,
        lent,
        from,
        restarted,
        payments,
        (terms, amount, { repaid, isLate, part, interest, left }, wanted, paid) => {
          const takenOver = {
            originalPrincipal: kobo(amount + BigInt(repaid)),
            instalmentsLeft: left,
            overdueSince: isLate ? ('2025-12-31' as Day) : null,
            overduePrincipal: isLate ? kobo((amount * BigInt(part)) / 100n) : kobo(0n),
            interestOwed: kobo(BigInt(interest)),
          }
          // On one day of the month the first due date may be tomorrow, for a whole month's interest.
          const plainDay = { ...terms, schedule: { ...terms.schedule, dueDay: null } }
          const before = planTakenOver(planOf(plainDay), amount, takenOver)
          const plan = { ...before, restarts: [restartOf(wanted)] }
          const events = taken(plan, amount, paid)
          const loan = known(runningLoan(plan, events))
          expect(sumKobo(loan.instalments.map(({ principal }) => principal))).toBe(amount)
          expect(sumKobo(loan.instalments.map(({ owed }) => owed.principal))).toBe(outstandingPrincipal(loan))
          const free = {
            ...plan,
            restarts: [
              {
                ...restartOf(wanted),
                on: addDays(start, 1),
                firstDueOn: addDays(start, 40),
                annualRate: { top: 0n, bottom: 1n },
              },
            ],
          }
          const unpaid = known(runningLoan(free, { disbursements: events.disbursements, repayments: [] }))
          // One day's interest of the old terms may be owed besides what came with it.
          const asked = sumKobo(unpaid.instalments.map((line) => line.interest))
          expect(
            asked >= takenOver.interestOwed &&
              asked <= takenOver.interestOwed + amount / 100n + takenOver.originalPrincipal / 100n,
          ).toBe(true)
        },
      ),
    )
  })

  test('loses no interest that was owed when it begins again before a first instalment', () => {
    fc.assert(
      fc.property(
        agreed,
        lent,
        fc.integer({ min: 1, max: 300 }),
        fc.integer({ min: 1, max: 25 }),
        (terms, amount, day, more) => {
          const restart = { day, instalments: 6, rate: 0, first: 30 }
          const interestOf = (...restarts: Wanted[]) =>
            sumKobo(
              known(
                runningLoan(planWith(terms, ...restarts), { disbursements: [{ on: start, amount }], repayments: [] }),
              ).instalments.map(({ interest }) => interest),
            )
          expect(interestOf(restart, { ...restart, day: day + more })).toBe(interestOf(restart))
        },
      ),
    )
  })

  test('has as many instalments as were agreed, none of them empty, and what was owed by then falls due with the first', () => {
    fc.assert(
      fc.property(agreed, lent, restarted, payments, (terms, amount, wanted, paid) => {
        // Rounded to a multiple that is large beside them fewer would do, and so where a long stretch of days bears more than they are.
        const schedule = {
          ...terms.schedule,
          roundingMultiple: null,
          dayCount: 'monthly',
          brokenPeriod: 'waived',
        } as const
        // In decades at nearly half of it a year, the kobo that a first instalment is rounded by grows to a whole one.
        const repaidEvery = terms.repaidEvery === 'year' ? 'half_year' : terms.repaidEvery
        const plan = planWith({ ...terms, repaidEvery, schedule }, wanted)
        const events = taken(
          plan,
          amount,
          paid.filter(({ day }) => day <= wanted.day),
        )
        const loan = known(runningLoan(plan, events))
        const { on } = restartOf(wanted)
        const owed = loan.instalments.filter(
          ({ dueOn, owed: parts }) => dueOn > on && parts.principal + parts.interest > 0n,
        )
        if (outstandingPrincipal(loan) < 1_000_000n) return
        expect(owed).toHaveLength(wanted.instalments)
        const named = addDays(on, wanted.first)
        const { workingDays } = terms.schedule
        const first = workingDays ? workingDay(named, workingDays) : named
        expect(owed[0]?.dueOn).toBe(first > on ? first : addDays(on, 1))
        expect(owed.every(({ principal }) => principal >= 0n)).toBe(true)
      }),
    )
  })

  test('is the loan that was, once the restart is undone, and the same in whatever order the payments were recorded', () => {
    fc.assert(
      fc.property(agreed, lent, restarted, payments, (terms, amount, wanted, paid) => {
        const without = planWith(terms)
        const events = taken(
          without,
          amount,
          paid.filter(({ day }) => day <= wanted.day),
        )
        const before = known(runningLoan(without, events))
        const after = known(runningLoan(planWith(terms, wanted), events))
        expect(after.paid).toEqual(before.paid)
        expect(known(runningLoan({ ...planWith(terms, wanted), restarts: [] }, events))).toEqual(before)
        expect(
          known(runningLoan(planWith(terms, wanted), { ...events, repayments: events.repayments.toReversed() })).paid
            .principal,
        ).toBe(after.paid.principal)
      }),
    )
  })

  test('is settled by its quote to the kobo, on any day after', () => {
    fc.assert(
      fc.property(agreed, lent, restarted, payments, fc.nat(400), (terms, amount, wanted, paid, days) => {
        const plan = planWith(terms, wanted)
        const events = taken(plan, amount, paid)
        const last =
          events.repayments
            .map(({ on }) => on)
            .concat(restartOf(wanted).on)
            .toSorted()
            .at(-1) ?? start
        const on = addDays(last, days)
        const quote = settlementOn(plan, events, on)
        if (quote === 0n) return
        const settled = known(
          runningLoan(plan, { ...events, repayments: [...events.repayments, { on, amount: quote }] }),
        )
        expect(outstandingPrincipal(settled)).toBe(0n)
        expect(sumKobo(settled.instalments.map(({ owed }) => totalOf(owed)))).toBe(0n)
      }),
    )
  })

  test('and with its principal paid on the day of new terms, it owes what is left of that day’s quote, once', () => {
    const disbursements = [{ on: start, amount: kobo(100_000_000) }]
    // The first and the second due date, and a day between them, where a settlement asks the month that has begun.
    for (const [day, interest] of [
      [28, 2_000_000n],
      [40, 4_000_000n],
      [59, 4_000_000n],
    ] as const) {
      const plan = {
        ...planOf({
          interestMethod: 'flat',
          annualRatePpm: 240_000,
          schedule: { ...plainSchedule, gracePrincipal: 2, interestPaymentGrace: 2 },
          instalments: 12,
          repaidEvery: 'month',
          startOn: start,
          firstDueOn: undefined,
        }),
        restarts: [restartOf({ day, instalments: 6, rate: 600, first: 31 })],
      }
      const on = addDays(start, day)
      const quote = settlementOn(plan, { disbursements, repayments: [] }, on)
      expect(quote).toBe(100_000_000n + interest)
      for (const left of [0n, 100n, interest]) {
        const repayments = [{ on, amount: kobo(quote - left) }]
        const loan = known(runningLoan(plan, { disbursements, repayments }))
        expect(outstandingPrincipal(loan)).toBe(0n)
        expect(sumKobo(loan.instalments.map(({ owed }) => totalOf(owed)))).toBe(left)
        expect(settlementOn(plan, { disbursements, repayments }, addDays(on, 1))).toBe(left)
      }
    }
  })

  test('a worked example: 120,000 at 12 % over twelve months, three paid, then eighteen months at 6 %', () => {
    const terms: Agreed = {
      interestMethod: 'equal_principal',
      annualRatePpm: 120_000,
      schedule: plainSchedule,
      instalments: 12,
      repaidEvery: 'month',
      startOn: start,
      firstDueOn: undefined,
    }
    const disbursements = [{ on: start, amount: kobo(12_000_000) }]
    const repayments = [1_120_000, 1_110_000, 1_100_000].map((amount, index) => ({
      on: addMonthsToDay(start, index + 1),
      amount: kobo(amount),
    }))
    const restart: Restart = {
      on: '2026-05-31' as Day,
      instalments: 18,
      firstDueOn: '2026-06-30' as Day,
      annualRate: { top: 6n, bottom: 100n },
    }
    const { instalments, paid } = known(
      runningLoan({ ...planOf(terms), restarts: [restart] }, { disbursements, repayments }),
    )
    expect(paid).toMatchObject({ principal: 3_000_000n, interest: 330_000n })
    expect(instalments).toHaveLength(21)
    // 90,000 over 18 is 5,000; May's interest of 900 is owed by then, June's is half a percent of 90,000.
    expect(instalments[3]).toMatchObject({
      number: 4,
      dueOn: '2026-06-30',
      principal: 500_000n,
      interest: 90_000n + 45_000n,
    })
    expect(instalments.slice(3).every(({ principal }) => principal === 500_000n)).toBe(true)
  })
})
