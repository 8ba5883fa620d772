import { allocate } from '#features/payroll/returns/rules/allocation.ts'
import { type Amounts, noAmounts, totalOf } from '#features/payroll/employers/rules/component.ts'
import { type Layout, type Parts, type ReadRow, readRow } from '#features/payroll/employers/rules/layout.ts'
import { type Component, components } from '#features/payroll/employers/rules/words.ts'
import type { ReturnField } from '#features/payroll/employers/rules/return-words.ts'
import { keysOf, memberCell, type Register, registerOf } from '#features/members/members/rules/recognise-member.ts'
import { findCoopId, findNamedMembers } from '#features/members/members/server/reads.ts'
import {
  besides,
  columnsFoundOf,
  guessReturnMapping,
  isSerial,
  missingInReturn,
} from '#features/payroll/returns/rules/return-columns.ts'
import { type FileTotal, fileTotals } from '#features/payroll/returns/rules/file-totals.ts'
import { purposeFinder } from '#features/payroll/returns/rules/element.ts'
import type { Employee } from '#features/members/members/rules/name-match.ts'
import {
  choicesOf,
  compareReturn,
  componentAlone,
  type NamedPerson,
  type ReturnedRow,
  type Variance,
} from '#features/payroll/returns/rules/variance.ts'
import type { Purpose } from '#features/payroll/returns/rules/words.ts'
import { findSettings } from '#features/payroll/schedules/server/reads.ts'
import type { EmployerId, ScheduleId } from '#core/ids.ts'
import { membershipFromCell } from '#features/members/members/rules/membership-cell.ts'
import { numberKey } from '#features/members/members/rules/number-key.ts'
import { type Kobo, moneyText, sumKobo, zeroKobo } from '#core/money.ts'
import { refusal, refuse } from '#core/refusal.ts'
import type { Day } from '#core/calendar.ts'
import { storedCells } from '#core/spreadsheets/cell.ts'
import { monthOfList, type NamedMonth } from '#core/spreadsheets/named-month.ts'
import { sumOfParts, sumsBeside, type UnreadColumn, unreadColumns } from '#core/spreadsheets/unread-columns.ts'
import { type LeftOut, type LeftOutRow, leftOutRows } from '#core/spreadsheets/left-out.ts'
import { shapeTable } from '#core/spreadsheets/table-shape.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findRememberedColumns } from '#features/society/remembered-columns/server/reads.ts'
import type { SheetRow, SheetTable } from '#platform/files/sheet-table.ts'
import {
  type ExpectedLine,
  findElements,
  findEmployeesOf,
  findExpected,
  findHeldBefore,
  type KeptRow,
  type LineToDecide,
  type FileSays,
  partsFrom,
  type Return,
} from './reads.ts'
import { type NewReturnLine, overMany } from './writes.ts'

const columnsMissing = refusal(
  'return_columns_missing',
  422,
  "This file has no column {headings}. Use the headings of this employer's layout, or correct the layout.",
)

const amountsUnread = refusal(
  'return_amounts_unread',
  422,
  'This file has no column of amounts that can be read: “{heading}” has none. Match the columns, or correct the file.',
)
/** So many rows and no amount is a wrong column, not so many wrong cells. */
const rowsToJudge = 10

/** What is in a column shows in so many rows. */
const rowsToGuessBy = 1000

/** An employer's file as a table: what each column is, the rows that name a person, and what names none. */
export type ShapedReturn = {
  columns: string[]
  mapping: (ReturnField | null)[]
  missing: string[]
  isRemembered: boolean
  rows: readonly SheetRow[]
  rowsLeftOut: number
  leftOut: LeftOutRow[]
  /** What its own totals say. */
  totals: FileTotal[]
  columnsUnread: UnreadColumn[]
  /** The places of those that the total has in its sums. */
  partsUnread: number[]
  /** The month that it says it is of. */
  named: NamedMonth | undefined
}

