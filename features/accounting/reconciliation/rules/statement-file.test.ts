import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, type Day } from '#core/calendar.ts'
import { kobo, nairaText } from '#core/money.ts'
import { Refusal } from '#core/refusal.ts'
import type { Corrections } from './statement-corrections.ts'
import { checkStatement, readStatement } from './statement-file.ts'
import type { StatementHeadings } from './statement-headings.ts'

const today = '2026-09-30' as Day
const usual = ['Date', 'Narration', 'Debit', 'Credit', 'Balance']

const read = (columns: string[], rows: string[][], said?: StatementHeadings) => {
  const numbered = [columns, ...rows].map((cells, index) => ({ number: index + 1, cells, formulas: [] }))
  return readStatement({ top: numbered.slice(0, 1), rows: numbered.slice(1) }, { said }, today)
}

/** What a statement is refused for, or its lines as one reads them. */
const outcome = (...given: Parameters<typeof read>) => {
  try {
    return read(...given).lines.map(({ on, amount, balance }) => [on, Number(amount), Number(balance)])
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const code = typeof error.code === 'string' ? error.code : error.code.code
    return [code, error.detail['row'], error.detail['sentence']].filter((part) => part !== undefined)
  }
}

test('a file whose days come first is read so, whatever was said of the last one', () => {
  const said: StatementHeadings = {
    ...{ on: 'Date', narration: 'Narration', paidOut: 'Debit', paidIn: 'Credit', amount: null, balance: 'Balance' },
    dayOrder: 'month',
  }
  const rows = [['14/09/2026', 'ADA', '', '5', '105']]
  expect(outcome(usual, rows, said)).toEqual([['2026-09-14', 500, 10_500]])
  expect(outcome(usual, [['09/14/2026', 'ADA', '', '5', '105']], said)).toEqual([['2026-09-14', 500, 10_500]])
})

describe('what a file begins and ends with', () => {
  const opens = ['01/09/2026', 'BALANCE B/F', '', '', '1000.00']
  const [ada, fee] = [
    ['02/09/2026', 'TRF ADA', '', '50.00', '1050.00'],
    ['03/09/2026', 'CHARGE', '0.50', '', '1049.50'],
  ]
  const closes = ['30/09/2026', 'CLOSING BALANCE', '', '', '1049.50']
  const good = [
    ['2026-09-02', 5000, 105_000],
    ['2026-09-03', -50, 104_950],
  ]
  test.each([
    ['agrees', [opens, ada, fee, closes], good],
    ['agrees, the newest first', [closes, fee, ada, opens], good],
    ['differs from the first line', [opens.with(4, '900.00'), ada, fee], ['statement_does_not_add_up', 3]],
    ['differs from the last line', [opens, ada, fee, closes.with(4, '1049.00')], ['statement_does_not_add_up', 5]],
    ['is there, and a line lost its amount', [opens, ada, fee.with(2, ''), closes], ['statement_does_not_add_up', 4]],
    [
      'is there, and the first line lost its amount',
      [opens, ada.with(3, 'N/A'), fee],
      ['statement_does_not_add_up', 3],
    ],
  ])('%s', (_, rows, expected) => {
    expect(outcome(usual, rows)).toEqual(expected)
  })

  test('says which way the first line went, where a column says it in words', () => {
    const columns = ['Date', 'Narration', 'Amount', 'Type', 'Balance']
    const rows = [
      ['01/09/2026', 'POS PURCHASE', '100', 'Withdrawal', '900'],
      ['02/09/2026', 'NIP ADA', '50', 'Deposit', '950'],
    ]
    expect(outcome(columns, rows)).toEqual([
      ['2026-09-01', -10_000, 90_000],
      ['2026-09-02', 5000, 95_000],
    ])
  })
})

