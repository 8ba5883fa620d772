import { type Day, dayText, daysBetween } from '#core/calendar.ts'
import { signedAmount } from '#core/spreadsheets/amount.ts'
import { cellText, type DayOrder, dayFromCell, isFormula, optionalCell, storedCells } from '#core/spreadsheets/cell.ts'
import { type LeftOut, type LeftOutRow, leftOutRows } from '#core/spreadsheets/left-out.ts'
import { type ShapedRow, shapeTable } from '#core/spreadsheets/table-shape.ts'
import { type Kobo, kobo, moneyText, zeroKobo } from '#core/money.ts'
import { Refusal, refusal, refuse } from '#core/refusal.ts'
import {
  missingColumns,
  partyColumn,
  type StatementColumns,
  statementColumns,
  statementFields,
  type StatementHeadings,
} from './statement-headings.ts'

/** A line of a bank statement; `amount` is above zero where money came in. */
export type StatementLine = { on: Day; narration: string; amount: Kobo; balance: Kobo }

/** A whole statement in the order in which its balance runs, with what it began and ended with and the rows that are none of its lines. */
export type Statement = {
  lines: (StatementLine & { /** Which of several lines that are alike in day, amount and balance. */ nth: number })[]
  opening: Kobo
  closing: Kobo
  leftOut: LeftOutRow[]
}

type Table = Parameters<typeof shapeTable>[0]

const monthsFirstRefused = refusal(
  'statement_months_first',
  422,
  'The dates of this file seem to have the month first, as in 09/21/2026 for 21 September. Choose “Month first” or “Day first” under “Choose which column is what”, or save the file with dates such as 21/09/2026.',
)
const afterToday = refusal(
  'statement_after_today',
  422,
  'Row {row} is of {day}, which is still to come. Take the statement as the bank gives it; dates have the day first, such as 31/03/2026.',
)
const doesNotAddUp = refusal(
  'statement_does_not_add_up',
  422,
  'The balance in row {row} does not follow: {before} and {moved} come to {expected}, and the file has {balance}. Take the statement as the bank gives it, with every row of its days.',
)

/** The headings of a statement, wherever they are in its file, its columns and its rows; `monthsFirst` where its dates make sense in that order alone. */
export function shapeStatement(
  table: Table,
  said: StatementHeadings | undefined,
): { headings: string[]; columns: StatementColumns; rows: ShapedRow[]; monthsFirst: boolean } {
  const { columns: headings, rows } = shapeTable(table, (names) => statementFields(names, said), [])
  const named = statementColumns(headings, said)
  // “Type” says of some banks' lines which way the money went, and of others' what they are.
  const sides = rows.flatMap(({ cells, leftOut }) => (leftOut === null && optionalCell(cells[named.side] ?? '')) || [])
  const columns = sides.some((text) => sideOf(text) !== undefined) ? named : { ...named, side: -1 }
  const days = rows.flatMap(({ cells, leftOut }) => (leftOut === null && optionalCell(cells[columns.on] ?? '')) || [])
  const areDays = (order: DayOrder) => days.every((text) => dayFromCell(text, order) !== undefined)
  return { headings, columns, rows, monthsFirst: days.length > 0 && !areDays('day') && areDays('month') }
}

/**
 * Reads a bank's file. The running balance decides what no heading says: which sign a column has, and in which order the lines
 * stand. Refuses: statement_columns_missing, statement_row_unreadable with every such row, statement_months_first,
 * statement_after_today, statement_does_not_add_up, file_empty.
 */
export function readStatement(table: Table, said: StatementHeadings | undefined, today: Day): Statement {
  const { headings, columns, rows, monthsFirst } = shapeStatement(table, said)
  const missing = missingColumns(columns)
  if (missing.length > 0) refuse('statement_columns_missing', { field: 'file', headings: missing.join(', ') })
  if (monthsFirst && said?.dayOrder !== 'month') refuse(monthsFirstRefused({ field: 'file' }))
  const order = said?.dayOrder ?? 'day'
  const party = partyColumn(headings, columns)
  const read = rows.map((row) => ({ row, as: lineOrWhyNot(row, readRow(row, columns, party, order)) }))
  refuseUnreadable(read)
  const found = read.flatMap(({ row, as }) => (typeof as === 'object' && 'moved' in as ? [{ ...as, row }] : []))
  if (found.length === 0) refuse('file_empty', { field: 'file' })
  refuseLater(found, columns, order, today)
  const carried = read.flatMap(({ row, as }) =>
    as === 'carried' ? (signedAmount(row.cells[columns.balance] ?? '') ?? []) : [],
  )
  const lines = inOrder(found, carried[0])
  if (said?.dayOrder === undefined) refuseMonthsLikely(lines, columns)
  refuseFar(lines)
  return {
    lines: numbered(lines),
    opening: kobo((lines[0]?.balance ?? 0n) - (lines[0]?.amount ?? 0n)),
    closing: lines.at(-1)?.balance ?? zeroKobo,
    leftOut: leftOutRows(read.map(({ row, as }) => ({ ...row, leftOut: typeof as === 'object' ? null : as }))),
  }
}

