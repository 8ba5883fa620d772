import { undefendCell } from '#core/spreadsheets/cell.ts'
import { headingOr } from '#core/spreadsheets/table-shape.ts'
import { refuse } from '#core/refusal.ts'

/**
 * A row of a sheet: its number as a spreadsheet shows it, its cells as text, and which of them are formulas whose value the file
 * does not have, or show an error. A hidden one is not seen by who opens the file.
 */
export type SheetRow = { number: number; cells: string[]; formulas: number[]; isHidden?: boolean }

/** A sheet as a table: the heading, and every row under it that is not empty, as wide as the heading. `top` are the rows above, the heading's own last, as the file has them. `hiddenColumns` are counted from 0; `account` is the bank account's number, where a bank's own format says it. */
export type SheetTable = {
  columns: string[]
  rows: SheetRow[]
  top: SheetRow[]
  hiddenColumns?: number[]
  account?: string
  /** The name of the sheet of a workbook. */ sheet?: string
}

const columnsMax = 200
const cellLengthMax = 500
/** All text of a file: one long text that ten thousand cells share is small in the file and huge once written out. */
const textLengthMax = 24 * 1024 * 1024
const headingSoughtIn = 20

/** Finds the heading and the rows under it. Refuses: file_empty, file_too_many_rows, file_too_many_columns, file_is_bomb. */
export function tableOf(
  sheet: readonly SheetRow[],
  rowsMax: number,
  hiddenColumns: readonly number[] = [],
): SheetTable {
  const filled = sheet.filter(({ cells, formulas }) => formulas.length > 0 || cells.some((cell) => cell.trim() !== ''))
  const heading = headingOf(filled)
  const above = heading ? filled.indexOf(heading) : -1
  const rows = filled.slice(above + 1)
  if (!heading || rows.length === 0) return refuse('file_empty', { field: 'file' })
  if (rows.length > rowsMax) refuse('file_too_many_rows', { field: 'file', rows: rowsMax })
  const width = rows.reduce((widest, row) => Math.max(widest, widthOf(row)), widthOf(heading))
  if (width > columnsMax) refuse('file_too_many_columns', { field: 'file', columns: columnsMax })

  let length = 0
  const wide = (row: SheetRow): SheetRow => {
    const cells = Array.from({ length: width }, (_, column) => clean(row.cells[column] ?? ''))
    for (const cell of cells) length += cell.length
    if (length > textLengthMax) refuse('file_is_bomb', { field: 'file' })
    return { ...row, cells, formulas: row.formulas.filter((column) => column < width) }
  }
  const top = filled.slice(0, above + 1).map(wide)
  const hidden = hiddenColumns.filter((column) => column < width)
  return {
    columns: (top.at(-1)?.cells ?? []).map(headingOr),
    rows: rows.map(wide),
    top,
    ...(hidden.length > 0 && { hiddenColumns: hidden }),
  }
}

/** A society's name often is alone above the heading: the first of the top rows with two filled cells is meant. */
function headingOf(filled: readonly SheetRow[]): SheetRow | undefined {
  const wide = filled
    .slice(0, headingSoughtIn)
    .find(({ cells }) => cells.filter((cell) => cell.trim() !== '').length > 1)
  return wide ?? filled[0]
}

function widthOf({ cells, formulas }: SheetRow): number {
  return (
    Math.max(
      cells.findLastIndex((cell) => cell.trim() !== ''),
      ...formulas,
    ) + 1
  )
}

const simple = /^(?!')[\x20-\x7e]*$/

/** What PostgreSQL can hold, without the apostrophe that an export put before it, at a length that any field refuses. */
function clean(text: string): string {
  if (text.length <= cellLengthMax && simple.test(text)) return text
  return undefendCell(text).slice(0, cellLengthMax).replaceAll('\0', '').toWellFormed()
}