describe('one line', () => {
  const signed = ['Date', 'Narration', 'Amount', 'Balance']
  const sided = ['Date', 'Narration', 'Amount', 'Dr/Cr', 'Balance']
  const row = (sentence: string) => ['statement_row_unreadable', 2, sentence]
  test.each([
    [usual, ['31/03/2026', 'TRF FROM ADA', '', '5,000.50', '15,000.50'], [['2026-03-31', 500_050, 1_500_050]]],
    [usual, ['31-Mar-26', 'CHARGE', '52.50', '0.00', '(100.00)'], [['2026-03-31', -5250, -10_000]]],
    [usual, ['2026-03-31', 'ATM', '-100', '-', '0'], [['2026-03-31', -10_000, 0]]],
    [
      usual,
      ['31/03/2026 10:05', 'TRF', '', 'NGN\u00a05\u202f000.00', '5,000.00 CR'],
      [['2026-03-31', 500_000, 500_000]],
    ],
    [signed, ['31/03/2026', 'POS', '-250', '1,000.00 DR'], [['2026-03-31', -25_000, -100_000]]],
    [signed, ['31/03/2026', 'POS', '250.00-', '₦1,000.00'], [['2026-03-31', -25_000, 100_000]]],
    [sided, ['31/03/2026', 'POS', '250', 'DR', '1,000'], [['2026-03-31', -25_000, 100_000]]],
    [sided, ['31/03/2026', 'POS', '250', 'Credit', '1,000'], [['2026-03-31', 25_000, 100_000]]],
    [usual, ['', 'Opening balance', '', '', '10,000'], ['file_empty']],
    [usual, ['31/03/2026', 'BOTH', '5', '6', '1'], row('both a debit and a credit are on it.')],
    [usual, ['soon', 'LATE', '5', '', '1'], row('the date could not be read. Use a date such as 31/03/2026.')],
    [usual, ['31/03/2026', 'ODD', '5.005', '', '1'], row('the amount could not be read.')],
    [usual, ['31/03/2026', 'EUROPE', '1.234,50', '', '1'], row('the amount could not be read.')],
    [usual, ['31/03/2026', 'NO BALANCE', '5', '', ''], row('the balance could not be read.')],
  ])('%j %j', (columns, cells, expected) => {
    expect(outcome(columns, [cells])).toEqual(expected)
  })

  test.each([
    ['A1', 'a cell has a formula; paste it as a value.'],
    ['#N/A', 'a cell shows the error #N/A. Type its value, or correct it in Excel.'],
  ])('a formula without its value, or the error %s, is named', (cell, said) => {
    const top = [{ number: 1, cells: usual, formulas: [] }]
    const rows = [{ number: 2, cells: ['31/03/2026', 'SUM', cell, '', '1'], formulas: [2] }]
    expect(() => readStatement({ top, rows }, {}, today)).toThrow(
      expect.objectContaining({ detail: expect.objectContaining({ sentence: said }) }),
    )
  })
})

describe('a page that is in a file twice', () => {
  const page = [
    ['', 'BALANCE B/F', '', '', '1,000.00'],
    ['02/09/2026', 'TRF ADA', '', '50', '1,050'],
    ['03/09/2026', 'CHARGE', '5', '', '1,045'],
    ['03/09/2026', 'TRF BAYO', '', '20', '1,065'],
  ]
  const next = [
    ['04/09/2026', 'RENT', '60', '', '1,005'],
    ['05/09/2026', 'DUES', '', '10', '1,015'],
  ]
  test.each([
    ['the first', [...page, ...page, ...next], [6, 7, 8, 9]],
    ['the last', [...page, ...next, ...next], [8, 9]],
    ['the first behind the last', [...page, ...next, ...page], [8, 9, 10, 11]],
    ['each', [...page, ...page, ...next, ...next], [6, 7, 8, 9, 12, 13]],
    ['all of it', [...page, ...next, ...page, ...next], [8, 9, 10, 11, 12, 13]],
    ['with the newest on top', [...next.toReversed(), ...next.toReversed(), ...page.toReversed()], [4, 5]],
  ])('is read once and named: %s', (_, rows, repeated) => {
    const found = read(usual, rows)
    expect(found.lines.map(({ narration }) => narration)).toEqual(['TRF ADA', 'CHARGE', 'TRF BAYO', 'RENT', 'DUES'])
    expect(found.leftOut.flatMap(({ row, why }) => (why === 'repeated' ? row : []))).toEqual(repeated)
  })

  test('is no reason to leave out what came again, or a row that is there twice alone', () => {
    const again = [['01/09/2026', 'A', '', '5', '15'], ['01/09/2026', 'RVSL A', '5', '', '10']] // prettier-ignore
    expect(read(usual, [['01/08/2026', 'B', '', '10', '10'], ...again, ...again]).lines).toHaveLength(5)
    expect(outcome(usual, [...page, page[3] ?? [], ...next])).toEqual(['statement_does_not_add_up', 6])
  })
})

