import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addMonths,
  ageOn,
  type Day,
  dayIn,
  firstDayOf,
  isDay,
  isPeriod,
  type Period,
  periodOf,
  periodsBetween,
} from './calendar.ts'

const period = fc
  .tuple(fc.integer({ min: 1960, max: 2140 }), fc.integer({ min: 1, max: 12 }))
  .map(([year, month]) => `${year}-${String(month).padStart(2, '0')}` as Period)

describe('the calendar', () => {
  test.each(['2026-02-28', '2024-02-29', '1999-12-31', '2000-01-01', '1900-01-01', '2199-12-31'])(
    '%s is a day',
    (text) => {
      expect(isDay(text)).toBe(true)
    },
  )
  test.each([
    '2026-02-29',
    '2026-02-30',
    '2026-13-01',
    '2026-00-10',
    '2026-1-1',
    '26-01-01',
    '2026-01-01T00:00',
    '',
    '2026-04-31',
    ' 2026-01-01',
    '2026-01-01\n',
    '0000-01-01',
    '0001-01-01',
    '1899-12-31',
    '2200-01-01',
    '9999-12-31',
  ])('%j is none', (text) => {
    expect(isDay(text)).toBe(false)
  })
  test.each(['2026-13', '2026-00', '2026-1', '202-01', '2026-01-01', '', '2026-01\n', '0000-01', '1899-12', '2200-01'])(
    '%j is no month',
    (text) => {
      expect(isPeriod(text)).toBe(false)
    },
  )

  test('a day begins at midnight in Lagos', () => {
    expect([dayIn(new Date('2026-01-31T22:59:59Z')), dayIn(new Date('2026-01-31T23:00:00Z'))]).toEqual([
      '2026-01-31',
      '2026-02-01',
    ])
  })

  test('every instant has a day that is one', () => {
    const instants = fc.date({ min: new Date('1950-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(instants, (instant) => {
        expect(isDay(dayIn(instant))).toBe(true)
      }),
    )
  })

  test('months are added and taken away again', () => {
    expect([
      addMonths('2026-11' as Period, 2),
      addMonths('2026-01' as Period, -1),
      addMonths('2026-12' as Period, 0),
    ]).toEqual(['2027-01', '2025-12', '2026-12'])
    fc.assert(
      fc.property(
        period,
        fc.integer({ min: -600, max: 600 }),
        fc.integer({ min: -600, max: 600 }),
        (from, some, more) => {
          expect(isPeriod(addMonths(from, some))).toBe(true)
          expect(addMonths(addMonths(from, some), -some)).toBe(from)
          expect(addMonths(addMonths(from, some), more)).toBe(addMonths(from, some + more))
          expect(addMonths(from, 1) > from).toBe(true)
        },
      ),
    )
  })

  test('the months between two are each of them once, in order', () => {
    fc.assert(
      fc.property(period, fc.integer({ min: -3, max: 60 }), (first, count) => {
        const months = periodsBetween(first, addMonths(first, count))
        expect(months).toHaveLength(Math.max(0, count + 1))
        expect(months).toEqual([...new Set(months)].toSorted())
        for (const month of months) expect(periodOf(firstDayOf(month))).toBe(month)
      }),
    )
  })

  test.each([
    ['2000-05-10', '2018-05-09', 17],
    ['2000-05-10', '2018-05-10', 18],
    ['2000-02-29', '2018-02-28', 17],
    ['2000-02-29', '2018-03-01', 18],
  ])('born on %s one is on %s %i years old', (birth, on, age) => {
    expect(ageOn(birth as Day, on as Day)).toBe(age)
  })
})
