import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { levelInstalment } from './level-instalment.ts'
import type { Fraction } from '#core/rounding.ts'

const year: Fraction = { top: 1n, bottom: 1n }
const tenPercent: Fraction = { top: 10n, bottom: 100n }
const isEqual = (one: Fraction, other: Fraction) => one.top * other.bottom === other.top * one.bottom

/** What is left after all instalments of this size, from one stretch on, in exact fractions. */
function leftAfter(
  rate: Fraction,
  parts: readonly Fraction[],
  index: number,
  lent: readonly { amount: bigint; part: Fraction }[],
  paid: Fraction,
): Fraction {
  const plus = (one: Fraction, other: Fraction): Fraction => ({
    top: one.top * other.bottom + other.top * one.bottom,
    bottom: one.bottom * other.bottom,
  })
  const grown = ({ top, bottom }: Fraction, part: Fraction): Fraction => ({
    top: top * (rate.bottom * part.bottom + rate.top * part.top),
    bottom: bottom * rate.bottom * part.bottom,
  })
  const first = lent
    .map(({ amount, part }) => grown({ top: amount, bottom: 1n }, part))
    .reduce(plus, { top: 0n, bottom: 1n })
  const minus = { top: -paid.top, bottom: paid.bottom }
  return parts.slice(index + 1).reduce((left, part) => plus(grown(left, part), minus), plus(first, minus))
}

describe('a level instalment', () => {
  test('of one year is the money and its interest, of two years at 10 % it is 1210/2100 of the money', () => {
    expect(
      isEqual(levelInstalment(tenPercent, [year]).from(0, [{ amount: 1000n, part: year }], 0n), {
        top: 1100n,
        bottom: 1n,
      }),
    ).toBe(true)
    expect(
      isEqual(levelInstalment(tenPercent, [year, year]).from(0, [{ amount: 2100n, part: year }], 0n), {
        top: 1210n,
        bottom: 1n,
      }),
    ).toBe(true)
    expect(
      isEqual(levelInstalment(tenPercent, [year, year]).from(1, [{ amount: 2100n, part: year }], 0n), {
        top: 2310n,
        bottom: 1n,
      }),
    ).toBe(true)
    expect(
      isEqual(
        levelInstalment({ top: 0n, bottom: 1n }, [year, year, year]).from(0, [{ amount: 300n, part: year }], 0n),
        { top: 100n, bottom: 1n },
      ),
    ).toBe(true)
  })

  test('bears interest alone where all is left to the last, and is never below nothing', () => {
    expect(
      isEqual(levelInstalment(tenPercent, [year, year, year]).from(0, [{ amount: 1000n, part: year }], 1000n), {
        top: 100n,
        bottom: 1n,
      }),
    ).toBe(true)
    expect(levelInstalment(tenPercent, [year, year]).from(0, [{ amount: 10n, part: year }], 1000n).top).toBe(0n)
  })

  test('leaves exactly the balloon, whatever the stretches are and wherever it begins', () => {
    const part = fc.bigInt({ min: 1n, max: 90n }).map((top): Fraction => ({ top, bottom: 365n }))
    // What is lent within a stretch may count by another part of the year than the stretch does.
    const inner = fc.record({ top: fc.bigInt({ min: 1n, max: 31n }), bottom: fc.constantFrom(12n, 336n, 365n) })
    const lent = fc.array(fc.record({ amount: fc.bigInt({ min: 1n, max: 10n ** 12n }), part: inner }), {
      minLength: 1,
      maxLength: 3,
    })
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 6000n }),
        fc.array(part, { minLength: 1, maxLength: 12 }),
        lent,
        fc.nat(11),
        fc.bigInt({ min: 0n, max: 100n }),
        (basisPoints, parts, lends, which, percent) => {
          const rate = { top: basisPoints, bottom: 10_000n }
          const index = which % parts.length
          const balloon = (lends.reduce((sum, { amount }) => sum + amount, 0n) * percent) / 100n
          const instalment = levelInstalment(rate, parts).from(index, lends, balloon)
          expect(isEqual(leftAfter(rate, parts, index, lends, instalment), { top: balloon, bottom: 1n })).toBe(true)
        },
      ),
    )
  })
})
