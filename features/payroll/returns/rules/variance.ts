import { numberKey } from '#features/members/members/rules/number-key.ts'
import { type Kobo, moneyText, sumKobo } from '#core/money.ts'
import { type Amounts, componentNames, noAmounts, totalOf } from '#features/payroll/employers/rules/component.ts'
import type { Parts } from '#features/payroll/employers/rules/layout.ts'
import { type Component, components } from '#features/payroll/employers/rules/words.ts'
import { type Employee, nameMatcher } from './name-match.ts'
import type { Decision, VarianceKind } from './words.ts'

/** What a line may become, the usual first; nothing was deducted where it is missing, so nothing is decided. */
export const decisionsOf: Readonly<Record<VarianceKind, readonly Decision[]>> = {
  exact: ['post', 'hold', 'refuse'],
  short: ['split', 'post', 'hold', 'refuse'],
  over: ['split', 'post', 'hold', 'refuse'],
  mixed: ['split', 'post', 'hold', 'refuse'],
  missing: [],
  unknown: ['hold', 'refuse'],
  duplicate: ['hold', 'refuse'],
}

/** The decisions about one line: a row that only looks like another one may be counted as well. */
export function choicesOf({ kind, repeats }: { kind: VarianceKind; repeats: number | null }): readonly Decision[] {
  return kind === 'duplicate' && repeats !== null ? [...decisionsOf.duplicate, 'post'] : decisionsOf[kind]
}

/** What a schedule expects of one member. */
export type ScheduledLine = {
  number: number
  staffNumber: string
  membershipno: string
  name: string
  isActive: boolean
  /** What was posted from an earlier file. */
  covered: readonly Component[]
} & Amounts

/** What a row of the employer's file says; undefined where a cell is empty. */
export type ReturnedRow = {
  number: number
  staffNumber: string | undefined
  membershipno: string | undefined
  name: string
  deducted: Kobo
  /** What it is for, where the file says so. */
  parts: Parts | undefined
  /** An earlier row that is the same in every cell. */
  alike: number | undefined
  /** An officer said that it is no repetition. */
  isCounted: boolean
  /** What the officer has to know about it. */
  note: string | undefined
}

/** What the file says of a person, or a scheduled line that is not in it, each with the other where there is one. */
export type Variance<Line, Row> = {
  kind: VarianceKind
  rows: readonly Row[]
  line: Line | undefined
  note: string | undefined
  decision: Decision | undefined
  deducted: Kobo
  parts: Parts | undefined
  /** With which components of the schedule it is compared. */
  compared: readonly Component[]
  /** The row that it looks like. */
  repeats: number | undefined
}

const notActiveNote = 'No longer an active member'
const deductedNote = 'Posted from an earlier file'
const sumNote = 'Has the sum of the rows above it. If it is a person, hold it'

/**
 * Compares a file with its schedule. A person is found by staff number, then by membership number, and is no one where these are
 * of two; where no number names anybody, by a name that one employee alone has. What a person's rows say is added up and
 * compared once. A row that is like an earlier one is a duplicate, and so is one with the same amount where more came than was scheduled. A file that has one
 * component alone is compared with that. Who is in the file comes in its order, then the lines that it leaves out. `others` are the
 * employees, and members who are not on the schedule and may be named by a row.
 */
export function compareReturn<Line extends ScheduledLine, Row extends ReturnedRow>(
  lines: readonly Line[],
  rows: readonly Row[],
  others: readonly Employee[] = [],
): Variance<Line, Row>[] {
  const scope = scopeOf(rows)
  const groups = new Map<Line | Row, { line: Line | undefined; rows: Row[]; note: string | undefined }>()
  const whoIs = personFinder(lines, others)
  for (const row of rows) {
    const { line, note } = whoIs(row)
    const group = groups.get(line ?? row)
    if (group) group.rows.push(row)
    else groups.set(line ?? row, { line, rows: [row], note })
  }
  const sums = sumsAmong(rows)
  const compared = (line: ScheduledLine) => scope.filter((component) => !line.covered.includes(component))
  const missing = lines.filter((line) => !groups.has(line) && totalOf(dueOf(line, compared(line))) > 0n)
  return [
    ...[...groups.values()].flatMap(({ line, rows: own, note }) =>
      line ? judge(line, own, compared(line), note) : [unknownOf<Line, Row>(own, note, sums)],
    ),
    ...missing.map((line) => varianceOf<Line, Row>('missing', [], line, compared(line), {})),
  ]
}