/** Finds the headings of an employer's file; each column is what it was in the last file with these headings, else what its heading says. */
export async function shapeReturn(
  tx: Tx,
  { employerId, layout }: { employerId: EmployerId; layout: Layout },
  { table, fileName, today }: { table: SheetTable; fileName: string; today: Day },
): Promise<ShapedReturn> {
  const { columns, rows } = shapeTable(table, (headings) => guessReturnMapping(layout, headings), [
    'staffNumber',
    'membershipno',
    'phone',
  ])
  const kept = rows.filter(({ leftOut }) => leftOut === null)
  const cells = kept.slice(0, rowsToGuessBy).map((row) => row.cells)
  const remembered = (await findRememberedColumns(tx, { kind: 'return', employerId }, columns)) as
    | (ReturnField | null)[]
    | undefined
  const isRemembered = remembered?.length === columns.length
  const mapping = isRemembered && remembered ? remembered : guessReturnMapping(layout, columns, cells)
  const others = isRemembered ? { amounts: false, codes: false } : besides(columns, mapping, cells)
  const found = columnsFoundOf(mapping)
  const all = kept.map((row) => row.cells)
  const total = found.get('total') ?? -1
  const sums = sumsBeside(total, columns, mapping, all, (field) => components.some((component) => component === field))
  return {
    columns,
    mapping,
    columnsUnread: unreadColumns(columns, mapping, all, sums),
    partsUnread: sums?.sum === total ? sums.parts.filter((place) => mapping[place] === null) : [],
    named: monthOfList(table, rows, fileName, today) ?? undefined,
    missing: missingInReturn(layout, found, others),
    isRemembered,
    rows: kept,
    rowsLeftOut: rows.length - kept.length,
    leftOut: leftOutRows(rows),
    totals: fileTotals(
      rows.map((row) => ({ ...row, cells: storedCells(row) })),
      found,
    ),
  }
}

/** The rows that name a person, as they are kept while the return is open, and those that name none. Refuses: return_columns_missing, return_amounts_unread, file_empty. */
export function rowsOfReturn({ columns, mapping, missing, rows, leftOut, rowsLeftOut, partsUnread }: ShapedReturn): {
  rows: KeptRow[]
  leftOut: LeftOutRow[]
  rowsLeftOut: number
  sumsApart: FileSays['sumsApart']
} {
  if (missing.length > 0)
    refuse(columnsMissing({ field: 'file', headings: missing.map((heading) => `“${heading}”`).join(' or ') }))
  const found = columnsFoundOf(mapping)
  const { read, sumsApart } = withParts(
    rows.map((row) => withUnread({ row, of: readRow(storedCells(row), found) }, partsUnread)),
  )
  const kept: KeptRow[] = []
  const others: (SheetRow & { leftOut: LeftOut })[] = []
  const seen = new Map<string, number>()
  const places = columns.flatMap((heading, place) => (isSerial(heading) ? [] : [place]))
  for (const { row, of } of read) {
    // Words right under the headings go on with them.
    if (!of && kept.length === 0 && !row.cells.some((cell) => /\d/.test(cell))) continue
    if (!of) {
      others.push({ ...row, leftOut: row.cells.some((cell) => /\p{L}/u.test(cell)) ? 'note' : 'figures' })
      continue
    }
    const key = places.map((place) => row.cells[place]?.trim().toLowerCase()).join('\n')
    kept.push(keptFrom(row.number, of, seen.get(key), found.has('element')))
    if (!seen.has(key)) seen.set(key, row.number)
  }
  if (kept.length === 0) refuse('file_empty', { field: 'file' })
  if (kept.length >= rowsToJudge && kept.every(({ problem }) => problem === 'amount')) {
    const place =
      found.get('total') ?? mapping.findIndex((field) => components.some((component) => component === field))
    refuse(amountsUnread({ field: 'file', heading: columns[place] ?? '' }))
  }
  return {
    rows: kept,
    leftOut: [...leftOut, ...leftOutRows(others)].toSorted((one, other) => one.row - other.row),
    rowsLeftOut: rowsLeftOut + others.length,
    sumsApart,
  }
}

/** The parts of a total are those too that are not read. */
function withUnread({ row, of }: Read, unread: readonly number[]): Read {
  if (of?.partsSum === undefined) return { row, of }
  const sum = (of.partsSum + sumOfParts(row.cells, unread)) as Kobo
  return { row, of: { ...of, partsSum: sum === of.deducted ? undefined : sum }, isSum: sum === of.deducted }
}

/** A row, and whether its total is the sum of its parts only with those that are not read. */
type Read = { row: SheetRow; of: ReadRow | undefined; isSum?: boolean }

/** So many rows whose total is not the sum of its parts are asked about one by one, or a twentieth of those that agree. */
const rowsApartMax = 10

/**
 * Where nearly all totals are the sums of their parts, those that are not are asked about. Where many are not, the parts are not all
 * that was deducted, and what all of both come to is told.
 */
