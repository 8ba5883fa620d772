import { describe, expect, test } from 'vitest'
import type { Day } from '#core/calendar.ts'
import { type DueRule, dueAfter, dueDates, lastDueYear, ruledDays, ruledFirstDue } from './due-dates.ts'

const rule = (
  change: Partial<Omit<DueRule, 'startOn' | 'firstDueOn'>> & { startOn?: string; firstDueOn?: string } = {},
) => ({ instalments: 3, every: 1, unit: 'month', startOn: '2026-01-31', ...change }) as DueRule

describe('due dates', () => {
  test.each([
    ['month', 1, ['2026-02-28', '2026-03-31', '2026-04-30']],
    ['month', 2, ['2026-03-31', '2026-05-31', '2026-07-31']],
    ['week', 1, ['2026-02-07', '2026-02-14', '2026-02-21']],
    ['week', 2, ['2026-02-14', '2026-02-28', '2026-03-14']],
    ['fortnight', 1, ['2026-02-14', '2026-02-28', '2026-03-14']],
    ['day15', 1, ['2026-02-15', '2026-03-02', '2026-03-17']],
  ] as const)('each %s times %i follow the start', (unit, every, dates) => {
    expect(dueDates(rule({ unit, every }))).toEqual(['2026-01-31', ...dates])
    expect(ruledFirstDue(rule({ unit, every }))).toBe(dates[0])
  })

  test('follow the first due date where one was agreed', () => {
    expect(dueDates(rule({ unit: 'week', firstDueOn: '2026-03-04' }))).toEqual([
      '2026-01-31',
      '2026-03-04',
      '2026-03-11',
      '2026-03-18',
    ])
    expect(dueDates(rule({ firstDueOn: '2026-03-15' }))).toEqual([
      '2026-01-31',
      '2026-03-15',
      '2026-04-15',
      '2026-05-15',
    ])
    // The last day of February takes the place of the day of the start only where that day is later in the month.
    expect(dueDates(rule({ startOn: '2026-01-28', firstDueOn: '2026-02-28' }))).toEqual([
      '2026-01-28',
      '2026-02-28',
      '2026-03-28',
      '2026-04-28',
    ])
    expect(dueDates(rule({ startOn: '2026-01-30', firstDueOn: '2026-02-28' }))).toEqual([
      '2026-01-30',
      '2026-02-28',
      '2026-03-30',
      '2026-04-30',
    ])
    expect(dueDates(rule({ startOn: '2026-01-30', firstDueOn: '2026-02-27' }))).toEqual([
      '2026-01-30',
      '2026-02-27',
      '2026-03-27',
      '2026-04-27',
    ])
  })

  test('days that an instalment covers by rule', () => {
    expect((['month', 'week', 'fortnight', 'day15'] as const).map((unit) => ruledDays({ unit, every: 2 }))).toEqual([
      60, 14, 28, 30,
    ])
  })

  test('after a day, where no one names another: by length, or on the day of the month, moved to a working day', () => {
    const after = (dueDay: number | null, workingDays: 'next' | null = null, unit: 'month' | 'week' = 'month') =>
      dueAfter('2026-02-10' as Day, unit, { dueDay, firstDueAfterDays: 1, workingDays })
    expect([after(null), after(25), after(null, null, 'week')]).toEqual(['2026-03-10', '2026-02-25', '2026-02-17'])
    // 28 February 2026 is a Saturday.
    expect([after(28), after(28, 'next')]).toEqual(['2026-02-28', '2026-03-02'])
  })

  test('the year of the last one by years and by months that make one instalment', () => {
    expect(lastDueYear(rule({ unit: 'year', instalments: 100 }))).toBe(2126)
    expect(lastDueYear(rule({ unit: 'quarter', instalments: 8 }))).toBe(2028)
  })

  test('the year of the last one is never told too early', () => {
    expect(lastDueYear(rule({ instalments: 11 }))).toBe(2026)
    expect(lastDueYear(rule({ instalments: 12 }))).toBe(2027)
    expect(lastDueYear(rule({ instalments: 6, every: 2 }))).toBe(2027)
    expect(lastDueYear(rule({ instalments: 1, firstDueOn: '2027-12-01' }))).toBe(2028)
    expect(lastDueYear(rule({ instalments: 44, unit: 'week' }))).toBe(2026)
    expect(lastDueYear(rule({ instalments: 45, unit: 'week' }))).toBe(2027)
    expect(lastDueYear(rule({ instalments: 23, unit: 'week', every: 2 }))).toBe(2027)
    expect(lastDueYear(rule({ instalments: 20, unit: 'day15' }))).toBe(2026)
  })
})
