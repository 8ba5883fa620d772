import { describe, expect, test } from 'vitest'
import { guessMapping } from '#features/society/imports/rules/guess-mapping.ts'
import { shapeTable } from './table-shape.ts'

const guess = (columns: readonly string[]) => guessMapping('members', columns)
const named = ['firstName', 'lastName', 'fullName', 'phone']

/** A sheet of which the reader took the row with this number for the heading. */
function shape(cells: string[][], heading = 1) {
  const width = Math.max(...cells.map(({ length }) => length))
  const rows = cells.map((row, index) => ({
    number: index + 1,
    cells: [...row, ...Array.from({ length: width - row.length }, () => '')],
    formulas: [],
  }))
  const { columns, rows: shaped } = shapeTable({ top: rows.slice(0, heading), rows: rows.slice(heading) }, guess, named)
  return {
    columns,
    leftOut: shaped.filter(({ leftOut }) => leftOut !== null).map(({ number, leftOut }) => [number, leftOut]),
    kept: shaped.filter(({ leftOut }) => leftOut === null).map(({ number }) => number),
  }
}

describe('the heading of a register', () => {
  test('is one row, and two rows only where both together say more', () => {
    expect(
      shape([
        ['Name', 'Phone'],
        ['Name', '08031234567'],
        ['Ada Obi', '08031234568'],
      ]),
    ).toEqual({ columns: ['Name', 'Phone'], leftOut: [], kept: [2, 3] })
  })

  test('has a group above whole headings, or beside them', () => {
    const columns = ['Surname', 'First name', 'Phone', 'NEXT OF KIN Name', 'NEXT OF KIN Phone']
    expect(
      shape([
        ['', '', '', 'NEXT OF KIN', ''],
        ['Surname', 'First name', 'Phone', 'Name', 'Phone'],
        ['Obi', 'Ada', '0803'],
      ]),
    ).toEqual({ columns, leftOut: [], kept: [3] })
    expect(
      shape([
        ['Surname', 'First name', 'Phone', 'NEXT OF KIN', ''],
        ['', '', '', 'Name', 'Phone'],
        ['Obi', 'Ada', '0803'],
      ]),
    ).toEqual({ columns, leftOut: [], kept: [3] })
  })

  test('keeps its own words under a group that means nothing by itself', () => {
    expect(
      shape([
        ['PERSONAL DATA', '', 'BANK DETAILS', '', 'NEXT OF KIN'],
        ['Name', 'Phone', 'Bank', 'Account No', 'Name'],
        ['Ada Obi', '0803', 'UBA'],
      ]).columns,
    ).toEqual(['Name', 'Phone', 'BANK DETAILS Bank', 'BANK DETAILS Account No', 'NEXT OF KIN Name'])
  })

  test('is not looked for below the first twenty-five rows, nor where nothing is guessed', () => {
    const titles = Array.from({ length: 26 }, (_, n) => [`Line ${n}`, 'x'])
    expect(shape([...titles, ['Name', 'Phone'], ['Ada Obi', '0803']]).columns).toEqual(['Line 0', 'x'])
    expect(
      shape(
        [
          ['Society', ''],
          ['One', 'Two'],
          ['Obi', 'Ada'],
        ],
        2,
      ),
    ).toEqual({ columns: ['One', 'Two'], leftOut: [[1, 'title']], kept: [3] })
  })

  test('names a column without a heading as the spreadsheet does', () => {
    expect(
      shape([
        ['Name', '', 'Phone'],
        ['Ada Obi', 'x', '0803'],
      ]).columns,
    ).toEqual(['Name', 'Column B', 'Phone'])
  })
})

describe('a row of a register', () => {
  const under = (...cells: string[]) =>
    shape([['S/N', 'Employer', 'Name', 'Phone', 'Monthly savings'], cells]).leftOut.map(([, why]) => why)

  test.each([
    [['', '', 'TOTAL', '', '5000'], ['total']],
    [['GRAND TOTAL:', '', '', '', '5,000.00'], ['total']],
    [['', '', 'Sub-Total', '', '₦5,000'], ['total']],
    [['', '', 'Total savings for 2025', '', '5000'], ['total']],
    [['', '', 'T O T A L', '', '5000'], ['total']],
    [['', '', 'Sum total', '', '5000'], ['total']],
    [['', '', 'PAGE 1 TOTAL', '', '5000'], ['total']],
    [['Total page 1', '', '', '', '5000'], ['total']],
    [['', '', 'Total (N)', '', '5000'], ['total']],
    [['12', '', 'Balance b/f', '', '5000'], ['carried']],
    [['', '', 'C/F', '', '5000'], ['carried']],
    [['', '', 'Brought forward', '', '5000'], ['carried']],
    [['1', '2', '3', '4', '5'], ['heading']],
    [['(1)', '(2)', '', '(3)', '(4)'], ['heading']],
    [['1', '', 'Sumbo Total', '08031234567', '5000'], []],
    [['', '', '', '', '5000'], ['figures']],
    [['31', '', '', '', ''], ['figures']],
    [['S/N', 'EMPLOYER', 'NAME', 'PHONE', 'MONTHLY SAVINGS'], ['heading']],
    [['1', 'Total', 'Ada Obi', '08031234567', '5000'], []],
    [['2', 'Total Nigeria Plc', 'Bola Ige', '', '5000'], []],
    [['3', '', 'Total Grace', '08031234567', '5000'], []],
    [['4', '', '', '08031234567', '5000'], []],
  ])('%j is left out as %j', (cells, why) => {
    expect(under(...cells)).toEqual(why)
  })
})

