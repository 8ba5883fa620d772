import type { Day } from '#core/calendar.ts'
import type { Kobo } from '#core/money.ts'

/** One column of a table that leaves as a file. What is empty is null; a number stays a number in a spreadsheet. */
export type TableColumn<Row> = {
  header: string
  /** In characters; a fitting one for the kind when left out. */ width?: number
} & (
  | {
      kind: 'text'
      value: (row: Row) => string | null
      /** A workbook keeps what is typed there as it is typed, zeros in front and days included. */ isTyped?: boolean
    }
  | { kind: 'money'; value: (row: Row) => Kobo | null }
  | { kind: 'date'; value: (row: Row) => Day | null }
  | { kind: 'number'; value: (row: Row) => number | null }
)

/** How a row is out on paper and in a workbook: a section's name, or a sum under what it sums. */
export type RowLook = 'plain' | 'heading' | 'total'

export type Cell = string | number | bigint | null

/** A column without its code, as it travels to the process that writes the file. */
export type PlainColumn = { header: string; kind: TableColumn<unknown>['kind']; width: number; isTyped: boolean }

export type PlainRow = { look: RowLook; cells: readonly Cell[] }

const usualWidths = { text: 28, money: 18, date: 12, number: 10 } as const

export function plainColumns<Row>(columns: readonly TableColumn<Row>[]): PlainColumn[] {
  return columns.map((column) => ({
    header: column.header,
    kind: column.kind,
    width: column.width ?? usualWidths[column.kind],
    isTyped: column.kind === 'text' && column.isTyped === true,
  }))
}

export function cellsOf<Row>(columns: readonly TableColumn<Row>[], row: Row): Cell[] {
  return columns.map(({ value }) => value(row))
}

/** Rows in portions, so that whoever works through many can let others in between. */
export function* portionsOf<Row>(rows: Iterable<Row>, size: number): Generator<Row[]> {
  let portion: Row[] = []
  for (const row of rows) {
    portion.push(row)
    if (portion.length < size) continue
    yield portion
    portion = []
  }
  if (portion.length > 0) yield portion
}
