import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Day } from '#core/calendar.ts'
import { kobo } from '#core/money.ts'
import { type Column, Table } from './Table.tsx'

const row = {
  id: 'a',
  name: 'Ada Obi',
  number: '00012',
  lines: 1243,
  owed: kobo(250_050n),
  since: '2026-11-03' as Day,
  left: null as Day | null,
  ended: new Date('2026-11-04T23:30:00Z'),
}
type Row = typeof row

const columns: Column<Row>[] = [
  { key: 'name', header: 'Member', kind: 'text', card: 'title', note: ({ number }) => number },
  { key: 'number', header: 'Number', kind: 'code' },
  { key: 'lines', header: 'Lines', kind: 'count' },
  { key: 'owed', header: 'Owed', kind: 'money' },
  { key: 'double', header: 'Twice', kind: 'money', of: ({ owed }) => kobo(owed * 2n) },
  { key: 'since', header: 'Since', kind: 'date' },
  { key: 'left', header: 'Left', kind: 'date' },
  { key: 'ended', header: 'Ended', kind: 'date' },
  { key: 'other', header: 'Other', align: 'end', cell: ({ id }) => `(${id})` },
]

const drawn = (rows: readonly Row[] | undefined, more: object = {}) =>
  renderToStaticMarkup(
    createElement(Table<Row>, { caption: 'Members', columns, rows, rowKey: ({ id }) => id, ...more }),
  )
const texts = (html: string, tag: string) =>
  [...html.matchAll(new RegExp(`<${tag}\\b[^>]*>(.*?)</${tag}>`, 'g'))].map(([, inside]) =>
    (inside ?? '').replaceAll(/<[^>]+>/g, ''),
  )

test('a column says what it holds, and its values look as everywhere: amounts, counts, days', () => {
  expect(texts(drawn([row]), 'td')).toEqual([
    'Ada Obi 00012',
    '00012',
    '1,243',
    '₦2,500.50',
    '₦5,001.00',
    '03 Nov 2026',
    '',
    '05 Nov 2026',
    '(a)',
  ])
})

test('amounts and counts stand right, as does what asks for it, in the heading as in the rows', () => {
  const html = drawn([row])
  for (const tag of ['th', 'td'])
    expect(
      [...html.matchAll(new RegExp(`<${tag}\\b([^>]*)>`, 'g'))].map(([, attributes]) =>
        /table__end/.test(attributes ?? ''),
      ),
    ).toEqual([false, false, true, true, true, false, false, false, true])
})

test('each total is in its column, an amount as an amount', () => {
  const html = drawn([row], { totals: { name: 'All members', owed: kobo(700n) } })
  expect(texts(html.slice(html.indexOf('<tfoot')), 'td')).toEqual(['All members', '', '', '₦7.00', '', '', '', '', ''])
})

test('while rows are on their way each column has its place, and no total is shown', () => {
  const html = drawn(undefined, { loadingRows: 3, totals: { owed: kobo(700n) } })
  expect(html.match(/class="skeleton"/g)).toHaveLength(3 * columns.length)
  expect(html).not.toContain('₦')
})

test('a column of a field that the row does not have, or that holds something else, does not compile', () => {
  // @ts-expect-error -- no such field
  const missing: Column<Row> = { key: 'owes', header: 'Owes', kind: 'money' }
  // @ts-expect-error -- a name is no amount
  const other: Column<Row> = { key: 'name', header: 'Owes', kind: 'money' }
  // @ts-expect-error -- a column that is no field says what it shows
  const nothing: Column<Row> = { key: 'menu', header: '' }
  expect([missing.key, other.key, nothing.key]).toEqual(['owes', 'name', 'menu'])
})
