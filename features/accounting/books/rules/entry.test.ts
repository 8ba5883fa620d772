import { describe, expect, test } from 'vitest'
import type { Day } from '#core/calendar.ts'
import type { AccountId, EntryId } from '#core/ids.ts'
import { kobo, koboMax } from '#core/money.ts'
import { type Entry, entry, type Posting, postingsMax, reversalOf } from './entry.ts'

const posting = (debit: string, credit: string, amount: bigint | number): Posting => ({
  debit: debit as AccountId,
  credit: credit as AccountId,
  amount: kobo(amount),
})
const draft = (...postings: Posting[]): Entry => ({
  id: 'e1' as EntryId,
  on: '2026-03-01' as Day,
  kind: 'deposit',
  source: { type: 'receipt', id: 'r1' },
  postings,
})

describe('an entry', () => {
  test('is written as it was drafted, from one kobo to a trillion naira', () => {
    const smallest = draft(posting('cash', 'savings', 1), posting('bank', 'savings', koboMax))
    expect(entry(smallest)).toBe(smallest)
  })

  test.each([
    ['without postings', [], 'An entry has 1 to 200000 postings'],
    ['of nothing', [posting('cash', 'savings', 0)], 'A posting moves 1 to 100000000000000 kobo, not 0'],
    [
      'of less than nothing',
      [posting('cash', 'savings', 5), posting('cash', 'savings', -1)],
      'A posting moves 1 to 100000000000000 kobo, not -1',
    ],
    [
      'above a trillion naira',
      [posting('cash', 'savings', koboMax + 1n)],
      'A posting moves 1 to 100000000000000 kobo, not 100000000000001',
    ],
    ['from an account to itself', [posting('cash', 'cash', 5)], 'A posting moves money between two accounts'],
  ])('%s is refused', (_, postings, message) => expect(() => entry(draft(...postings))).toThrow(message))

  test('has as many postings as an employer’s largest file needs, and no more', () => {
    const many = (count: number) => ({
      ...draft(),
      postings: Array<Posting>(count).fill(posting('cash', 'savings', 1)),
    })
    expect(entry(many(postingsMax)).postings).toHaveLength(200_000)
    expect(() => entry(many(postingsMax + 1))).toThrow('An entry has 1 to 200000 postings')
  })

  test('is undone by the same amounts the other way, which names what it undoes', () => {
    const original = draft(posting('cash', 'savings', 500), posting('bank', 'fees', 20))
    expect(reversalOf(original, 'e2' as EntryId, '2026-03-02' as Day)).toEqual({
      id: 'e2',
      on: '2026-03-02',
      kind: 'reversal',
      source: { type: 'reversal', id: 'e1' },
      reverses: 'e1',
      postings: [posting('savings', 'cash', 500), posting('fees', 'bank', 20)],
    })
  })
})
