import { expect, test } from 'vitest'
import type { Day } from '#core/calendar.ts'
import { dayFromCell } from '#core/spreadsheets/cell.ts'
import { dayOfPart, partDayFromCell } from './part-day.ts'
import { readMemberRow } from './member-row.ts'

test.each([
  ['2014', '2014-01-01', '2014-12-31'],
  ["'2014", '2014-01-01', '2014-12-31'],
  ['in 2014', '2014-01-01', '2014-12-31'],
  ['Apr 2015', '2015-04-01', '2015-04-30'],
  ['April, 2015', '2015-04-01', '2015-04-30'],
  ['APRIL 2015', '2015-04-01', '2015-04-30'],
  ['Feb. 2016', '2016-02-01', '2016-02-29'],
  ["Sept '98", '1998-09-01', '1998-09-30'],
  ['Apr-15', '2015-04-01', '2015-04-30'],
  ['04/2015', '2015-04-01', '2015-04-30'],
  ['4-2015', '2015-04-01', '2015-04-30'],
  ['4.2015', '2015-04-01', '2015-04-30'],
  ['2015-04', '2015-04-01', '2015-04-30'],
  ['2015/4', '2015-04-01', '2015-04-30'],
  // Years in cells that Excel formats as days: 2014 days after the last one of 1899 but one.
  ['1905-07-06', '2014-01-01', '2014-12-31'],
  ['06/07/1905', '2014-01-01', '2014-12-31'],
  ['1905-03-14', '1900-01-01', '1900-12-31'],
  ['1905-07-01T00:00:00', '2009-01-01', '2009-12-31'],
])('%s is known to its year or month, %s to %s', (text, first, last) => {
  expect(partDayFromCell(text)).toEqual({ first, last })
  // What has a day is no part of a date, and the other way round.
  expect(dayFromCell(text)).toBeUndefined()
})

test.each([
  '',
  '1850',
  '1905-03-13',
  '1906-01-01',
  '2215',
  '13/2015',
  'Apr 15',
  '45382',
  '03/04/2024',
  '31 March 2024',
  '2014/2015',
  'yes',
  '5000',
  '12',
])('%j is no date of a year or month alone', (text) => {
  expect(partDayFromCell(text)).toBeUndefined()
})

test('the day that is used is the first or the last, and of a year that is not over today', () => {
  const today = '2026-03-10' as Day
  const of = (text: string, choice: 'first' | 'last') => dayOfPart(partDayFromCell(text)!, choice, today)
  expect([of('2014', 'first'), of('2014', 'last')]).toEqual(['2014-01-01', '2014-12-31'])
  expect([of('2026', 'first'), of('2026', 'last')]).toEqual(['2026-01-01', '2026-03-10'])
  expect([of('Mar 2026', 'last'), of('Feb 2026', 'last')]).toEqual(['2026-03-10', '2026-02-28'])
  expect(of('Apr 2026', 'last') > today).toBe(true)
})

test('a row asks for the choice, follows it, and still takes no one who joins in the future', () => {
  const read = (joined: string, partDays: 'first' | 'last' | null) => {
    const { draft, problems } = readMemberRow(
      ['Ada', 'Obi', joined],
      ['firstName', 'lastName', 'registrationDate'],
      [],
      { today: '2026-03-10' as Day, partDays },
    )
    return [draft['registrationDate'], problems.map(({ column, isPartDay }) => [column, isPartDay])]
  }
  expect(read('2014', null)).toEqual([undefined, [[2, true]]])
  expect(read('2014', 'first')).toEqual(['2014-01-01', []])
  expect(read('Apr 2015', 'last')).toEqual(['2015-04-30', []])
  expect(read('05/03/2017', null)).toEqual(['2017-03-05', []])
  for (const choice of ['first', 'last'] as const) expect(read('Apr 2026', choice)[1]).toEqual([[2, undefined]])
})