/** A line of which the columns leave open what moved: it is one of `moved`, the same for all lines. */
type Found = Omit<StatementLine, 'amount'> & { moved: readonly Kobo[] }
type Problem = { sentence: string }

/** A row as a line; else why it is none, or what can't be read of it. */
function readRow(row: ShapedRow, columns: StatementColumns, party: number, order: DayOrder): Found | LeftOut | Problem {
  const cells = storedCells(row)
  const text = (column: number) => optionalCell(cells[column] ?? '')
  if (Object.values(columns).some((column) => isFormula(cells[column] ?? '')))
    return { sentence: 'a cell has a formula; paste it as a value.' }
  const moved = movedIn(text, columns)
  const [on, balance] = [dayFromCell(text(columns.on), order), signedAmount(text(columns.balance))]
  if (moved === undefined || ('length' in moved && moved.every((amount) => amount === 0n)))
    return balance === undefined ? 'note' : 'carried'
  // Sums at the foot of a page have neither.
  if (text(columns.on) === '' && text(columns.balance) === '') return 'total'
  if ('sentence' in moved) return moved
  if (on === undefined) return { sentence: 'the date could not be read. Use a date such as 31/03/2026.' }
  if (balance === undefined) return { sentence: 'the balance could not be read.' }
  const narration = [columns.narration, party]
    .map((column) => cellText(cells[column] ?? ''))
    .filter((each) => each !== '')
    .join(' · ')
  return { on, narration: narration.slice(0, 300), moved, balance }
}

/** A row with a day, an amount and a balance is a line whatever its narration says: only “Total” without them is a total. */
function lineOrWhyNot({ leftOut }: ShapedRow, read: Found | LeftOut | Problem): Found | LeftOut | Problem {
  const isLine = typeof read === 'object' && 'moved' in read
  return leftOut === null || (isLine && (leftOut === 'total' || leftOut === 'note')) ? read : leftOut
}

/** What moved, by each way to read it; undefined where nothing did. */
function movedIn(
  text: (column: number) => string,
  { paidIn, paidOut, amount, side }: StatementColumns,
): readonly Kobo[] | Problem | undefined {
  const unreadable = { sentence: 'the amount could not be read.' }
  if (paidIn !== -1 && paidOut !== -1) {
    if (text(paidIn) === '' && text(paidOut) === '') return undefined
    const [received, paid] = [paidIn, paidOut].map((column) =>
      text(column) === '' ? zeroKobo : signedAmount(text(column)),
    )
    if (received === undefined || paid === undefined) return unreadable
    if (received !== 0n && paid !== 0n) return { sentence: 'both a debit and a credit are on it.' }
    // Some banks write what went out below zero in its own column; others write a debit that was taken back so.
    return received !== 0n ? [received, received] : [kobo(paid > 0n ? -paid : paid), kobo(-paid)]
  }
  if (text(amount) === '') return undefined
  const signed = signedAmount(text(amount))
  if (signed === undefined) return unreadable
  if (side === -1) return [signed]
  const way = sideOf(text(side))
  if (way === undefined) return { sentence: 'it says neither debit nor credit.' }
  const size = signed < 0n ? kobo(-signed) : signed
  return way === 'out' ? [kobo(-size), kobo(-signed)] : [size, signed]
}

function sideOf(text: string): 'in' | 'out' | undefined {
  if (/^(?:d|dr|debit)\.?$/i.test(text)) return 'out'
  return /^(?:c|cr|credit)\.?$/i.test(text) ? 'in' : undefined
}

function refuseUnreadable(read: readonly { row: ShapedRow; as: Found | LeftOut | Problem }[]): void {
  const [wrong, ...others] = read.flatMap(({ row, as }) =>
    typeof as === 'object' && 'sentence' in as
      ? [new Refusal('statement_row_unreadable', { field: 'file', row: row.number, sentence: as.sentence })]
      : [],
  )
  if (wrong) throw new Refusal(wrong.code, wrong.detail, others.slice(0, 100))
}

/** No bank knows of a day to come: such a file has its months first, or is none of today. */
function refuseLater(
  found: readonly (Found & { row: ShapedRow })[],
  columns: StatementColumns,
  order: DayOrder,
  today: Day,
): void {
  const later = found.find(({ on }) => on > today)
  if (!later) return
  const byMonth = found.map(({ row }) => dayFromCell(optionalCell(row.cells[columns.on] ?? ''), 'month'))
  if (order === 'day' && byMonth.every((day) => day !== undefined && day <= today))
    refuse(monthsFirstRefused({ field: 'file' }))
  refuse(afterToday({ field: 'file', row: later.row.number, day: dayText(later.on) }))
}

type Placed = StatementLine & { row: ShapedRow }

