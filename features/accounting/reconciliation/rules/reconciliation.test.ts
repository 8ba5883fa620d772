import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, type Day, daysBetween } from '#core/calendar.ts'
import { kobo } from '#core/money.ts'
import { differenceOf, matchDays, proposeMatches } from './match.ts'
import { readStatementRow, type StatementLine, statementColumns, statementOf } from './statement-file.ts'

describe('a bank statement', () => {
  test.each([
    [['Date', 'Narration', 'Debit', 'Credit', 'Balance'], [], [0, 1, 2, 3, -1, 4]],
    [
      ['S/N', 'Trans Date', 'Value Date', 'Description', 'Money Out', 'Money In', 'Running balance (NGN)'],
      [],
      [1, 3, 4, 5, -1, 6],
    ],
    [['Posting Date', 'Particulars', 'Amount (NGN)', 'Balance'], [], [0, 1, -1, -1, 2, 3]],
    [
      ['Who', 'Debit', 'What'],
      ['“Date”', '“Narration”', '“Debit” and “Credit”', '“Balance”'],
      [-1, -1, 1, -1, -1, -1],
    ],
  ])('has its columns by their headings: %j', (names, missing, places) => {
    const found = statementColumns(names)
    expect(found.missing).toEqual(missing)
    const { on, narration, paidOut, paidIn, amount, balance } = found.columns
    expect([on, narration, paidOut, paidIn, amount, balance]).toEqual(places)
  })

  const sides = statementColumns(['Date', 'Narration', 'Debit', 'Credit', 'Balance']).columns
  const signed = statementColumns(['Date', 'Narration', 'Amount', 'Balance']).columns
  test.each([
    [
      sides,
      ['31/03/2026', 'TRF FROM ADA', '', '5,000.50', '15,000.50'],
      { on: '2026-03-31', narration: 'TRF FROM ADA', amount: 500_050n, balance: 1_500_050n },
    ],
    [
      sides,
      ['31-Mar-26', 'CHARGE', '52.50', '0.00', '(100.00)'],
      { on: '2026-03-31', narration: 'CHARGE', amount: -5250n, balance: -10_000n },
    ],
    [
      sides,
      ['2026-03-31', 'ATM', '-100', '-', '0'],
      { on: '2026-03-31', narration: 'ATM', amount: -10_000n, balance: 0n },
    ],
    [
      signed,
      ['31/03/2026', 'POS', '-250', '1,000.00 DR'],
      { on: '2026-03-31', narration: 'POS', amount: -25_000n, balance: -100_000n },
    ],
    [
      signed,
      ['31/03/2026', 'POS', '250 CR', '₦1,000.00'],
      { on: '2026-03-31', narration: 'POS', amount: 25_000n, balance: 100_000n },
    ],
    [sides, ['', 'Opening balance', '', '', '10,000'], undefined],
    [sides, ['31/03/2026', 'BOTH', '5', '6', '1'], 'both a debit and a credit are on it.'],
    [sides, ['soon', 'LATE', '5', '', '1'], 'the date could not be read. Use a date such as 31/03/2026.'],
    [sides, ['31/03/2026', 'ODD', '5.005', '', '1'], 'the amount could not be read.'],
    [sides, ['31/03/2026', 'NO BALANCE', '5', '', ''], 'the balance could not be read.'],
    [sides, ['31/03/2026', 'SUM', '=A1', '', '1'], 'a cell has a formula; paste it as a value.'],
  ])('row %#', (columns, cells, expected) => {
    expect(readStatementRow(cells, columns)).toEqual(expected)
  })

  const line = (on: string, amount: number, balance: number): StatementLine => ({
    on: on as Day,
    narration: '',
    amount: kobo(amount),
    balance: kobo(balance),
  })
  test('is read in either order, tells lines that are alike apart, and must add up', () => {
    const lines = [
      line('2026-03-01', 100, 1100),
      line('2026-03-02', -100, 1000),
      line('2026-03-02', 100, 1100),
      line('2026-03-02', -100, 1000),
    ]
    const read = statementOf(lines)
    expect(read).toMatchObject({
      opening: 1000n,
      closing: 1000n,
      lines: [{ nth: 1 }, { nth: 1 }, { nth: 1 }, { nth: 2 }],
    })
    expect(statementOf(lines.toReversed())).toEqual(read)
    expect(statementOf([line('2026-03-01', 100, 1100), line('2026-03-02', 50, 1160)])).toEqual({ brokenAt: 1 })
    expect(statementOf([])).toEqual({ brokenAt: 0 })
  })
})

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
