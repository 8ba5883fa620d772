import { expect, test } from 'vitest'
import { loanClasses, loanClassOf } from './loan-class.ts'

test('a loan is in one class by the days that it is late', () => {
  expect(loanClasses).toEqual(['Performing', 'Pass and watch', 'Substandard', 'Doubtful', 'Lost'])
  expect([0, 1, 30, 31, 60, 61, 90, 91, 4000].map((days) => loanClassOf(days))).toEqual([
    'Performing',
    'Pass and watch',
    'Pass and watch',
    'Substandard',
    'Substandard',
    'Doubtful',
    'Doubtful',
    'Lost',
    'Lost',
  ])
})