describe('a figure beside the lines', () => {
  const lines = [
    ['02/09/2026', 'TRF ADA', '', '50.00', '1050.00'],
    ['03/09/2026', 'CHARGE', '0.50', '', '1049.50'],
    ['04/09/2026', 'TRF BAYO', '', '20.00', '1069.50'],
  ]
  const check = (above: string[][], below: string[][] = [], corrections: Corrections = {}, rows = lines) => {
    const numbered = [...above, usual, ...rows, ...below].map((cells, index) => ({
      ...{ number: index + 1, formulas: [] },
      cells: [...cells, '', '', '', '', ''].slice(0, 5),
    }))
    const at = above.length + 1
    const table = { top: numbered.slice(0, at), rows: numbered.slice(at) }
    return { table, reading: checkStatement(table, corrections, today) }
  }
  const differing = (...given: Parameters<typeof check>) =>
    check(...given).reading.differences.map(({ row, kind, said, read: lines }) => [row, kind, Number(said), Number(lines)]) // prettier-ignore

  test.each([
    ['in the same cell', [['Opening Balance: 1,000.00'], ['Closing Balance: NGN 1,069.50']]],
    [
      'in the next cell',
      [
        ['Opening Balance', '', '₦1,000.00'],
        ['Closing Bal.', '1069.5'],
      ],
    ],
    ['with a day in the label', [['Opening Balance as at 01/09/2026: 1,000.00'], ['Closing Balance (30-Sep-2026) 1,069.50 CR']]], // prettier-ignore
    ['side by side', [['Opening balance', '1000', 'Closing balance', '1069.50']]],
    ['in a box', [['Opening Balance', 'Total Debit', 'Total Credit', 'Closing Balance'], ['1,000.00', '0.50', '70.00', '1,069.50']]], // prettier-ignore
    [
      'two in one cell',
      [['Opening Balance: 1,000.00 Closing Balance: 1,069.50'], ['Total Debit 0.50 | Total Credit 70.00']],
    ],
    ['behind its currency', [['Opening Balance', ':', 'NGN', '1,000.00'], ['CLOSING BALANCE (NGN) - 1,069.50']]],
    ['behind how many', [['Total Credits (2): 70.00', 'Total Debits', '0.50'], ['Minimum opening balance 500.00']]],
    [
      'as counts',
      [
        ['Total Debits: 1', 'Total Credits: 2'],
        ['Debit count', '7'],
        ['Total credit count', '9'],
      ],
    ],
    ['of another day', [['Available balance', '77.00'], ['Balance on 30.09.2026', '5.00 NGN'], ['Opening Balance']]],
    [
      'with nothing behind its name',
      [
        ['Opening balance:', ''],
        ['5.00', ''],
      ],
    ],
    [
      'with nothing behind one of two',
      [
        ['Opening balance', '', 'Closing balance', '1,069.50'],
        ['5.00', ''],
      ],
    ],
    ['nowhere', [['Statement of account'], ['Period', '01/09/2026 - 30/09/2026']]],
  ])('that agrees says nothing more: %s', (_, above) => {
    expect(differing(above)).toEqual([])
    expect(differing([], above)).toEqual([])
  })

  test.each([
    ['opening', [['Opening Balance: 900.00']], [1, 'opening', 90_000, 100_000]],
    [
      'closing',
      [
        ['Account', '0123456789'],
        ['Closing Balance', '2,069.50'],
      ],
      [2, 'closing', 206_950, 106_950],
    ],
    [
      'paidOut',
      [
        ['Opening Balance', 'Total Withdrawals'],
        ['1,000.00', '10.50'],
      ],
      [1, 'paidOut', 1050, 50],
    ],
    ['paidIn', [['Total Lodgements', '170.00']], [1, 'paidIn', 17_000, 7000]],
    [
      'the second of a cell',
      [['Opening Balance: 1,000.00 Closing Balance: NGN 2,069.50']],
      [1, 'closing', 206_950, 106_950],
    ],
    [
      'behind its currency',
      [['Opening Balance as at 01/09/2026', ':', 'NGN', '900.00']],
      [1, 'opening', 90_000, 100_000],
    ],
  ] as const)('that differs is shown with both, %s', (_, above, expected) => {
    expect(differing(above.map((cells) => [...cells]))).toEqual([expected])
  })

  const total = (...cells: string[]) => ['', 'TOTAL', ...cells]
  test.each([
    ['at the end', lines, [total('0.50', '70.00', '')], []],
    ['at the end with the balance', lines, [total('0.50', '70.00', '1069.50')], []],
    ['at the end with the sum of all balances', lines, [total('0.50', '70.00', '3,169.00')], []],
    ['of a page each with the sums of their balances', [...lines.slice(0, 2), total('0.50', '50.00', '2099.50'), ...lines.slice(2)], [total('', '20.00', '1069.50')], []], // prettier-ignore
    ['without a debit', lines, [total('', '70.00', '')], []],
    ['of a page each', [...lines.slice(0, 2), total('0.50', '50.00'), ...lines.slice(2)], [total('', '20.00'), ['', 'GRAND TOTAL', '0.50', '70.00']], []], // prettier-ignore
    ['carried on', [...lines.slice(0, 2), total('0.50', '50.00'), ...lines.slice(2)], [total('0.50', '70.00')], []],
    ['and one side of it', lines, [total('0.50', '170.00', '')], [[5, 'paidIn', 17_000, 7000]]],
    ['and its balance', lines, [total('0.50', '70.00', '99')], [[5, 'closing', 9900, 106_950]]],
    ['in the middle', [...lines.slice(0, 1), total('3.00', '50.00'), ...lines.slice(1)], [], [[3, 'paidOut', 300, 50]]],
  ] as const)('that is a total: %s', (_, rows, below, expected) => {
    const copy = (all: readonly (readonly string[])[]) => all.map((cells) => [...cells])
    expect(differing([], copy(below), {}, copy(rows))).toEqual(expected)
  })

  test('with a debit that was taken back may have it or not', () => {
    const rows = [...lines, ['05/09/2026', 'CHARGE BACK', '-0.50', '', '1070.00']]
    for (const sums of [
      ['0.00', '70.00'],
      ['0.50', '70.50'],
    ])
      // prettier-ignore
      expect(differing([], [total(...sums)], {}, rows)).toEqual([])
  })

  test('may be the total of one signed column, or of both sides', () => {
    const columns = ['Date', 'Narration', 'Amount', 'Balance']
    const signed = [['02/09/2026', 'A', '50', '150'], ['03/09/2026', 'B', '-20', '130']] // prettier-ignore
    for (const sum of ['30', '70']) expect(outcome(columns, [...signed, ['', 'Total', sum, '']])).toHaveLength(2)
    expect(outcome(columns, [...signed, ['', 'Total', '31', '']])).toEqual(['statement_figures_differ', 4])
  })

  // Remedy: statement_figures_differ
  test('is refused until a person says that the lines are all here, and kept with the statement', () => {
    const above = [['Closing Balance: 2,069.50']]
    const { table, reading } = check(above)
    expect(reading.differences).toMatchObject([{ row: 1, isAccepted: false }])
    expect(() => readStatement(table, {}, today)).toThrow(
      expect.objectContaining({
        detail: { field: 'differ', row: 1, kind: 'closing balance', said: '₦2,069.50', read: '₦1,069.50' },
      }),
    )
    expect(readStatement(table, { differ: [1] }, today)).toMatchObject({
      lines: [{ row: 3 }, { row: 4 }, { row: 5 }],
      corrected: [{ row: 1, kind: 'figure', was: 'closing balance ₦2,069.50, lines ₦1,069.50' }],
    })
    expect(readStatement(check([['Closing Balance: 1,069.50']]).table, { differ: [1] }, today).corrected).toEqual([])
  })
})

