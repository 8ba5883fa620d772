import { expect, test } from 'vitest'
import { accountNumberFrom, bankNamed, banks, fitsBank } from './bank-details.ts'

test.each([
  ['GTB', 'GTBank'],
  ['Guaranty Trust Bank Plc', 'GTBank'],
  ['FIRST BANK OF NIGERIA', 'First Bank'],
  ['u.b.a', 'UBA'],
  ['Zenith', 'Zenith Bank'],
  ['Union Bank of Nigeria Plc', 'Union Bank'],
  ['Umuchinemere Microfinance Bank', 'Umuchinemere Microfinance Bank'],
])('%s is %s', (text, name) => {
  expect(bankNamed(text)).toBe(name)
})

test('no two banks are written alike, and each is found by its own name', () => {
  for (const { name } of banks) expect(bankNamed(name.toUpperCase())).toBe(name)
})

test.each([
  ['0123456789', '0123456789'],
  ['123456789', '0123456789'],
  ['12345678.0', '0012345678'],
  ["'0123 456 789", '0123456789'],
  ['1234567', '1234567'],
])('the account number %s is %s', (text, number) => {
  expect(accountNumberFrom(text)).toBe(number)
})

test('an account number has the check digit of its bank; of a bank without a code nothing is known', () => {
  // The example of the Central Bank's standard: bank 011, serial 000001457, check digit 9.
  expect(fitsBank({ bankName: 'First Bank', accountNumber: '0000014579' })).toBe(true)
  for (const digit of '012345678')
    expect(fitsBank({ bankName: 'First Bank', accountNumber: `000001457${digit}` })).toBe(false)
  expect(fitsBank({ bankName: 'OPay', accountNumber: '8031234567' })).toBe(true)
})
