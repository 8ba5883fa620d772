import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, addMonthsToDay, type Day, daysBetween } from '#core/calendar.ts'
import { kobo } from '#core/money.ts'
import type { Stretch } from './day-count.ts'
import { dueDates, type InstalmentUnit } from './due-dates.ts'
import type { Instalment, LoanPlan, Movement } from './loan-plan.ts'
import { planOf } from './running-loan.ts'
import { effectiveAnnualRate, nominalYearlyRate } from './yearly-rate.ts'
import { plainSchedule } from './schedule-terms.ts'

const start = '2026-01-31' as Day
const dates = [start, '2026-02-28', '2026-03-31', '2026-04-30'] as Day[]
const plan = planOf({
  interestMethod: 'flat',
  annualRatePpm: 0,
  schedule: plainSchedule,
  instalments: 3,
  repaidEvery: 'month',
  startOn: start,
  firstDueOn: undefined,
})

/** The cost of what is paid at the end of each month for what was received, in thousandths of a percent. */
function cost(totals: number[], received: [string, number][], every = 1): bigint {
  const stretches = totals.map((_, index) => ({
    from: dates[index] as Day,
    to: dates[index + 1] as Day,
    isRuled: true,
  }))
  return nominalYearlyRate(
    { ...plan, every },
    totals.map((total) => ({ total: kobo(total) }) as Instalment),
    received.map(([on, amount]) => ({ on: on as Day, amount: kobo(amount) })),
    stretches,
  )
}

describe('the nominal yearly rate', () => {
  test.each([
    [[101], 100, 12_000n],
    [[110], 100, 120_000n],
    [[300], 100, 2_400_000n],
    [[1000], 100, 10_800_000n],
    [[701], 700, 1714n],
    [[1101], 1100, 1091n],
    [[10, 110], 100, 120_000n],
    [[110, 121], 200, 120_000n],
  ])('of instalments of %j for %i is %i', (totals, lent, rate) => expect(cost(totals, [[start, lent]])).toBe(rate))

  test('is twelve months’ wherever a month is a twelfth, six stretches’ where it is paid every second month', () => {
    expect(cost([101], [[start, 100]], 2)).toBe(6000n)
    expect(cost([101], [[start, 100]], 5)).toBe(2400n)
  })

  test('is nothing where nothing is charged', () => {
    expect(cost([50, 50], [[start, 100]])).toBe(0n)
    expect(cost([50, 49], [[start, 100]])).toBe(0n)
  })

  test('counts money from its day on, that of a due date from the next stretch', () => {
    expect(
      cost(
        [110, 110],
        [
          [start, 100],
          ['2026-02-28', 100],
        ],
      ),
    ).toBe(120_000n)
    // Fourteen of the thirty days of a month: 5 % in 14 days is 10.714 % in thirty.
    expect(cost([105], [['2026-02-14', 100]])).toBe(128_571n)
  })
})

/** A loan of equal payments whose first period is longer or shorter than the others. */
function regularCost(
  { lent, payment, count, unit, every, from, first }: typeof longMonth,
  rate: (instalments: Instalment[], received: Movement[], stretches: Stretch[], plan: LoanPlan) => bigint,
): number {
  const terms = { ...plan, unit, every, instalments: count, startOn: from as Day, firstDueOn: first as Day }
  const due = dueDates(terms)
  const instalments = due.slice(1).map((dueOn) => ({ dueOn, total: kobo(payment) }) as Instalment)
  const stretches = instalments.map(({ dueOn }, index) => ({ from: due[index] as Day, to: dueOn, isRuled: index > 0 }))
  return Number(rate(instalments, [{ on: from as Day, amount: kobo(lent) }], stretches, terms)) / 1000
}

const longMonth = {
  lent: 600_000,
  payment: 20_000,
  count: 36,
  unit: 'month' as InstalmentUnit,
  every: 1,
  from: '1978-02-10',
  first: '1978-04-01',
  apr: 11.82,
}

/** Printed examples of Regulation Z (12 CFR 1026), Appendix J, part (c)(1): dollars and cents there, naira and kobo here. */
const appendixJ: (typeof longMonth)[] = [
  { ...longMonth, lent: 500_000, payment: 23_000, count: 24, from: '1978-01-10', first: '1978-02-10', apr: 9.69 },
  longMonth,
  {
    ...longMonth,
    lent: 500_000,
    payment: 21_917,
    count: 24,
    unit: 'day15',
    from: '1978-02-23',
    first: '1978-03-01',
    apr: 10.34,
  },
  {
    ...longMonth,
    lent: 1_000_000,
    payment: 38_500,
    count: 40,
    every: 3,
    from: '1978-05-23',
    first: '1978-10-01',
    apr: 8.97,
  },
  {
    ...longMonth,
    lent: 50_000,
    payment: 1760,
    count: 30,
    unit: 'week',
    from: '1978-03-20',
    first: '1978-04-21',
    apr: 14.96,
  },
]

