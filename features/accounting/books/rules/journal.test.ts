import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AccountId } from '#core/ids.ts'
import { kobo, zeroKobo } from '#core/money.ts'
import { type JournalLine, journalSums, pairsOf, whyNotJournal } from './journal.ts'

const debit = (account: string, amount: number): JournalLine => ({
  accountId: account as AccountId,
  debit: kobo(amount),
  credit: zeroKobo,
})
const credit = (account: string, amount: number): JournalLine => ({
  accountId: account as AccountId,
  debit: zeroKobo,
  credit: kobo(amount),
})

/** A journal that balances: debits of any size, and as many credits as it takes for their sum. */
const balanced = fc
  .record({
    debits: fc.array(fc.integer({ min: 1, max: 10_000_000 }), { minLength: 1, maxLength: 12 }),
    cuts: fc.array(fc.nat(), { maxLength: 11 }),
  })
  .map(({ debits, cuts }) => {
    const total = debits.reduce((sum, amount) => sum + amount, 0)
    const points = [...new Set([0, ...cuts.map((cut) => cut % total), total])].toSorted((a, b) => a - b)
    const credits = points.slice(1).map((point, index) => point - (points[index] ?? 0))
    return [
      ...debits.map((amount, n) => debit(`d${n}`, amount)),
      ...credits.map((amount, n) => credit(`c${n}`, amount)),
    ]
  })

describe('a journal', () => {
  test('as pairs moves each account by what its lines say, in fewer postings than it has lines', () => {
    fc.assert(
      fc.property(balanced, (lines) => {
        const postings = pairsOf(lines)
        const moved = new Map<string, bigint>()
        for (const { debit: d, credit: c, amount } of postings) {
          expect(amount).toBeGreaterThan(0n)
          moved.set(d, (moved.get(d) ?? 0n) + amount)
          moved.set(c, (moved.get(c) ?? 0n) - amount)
        }
        expect(moved).toEqual(new Map(lines.map((line) => [line.accountId as string, line.debit - line.credit])))
        expect(postings.length).toBeLessThan(lines.length)
        expect(whyNotJournal(lines)).toBeUndefined()
      }),
    )
  })

  test('pairs the largest with the largest', () => {
    expect(pairsOf([debit('rent', 300), debit('fuel', 700), credit('cash', 600), credit('bank', 400)])).toEqual([
      { debit: 'fuel', credit: 'cash', amount: 600n },
      { debit: 'fuel', credit: 'bank', amount: 100n },
      { debit: 'rent', credit: 'bank', amount: 300n },
    ])
  })

  test('that a single kobo is missing from is refused, with the side and the sum', () => {
    fc.assert(
      fc.property(balanced, fc.nat(), (lines, which) => {
        const wrong = lines.map((line, n) =>
          n === which % lines.length
            ? {
                ...line,
                debit: line.debit > 0n ? kobo(line.debit + 1n) : zeroKobo,
                credit: line.credit > 0n ? kobo(line.credit + 1n) : zeroKobo,
              }
            : line,
        )
        const isDebit = (lines[which % lines.length]?.debit ?? 0n) > 0n
        expect(journalSums(wrong).difference).toBe(isDebit ? 1n : -1n)
        expect(whyNotJournal(wrong)).toMatchObject({
          code: 'journal_unbalanced',
          detail: { missing: isDebit ? 'credit' : 'debit', short: '₦0.01' },
        })
      }),
    )
  })

  test('names the line with both sides, with none, and an account that is on both sides', () => {
    expect(whyNotJournal([{ ...debit('a', 5), credit: kobo(5) }, credit('b', 5)])).toMatchObject({
      code: 'journal_line_one_side',
      detail: { line: 1 },
    })
    expect(whyNotJournal([debit('a', 5), debit('c', 5), credit('b', 9), credit('b', 1), debit('c', 1)])).toMatchObject({
      code: 'journal_unbalanced',
    })
    expect(whyNotJournal([debit('a', 5), credit('b', 5), debit('c', 0)])).toMatchObject({
      code: 'journal_line_one_side',
      detail: { line: 3 },
    })
    expect(whyNotJournal([debit('a', 5), debit('c', 1), credit('b', 5), credit('a', 1)])).toMatchObject({
      code: 'journal_both_sides',
      detail: { field: 'lines.3.accountId', line: 4 },
    })
  })

  test('pairs equal amounts in the order in which they are written, and what is left over with nothing', () => {
    const three = [debit('a', 5), debit('b', 5), debit('c', 5)]
    expect(pairsOf([...three, credit('x', 5), credit('y', 5), credit('z', 5)])).toEqual([
      { debit: 'a', credit: 'x', amount: 5n },
      { debit: 'b', credit: 'y', amount: 5n },
      { debit: 'c', credit: 'z', amount: 5n },
    ])
    expect(pairsOf([...three, credit('x', 7)])).toEqual([
      { debit: 'a', credit: 'x', amount: 5n },
      { debit: 'b', credit: 'x', amount: 2n },
    ])
    expect(pairsOf([debit('a', 3), credit('x', 7), credit('y', 9)])).toEqual([{ debit: 'a', credit: 'y', amount: 3n }])
    expect(pairsOf([])).toEqual([])
  })

  test('that is refused names the field and both sums', () => {
    expect(whyNotJournal([debit('a', 500), credit('b', 200)])?.detail).toEqual({
      field: 'lines',
      debit: '₦5.00',
      credit: '₦2.00',
      missing: 'credit',
      short: '₦3.00',
    })
    expect(whyNotJournal([debit('a', 200), credit('b', 500)])?.detail).toEqual({
      field: 'lines',
      debit: '₦2.00',
      credit: '₦5.00',
      missing: 'debit',
      short: '₦3.00',
    })
    expect(whyNotJournal([debit('a', 200), debit('b', 0), credit('c', 200)])?.detail).toEqual({
      field: 'lines.1.debit',
      line: 2,
    })
    expect(journalSums([debit('a', 500), credit('b', 200)])).toEqual({ debit: 500n, credit: 200n, difference: 300n })
  })
})
