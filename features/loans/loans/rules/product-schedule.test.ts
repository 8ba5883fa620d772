import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, type Day, daysBetween } from '#core/calendar.ts'
import { type Kobo, kobo, sumKobo } from '#core/money.ts'
import { Refusal } from '#core/refusal.ts'
import { yearlyCostOf } from './agreed-preview.ts'
import { anySchedule } from './schedule-terms.arbitrary.ts'
import { instalmentUnits } from './due-dates.ts'
import type { Movement, Repayment } from './loan-plan.ts'
import { previewLoanPlan } from './loan-preview.ts'
import { type Agreed, instalmentParts, planOf, type RunningLoan, runningLoan } from './running-loan.ts'
import { plainSchedule } from './schedule-terms.ts'
import { settlementOn } from './settlement.ts'

const start = '2026-01-31' as Day
const agreed: fc.Arbitrary<Agreed> = fc.record({
  interestMethod: fc.constantFrom('flat', 'equal_instalment', 'equal_principal', 'murabaha'),
  annualRatePpm: fc.integer({ min: 0, max: 600_000 }),
  schedule: anySchedule,
  instalments: fc.integer({ min: 1, max: 36 }),
  repaidEvery: fc.constantFrom(...instalmentUnits),
  startOn: fc.constant(start),
  firstDueOn: fc.constant(undefined),
})
const lent = fc.bigInt({ min: 100_000n, max: 500_000_000n }).map((amount) => amount as Kobo)
const paidOut = (amount: Kobo): Movement[] => [{ on: start, amount }]

function loanOf(terms: Agreed, amount: Kobo, repayments: readonly Repayment[] = []): RunningLoan | Refusal {
  return runningLoan(planOf(terms), { disbursements: paidOut(amount), repayments })
}

function known(loan: RunningLoan | Refusal): RunningLoan {
  if (loan instanceof Refusal) throw loan
  return loan
}

describe('whatever a product chooses, a schedule', () => {
  test('comes to its principal, has no part below zero, and ends at nothing on days that follow each other', () => {
    fc.assert(
      fc.property(agreed, lent, (terms, amount) => {
        const { instalments } = known(loanOf(terms, amount))
        expect(sumKobo(instalments.map(({ principal }) => principal))).toBe(amount)
        for (const line of instalments)
          for (const part of instalmentParts) expect(line[part]).toBeGreaterThanOrEqual(0n)
        expect(instalments.at(-1)?.balance).toBe(0n)
        const days = [start, ...instalments.map(({ dueOn }) => dueOn)]
        for (const [index, day] of days.slice(1).entries()) expect(day > (days[index] ?? '')).toBe(true)
      }),
      { numRuns: fc.readConfigureGlobal().numRuns ?? 500 },
    )
  })

  test('of flat interest comes to principal, rate and time in whole', () => {
    fc.assert(
      fc.property(
        agreed,
        lent,
        fc.constantFrom(...instalmentUnits),
        fc.constantFrom('last' as const, 'each' as const),
        (terms, amount, repaidEvery, flatRest) => {
          const inYear = {
            month: 12,
            week: 52,
            fortnight: 26,
            day15: 24,
            four_weeks: 13,
            quarter: 4,
            half_year: 2,
            year: 1,
          }
          const { annualRatePpm: rate, instalments } = terms
          const plain: Agreed = {
            ...terms,
            interestMethod: 'flat',
            repaidEvery,
            schedule: { ...plainSchedule, flatRest },
          }
          const top = amount * BigInt(rate) * BigInt(instalments)
          const bottom = 1_000_000n * BigInt(inYear[repaidEvery])
          expect(sumKobo(known(loanOf(plain, amount)).instalments.map(({ interest }) => interest))).toBe(
            (2n * top + bottom) / (2n * bottom),
          )
        },
      ),
      { numRuns: fc.readConfigureGlobal().numRuns ?? 500 },
    )
  })

  test('is settled by what settles it, and never for less on a later day', () => {
    fc.assert(
      fc.property(agreed, lent, fc.nat(900), fc.nat(200), (terms, amount, days, more) => {
        const plan = planOf(terms)
        const events = { disbursements: paidOut(amount), repayments: [] }
        const on = addDays(start, days)
        const quote = settlementOn(plan, events, on)
        const settled = known(loanOf(terms, amount, [{ on, amount: quote }]))
        expect(sumKobo(settled.instalments.map(({ owed }) => kobo(owed.principal + owed.interest)))).toBe(0n)
        expect(loanOf(terms, amount, [{ on, amount: kobo(quote + 1n) }])).toBeInstanceOf(Refusal)
        expect(settlementOn(plan, events, addDays(on, more))).toBeGreaterThanOrEqual(quote - 1n)
      }),
      { numRuns: fc.readConfigureGlobal().numRuns ?? 500 },
    )
  })

  test('is the same whether a payment comes in one sum or in two on one day', () => {
    fc.assert(
      fc.property(
        agreed,
        lent,
        fc.nat(900),
        fc.bigInt({ min: 2n, max: 60_000_000n }),
        fc.nat(99),
        (terms, amount, days, sum, part) => {
          const on = addDays(start, days)
          const whole = loanOf(terms, amount, [{ on, amount: sum as Kobo }])
          if (whole instanceof Refusal) return
          const first = (sum * BigInt(part)) / 100n
          const two = [first, sum - first]
            .filter((each) => each > 0n)
            .map((each): Repayment => ({ on, amount: each as Kobo }))
          expect(known(loanOf(terms, amount, two)).paid).toEqual(whole.paid)
        },
      ),
      { numRuns: fc.readConfigureGlobal().numRuns ?? 500 },
    )
  })

  test('costs a year what makes its payments worth what was paid out, by a second method', () => {
    fc.assert(
      fc.property(agreed, lent, (terms, amount) => {
        const preview = previewLoanPlan(amount, planOf(terms), { disbursements: paidOut(amount), repayments: [] })
        if (preview instanceof Refusal) return
        const { effectiveAnnualRate } = yearlyCostOf(preview)
        const flows = preview.instalments.map(({ dueOn, total }) => ({
          years: daysBetween(start, dueOn) / 365,
          amount: Number(total),
        }))
        const expected = bisected(Number(amount), flows) * 100
        // A month's flat interest for the one day to the first due date is a rate of millions.
        expect(Math.abs(expected - effectiveAnnualRate)).toBeLessThan(0.002 + expected / 1e6)
      }),
      { numRuns: fc.readConfigureGlobal().numRuns ?? 300 },
    )
  })
})

/** The yearly rate at which the payments are worth the amount, halved down to from far above and below. */
function bisected(amount: number, flows: readonly { years: number; amount: number }[]): number {
  let [low, high] = [-0.5, 1e9]
  for (let step = 0; step < 200; step += 1) {
    const middle = (low + high) / 2
    const worth = flows.reduce((sum, flow) => sum + flow.amount / (1 + middle) ** flow.years, 0)
    if (worth > amount) low = middle
    else high = middle
  }
  return (low + high) / 2
}