test('a line stays a line whatever its narration says', () => {
  const columns = ['Narration', 'Date', 'Debit', 'Credit', 'Balance']
  const rows = [
    ['Total savings for Ada', '02/02/2026', '', '450', '1,450'],
    ['Approved by the chairman', '03/02/2026', '600', '', '850'],
    ['Total', '', '600', '450', ''],
  ]
  expect(outcome(columns, rows)).toEqual([
    ['2026-02-02', 45_000, 145_000],
    ['2026-02-03', -60_000, 85_000],
  ])
})

describe('the balance decides', () => {
  const [a, b, c, d] = [
    ['02/02/2026', 'TRF', '', '450', '1,950'],
    ['03/02/2026', 'CASH', '600', '', '1,350'],
    ['03/02/2026', 'CHQ', '100', '', '1,250'],
    ['05/02/2026', 'TRF', '', '10', '1,260'],
  ] as const
  const lines = [
    ['2026-02-02', 45_000, 195_000],
    ['2026-02-03', -60_000, 135_000],
    ['2026-02-03', -10_000, 125_000],
    ['2026-02-05', 1000, 126_000],
  ]
  test.each([
    ['oldest first', [a, b, c, d]],
    ['newest first', [d, c, b, a]],
    ['newest day first, its lines oldest first', [d, b, c, a]],
    ['oldest day first, its lines newest first', [a, c, b, d]],
  ])('which order the lines have: %s', (_, rows) => {
    expect(outcome(usual, rows as unknown as string[][])).toEqual(lines)
    const { opening, closing } = read(usual, rows as unknown as string[][])
    expect([opening, closing]).toEqual([150_000n, 126_000n])
  })

  test('that a line was valued back', () => {
    const back = [
      a,
      ['06/02/2026', 'CASH', '600', '', '1,350'],
      ['05/02/2026', 'CHQ', '100', '', '1,250'],
      ['07/02/2026', 'TRF', '', '10', '1,260'],
    ]
    expect(outcome(usual, back as unknown as string[][])).toEqual([
      lines[0],
      ['2026-02-06', -60_000, 135_000],
      ['2026-02-05', -10_000, 125_000],
      ['2026-02-07', 1000, 126_000],
    ])
  })

  test('that a debit below zero is one that was taken back, where it is', () => {
    const taken = [
      ['02/02/2026', 'FEE', '100', '', '900'],
      ['02/02/2026', 'FEE BACK', '-100', '', '1,000'],
    ]
    expect(outcome(usual, taken)).toEqual([
      ['2026-02-02', -10_000, 90_000],
      ['2026-02-02', 10_000, 100_000],
    ])
  })

  test('which way amounts without a sign went, from the balance that was brought forward', () => {
    const plain = ['Date', 'Narration', 'Amount', 'Balance']
    const rows = [
      ['', 'Balance B/F', '', '1,000'],
      ['02/02/2026', 'IN', '450', '1,450'],
      ['03/02/2026', 'OUT', '600', '850'],
    ]
    expect(outcome(plain, rows)).toEqual([
      ['2026-02-02', 45_000, 145_000],
      ['2026-02-03', -60_000, 85_000],
    ])
    expect(outcome(plain, rows.slice(1))).toEqual(['statement_does_not_add_up', 3])
  })

  describe('of a day that holds a line and what takes it back', () => {
    const [paid, back] = [
      ['02/02/2026 09:10', 'TRF', '', '500', '1,500'],
      ['02/02/2026 11:45', 'TRF OUT', '500', '', '1,000'],
    ]
    const dayOf = ([on = '', ...cells]: readonly string[]) => [on.slice(0, 10), ...cells]
    const rows = [back, paid].map((row) => dayOf(row ?? []))
    const lines = [
      ['2026-02-02', 50_000, 150_000],
      ['2026-02-02', -50_000, 100_000],
    ]
    const given = (given: string[][], clues: Parameters<typeof readStatement>[1] = {}) => {
      const numbered = [usual, ...given].map((cells, index) => ({ number: index + 1, cells, formulas: [] }))
      const found = readStatement({ top: numbered.slice(0, 1), rows: numbered.slice(1) }, clues, today)
      return [
        found.lines.map(({ on, amount, balance }) => [on, Number(amount), Number(balance)]),
        Number(found.opening),
      ]
    }

    // Remedy: statement_line_order_unclear
    test('which is on top is asked, and answered', () => {
      expect(() => given(rows)).toThrow(
        expect.objectContaining({ detail: { field: 'lineOrder', oldest: '₦1,500.00', newest: '₦1,000.00' } }),
      )
      expect(given(rows, { lineOrder: 'newest' })).toEqual([lines, 100_000])
      expect(given(rows, { lineOrder: 'oldest' })).toEqual([lines.toReversed(), 150_000])
    })

    test('their times decide, what the account held before, a balance brought forward, or that a reversal comes later', () => {
      expect(given([back ?? [], paid ?? []])).toEqual([lines, 100_000])
      expect(given(rows, { openings: [kobo(100_000n)] })).toEqual([lines, 100_000])
      expect(given(rows, { openings: [kobo(150_000n)] })).toEqual([lines.toReversed(), 150_000])
      expect(() => given(rows, { openings: [kobo(1n)] })).toThrow('statement_line_order_unclear')
      expect(given([...rows, ['', 'BALANCE B/F', '', '', '1,000']])).toEqual([lines, 100_000])
      const reversed = rows.map((row) => row.with(1, row[1] === 'TRF' ? 'TRF' : 'RVSL/TRF'))
      expect(given(reversed)).toEqual([lines, 100_000])
      expect(given(reversed.toReversed())).toEqual([lines, 100_000])
    })
  })

  test.each(['B/F', 'Brought forward', 'BALANCE B/F', 'C/D'])(
    'that %s in the middle of a file is what it says',
    (words) => {
      const rows = [[...a], ['', words, '', '', '1,950'], [...b]]
      const found = read(usual, rows)
      expect(found.lines.map(({ row }) => row)).toEqual([2, 4])
      expect(found.leftOut).toEqual([{ row: 3, why: 'carried', text: `${words} · 1,950` }])
      expect(outcome(usual, rows.with(1, ['', words, '', '', '1,900']))).toEqual(['statement_does_not_add_up', 3])
      // Sums of a page say so too, without a balance.
      expect(read(usual, rows.with(1, ['', words, '5', '450', ''])).leftOut).toMatchObject([{ row: 3, why: 'carried' }])
    },
  )

  // Remedy: statement_does_not_add_up
  test('where nothing follows, the line that does not is shown with what it should come to', () => {
    const broken = [a, b, ['03/02/2026', 'CHQ', '100', '', '1,200'], d] as unknown as string[][]
    expect(() => read(usual, broken)).toThrow(
      expect.objectContaining({
        detail: {
          field: 'file',
          row: 4,
          before: '₦1,350.00',
          moved: '−₦100.00',
          expected: '₦1,250.00',
          balance: '₦1,200.00',
        },
      }),
    )
    expect(outcome(usual, [a, b, c, d] as unknown as string[][])).toEqual(lines)
  })

  test('whatever the amounts are, and in each of the orders', () => {
    const movements = fc
      .array(
        fc.record({
          days: fc.nat(2),
          moved: fc.integer({ min: -5_000_000, max: 5_000_000 }).filter((amount) => amount !== 0),
        }),
        { minLength: 1, maxLength: 25 },
      )
      // Lines of which each takes the one before back fit both ways.
      .filter(
        (all) =>
          all.length === 1 || all.some(({ moved }, place) => place > 0 && moved !== -(all[place - 1]?.moved ?? 0)),
      )
    const naira = (amount: number) => nairaText(kobo(BigInt(amount)))
    fc.assert(
      fc.property(
        movements,
        fc.integer({ min: 0, max: 1_000_000 }),
        fc.nat(3),
        fc.boolean(),
        (all, opening, order, isSigned) => {
          let [on, balance] = ['2026-02-01' as Day, opening]
          const written = all.map(({ days, moved: amount }) => {
            on = addDays(on, days)
            balance += amount
            const size = naira(Math.abs(amount))
            const sides = isSigned ? [naira(amount)] : amount < 0 ? [size, ''] : ['', size]
            return { line: [on, amount, balance], cells: [on, 'TRF', ...sides, naira(balance)] }
          })
          const byDay = Object.values(Object.groupBy(written, ({ line }) => String(line[0]))).map((day) => day ?? [])
          const file = [
            written,
            written.toReversed(),
            byDay.toReversed().flat(),
            byDay.flatMap((day) => day.toReversed()),
          ][order]
          const columns = isSigned ? ['Date', 'Narration', 'Amount', 'Balance'] : usual
          const found = read(
            columns,
            (file ?? []).map(({ cells }) => cells),
          )
          expect([found.opening, found.closing]).toEqual([BigInt(opening), BigInt(balance)])
          const key = (line: readonly unknown[]) => line.join(' ')
          expect(new Set(found.lines.map(({ on: day, amount, balance: after }) => key([day, amount, after])))).toEqual(
            new Set(written.map(({ line }) => key(line))),
          )
          expect(found.lines).toHaveLength(written.length)
        },
      ),
    )
  })
})

