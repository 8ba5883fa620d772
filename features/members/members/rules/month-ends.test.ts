import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addMonths, type Period } from '#core/calendar.ts'
import { kobo } from '#core/money.ts'
import { monthEnds } from './month-ends.ts'

const first = '2025-12' as Period

describe('balances at month ends', () => {
  test('begin with what was there before, and stay where nothing moved', () => {
    const moved = [
      { period: null, isShares: false, amount: kobo(500) },
      { period: '2026-01' as Period, isShares: false, amount: kobo(-200) },
      { period: '2026-01' as Period, isShares: true, amount: kobo(70) },
    ]
    expect(monthEnds([first, '2026-01' as Period, '2026-02' as Period], moved)).toEqual([
      { period: '2025-12', savings: 500n, shares: 0n },
      { period: '2026-01', savings: 300n, shares: 70n },
      { period: '2026-02', savings: 300n, shares: 70n },
    ])
  })

  test('end with all that ever moved', () => {
    const movement = fc.record({
      month: fc.option(fc.integer({ min: 0, max: 11 })),
      isShares: fc.boolean(),
      amount: fc.integer({ min: -1_000_000, max: 1_000_000 }),
    })
    fc.assert(
      fc.property(fc.array(movement), (movements) => {
        const periods = Array.from({ length: 12 }, (_, month) => addMonths(first, month))
        const moved = movements.map(({ month, isShares, amount }) => ({
          period: month === null ? null : addMonths(first, month),
          isShares,
          amount: kobo(amount),
        }))
        const total = (isShares: boolean) =>
          moved.filter((one) => one.isShares === isShares).reduce((sum, { amount }) => sum + amount, 0n)
        expect(monthEnds(periods, moved).at(-1)).toEqual({
          period: '2026-11',
          savings: total(false),
          shares: total(true),
        })
      }),
    )
  })
})
