import { allocate } from '#features/payroll/returns/rules/allocation.ts'
import { noAmounts } from '#features/payroll/employers/rules/component.ts'
import { type ColumnsFound, type Layout, type ReadRow, readRow } from '#features/payroll/employers/rules/layout.ts'
import type { Component, LayoutField } from '#features/payroll/employers/rules/words.ts'
import { findMembersByNumber } from '#features/payroll/employers/server/reads.ts'
import { columnsFoundOf, guessReturnMapping, missingInReturn } from '#features/payroll/returns/rules/return-columns.ts'
import { compareReturn, type Variance } from '#features/payroll/returns/rules/variance.ts'
import { amountsOf, findSettings } from '#features/payroll/schedules/server/reads.ts'
import type { EmployerId, ScheduleId } from '#core/ids.ts'
import { membershipFromCell } from '#features/members/members/rules/membership-cell.ts'
import { zeroKobo } from '#core/money.ts'
import { refusal, refuse } from '#core/refusal.ts'
import { storedCells } from '#core/spreadsheets/cell.ts'
import { type LeftOutRow, leftOutRows } from '#core/spreadsheets/left-out.ts'
import { shapeTable } from '#core/spreadsheets/table-shape.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findRememberedColumns } from '#features/society/remembered-columns/server/queries.ts'
import type { SheetRow, SheetTable } from '#platform/files/sheet-table.ts'
import { type ExpectedLine, findExpected } from './reads.ts'
import { type NewReturnLine, overMany } from './writes.ts'

const columnsMissing = refusal(
  'return_columns_missing',
  422,
  "This file has no column {headings}. Use the headings of this employer's layout, or correct the layout.",
)
const rowUnreadable = refusal('return_rows_unreadable', 422, '{first} Correct the file and choose it again.')
const rowsUnreadable = refusal(
  'return_rows_unreadable',
  422,
  '{first} The same goes for {rows}. Correct the file and choose it again.',
)

type FileRow = ReadRow & { number: number }

/** An employer's file as a table: its rows without titles and totals, what each column is, and what no column is. */
type ShapedReturn = {
  columns: string[]
  mapping: (LayoutField | null)[]
  missing: string[]
  isRemembered: boolean
  rows: readonly SheetRow[]
  rowsLeftOut: number
  leftOut: LeftOutRow[]
}

/** Finds the headings of an employer's file; each column is what it was in the last file with these headings, else what its heading says. */
export async function shapeReturn(
  tx: Tx,
  { employerId, layout }: { employerId: EmployerId; layout: Layout },
  table: SheetTable,
): Promise<ShapedReturn> {
  const { columns, rows } = shapeTable(table, (headings) => guessReturnMapping(layout, headings), [
    'staffNumber',
    'membershipno',
  ])
  const remembered = (await findRememberedColumns(tx, { kind: 'return', employerId }, columns)) as
    | (LayoutField | null)[]
    | undefined
  const isRemembered = remembered?.length === columns.length
  const mapping = isRemembered && remembered ? remembered : guessReturnMapping(layout, columns)
  const kept = rows.filter(({ leftOut }) => leftOut === null)
  return {
    columns,
    mapping,
    missing: missingInReturn(layout, columnsFoundOf(mapping)),
    isRemembered,
    rows: kept,
    rowsLeftOut: rows.length - kept.length,
    leftOut: leftOutRows(rows),
  }
}

/** The rows that name a person. Refuses: return_columns_missing, return_rows_unreadable, file_empty. */
export function rowsOfReturn({
  mapping,
  missing,
  rows,
}: Pick<ShapedReturn, 'mapping' | 'missing' | 'rows'>): FileRow[] {
  if (missing.length > 0)
    refuse(columnsMissing({ field: 'file', headings: missing.map((heading) => `“${heading}”`).join(' or ') }))
  return readRows(rows, columnsFoundOf(mapping))
}

/** Each row and each scheduled line, compared and with its usual decision. */
export async function matchReturn(tx: Tx, scheduleId: ScheduleId, rows: readonly FileRow[]): Promise<NewReturnLine[]> {
  const [expected, { allocationOrder }] = await Promise.all([
    overMany(tx, () => findExpected(tx, scheduleId)),
    findSettings(tx),
  ])
  const scheduled = new Set(expected.map(({ membershipno }) => membershipFromCell(membershipno)?.number))
  const named = rows.flatMap(({ membershipno }) => membershipFromCell(membershipno ?? '')?.number ?? [])
  const elsewhere = named.filter((number) => !scheduled.has(number))
  const others = elsewhere.length > 0 ? await findMembersByNumber(tx, elsewhere) : []
  return compareReturn(expected, rows, others).map((variance, index) => lineFrom(variance, index + 1, allocationOrder))
}

/** Every row that names somebody. A file with a cell that can't be read is refused as a whole, with all such rows named. */
function readRows(table: readonly SheetRow[], found: ColumnsFound): FileRow[] {
  const rows = table.flatMap((row): FileRow[] => {
    const read = readRow(storedCells(row), found)
    return read ? [{ number: row.number, ...read }] : []
  })
  if (rows.length === 0) refuse('file_empty', { field: 'file' })
  const [first, ...others] = rows.filter(({ problem }) => problem !== undefined)
  if (first) {
    const sentence =
      first.problem === 'formula'
        ? `Row ${first.number} has a formula without a value. Open the file in Excel and save it.`
        : `The amount in row ${first.number} could not be read.`
    if (others.length === 0) refuse(rowUnreadable({ field: 'file', first: sentence }))
    const listed = others.slice(0, 20).map(({ number }) => number)
    const rows = `${others.length === 1 ? 'row' : 'rows'} ${listed.join(', ')}${others.length > 20 ? ' and more' : ''}`
    refuse(rowsUnreadable({ field: 'file', first: sentence, rows }))
  }
  return rows
}

function lineFrom(
  { kind, row, line, note, decision }: Variance<ExpectedLine, FileRow>,
  number: number,
  order: readonly Component[],
): NewReturnLine {
  const deducted = row?.deducted ?? zeroKobo
  const allocation = decision
    ? allocate(decision, deducted, amountsOf(line ?? null) ?? noAmounts, order)
    : { amounts: noAmounts, unallocated: zeroKobo }
  return {
    number,
    fileRow: row?.number ?? null,
    lineNumber: line?.number ?? null,
    staffNumber: row?.staffNumber ?? '',
    membershipno: row?.membershipno ?? '',
    name: row?.name ?? '',
    kind,
    note: note ?? null,
    // What was scheduled is with the member's own row, not with its repetition.
    scheduled: kind === 'duplicate' ? zeroKobo : (line?.total ?? zeroKobo),
    deducted,
    decision: decision ?? null,
    ...allocation,
  }
}