/** Rows without a number that have the sum of all those above them, or of those since the last such row: most often totals, whatever they are called. */
function sumsAmong(rows: readonly ReturnedRow[]): ReadonlySet<ReturnedRow> {
  const found = new Set<ReturnedRow>()
  let [file, group, count] = [0n, 0n, 0]
  for (const row of rows) {
    const isNumbered = row.staffNumber !== undefined || row.membershipno !== undefined
    if (!isNumbered && count > 1 && row.deducted > 0n && (row.deducted === file || row.deducted === group)) {
      found.add(row)
      ;[group, count] = [0n, 0]
    } else {
      file += row.deducted
      group += row.deducted
      count += 1
    }
  }
  return found
}

/** Money of an unknown person is held. A row that is probably a total is refused, with a note that says why. */
function unknownOf<Line, Row extends ReturnedRow>(
  rows: readonly Row[],
  note: string | undefined,
  sums: ReadonlySet<ReturnedRow>,
): Variance<Line, Row> {
  const isSum = note === undefined && rows.every((row) => sums.has(row))
  const unknown = varianceOf<Line, Row>('unknown', rows, undefined, [], { notes: [isSum ? sumNote : note] })
  return isSum ? { ...unknown, decision: 'refuse' } : unknown
}

/** What was scheduled for these components. */
export function dueOf(line: Amounts, compared: readonly Component[]): Amounts {
  const due: Record<Component, Kobo> = { ...noAmounts }
  for (const component of compared) due[component] = line[component]
  return due
}

/** The component that a file has alone, or all of them, also while it is not known what a row is for. */
function scopeOf(rows: readonly ReturnedRow[]): readonly Component[] {
  const named = new Set<Component>()
  for (const { parts } of rows) {
    if (!parts || Object.keys(parts).length === 0) return components
    for (const component of components) if (parts[component] !== undefined) named.add(component)
  }
  return named.size === 1 ? [...named] : components
}

/**
 * Which component a file that says nothing of it is for: the only one of which every person's rows come to what was scheduled,
 * where that is not all that was. Undefined where there is none, or two.
 */
export function componentAlone(
  lines: readonly ScheduledLine[],
  rows: readonly ReturnedRow[],
  others: readonly Employee[] = [],
): Component | undefined {
  const whoIs = personFinder(lines, others)
  const said = new Map<ScheduledLine, { amounts: bigint[]; sum: bigint }>()
  for (const row of rows) {
    if (row.parts) return undefined
    const { line } = whoIs(row)
    if (!line || row.alike !== undefined) continue
    const { amounts, sum } = said.get(line) ?? { amounts: [], sum: 0n }
    said.set(line, { amounts: [...amounts, row.deducted], sum: sum + row.deducted })
  }
  const all = [...said]
  // Also where it comes twice.
  const isSaid = ({ amounts, sum }: { amounts: bigint[]; sum: bigint }, wanted: bigint) =>
    wanted > 0n && (sum === wanted || amounts.every((amount) => amount === wanted))
  const open = (line: ScheduledLine) =>
    totalOf(
      dueOf(
        line,
        components.filter((each) => !line.covered.includes(each)),
      ),
    )
  if (all.every(([line, of]) => isSaid(of, open(line)) || isSaid(of, totalOf(line)))) return undefined
  const alone = components.filter((component) => all.every(([line, of]) => isSaid(of, line[component])))
  return alone.length === 1 ? alone[0] : undefined
}

