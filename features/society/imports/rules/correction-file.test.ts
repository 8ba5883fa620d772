import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cellForWorkbook, storedCell, undefendCell } from '#core/spreadsheets/cell.ts'
import { correctionOf, withoutCorrections } from './correction-file.ts'

test('a cell comes back from the file of rows to correct as it was read', () => {
  const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.stringMatching(/^'{0,3}[=+\-@＝＋－＠\t\r\n\0]?[ -~]*$/))
  fc.assert(
    fc.property(text, (value) => {
      expect(undefendCell(cellForWorkbook(storedCell(value, false)))).toBe(value)
    }),
    { numRuns: 10_000 },
  )
  for (const typed of ['08031234567', '00042', '+2348031234567', '-500', '2014-03-31', '31/12/1990'])
    expect(cellForWorkbook(storedCell(typed, false))).toBe(typed)
  expect(cellForWorkbook(storedCell('=A1', true))).toBe('')
})

test('what to correct names the row of the file and the heading of each cell', () => {
  expect(
    correctionOf(
      17,
      ['S/N', 'Phone No.'],
      [
        { column: null, message: 'This row is wrong' },
        { column: 1, message: 'Enter a phone number' },
      ],
    ),
  ).toBe('Row 17. This row is wrong; Phone No.: Enter a phone number')
})

test('the column of what to correct is taken out wherever it stands, with rows that have nothing else', () => {
  const row = (number: number, ...cells: string[]) => ({ number, cells, formulas: [0, 2] })
  const table = {
    columns: ['Name', 'What to correct', 'Phone'],
    top: [{ number: 1, cells: ['Name', ' WHAT TO CORRECT ', 'Phone'], formulas: [] }],
    rows: [row(2, 'Ada', 'Row 9. Phone', '0803'), { number: 3, cells: ['', 'Row 12. Name', ' '], formulas: [] }],
  }
  expect(withoutCorrections(table)).toEqual({
    isCorrected: true,
    table: {
      columns: ['Name', 'Phone'],
      top: [{ number: 1, cells: ['Name', 'Phone'], formulas: [] }],
      rows: [{ number: 2, cells: ['Ada', '0803'], formulas: [0, 1] }],
    },
  })
  const plain = { columns: ['Name'], top: [{ number: 1, cells: ['Name'], formulas: [] }], rows: [] }
  expect(withoutCorrections(plain)).toEqual({ table: plain, isCorrected: false })
})
