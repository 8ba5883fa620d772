import { describe, expect, test } from 'vitest'
import type { Day } from '#core/calendar.ts'
import { type DayCount, innerPart, instalmentsInYear, levelPart, type Stretch, stretchPart } from './day-count.ts'

const monthly = (dayCount: DayCount, every = 1) => ({ dayCount, unit: 'month', every }) as const
const stretch = (from: string, to: string, isRuled = true): Stretch => ({ from: from as Day, to: to as Day, isRuled })
const january = stretch('2026-01-31', '2026-02-28')

describe('the part of a year that one instalment is for', () => {
  test.each([
    ['monthly', { top: 1n, bottom: 12n }],
    ['actual/365', { top: 28n, bottom: 365n }],
    ['actual/360', { top: 28n, bottom: 360n }],
    ['364', { top: 28n, bottom: 364n }],
    ['30/360', { top: 30n, bottom: 360n }],
    ['actual/actual', { top: 28n * 366n, bottom: 365n * 366n }],
  ] as const)('by %s', (dayCount, part) => expect(stretchPart(monthly(dayCount), january)).toEqual(part))

  test('is the same for every instalment of a unit where the days are not counted', () => {
    const parts = (['month', 'week', 'fortnight', 'day15'] as const).map((unit) =>
      stretchPart({ dayCount: 'monthly', unit, every: 2 }, january),
    )
    expect(parts).toEqual([12n, 52n, 26n, 24n].map((bottom) => ({ top: 2n, bottom })))
    expect(instalmentsInYear({ unit: 'month', every: 5 })).toEqual({ top: 12n, bottom: 5n })
  })

  test('counts thirty days a month where the first stretch is longer or shorter than the rule', () => {
    const days = (from: string, to: string) => stretchPart(monthly('30/360'), stretch(from, to, false)).top
    expect(days('2026-01-15', '2026-02-10')).toBe(25n)
    expect(days('2025-12-15', '2026-02-10')).toBe(55n)
    // The last day of any month is its thirtieth.
    expect(days('2026-01-31', '2026-02-28')).toBe(30n)
    expect(days('2026-02-27', '2026-03-31')).toBe(33n)
    expect(days('2024-02-28', '2024-02-29')).toBe(2n)
    expect(
      stretchPart({ dayCount: '30/360', unit: 'week', every: 1 }, stretch('2026-01-31', '2026-02-28', false)).top,
    ).toBe(28n)
    expect(stretchPart({ dayCount: '30/360', unit: 'week', every: 2 }, january).top).toBe(14n)
  })

  test('counts each day in its own year, the leap years by the calendar', () => {
    const days = (from: string, to: string) => stretchPart(monthly('actual/actual'), stretch(from, to)).top
    expect(days('2023-12-01', '2025-02-01')).toBe(30n * 366n + 366n * 365n + 32n * 366n)
    expect(days('2023-12-01', '2023-12-31')).toBe(30n * 366n)
    expect(days('2024-12-31', '2025-01-01')).toBe(366n)
    expect(days('2000-02-01', '2000-03-01')).toBe(29n * 365n)
    expect(days('2100-02-01', '2100-03-01')).toBe(28n * 366n)
    expect(days('2026-02-01', '2026-02-01')).toBe(0n)
  })
})

describe('a few days of a stretch', () => {
  const inner = (dayCount: DayCount) => innerPart(monthly(dayCount), january, '2026-02-10' as Day, '2026-02-17' as Day)

  test('share it evenly where it counts the same however long it is', () => {
    expect(inner('monthly')).toEqual({ top: 7n, bottom: 12n * 28n })
    expect(inner('30/360')).toEqual({ top: 30n * 7n, bottom: 360n * 28n })
  })

  test('count from the later of their own first day and that of the interest', () => {
    const from28 = { ...stretch('2026-02-10', '2026-03-29', false), countedFrom: '2026-02-28' as Day }
    const days = (from: string, to: string) => innerPart(monthly('actual/365'), from28, from as Day, to as Day)
    expect(days('2026-02-10', '2026-03-29')).toEqual({ top: 29n, bottom: 365n })
    expect(days('2026-03-10', '2026-03-29')).toEqual({ top: 19n, bottom: 365n })
    expect(days('2026-02-10', '2026-02-20')).toEqual({ top: 0n, bottom: 365n })
  })

  test('are so many days where days are counted', () => {
    expect(inner('actual/365')).toEqual({ top: 7n, bottom: 365n })
    expect(inner('actual/actual')).toEqual({ top: 7n * 366n, bottom: 365n * 366n })
  })
})

describe('the part of a year that a rounded instalment is calculated with', () => {
  test.each([
    ['actual/365', { top: 30n, bottom: 365n }],
    ['actual/360', { top: 30n, bottom: 360n }],
    ['364', { top: 30n, bottom: 364n }],
    ['actual/actual', { top: 30n * 366n, bottom: 365n * 366n }],
    ['monthly', { top: 1n, bottom: 12n }],
    ['30/360', { top: 30n, bottom: 360n }],
  ] as const)('is thirty days whatever month it is, by %s', (dayCount, part) =>
    expect(levelPart(monthly(dayCount), january)).toEqual(part),
  )

  test('is what it is where the first stretch is not by rule', () => {
    expect(levelPart(monthly('actual/365'), { ...january, isRuled: false })).toEqual({ top: 28n, bottom: 365n })
    expect(levelPart(monthly('30/360'), stretch('2026-01-15', '2026-02-10', false))).toEqual({ top: 25n, bottom: 360n })
    expect(levelPart(monthly('monthly', 3), january)).toEqual({ top: 3n, bottom: 12n })
  })
})
