import { expect, test } from 'vitest'
import { loanOf, nairaText, typedKobo } from './loan.ts'

const sums = (principal: bigint, rate: bigint, months: number, method: 'flat' | 'equal') => {
  const loan = loanOf(principal, rate, months, method)
  return {
    loan,
    principal: loan.instalments.reduce((sum, each) => sum + each.principal, 0n),
    interest: loan.instalments.reduce((sum, each) => sum + each.interest, 0n),
  }
}

test('a flat loan of ₦100,000 at 10 % for a year costs ₦10,000', () => {
  const loan = loanOf(10_000_000n, 1000n, 12, 'flat')
  expect(loan).toMatchObject({ interest: 1_000_000n, total: 11_000_000n, first: 833_333n + 83_333n })
  expect(loan.instalments.at(-1)).toEqual({ number: 12, principal: 833_337n, interest: 83_337n, balance: 0n })
})

test('an equal instalment is the one of the annuity formula', () => {
  // 100,000 at 12 % over 12 months: 8,884.88, in every table of loans.
  const loan = loanOf(10_000_000n, 1200n, 12, 'equal')
  expect(loan.first).toBe(888_488n)
  expect(loan.instalments[0]).toEqual({ number: 1, principal: 788_488n, interest: 100_000n, balance: 9_211_512n })
  expect(loan.instalments.at(-1)?.balance).toBe(0n)
})

test.each([
  [1n, 1n, 60],
  [99_999_999n, 3650n, 7],
  [15_000_000n, 0n, 9],
  [100_000_000_000n, 10_000n, 60],
  [33n, 500n, 2],
] as const)(
  'what is paid is what was lent and its interest, to the kobo: %s at %s over %s',
  (principal, rate, months) => {
    for (const method of ['flat', 'equal'] as const) {
      const { loan, ...found } = sums(principal, rate, months, method)
      expect(found).toEqual({ principal, interest: loan.interest })
      expect(loan.total).toBe(principal + loan.interest)
      expect(loan.instalments.at(-1)?.balance).toBe(0n)
    }
  },
)

test('a loan without interest costs nothing', () => {
  for (const method of ['flat', 'equal'] as const) expect(loanOf(1_000_000n, 0n, 3, method).interest).toBe(0n)
})

test('amounts are read and written as people do', () => {
  expect(['150,000', '₦2,500.5', ' 0.05 ', '12 000'].map(typedKobo)).toEqual([15_000_000n, 250_050n, 5n, 1_200_000n])
  expect(['', 'ten', '-5', '1.234', '99999999999'].map(typedKobo)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ])
  expect([5n, 123_450n, 100_000_000n].map(nairaText)).toEqual(['₦0.05', '₦1,234.50', '₦1,000,000.00'])
})
