import { describe, expect, test } from 'vitest'
import type { Day } from '#core/calendar.ts'
import type { AccountId, EntryId } from '#core/ids.ts'
import { kobo, koboMax } from '#core/money.ts'
import type { AccountClass } from './account.ts'
import { closingEntry } from './closing.ts'
import type { AccountSums } from './trial-balance.ts'

const sides = (debits: bigint | number, credits: bigint | number) => ({ debits: kobo(debits), credits: kobo(credits) })
const account = (
  id: string,
  accountClass: AccountClass,
  opening: ReturnType<typeof sides>,
  movement: ReturnType<typeof sides>,
): AccountSums => ({ accountId: id as AccountId, code: id, name: id, class: accountClass, opening, movement })
const none = sides(0, 0)
const given = { id: 'e1' as EntryId, closingId: 'c1', on: '2026-12-31' as Day, surplusId: 'surplus' as AccountId }

describe('closing a year', () => {
  test('moves income and expenses to the surplus, each from its own side, and what years before left with it', () => {
    const closed = closingEntry(
      [
        account('cash', 'asset', none, sides(900, 0)),
        account('interest', 'income', sides(0, 50), sides(0, 1000)),
        account('fees', 'income', none, sides(30, 30)),
        account('rent', 'expense', none, sides(400, 0)),
        account('refunded', 'income', none, sides(10, 0)),
        account('savings', 'liability', none, sides(0, 540)),
        account('shares', 'equity', none, sides(0, 7)),
      ],
      given,
    )
    expect(closed).toEqual({
      surplus: 640n,
      entry: {
        id: 'e1',
        on: '2026-12-31',
        kind: 'closing',
        source: { type: 'year_closing', id: 'c1' },
        postings: [
          { debit: 'interest', credit: 'surplus', amount: 1050n },
          { debit: 'surplus', credit: 'rent', amount: 400n },
          { debit: 'surplus', credit: 'refunded', amount: 10n },
        ],
      },
    })
  })

  test('has nothing to do where nothing was earned or spent', () => {
    expect(
      closingEntry(
        [account('cash', 'asset', none, sides(5, 0)), account('fees', 'income', sides(0, 5), sides(5, 0))],
        given,
      ),
    ).toBeUndefined()
    expect(closingEntry([], given)).toBeUndefined()
  })

  test('moves a sum that no single posting can in several', () => {
    const amounts = (sum: bigint) =>
      closingEntry([account('interest', 'income', none, sides(0, sum))], given)?.entry.postings.map(
        ({ amount }) => amount,
      )
    expect(amounts(koboMax)).toEqual([koboMax])
    expect(amounts(koboMax + 1n)).toEqual([koboMax, 1n])
    expect(amounts(2n * koboMax)).toEqual([koboMax, koboMax])
  })
})
