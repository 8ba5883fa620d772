import { type Day, dayText, daysBetween } from '#core/calendar.ts'
import { signedAmount } from '#core/spreadsheets/amount.ts'
import { balanceAtEnd } from '#core/spreadsheets/balance-at-end.ts'
import { type DayOrder, optionalCell } from '#core/spreadsheets/cell.ts'
import { type LeftOut, type LeftOutRow, leftOutRows } from '#core/spreadsheets/left-out.ts'
import { isForward, type ShapedRow, shapeTable } from '#core/spreadsheets/table-shape.ts'
import { type Difference, differencesOf, differenceText, whyDiffers } from './file-figures.ts'
import { type Kobo, kobo, moneyText, zeroKobo } from '#core/money.ts'
import { Refusal, refusal, refuse } from '#core/refusal.ts'
import { decidedDayOrder } from './day-order.ts'
import {
  type Corrected,
  type Corrections,
  correctionsMade,
  correctTable,
  refuseHeadings,
  type Table,
} from './statement-corrections.ts'
import {
  headingsOf,
  missingColumns,
  partyColumn,
  referenceColumn,
  type StatementColumns,
  statementColumns,
  type StatementField,
  statementFields,
  type StatementHeadings,
} from './statement-headings.ts'
import { repeatedRows } from './repeated-rows.ts'
import {
  inOrder,
  type LineOrder,
  type Misfit,
  type Open,
  type OrderClues,
  type Placed,
  withBalances,
} from './statement-order.ts'
import { type CellProblem, dayReader, type Found, readRow, sideOf } from './statement-row.ts'

/** A whole statement in the order in which its balance runs, with what it began and ended with and the rows that are none of its lines. */
export type Statement = { lines: Placed[]; opening: Kobo; closing: Kobo; leftOut: LeftOutRow[] }

/** What is wrong with a row, and in which of its cells; null where no single cell is wrong. */
export type RowProblem = { row: number; field: StatementField | null; refusal: Refusal }

/** A file as far as it can be read, and what a person has to say of it before it is a statement. */
export type Reading = Pick<Statement, 'lines' | 'opening' | 'closing'> & {
  headings: string[]
  columns: StatementColumns
  dayOrder: DayOrder
  /** Every row of the file under its headings or above them; `as` is null for a line, and `hand` where a person alone leaves it out. */
  rows: (ShapedRow & { as: LeftOut | 'hand' | null })[]
  /** What the file lacks to be read at all. */
  missing: Refusal | undefined
  /** What it begins or ends with is all that it says of balances: those of its lines are made from their order. */
  isBalanceAtEnd: boolean
  /** Its dates make sense with the month first only, or more so, and are read so; or both ways, and the bank's last file had the month first. No one has said which it is. */
  asksOrder: boolean
  /** They make sense both ways, and what is stored may decide. */
  isEitherOrder: boolean
  /** What it begins with read with the oldest and with the newest line of a day above, where both fit and nothing says which it is. */
  lineOrders: Record<LineOrder, Kobo> | undefined
  problems: RowProblem[]
  /** What the file says beside its lines and they don't come to; a person has said of those that are accepted that the lines are all here. */
  differences: (Difference & { isAccepted: boolean })[]
  /** The row before the first line whose balance does not follow. */
  rowBefore: number | undefined
  corrected: Corrected[]
}

const columnsMissing = refusal(
  'statement_columns_missing',
  422,
  'This file has no column {headings}. Choose which column is what, or give the columns of the statement these headings; a signed “Amount” may take the place of debit and credit.',
)
const balanceMissing = refusal(
  'statement_columns_missing',
  422,
  'This file has no balance after each line, so it can’t be checked for missing lines. Download the account statement from the bank, not the list of transactions: as Excel, CSV or MT940 it has the balance. If a column of this file is the balance, choose it under “Choose which column is what”.',
)
const rowUnreadable = refusal('statement_row_unreadable', 422, 'Row {row}: {sentence}')
const monthsFirstRefused = refusal(
  'statement_months_first',
  422,
  'The dates of this file seem to have the month first, as in 09/21/2026 for 21 September. Choose “Month first” or “Day first”, or save the file with dates such as 21/09/2026.',
)
const dayOrderUnclear = refusal(
  'statement_months_first',
  422,
  'The dates of this file make sense both ways, as 04/09/2026 is 4 September or 9 April, and an earlier file of this bank had the month first. Choose “Month first” or “Day first”.',
)
const lineOrderUnclear = refusal(
  'statement_line_order_unclear',
  422,
  'The balances of this file fit both ways: with the oldest line of a day on top it begins with {oldest}, with the newest on top with {newest}. Choose “Oldest on top” or “Newest on top”, or read the statement that ends before it.',
)
const afterToday = refusal(
  'statement_after_today',
  422,
  'Row {row} is of {day}, which is still to come. Correct its date, or take the statement as the bank gives it; dates have the day first, such as 31/03/2026.',
)
const leftOutInBalance = refusal(
  'statement_row_in_balance',
  422,
  'Row {leftOut} is left out, and its amount is in the balance of row {row}. Take it back: a line that is here already is not added again.',
)
const doesNotAddUp = refusal(
  'statement_does_not_add_up',
  422,
  'The balance in row {row} does not follow: {before} and {moved} come to {expected}, and the file has {balance}. Correct the cell that is wrong, or take the statement as the bank gives it, with every row of its days.',
)