/** Who a row names, among those who are scheduled; the note says why no one is, or that a name alone was known. */
function personFinder<Line extends ScheduledLine>(lines: readonly Line[], others: readonly Employee[]) {
  const byStaff = new Map(lines.map((line) => [numberKey(line.staffNumber), line]))
  const byMembership = byMembershipNumber(lines)
  const elsewhereByStaff = new Map(
    others.filter(({ staffNumber }) => staffNumber !== '').map((each) => [numberKey(each.staffNumber), each]),
  )
  const elsewhere = byMembershipNumber(others)
  const employees = others.filter(({ staffNumber }) => staffNumber !== '')
  const scheduled = new Set(lines.map(({ membershipno }) => membershipno))
  let matcher: ReturnType<typeof nameMatcher<Employee>> | undefined
  // Most files need no name.
  const byName = (name: string) => {
    matcher ??= nameMatcher<Employee>([
      ...lines,
      ...employees.filter(({ membershipno }) => !scheduled.has(membershipno)),
    ])
    return matcher(name)
  }
  const lineOf = new Map(lines.map((line) => [line.membershipno, line]))
  return (row: ReturnedRow): { line: Line | undefined; note: string | undefined } => {
    const key = row.staffNumber === undefined ? undefined : numberKey(row.staffNumber)
    const ofStaff = key === undefined ? undefined : (byStaff.get(key) ?? elsewhereByStaff.get(key))
    const ofMembership = byMembership(row.membershipno) ?? elsewhere(row.membershipno)
    if (ofStaff && ofMembership && ofStaff.membershipno !== ofMembership.membershipno) {
      const note = `Staff number ${row.staffNumber} is ${ofStaff.name}, membership number ${row.membershipno} is ${ofMembership.name}`
      return { line: undefined, note }
    }
    const person = ofStaff ?? ofMembership
    if (person) {
      const line = lineOf.get(person.membershipno)
      return { line, note: line ? undefined : `${person.name} is not on this schedule` }
    }
    const { found, candidates } = byName(row.name)
    if (!found) {
      const named = candidates.slice(0, 3).map(({ name, membershipno }) => `${name} (${membershipno})`)
      return { line: undefined, note: named.length > 0 ? `May be ${named.join(' or ')}` : undefined }
    }
    const line = lineOf.get(found.membershipno)
    return { line, note: line ? 'Found by name' : `${found.name}, by the name, is not on this schedule` }
  }
}

/** What one person's rows come to: what an earlier file brought, what looks like a repetition, and the rest as one comparison. */
function judge<Line extends ScheduledLine, Row extends ReturnedRow>(
  line: Line,
  rows: readonly Row[],
  compared: readonly Component[],
  who: string | undefined,
): Variance<Line, Row>[] {
  const due = dueOf(line, compared)
  const isOpen = totalOf(due) > 0n || line.covered.length === 0
  const isEarlier = ({ parts }: Row) => {
    const named = parts && components.filter((component) => (parts[component] ?? 0n) > 0n)
    return named && named.length > 0 ? named.every((component) => line.covered.includes(component)) : !isOpen
  }
  const earlier = rows.filter(isEarlier)
  const { taken, repeated } = withoutRepeats(
    rows.filter((row) => !isEarlier(row)),
    due,
  )
  const found: Variance<Line, Row>[] = []
  if (earlier.length > 0)
    found.push({ ...varianceOf('duplicate', earlier, line, compared, { notes: [deductedNote] }), decision: 'refuse' })
  if (taken.length > 0) {
    const parts = partsOf(taken)
    const kind = line.isActive ? kindOf(due, sumKobo(taken.map(({ deducted }) => deducted)), parts) : 'unknown'
    const before = line.covered.filter((component) => line[component] > 0n && (!parts || (parts[component] ?? 0n) > 0n))
    const isAbove = (kind === 'over' || kind === 'mixed') && before.length > 0
    const notes = [
      line.isActive ? undefined : notActiveNote,
      who,
      isAbove ? `${before.map((each) => componentNames[each]).join(', ')}: posted from an earlier file` : undefined,
      rowsNote(taken, parts),
    ]
    found.push(varianceOf(kind, taken, line, compared, { notes }))
  }
  for (const { row, of } of repeated)
    found.push(
      varianceOf('duplicate', [row], line, compared, {
        notes: [
          row.alike === undefined
            ? `Row ${row.number} has the amount of row ${of} again`
            : `Row ${row.number} is like row ${of}`,
        ],
        repeats: of,
      }),
    )
  return found
}

function kindOf(due: Amounts, deducted: Kobo, parts: Parts | undefined): 'exact' | 'short' | 'over' | 'mixed' {
  const scheduled = totalOf(due)
  if (deducted !== scheduled) return deducted < scheduled ? 'short' : 'over'
  const isSame = !parts || components.every((component) => (parts[component] ?? 0n) === due[component])
  return isSame ? 'exact' : 'mixed'
}

