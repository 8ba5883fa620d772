import type { Day } from '#core/calendar.ts'
import { cellText, dayFromCell, isFormula, optionalCell } from '#core/spreadsheets/cell.ts'
import { koboFromText, type Kobo, kobo, koboMax } from '#core/money.ts'
import { foldForSearch } from '#core/searching.ts'

const headings = {
  on: /^(?:(?:trans(?:action)?|trn|tran|post(?:ed|ing)?|entry|book(?:ing)?) date|date|date posted)$/,
  narration:
    /^(?:narrations?|descriptions?|details?|(?:trans(?:action)?) (?:details?|descriptions?|remarks?|narration)|particulars?|remarks?|memo)$/,
  paidOut: /^(?:debits?(?: amount)?|dr|withdrawals?|money out|paid out|payments?|debit s)$/,
  paidIn: /^(?:credits?(?: amount)?|cr|deposits?|lodge?ments?|money in|paid in|receipts?)$/,
  amount: /^(?:(?:transaction )?amount|amt|value)$/,
  balance: /^(?:(?:running |closing |book |ledger |account )?balance|bal|balance after)$/,
} as const

/** Where a bank's file has its columns; -1 for one that it lacks. */
export type StatementColumns = Readonly<Record<keyof typeof headings, number>>

/** What a bank calls its columns, as an officer has said; null for one that its file lacks. */
export type StatementHeadings = {
  on: string
  narration: string
  paidOut: string | null
  paidIn: string | null
  amount: string | null
  balance: string
}

const fold = (name: string) =>
  foldForSearch(name)
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()

/** Why a statement can't be read by these headings, or undefined: each column is one thing, and money is in two of them or, signed, in one. */
export function whyNotHeadings(given: StatementHeadings): 'repeated' | 'no_amount' | undefined {
  const named = Object.values(given)
    .filter((heading) => heading !== null)
    .map(fold)
  if (new Set(named).size < named.length) return 'repeated'
  return given.amount === null && (given.paidIn === null || given.paidOut === null) ? 'no_amount' : undefined
}

/** Finds the columns by what the officer has called them, else by their headings, and says in words which are missing: money may be in two columns or, signed, in one. */
export function statementColumns(
  names: readonly string[],
  said?: StatementHeadings,
): { columns: StatementColumns; missing: string[] } {
  const plain = names.map(fold)
  const folded = plain.map((name) => name.replace(/ (?:ngn|naira|n)$/, ''))
  const places = Object.entries(headings).map(([field, heading]): [string, number] => [
    field,
    folded.findIndex((text) => heading.test(text)),
  ])
  const saidPlaces = Object.entries(said ?? {}).map(([field, heading]): [string, number] => [
    field,
    heading === null ? -1 : plain.indexOf(fold(heading)),
  ])
  // Where the bank has changed its file since, what was said about the old one no longer counts.
  const holds =
    said !== undefined &&
    saidPlaces.every(([field, place]) => place !== -1 || said[field as keyof StatementHeadings] === null)
  const columns = Object.fromEntries(holds ? saidPlaces : places) as StatementColumns
  const hasSides = columns.paidIn !== -1 && columns.paidOut !== -1
  const missing = [
    columns.on === -1 && '“Date”',
    columns.narration === -1 && '“Narration”',
    !hasSides && columns.amount === -1 && '“Debit” and “Credit”',
    columns.balance === -1 && '“Balance”',
  ]
  return { columns, missing: missing.filter((each) => each !== false) }
}

/** A line of a bank statement; `amount` is above zero where money came in. */
export type StatementLine = { on: Day; narration: string; amount: Kobo; balance: Kobo }

/** Reads one row. Undefined where nothing moved, as on the line of an opening balance; a cell that can't be read is a sentence. */
export function readStatementRow(
  cells: readonly string[],
  columns: StatementColumns,
): StatementLine | string | undefined {
  const text = (field: keyof StatementColumns) => optionalCell(cells[columns[field]] ?? '')
  if (Object.values(columns).some((column) => isFormula(cells[column] ?? '')))
    return 'a cell has a formula; paste it as a value.'
  const moved = movedIn(text('paidIn'), text('paidOut'), text('amount'))
  if (moved === undefined || moved === 0n) return undefined
  if (typeof moved === 'string') return moved
  const on = dayFromCell(text('on'))
  if (!on) return 'the date could not be read. Use a date such as 31/03/2026.'
  const balance = signedFrom(text('balance'))
  if (balance === undefined) return 'the balance could not be read.'
  return { on, narration: cellText(cells[columns.narration] ?? '').slice(0, 300), amount: moved, balance }
}

/** What moved by the two columns or the signed one; a sentence where that can't be told. */
function movedIn(paidIn: string, paidOut: string, amount: string): Kobo | string | undefined {
  if (paidIn === '' && paidOut === '')
    return amount === '' ? undefined : (signedFrom(amount) ?? 'the amount could not be read.')
  const sides = [paidIn, paidOut].map((text) => (text === '' ? kobo(0) : signedFrom(text)))
  const [received, paid] = sides
  if (received === undefined || paid === undefined) return 'the amount could not be read.'
  if (received !== 0n && paid !== 0n) return 'both a debit and a credit are on it.'
  // Some banks write what went out below zero in its own column.
  return received !== 0n ? received : kobo(paid > 0n ? -paid : paid)
}

/** 1,234.50, -1,234.50, (1,234.50), 1,234.50 DR, ₦1,234.50 CR. */
function signedFrom(text: string): Kobo | undefined {
  const whole = text.replace(/^'/, '').trim()
  const [ending = '', mark = ''] = /(cr|dr)?\.?$/i.exec(whole) ?? []
  const bare = whole.slice(0, whole.length - ending.length).trimEnd()
  const isBracketed = bare.startsWith('(') && bare.endsWith(')')
  const amount = koboFromText(isBracketed ? bare.slice(1, -1) : bare)
  if (amount === undefined || amount > koboMax || amount < -koboMax) return undefined
  return isBracketed || mark.toLowerCase() === 'dr' ? kobo(-amount) : amount
}

/** A whole statement in the order of its days, with what it began and ended with. */
export type Statement = {
  lines: (StatementLine & { /** Which of several lines that are alike in day, amount and balance. */ nth: number })[]
  opening: Kobo
  closing: Kobo
}

/**
 * The lines in the order in which the balance follows from them: some banks write the newest first. The place of the first
 * line whose balance does not follow, where neither order adds up.
 */
export function statementOf(lines: readonly StatementLine[]): Statement | { brokenAt: number } {
  const forwards = brokenAt(lines)
  const ordered = forwards === -1 ? lines : lines.toReversed()
  const [first, last] = [ordered[0], ordered.at(-1)]
  if ((forwards !== -1 && brokenAt(ordered) !== -1) || !first || !last) return { brokenAt: Math.max(forwards, 0) }
  const seen = new Map<string, number>()
  const numbered = ordered.map((line) => {
    const key = `${line.on} ${line.amount} ${line.balance}`
    const nth = (seen.get(key) ?? 0) + 1
    seen.set(key, nth)
    return { ...line, nth }
  })
  return { lines: numbered, opening: kobo(first.balance - first.amount), closing: last.balance }
}

function brokenAt(lines: readonly StatementLine[]): number {
  return lines.findIndex((line, index) => {
    const before = lines[index - 1]
    return before !== undefined && (before.balance + line.amount !== line.balance || line.on < before.on)
  })
}
