import type { Day } from '#core/calendar.ts'
import { type Kobo, kobo, zeroKobo } from '#core/money.ts'
import { signedAmount } from '#core/spreadsheets/amount.ts'
import {
  cellText,
  type DayOrder,
  dayFromCell,
  isFormula,
  optionalCell,
  storedCells,
  timeFromCell,
} from '#core/spreadsheets/cell.ts'
import type { LeftOut } from '#core/spreadsheets/left-out.ts'
import type { ShapedRow } from '#core/spreadsheets/table-shape.ts'
import { type StatementColumns, type StatementField, statementFieldNames } from './statement-headings.ts'

/** A row as a line of which the columns leave open what moved: it is one of `moved`, the same for all lines. `time` is that of the day, in seconds. */
export type Found = {
  on: Day
  time: number | undefined
  narration: string
  moved: readonly Kobo[]
  balance: Kobo
  reference?: string
}

/** What can't be read of a row; null where no single cell is wrong. */
export type CellProblem = { field: StatementField | null; sentence: string }

/** `party` is a second column of the narration, `reference` that of the bank's reference, -1 where there is none. Where the balance is at the end, no line has one. */
export type Layout = {
  columns: StatementColumns
  party: number
  reference: number
  dayOf: (text: string) => Day | undefined
  isBalanceAtEnd: boolean
}

/** Days in this order; each text is read once, because a file has many lines of one day. */
export function dayReader(order: DayOrder): Layout['dayOf'] {
  const known = new Map<string, Day | undefined>()
  return (text) => {
    if (!known.has(text)) known.set(text, dayFromCell(text, order))
    return known.get(text)
  }
}

/** A row as a line; else why it is none, or what can't be read of it. One that a person took back is a line. */
export function readRow(row: ShapedRow, layout: Layout, isTakenBack: boolean): Found | LeftOut | CellProblem[] {
  const { columns, party, reference, dayOf, isBalanceAtEnd } = layout
  const cells = storedCells(row)
  const text = (column: number) => optionalCell(cells[column] ?? '')
  const formulas = statementFieldNames.filter((field) => isFormula(cells[columns[field]] ?? ''))
  if (formulas.length > 0)
    return formulas.map((field) => ({ field, sentence: formulaSentence(cells[columns[field]] ?? '') }))
  const moved = movedIn(text, columns)
  const [on, balance] = [dayOf(text(columns.on)), signedAmount(text(columns.balance))]
  const isStill = moved === undefined || ('length' in moved && moved.every((amount) => amount === 0n))
  if (isStill && !isTakenBack) return balance === undefined ? 'note' : 'carried'
  // Sums at the foot of a page have neither.
  if (text(columns.on) === '' && text(columns.balance) === '' && !isTakenBack) return 'total'
  const problems: CellProblem[] = []
  if (isStill) problems.push({ field: null, sentence: 'no amount is in it.' })
  else if ('sentence' in moved) problems.push(moved)
  if (on === undefined)
    problems.push({ field: 'on', sentence: 'the date could not be read. Use a date such as 31/03/2026.' })
  if (balance === undefined && !isBalanceAtEnd)
    problems.push({ field: 'balance', sentence: 'the balance could not be read.' })
  if (problems.length > 0 || on === undefined || isStill || 'sentence' in moved) return problems
  const narration = [columns.narration, party]
    .map((column) => cellText(cells[column] ?? ''))
    .filter((each) => each !== '')
    .join(' · ')
  // Some write an apostrophe before it, so that Excel takes it for text.
  const own = text(reference).replace(/^'/, '')
  return {
    on,
    time: timeFromCell(text(columns.on)),
    narration: narration.slice(0, 300),
    moved,
    balance: balance ?? zeroKobo,
    ...(own !== '' && { reference: own.slice(0, 100) }),
  }
}

function formulaSentence(stored: string): string {
  // What Excel shows in place of a value, such as #N/A.
  return stored.startsWith('=#')
    ? `a cell shows the error ${stored.slice(1)}. Type its value, or correct it in Excel.`
    : 'a cell has a formula; paste it as a value.'
}

/** What moved, by each way to read it; undefined where nothing did. */
function movedIn(
  text: (column: number) => string,
  { paidIn, paidOut, amount, side }: StatementColumns,
): readonly Kobo[] | CellProblem | undefined {
  const unreadable = (field: StatementField) => ({ field, sentence: 'the amount could not be read.' })
  if (paidIn !== -1 && paidOut !== -1) {
    if (text(paidIn) === '' && text(paidOut) === '') return undefined
    const [received, paid] = [paidIn, paidOut].map((column) =>
      text(column) === '' ? zeroKobo : signedAmount(text(column)),
    )
    if (received === undefined) return unreadable('paidIn')
    if (paid === undefined) return unreadable('paidOut')
    if (received !== 0n && paid !== 0n) return { field: 'paidOut', sentence: 'both a debit and a credit are on it.' }
    // Some banks write what went out below zero in its own column; others write a debit that was taken back so.
    return received !== 0n ? [received, received] : [kobo(paid > 0n ? -paid : paid), kobo(-paid)]
  }
  if (text(amount) === '') return undefined
  const signed = signedAmount(text(amount))
  if (signed === undefined) return unreadable('amount')
  if (side === -1) return [signed]
  const way = sideOf(text(side))
  if (way === undefined) return { field: 'side', sentence: 'it says neither debit nor credit.' }
  const size = signed < 0n ? kobo(-signed) : signed
  return way === 'out' ? [kobo(-size), kobo(-signed)] : [size, signed]
}

export function sideOf(text: string): 'in' | 'out' | undefined {
  if (/^(?:d|dr|debit(?:ed)?|withdrawals?|outflow|money out|paid out|pay out|out|sent)\.?$/i.test(text)) return 'out'
  return /^(?:c|cr|credit(?:ed)?|deposits?|lodge?ments?|inflow|money in|paid in|pay in|in|received)\.?$/i.test(text)
    ? 'in'
    : undefined
}