function withParts(read: readonly Read[]): { read: readonly Read[]; sumsApart: FileSays['sumsApart'] } {
  const apart = read.filter(({ of }) => of?.partsSum !== undefined)
  const equal = read.filter(({ of, isSum }) => isSum || (of?.parts !== undefined && of.deducted > 0n)).length
  if (apart.length === 0) return { read, sumsApart: null }
  if (equal <= apart.length || apart.length > Math.max(rowsApartMax, equal / 20)) {
    const says = sumKobo(apart.map(({ of }) => of?.deducted ?? zeroKobo))
    const sum = sumKobo(apart.map(({ of }) => of?.partsSum ?? zeroKobo))
    return { read, sumsApart: { rows: apart.length, says, sum } }
  }
  const asked = read.map(({ row, of }): Read => {
    if (of?.partsSum === undefined) return { row, of }
    const cell = `${moneyText(of.deducted)}, parts ${moneyText(of.partsSum)}`
    return { row, of: { ...of, deducted: zeroKobo, problem: { kind: 'parts', cell, of: undefined } } }
  })
  return { read: asked, sumsApart: null }
}

function keptFrom(number: number, read: ReadRow, alike: number | undefined, hasElement: boolean): KeptRow {
  const { staffNumber = null, membershipno = null, name, element, deducted, parts, problem } = read
  return {
    number,
    staffNumber,
    membershipno,
    name,
    element: hasElement ? element : null,
    deducted,
    loans: parts?.loans ?? null,
    levy: parts?.levy ?? null,
    savings: parts?.savings ?? null,
    shares: parts?.shares ?? null,
    alike: alike ?? null,
    problem: problem?.kind ?? null,
    cell: problem?.cell ?? null,
    cellOf: problem?.of ?? null,
    choice: null,
    corrected: null,
    confirmed: null,
  }
}

type FileOf = { scheduleId: ScheduleId; employerId: EmployerId }

/** What is to be known to compare a file: the schedule, who works there, and what its elements are. */
export async function findFacts(tx: Tx, { scheduleId, employerId }: FileOf, rows: readonly KeptRow[]): Promise<Facts> {
  const [expected, { allocationOrder }, elements] = await Promise.all([
    overMany(tx, () => findExpected(tx, scheduleId)),
    findSettings(tx),
    findElements(tx, employerId),
  ])
  const held = await findHeldBefore(tx, scheduleId)
  const scheduled = new Set(expected.map(({ membershipno }) => membershipFromCell(membershipno)?.number))
  const staff = new Set(expected.map(({ staffNumber }) => numberKey(staffNumber)))
  const cells = rows.flatMap(({ membershipno, staffNumber }) => {
    const inStaff = memberCell(staffNumber ?? '')
    return [memberCell(membershipno ?? '') ?? [], inStaff?.as === 'phone' ? inStaff : []].flat()
  })
  const members = cells.length > 0 ? await overMany(tx, () => findNamedMembers(tx, keysOf(cells))) : []
  const isNumbered = ({ staffNumber, membershipno }: KeptRow) =>
    staffNumber === null
      ? scheduled.has(membershipFromCell(membershipno ?? '')?.number)
      : staff.has(numberKey(staffNumber))
  const employees = rows.every(isNumbered) ? [] : await findEmployeesOf(tx, employerId)
  const working = new Set(employees.map(({ membershipno }) => membershipno))
  const others = [
    ...employees,
    ...members
      .filter(({ number, membershipno }) => !working.has(membershipno) && !scheduled.has(number))
      .map((each) => ({ ...each, staffNumber: '' })),
  ]
  return { expected, allocationOrder, elements, others, held, register: registerOf(await findCoopId(tx), members) }
}

export type Facts = {
  expected: ExpectedLine[]
  allocationOrder: readonly Component[]
  elements: ReadonlyMap<string, Purpose>
  others: Employee[]
  /** What earlier files of the month brought for those whom no one knows. */
  held: ReadonlyMap<string, Kobo>
  /** The members whom the file names by a number or phone. */
  register: Register<NamedPerson>
}

/** What a file that names no element is for: one component, where every line is that of the schedule, or all. */
export function purposeOfFile(
  { expected, elements, others, register }: Facts,
  rows: readonly KeptRow[],
): Return['purpose'] {
  return componentAlone(expected, readyRows(rows, elements, 'total').ready, others, register) ?? 'total'
}

export type MatchedReturn = { lines: NewReturnLine[]; setAside: { rows: number; amount: Kobo; leftOut: LeftOutRow[] } }

/**
 * Each person of the file and each scheduled line, compared and with its usual decision, or with the one that was made about the same
 * line before.
 */