/** The headings of a statement, wherever they are in its file, its columns and its rows, and its dates. */
function shapeStatement(table: Table, said: StatementHeadings | undefined) {
  const { columns: headings, rows } = shapeTable(table, (names) => statementFields(names, said), [])
  const named = statementColumns(headings, said)
  // “Type” says of some banks' lines which way the money went, and of others' what they are.
  const sides = rows.flatMap(({ cells, leftOut }) => (leftOut === null && optionalCell(cells[named.side] ?? '')) || [])
  const columns = sides.some((text) => sideOf(text) !== undefined) ? named : { ...named, side: -1 }
  const days = rows.flatMap(({ cells, leftOut }) => (leftOut === null && optionalCell(cells[columns.on] ?? '')) || [])
  return { headings, columns, rows, days }
}

/** `line` is what a row that is left out by hand would be. */
type ReadRow = ShapedRow & { as: Found | LeftOut | 'hand' | CellProblem[]; line?: Found }
const isFound = (as: ReadRow['as']): as is Found => typeof as === 'object' && 'moved' in as

/**
 * Reads a bank's file as far as it goes. The running balance decides what no heading says: which sign a column has, and in which
 * order the lines are; it is compared once every row can be read. Refuses: statement_correction_unknown,
 * statement_heading_unknown, statement_headings_repeated, statement_headings_no_amount.
 */
export function checkStatement(
  table: Table,
  {
    said: saved,
    openings,
    continues,
    ...corrections
  }: Corrections &
    Pick<OrderClues, 'openings'> & { said?: StatementHeadings | undefined; continues?: DayOrder | undefined },
  today: Day,
): Reading {
  const said = corrections.columns ?? saved
  const { headings, columns, rows, days } = shapeStatement(correctTable(table, corrections), said)
  if (corrections.columns) refuseHeadings(headings, corrections.columns)
  const isBalanceAtEnd = headings[columns.balance] === balanceAtEnd
  const [party, reference] = [partyColumn(headings, columns), referenceColumn(headings, columns)]
  const [leaveOut, takeBack] = [new Set(corrections.leaveOut), new Set(corrections.takeBack)]
  const missing = whatIsMissing(columns)
  const { dayOrder, asksOrder, isEitherOrder } = decidedDayOrder(
    missing ? [] : days,
    { said: corrections.columns?.dayOrder, before: said?.dayOrder ?? saved?.dayOrder, continues },
    today,
  )
  const layout = { columns, party, reference, dayOf: dayReader(dayOrder), isBalanceAtEnd }
  let read = missing ? [] : rows.map((row) => asRead(row, layout, leaveOut, takeBack))

  const arranged = (rows: readonly ReadRow[]) => {
    const movements = rows.flatMap(({ as, number }) => (isFound(as) ? [{ ...as, row: number }] : []))
    const carried = carriedBalances(rows, columns)
    const balanced = isBalanceAtEnd ? withBalances(movements, carried.before, carried.after) : movements
    const clues = { openings, said: isBalanceAtEnd ? ('oldest' as const) : corrections.lineOrder }
    return { movements, carried, ...inOrder(withStill(rows, balanced, carried.all), carried.first, clues) }
  }
  let inTurn = arranged(read)
  const once = inTurn.misfit && !isBalanceAtEnd ? withoutRepeats(read, takeBack) : read
  const other = once === read ? inTurn : arranged(once)
  if (!other.misfit) [read, inTurn] = [once, other]
  const { movements, carried, lines, misfit, orders } = inTurn
  const unreadable = read.flatMap(({ number, as }) =>
    Array.isArray(as) ? as.map((one) => problemOf(number, one)) : [],
  )
  const later = movements.filter(({ on }) => on > today).map(problemOfDay)
  const far = misfit ? [] : farFromAll(lines)
  const shown = misfit && unreadable.length === 0 ? misfit : undefined
  const taken = new Set(read.flatMap(({ number, as, leftOut }) => (isFound(as) && leftOut !== null ? number : [])))
  const leftOut = new Set(read.flatMap(({ number, as }) => (as === 'hand' ? number : [])))
  const all = read.map(({ as, line: _, ...row }) => ({ ...row, as: typeof as === 'string' ? as : null }))
  const opening = kobo((lines[0]?.balance ?? 0n) - (lines[0]?.amount ?? 0n))
  const closing = lines.at(-1)?.balance ?? zeroKobo
  const problems = [
    ...unreadable,
    ...later,
    ...far.map(problemOfYear),
    ...(shown ? [problemOfBalance(shown, leftOutBetween(read, shown))] : []),
  ]
  const accepted = new Set(corrections.differ)
  // Before each line is read they differ anyway.
  const differences = (
    problems.length > 0 || missing || orders || isBalanceAtEnd || lines.length === 0
      ? []
      : differencesOf(all, lines, columns, { opening, closing })
  ).map((each) => ({ ...each, isAccepted: accepted.has(each.row) }))
  return {
    headings,
    columns,
    dayOrder,
    rows: all,
    missing: missing ?? (isBalanceAtEnd && carried.first === undefined ? balanceMissing({ field: 'file' }) : undefined),
    isBalanceAtEnd,
    asksOrder,
    isEitherOrder,
    lineOrders: orders,
    lines,
    opening,
    closing,
    problems,
    differences,
    rowBefore: shown?.before.row,
    corrected: [
      ...correctionsMade(table, headings, corrections, { leftOut, taken }),
      ...differences.flatMap((each) => (each.isAccepted ? figureAccepted(each) : [])),
    ],
  }
}