/** Days that jump back and forth, or that are the same day of each month, and run on within a month where the months come first. */
function refuseMonthsLikely(lines: readonly Placed[], columns: StatementColumns): void {
  const byMonth = lines.flatMap(({ row }) => {
    const on = dayFromCell(optionalCell(row.cells[columns.on] ?? ''), 'month')
    return on ? [{ on }] : []
  })
  if (byMonth.length < lines.length || lines.every(({ on }, index) => on === byMonth[index]?.on)) return
  const months = (days: readonly { on: Day }[]) => new Set(days.map(({ on }) => on.slice(0, 7))).size
  const isOneDay = new Set(lines.map(({ on }) => on.slice(8))).size === 1 && months(lines) > 1 && months(byMonth) === 1
  if (isByDay(byMonth) && (isOneDay || !isByDay(lines))) refuse(monthsFirstRefused({ field: 'file' }))
}

const yearMax = 366

/** A year that was typed wrong: a bank writes no line more than a year from those before and behind it. */
function refuseFar(lines: readonly Placed[]): void {
  const isFar = (one: Placed | undefined, other: Placed | undefined) =>
    !one || !other || Math.abs(daysBetween(one.on, other.on)) > yearMax
  const far = lines.find((line, index) => isFar(lines[index - 1], line) && isFar(line, lines[index + 1]))
  if (far && lines.length > 1)
    throw new Refusal('statement_row_unreadable', {
      field: 'file',
      row: far.row.number,
      sentence:
        'its date is more than a year from the lines beside it. Correct it; where it is right, take those lines as a file of their own.',
    })
}

/**
 * The lines in the order in which the balance follows from them, and what moved by the way to read it that makes it follow: banks
 * write the oldest or the newest first, or the days one way and the lines of a day the other. Refuses: statement_does_not_add_up
 * with the first line that does not fit where that way comes furthest.
 */
function inOrder(found: readonly (Found & { row: ShapedRow })[], carried: Kobo | undefined): Placed[] {
  const ways = Array.from({ length: Math.max(...found.map(({ moved }) => moved.length)) }, (_, way) =>
    found.map((line) => ({ ...line, amount: line.moved[way] ?? zeroKobo })),
  )
  // Beside debits that are written plainly one below zero was taken back; where all are below zero it is how they are written.
  const differs = found.some(({ moved: [one, other] }) => other !== undefined && one !== other)
  const isMixed = differs && found.some(({ moved: [one, other] }) => one === other && (one ?? 0n) < 0n)
  const read = isMixed ? ways.toReversed() : ways
  let best: { lines: Placed[]; at: number } | undefined
  let fits: Placed[] | undefined
  for (const lines of [...read, ...signedByBalance(found, carried)])
    for (const order of ordersOf(lines)) {
      const at = order.findIndex((line, index) => {
        const before = order[index - 1]
        return before !== undefined && before.balance + line.amount !== line.balance
      })
      if (at === -1) {
        if (isByDay(order)) return order
        fits ??= order
      } else if (!best || at > best.at) best = { lines: order, at }
    }
  if (fits) return fits
  const [before, line] = [best?.lines[best.at - 1], best?.lines[best.at]]
  if (!before || !line) return refuse('file_empty', { field: 'file' })
  return refuse(
    doesNotAddUp({
      field: 'file',
      row: line.row.number,
      before: moneyText(before.balance),
      moved: moneyText(line.amount),
      expected: moneyText(kobo(before.balance + line.amount)),
      balance: moneyText(line.balance),
    }),
  )
}

/** Where one column has all amounts without a sign, the balance before each says which way it went. */
function signedByBalance(found: readonly (Found & { row: ShapedRow })[], carried: Kobo | undefined): Placed[][] {
  if (carried === undefined || found.some(({ moved }) => moved.length > 1 || (moved[0] ?? 0n) < 0n)) return []
  return ordersOf(found).map((order) =>
    order.map((line, index) => {
      const [amount = zeroKobo] = line.moved
      const before = order[index - 1]?.balance ?? carried
      return { ...line, amount: before - amount === line.balance ? kobo(-amount) : amount }
    }),
  )
}

/** As they stand and the other way round, as a whole, by days, and within each day. */
function ordersOf<Line extends { on: Day }>(lines: readonly Line[]): Line[][] {
  const days: Line[][] = []
  for (const line of lines) {
    const day = days.at(-1)
    if (day?.[0]?.on === line.on) day.push(line)
    else days.push([line])
  }
  const inner = days.map((day) => day.toReversed())
  return [[...lines], lines.toReversed(), days.toReversed().flat(), inner.flat()]
}

const isByDay = (lines: readonly { on: Day }[]) =>
  lines.every(({ on }, index) => index === 0 || (lines[index - 1]?.on ?? on) <= on)

function numbered(lines: readonly Placed[]): Statement['lines'] {
  const seen = new Map<string, number>()
  return lines.map(({ on, narration, amount, balance }) => {
    const key = `${on} ${amount} ${balance}`
    const nth = (seen.get(key) ?? 0) + 1
    seen.set(key, nth)
    return { on, narration, amount, balance, nth }
  })
}
