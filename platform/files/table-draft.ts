import type { FileFormat } from '#core/file-format.ts'
import { FileDraft } from './file-draft.ts'
import type { RowLook, TableColumn } from './table-columns.ts'
import { writeCsv } from './table-csv.ts'
import { type WritableTable, writableTable, writePdf, writeXlsx } from './table-file.ts'
import type { PaperHead } from './table-paper.ts'

const mediaTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
} as const

export type TableDraft<Row> = {
  format: FileFormat
  /** Without its ending. */
  fileName: string
  /** The name of the sheet of a workbook. */
  sheet: string
  /** What is over the table of a PDF. */
  head: PaperHead
  columns: readonly TableColumn<Row>[]
  rows: readonly Row[]
  look?: ((row: Row) => RowLook) | undefined
}

/** A table as a file that is written when its transaction has ended. */
export function draftTable<Row>({ format, fileName, sheet, head, columns, rows, look }: TableDraft<Row>): FileDraft {
  const table = writableTable({ sheet, head, columns }, rows, look)
  if (format !== 'csv') return draftTables({ format, fileName, foot: head, tables: [table] })
  return new FileDraft(
    async () => ({ fileName: `${fileName}.csv`, mediaType: mediaTypes.csv, content: await writeCsv(columns, rows) }),
    table,
  )
}

/** Several tables as one file: a workbook with a sheet for each, or a PDF with `foot` at the foot of its pages. */
export function draftTables({
  format,
  fileName,
  foot,
  tables,
  seconds,
}: {
  format: Exclude<FileFormat, 'csv'>
  /** Without its ending. */
  fileName: string
  foot: PaperHead
  tables: readonly WritableTable[]
  /** What writing it may take, where that is more than usual. */
  seconds?: number
}): FileDraft {
  return new FileDraft(
    async () => ({
      fileName: `${fileName}.${format}`,
      mediaType: mediaTypes[format],
      content: format === 'xlsx' ? await writeXlsx(tables, seconds) : await writePdf(foot, tables, seconds),
    }),
    tables.length === 1 ? tables[0] : undefined,
  )
}
