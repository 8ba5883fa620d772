import { describe, expect, test } from 'vitest'
import type { Day } from '#core/calendar.ts'
import { kobo } from '#core/money.ts'
import { daysInArrears, noTolerance } from './arrears.ts'

const since = (overdue: number, day: string) => ({ overdue: kobo(overdue), overdueSince: day as Day })
const today = '2026-03-31' as Day

describe('days in arrears', () => {
  test('are counted from the first day late, where nothing is tolerated', () => {
    expect(daysInArrears(since(1, '2026-03-30'), today, noTolerance)).toBe(1)
    expect(daysInArrears(since(1, '2026-02-28'), today, noTolerance)).toBe(31)
    expect(daysInArrears({ overdue: kobo(0), overdueSince: undefined }, today, noTolerance)).toBe(0)
  })

  test('are none up to the amount or up to the days that are tolerated, and all of them beyond both', () => {
    const tolerance = { amount: kobo(100), days: 5 }
    expect(daysInArrears(since(100, '2026-01-31'), today, tolerance)).toBe(0)
    expect(daysInArrears(since(5000, '2026-03-26'), today, tolerance)).toBe(0)
    expect(daysInArrears(since(101, '2026-03-25'), today, tolerance)).toBe(6)
  })
})
