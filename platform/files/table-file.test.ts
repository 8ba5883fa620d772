import { parse } from 'csv-parse/sync'
import * as fc from 'fast-check'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import readExcelFile from 'read-excel-file/node'
import { describe, expect, test } from 'vitest'
import type { Day } from '#core/calendar.ts'
import { kobo, type Kobo } from '#core/money.ts'
import type { TableColumn } from './table-columns.ts'
import { writeCsv } from './table-csv.ts'
import { writableTable, writePdf, writeXlsx } from './table-file.ts'

type Payment = { name: string; amount: Kobo; on: Day; count: number | null }

const columns: TableColumn<Payment>[] = [
  { header: 'Member', kind: 'text', value: (row) => row.name },
  { header: 'Amount', kind: 'money', value: (row) => row.amount },
  { header: 'Paid', kind: 'date', value: (row) => row.on },
  { header: 'Times', kind: 'number', value: (row) => row.count },
]

const row = (given: Partial<Payment> = {}): Payment => ({
  name: 'Ọláńrewájú Ṣadé',
  amount: kobo(123_450),
  on: '2026-03-04' as Day,
  count: 2,
  ...given,
})

describe('a table as CSV', () => {
  test('is UTF-8 with a mark for Excel, every cell quoted, amounts in naira', async () => {
    expect((await writeCsv(columns, [row(), row({ name: 'O"Neil, ₦', amount: kobo(-5), count: -3 })])).toString()).toBe(
      '\uFEFF"Member","Amount","Paid","Times"\r\n"Ọláńrewájú Ṣadé","1234.50","2026-03-04","2"\r\n"O""Neil, ₦","-0.05","2026-03-04","-3"\r\n',
    )
  })

  test('gives back any text that went in, once the mark before a formula is taken away', async () => {
    const danger = /^(?:[\t\r\n]|[\s\u200b]*[=+\-@＝＋－＠\ufe66\u2212])/
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.string({
            unit: fc.constantFrom(
              '=',
              '+',
              '-',
              '@',
              '＝',
              '＋',
              '－',
              '＠',
              '\ufe66',
              '\u2212',
              '\u200b',
              '\t',
              '\r',
              '\n',
              '"',
              ',',
              "'",
              'a',
              'ẹ',
              '₦',
            ),
          }),
          { minLength: 1, maxLength: 20 },
        ),
        async (names) => {
          const read: string[][] = parse(
            await writeCsv(
              columns,
              names.map((name) => row({ name })),
            ),
            { bom: true, from: 2 },
          )
          expect(
            read.map(([name = '']) =>
              danger.test(name.replace(/^'+/, '')) && name.startsWith("'") ? name.slice(1) : name,
            ),
          ).toEqual(names)
          expect(read.filter(([name = '']) => danger.test(name))).toEqual([])
        },
      ),
    )
  })

  test('lets others in while it writes many rows', async () => {
    let turns = 0
    const timer = setInterval(() => (turns += 1), 0)
    await writeCsv(
      columns,
      Array.from({ length: 100_000 }, () => row()),
    )
    clearInterval(timer)
    expect(turns).toBeGreaterThan(10)
  })
})

describe('a table as a workbook', () => {
  test('holds numbers and dates, not texts that look like them', async () => {
    const [sheet] = await readExcelFile(
      await writeXlsx([
        writableTable({ sheet: 'Payments', columns }, [row(), row({ name: '=1+1', amount: kobo(-99), count: null })]),
      ]),
    )
    expect(sheet?.sheet).toBe('Payments')
    expect(sheet?.data).toEqual([
      ['Member', 'Amount', 'Paid', 'Times'],
      ['Ọláńrewájú Ṣadé', 1234.5, new Date('2026-03-04T00:00:00Z'), 2],
      ['=1+1', -0.99, new Date('2026-03-04T00:00:00Z'), null],
    ])
  })
})

describe('a table as PDF', () => {
  const head = {
    society: 'Ìfẹ́ Cooperative',
    title: 'Payments',
    lines: ['01 Jan 2026 to 31 Dec 2026', 'Amounts in naira (₦)'],
  }

  test('shows names with their marks, ₦, totals and page numbers', async () => {
    const rows = [
      ...Array.from({ length: 80 }, (_, index) => row({ name: `Member ${index} Ẹ̀kọ́` })),
      row({ name: 'Total', amount: kobo(987_654_321) }),
    ]
    const text = await textOf(
      await writePdf(head, [
        writableTable({ sheet: 'Payments', head, columns }, rows, ({ name }) => (name === 'Total' ? 'total' : 'plain')),
      ]),
    )
    for (const words of [
      'Ìfẹ́ Cooperative',
      '(₦)',
      'Member 79 Ẹ̀kọ́',
      '1,234.50',
      '04 Mar 2026',
      '9,876,543.21',
      'Page 2 of 2',
    ])
      expect(text).toContain(words.normalize('NFC'))
    expect(text.match(/Times/g)).toHaveLength(2)
  })

  test('holds several tables, each from a page of its own on, as long as it is', async () => {
    const long = Array.from({ length: 80 }, (_, index) => row({ name: `Member ${index}` }))
    const wide = columns.map((column) => ({ ...column, width: 40 }))
    const text = await textOf(
      await writePdf(head, [
        writableTable({ sheet: 'One', head: { ...head, title: 'One' }, columns }, [row({ name: 'Ada' })]),
        writableTable({ sheet: 'Two', head: { ...head, title: 'Two' }, columns: wide }, long),
        writableTable({ sheet: 'Three', head: { ...head, title: 'Three' }, columns }, []),
      ]),
    )
    // A landscape page takes 27 rows below the heading and 31 without it.
    for (const words of ['One', 'Two', 'Three', 'Member 79', 'Page 5 of 5']) expect(text).toContain(words)
    expect(text).toContain('Ìfẹ́ Cooperative, Payments'.normalize('NFC'))
  })

  test('is a PDF', async () => {
    expect(
      (await writePdf(head, [writableTable({ sheet: 'Payments', head, columns }, [])])).subarray(0, 5).toString(),
    ).toBe('%PDF-')
  })
})

async function textOf(pdf: Buffer): Promise<string> {
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise
  const pages = await Promise.all(
    Array.from({ length: document.numPages }, async (_, index) => (await document.getPage(index + 1)).getTextContent()),
  )
  return pages
    .flatMap(({ items }) => items.map((item) => ('str' in item ? item.str : '')))
    .join('\n')
    .normalize('NFC')
}
