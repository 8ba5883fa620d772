import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Kobo, kobo } from '#domain/money.ts'
import { proceedsLeft, type SavingsLine } from './loan-proceeds.ts'

const line = (amount: bigint, isProceeds = false): SavingsLine => ({ amount: kobo(amount), isProceeds })
const all = kobo(1_000_000_000)

describe('what a loan left in the savings', () => {
  test('is all of it, until money goes out, which takes it first; what comes in is saved', () => {
    expect(proceedsLeft([], all)).toBe(0n)
    expect(proceedsLeft([line(500n, true)], all)).toBe(500n)
    expect(proceedsLeft([line(500n, true), line(70n)], all)).toBe(500n)
    expect(proceedsLeft([line(500n, true), line(-200n), line(90n), line(-100n)], all)).toBe(200n)
    expect(proceedsLeft([line(500n, true), line(-800n), line(900n)], all)).toBe(0n)
    expect(proceedsLeft([line(-300n), line(500n, true), line(-100n), line(40n, true)], all)).toBe(440n)
  })

  test('is never more than what is owed of the loans', () => {
    expect(proceedsLeft([line(500n, true)], kobo(120))).toBe(120n)
    expect(proceedsLeft([line(500n, true)], kobo(0))).toBe(0n)
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
        expect(balance - proceedsLeft([line(lent, true), ...after], lent as Kobo)).toBe(own)
      }),
    )
  })
})
