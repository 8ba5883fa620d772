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
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.stringMatching(/^'{0,3}[ \u200b\ufeff\u00ad]?[=+\-@＝＋－＠﹦−\t\r\n\0]?[ -~]*$/),
  )

  test('comes back as it was, and no spreadsheet runs it', () => {
    fc.assert(
      fc.property(text, (value) => {
        expect(undefendCell(defendCell(value))).toBe(value)
        expect(defendCell(value)).not.toMatch(/^[\s\u200b\ufeff\u00ad]*[=+\-@＝＋－＠﹦−]|^[\t\r\n\0]/)
      }),
      { numRuns: 10_000 },
    )
  })

  test('is defended wherever it begins with what a program may fold into a sign of a formula, seen or after what can’t be seen', () => {
    const points = Array.from({ length: 0x110000 }, (_, point) => point)
      .filter((point) => point < 0xd800 || point > 0xdfff)
      .map((point) => String.fromCodePoint(point))
    const signs = points.filter((sign) => /^[=+\-\u2212@]/.test(sign.normalize('NFKC')))
    const unseen = points.filter((each) => /[\p{Cf}\p{DI}\s]/u.test(each))
    expect(signs).toEqual(expect.arrayContaining(['=', '\uff1d', '\ufe66', '\ufe62', '\ufe63', '\ufe6b', '\u2212']))
    expect(unseen).toEqual(expect.arrayContaining(['\u200b', '\u200d', '\u2060', '\ufeff', '\u00ad', '\u00a0']))
    const begun = [...signs.map((sign) => `${sign}1+1`), ...unseen.map((each) => `${each}=1+1`)]
    expect(begun.filter((value) => defendCell(value) !== `'${value}`)).toEqual([])
    expect(begun.filter((value) => undefendCell(defendCell(value)) !== value)).toEqual([])
    // Only before a sign, so that a name with a joiner in it stays as it is.
    for (const value of ['\u200dAda', 'Ada\u200b-Obi', ' Obi', "O'Neil", '500.00'])
      expect(defendCell(value)).toBe(value)
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
  expect(formulaProblem(storedCell('#N/A', true))).toBe(
    'This cell shows the error #N/A. Type the value here, or correct it in Excel.',
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
  ['02/09/2026 10:05:11', '2026-09-02'],
  ['02/09/26 7:50', '2026-09-02'],
  ['02/09/2026, 7:50:49 PM', '2026-09-02'],
  ['2026-09-02T10:05:11.123+01:00', '2026-09-02'],
  ['02-SEP-26', '2026-09-02'],
  ['02-Sep-2026 16:40:03', '2026-09-02'],
  ['2026 Sep 02', '2026-09-02'],
  ['2026-Sep-2', '2026-09-02'],
  ['Wed, 02 Sep 2026', '2026-09-02'],
  ['Sep 2, 2026 10:05 am', '2026-09-02'],
])('the day in %s is %s', (text, day) => {
  expect(dayFromCell(text)).toBe(day)
})

test('a person may say of a file that its months come first', () => {
  expect([dayFromCell('09/02/2026', 'month'), dayFromCell('9/13/26 07:50', 'month')]).toEqual([
    '2026-09-02',
    '2026-09-13',
  ])
  expect([dayFromCell('13/09/2026', 'month'), dayFromCell('2026-09-02', 'month')]).toEqual([undefined, '2026-09-02'])
})

test.each(['12/31/1990', '31/02/2024', '1990', 'May 2020', '29/02/2023', 'yesterday', '', '0/0/2020', '123456'])(
  '%j is no day',
  (text) => {
    expect(dayFromCell(text)).toBeUndefined()
  },
)