export function matchReturn(
  { expected, allocationOrder, elements, others, held, register }: Facts,
  rows: readonly KeptRow[],
  purpose: Return['purpose'],
  before: readonly LineToDecide[] = [],
): MatchedReturn {
  const { ready, aside } = readyRows(rows, elements, purpose)
  const compared = compareReturn(expected, ready, others, held, register)
  const keyOf = (line: Pick<LineToDecide, 'fileRow' | 'lineNumber' | 'kind' | 'deducted'>) =>
    [line.fileRow, line.lineNumber, line.kind, line.deducted].join(' ')
  const decided = new Map(before.map((line) => [keyOf(line), line.decision]))
  const lines = compared.map((variance, index) => {
    const line = lineFrom(variance, index + 1, allocationOrder)
    const decision = decided.get(keyOf(line))
    const isKept = decision && decision !== line.decision && choicesOf(line).includes(decision)
    return isKept ? lineFrom({ ...variance, decision }, index + 1, allocationOrder) : line
  })
  return {
    lines,
    setAside: {
      rows: aside.length,
      amount: sumKobo(aside.map(({ row }) => (row.problem === null ? row.deducted : zeroKobo))),
      leftOut: leftOutRows(
        aside.map(({ row, why }) => ({
          number: row.number,
          cells: [
            row.staffNumber ?? row.membershipno ?? '',
            row.name,
            row.element ?? '',
            row.cell ?? moneyText(row.deducted),
          ],
          leftOut: why,
        })),
      ),
    },
  }
}

/** The rows to compare, each with what it is for; what is left out, and why. A row that waits for an officer has no amount yet. */
function readyRows(
  rows: readonly KeptRow[],
  elements: ReadonlyMap<string, Purpose>,
  purpose: Purpose,
): { ready: ReturnedRow[]; aside: { row: KeptRow; why: 'officer' | 'other' }[] } {
  const ready: ReturnedRow[] = []
  const aside: { row: KeptRow; why: 'officer' | 'other' }[] = []
  const find = purposeFinder(elements)
  for (const row of rows) {
    const meant = row.element === null ? purpose : find(row.element)
    if (row.choice === 'left_out' || meant === 'other') {
      aside.push({ row, why: row.choice === 'left_out' ? 'officer' : 'other' })
      continue
    }
    ready.push({
      number: row.number,
      staffNumber: row.staffNumber ?? undefined,
      membershipno: row.membershipno ?? undefined,
      name: row.name,
      alike: row.problem === null ? (row.alike ?? undefined) : undefined,
      confirmed: row.confirmed ?? undefined,
      ...amountOf(row, meant),
    })
  }
  return { ready, aside }
}

function amountOf(
  row: KeptRow,
  meant: Exclude<Purpose, 'other'> | undefined,
): Pick<ReturnedRow, 'deducted' | 'parts' | 'note'> {
  const isOpen = row.problem !== null && row.corrected === null
  const said = partsFrom(row)
  const amount = isOpen
    ? zeroKobo
    : row.corrected === null
      ? row.deducted
      : (((row.cellOf ? row.deducted : 0n) + row.corrected) as Kobo)
  const note = isOpen
    ? `Row ${row.number} can’t be read`
    : row.corrected === null
      ? undefined
      : `Row ${row.number}: ${moneyText(row.corrected)} in place of “${row.cell}”`
  if (meant === undefined)
    return { deducted: zeroKobo, parts: {}, note: `Row ${row.number}: say what “${row.element}” is` }
  if (meant !== 'total') return { deducted: amount, parts: { [meant]: amount }, note }
  if (!said || (row.problem !== null && !row.cellOf)) return { deducted: amount, parts: undefined, note }
  const zero = Object.fromEntries(Object.keys(said).map((component) => [component, zeroKobo])) as Parts
  const parts = isOpen ? zero : row.cellOf && row.corrected !== null ? { ...said, [row.cellOf]: row.corrected } : said
  return { deducted: amount, parts, note }
}

function lineFrom(
  {
    kind,
    rows,
    line,
    note,
    decision,
    deducted,
    parts,
    compared,
    due,
    repeats,
    namesOther,
  }: Variance<ExpectedLine, ReturnedRow>,
  number: number,
  order: readonly Component[],
): NewReturnLine {
  const [row] = rows
  const allocation = decision
    ? allocate(decision, deducted, due, order, { parts, compared })
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
    scheduled: totalOf(due),
    before: line ? beforeOf(line, compared, due) : noAmounts,
    deducted,
    decision: decision ?? null,
    parts,
    compared,
    repeats: repeats ?? null,
    namesOther,
    ...allocation,
  }
}

/** What of a line's components earlier files brought. */
function beforeOf(line: Amounts, compared: readonly Component[], due: Amounts): Amounts {
  const before: Record<Component, Kobo> = { ...noAmounts }
  for (const component of compared) before[component] = (line[component] - due[component]) as Kobo
  return before
}