describe('dates', () => {
  const months = [
    ['09/02/2026', 'IN', '', '10', '10'],
    ['09/21/2026', 'IN', '', '10', '20'],
  ]
  const said: StatementHeadings = {
    on: 'Date',
    narration: 'Narration',
    paidOut: 'Debit',
    paidIn: 'Credit',
    amount: null,
    balance: 'Balance',
    dayOrder: 'month',
  }
  // Remedy: statement_months_first
  test('with the month first are asked about, and read so once that was said', () => {
    expect(outcome(usual, months)).toEqual(['statement_months_first'])
    expect(outcome(usual, [['09/12/2026', 'IN', '', '10', '10']])).toEqual(['statement_months_first'])
    expect(outcome(usual, months, said)).toEqual([
      ['2026-09-02', 1000, 1000],
      ['2026-09-21', 1000, 2000],
    ])
    const dayFirst = [
      ['02/09/2026', 'IN', '', '10', '10'],
      ['21/09/2026', 'IN', '', '10', '20'],
    ]
    expect(outcome(usual, dayFirst)).toEqual(outcome(usual, months, said))
  })

  test.each([
    ['that follow each other', ['01/09/2026', '02/09/2026', '03/09/2026'], false],
    ['that would be after today', ['10/09/2026', '11/09/2026'], false],
    ['that would jump back and forth', ['01/09/2026', '05/08/2026', '03/07/2026'], false],
    ['of which one has the day first', ['04/08/2026', '13/08/2026'], false],
    ['that are the same both ways', ['08/08/2026', '2026-08-09'], false],
    ['that make sense both ways', ['04/08/2026', '05/08/2026'], true],
  ] as const)(
    'with the day first are not read otherwise because the last file had the month first: %s',
    (_, days, asksOrder) => {
      const cells = days.map((on, place) => [on, 'IN', '', '10', `${place + 1}0`])
      const numbered = [usual, ...cells].map((each, index) => ({ number: index + 1, cells: each, formulas: [] }))
      const table = { top: numbered.slice(0, 1), rows: numbered.slice(1) }
      expect(checkStatement(table, { said }, today)).toMatchObject({ asksOrder, dayOrder: 'day', problems: [] })
      // Without such a file they are no question, and what a person says is one no more.
      expect(checkStatement(table, {}, today)).toMatchObject({ asksOrder: false, dayOrder: 'day' })
      for (const dayOrder of ['day', 'month'] as const) {
        const columns = { ...said, dayOrder }
        expect(checkStatement(table, { said, columns }, today)).toMatchObject({ asksOrder: false, dayOrder })
        const continued = { asksOrder: false, dayOrder: asksOrder ? dayOrder : 'day' }
        expect(checkStatement(table, { said, continues: dayOrder }, today)).toMatchObject(continued)
      }
    },
  )

  test('that make sense both ways and go on from the last statement with the month first are asked about', () => {
    const numbered = [usual, ['04/08/2026', 'IN', '', '10', '10']].map((cells, index) => ({ number: index + 1, cells, formulas: [] })) // prettier-ignore
    const table = { top: numbered.slice(0, 1), rows: numbered.slice(1) }
    expect(checkStatement(table, { continues: 'month' }, today)).toMatchObject({ asksOrder: true, dayOrder: 'month' })
    expect(() => readStatement(table, { said }, today)).toThrow('statement_months_first')
  })

  // Remedy: statement_after_today
  test('after today are in no statement', () => {
    expect(outcome(usual, [['01/10/2026', 'IN', '', '10', '10']])).toEqual(['statement_months_first'])
    expect(outcome(usual, [['15/10/2026', 'IN', '', '10', '10']])).toEqual(['statement_after_today', 2])
    expect(outcome(usual, [['15/09/2026', 'IN', '', '10', '10']])).toEqual([['2026-09-15', 1000, 1000]])
  })
})

