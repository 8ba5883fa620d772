import { describe, expect, test } from 'vitest'
import { banks } from '#features/members/members/rules/bank-details.ts'
import { listedCodeOf } from './provider-banks.ts'

/** As Paystack writes them. */
const listed = [
  { name: 'Access Bank', code: '044' },
  { name: 'Access Bank (Diamond)', code: '063' },
  { name: 'Ecobank Nigeria', code: '050' },
  { name: 'First Bank of Nigeria', code: '011' },
  { name: 'First City Monument Bank', code: '214' },
  { name: 'Guaranty Trust Bank', code: '058' },
  { name: 'Globus Bank', code: '00103' },
  { name: 'Kuda Bank', code: '50211' },
  { name: 'Moniepoint MFB', code: '50515' },
  { name: 'OPay Digital Services Limited (OPay)', code: '999992' },
  { name: 'PalmPay', code: '999991' },
  { name: 'Titan Bank', code: '102' },
  { name: 'Union Bank of Nigeria', code: '032' },
  { name: 'United Bank For Africa', code: '033' },
  { name: 'Unity Bank', code: '215' },
  { name: 'Rubies MFB', code: '125' },
]

describe('the provider’s code of a bank', () => {
  test.each([
    ['Access Bank', '044'],
    ['GTBank', '058'],
    ['FCMB', '214'],
    ['First Bank', '011'],
    ['UBA', '033'],
    ['Union Bank', '032'],
    ['Ecobank', '050'],
    ['Kuda', '50211'],
    ['Moniepoint', '50515'],
    ['OPay', '999992'],
    ['PalmPay', '999991'],
    ['Titan Trust Bank', '102'],
    // The provider's own code goes before the Central Bank's.
    ['Globus Bank', '00103'],
    ['Rubies MFB', '125'],
  ])('of %s is %s', (name, code) => {
    expect(listedCodeOf(listed, name)).toBe(code)
  })

  test('is by the Central Bank’s where the names differ, and unknown where neither is listed', () => {
    expect(listedCodeOf([{ name: 'Another name', code: '057' }], 'Zenith Bank')).toBe('057')
    expect(listedCodeOf(listed, 'Zenith Bank')).toBeUndefined()
    expect(listedCodeOf(listed, 'Some Village Bank')).toBeUndefined()
    expect(listedCodeOf(listed, '')).toBeUndefined()
  })

  test('is not guessed where two banks could be meant', () => {
    const twins = [
      { name: 'Village Microfinance', code: '1' },
      { name: 'Village Savings', code: '2' },
    ]
    expect(listedCodeOf(twins, 'Village')).toBeUndefined()
  })

  test('of a bank with a code of the Central Bank is never another bank’s', () => {
    const all = banks.flatMap(({ name, code }) => (code === null ? [] : [{ name, code }]))
    for (const { name, code } of all) expect([name, listedCodeOf(all, name)]).toEqual([name, code])
  })
})
