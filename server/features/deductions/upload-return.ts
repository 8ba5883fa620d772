import type { uploadReturn as contract } from '#contract/deductions.ts'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { TenantActor } from '#domain/actor.ts'
import { dayIn, dayText } from '#domain/calendar.ts'
import { allocate, noAmounts } from '#domain/deductions/allocation.ts'
import { type ColumnsFound, findColumns, type Layout, type ReadRow, readRow } from '#domain/deductions/layout.ts'
import { compareReturn, type Variance } from '#domain/deductions/variance.ts'
import type { ReturnId, ScheduleId } from '#domain/ids.ts'
import { storedCell } from '#domain/imports/cell.ts'
import { zeroKobo } from '#domain/money.ts'
import { refuse } from '#domain/refusal.ts'
import type { Context } from '#server/context.ts'
import { newId } from '#server/db/id.ts'
import type { Tx } from '#server/db/tx.ts'
import type { SheetTable } from '#server/files/sheet-table.ts'
import type { UploadedTable } from '#server/files/spreadsheet-file.ts'
import { amountsOf, type ExpectedLine, findExpected, findLiveReturns, findReturn, findSchedule, findSettings, isBeingPosted, replyOf, type Return } from './queries.ts'
import { insertReturn, insertReturnLines, type NewReturn, type NewReturnLine, overMany } from './store.ts'
import type { Component } from '#domain/deductions/words.ts'

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

  const lines = await matchReturn(tx, scheduleId, rowsOfReturn(table, schedule.layout))

  // From here on it must succeed.
  const id = newId<ReturnId>()
  await keepReturn(tx, actor, { id, scheduleId, employerId: schedule.employerId, fileName, fileHash, occurredOn: dayIn(now) }, lines)
  return replyOf(tx, await findReturn(tx, id))
}

/** The rows that name somebody, by the columns of the employer's layout. */
export function rowsOfReturn(table: SheetTable, layout: Layout): FileRow[] {
  const { found, missing } = findColumns(layout, table.columns)
  if (missing.length > 0) refuse('return_columns_missing', { field: 'file', headings: missing.map((heading) => `“${heading}”`).join(' or ') })
  return readRows(table, found)
}

/** Each row and each scheduled line, compared and with its usual decision. */
export async function matchReturn(tx: Tx, scheduleId: ScheduleId, rows: readonly FileRow[]): Promise<NewReturnLine[]> {
  const [expected, { allocationOrder }] = await Promise.all([overMany(tx, () => findExpected(tx, scheduleId)), findSettings(tx)])
  return compareReturn(expected, rows).map((variance, index) => lineFrom(variance, index + 1, allocationOrder))
}

/** Stores a return to be decided about. */
export async function keepReturn(tx: Tx, actor: TenantActor, found: Omit<NewReturn, 'by'>, lines: readonly NewReturnLine[]): Promise<void> {
  await insertReturn(tx, actor.cooperativeId, { ...found, by: actor.name })
  await insertReturnLines(tx, actor.cooperativeId, found, lines)
}

/** The same bytes are not taken as true twice; another file may bring those whom the first left out. */
export function refuseRepeated(live: readonly Return[], fileHash: Buffer): void {
  if (live.some(isBeingPosted)) refuse('return_busy')
  const same = live.find((each) => each.status !== 'posting' && each.fileHash.equals(fileHash))
  if (same) refuse('return_file_posted', { field: 'file', on: same.acceptedAt ? dayText(dayIn(same.acceptedAt)) : '', by: same.acceptedBy ?? '', number: same.entryNumber ?? undefined })
}

/** Every row that names somebody. A file with a cell that can't be read is refused as a whole, with all such rows named. */
function readRows(table: SheetTable, found: ColumnsFound): FileRow[] {
  const rows = table.rows.flatMap(({ number, cells, formulas }): FileRow[] => {
    const read = readRow(formulas.length === 0 ? cells.map((cell) => storedCell(cell, false)) : cells.map((cell, column) => storedCell(cell, formulas.includes(column))), found)
    return read ? [{ number, ...read }] : []
  })
  if (rows.length === 0) refuse('file_empty', { field: 'file' })
  const [first, ...others] = rows.filter(({ problem }) => problem !== undefined)
  if (first) {
    const sentence = first.problem === 'formula' ? `Row ${first.number} has a formula. Paste it as a value.` : `The amount in row ${first.number} could not be read.`
    const listed = others.slice(0, 20).map(({ number }) => number).join(', ')
    refuse('return_rows_unreadable', { field: 'file', count: others.length + 1, first: sentence, rows: `${others.length === 1 ? 'row' : 'rows'} ${listed}${others.length > 20 ? ' and more' : ''}` })
  }
  return rows
}

function lineFrom({ kind, row, line, note, decision }: Variance<ExpectedLine, FileRow>, number: number, order: readonly Component[]): NewReturnLine {
  const deducted = row?.deducted ?? zeroKobo
  const allocation = decision ? allocate(decision, deducted, amountsOf(line ?? null) ?? noAmounts, order) : { amounts: noAmounts, unallocated: zeroKobo }
  return {
    number,
    fileRow: row?.number ?? null,
    lineNumber: line?.number ?? null,
    staffNumber: row?.staffNumber ?? '',
    membershipno: row?.membershipno ?? '',
    name: row?.name ?? '',
    kind,
    note: note ?? null,
    // What was scheduled stands with the member's own row, not with its repetition.
    scheduled: kind === 'duplicate' ? zeroKobo : (line?.total ?? zeroKobo),
    deducted,
    decision: decision ?? null,
    ...allocation,
  }
}