describe('a person corrects a file', () => {
  const broken = [
    ['soon', 'IN', '', '10', '10'],
    ['02/02/2026', 'OUT', 'x', '', '5'],
    ['03/02/2026', 'IN', '', '20', '25'],
    ['', 'TOTAL', '5', '30', ''],
    ['04/02/2026', 'NOTE', '', '', ''],
  ]
  const table = (rows: string[][]) => {
    const numbered = [usual, ...rows].map((cells, index) => ({ number: index + 1, cells, formulas: [] }))
    return { top: numbered.slice(0, 1), rows: numbered.slice(1) }
  }
  const check = (rows: string[][], corrections: Corrections = {}) => {
    const {
      problems,
      lines,
      corrected,
      opening,
      closing,
      rows: all,
      rowBefore,
      asksOrder,
    } = checkStatement(table(rows), corrections, today)
    return {
      problems: problems.map(({ row, field }) => [row, field]),
      lines: lines.map(({ row }) => row),
      left: all.flatMap(({ number, as }) => (as === null ? [] : [[number, as]])),
      ends: [Number(opening), Number(closing)],
      ...{ corrected, rowBefore, asksOrder },
    }
  }
  const refused = (corrections: Corrections, field: string) =>
    expect(() => checkStatement(table(broken), corrections, today)).toThrow(
      expect.objectContaining({ detail: expect.objectContaining({ field }) }),
    )

  // Remedy: statement_row_unreadable
  test('cell by cell, and each that was changed is known with what it was', () => {
    expect(check(broken)).toMatchObject({
      problems: [
        [2, 'on'],
        [3, 'paidOut'],
      ],
      lines: [4],
      left: [
        [5, 'total'],
        [6, 'note'],
      ],
    })
    const one = { row: 2, column: 0, value: '01/02/2026' }
    expect(check(broken, { cells: [one] }).problems).toEqual([[3, 'paidOut']])
    expect(check(broken, { cells: [one, { row: 3, column: 2, value: '5' }] })).toMatchObject({
      problems: [],
      lines: [2, 3, 4],
      ends: [0, 2500],
      corrected: [
        { row: 2, kind: 'cell', heading: 'Date', was: 'soon', became: '01/02/2026' },
        { row: 3, kind: 'cell', heading: 'Debit', was: 'x', became: '5' },
      ],
    })
    // As the file has it, nothing was corrected.
    expect(check(broken, { cells: [{ row: 2, column: 0, value: 'soon' }] }).corrected).toEqual([])
  })

  test('by rows that are no lines, after which the balance is checked', () => {
    expect(check(broken, { leaveOut: [2, 3] })).toMatchObject({
      problems: [],
      lines: [4],
      left: [
        [2, 'hand'],
        [3, 'hand'],
        [5, 'total'],
        [6, 'note'],
      ],
      corrected: [
        { row: 2, kind: 'left_out', was: 'soon · IN · 10 · 10' },
        { row: 3, kind: 'left_out' },
      ],
    })
    const whole = [
      ['01/02/2026', 'A', '', '10', '10'],
      ['02/02/2026', 'B', '', '10', '20'],
      ['03/02/2026', 'C', '', '10', '30'],
    ]
    expect(check(whole, { leaveOut: [3] })).toMatchObject({ problems: [[4, 'balance']], rowBefore: 2 })
    expect(() => readStatement(table(whole), { leaveOut: [3] }, today)).toThrow(
      expect.objectContaining({ detail: { field: 'file', leftOut: 3, row: 4 } }),
    )
    expect(readStatement(table(whole), {}, today).lines).toHaveLength(3)
    // A row that is none anyway stays what it is.
    expect(check(broken, { leaveOut: [5] }).corrected).toEqual([])
  })

  test('by rows that were left out and are lines', () => {
    expect(check(broken, { takeBack: [5, 6] }).problems).toEqual([
      [2, 'on'],
      [3, 'paidOut'],
      [5, 'paidOut'],
      [5, 'on'],
      [5, 'balance'],
      [6, null],
      [6, 'balance'],
    ])
    const hall = [['03/02/2026', 'Total savings', '', '', '25'], ...broken.slice(2, 3)]
    const cells = [
      { row: 2, column: 3, value: '5' },
      { row: 2, column: 4, value: '5' },
    ]
    expect(check(hall, { takeBack: [2], cells }).lines).toEqual([2, 3])
    const above = [['01/02/2026', 'OLD', '', '1', '1'], usual, ['02/02/2026', 'NEW', '', '1', '2']]
    const rows = above.map((cells, index) => ({ number: index + 1, cells, formulas: [] }))
    const { lines, corrected } = checkStatement({ top: [], rows }, { takeBack: [1] }, today)
    expect(lines.map(({ row }) => row)).toEqual([1, 3])
    expect(corrected).toMatchObject([{ row: 1, kind: 'taken_back', was: '01/02/2026 · OLD · 1 · 1' }])
  })

  test('by the order of its dates', () => {
    const months = [['09/21/2026', 'IN', '', '10', '10']]
    expect(check(months)).toMatchObject({ asksOrder: true, problems: [], lines: [2] })
    const columns = {
      ...{ on: 'Date', narration: 'Narration', paidOut: 'Debit', paidIn: 'Credit', amount: null, balance: 'Balance' },
      dayOrder: 'day' as const,
    }
    expect(check(months, { columns })).toMatchObject({ asksOrder: false, problems: [[2, 'on']] })
  })

  // Remedy: statement_correction_unknown
  test('and every row and column that is named has to be there, once', () => {
    refused({ leaveOut: [99] }, 'leaveOut')
    refused({ leaveOut: [2], takeBack: [2] }, 'takeBack')
    refused({ leaveOut: [2], cells: [{ row: 2, column: 0, value: '01/02/2026' }] }, 'cells')
    refused({ cells: [{ row: 2, column: 9, value: '' }] }, 'cells')
    refused(
      {
        cells: [
          { row: 2, column: 0, value: '1' },
          { row: 2, column: 0, value: '2' },
        ],
      },
      'cells',
    )
    const columns = {
      on: 'Day',
      narration: 'Narration',
      paidOut: null,
      paidIn: null,
      amount: 'Credit',
      balance: 'Balance',
    }
    refused({ columns }, 'columns')
    expect(check(broken, { leaveOut: [2] }).left[0]).toEqual([2, 'hand'])
  })
})
