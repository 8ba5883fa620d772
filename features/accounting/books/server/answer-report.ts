import { type FileFormat, fileFormatOf } from '#core/file-format.ts'
import type { ReportColumn } from '#features/accounting/books/table-report.ts'
import type { PageOf } from '#core/contract/endpoint.ts'
import type { Day } from '#core/calendar.ts'
import type { ReportName } from '#features/accounting/books/rules/report.ts'
import { type Kobo, sumKobo } from '#core/money.ts'
import { foldForSearch } from '#core/searching.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { FileDraft } from '#platform/files/file-draft.ts'
import type { TableColumn } from '#platform/files/table-columns.ts'
import { rowsMax } from '#platform/files/rows-max.ts'
import { draftReport } from '#platform/files/draft-report.ts'

type Value = string | number | bigint | null
type Report = { name: ReportName; columns: Readonly<Record<string, ReportColumn>>; order: string }
type Asked = {
  page: number
  limit: number
  q?: string | undefined
  sort?: string | undefined
  format?: 'json' | FileFormat | undefined
}

/** What is shown of a report that is a table: a page of its rows or all of them, and the totals of all that were found. */
export type Found<Row> = { rows: Row[]; total: number; totals: Record<string, Kobo | number> }

/** The page that is asked for; for a file every row that one takes, and one more. */
export function pagingOf({ order }: Report, { page, limit, q, sort = order, format: asked }: Asked) {
  const format = fileFormatOf(asked)
  return { q, sort, ...(format ? { page: 1, limit: rowsMax[format] + 1 } : { page, limit }) }
}

/** Rows that were computed whole, searched by their words, in the order that is asked for. */
export function pageOfRows<Row extends object>(report: Report, all: readonly Row[], asked: Asked): Found<Row> {
  const { q, sort, page, limit } = pagingOf(report, asked)
  const columns = Object.entries(report.columns)
  const words = columns.filter(([, { kind }]) => kind === 'text').map(([key]) => key)
  const wanted = foldForSearch(q ?? '')
  const rows =
    wanted === ''
      ? [...all]
      : all.filter((row) => foldForSearch(words.map((key) => valueOf(row, key) ?? '').join(' ')).includes(wanted))
  const by = sort.replace('-', '')
  const way = sort.startsWith('-') ? -1 : 1
  rows.sort((one, other) => way * compare(valueOf(one, by), valueOf(other, by)))
  const totals = columns.flatMap(([key, { kind }]): [string, Kobo | number][] => {
    if (kind === 'money') return [[key, sumKobo(rows.map((row) => (valueOf(row, key) ?? 0n) as Kobo))]]
    return kind === 'count' ? [[key, rows.reduce((sum, row) => sum + Number(valueOf(row, key)), 0)]] : []
  })
  return { rows: rows.slice((page - 1) * limit, page * limit), total: rows.length, totals: Object.fromEntries(totals) }
}

function valueOf(row: object, key: string): Value {
  return (row as Record<string, Value>)[key] ?? null
}

/** What is empty comes first. */
function compare(one: Value, other: Value): number {
  if (one === other) return 0
  if (one === null || other === null) return one === null ? -1 : 1
  if (typeof one === 'string' && typeof other === 'string') return one.localeCompare(other)
  return one < other ? -1 : 1
}

/** A report that is a table as its page with the totals of all rows, or as a file. Refuses: file_rows_too_many. */
export async function answerReport<Row extends object>(
  tx: Tx,
  report: Report,
  { rows, total, totals }: Found<Row>,
  {
    format: asked,
    now,
    days: { from, to },
    of,
    choices = [],
    facts = {},
    closing = [],
  }: {
    format: Asked['format']
    now: Date
    /** A period, or one day. */
    days: { from?: Day; to: Day }
    /** What it is narrowed to. */
    of?: string | undefined
    choices?: readonly { filter: string; options: readonly { value: string; label: string }[] }[]
    facts?: object
    /** What a file says under the totals. */
    closing?: readonly object[]
  },
): Promise<PageOf<Row> | FileDraft> {
  const format = fileFormatOf(asked)
  if (!format) return { rows, total, summary: { from: from ?? null, to, totals, choices, ...facts } }
  const [first = ''] = Object.keys(report.columns)
  const sums = Object.keys(totals).length > 0 ? [{ ...totals, [first]: 'Total' }] : []
  const last: object[] = [...sums, ...closing]
  return draftReport<object>(tx, {
    name: report.name,
    format,
    now,
    ...(of !== undefined && { of }),
    days: { ...(from && { from }), to },
    columns: columnsOf(report),
    rows: [...rows, ...last],
    look: (row) => (last.includes(row) ? 'total' : 'plain'),
  })
}

function columnsOf({ columns }: Report): TableColumn<object>[] {
  return Object.entries(columns).map(([key, { header, kind, width }]) => {
    const shown = { header, ...(width !== undefined && { width }) }
    if (kind === 'text') return { ...shown, kind, value: (row) => valueOf(row, key) as string | null }
    if (kind === 'money') return { ...shown, kind, value: (row) => valueOf(row, key) as Kobo | null }
    if (kind === 'date') return { ...shown, kind, value: (row) => valueOf(row, key) as Day | null }
    return { ...shown, kind: 'number', value: (row) => valueOf(row, key) as number | null }
  })
}
