import type { uploadReturn as contract } from '#contract/society/deductions.ts'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { TenantActor } from '#domain/actor.ts'
import { dayIn, dayText } from '#domain/calendar.ts'
import { allocate, noAmounts } from '#domain/society/deductions/allocation.ts'
import { type ColumnsFound, type Layout, type ReadRow, readRow } from '#domain/society/deductions/layout.ts'
import { columnsFoundOf, guessReturnMapping, missingInReturn } from '#domain/society/deductions/return-columns.ts'
import { compareReturn, type Variance } from '#domain/society/deductions/variance.ts'
import type { EmployerId, ReturnId, ScheduleId } from '#domain/ids.ts'
import { membershipFromCell } from '#domain/members/members/membership-cell.ts'
import { storedCells } from '#domain/society/imports/cell.ts'
import { type LeftOutRow, leftOutRows } from '#domain/society/imports/left-out.ts'
import { shapeTable } from '#domain/society/imports/table-shape.ts'
import { zeroKobo } from '#domain/money.ts'
import { refuse } from '#domain/refusal.ts'
import type { Context } from '#server/context.ts'
import { newId } from '#server/db/id.ts'
import type { Tx } from '#server/db/tx.ts'
import type { SheetRow, SheetTable } from '#server/files/sheet-table.ts'
import type { UploadedTable } from '#server/files/spreadsheet-file.ts'
import { keepColumns } from '#server/features/society/remembered-columns/keep-columns.ts'
import { findRememberedColumns } from '#server/features/society/remembered-columns/queries.ts'
import {
  amountsOf,
  type ExpectedLine,
  findExpected,
  findLiveReturns,
  findMembersByNumber,
  findReturn,
  findSchedule,
  findSettings,
  replyOf,
  type Return,
} from './queries.ts'
import { insertReturn, insertReturnLines, type NewReturn, type NewReturnLine, overMany } from './store.ts'
import type { Component, LayoutField } from '#domain/society/deductions/words.ts'

/** A workbook of 60,000 rows on a busy machine. */
export const returnReadingSecondsMax = 14

type FileRow = ReadRow & { number: number }

/**
 * Compares what the employer sent back with the schedule, line by line; nothing is posted yet.
 * Refuses: schedule_not_sent, return_file_posted, return_busy, return_columns_missing, return_rows_unreadable.
 */
export async function uploadReturn(
  tx: Tx,
  actor: TenantActor,
  { scheduleId, file: { fileName, sha256: fileHash, table } }: Parsed<typeof contract> & { file: UploadedTable },
  { now }: Context,
): Promise<Replied<typeof contract>> {
  const schedule = await findSchedule(tx, scheduleId, { locked: true })
  if (schedule.sentBy === null) refuse('schedule_not_sent')
  refuseRepeated(await findLiveReturns(tx, scheduleId), fileHash)

  const shaped = await shapeReturn(tx, schedule, table)
  const lines = await matchReturn(tx, scheduleId, rowsOfReturn(shaped))

  // From here on it must succeed.
  const id = newId<ReturnId>()
  await keepColumns(
    tx,
    actor.cooperativeId,
    { kind: 'return', employerId: schedule.employerId },
    shaped.columns,
    shaped.mapping,
  )
  await keepReturn(
    tx,
    actor,
    {
      id,
      scheduleId,
      employerId: schedule.employerId,
      fileName,
      fileHash,
      occurredOn: dayIn(now),
      rowsLeftOut: shaped.rowsLeftOut,
      leftOut: shaped.leftOut,
    },
    lines,
  )
  return replyOf(tx, await findReturn(tx, id))
}

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
    refuse('return_columns_missing', { field: 'file', headings: missing.map((heading) => `“${heading}”`).join(' or ') })
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

/** Stores a return to be decided about. */
export async function keepReturn(
  tx: Tx,
  actor: TenantActor,
  found: Omit<NewReturn, 'by'>,
  lines: readonly NewReturnLine[],
): Promise<void> {
  await insertReturn(tx, actor.cooperativeId, { ...found, by: actor.name })
  await insertReturnLines(tx, actor.cooperativeId, found, lines)
}

/** The same bytes are not taken as true twice; another file may bring those whom the first left out. */
export function refuseRepeated(live: readonly Return[], fileHash: Buffer): void {
  if (live.some(({ status }) => status === 'posting')) refuse('return_busy')
  const same = live.find((each) => each.fileHash.equals(fileHash))
  if (same)
    refuse('return_file_posted', {
      field: 'file',
      on: same.acceptedAt ? dayText(dayIn(same.acceptedAt)) : '',
      by: same.acceptedBy ?? '',
      number: same.entryNumber ?? undefined,
    })
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
    const listed = others
      .slice(0, 20)
      .map(({ number }) => number)
      .join(', ')
    refuse('return_rows_unreadable', {
      field: 'file',
      count: others.length + 1,
      first: sentence,
      rows: `${others.length === 1 ? 'row' : 'rows'} ${listed}${others.length > 20 ? ' and more' : ''}`,
    })
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
