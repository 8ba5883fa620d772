import { dayText } from '#core/calendar.ts'
import type { BankLineId } from '#core/ids.ts'
import { moneyText } from '#core/money.ts'
import { refusal, refuse } from '#core/refusal.ts'
import { rowText } from '#core/spreadsheets/left-out.ts'
import type { shapeTable } from '#core/spreadsheets/table-shape.ts'
import type { Doubt } from './known-lines.ts'
import type { LineOrder, Placed } from './statement-order.ts'
import { hasHeadings, type StatementHeadings, whyNotHeadings } from './statement-headings.ts'

export type Table = Parameters<typeof shapeTable>[0]

/** What a person says of a file that its bank has written otherwise; rows by their number, columns from 0. */
export type Corrections = {
  columns?: StatementHeadings | undefined
  /** Rows that are no lines. */
  leaveOut?: readonly number[] | undefined
  /** Rows that are lines although they look like notes or totals. */
  takeBack?: readonly number[] | undefined
  cells?: readonly { row: number; column: number; value: string }[] | undefined
  lineOrder?: LineOrder | undefined
  /** Rows that may be lines that are here already, and are: of their own day, or this line of another. */
  known?: readonly RowAnswer[] | undefined
  /** The same that are others. */
  fresh?: readonly RowAnswer[] | undefined
  /** Rows whose figures differ from the lines, which are all here. */
  differ?: readonly number[] | undefined
}

export type RowAnswer = { row: number; line: BankLineId | null }

/** What was corrected or said by hand, as it is kept with the statement; `heading` is null for a whole row. */
export type Corrected = {
  row: number
  /** A row that is no line or is one; a line that is here already, that the bank has moved or that is another; a figure that differs. */
  kind: 'cell' | 'left_out' | 'taken_back' | 'known' | 'moved' | 'another' | 'figure'
  heading: string | null
  was: string
  became: string | null
}

const correctionUnknown = refusal(
  'statement_correction_unknown',
  422,
  'Row {row} is not in this file, or is named twice. Read the file again and send its rows and columns as they were read.',
)
const correctedAndLeftOut = refusal(
  'statement_corrected_and_left_out',
  422,
  'Row {row} is left out and corrected. Send one of the two: what is left out has no corrected cells.',
)
const headingUnknown = refusal(
  'statement_heading_unknown',
  422,
  'This file has not all of these columns. Read it again and choose among those that it has.',
)

/** The table with the cells that a person has corrected. Refuses: statement_correction_unknown, statement_corrected_and_left_out. */
export function correctTable(
  table: Table,
  { cells = [], leaveOut = [], takeBack = [], known: here = [], fresh = [], differ = [] }: Corrections,
): Table {
  const all = new Map([...table.top, ...table.rows].map((row) => [row.number, row]))
  const seen = new Set<string>()
  const known = (field: string, row: number, key: string, isThere: boolean) => {
    if (!isThere || seen.has(key)) refuse(correctionUnknown({ field, row }))
    seen.add(key)
  }
  for (const row of leaveOut) known('leaveOut', row, `${row}`, all.has(row))
  for (const row of takeBack) known('takeBack', row, `${row}`, all.has(row))
  for (const { row, line } of here) known('known', row, `line ${row} ${line}`, all.has(row))
  for (const { row, line } of fresh) known('fresh', row, `line ${row} ${line}`, all.has(row))
  for (const row of differ) known('differ', row, `figure ${row}`, all.has(row))
  for (const { row, column } of cells)
    known('cells', row, `${row} ${column}`, all.get(row)?.cells[column] !== undefined)
  const both = cells.find(({ row }) => leaveOut.includes(row))
  if (both) refuse(correctedAndLeftOut({ field: 'cells', row: both.row }))
  if (cells.length === 0) return table
  const values = new Map(cells.map(({ row, column, value }) => [`${row} ${column}`, value]))
  const rows = new Set(cells.map(({ row }) => row))
  const correct = (row: Table['rows'][number]) =>
    rows.has(row.number)
      ? {
          ...row,
          cells: row.cells.map((cell, column) => values.get(`${row.number} ${column}`) ?? cell),
          formulas: row.formulas.filter((column) => !values.has(`${row.number} ${column}`)),
        }
      : row
  return { top: table.top.map(correct), rows: table.rows.map(correct) }
}

/** Refuses columns that a person named for this file and that it has not: statement_heading_unknown, statement_headings_repeated, statement_headings_no_amount. */
export function refuseHeadings(headings: readonly string[], said: StatementHeadings): void {
  const wrong = whyNotHeadings(said)
  if (wrong === 'repeated') refuse('statement_headings_repeated', { field: 'columns' })
  if (wrong === 'no_amount') refuse('statement_headings_no_amount', { field: 'columns' })
  if (!hasHeadings(headings, said)) refuse(headingUnknown({ field: 'columns' }))
}

/** What of these corrections made a difference: of `leftOut` a person alone says that they are no lines, and of `taken` that they are. */
export function correctionsMade(
  table: Table,
  headings: readonly string[],
  { cells = [], takeBack = [] }: Corrections,
  { leftOut, taken }: { leftOut: ReadonlySet<number>; taken: ReadonlySet<number> },
): Corrected[] {
  const all = new Map([...table.top, ...table.rows].map((row) => [row.number, row.cells]))
  const whole = (row: number, kind: Corrected['kind']) => ({
    row,
    kind,
    heading: null,
    was: rowText(all.get(row) ?? []),
    became: null,
  })
  return [
    ...cells.flatMap(({ row, column, value }): Corrected[] => {
      const was = all.get(row)?.[column] ?? ''
      return was === value ? [] : [{ row, kind: 'cell', heading: headings[column] ?? '', was, became: value }]
    }),
    ...[...leftOut].map((row) => whole(row, 'left_out')),
    ...takeBack.filter((row) => taken.has(row)).map((row) => whole(row, 'taken_back')),
  ].toSorted((one, other) => one.row - other.row)
}

/** What was said of lines that may be here already. */
export function doubtsAnswered(doubts: readonly Doubt<Placed>[]): Corrected[] {
  return doubts.flatMap(({ line, stored, answer }): Corrected[] => {
    if (!answer) return []
    const kind = answer === 'fresh' ? 'another' : stored.length > 0 ? 'moved' : 'known'
    return (stored.length > 0 ? stored : [line]).map(({ on, narration, amount }) => {
      return { row: line.row, kind, heading: null, was: `${moneyText(amount)} of ${dayText(on)}, ${narration}`, became: null } // prettier-ignore
    })
  })
}
