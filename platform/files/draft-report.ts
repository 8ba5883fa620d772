import { type Day, dayIn, dayText } from '#core/calendar.ts'
import type { FileFormat } from '#core/file-format.ts'
import { reports } from '#features/accounting/books/rules/report.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { FileDraft } from './file-draft.ts'
import type { RowLook, TableColumn } from './table-columns.ts'
import { refuseTooManyRows } from './rows-max.ts'
import { draftTable } from './table-draft.ts'
import { findSocietyName } from '#platform/db/find-society-name.ts'

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
  // A sum under the last row that a file takes is not one too many.
  refuseTooManyRows(look ? rows.filter((row) => look(row) !== 'total').length : rows.length, format)
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
