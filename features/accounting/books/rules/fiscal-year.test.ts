import { describe, expect, test } from 'vitest'
import type { Day } from '#core/calendar.ts'
import { fiscalYearOf, fiscalYearsBetween } from './fiscal-year.ts'

describe('a fiscal year', () => {
  test.each([
    ['2026-11-21', '01-01', '2026-01-01', '2026-12-31'],
    ['2026-01-01', '01-01', '2026-01-01', '2026-12-31'],
    ['2026-03-31', '04-01', '2025-04-01', '2026-03-31'],
    ['2026-04-01', '04-01', '2026-04-01', '2027-03-31'],
    ['2024-02-29', '03-01', '2023-03-01', '2024-02-29'],
    ['2025-02-28', '03-01', '2024-03-01', '2025-02-28'],
  ])('that holds %s where years begin on %s is %s to %s', (day, start, from, to) => {
    expect(fiscalYearOf(day as Day, start)).toEqual({ from, to })
  })

  test('follows the one before without a gap', () => {
    expect(fiscalYearsBetween('2024-05-01' as Day, '2026-11-21' as Day, '04-01')).toEqual([
      { from: '2026-04-01', to: '2027-03-31' },
      { from: '2025-04-01', to: '2026-03-31' },
      { from: '2024-04-01', to: '2025-03-31' },
    ])
  })
})
