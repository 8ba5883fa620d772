import { membershipFromCell } from '#features/members/members/rules/membership-cell.ts'
import { numberKey } from '#features/members/members/rules/number-key.ts'
import { type Kobo, moneyText, sumKobo, zeroKobo } from '#core/money.ts'
import { type Amounts, componentNames, noAmounts, totalOf } from '#features/payroll/employers/rules/component.ts'
import type { Parts } from '#features/payroll/employers/rules/layout.ts'
import { type Component, components } from '#features/payroll/employers/rules/words.ts'
import {
  type Known,
  memberCell,
  recogniseMember,
  type Register,
  registerOf,
  whyNotOne,
} from '#features/members/members/rules/recognise-member.ts'
import {
  type Employee,
  nameAgrees,
  nameKey,
  nameMatcher,
  namesOther,
} from '#features/members/members/rules/name-match.ts'
import type { Confirmation, Decision, VarianceKind } from './words.ts'

/** What a line may become, the usual first; nothing was deducted where it is missing, so nothing is decided. What fell has no usual: an officer decides. */
export const decisionsOf: Readonly<Record<VarianceKind, readonly Decision[]>> = {
  exact: ['post', 'hold', 'refuse'],
  short: ['split', 'post', 'hold', 'refuse'],
  over: ['split', 'post', 'hold', 'refuse'],
  mixed: ['split', 'post', 'hold', 'refuse'],
  rose: ['split', 'post', 'hold', 'refuse'],
  fell: ['refuse', 'hold', 'post'],
  missing: [],
  unknown: ['hold', 'refuse'],
  duplicate: ['hold', 'refuse'],
}

/** The decisions about one line: a row that only looks like another one, or like an earlier file's, may be counted as well. */
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
  /** What earlier files of the month brought, and was not refused; null where there is nothing. */
  earlier: Earlier | null
} & Amounts

/** What an employer said of a member in earlier files of a month. */
export type Earlier = {
  /** By component: as the files said it, else as it was used. */
  said: Amounts
  /** Held of files that named no component. */
  held: Kobo
  /** Held because a row looked like another one. */
  aside: Kobo
  /** All of it was held. */
  isHeld: boolean
  /** Each file named its components. */
  isParted: boolean
}

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
  /** What an officer said of it. */
  confirmed: Confirmation | undefined
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
  /** With which components of the schedule it is compared, and what of them was still open. */
  compared: readonly Component[]
  due: Amounts
  /** The row that it looks like. */
  repeats: number | undefined
  /** A row has the member's number and somebody else's name. */
  namesOther: boolean
}

const notActiveNote = 'No longer an active member'
const deductedNote = 'Posted from an earlier file'
const heldNote = 'Held from an earlier file'
const untilNamed =
  'Put the membership number in full in the file and upload it again, or hold the money and allocate it.'
const foundByNotes = { number: undefined, formerNumber: 'Found by the old membership number', phone: 'Found by phone' }
const foundByName = 'Found by name'
const sumNote = 'Has the sum of the rows above it. If it is a person, hold it'

/** Whom a row names, by its number where it has one, else by its name: money of an unknown person is known again by this. */
export function strangerKey({
  staffNumber,
  membershipno,
  name,
}: Pick<ReturnedRow, 'staffNumber' | 'membershipno' | 'name'>): string {
  const cell = memberCell(staffNumber || membershipno || '')
  if (cell?.as === 'phone') return `phone ${cell.phones.toSorted().join(' ')}`
  if (staffNumber) return `staff ${numberKey(staffNumber)}`
  return membershipno ? `member ${runningNumber(membershipno)}` : `name ${nameKey(name)}`
}