test('a row that is hidden in Excel is left out, and says so', () => {
  const rows = [
    { number: 2, cells: ['Ada Obi', '08031234567'], formulas: [] },
    { number: 3, cells: ['Resigned', '08031234568'], formulas: [], isHidden: true },
  ]
  const top = [{ number: 1, cells: ['Name', 'Phone'], formulas: [] }]
  const shaped = shapeTable({ top, rows }, guess, named).rows
  expect(shaped.map(({ number, leftOut }) => [number, leftOut])).toEqual([
    [2, null],
    [3, 'hidden'],
  ])
})

test('a column that is hidden in Excel is named so, guessed for nothing, and said', () => {
  const rows = [{ number: 4, cells: ['Ada Obi', '08031234567', '08031234568'], formulas: [] }]
  const top = [{ number: 3, cells: ['Name', 'Phone', 'Mobile'], formulas: [] }]
  const { columns, rows: shaped } = shapeTable({ top, rows, hiddenColumns: [1] }, guess, named)
  expect([columns, guess(columns)]).toEqual([
    ['Name', 'Phone (hidden in Excel)', 'Mobile'],
    ['fullName', null, 'phone'],
  ])
  expect(shaped.map(({ number, cells, leftOut }) => [number, cells, leftOut])).toEqual([
    [4, ['Ada Obi', '08031234567', '08031234568'], null],
    [3, ['Phone (hidden in Excel)'], 'columns'],
  ])
})

describe('beneath a register', () => {
  const full = (index: number) => [String(index), `Ada Obi${index}`, `0803123456${index}`, '5000', '2014']
  const beneath = (...rows: string[][]) =>
    shape([['S/N', 'Name', 'Phone', 'Monthly savings', 'Date joined'], full(1), full(2), full(3), ...rows]).leftOut

  test.each([
    [['Prepared by: A. B.', '', '', '', '']],
    [['', 'Prepared by:', 'A. B. Okoro', '', '']],
    [['PREPARED & CHECKED BY', 'Ada Obi', '', 'Approved by', 'Bola Ige']],
    [['', 'Checked by ____________', '', '', '']],
    [["Treasurer's signature", '', '', '', '']],
    [['', 'Fin. Secretary: Bola Ige', '', '', '']],
    [['Note: members marked * have left', '', '', '', '']],
    [['', 'N.B. figures are in naira', '', '', '']],
    [['', '', '', '', '28/11/2026 10:15']],
    [['28 November 2026, 10:15 am', '', '', '', '']],
    [['Printed on 28/11/2026', '', '', '', '']],
    [['Page 2 of 7', '', '', '', '']],
    [['', '____________', '____________', '', '']],
    [['Treasurer', '____________', '', '', '']],
    [['', '............', '', 'Gen. Secretary', '____________']],
    [['', 'Bola Ige', '', '', '']],
    [['', 'Bola Ige', '', '', 'Treasurer']],
    [['Signed', '', '', '', 'Bola Ige']],
  ])('%j is a note', (row) => {
    expect(beneath(row)).toEqual([[5, 'note']])
  })

  test.each([
    [['4', 'Total Grace', '08031234569', '5000', '2014']],
    [['4', 'Prepared Grace', '08031234569', '', '']],
    [['', 'Note: Grace', '08031234569', '', '']],
    [['4', 'Bola Ige', '', '', '']],
    [['', 'Bola Ige', '08031234569', '', '']],
    [['', 'Bola Ige', '', '', '2014']],
    [['', 'Date Musa', '', '5000', '']],
    [['', 'Page Ngozi', '', '5000', '2014']],
  ])('%j is a member', (row) => {
    expect(beneath(row)).toEqual([])
  })

  test('a note at the foot of each page is one, a short row between full ones is not', () => {
    expect(beneath(['Checked by B. I.', '', '', '', ''], ['', 'Bola Ige', '', '', ''], full(4))).toEqual([[5, 'note']])
  })

  test('a list of names and phones alone loses no one', () => {
    expect(
      shape([
        ['Name', 'Phone'],
        ['Ada Obi', '08031234567'],
        ['Bola Ige', '08031234568'],
        ['Musa Danjuma', ''],
        ['Prepared by: A. B.', ''],
      ]).leftOut,
    ).toEqual([[5, 'note']])
  })

  test('first and last name are a member, without anything else', () => {
    expect(
      shape([
        ['Surname', 'First name', 'Phone', 'Gender'],
        ['Obi', 'Ada', '08031234567', 'F'],
        ['Ige', 'Bola', '', ''],
        ['Chairman', '', '', ''],
        ['Treasurer', '____________', '', ''],
      ]).leftOut,
    ).toEqual([
      [4, 'note'],
      [5, 'note'],
    ])
  })
})
