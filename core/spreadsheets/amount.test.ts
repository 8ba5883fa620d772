import { expect, test } from 'vitest'
import { amountProblemOf, isNoAmount, signedAmount } from './amount.ts'

test.each([
  ['1,234.50', 123_450n],
  ['+1,234.50', 123_450n],
  ['-1,234.50', -123_450n],
  ['1,234.50-', -123_450n],
  ['(1,234.50)', -123_450n],
  ['1,234.50 DR', -123_450n],
  ['1,234.50DR.', -123_450n],
  ['1,234.50 Cr', 123_450n],
  ['CR 1,234.50', 123_450n],
  ['DR 1,234.50', -123_450n],
  ['(1,234.50) DR', -123_450n],
  ['-1,234.50 DR', -123_450n],
  ['₦1,234.50', 123_450n],
  ['-₦1,234.50', -123_450n],
  ['₦-1,234.50', -123_450n],
  ['₦(1,234.50)', -123_450n],
  ['NGN\u00a01,234.50 CR', 123_450n],
  ['#1,234.50', 123_450n],
  ['1,234.50 NGN', 123_450n],
  ['1\u00a0234.50', 123_450n],
  ['NGN 1\u202f234', 123_400n],
  ["'-5", -500n],
  ['N=5,000', 500_000n],
  ['5,000/=', 500_000n],
  ['5,000/-', 500_000n],
  ['5000 naira', 500_000n],
  ['4999.999999999', 500_000n],
  ['15000.0000001', 1_500_000n],
  ['0.00', 0n],
  ['0.00 DR', 0n],
])('%j is %s kobo', (text, expected) => {
  expect(signedAmount(text)).toBe(expected)
})

test.each([
  '',
  'CR',
  '1.234,50',
  '1.2345E+3',
  '1,234.505',
  '-1,234.50 CR',
  '(1,234.50) CR',
  '-(5)',
  '-5-',
  '1,23.00',
  '1 23',
  '5,000 kobo',
  '5k',
  'N1.5m CR',
  '1,000,000,000,000,000',
])('%j is no amount', (text) => {
  expect(signedAmount(text)).toBeUndefined()
})

test.each([
  ['5k', 'Write the amount in full, as 5,000'],
  ["'N5K", 'Write the amount in full, as 5,000'],
  ['-1.2345k', 'Write the amount in full, as −1,234.50'],
  ['1.5 m', 'Write the amount in full, as 1,500,000'],
  ['1.234567k', 'Enter an amount in naira'],
  ['ask', 'Enter an amount in naira'],
  ['', 'Enter an amount in naira'],
])('a cell with %j is to be corrected: %s', (text, problem) => {
  expect(amountProblemOf(text)).toBe(problem)
})

test('k behind kobo is kobo, and the advice says the same amount', () => {
  expect(amountProblemOf('₦5,000.00k')).toBe('Write the amount without k, as 5,000.00')
  expect(amountProblemOf('5,000.50 K')).toBe('Write the amount without k, as 5,000.50')
  expect(amountProblemOf('5k')).toBe('Write the amount in full, as 5,000')
  expect(amountProblemOf('2.5k')).toBe('Write the amount in full, as 2,500')
})

test.each([
  '',
  ' ',
  '0',
  '0.00',
  '₦0.00',
  '-',
  '–',
  ' ₦ -   ',
  'NIL',
  'nil paid',
  'Not paid',
  'No payment',
  'N/A',
  "'-",
])('%j is nothing paid', (text) => {
  expect(isNoAmount(text)).toBe(true)
})

test.each(['1', '-5', 'paid', 'x', '=A1', 'O', '5k', 'plenty', 'NIL 500'])('%j is something', (text) => {
  expect(isNoAmount(text)).toBe(false)
})
