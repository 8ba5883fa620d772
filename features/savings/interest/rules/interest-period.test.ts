import { describe, expect, test } from 'vitest'
import type { Day, Period } from '#core/calendar.ts'
import { interestPeriodOf, interestPeriodsOver, monthsOf } from './interest-period.ts'

const period = (month: string, every: 'month' | 'quarter' | 'year', start = '01-01') =>
  interestPeriodOf(month as Period, every, start)

describe('interest periods', () => {
  test('are whole months, and quarters and years that begin with the fiscal year', () => {
    expect(period('2024-02', 'month')).toEqual({ from: '2024-02-01', to: '2024-02-29' })
    expect(period('2026-05', 'quarter')).toEqual({ from: '2026-04-01', to: '2026-06-30' })
    expect(period('2026-05', 'quarter', '02-01')).toEqual({ from: '2026-05-01', to: '2026-07-31' })
    expect(period('2026-03', 'year', '04-01')).toEqual({ from: '2025-04-01', to: '2026-03-31' })
    expect(period('2026-04', 'year', '04-06')).toEqual({ from: '2026-04-01', to: '2027-03-31' })
  })

  test('can be chosen once they are over, newest first, and not before the books begin', () => {
    const over = (today: string, since: string) =>
      interestPeriodsOver(today as Day, since as Day, 'quarter', { fiscalYearStart: '01-01', most: 3 }).map(
        ({ to }) => to,
      )
    expect(over('2026-04-01', '2010-01-01')).toEqual(['2026-03-31', '2025-12-31', '2025-09-30'])
    expect(over('2026-03-31', '2025-11-15')).toEqual(['2025-12-31'])
    expect(over('2026-03-31', '2026-01-02')).toEqual([])
  })

  test('hold their months', () => {
    expect(monthsOf({ from: '2025-12-01' as Day, to: '2026-02-28' as Day })).toEqual([
      '2025-12-01',
      '2026-01-01',
      '2026-02-01',
    ])
  })
})