/** Rows that are like an earlier one, and those with its amount where more came than was scheduled. */
function withoutRepeats<Row extends ReturnedRow>(
  rows: readonly Row[],
  due: Amounts,
): { taken: Row[]; repeated: { row: Row; of: number }[] } {
  const here = new Map(rows.map((row) => [row.number, row]))
  const repeated = new Map<Row, number>()
  const mayRepeat = (row: Row) => !row.isCounted && row.deducted > 0n && !repeated.has(row)
  for (const row of rows)
    if (row.alike !== undefined && here.has(row.alike) && mayRepeat(row)) repeated.set(row, row.alike)
  const rest = rows.filter((row) => !repeated.has(row))
  for (const [component, own] of Map.groupBy(rest, ({ parts }) => componentOf(parts))) {
    const wanted = component === undefined ? totalOf(due) : due[component]
    if (sumKobo(own.map(({ deducted }) => deducted)) <= wanted) continue
    const amounts = new Map(own.toReversed().map(({ deducted, number }) => [deducted, number]))
    for (const row of own) {
      const of = amounts.get(row.deducted)
      if (of !== undefined && of !== row.number && mayRepeat(row)) repeated.set(row, of)
    }
  }
  // A line of all beside the lines of its parts.
  const parted = rest.filter((row) => row.parts && !repeated.has(row))
  const sum = sumKobo(parted.map(({ deducted }) => deducted))
  for (const row of rest)
    if (!row.parts && parted[0] && row.deducted === sum && mayRepeat(row)) repeated.set(row, parted[0].number)
  return {
    taken: rows.filter((row) => !repeated.has(row)),
    repeated: rows.flatMap((row) => {
      const of = repeated.get(row)
      return of === undefined ? [] : [{ row, of }]
    }),
  }
}

/** The one component that a row is for. */
function componentOf(parts: Parts | undefined): Component | undefined {
  const named = components.filter((component) => parts?.[component] !== undefined)
  return named.length === 1 ? named[0] : undefined
}

function partsOf(rows: readonly ReturnedRow[]): Parts | undefined {
  const parts: Parts = {}
  for (const row of rows) {
    if (!row.parts) return undefined
    for (const component of components) {
      const amount = row.parts[component]
      if (amount !== undefined) parts[component] = ((parts[component] ?? 0n) + amount) as Kobo
    }
  }
  return parts
}

const rowsShown = 6

/** "Rows 2 and 3: savings ₦5,000.00, shares ₦1,000.00"; undefined where fewer than two say anything. */
function rowsNote(all: readonly ReturnedRow[], parts: Parts | undefined): string | undefined {
  const rows = all.filter(({ deducted }) => deducted > 0n)
  if (rows.length < 2) return undefined
  const numbers = rows.slice(0, rowsShown).map(({ number }) => String(number))
  const more = rows.length - numbers.length
  const last = more > 0 ? `${more} more` : numbers.pop()
  const named = components.flatMap((component) => {
    const amount = parts?.[component]
    return amount ? [`${componentNames[component].toLowerCase()} ${moneyText(amount)}`] : []
  })
  const of = named.length > 0 ? named : rows.slice(0, rowsShown).map(({ deducted }) => moneyText(deducted))
  return `Rows ${numbers.join(', ')} and ${last}: ${of.join(', ')}`
}

function varianceOf<Line, Row extends ReturnedRow>(
  kind: VarianceKind,
  rows: readonly Row[],
  line: Line | undefined,
  compared: readonly Component[],
  { notes = [], repeats }: { notes?: readonly (string | undefined)[]; repeats?: number },
): Variance<Line, Row> {
  const said = [...notes, ...rows.map(({ note }) => note)].filter((note) => note !== undefined)
  return {
    kind,
    rows,
    line,
    note: said.length > 0 ? said.join('. ') : undefined,
    decision: decisionsOf[kind][0],
    deducted: sumKobo(rows.map(({ deducted }) => deducted)),
    parts: partsOf(rows.length > 0 ? rows : [{ parts: undefined } as Row]),
    compared,
    repeats,
  }
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