/**
 * Compares a file with its schedule. A person is found by staff number, then by membership number, and is no one where these are
 * of two; where no number names anybody, by a name that one employee alone has. A number decides
 * against another name, and a note has both. What a person's rows say is added up and compared once, with what earlier files of the month have left open. A row that is
 * like an earlier one is a duplicate, and so is one with the same amount where more came than was scheduled. A file that has one
 * component alone is compared with that. Who is in the file comes in its order, then the lines that it leaves out. `others` are the
 * employees, and members who are not on the schedule and may be named by a row; `held` is what earlier files brought for those whom no one knows.
 */
export function compareReturn<Line extends ScheduledLine, Row extends ReturnedRow>(
  lines: readonly Line[],
  rows: readonly Row[],
  others: readonly Employee[] = [],
  held: ReadonlyMap<string, Kobo> = new Map(),
  register: Register<NamedPerson> = noRegister,
): Variance<Line, Row>[] {
  const scope = scopeOf(rows)
  const groups = new Map<Line | Row, Group<Line, Row>>()
  const whoIs = personFinder(lines, others, register)
  const misnamed = new Set<Row>()
  for (const row of rows) {
    const { line, note, namesOther: isMisnamed } = whoIs(row)
    const group = groups.get(line ?? row) ?? { line, rows: [], note }
    group.rows.push(row)
    if (isMisnamed) misnamed.add(row)
    groups.set(line ?? row, group)
  }
  const sums = sumsAmong(rows)
  const left = new Map(held)
  const missing = lines.filter(
    (line) => !groups.get(line)?.rows.length && totalOf(dueOf(line, scope, line.earlier?.said)) > 0n,
  )
  return [
    ...[...groups.values()].flatMap((group) =>
      group.line
        ? judge({ ...group, line: group.line }, scope).map((found) => withNames(found, misnamed))
        : strangerOf<Line, Row>(group, sums, left),
    ),
    ...missing.map((line) =>
      varianceOf<Line, Row>('missing', [], line, { compared: scope, due: dueOf(line, scope, line.earlier?.said) }),
    ),
  ]
}

/** What a file says of one person. */
type Group<Line, Row> = { line: Line | undefined; rows: Row[]; note: string | undefined }

