import { expect, test } from 'vitest'
import type { Day, Period } from '#core/calendar.ts'
import { isOfMonth, monthNamedIn, monthOfList } from './named-month.ts'

const today = '2026-11-30' as Day

test.each([
  ['Contributions for September 2026', '2026-09', true],
  ['SEPT 2026', '2026-09', true],
  ['Sept2026_contributions.xlsx', '2026-09', true],
  ["Sep'26", '2026-09', true],
  ['contributions_2026-09.csv', '2026-09', true],
  ['09/2026', '2026-09', true],
  ['2026 MAY', '2026-05', true],
  ['Contributions for the month ended 30th September 2026', '2026-09', true],
  ['MAY', '2026-05', false],
  ['SAVINGS OF NOVEMBER', '2026-11', false],
  ['December contributions.xlsx', '2026-12', false],
  ['January contributions', '2027-01', false],
  ['June', '2026-06', false],
  ['March', '2026-03', false],
  ['Society since May 1999: Oct 2026', '2026-10', true],
  ['week 1, September 2026.csv', '2026-09', true],
  ['Week 1 & 2 September 2026', '2026-09', true],
  ['Weeks 3 and 4 September 2026', '2026-09', true],
  ['weeks 1-3, Sept 2026', '2026-09', true],
])('%s is of %s', (text, period, hasYear) => {
  expect(monthNamedIn(text, today)).toEqual({ text, period, hasYear })
})

test.each([
  'Contributions',
  'January to September 2026',
  'Jan-Dec 2026',
  'Members may pay at the office',
  'Meeting of 5 October 2026',
  'Contributions list 3 June 2026',
  'no 7 March 2026',
  'Week ended 4 September 2026',
  'Printed on 30 September 2026',
  '05/10/2026',
  '2026-10-05',
  'Founded in May 1999',
  'Plot 12-2026-3',
])('%s names no month of its own', (text) => {
  expect(monthNamedIn(text, today)).toBeUndefined()
})

test('a list is of the month that is named above its rows, else by its sheet, else by its file', () => {
  const of = (above: string[], sheet = '', fileName = 'list.xlsx') => {
    const top = above.map((cell, index) => ({ number: index + 1, cells: [cell, ''] }))
    const rows = [{ number: above.length + 1, cells: ['Aug 2026', '5000'] }]
    const shaped = rows.map(({ number }) => ({ number, leftOut: null }))
    const found = monthOfList({ top, rows, sheet }, shaped, fileName, today)
    return found && found.period
  }
  expect(of(['UNITY FARMERS', 'Sept 2026', 'Amount'], 'OCT')).toBe('2026-09')
  expect(of(['Aug 2026', 'Sept 2026'], 'OCT', 'July 2026.xlsx')).toBe('2026-10')
  expect(of(['Member No'], 'Sheet1', 'July 2026.xlsx')).toBe('2026-07')
  expect(of(['Member No'])).toBeUndefined()
  // A month is there, and which one the list is of is not.
  expect(of(['Contributions January to March 2026'])).toBeNull()
  expect(of(['Member No'], '', 'Contributions list 3 June 2026.xlsx')).toBeNull()
  expect(of(['Printed on 30 September 2026'])).toBeUndefined()
  expect(of(['UNITY FARMERS – SEPT 2026'], 'OCT')).toBe('2026-09')
})

test.each(['Est. March 2022', 'MAY DAY COOPERATIVE', 'DEC Staff Cooperative', 'Secretary: June Okafor'])(
  '%s above a list is no month of it',
  (title) => {
    const top = [{ number: 1, cells: [title] }]
    const rows = [{ number: 2, cells: ['1', '5000'] }]
    expect(monthOfList({ top, rows }, [{ number: 2, leftOut: null }], 'list.xlsx', today)).toBeUndefined()
  },
)

test('a month without its year agrees with that of any year', () => {
  const [november, sept] = [monthNamedIn('NOVEMBER', today), monthNamedIn('Sept 2026', today)]
  expect(november && isOfMonth(november, '2025-11' as Period)).toBe(true)
  expect(sept && isOfMonth(sept, '2025-09' as Period)).toBe(false)
})
