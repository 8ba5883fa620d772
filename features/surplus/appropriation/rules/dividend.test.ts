import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, type Day, daysBetween } from '#core/calendar.ts'
import { kobo, sumKobo } from '#core/money.ts'
import {
  atRate,
  basisOf,
  changesFromText,
  countedBalances,
  countedDays,
  type Movements,
  shareDividend,
  taxOn,
  totalsOf,
} from './dividend.ts'
import { type DividendMethod, dividendMethods } from './words.ts'

const year = { from: '2025-01-01' as Day, to: '2025-12-31' as Day }
const naira = (amount: number) => BigInt(amount) * 100n
/** A deposit in the middle of each month. */
const monthly = (opening: number, deposit: number): Movements => ({
  opening: naira(opening),
  changes: Array.from({ length: 12 }, (_, month) => ({
    on: `2025-${String(month + 1).padStart(2, '0')}-15` as Day,
    change: naira(deposit),
  })),
})
const basis = (movements: Movements, method: DividendMethod, heldMonths = 0) =>
  basisOf(countedBalances(movements, { heldMonths }, { days: countedDays(method, year), to: year.to }))

describe('worked figures of domain.md 1.6', () => {
  test('month-weighted, the month of the deposit left out: 11,211.00, and 10,650.45 after 5 % withholding', () => {
    const gross = atRate(basis(monthly(100_000, 2_000), 'month_excluded'), 12, 1010)
    expect(gross).toBe(11_211_00n)
    expect(gross - taxOn(gross, 500)).toBe(10_650_45n)
  })

  test('month-weighted, the month of the deposit counted: 8,450.00, and each month what the table has', () => {
    expect(atRate(basis(monthly(0, 10_000), 'month_counted'), 12, 1300)).toBe(8_450_00n)
    const table = [1300, 1191.67, 1083.33, 975, 866.67, 758.33, 650, 541.67, 433.33, 325, 216.67, 108.33]
    expect(table.map((_, month) => Number(atRate(naira(10_000) * BigInt(12 - month), 12, 1300)) / 100)).toEqual(table)
  })
})

describe('what is counted', () => {
  test('days of a year that begins within a month end with the society’s own months', () => {
    const april = { from: '2024-04-06' as Day, to: '2025-04-05' as Day }
    expect(countedDays('month_counted', april).slice(0, 2)).toEqual(['2024-05-05', '2024-06-05'])
    expect(countedDays('month_counted', april).at(-1)).toBe('2025-04-05')
    expect(countedDays('month_excluded', april).slice(0, 2)).toEqual(['2024-04-05', '2024-05-05'])
    expect(countedDays('daily', year)).toHaveLength(365)
    expect(countedDays('closing', year)).toEqual(['2025-12-31'])
  })

  test('only what was there by the day that is asked for: later amounts are withdrawn first', () => {
    const movements = {
      opening: 0n,
      changes: changesFromText('2025-06-30:100,2025-07-01:50,2025-09-01:-60,2025-10-01:500'),
    }
    // By 30 June 100; the 60 take the 50 and then 10 of it, and what came in October is too late.
    expect(basis(movements, 'closing', 6)).toBe(90n)
    expect(basis(movements, 'closing')).toBe(590n)
    expect(
      countedBalances(movements, { heldMonths: 6 }, { days: countedDays('month_counted', year), to: year.to }),
    ).toEqual([0n, 0n, 0n, 0n, 0n, 100n, 100n, 100n, 90n, 90n, 90n, 90n])
  })

  test('nothing below zero', () => {
    expect(basis({ opening: 0n, changes: changesFromText('2025-03-01:-40,2025-04-01:60') }, 'month_counted')).toBe(
      9n * 20n,
    )
  })

  test('agrees with a balance for each day that is added up one by one, by any method', () => {
    const movements = fc.record({
      opening: fc.bigInt({ min: 0n, max: 1000n }),
      changes: fc
        .uniqueArray(
          fc.record({ at: fc.integer({ min: 0, max: 364 }), change: fc.bigInt({ min: -300n, max: 300n }) }),
          { selector: ({ at }) => at, maxLength: 30 },
        )
        .map((found) =>
          found
            .toSorted((one, other) => one.at - other.at)
            .map(({ at, change }) => ({ on: addDays(year.from, at), change })),
        ),
    })
    fc.assert(
      fc.property(movements, fc.constantFrom(...dividendMethods), (found, method) => {
        const balanceOn = (day: Day) =>
          found.changes.reduce((sum, { on, change }) => (daysBetween(on, day) >= 0 ? sum + change : sum), found.opening)
        const expected = countedDays(method, year)
          .map(balanceOn)
          .reduce((sum, balance) => (balance > 0n ? sum + balance : sum), 0n)
        expect(basis(found, method)).toBe(expected)
      }),
    )
  })
})

describe('a dividend', () => {
  test('comes to its pool, to the kobo, each within a kobo of its part, whatever members hold', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 14n }),
        fc.array(fc.bigInt({ min: 0n, max: 10n ** 16n }), { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 0, max: 3000 }),
        (pool, bases, tax) => {
          const lines = shareDividend(kobo(pool), bases, tax)
          const sum = bases.reduce((all, each) => all + each, 0n)
          expect(totalsOf(lines).gross).toBe(sum === 0n ? 0n : pool)
          if (sum === 0n) return
          lines.forEach(({ gross, tax: kept, net }, index) => {
            const floor = (pool * (bases[index] ?? 0n)) / sum
            expect([floor, floor + 1n]).toContain(gross)
            expect(kept + net).toBe(gross)
            expect(kept >= 0n && net >= 0n).toBe(true)
          })
        },
      ),
    )
  })

  test('gives the kobo that is left to the earlier of equal fractions', () => {
    expect(shareDividend(kobo(100), [1n, 1n, 1n], 0).map(({ gross }) => gross)).toEqual([34n, 33n, 33n])
    expect(sumKobo(shareDividend(kobo(100), [1n, 1n, 1n], 1000).map(({ tax }) => tax))).toBe(9n)
  })
})
