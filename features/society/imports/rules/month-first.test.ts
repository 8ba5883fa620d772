import { expect, test } from 'vitest'
import type { Day } from '#core/calendar.ts'
import { datesToAsk } from './month-first.ts'

const today = '2026-11-30' as Day
const asked = (...dates: string[]) =>
  [
    ...datesToAsk(
      dates.map((date) => ({ cells: ['Ada', date] })),
      [null, 'dateOfBirth'],
      today,
    ),
  ].map(([place, { column, message }]) => [place, column, message])

test('a date that may be either is asked about where another of its column has the month first for certain', () => {
  expect(asked('05/25/1968', '12/13/1970', '01/02/1971', '03/03/1975', '2 Jan 1980', '')).toEqual([
    [2, 1, 'Other dates of this column have the month first. Write 02 Jan 1971 or 01 Feb 1971'],
  ])
})

test('none is asked about where the day comes first for certain, or nothing says which', () => {
  expect(asked('25/05/1968', '01/02/1971')).toEqual([])
  expect(asked('25/05/1968', '05/25/1968', '01/02/1971')).toEqual([])
  expect(asked('03/04/1968', '01/02/1971')).toEqual([])
})
