import { expect, test } from 'vitest'
import { agreedStatuses } from './agreed-statuses.ts'
import { loanStatuses } from './loan.ts'

test('a loan that was only asked for, declined or taken back has no paper of what was agreed; every other has one', () => {
  expect(loanStatuses.filter((status) => !agreedStatuses.includes(status))).toEqual([
    'draft',
    'submitted',
    'rejected',
    'withdrawn',
  ])
  expect(agreedStatuses.filter((status) => !loanStatuses.includes(status))).toEqual([])
})
