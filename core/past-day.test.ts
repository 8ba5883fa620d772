import { expect, test } from 'vitest'
import type { Day } from './calendar.ts'
import { pastDayProblem } from './past-day.ts'

test('the day of what has happened is today or before, and is a day', () => {
  const problem = (typed: string) => pastDayProblem(typed, '2026-11-25' as Day)
  expect(['2026-11-25', '2026-11-24', '1999-01-01'].map(problem)).toEqual([undefined, undefined, undefined])
  expect(['2026-11-26', '2027-01-01'].map(problem)).toEqual(Array(2).fill('Choose today or an earlier date.'))
  expect(['', '2026-02-30', '25/11/2026'].map(problem)).toEqual(Array(3).fill('Enter the date'))
})
