import { describe, expect, test } from 'vitest'
import type { AccountId } from '#core/ids.ts'
import { kobo } from '#core/money.ts'
import { type AccountClass, normalSide } from './account.ts'
import { balanceSheet, incomeStatement, netOf, surplusOf } from './statements.ts'
import { type AccountSums, closingSides, trialBalance } from './trial-balance.ts'

const sides = (debits: number, credits: number) => ({ debits: kobo(debits), credits: kobo(credits) })
const account = (
  id: string,
  accountClass: AccountClass,
  opening: [number, number],
  movement: [number, number],
): AccountSums => ({
  accountId: id as AccountId,
  code: `${id}-code`,
  name: `${id} name`,
  class: accountClass,
  opening: sides(...opening),
  movement: sides(...movement),
})
const line = (id: string, amount: bigint) => ({ accountId: id, code: `${id}-code`, name: `${id} name`, amount })

/** 1,000 saved before the year; in it 300 of interest earned, 120 of rent paid, 50 of fees of which all were given back. */
const books = [
  account('cash', 'asset', [1000, 0], [350, 170]),
  account('idle', 'asset', [0, 0], [0, 0]),
  account('savings', 'liability', [0, 900], [0, 0]),
  account('shares', 'equity', [0, 60], [0, 0]),
  account('interest', 'income', [0, 40], [0, 300]),
  account('fees', 'income', [0, 0], [50, 50]),
  account('rent', 'expense', [0, 0], [120, 0]),
]

describe('a trial balance', () => {
  test('shows each account on the side where it is, before, within and after, and leaves idle ones out', () => {
    const { lines, totals, balanced } = trialBalance(books)
    expect(
      lines.map(({ accountId, opening, movement, debit, credit }) => [
        accountId,
        opening.debit,
        opening.credit,
        movement.debit,
        movement.credit,
        debit,
        credit,
      ]),
    ).toEqual([
      ['cash', 1000n, 0n, 350n, 170n, 1180n, 0n],
      ['savings', 0n, 900n, 0n, 0n, 0n, 900n],
      ['shares', 0n, 60n, 0n, 0n, 0n, 60n],
      ['interest', 0n, 40n, 0n, 300n, 0n, 340n],
      ['fees', 0n, 0n, 50n, 50n, 0n, 0n],
      ['rent', 0n, 0n, 120n, 0n, 120n, 0n],
    ])
    expect(lines[0]).toMatchObject({ code: 'cash-code', name: 'cash name', class: 'asset' })
    expect(totals).toEqual({
      opening: { debit: 1000n, credit: 1000n },
      movement: { debit: 520n, credit: 520n },
      debit: 1300n,
      credit: 1300n,
    })
    expect(balanced).toBe(true)
  })

  test.each([
    ['opening', [1, 0], [0, 0]],
    ['movement', [0, 0], [1, 0]],
    ['closing', [1, 0], [0, 1]],
  ] as const)('does not balance where a kobo is on one side of its %s alone', (_, opening, movement) => {
    expect(trialBalance([...books, account('odd', 'asset', [...opening], [...movement])]).balanced).toBe(false)
  })

  test('of an account that came to nothing and moved is still shown', () => {
    expect(trialBalance([account('cash', 'asset', [5, 0], [0, 5])]).lines).toHaveLength(1)
    expect(trialBalance([account('cash', 'asset', [5, 5], [0, 0])]).lines).toHaveLength(0)
    expect(closingSides({ opening: sides(1, 2), movement: sides(10, 20) })).toEqual({ debits: 11n, credits: 22n })
  })
})

describe('the statements of a year', () => {
  test('say what was earned and spent within it', () => {
    expect(incomeStatement(books)).toEqual({
      income: [line('interest', 300n)],
      expenses: [line('rent', 120n)],
      totals: { income: 300n, expenses: 120n, surplus: 180n },
    })
  })

  test('say what is owned, owed and own at its end, with the surplus of this year and of those before', () => {
    expect(balanceSheet(books)).toEqual({
      assets: [line('cash', 1180n)],
      liabilities: [line('savings', 900n)],
      funds: [line('shares', 60n)],
      surplus: { ofThisYear: 180n, ofEarlierYears: 40n },
      totals: { assets: 1180n, liabilities: 900n, funds: 280n, liabilitiesAndFunds: 1180n },
      balanced: true,
    })
    expect(balanceSheet([...books, account('odd', 'asset', [1, 0], [0, 0])]).balanced).toBe(false)
  })

  test('take assets and expenses from their debits, all else from its credits', () => {
    expect((['asset', 'liability', 'equity', 'income', 'expense'] as const).map(normalSide)).toEqual([
      'debit',
      'credit',
      'credit',
      'credit',
      'debit',
    ])
    expect([netOf('asset', sides(5, 7)), netOf('liability', sides(5, 7))]).toEqual([-2n, 2n])
    expect(surplusOf(books, closingSides)).toBe(220n)
  })
})
