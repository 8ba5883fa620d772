import { numberKey } from '#features/members/members/rules/number-key.ts'
import type { Kobo } from '#core/money.ts'
import type { Decision, VarianceKind } from './words.ts'

/** What a line may become, the usual first; nothing was deducted where it is missing, so nothing is decided. */
export const decisionsOf: Readonly<Record<VarianceKind, readonly Decision[]>> = {
  exact: ['post', 'hold', 'refuse'],
  short: ['split', 'post', 'hold', 'refuse'],
  over: ['split', 'post', 'hold', 'refuse'],
  missing: [],
  unknown: ['hold', 'refuse'],
  duplicate: ['hold', 'refuse'],
}

export function mayDecide(kind: VarianceKind, decision: Decision): boolean {
  return decisionsOf[kind].includes(decision)
}

/** What a schedule expects of one member. */
export type ScheduledLine = {
  number: number
  staffNumber: string
  membershipno: string
  name: string
  total: Kobo
  isActive: boolean
  isDeducted: boolean
}

/** What a row of the employer's file says; undefined where a cell is empty. */
export type ReturnedRow = { staffNumber: string | undefined; membershipno: string | undefined; deducted: Kobo }

/** A row of the file, or a scheduled line that is not in it, each with the other where there is one. */
export type Variance<Line, Row> = {
  kind: VarianceKind
  row: Row | undefined
  line: Line | undefined
  note: string | undefined
  decision: Decision | undefined
}

export const notActiveNote = 'No longer an active member'
export const deductedNote = 'Posted from an earlier file'

/**
 * Compares a file with its schedule. A row is matched by staff number, then by membership number, and has no line where
 * these are of two members; the first row of a member is a match, others are duplicates. Rows come in their order, then
 * the lines that the file leaves out. `others` are members who are not on the schedule and may be named by a row.
 */
export function compareReturn<Line extends ScheduledLine, Row extends ReturnedRow>(
  lines: readonly Line[],
  rows: readonly Row[],
  others: readonly Pick<ScheduledLine, 'membershipno' | 'name'>[] = [],
): Variance<Line, Row>[] {
  const byStaff = new Map(lines.map((line) => [numberKey(line.staffNumber), line]))
  const byMembership = byMembershipNumber(lines)
  const elsewhere = byMembershipNumber(others)
  const seen = new Set<number>()
  const found = rows.map((row): Variance<Line, Row> => {
    const ofStaff = row.staffNumber === undefined ? undefined : byStaff.get(numberKey(row.staffNumber))
    const ofMembership = byMembership(row.membershipno)
    const another = ofMembership ?? elsewhere(row.membershipno)
    if (ofStaff && another && another !== ofStaff) {
      const note = `Staff number ${row.staffNumber} is ${ofStaff.name}, membership number ${row.membershipno} is ${another.name}`
      return { kind: 'unknown', row, line: undefined, note, decision: decisionsOf.unknown[0] }
    }
    const line = ofStaff ?? ofMembership
    const judged = judge(row, line, seen)
    if (line) seen.add(line.number)
    return { ...judged, row, line, decision: judged.note === deductedNote ? 'refuse' : decisionsOf[judged.kind][0] }
  })
  const missing = lines.filter(({ number, isDeducted }) => !seen.has(number) && !isDeducted)
  return [
    ...found,
    ...missing.map((line) => ({
      kind: 'missing' as const,
      row: undefined,
      line,
      note: undefined,
      decision: undefined,
    })),
  ]
}

function judge(
  row: ReturnedRow,
  line: ScheduledLine | undefined,
  seen: ReadonlySet<number>,
): { kind: VarianceKind; note: string | undefined } {
  if (!line) return { kind: 'unknown', note: undefined }
  if (line.isDeducted) return { kind: 'duplicate', note: deductedNote }
  if (seen.has(line.number)) return { kind: 'duplicate', note: undefined }
  if (!line.isActive) return { kind: 'unknown', note: notActiveNote }
  if (row.deducted === line.total) return { kind: 'exact', note: undefined }
  return { kind: row.deducted < line.total ? 'short' : 'over', note: undefined }
}

/** Finds who has the membership number of a cell, in full or without its cooperative. */
function byMembershipNumber<Named extends { membershipno: string }>(
  all: readonly Named[],
): (cell: string | undefined) => Named | undefined {
  const found = new Map(
    all.flatMap((each) => [
      [numberKey(each.membershipno), each] as const,
      [runningNumber(each.membershipno), each] as const,
    ]),
  )
  return (cell) => (cell === undefined ? undefined : (found.get(numberKey(cell)) ?? found.get(runningNumber(cell))))
}

/** 42 of AJO-7K2M9Q/00042 and of 42 alone; a number of another shape is itself. */
function runningNumber(membershipno: string): string {
  const [, digits] = /^(?:AJO-[A-Z0-9]{6}\s*[/\\-]\s*)?(\d{1,9})(?:\.0+)?$/i.exec(membershipno.trim()) ?? []
  return digits === undefined ? numberKey(membershipno) : `#${Number(digits)}`
}

/** What a file comes to: its sum is what was posted, held and refused. */
export type ReturnTotals = { file: Kobo; posted: Kobo; unallocated: Kobo; refused: Kobo }