/**
 * The same for what has to be a statement. Refuses besides: statement_columns_missing, statement_months_first,
 * statement_row_unreadable with every such row, file_empty, statement_after_today, statement_does_not_add_up,
 * statement_line_order_unclear, statement_figures_differ.
 */
export function readStatement(...given: Parameters<typeof checkStatement>): Statement & Reading {
  return statementOf(checkStatement(...given))
}

/** The same of a file that was read. */
export function statementOf<Given extends Reading>(reading: Given): Statement & Given {
  const { missing, asksOrder, lineOrders, problems, differences, lines, rows } = reading
  if (missing) refuse(missing)
  if (asksOrder) refuse((reading.dayOrder === 'month' ? monthsFirstRefused : dayOrderUnclear)({ field: 'file' }))
  const [wrong, ...others] = problems.map(({ refusal: why }) => why)
  if (wrong && wrong.code === rowUnreadable) throw new Refusal(wrong.code, wrong.detail, others.slice(0, 100))
  if (lines.length === 0) refuse('file_empty', { field: 'file' })
  if (wrong) refuse(wrong)
  if (lineOrders) {
    const [oldest, newest] = [moneyText(lineOrders.oldest), moneyText(lineOrders.newest)]
    refuse(lineOrderUnclear({ field: 'lineOrder', oldest, newest }))
  }
  const differs = differences.find(({ isAccepted }) => !isAccepted)
  if (differs) refuse(whyDiffers(differs))
  return {
    ...reading,
    leftOut: leftOutRows(rows.map(({ as, ...row }) => ({ ...row, leftOut: as === 'hand' ? null : as }))),
  }
}

/** How its bank calls the columns of a file that was read. */
export function headingsRead({ headings, columns, dayOrder }: Reading): StatementHeadings {
  return headingsOf(headings, columns, dayOrder)
}

/** A row as a line or as what else it is, also because a person said so. */
function asRead(
  row: ShapedRow,
  layout: Parameters<typeof readRow>[1],
  leaveOut: ReadonlySet<number>,
  takeBack: ReadonlySet<number>,
): ReadRow {
  const isTaken = takeBack.has(row.number)
  const as = lineOrWhyNot(row, readRow(row, layout, isTaken), isTaken)
  const isOut = leaveOut.has(row.number) && (typeof as === 'object' || as === 'carried')
  return isOut ? { ...row, as: 'hand', ...(isFound(as) && { line: as }) } : { ...row, as }
}

/** The rows without those of a page that is in the file twice, unless a person took them back. */
function withoutRepeats(read: ReadRow[], takeBack: ReadonlySet<number>): ReadRow[] {
  const repeated = repeatedRows(read.filter(({ as }) => isFound(as) || as === 'carried'))
  if (repeated.size === 0) return read
  return read.map((row) => (repeated.has(row.number) && !takeBack.has(row.number) ? { ...row, as: 'repeated' } : row))
}