/** Says whom the rows of a line name, where that is not whose number they have. */
function withNames<Line extends ScheduledLine, Row extends ReturnedRow>(
  found: Variance<Line, Row>,
  misnamed: ReadonlySet<Row>,
): Variance<Line, Row> {
  const rows = found.rows.filter((row) => misnamed.has(row))
  if (rows.length === 0 || !found.line) return found
  const names = [...new Set(rows.map(({ name }) => name))]
  const who = rows.length === 1 ? `Row ${rows[0]?.number} names` : `Rows ${numbersText(rows)} name`
  const note = `${who} ${someText(names)}; this number is ${found.line.name}’s`
  return { ...found, namesOther: true, note: found.note === undefined ? note : `${note}. ${found.note}` }
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

/** Money of an unknown person is held, once: what is known again, also by the name that an earlier file had alone, is taken off `held`. A row that is probably a total is refused, with a note that says why. */
function strangerOf<Line, Row extends ReturnedRow>(
  { rows, note }: Group<Line, Row>,
  sums: ReadonlySet<ReturnedRow>,
  held: Map<string, Kobo>,
): Variance<Line, Row>[] {
  const isSum = note === undefined && rows.every((row) => sums.has(row))
  if (isSum) {
    const sum = varianceOf<Line, Row>('unknown', rows, undefined, { notes: [sumNote] })
    return [{ ...sum, decision: 'refuse' }]
  }
  const deducted = sumKobo(rows.map((row) => row.deducted))
  let left = deducted
  for (const key of rows.slice(0, 1).flatMap((row) => [strangerKey(row), `name ${nameKey(row.name)}`])) {
    const known = smaller(held.get(key) ?? zeroKobo, left)
    if (known > 0n) held.set(key, ((held.get(key) ?? 0n) - known) as Kobo)
    left = (left - known) as Kobo
  }
  const again = (deducted - left) as Kobo
  const part = again > 0n ? { parts: undefined, deducted: left } : {}
  const lines: Variance<Line, Row>[] = []
  if (again > 0n)
    lines.push({
      ...varianceOf<Line, Row>('duplicate', rows, undefined, { notes: [heldNote], parts: undefined, deducted: again }),
      decision: 'refuse',
    })
  if (left > 0n || again === 0n)
    lines.push(varianceOf<Line, Row>('unknown', rows, undefined, { notes: [note], ...part }))
  return lines
}

function smaller(one: Kobo, other: Kobo): Kobo {
  return one < other ? one : other
}

/** What was scheduled for these components, less what came before. */
export function dueOf(line: Amounts, compared: readonly Component[], before: Amounts = noAmounts): Amounts {
  const due: Record<Component, Kobo> = { ...noAmounts }
  for (const component of compared)
    due[component] = (line[component] - smaller(line[component], before[component])) as Kobo
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
  register: Register<NamedPerson> = noRegister,
): Component | undefined {
  const whoIs = personFinder(lines, others, register)
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
  if (all.every(([line, of]) => isSaid(of, totalOf(line)))) return undefined
  const alone = components.filter((component) => all.every(([line, of]) => isSaid(of, line[component])))
  return alone.length === 1 ? alone[0] : undefined
}

/** The components of a line of which no earlier file brought anything. */
function untouched({ earlier }: ScheduledLine): readonly Component[] {
  return earlier ? components.filter((component) => earlier.said[component] === 0n) : components
}

/** A member whom a file may name by an old number or a phone as well. */
export type NamedPerson = Known & { membershipno: string }

const noRegister: Register<NamedPerson> = registerOf('', [])

const calledText = ({ name, membershipno }: Pick<Employee, 'name' | 'membershipno'>) => `${name} (${membershipno})`

/** Who a row names, among those who are scheduled; the note says why no one is, or that a name alone was known. */
function personFinder<Line extends ScheduledLine>(
  lines: readonly Line[],
  others: readonly Employee[],
  register: Register<NamedPerson>,
) {
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
  return (row: ReturnedRow): { line: Line | undefined; note: string | undefined; namesOther?: boolean } => {
    const key = row.staffNumber === undefined ? undefined : numberKey(row.staffNumber)
    const ofStaff = key === undefined ? undefined : (byStaff.get(key) ?? elsewhereByStaff.get(key))
    const cell = memberCell(row.membershipno ?? '')
    const inStaff = ofStaff || cell ? undefined : memberCell(row.staffNumber ?? '')
    // A staff number is none of the society's old numbers.
    const called = recogniseMember(
      inStaff?.as === 'phone' ? inStaff : cell,
      row.name,
      register,
      ({ membershipno }) => lineOf.has(membershipno) || membershipno === ofStaff?.membershipno,
    )
    const [one, another] = called?.members ?? []
    const isStaffs = called?.members.some(({ membershipno }) => membershipno === ofStaff?.membershipno)
    if (called && one && !ofStaff && called.as !== 'number') {
      const { found, everyWord } = byName(row.name)
      const line = found && lineOf.get(found.membershipno)
      const isTheirs = called.members.some(({ name }) => nameAgrees(row.name, name) === 'whole')
      const isElsewhere = another ? called.as === 'phone' : !lineOf.has(one.membershipno)
      if (line && !isTheirs && isElsewhere) return { line, note: foundByName }
      if (everyWord.length > 0 && !isTheirs && !another) {
        const what = called.as === 'phone' ? 'phone' : 'old membership number'
        const named = everyWord.map(calledText).join(' and ')
        return { line: undefined, note: `The ${what} is of ${calledText(one)}, the name of ${named}. ${untilNamed}` }
      }
    }
    if (called && another && !isStaffs)
      return { line: undefined, note: `${whyNotOne(called, register.coopId)}. ${untilNamed}` }
    const ofMembership = isStaffs ? ofStaff : (one ?? byMembership(row.membershipno) ?? elsewhere(row.membershipno))
    const foundBy = ofStaff || !called ? undefined : foundByNotes[called.as]
    if (ofStaff && ofMembership && ofStaff.membershipno !== ofMembership.membershipno) {
      const note = `Staff number ${row.staffNumber} is ${ofStaff.name}, membership number ${row.membershipno} is ${ofMembership.name}`
      return { line: undefined, note }
    }
    const person = ofStaff ?? ofMembership
    if (person) {
      const line = lineOf.get(person.membershipno)
      if (!line) return { line, note: `${person.name} is not on this schedule` }
      return { line, note: foundBy, namesOther: row.name !== '' && namesOther(row.name, person, byName) }
    }
    const { found, candidates } = byName(row.name)
    if (!found) {
      const named = candidates.slice(0, 3).map(calledText)
      return { line: undefined, note: named.length > 0 ? `May be ${named.join(' or ')}` : undefined }
    }
    const line = lineOf.get(found.membershipno)
    return { line, note: line ? foundByName : `${found.name}, by the name, is not on this schedule` }
  }
}

/** What one person's rows come to: what an earlier file brought, what looks like a repetition, and the rest as one comparison. */
function judge<Line extends ScheduledLine, Row extends ReturnedRow>(
  { line, rows, note: who }: Omit<Group<Line, Row>, 'line'> & { line: Line },
  scope: readonly Component[],
): Variance<Line, Row>[] {
  const { taken, repeated } = withoutRepeats(rows, dueOf(line, scope))
  const aside = sumKobo(repeated.map(({ row }) => row.deducted))
  const before = line.earlier?.aside ?? zeroKobo
  const isHeld = aside > 0n && aside <= before
  const { again, fell, fresh, compared, note } = sinceEarlier(line, taken, scope, before > aside ? before - aside : 0n)
  const found: Variance<Line, Row>[] = []
  const due = dueOf(line, compared, line.earlier?.said)
  if (again) {
    const isOpen = again.mayAdd && totalOf(dueOf(line, again.named, line.earlier?.said)) > 0n && !note
    const repeats = isOpen ? again.rows[0]?.number : undefined
    const notes = [line.earlier?.isHeld ? heldNote : deductedNote]
    found.push({ ...varianceOf('duplicate', again.rows, line, { notes, ...again, repeats }), decision: 'refuse' })
  }
  if (fell) {
    const open = fresh ? {} : { compared, due }
    found.push({
      ...varianceOf('fell', fell.rows, line, { notes: [fell.note], ...fell, ...open }),
      decision: undefined,
    })
  }
  if (fresh) {
    const kind = !line.isActive ? 'unknown' : note ? 'rose' : kindOf(due, fresh.deducted, fresh.parts)
    const notes = [line.isActive ? undefined : notActiveNote, who, note, rowsNote(fresh.rows, partsOf(fresh.rows))]
    found.push(varianceOf(kind, fresh.rows, line, { notes, ...fresh, compared, due }))
  }
  for (const { row, of } of repeated) {
    const like =
      row.alike === undefined
        ? `Row ${row.number} has the amount of row ${of} again`
        : `Row ${row.number} is like row ${of}`
    const variance = varianceOf('duplicate', [row], line, { notes: [like], compared: scope, repeats: of })
    found.push(isHeld ? { ...variance, decision: 'refuse', note: heldNote, repeats: undefined } : variance)
  }
  return found
}

/** Some of what a person's rows say, for these components. */
type Portion<Row> = { rows: readonly Row[]; deducted: Kobo; parts: Parts | undefined; named: readonly Component[] }

/**
 * Divides what a person's rows say by what earlier files said: the same again, a figure that fell, and what is new, which of a figure that
 * rose is the difference. What an officer adds to an earlier file is new. `aside` was held already, so that the next rise is no new money.
 */
function sinceEarlier<Row extends ReturnedRow>(
  line: ScheduledLine,
  rows: readonly Row[],
  scope: readonly Component[],
  aside: bigint,
): {
  /** With whether it comes on top where an officer says so of its first row. */
  again: (Portion<Row> & { mayAdd: boolean }) | undefined
  fell: (Portion<Row> & { note: string }) | undefined
  fresh: Portion<Row> | undefined
  compared: readonly Component[]
  note: string | undefined
} {
  const parts = partsOf(rows)
  const deducted = sumKobo(rows.map((row) => row.deducted))
  const { earlier } = line
  const whole = { rows, deducted, parts, named: scope }
  const nothing = { again: undefined, fell: undefined, note: undefined }
  if (rows.length === 0) return { ...nothing, fresh: undefined, compared: scope }
  if (!earlier) return { ...nothing, fresh: whole, compared: scope }
  const added = rows.filter(({ confirmed }) => confirmed === 'added')
  const isAdded = (some: readonly Row[], keys: readonly Key[]) =>
    some.some((row) => !row.parts || keys.some((key) => key === 'whole' || row.parts?.[key] !== undefined))
  // Where each file names its components, one without is of those that none named.
  const rest = untouched(line)
  if (
    !parts &&
    earlier.isParted &&
    rest.length < components.length &&
    deducted > 0n &&
    deducted === totalOf(dueOf(line, rest))
  )
    return { ...nothing, fresh: whole, compared: rest }

  const keys: readonly Key[] = parts ? components.filter((component) => parts[component] !== undefined) : ['whole']
  const now = (key: Key) => (key === 'whole' ? deducted : (parts?.[key] ?? zeroKobo))
  const then = (key: Key) => (key === 'whole' ? ((totalOf(earlier.said) + earlier.held) as Kobo) : earlier.said[key])
  const came = keys.filter((key) => now(key) > 0n && then(key) > 0n)
  const less = came.filter((key) => now(key) < then(key))
  const same = came.filter((key) => now(key) === then(key))
  const onTopBy = (some: readonly Row[]) =>
    less.length > 0 && isAdded(some, less) ? less : isAdded(some, same) ? same : []
  const onTop = onTopBy(added)
  let held = aside + (parts ? earlier.held : 0n)
  const split = new Map(
    keys.map((key) => {
      if (onTop.includes(key)) return [key, { again: 0n, fell: 0n, fresh: now(key) as bigint }]
      if (less.includes(key)) return [key, { again: 0n, fell: now(key) as bigint, fresh: 0n }]
      const risen = now(key) > then(key) ? now(key) - then(key) : 0n
      const known = risen < held ? risen : held
      held -= known
      return [key, { again: now(key) - risen + known, fell: 0n, fresh: risen - known }]
    }),
  )
  const portion = (which: 'again' | 'fell' | 'fresh'): Portion<Row> | undefined => {
    const named = keys.filter((key) => (split.get(key)?.[which] ?? 0n) > 0n)
    if (named.length === 0) return undefined
    const amount = (key: Key) => (split.get(key)?.[which] ?? 0n) as Kobo
    const own = named.filter((key) => key !== 'whole')
    return {
      rows: rows.filter((row) => !parts || row.deducted === 0n || own.some((key) => (row.parts?.[key] ?? 0n) > 0n)),
      deducted: sumKobo(named.map(amount)),
      parts: parts && (Object.fromEntries(own.map((key) => [key, amount(key)])) as Parts),
      named: parts ? own : scope,
    }
  }
  const again = portion('again')
  const mayAdd = onTopBy([...added, ...(again?.rows.slice(0, 1) ?? [])]).some(
    (key) => (split.get(key)?.again ?? 0n) > 0n,
  )
  const fell = portion('fell')
  const rose = came.filter((key) => now(key) > then(key) && (split.get(key)?.fresh ?? 0n) > 0n)
  const both = (all: readonly Key[]) =>
    `${moneyText(sumKobo(all.map(now)))} in this file, ${moneyText(sumKobo(all.map(then)))} in an earlier one`
  return {
    again: again && { ...again, mayAdd },
    fell: fell && { ...fell, note: both(less) },
    // A row without an amount says something too.
    fresh: portion('fresh') ?? (again || fell ? undefined : whole),
    compared: scope,
    note: rose.length > 0 ? `${both(rose)}: the difference is new` : undefined,
  }
}

/** A component that a file names, or all of what it says. */
type Key = Component | 'whole'

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
  const mayRepeat = (row: Row) =>
    row.confirmed !== 'counted' && row.confirmed !== 'added' && row.deducted > 0n && !repeated.has(row)
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
  const named = components.flatMap((component) => {
    const amount = parts?.[component]
    return amount ? [`${componentNames[component].toLowerCase()} ${moneyText(amount)}`] : []
  })
  const of = named.length > 0 ? named : rows.slice(0, rowsShown).map(({ deducted }) => moneyText(deducted))
  return `Rows ${numbersText(rows)}: ${of.join(', ')}`
}

