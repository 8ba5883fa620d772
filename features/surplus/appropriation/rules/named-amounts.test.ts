import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MemberId } from '#core/ids.ts'
import { kobo, sumKobo } from '#core/money.ts'
import { taxed, totalsOf } from './dividend.ts'
import {
  whyNotGiven,
  namedAmountsMissing,
  namedAmountTwice,
  namedAmountsAboveLine,
  namedAmountsBelowLine,
} from './named-amounts.ts'

const named = (...amounts: [string, bigint][]) =>
  amounts.map(([id, amount]) => ({ memberId: id as MemberId, post: 'Treasurer', amount: kobo(amount) }))

test('a line is given whole, each member once, and the row that goes over it is named', () => {
  expect(whyNotGiven(kobo(100n), named(['a', 60n], ['b', 40n]))).toBeUndefined()
  expect(whyNotGiven(kobo(100n), [])).toMatchObject({ code: namedAmountsMissing, detail: { field: 'named' } })
  expect(whyNotGiven(kobo(100n), named(['a', 60n], ['a', 40n]))).toMatchObject({
    code: namedAmountTwice,
    detail: { field: 'named.1.memberId' },
  })
  expect(whyNotGiven(kobo(100n), named(['a', 60n], ['b', 41n], ['c', 1n]))).toMatchObject({
    code: namedAmountsAboveLine,
    detail: { field: 'named.1.amount', left: '₦0.40', over: '₦0.01' },
  })
  expect(whyNotGiven(kobo(100n), named(['a', 60n], ['b', 39n]))).toMatchObject({
    code: namedAmountsBelowLine,
    detail: { field: 'named', left: '₦0.01' },
  })
})

test('whatever is given, the parts come to the line, each is what was entered, and tax and net are the part', () => {
  fc.assert(
    fc.property(
      fc.array(fc.bigInt({ min: 1n, max: 10n ** 12n }), { minLength: 1, maxLength: 60 }),
      fc.bigInt({ min: -3n, max: 3n }),
      fc.integer({ min: 0, max: 5000 }),
      (amounts, off, rate) => {
        const given = named(...amounts.map((amount, n): [string, bigint] => [`member ${n}`, amount]))
        const sum = amounts.reduce((all, each) => all + each, 0n)
        expect(whyNotGiven(kobo(sum), given)).toBeUndefined()
        const isOther = off !== 0n && sum + off > 0n
        expect(whyNotGiven(kobo(isOther ? sum + off : sum), given) !== undefined).toBe(isOther)
        const lines = given.map(({ amount }) => taxed(amount, rate))
        expect(lines.map(({ gross }) => gross)).toEqual(amounts)
        expect(totalsOf(lines).gross).toBe(sum)
        expect(sumKobo(lines.map(({ tax, net }) => kobo(tax + net)))).toBe(sum)
        for (const { gross, tax } of lines) {
          expect(tax >= 0n && tax <= gross).toBe(true)
          // Within half a kobo of the rate.
          const exact = gross * BigInt(rate)
          expect(2n * (tax * 10_000n - exact) <= 10_000n && 2n * (exact - tax * 10_000n) < 10_000n).toBe(true)
        }
      },
    ),
  )
})
