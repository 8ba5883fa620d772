import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { kobo } from '#core/money.ts'
import {
  mostShares,
  type ShareRules,
  sharesAboveCeiling,
  sharesBelowMinimum,
  sharesLeftBelowMinimum,
  sharesNotHeld,
  whyNotBuyShares,
  whyNotGiveUpShares,
  worthOf,
} from './shares.ts'

const rules: ShareRules = { parValue: kobo(50_000), sharesMin: 20, ceilingBasisPoints: 2000 }
const worth = (shares: number) => worthOf(shares, rules.parValue)
const ada = (shares: number) => ({ name: 'Ada', held: worth(shares) })

describe('the ceiling on one member', () => {
  test('counts the capital that they add: a fifth of 500 shares beside 400 of others is 100', () => {
    expect(mostShares(rules, worth(400))).toBe(100)
    expect(whyNotBuyShares(rules, ada(0), 100, worth(400))).toBeUndefined()
    expect(whyNotBuyShares(rules, ada(30), 71, worth(400))).toMatchObject({
      code: sharesAboveCeiling,
      detail: { held: 30, most: 100, rest: 'buy 70 or fewer', percent: 20 },
    })
  })

  test('lets the first members hold the least that anybody holds, and no more', () => {
    expect(whyNotBuyShares(rules, ada(0), 20, worth(0))).toBeUndefined()
    expect(whyNotBuyShares(rules, ada(20), 1, worth(0))).toMatchObject({
      code: sharesAboveCeiling,
      detail: { rest: 'none more at present' },
    })
  })

  test('is the largest holding within it, for any capital and any ceiling', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 10_000_000 }),
        fc.integer({ min: 1, max: 9_999 }),
        fc.integer({ min: 0, max: 50 }),
        (others, ceilingBasisPoints, sharesMin) => {
          const own = { ...rules, ceilingBasisPoints, sharesMin }
          const most = mostShares(own, worth(others)) ?? -1
          const isWithin = (shares: number) =>
            BigInt(shares) * 10_000n <= BigInt(ceilingBasisPoints) * BigInt(shares + others)
          expect(most).toBeGreaterThanOrEqual(sharesMin)
          expect(most === sharesMin || isWithin(most)).toBe(true)
          expect(isWithin(most + 1)).toBe(false)
        },
      ),
    )
  })

  test('of 100 percent is none', () => {
    expect(mostShares({ ...rules, ceilingBasisPoints: 10_000 }, worth(0))).toBeUndefined()
    expect(whyNotBuyShares({ ...rules, ceilingBasisPoints: 10_000 }, ada(0), 1_000_000, worth(0))).toBeUndefined()
  })
})

describe('the least holding', () => {
  test('is asked of the first purchase, and of what is kept unless nothing is', () => {
    expect(whyNotBuyShares(rules, ada(0), 19, worth(1000))).toMatchObject({
      code: sharesBelowMinimum,
      detail: { more: 20 },
    })
    expect(whyNotGiveUpShares(rules, ada(50), 30)).toBeUndefined()
    expect(whyNotGiveUpShares(rules, ada(50), 50)).toBeUndefined()
    expect(whyNotGiveUpShares(rules, ada(50), 31)).toMatchObject({
      code: sharesLeftBelowMinimum,
      detail: { allowed: 'all 50, or 30 at most' },
    })
    expect(whyNotGiveUpShares(rules, ada(50), 51)).toMatchObject({ code: sharesNotHeld, detail: { held: 50 } })
  })
})
