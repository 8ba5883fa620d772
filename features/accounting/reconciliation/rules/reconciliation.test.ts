import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, type Day, daysBetween } from '#core/calendar.ts'
import { kobo } from '#core/money.ts'
import { differenceOf, matchDays, proposeMatches } from './match.ts'

describe('proposals', () => {
  const start = '2026-03-01' as Day
  const side = fc.record({
    on: fc.nat(40).map((days) => addDays(start, days)),
    amount: fc
      .integer({ min: -3, max: 3 })
      .filter((amount) => amount !== 0)
      .map((amount) => kobo(amount)),
  })
  const list = fc.array(side, { maxLength: 12 }).map((sides) => sides.map((each, id) => ({ ...each, id })))

  test('are the nearest in time, of equals the earlier ones', () => {
    fc.assert(
      fc.property(list, list, (lines, entries) => {
        const near = lines.flatMap((line, place) =>
          entries.flatMap((entry, order) =>
            line.amount === entry.amount
              ? [{ line: line.id, entry: entry.id, place, order, days: Math.abs(daysBetween(line.on, entry.on)) }]
              : [],
          ),
        )
        const [usedLines, usedEntries] = [new Set<number>(), new Set<number>()]
        const expected = near
          .filter(({ days }) => days <= matchDays)
          .toSorted((a, b) => a.days - b.days || a.place - b.place || a.order - b.order)
          .flatMap(({ line, entry }) => {
            if (usedLines.has(line) || usedEntries.has(entry)) return []
            usedLines.add(line)
            usedEntries.add(entry)
            return [{ line, entry }]
          })
        expect(proposeMatches(lines, entries)).toEqual(expected)
      }),
    )
  })

  test('of thirty thousand equal payments are found without writing down each pair that could be', () => {
    // All pairs would be 900 million, more than fit into memory.
    const many = Array.from({ length: 30_000 }, (_, id) => ({ id, on: addDays(start, id % 5), amount: kobo(500_000) }))
    expect(proposeMatches(many, many)).toHaveLength(30_000)
  })

  test('are of one amount, within some days, each side once; and no pair that could be made is left', () => {
    fc.assert(
      fc.property(list, list, (lines, entries) => {
        const near = (line: number, entry: number) => {
          const [a, b] = [lines[line], entries[entry]]
          return (
            a !== undefined &&
            b !== undefined &&
            a.amount === b.amount &&
            Math.abs(Date.parse(a.on) - Date.parse(b.on)) <= matchDays * 86_400_000
          )
        }
        const pairs = proposeMatches(lines, entries)
        const [usedLines, usedEntries] = [
          new Set(pairs.map(({ line }) => line)),
          new Set(pairs.map(({ entry }) => entry)),
        ]
        expect([usedLines.size, usedEntries.size]).toEqual([pairs.length, pairs.length])
        expect(pairs.every(({ line, entry }) => near(line, entry))).toBe(true)
        expect(
          lines.some(
            ({ id }) => !usedLines.has(id) && entries.some((entry) => !usedEntries.has(entry.id) && near(id, entry.id)),
          ),
        ).toBe(false)
      }),
    )
  })

  test('take the nearest in time', () => {
    const amount = kobo(500)
    const entries = [
      { id: 'early', on: '2026-03-01' as Day, amount },
      { id: 'near', on: '2026-03-04' as Day, amount },
    ]
    expect(proposeMatches([{ id: 'line', on: '2026-03-05' as Day, amount }], entries)).toEqual([
      { line: 'line', entry: 'near' },
    ])
    expect(proposeMatches([{ id: 'line', on: '2026-03-20' as Day, amount }], entries)).toEqual([])
  })
})

test('what the bank does not know and what the books do not know lead from one balance to the other', () => {
  const figures = {
    statement: kobo(1000),
    deposits: kobo(300),
    payments: kobo(-200),
    notInBooks: kobo(-50),
    books: kobo(1150),
  }
  expect(differenceOf(figures)).toEqual({ expected: 1100n, difference: 50n, unexplained: 0n })
  expect(differenceOf({ ...figures, books: kobo(1160) })).toEqual({
    expected: 1100n,
    difference: 60n,
    unexplained: 10n,
  })
})
