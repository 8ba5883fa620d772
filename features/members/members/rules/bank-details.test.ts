import { expect, test } from 'vitest'
import { accountNumberFrom, bankNamed, banks, checkDigitOf, fitsBank } from './bank-details.ts'

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

test.each([
  ['011', '000001457', 9],
  ['011', '000000022', 0],
  // The six digits of 2020 begin with zeros where a bank had three.
  ['000011', '000001457', 9],
  ['000011', '000000022', 0],
  // 9×3+5×7+0×3+5×3+4×7+7×3 = 126, and the serial adds 1×3+4×3+5×7+7×3 = 71: 197.
  ['950547', '000001457', 3],
])('the check digit of bank %s and serial number %s is %i', (code, serial, digit) => {
  expect(checkDigitOf(code, serial)).toBe(digit)
})
