import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  cellText,
  dayFromCell,
  defendCell,
  formulaProblem,
  isFormula,
  optionalCell,
  storedCell,
  undefendCell,
} from './cell.ts'

describe('a cell that is exported and imported', () => {
  const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.stringMatching(/^'{0,3}[=+\-@＝＋－＠\t\r\n\0]?[ -~]*$/))

  test('comes back as it was, and no spreadsheet runs it', () => {
    fc.assert(
      fc.property(text, (value) => {
        expect(undefendCell(defendCell(value))).toBe(value)
        expect(defendCell(value)).not.toMatch(/^[=+\-@＝＋－＠\t\r\n\0]/)
      }),
      { numRuns: 10_000 },
    )
  })

  test('keeps its text while it waits, and only formulas count as formulas', () => {
    fc.assert(
      fc.property(text, (value) => {
        expect(isFormula(storedCell(value, false))).toBe(false)
        expect(isFormula(storedCell(value, true))).toBe(true)
        expect(cellText(storedCell(value, false))).toBe(value.replaceAll(/\p{Cc}+/gu, ' ').trim())
      }),
      { numRuns: 2000 },
    )
  })
})

test('a formula of a workbook lacks its value, one of a CSV file is there alone', () => {
  expect(formulaProblem(storedCell('', true))).toBe(
    'This cell has a formula without a value. Open the file in Excel, save it and upload it again.',
  )
  expect(formulaProblem(storedCell('=A1', true))).toBe('This cell has a formula. Paste it as a value.')
})

test.each([
  ["'+2348031234567", '+2348031234567'],
  ["'=SUM(A1)", '=SUM(A1)'],
  ["''=SUM(A1)", "'=SUM(A1)"],
  ["'Bola", "'Bola"],
  ["O'Neil", "O'Neil"],
])('the export’s apostrophe of %s is taken away once', (cell, text) => {
  expect(undefendCell(cell)).toBe(text)
})

test.each(['N/A', 'nil', ' - ', 'None', ''])('%j in an optional cell counts as empty', (cell) => {
  expect(optionalCell(cell)).toBe('')
})

test.each([
  ['2024-03-31', '2024-03-31'],
  ['2024/3/1', '2024-03-01'],
  ['2024-03-31T00:00:00.000Z', '2024-03-31'],
  ['31/03/2024', '2024-03-31'],
  ['03/04/2024', '2024-04-03'],
  ['3-4-2024', '2024-04-03'],
  ['3.4.2024', '2024-04-03'],
  ['31/3/24', '2024-03-31'],
  ['12/06/55', '1955-06-12'],
  ['31 March 2024', '2024-03-31'],
  ['31-Mar-24', '2024-03-31'],
  ['1st of April, 1990', '1990-04-01'],
  ['2 Sept 2001', '2001-09-02'],
  ['March 5, 2021', '2021-03-05'],
  ['45382', '2024-03-31'],
  ['33000.5', '1990-05-07'],
  ["'01/02/2020", '2020-02-01'],
])('the day in %s is %s', (text, day) => {
  expect(dayFromCell(text)).toBe(day)
})

test.each(['12/31/1990', '31/02/2024', '1990', 'May 2020', '29/02/2023', 'yesterday', '', '0/0/2020', '123456'])(
  '%j is no day',
  (text) => {
    expect(dayFromCell(text)).toBeUndefined()
  },
)
