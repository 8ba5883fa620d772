import type { FileFormat } from '#domain/books/ledger/file-format.ts'
import { FileDraft } from './file-draft.ts'
import type { RowLook, TableColumn } from './table-columns.ts'
import { writeCsv } from './table-csv.ts'
import { writePdf, writeXlsx } from './table-file.ts'

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
  head: Parameters<typeof writePdf>[2]
  columns: readonly TableColumn<Row>[]
  rows: readonly Row[]
  look?: ((row: Row) => RowLook) | undefined
}

/** A table as a file that is written when its transaction has ended. */
export function draftTable<Row>({ format, fileName, sheet, head, columns, rows, look }: TableDraft<Row>): FileDraft {
  const options = look ? { look } : {}
  return new FileDraft(async () => ({
    fileName: `${fileName}.${format}`,
    mediaType: mediaTypes[format],
    content:
      format === 'csv'
        ? await writeCsv(columns, rows)
        : format === 'xlsx'
          ? await writeXlsx(columns, rows, { sheet, ...options })
          : await writePdf(columns, rows, head, options),
  }))
}