function numbersText(rows: readonly ReturnedRow[]): string {
  return someText(rows.map(({ number }) => String(number)))
}

/** "2", "2 and 3", "2, 3 and 30 more". */
function someText(all: readonly string[]): string {
  const shown = all.slice(0, rowsShown)
  const more = all.length - shown.length
  const last = more > 0 ? `${more} more` : shown.pop()
  return shown.length > 0 ? `${shown.join(', ')} and ${last}` : `${last}`
}

function varianceOf<Line, Row extends ReturnedRow>(
  kind: VarianceKind,
  rows: readonly Row[],
  line: Line | undefined,
  {
    notes = [],
    compared = [],
    due = noAmounts,
    repeats,
    ...of
  }: {
    notes?: readonly (string | undefined)[]
    compared?: readonly Component[]
    due?: Amounts
    repeats?: number | undefined
    deducted?: Kobo
    parts?: Parts | undefined
  },
): Variance<Line, Row> {
  const said = [...notes, ...rows.map(({ note }) => note)].filter((note) => note !== undefined)
  return {
    kind,
    rows,
    line,
    note: said.length > 0 ? said.join('. ') : undefined,
    decision: decisionsOf[kind][0],
    deducted: of.deducted ?? sumKobo(rows.map(({ deducted }) => deducted)),
    parts: 'parts' in of ? of.parts : partsOf(rows.length > 0 ? rows : [{ parts: undefined } as Row]),
    compared,
    due,
    repeats,
    namesOther: false,
  }
}

