import { foldForSearch } from '#core/searching.ts'
import type { RowProblem } from './import.ts'

/** The heading of the column that says what is wrong in a file of rows to correct; that file is uploaded with it. */
export const correctionHeading = 'What to correct'

/** Each problem of a row after the heading of its column: “Row 17. Phone: Enter a phone number; …”. */
export function correctionOf(row: number, columns: readonly string[], problems: readonly RowProblem[]): string {
  const sentences = problems.map(({ column, message }) =>
    column === null || columns[column] === undefined ? message : `${columns[column]}: ${message}`,
  )
  return `Row ${row}. ${sentences.join('; ')}`
}

type Row = { number: number; cells: string[]; formulas: number[] }

/** A table without the column that says what to correct, and whether it had one. */
export function withoutCorrections<
  Table extends { columns: string[]; top: readonly Row[]; rows: readonly Row[]; hiddenColumns?: number[] },
>(table: Table): { table: Table; isCorrected: boolean } {
  const place = (table.top.at(-1)?.cells ?? []).findIndex(
    (cell) => foldForSearch(cell.trim()) === foldForSearch(correctionHeading),
  )
  if (place === -1) return { table, isCorrected: false }
  const moved = (columns: readonly number[]) =>
    columns.flatMap((column) => (column === place ? [] : column > place ? column - 1 : column))
  const without = (row: Row): Row => ({ ...row, cells: row.cells.toSpliced(place, 1), formulas: moved(row.formulas) })
  return {
    table: {
      ...table,
      columns: table.columns.toSpliced(place, 1),
      ...(table.hiddenColumns && { hiddenColumns: moved(table.hiddenColumns) }),
      top: table.top.map(without),
      rows: table.rows
        .map(without)
        .filter(({ cells, formulas }) => formulas.length > 0 || cells.some((cell) => cell.trim())),
    },
    isCorrected: true,
  }
}
