import { describe, expect, test } from 'vitest'
import type { Day } from '#core/calendar.ts'
import { kobo, sumKobo } from '#core/money.ts'
import { Refusal } from '#core/refusal.ts'
import { dueAfter, instalmentUnits } from './due-dates.ts'
import { previewLoanPlan } from './loan-preview.ts'
import type { Repayment } from './loan-plan.ts'
import { instalmentsInWords, lengthInWords, perMonth } from './repaid-every.ts'
import { type Agreed, outstandingPrincipal, planOf, runningLoan, totalOf } from './running-loan.ts'
import { settlementOn } from './settlement.ts'
import { plainSchedule } from './schedule-terms.ts'

const start = '2026-01-05' as Day
const agreed = (change: Partial<Agreed> = {}): Agreed => ({
  interestMethod: 'flat',
  annualRatePpm: 520_000,
  schedule: plainSchedule,
  instalments: 10,
  repaidEvery: 'week',
  startOn: start,
  firstDueOn: undefined,
  ...change,
})
/** ₦10,000 weekly, flat at 52 %: ₦1,000 of principal and ₦100 of interest each week. */
const principal = kobo(1_000_000)
const disbursements = [{ on: start, amount: principal }]
const after = (repayments: readonly Repayment[], terms = agreed()) => {
  const loan = runningLoan(planOf(terms), { disbursements, repayments })
  if (loan instanceof Refusal) throw loan
  return loan
}
const deduction = (on: string, amount: number, dueBy: string): Repayment => ({
  on: on as Day,
  amount: kobo(amount),
  dueBy: dueBy as Day,
})

describe('a loan that is repaid by the week, the fortnight or every 15 days', () => {
  test('is told in its own words', () => {
    expect(
      instalmentUnits.map((unit) => [
        instalmentsInWords(1, unit),
        instalmentsInWords(26, unit),
        lengthInWords(1, unit),
        lengthInWords(26, unit),
      ]),
    ).toEqual([
      ['1 monthly instalment', '26 monthly instalments', '1 month', '26 months'],
      ['1 weekly instalment', '26 weekly instalments', '1 week', '26 weeks'],
      ['1 fortnightly instalment', '26 fortnightly instalments', '1 fortnight', '26 fortnights'],
      ['1 instalment every 15 days', '26 instalments every 15 days', '1 times 15 days', '26 times 15 days'],
      ['1 instalment every four weeks', '26 instalments every four weeks', '1 times four weeks', '26 times four weeks'],
      ['1 quarterly instalment', '26 quarterly instalments', '1 quarter', '26 quarters'],
      ['1 half-yearly instalment', '26 half-yearly instalments', '1 half-year', '26 half-years'],
      ['1 yearly instalment', '26 yearly instalments', '1 year', '26 years'],
    ])
    // A word that only a newer server knows.
    expect(lengthInWords(3, 'moon' as Agreed['repaidEvery'])).toBe('3 moon')
  })

  test('falls due one step after its money, and bears the part of the year that a step is', () => {
    expect(instalmentUnits.map((unit) => dueAfter('2026-01-31' as Day, unit, plainSchedule))).toEqual([
      '2026-02-28',
      '2026-02-07',
      '2026-02-14',
      '2026-02-15',
      '2026-02-28',
      '2026-04-30',
      '2026-07-31',
      '2027-01-31',
    ])
    const interest = instalmentUnits.map(
      (repaidEvery) => after([], agreed({ repaidEvery, annualRatePpm: 120_000 })).instalments[0]?.interest,
    )
    expect(interest).toEqual([10_000n, 2308n, 4615n, 5000n, 9231n, 30_000n, 60_000n, 120_000n])
  })

  test('costs what its nominal yearly rate says: a flat 52 % over ten weeks is more than that', () => {
    const preview = previewLoanPlan(
      principal,
      planOf(agreed({ interestMethod: 'equal_principal', annualRatePpm: 520_000 })),
      { disbursements, repayments: [] },
    )
    expect(preview).toMatchObject({ nominalYearlyRate: 52_000n, totals: { interest: 55_000n } })
    expect(previewLoanPlan(principal, planOf(agreed()), { disbursements, repayments: [] })).toMatchObject({
      totals: { interest: 100_000n },
      monthlyInstalment: 110_000n,
      nominalYearlyRate: 92_120n,
    })
  })

  test('comes to a month by the instalments of a year, rounded up, and never to more than all of them', () => {
    const inAMonth = (repaidEvery: Agreed['repaidEvery'], instalments: number) =>
      perMonth(kobo(100), { repaidEvery, instalments })
    expect([inAMonth('month', 12), inAMonth('week', 26), inAMonth('fortnight', 26), inAMonth('day15', 24)]).toEqual([
      100n,
      434n,
      217n,
      200n,
    ])
    expect([
      inAMonth('month', 1),
      inAMonth('week', 4),
      inAMonth('week', 5),
      inAMonth('fortnight', 2),
      inAMonth('day15', 2),
    ]).toEqual([100n, 400n, 434n, 200n, 200n])
  })

  test('has all instalments of a month paid by one deduction for it, each when it falls due', () => {
    // Due on 12, 19 and 26 January, and on 2 February.
    const paid = after([deduction('2026-01-08', 330_000, '2026-01-31')])
    expect(
      paid.instalments
        .slice(0, 4)
        .map(({ dueOn, principal: part, interest, owed }) => [dueOn, part, interest, totalOf(owed)]),
    ).toEqual([
      ['2026-01-12', 100_000n, 10_000n, 0n],
      ['2026-01-19', 100_000n, 10_000n, 0n],
      ['2026-01-26', 100_000n, 10_000n, 0n],
      ['2026-02-02', 100_000n, 10_000n, 110_000n],
    ])
    expect(paid.instalments).toHaveLength(10)
    // What is more than the month's instalments repays principal with the last of them.
    const more = after([deduction('2026-01-08', 400_000, '2026-01-31')])
    expect([more.paid.principal, more.paid.interest, more.instalments[2]?.principal]).toEqual([
      370_000n,
      30_000n,
      170_000n,
    ])
  })

  test('counts what waits for the further instalments of a month first where somebody repays all of it', () => {
    for (const on of ['2026-01-09', '2026-01-12', '2026-01-15', '2026-01-19'] as Day[]) {
      const waiting = [deduction('2026-01-08', 330_000, '2026-01-31')]
      const quote = settlementOn(planOf(agreed()), { disbursements, repayments: waiting }, on)
      const settled = after([...waiting, { on, amount: quote }])
      expect([outstandingPrincipal(settled), sumKobo(settled.instalments.map(({ owed }) => totalOf(owed)))]).toEqual([
        0n,
        0n,
      ])
      expect(
        runningLoan(planOf(agreed()), { disbursements, repayments: [...waiting, { on, amount: kobo(quote + 1n) }] }),
      ).toMatchObject({ message: 'repaid_above_owed' })
    }
  })
})