/** Finds who has the membership number of a cell, in full or without its cooperative. */
function byMembershipNumber<Named extends { membershipno: string }>(
  all: readonly Named[],
): (cell: string | undefined) => Named | undefined {
  const found = new Map(
    all.flatMap((each) => [
      [fullNumber(each.membershipno), each] as const,
      [runningNumber(each.membershipno), each] as const,
    ]),
  )
  return (cell) => {
    if (cell === undefined) return undefined
    // Another society's number is no one's here.
    const isFull = membershipFromCell(cell)?.coopId !== undefined
    return found.get(fullNumber(cell)) ?? (isFull ? undefined : found.get(runningNumber(cell)))
  }
}

function fullNumber(membershipno: string): string {
  const { coopId, number } = membershipFromCell(membershipno) ?? {}
  return coopId === undefined ? numberKey(membershipno) : `${coopId}/${number}`
}

/** 42 of AJO-7K2M9Q/00042 and of 42 alone; a number of another shape is itself. */
function runningNumber(membershipno: string): string {
  const [, digits] = /^(?:AJO-[A-Z0-9]{6}\s*[/\\-]\s*)?(\d{1,9})(?:\.0+)?$/i.exec(membershipno.trim()) ?? []
  return digits === undefined ? numberKey(membershipno) : `#${Number(digits)}`
}
