import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { kobo, sumKobo } from '#core/money.ts'
import { evenShares, nomineeParts, nomineesMax, shareLeft, wholeShare, whyNotShares } from './nominee.ts'

/** Shares that come to the whole, none of them nothing. */
const wholeShares = fc
  .uniqueArray(fc.integer({ min: 1, max: wholeShare - 1 }), { maxLength: nomineesMax - 1 })
  .map((cuts) => {
    const places = [0, ...cuts.toSorted((one, other) => one - other), wholeShare]
    return places.slice(1).map((place, index) => place - (places[index] ?? 0))
  })

describe('the shares of nominees', () => {
  test('all of it is given, or no one is named', () => {
    expect(whyNotShares([])).toBeUndefined()
    expect(whyNotShares([6000, 4000])).toBeUndefined()
    expect(whyNotShares([6000])).toMatchObject({
      code: 'nominees_not_whole',
      detail: { field: 'nominees', given: '60', left: '40', way: 'missing' },
    })
    expect(whyNotShares([6000, 4001])).toMatchObject({
      code: 'nominees_not_whole',
      detail: { given: '100.01', left: '0.01', way: 'over' },
    })
  })

  test('shared equally they come to the whole, and differ by a hundredth of a percent at most', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: nomineesMax }), (count) => {
        const shares = evenShares(count)
        expect(shareLeft(shares)).toBe(0)
        expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1)
      }),
    )
  })

  test('whatever the shares, what nominees are paid comes to the sum, each within a kobo of their share', () => {
    fc.assert(
      fc.property(wholeShares, fc.bigInt({ min: 0n, max: 10n ** 14n }), (shares, sum) => {
        const parts = nomineeParts(kobo(sum), shares)
        expect(sumKobo(parts)).toBe(sum)
        for (const [index, part] of parts.entries()) {
          const off = part * BigInt(wholeShare) - sum * BigInt(shares[index] ?? 0)
          expect(off > -BigInt(wholeShare) && off < BigInt(wholeShare)).toBe(true)
        }
      }),
    )
  })

  test('one kobo between three goes to the first of the largest shares', () => {
    expect(nomineeParts(kobo(1), [3333, 3334, 3333])).toEqual([0n, 1n, 0n])
  })
})
