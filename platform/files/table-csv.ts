import { setImmediate } from 'node:timers/promises'
import { kobo, nairaText } from '#core/money.ts'
import { defendCell } from '#core/spreadsheets/cell.ts'
import { type Cell, cellsOf, type PlainColumn, plainColumns, portionsOf, type TableColumn } from './table-columns.ts'

const portion = 2000

/**
 * Rows as RFC 4180 text in UTF-8 with the mark by which Excel knows it. Text that a spreadsheet would run as a formula
 * gets one more ' before it, which our own import takes away again. Between portions the server answers others.
 */
export async function writeCsv<Row>(columns: readonly TableColumn<Row>[], rows: Iterable<Row>): Promise<Buffer> {
  const plain = plainColumns(columns)
  const parts = [Buffer.from(`\uFEFF${line(plain.map(({ header }) => textCell(header)))}`)]
  for (const some of portionsOf(rows, portion)) {
    parts.push(
      Buffer.from(
        some.map((row) => line(cellsOf(columns, row).map((cell, index) => csvCell(plain[index], cell)))).join(''),
      ),
    )
    await setImmediate()
  }
  return Buffer.concat(parts)
}

function line(cells: readonly string[]): string {
  return `${cells.join(',')}\r\n`
}

/** An amount is naira with two decimals and no grouping; a minus of ours is a number's, not a formula's. */
function csvCell(column: PlainColumn | undefined, cell: Cell): string {
  if (cell === null) return '""'
  if (typeof cell === 'bigint') return quoted(nairaText(kobo(cell)))
  return column?.kind === 'text' ? textCell(String(cell)) : quoted(String(cell))
}

function textCell(text: string): string {
  return quoted(defendCell(text))
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}
