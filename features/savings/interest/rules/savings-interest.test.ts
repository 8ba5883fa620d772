import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Kobo, kobo } from '#core/money.ts'
import { balanceDaysOf, basisOf, interestOf, type InterestTerms, settledBeside } from './savings-interest.ts'

const naira = (amount: number) => kobo(amount * 100)
const terms = (given: Partial<InterestTerms> = {}): InterestTerms => ({
  rateBasisPoints: 500,
  dayCount: 'actual/365',
  rounding: 'half_up',
  method: 'daily',
  every: 'month',
  leastBalance: kobo(0),
  ...given,
})
const flat = (balance: Kobo, days: number) => Array.from({ length: days }, () => balance)
const paid = (of: InterestTerms, balances: readonly Kobo[]) => interestOf(of, balanceDaysOf(balances, of.leastBalance))

const balance = fc.bigInt({ min: -1_000_000n, max: 50_000_000_000n }).map(kobo)
const month = fc.array(balance, { minLength: 1, maxLength: 92 })
const anyTerms = fc.record({
  rateBasisPoints: fc.integer({ min: 1, max: 10_000 }),
  dayCount: fc.constantFrom('actual/365', 'actual/360'),
  rounding: fc.constantFrom('half_up', 'half_even'),
  method: fc.constantFrom('minimum', 'average', 'daily'),
  every: fc.constant('month'),
  leastBalance: fc.bigInt({ min: 0n, max: 20_000_000_000n }).map(kobo),
}) as fc.Arbitrary<InterestTerms>

describe('interest on savings', () => {
  test('a year of 100,000 naira at 5 % earns 5,000 naira, and a January 424.66', () => {
    expect(paid(terms(), flat(naira(100_000), 365))).toBe(naira(5000))
    expect(paid(terms(), flat(naira(100_000), 31))).toBe(42_466n)
    expect(paid(terms({ dayCount: 'actual/360' }), flat(naira(100_000), 360))).toBe(naira(5000))
  })

  test('a deposit in the middle earns from its day on by the day, by half on average, and not at all by the least balance', () => {
    const days = [...flat(naira(0), 15), ...flat(naira(36_500), 15)]
    expect(paid(terms({ rateBasisPoints: 1000 }), days)).toBe(naira(150))
    expect(paid(terms({ rateBasisPoints: 1000, method: 'average' }), days)).toBe(naira(150))
    expect(paid(terms({ rateBasisPoints: 1000, method: 'minimum' }), days)).toBe(0n)
    expect(basisOf(terms(), balanceDaysOf(days, kobo(0)))).toBe(naira(18_250))
  })

  test('what is below the least balance earns nothing: each day by itself, or the whole period', () => {
    const days = [...flat(naira(999), 10), ...flat(naira(36_500), 10)]
    const least = { rateBasisPoints: 1000, leastBalance: naira(1000) }
    expect(paid(terms(least), days)).toBe(naira(100))
    expect(paid(terms({ ...least, method: 'minimum' }), days)).toBe(0n)
    expect(paid(terms({ ...least, method: 'average', leastBalance: naira(20_000) }), days)).toBe(0n)
    expect(paid(terms({ ...least, method: 'average', leastBalance: naira(18_749) }), days)).toBeGreaterThan(0n)
  })

  test('a half kobo goes up, or to the even one, as the type says', () => {
    // 365 kobo at 50 % for one day are half a kobo, three days one and a half.
    const half = { rateBasisPoints: 5000 }
    expect(paid(terms(half), flat(kobo(365), 1))).toBe(1n)
    expect(paid(terms({ ...half, rounding: 'half_even' }), flat(kobo(365), 1))).toBe(0n)
    expect(paid(terms({ ...half, rounding: 'half_even' }), flat(kobo(365), 3))).toBe(2n)
  })

  test('it is never negative, and by the day never less than by the least balance', () => {
    fc.assert(
      fc.property(anyTerms, month, (of, days) => {
        const by = (method: InterestTerms['method']) => paid({ ...of, method }, days)
        expect(paid(of, days)).toBeGreaterThanOrEqual(0n)
        expect(by('daily')).toBeGreaterThanOrEqual(by('minimum'))
        // Without a least balance the average of the days is the days themselves.
        const whole = { ...of, leastBalance: kobo(0) }
        expect(paid({ ...whole, method: 'average' }, days)).toBe(paid({ ...whole, method: 'daily' }, days))
      }),
    )
  })

  test('a period that is split anywhere pays the same by the day, but for the kobo that rounding twice may cost', () => {
    fc.assert(
      fc.property(anyTerms, month, fc.nat(), (of, days, cut) => {
        const daily = { ...of, method: 'daily' as const }
        const at = cut % (days.length + 1)
        const apart = paid(daily, days.slice(0, at)) + paid(daily, days.slice(at)) - paid(daily, days)
        expect(apart >= -1n && apart <= 1n).toBe(true)
      }),
    )
  })

  test('no member ever pays for a difference: what this interest does not cover is left for the next', () => {
    expect(settledBeside(naira(10), [naira(-4), naira(3)])).toEqual([naira(-4), naira(3)])
    expect(settledBeside(naira(10), [naira(-40), naira(3)])).toEqual([naira(-10), naira(3)])
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 9n }).map(kobo),
        fc.array(fc.bigInt({ min: -(10n ** 9n), max: 10n ** 9n }).map(kobo), { maxLength: 12 }),
        (interest, differences) => {
          const settled = settledBeside(interest, differences)
          const total = settled.reduce((sum, each) => sum + each, interest as bigint)
          expect(total).toBeGreaterThanOrEqual(0n)
          for (const [index, each] of settled.entries()) {
            const wanted = differences[index] ?? 0n
            expect(wanted >= 0n ? each === wanted : each >= wanted && each <= 0n).toBe(true)
          }
        },
      ),
    )
  })
})
