import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Kobo, kobo } from '#core/money.ts'
import { proceedsLeft, type SavingsLine } from './loan-proceeds.ts'

const line = (amount: bigint, isProceeds = false, other: SavingsLine['other'] = null): SavingsLine => ({
  ...{ amount: kobo(amount), isProceeds, other },
})
const leftOf = (lines: readonly SavingsLine[], owed: Kobo) => proceedsLeft(lines, owed).savings
const all = kobo(1_000_000_000)

describe('what a loan left in the savings', () => {
  test('is all of it, until money goes out, which takes it first; what comes in is saved', () => {
    expect(leftOf([], all)).toBe(0n)
    expect(leftOf([line(500n, true)], all)).toBe(500n)
    expect(leftOf([line(500n, true), line(70n)], all)).toBe(500n)
    expect(leftOf([line(500n, true), line(-200n), line(90n), line(-100n)], all)).toBe(200n)
    expect(leftOf([line(500n, true), line(-800n), line(900n)], all)).toBe(0n)
    expect(leftOf([line(-300n), line(500n, true), line(-100n), line(40n, true)], all)).toBe(440n)
  })

  test('is never more than what is owed of the loans', () => {
    expect(leftOf([line(500n, true)], kobo(120))).toBe(120n)
    expect(leftOf([line(500n, true)], kobo(0))).toBe(0n)
  })

  test('comes back with the fixed deposit and from another member, and stays in the shares, that were bought with it', () => {
    const lent = line(200n, true)
    const to = (other: SavingsLine['other'], amount: bigint) => line(amount, false, other)
    expect(proceedsLeft([lent, to('deposit', -150n)], all)).toEqual({ savings: 50n, shares: 0n })
    expect(proceedsLeft([lent, to('deposit', -150n), to('deposit', 151n)], all)).toEqual({ savings: 200n, shares: 0n })
    expect(proceedsLeft([lent, to('deposit', -700n), to('deposit', 700n)], all)).toEqual({ savings: 200n, shares: 0n })
    expect(proceedsLeft([lent, to('shares', -150n)], all)).toEqual({ savings: 50n, shares: 150n })
    expect(proceedsLeft([lent, to('shares', -150n), to('shares', 100n)], all)).toEqual({ savings: 150n, shares: 50n })
    expect(proceedsLeft([lent, to('shares', -150n)], kobo(60))).toEqual({ savings: 50n, shares: 10n })
    expect(proceedsLeft([lent, to('member', -150n)], all)).toEqual({ savings: 50n, shares: 0n })
    expect(proceedsLeft([lent, to('member', -150n), to('member', 151n)], all)).toEqual({ savings: 200n, shares: 0n })
    expect(proceedsLeft([lent, to('member', 151n)], all)).toEqual({ savings: 200n, shares: 0n })
    expect(proceedsLeft([to('shares', -150n), lent, to('deposit', 100n)], all)).toEqual({ savings: 200n, shares: 0n })
  })

  test('changes nothing of what counts as saved, whatever was saved before and is taken out of it later', () => {
    const amounts = fc.array(fc.bigInt(1n, 100_000n), { maxLength: 8 })
    fc.assert(
      fc.property(fc.bigInt(1n, 1_000_000n), amounts, amounts, (lent, deposits, withdrawals) => {
        const after = [...deposits.map((amount) => line(amount)), ...withdrawals.map((amount) => line(-amount))]
        const sum = (values: readonly bigint[]) => values.reduce((whole, value) => whole + value, 0n)
        // What the member has of their own: deposits, less what went out beyond the loan.
        const own = sum(deposits) - (sum(withdrawals) > lent ? sum(withdrawals) - lent : 0n)
        const balance = lent + sum(deposits) - sum(withdrawals)
        expect(balance - leftOf([line(lent, true), ...after], lent as Kobo)).toBe(own)
      }),
    )
  })
})