/** A row with a day, an amount and a balance is a line whatever its narration says: only “Total” without them is a total. */
function lineOrWhyNot(
  { leftOut, cells }: ShapedRow,
  read: ReturnType<typeof readRow>,
  isTaken: boolean,
): ReadRow['as'] {
  const isLine = leftOut === null || isTaken || (isFound(read) && (leftOut === 'total' || leftOut === 'note'))
  const as = isLine ? read : leftOut
  return as === 'total' && isForward(cells) ? 'carried' : as
}

function whatIsMissing(columns: StatementColumns): Refusal | undefined {
  const missing = missingColumns(columns)
  if (missing.length === 0) return undefined
  return missing.length === 1 && columns.balance === -1
    ? balanceMissing({ field: 'file' })
    : columnsMissing({ field: 'file', headings: missing.join(', ') })
}

/** The balances of rows on which nothing moved: the first of all, and those before the first and after the last line. */
function carriedBalances(read: readonly ReadRow[], columns: StatementColumns) {
  const all = read.flatMap(({ as, cells, number }, index) => {
    const balance = as === 'carried' ? signedAmount(cells[columns.balance] ?? '') : undefined
    return balance === undefined ? [] : { index, row: number, balance }
  })
  const [first, last] = [read.findIndex(({ as }) => isFound(as)), read.findLastIndex(({ as }) => isFound(as))]
  return {
    all,
    first: all[0]?.balance,
    before: all.find(({ index }) => index < first)?.balance,
    after: all.findLast(({ index }) => index > last)?.balance,
  }
}

/** The lines in the order of the file, with the balances between them that have to be what the lines come to. */
function withStill(
  read: readonly ReadRow[],
  lines: readonly Open[],
  still: readonly { row: number; balance: Kobo }[],
): Open[] {
  const [byRow, balances] = [
    new Map(lines.map((line) => [line.row, line])),
    new Map(still.map(({ row, balance }) => [row, balance])),
  ]
  const on = lines[0]?.on
  return read.flatMap(({ number: row }): Open[] => {
    const [line, balance] = [byRow.get(row), balances.get(row)]
    if (line) return [line]
    return on && balance !== undefined
      ? [{ row, on, narration: '', time: undefined, moved: [zeroKobo], balance, isStill: true }]
      : []
  })
}

function figureAccepted(difference: Difference): Corrected {
  return { row: difference.row, kind: 'figure', heading: null, was: differenceText(difference), became: null }
}

function problemOf(row: number, { field, sentence }: CellProblem): RowProblem {
  return { row, field, refusal: rowUnreadable({ field: 'file', row, sentence }) }
}

function problemOfDay({ row, on }: { row: number; on: Day }): RowProblem {
  return { row, field: 'on', refusal: afterToday({ field: 'file', row, day: dayText(on) }) }
}

const yearMax = 366

/** Lines more than a year from those before and behind them, whose year was typed wrong. */
function farFromAll(lines: readonly Placed[]): Placed[] {
  const isFar = (one: Placed | undefined, other: Placed | undefined) =>
    !one || !other || Math.abs(daysBetween(one.on, other.on)) > yearMax
  return lines.length === 1
    ? []
    : lines.filter((line, index) => isFar(lines[index - 1], line) && isFar(line, lines[index + 1]))
}

function problemOfYear({ row }: Placed): RowProblem {
  return problemOf(row, {
    field: 'on',
    sentence:
      'its date is more than a year from the lines beside it. Correct it; where it is right, take those lines as a file of their own.',
  })
}

/** The row that is left out by hand between two lines and explains the balance of the second. */
function leftOutBetween(read: readonly ReadRow[], { before, line }: Misfit): number | undefined {
  const [from, to] = [before.row, line.row].toSorted((one, other) => one - other) as [number, number]
  const between = read.filter(({ number, line: out }) => out && number > from && number < to)
  const gap = line.balance - line.amount - before.balance
  const ways = Math.max(...between.map(({ line: out }) => out?.moved.length ?? 0), 0)
  const explains = Array.from({ length: ways }, (_, way) =>
    between.reduce((sum, { line: out }) => sum + (out?.moved[way] ?? 0n), 0n),
  ).includes(gap)
  return explains ? between[0]?.number : undefined
}

function problemOfBalance({ before, line: { row, amount, balance } }: Misfit, leftOut: number | undefined): RowProblem {
  if (leftOut !== undefined)
    return { row, field: 'balance', refusal: leftOutInBalance({ field: 'file', leftOut, row }) }
  const refused = doesNotAddUp({
    field: 'file',
    row,
    before: moneyText(before.balance),
    moved: moneyText(amount),
    expected: moneyText(kobo(before.balance + amount)),
    balance: moneyText(balance),
  })
  return { row, field: 'balance', refusal: refused }
}