describe('an odd first period', () => {
  test.each(appendixJ)('is counted as Regulation Z does: $count payments, first on $first, $apr %', (example) => {
    const apr = regularCost(example, (instalments, received, stretches, terms) =>
      nominalYearlyRate(terms, instalments, received, stretches),
    )
    expect(Math.round(apr * 100) / 100).toBe(example.apr)
  })

  test('counts by the days between flows in the effective rate', () => {
    // 1,000 for 1,010 after one, two and three years of 365 days: ten, then compounded.
    const year = (years: number, total: number) =>
      Number(
        effectiveAnnualRate(
          [{ dueOn: addDays(start, 365 * years), total: kobo(total) }],
          [{ on: start, amount: kobo(1_000_000) }],
        ),
      ) / 1000
    expect([year(1, 1_100_000), year(2, 1_210_000), year(3, 1_331_000)]).toEqual([10, 10, 10])
    expect(year(1, 1_000_000)).toBe(0)
    // Half a year at 10 % is 21 % with interest on interest; 182 of 365 days are a little less than half.
    const half = effectiveAnnualRate(
      [{ dueOn: addDays(start, 182), total: kobo(1_100_000) }],
      [{ on: start, amount: kobo(1_000_000) }],
    )
    expect(Number(half) / 1000).toBeCloseTo(100 * (1.1 ** (365 / 182) - 1), 3)
  })

  test('counts each payout from its own day', () => {
    // 5,000 for two years and 5,000 for one, at 10 %: 6,050 and 5,500.
    const rate = effectiveAnnualRate(
      [{ dueOn: addDays(start, 730), total: kobo(1_155_000) }],
      [
        { on: start, amount: kobo(500_000) },
        { on: addDays(start, 365), amount: kobo(500_000) },
      ],
    )
    expect(Number(rate) / 1000).toBe(10)
  })

  test('is nothing where less is paid back, and ends at 65,536 times where a day costs more than any loan', () => {
    const aDay = (total: number) =>
      effectiveAnnualRate([{ dueOn: addDays(start, 1), total: kobo(total) }], [{ on: start, amount: kobo(100_000) }])
    expect([aDay(90_000), aDay(1_000_000)]).toEqual([0n, 65_535n * 100_000n])
  })

  test('agrees with the example that a spreadsheet’s XIRR is documented with', () => {
    const flows: [string, number][] = [
      ['2008-03-01', 275_000],
      ['2008-10-30', 425_000],
      ['2009-02-15', 325_000],
      ['2009-04-01', 275_000],
    ]
    const rate = effectiveAnnualRate(
      flows.map(([dueOn, total]) => ({ dueOn: dueOn as Day, total: kobo(total) })),
      [{ on: '2008-01-01' as Day, amount: kobo(1_000_000) }],
    )
    // 0.373362535
    expect(rate).toBe(37_336n)
  })

  test('costs the same by a second method, to a thousandth of a percent', () => {
    fc.assert(
      fc.property(
        fc.record({
          lent: fc.integer({ min: 100_000, max: 100_000_000 }),
          share: fc.integer({ min: 20, max: 400 }),
          count: fc.integer({ min: 1, max: 48 }),
          unit: fc.constantFrom<InstalmentUnit>('month', 'week', 'fortnight', 'day15'),
          every: fc.constantFrom(1, 1, 2, 3),
          odd: fc.integer({ min: 1, max: 100 }),
        }),
        ({ lent, share, count, odd, ...rule }) => {
          const payment = Math.ceil((lent * (1000 + share)) / 1000 / count)
          const example = { ...longMonth, ...rule, lent, payment, count, from: start, first: addDays(start, odd) }
          const apr = regularCost(example, (instalments, received, stretches, terms) =>
            nominalYearlyRate(terms, instalments, received, stretches),
          )
          expect(Math.abs(apr - newtonRate(example))).toBeLessThan(0.002)
        },
      ),
    )
  })
})

const daysOf = { month: 30, week: 7, fortnight: 14, day15: 15 } as Record<typeof longMonth.unit, number>
const inYear = { month: 12, week: 52, fortnight: 26, day15: 24 } as Record<typeof longMonth.unit, number>

/** The second method: Newton's, in floating point, on each payment's own time, of one payment after the other. */
function newtonRate({ lent, payment, count, unit, every, from, first }: typeof longMonth): number {
  const unitDays = daysOf[unit]
  const perYear = inYear[unit] / every
  const back = (units: number) =>
    unit === 'month' ? addMonthsToDay(first as Day, -units) : addDays(first as Day, -units * unitDays)
  let units = 0
  while (back(units + 1) >= from) units += 1
  const whole = Math.floor(units / every)
  const part = ((units % every) * unitDays + daysBetween(from as Day, back(units))) / (unitDays * every)
  const worth = (rate: number) => {
    let sum = -lent
    for (let index = 0; index < count; index += 1) sum += payment / ((1 + part * rate) * (1 + rate) ** (whole + index))
    return sum
  }
  let rate = 0.01
  for (let step = 0; step < 200; step += 1) {
    const slope = (worth(rate + 1e-7) - worth(rate - 1e-7)) / 2e-7
    const next = Math.max(rate - worth(rate) / slope, rate / 10)
    if (Math.abs(next - rate) < 1e-13) break
    rate = next
  }
  return rate * perYear * 100
}
