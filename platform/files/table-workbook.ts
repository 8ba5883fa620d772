import writeExcelFile, { type SheetData } from 'write-excel-file/node'
import { kobo, nairaNumber } from '#core/money.ts'
import type { Cell, PlainColumn, PlainRow } from './table-columns.ts'
import type { PlainTable } from './table-paper.ts'

/** A workbook of these sheets. Amounts and days are numbers and dates that a spreadsheet can add and sort; it runs in a process of its own. */
export async function workbookOf(sheets: readonly PlainTable[]): Promise<Buffer> {
  return writeExcelFile(sheets.map(sheetOf)).toBuffer()
}

function sheetOf({ sheet, columns, rows }: PlainTable) {
  const head = columns.map(({ header, kind }) => ({
    value: header,
    type: String,
    fontWeight: 'bold' as const,
    ...(isRight(kind) && { align: 'right' as const }),
  }))
  const data: SheetData = [
    head,
    ...rows.map(({ look, cells }) => cells.map((cell, index) => styled(look, valueOf(columns[index], cell)))),
  ]
  return { data, sheet: sheetName(sheet), columns: columns.map(({ width }) => ({ width })), stickyRowsCount: 1 }
}

function isRight(kind: PlainColumn['kind']): boolean {
  return kind === 'money' || kind === 'number'
}

function styled(look: PlainRow['look'], cell: ReturnType<typeof valueOf>) {
  return look === 'plain' || cell === null
    ? cell
    : { ...cell, fontWeight: 'bold' as const, ...(look === 'total' && { topBorderStyle: 'thin' as const }) }
}

function valueOf(column: PlainColumn | undefined, cell: Cell) {
  // The form of text, also for a cell that is still empty.
  if (column?.isTyped) return { value: cell === null ? undefined : String(cell), type: String, format: '@' }
  if (cell === null) return null
  if (typeof cell === 'bigint') return { value: nairaNumber(kobo(cell)), type: Number, format: '#,##0.00' }
  if (typeof cell === 'number') return { value: cell, type: Number }
  if (column?.kind === 'date') return { value: new Date(`${cell}T00:00:00Z`), type: Date, format: 'dd mmm yyyy' }
  return { value: cell, type: String }
}

/** A tab's name has 31 characters at most and none of these. */
function sheetName(name: string): string {
  return name.replaceAll(/[[\]:*?/\\]/g, ' ').slice(0, 31)
}
