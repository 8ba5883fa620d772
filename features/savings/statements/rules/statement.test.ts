import { describe, expect, test } from 'vitest'
import type { Day } from '#core/calendar.ts'
import type { AccountId, EntryId } from '#core/ids.ts'
import { type Kobo, kobo } from '#core/money.ts'
import { type LedgerLine, statementOf, totalsOf } from './statement.ts'

const savings = { accountId: 'a' as AccountId, kind: 'savings', name: 'Ordinary savings' } as const
const loan = { accountId: 'l' as AccountId, kind: 'loan', name: 'Regular loan' } as const

function line(
  accountId: string,
  number: number | null,
  on: string | null,
  debit: number,
  credit: number,
  isReversal = false,
): LedgerLine {
  return {
    accountId: accountId as AccountId,
    entryId: number === null ? null : (`e${number}` as EntryId),
    sourceEntryId: null,
    number,
    on: on as Day | null,
    line: 1,
    isReversal,
    receiptNumber: number === null ? null : `${number}-abc`,
    debit: kobo(debit),
    credit: kobo(credit),
  }
}

describe('a statement', () => {
  test('begins with what was before, in the order of days and vouchers, and shows a reversal beside what it takes back', () => {
    const [account] = statementOf(
      [savings],
      [
        line('a', 9, '2026-03-05', 500, 0, true),
        line('a', null, null, 200, 1200),
        line('a', 7, '2026-03-02', 0, 500),
        line('a', 3, '2026-03-02', 250, 0),
      ],
      ({ isReversal }) => (isReversal ? 'Reversed' : 'Paid'),
    )
    expect(account).toMatchObject({ opening: 1000n, in: 500n, out: 750n, closing: 750n })
    expect(account?.lines.map(({ number, balance, description }) => [number, balance, description])).toEqual([
      [3, 750n, 'Paid'],
      [7, 1250n, 'Paid'],
      [9, 750n, 'Reversed'],
    ])
  })

  test('counts what is owed of a loan upwards when it is paid out, and keeps it apart from what is saved', () => {
    const accounts = statementOf(
      [savings, loan],
      [line('a', null, null, 0, 900), line('l', 4, '2026-01-01', 5000, 0), line('l', 5, '2026-02-01', 0, 1500)],
      () => '',
    )
    expect(totalsOf(accounts)).toEqual({
      saved: { opening: 900n, in: 0n, out: 0n, closing: 900n },
      owed: { opening: 0n, in: 5000n, out: 1500n, closing: 3500n },
    })
  })

  test('leaves out a loan that was settled before and a share account that never had a balance', () => {
    const shares = { accountId: 's' as AccountId, kind: 'shares', name: 'Shares' } as const
    expect(
      statementOf([savings, shares, loan], [line('l', null, null, 700, 700)], () => '').map(({ name }) => name),
    ).toEqual(['Ordinary savings'])
  })

  test('opening, lines and closing agree for any days that are cut out of any movements', () => {
    // A fixed generator: the same movements in every run, so that a failure can be looked at.
    let state = 20_261_122
    const below = (limit: number) => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
      return state % limit
    }
    const day = (number: number) =>
      `2026-${String(1 + Math.floor(number / 28)).padStart(2, '0')}-${String(1 + (number % 28)).padStart(2, '0')}` as Day
    for (let round = 0; round < 200; round += 1) {
      const moves = Array.from({ length: below(60) }, (_, index) => ({
        number: index + 1,
        on: below(300),
        debit: below(2) === 0 ? below(100_000) + 1 : 0,
        credit: below(100_000),
      }))
      const cut = (from: number, to: number) => {
        const before = moves.filter(({ on }) => on < from)
        const opening = line(
          'a',
          null,
          null,
          before.reduce((sum, { debit }) => sum + debit, 0),
          before.reduce((sum, { credit }) => sum + credit, 0),
        )
        return statementOf(
          [savings],
          [
            opening,
            ...moves
              .filter(({ on }) => on >= from && on <= to)
              .map(({ number, on, debit, credit }) => line('a', number, day(on), debit, credit)),
          ],
          () => '',
        )[0]
      }
      const [first, second] = [below(300), below(300)].toSorted((one, other) => one - other) as [number, number]
      const whole = cut(0, 300)
      const parts = [cut(0, first - 1), cut(first, second), cut(second + 1, 300)]
      for (const part of parts) {
        expect(part?.closing).toBe((part?.opening ?? 0n) + (part?.in ?? 0n) - (part?.out ?? 0n))
        expect(part?.lines.at(-1)?.balance ?? part?.opening).toBe(part?.closing)
      }
      expect(parts[1]?.opening).toBe(parts[0]?.closing)
      expect(parts[2]?.opening).toBe(parts[1]?.closing)
      expect(parts[2]?.closing).toBe(whole?.closing as Kobo)
    }
  })
})
