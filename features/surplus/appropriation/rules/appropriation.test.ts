import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { kobo, sumKobo } from '#core/money.ts'
import {
  appropriated,
  type Head,
  whyNotAppropriate,
  whyNotHeads,
  surplusHeadTwice,
  surplusHeadsAboveWhole,
  appropriationAboveSurplus,
  appropriationBelowRule,
} from './appropriation.ts'

const head = (name: string, basisPoints: number, isLeast = false): Head => ({ name, basisPoints, isLeast })
const heads = [head('Statutory reserve', 2500, true), head('Education fund', 500), head('Dividend payable', 6000)]

describe('a surplus shared by the bye-laws', () => {
  test('gives each head its part, and carries the rest forward', () => {
    expect(appropriated(kobo(1_000_000_00), heads)).toEqual({
      amounts: [kobo(250_000_00), kobo(50_000_00), kobo(600_000_00)],
      carriedForward: kobo(100_000_00),
    })
  })

  test('comes to the surplus, to the kobo, each within a kobo of its part, whatever the bye-laws', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 14n }),
        fc.array(fc.integer({ min: 1, max: 1000 }), { maxLength: 10 }),
        (surplus, percents) => {
          const shared = appropriated(
            kobo(surplus),
            percents.map((basisPoints) => ({ basisPoints })),
          )
          expect(sumKobo([...shared.amounts, shared.carriedForward])).toBe(surplus)
          percents.forEach((basisPoints, index) => {
            const floor = (surplus * BigInt(basisPoints)) / 10_000n
            expect([floor, floor + 1n]).toContain(shared.amounts[index])
          })
        },
      ),
    )
  })

  test('has heads of 100 % at most, each once', () => {
    const asked = (...percents: [string, number][]) =>
      whyNotHeads(percents.map(([accountId, basisPoints]) => ({ accountId, basisPoints })))
    expect(asked(['a', 4000], ['b', 6000])).toBeUndefined()
    expect(asked(['a', 4000], ['b', 6001])).toMatchObject({
      code: surplusHeadsAboveWhole,
      detail: { field: 'heads', percent: 100.01 },
    })
    expect(asked(['a', 1], ['b', 2], ['a', 3])).toMatchObject({
      code: surplusHeadTwice,
      detail: { field: 'heads.2.accountId' },
    })
  })
})

describe('what a meeting decides', () => {
  const decided = (given: bigint[], more = 0n, available = 1_000_000_00n) =>
    whyNotAppropriate({
      surplus: kobo(1_000_000_00),
      available: kobo(available),
      heads,
      given: given.map(kobo),
      total: kobo(given.reduce((sum, amount) => sum + amount, more)),
    })

  test('may be another amount than the bye-laws say, but for what they ask at least', () => {
    expect(decided([250_000_00n, 0n, 750_000_00n])).toBeUndefined()
    expect(decided([300_000_00n, 50_000_00n, 600_000_00n], 50_000_00n)).toBeUndefined()
    expect(decided([249_999_99n, 50_000_00n, 600_000_00n])).toMatchObject({
      code: appropriationBelowRule,
      detail: { name: 'Statutory reserve', percent: 25, least: '₦250,000.00' },
    })
  })

  test('is no more than what is there, which earlier deficits make less', () => {
    expect(decided([250_000_00n, 50_000_00n, 700_000_01n])).toMatchObject({
      code: appropriationAboveSurplus,
      detail: { available: '₦1,000,000.00', over: '₦0.01' },
    })
    expect(decided([250_000_00n, 50_000_00n, 600_000_00n], 0n, 899_999_99n)).toMatchObject({
      detail: { available: '₦899,999.99', over: '₦0.01' },
    })
  })
})
