import { describe, expect, test } from 'vitest'
import type { Day } from '#domain/calendar.ts'
import { kobo } from '#domain/money.ts'
import type { Instalment } from './loan-plan.ts'
import { planOf } from './running-loan.ts'
import { nominalYearlyRate } from './yearly-rate.ts'

const start = '2026-01-31' as Day
const dates = [start, '2026-02-28', '2026-03-31', '2026-04-30'] as Day[]
const plan = planOf({
  interestMethod: 'flat',
  annualRateBasisPoints: 0,
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
    // Half of February's 28 days.
    expect(cost([105], [['2026-02-14', 100]])).toBe(120_000n)
  })
})
