import { describe, expect, test } from 'vitest'
import { kobo } from '#core/money.ts'
import { fractionOfPercent, rounded, roundedTo } from '#core/rounding.ts'

describe('an amount between two kobo', () => {
  test.each([
    [1n, 3n, 0n, 0n],
    [1n, 2n, 1n, 0n],
    [2n, 3n, 1n, 1n],
    [3n, 2n, 2n, 2n],
    [5n, 2n, 3n, 2n],
    [7n, 1n, 7n, 7n],
    [0n, 5n, 0n, 0n],
  ])('%i/%i is %i where a half goes up, %i where it goes to the even one', (top, bottom, up, even) => {
    expect([rounded({ top, bottom }, 'half_up'), rounded({ top, bottom }, 'half_even')]).toEqual([up, even])
  })

  test('goes to the nearest multiple where only whole naira or hundreds are paid', () => {
    expect(roundedTo({ top: 30_491_024n, bottom: 1000n }, kobo(100), 'half_even')).toBe(30_500n)
    expect(roundedTo({ top: 250n, bottom: 1n }, kobo(100), 'half_even')).toBe(200n)
    expect(roundedTo({ top: 250n, bottom: 1n }, kobo(100), 'half_up')).toBe(300n)
  })
})

describe('a percentage', () => {
  test('is the fraction that its decimals say', () => {
    expect(fractionOfPercent(9.4822)).toEqual({ top: 94_822n, bottom: 1_000_000n })
    expect(fractionOfPercent(12)).toEqual({ top: 12n, bottom: 100n })
    expect(fractionOfPercent(0)).toEqual({ top: 0n, bottom: 100n })
    expect(fractionOfPercent(999_999_999.123456)).toEqual({ top: 999_999_999_123_456n, bottom: 100_000_000n })
  })

  test.each([-1, -0.5, 1_000_000_000, 0.1234567, 1e21, 1e-7, Number.NaN, Number.POSITIVE_INFINITY])(
    '%d is none',
    (percent) => expect(fractionOfPercent(percent)).toBeUndefined(),
  )
})
