import type { Endpoint, PageOf } from '#core/contract/endpoint.ts'
import type { FileFormat } from '#core/file-format.ts'
import type { Kobo } from '#core/money.ts'
import { type Day, dayIn } from '#core/calendar.ts'
import type { Ask } from '#platform/action.ts'
import { draftReport } from './draft-report.ts'
import type { FileDraft } from './file-draft.ts'
import type { TableColumn } from './table-columns.ts'

type Table = NonNullable<Endpoint['table']>
type Sums = { sums: Readonly<Record<string, Kobo | number | undefined>> }

/** A list with all its rows as a file, its totals under them. Refuses: file_rows_too_many. */
export async function draftList(
  { tx, now, today }: Pick<Ask, 'tx' | 'now' | 'today'>,
  { title, columns, totals }: Table,
  { rows, summary }: PageOf<unknown>,
  { format, of }: { format: FileFormat; of: string | undefined },
): Promise<FileDraft> {
  const last: Sums[] = totals && rows.length > 0 ? [{ sums: totals(summary as never) }] : []
  return draftReport<object>(tx, {
    name: title.toLowerCase().replaceAll(' ', '-'),
    title,
    ...(of !== undefined && { of }),
    format,
    now,
    days: { to: today },
    columns: columns.map((column, index) => fileColumn(column, index === 0)),
    rows: [...(rows as object[]), ...last],
    look: (row) => (isSums(row) ? 'total' : 'plain'),
  })
}

const isSums = (row: object): row is Sums => 'sums' in row

function fileColumn({ kind, key, header, of, width }: Table['columns'][number], isFirst: boolean): TableColumn<object> {
  const value = (row: object): unknown => {
    if (isSums(row)) return isFirst ? 'Total' : row.sums[key]
    return of ? of(row as never) : (row as Readonly<Record<string, unknown>>)[key]
  }
  const shown = { header, ...(width !== undefined && { width }) }
  if (kind === 'money') return { ...shown, kind, value: (row) => (value(row) ?? null) as Kobo | null }
  if (kind === 'count') return { ...shown, kind: 'number', value: (row) => (value(row) ?? null) as number | null }
  if (kind === 'date')
    return {
      ...shown,
      kind,
      value: (row) => {
        const day = value(row)
        return day instanceof Date ? dayIn(day) : ((day ?? null) as Day | null)
      },
    }
  return {
    ...shown,
    kind: 'text',
    isTyped: kind === 'code',
    value: (row) => {
      const text = value(row) as string | number | null | undefined
      return text === undefined || text === null ? null : String(text)
    },
  }
}
