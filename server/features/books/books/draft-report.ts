import { type Day, dayIn, dayText } from '#domain/calendar.ts'
import type { FileFormat } from '#domain/books/ledger/file-format.ts'
import { reports } from '#domain/books/ledger/report.ts'
import { grouped } from '#domain/money.ts'
import { refuse } from '#domain/refusal.ts'
import type { Tx } from '#server/db/tx.ts'
import type { FileDraft } from '#server/files/file-draft.ts'
import type { RowLook, TableColumn } from '#server/files/table-columns.ts'
import { draftTable } from '#server/files/table-draft.ts'
import { findSocietyName } from './queries.ts'

/** What a file of each kind takes: what one can be written in the time that a person waits. */
export const rowsMax: Record<FileFormat, number> = { csv: 100_000, xlsx: 50_000, pdf: 3000 }

const formatNames = { csv: 'CSV', xlsx: 'Excel', pdf: 'PDF' } as const

export type Draft<Row> = {
  /** What its file is called; a report's own name has its title with it. */
  name: string
  title?: string
  /** The name of the sheet of a workbook, the title when left out. */
  sheet?: string
  format: FileFormat
  now: Date
  /** What the report is of besides its name: an account, say. */
  of?: string
  /** What a PDF says below the period; a workbook and a CSV have rows only. */
  notes?: readonly string[]
  /** A period, or one day. */
  days: { from?: Day; to: Day }
  columns: readonly TableColumn<Row>[]
  rows: readonly Row[]
  look?: (row: Row) => RowLook
}

/** A report as a file that is written when its transaction has ended. Refuses: file_rows_too_many. */
export async function draftReport<Row>(
  tx: Tx,
  { name, title: given, sheet, format, now, of, notes = [], days: { from, to }, columns, rows, look }: Draft<Row>,
): Promise<FileDraft> {
  refuseTooManyRows(rows.length, format)
  const society = await findSocietyName(tx)
  const title = given ?? reports.find((report) => report.name === name)?.title ?? name
  const period = from ? `${dayText(from)} to ${dayText(to)}` : `As of ${dayText(to)}`
  const head = {
    society,
    title: of ? `${title}: ${of}` : title,
    lines: [period, ...notes, `Amounts in naira (₦). Printed on ${dayText(dayIn(now))}.`],
  }
  return draftTable({
    format,
    fileName: `${name}-${from ? `${from}-to-` : ''}${to}`,
    sheet: sheet ?? title,
    head,
    columns,
    rows,
    look,
  })
}

/** Refuses: file_rows_too_many. */
export function refuseTooManyRows(rows: number, format: FileFormat): void {
  const max = rowsMax[format]
  if (rows > max)
    refuse('file_rows_too_many', {
      field: 'format',
      rows: `more than ${grouped(String(max))}`,
      max: grouped(String(max)),
      format: formatNames[format],
    })
}

/** The format of a file, where one is asked for. */
export function fileFormatOf(format: 'json' | FileFormat | undefined): FileFormat | undefined {
  return format === 'json' ? undefined : format
}
