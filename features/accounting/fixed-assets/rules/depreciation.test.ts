import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addMonths, type Day, lastDayOf, type Period } from '#core/calendar.ts'
import { kobo, sumKobo, zeroKobo } from '#core/money.ts'
import {
  accumulatedBy,
  type Depreciable,
  depreciationMonths,
  depreciationOf,
  resultOfDisposal,
} from './depreciation.ts'

const van: Depreciable = {
  boughtOn: '2025-03-20' as Day,
  cost: kobo(1_000_000_00),
  salvage: kobo(100_000_00),
  lifeMonths: 36,
  openingDepreciation: zeroKobo,
  openingThrough: null,
  disposedOn: null,
}

describe('straight-line depreciation', () => {
  test('counts the month of purchase whole: 900,000 over 36 months is 25,000 a month', () => {
    const lines = depreciationOf(van, '2025-12' as Period)
    expect(lines.map(({ period }) => period)).toEqual([
      '2025-03',
      '2025-04',
      '2025-05',
      '2025-06',
      '2025-07',
      '2025-08',
      '2025-09',
      '2025-10',
      '2025-11',
      '2025-12',
    ])
    expect(new Set(lines.map(({ amount }) => amount))).toEqual(new Set([2_500_000n]))
    expect(accumulatedBy(van, '2025-12' as Period)).toBe(25_000_000n)
    expect(accumulatedBy(van, '2040-01' as Period)).toBe(90_000_000n)
  })

  test('of a society that had it before: what remains goes over what is left of its life', () => {
    // 40,000 of 120,000 are depreciated by June 2025, and 8 of 24 months are over: 80,000 over 16 months.
    const old: Depreciable = {
      ...van,
      boughtOn: '2024-11-02' as Day,
      cost: kobo(120_000_00),
      salvage: zeroKobo,
      lifeMonths: 24,
      openingDepreciation: kobo(40_000_00),
      openingThrough: '2025-06' as Period,
    }
    expect(depreciationOf(old, '2025-08' as Period)).toEqual([
      { period: '2025-07', amount: 500_000n },
      { period: '2025-08', amount: 500_000n },
    ])
    const over = { ...old, lifeMonths: 6 }
    expect(depreciationOf(over, '2026-01' as Period)).toEqual([{ period: '2025-07', amount: 8_000_000n }])
  })

  test('land is not depreciated, and nothing is in the month of a disposal', () => {
    expect(depreciationOf({ ...van, lifeMonths: null }, '2030-01' as Period)).toEqual([])
    const sold = depreciationOf({ ...van, disposedOn: '2025-06-01' as Day }, '2025-12' as Period)
    expect(sold.map(({ period }) => period)).toEqual(['2025-03', '2025-04', '2025-05'])
  })

  test('a disposal gains what comes in above the book value, and loses what is missing', () => {
    expect(resultOfDisposal({ cost: kobo(100), accumulated: kobo(60), proceeds: kobo(55) })).toBe(15n)
    expect(resultOfDisposal({ cost: kobo(100), accumulated: kobo(60), proceeds: kobo(0) })).toBe(-40n)
  })

  test('all months come to cost less salvage value, and no two months differ by more than a kobo', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 13n }),
        fc.integer({ min: 0, max: 100 }),
        fc.integer({ min: 1, max: 240 }),
        fc.integer({ min: 0, max: 240 }),
        fc.integer({ min: 0, max: 100 }),
        (cost, salvagePercent, lifeMonths, monthsBefore, openingPercent) => {
          const salvage = (cost * BigInt(salvagePercent)) / 100n
          const opening = monthsBefore === 0 ? 0n : ((cost - salvage) * BigInt(openingPercent)) / 100n
          const asset: Depreciable = {
            ...van,
            cost: kobo(cost),
            salvage: kobo(salvage),
            lifeMonths,
            openingDepreciation: kobo(opening),
            openingThrough: monthsBefore === 0 ? null : addMonths('2025-03' as Period, monthsBefore - 1),
          }
          const { first, last } = depreciationMonths(asset) ?? { first: '' as Period, last: '' as Period }
          const lines = depreciationOf(asset, addMonths(last, 24))
          expect(opening + sumKobo(lines.map(({ amount }) => amount))).toBe(cost - salvage)
          expect(lines.every(({ period }) => period >= first && period <= last)).toBe(true)
          const amounts = lines.map(({ amount }) => amount)
          const [least = 0n, most = 0n] = [amounts.toSorted(by)[0], amounts.toSorted(by).at(-1)]
          expect(most - least <= 1n).toBe(true)
          // Two runs find what one finds.
          const half = addMonths(first, Math.floor(lifeMonths / 2))
          const early = depreciationOf(asset, half)
          expect(lines.slice(0, early.length)).toEqual(early)
          expect(lastDayOf(last) >= asset.boughtOn).toBe(true)
        },
      ),
    )
  })
})

const by = (one: bigint, other: bigint) => (one < other ? -1 : one > other ? 1 : 0)
