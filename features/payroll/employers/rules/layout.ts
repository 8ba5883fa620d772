import { type Kobo, zeroKobo } from '#core/money.ts'
import { isNoAmount, signedAmount } from '#core/spreadsheets/amount.ts'
import { cellText, isFormula, optionalCell } from '#core/spreadsheets/cell.ts'
import { foldForSearch } from '#core/searching.ts'
import { totalOf } from './component.ts'
import type { Amounts } from './component.ts'
import { type Component, components, type LayoutField } from './words.ts'
import type { ReturnField, RowProblem } from './return-words.ts'

/** An employer's own columns, from left to right. */
export type Layout = readonly { field: LayoutField; heading: string }[]

/** Every field once, under our own words: what a new employer starts with. */
export const usualLayout: Layout = [
  { field: 'staffNumber', heading: 'Staff number' },
  { field: 'membershipno', heading: 'Membership number' },
  { field: 'name', heading: 'Name' },
  { field: 'savings', heading: 'Savings' },
  { field: 'shares', heading: 'Shares' },
  { field: 'levy', heading: 'Levy' },
  { field: 'loans', heading: 'Loan instalment' },
  { field: 'total', heading: 'Total' },
  { field: 'period', heading: 'Month' },
  { field: 'remarks', heading: 'Remarks' },
]

const isAmount = (field: LayoutField): field is Component | 'total' =>
  field === 'total' || (components as readonly string[]).includes(field)

/** What is wrong with a layout, or undefined: a return must say who and how much, and no two columns may be mistaken. */
export function whyNotLayout(layout: Layout): 'repeated' | 'no_member' | 'nothing' | undefined {
  const fields = layout.map(({ field }) => field)
  const headings = layout.map(({ heading }) => fold(heading))
  if (new Set(fields).size < fields.length || new Set(headings).size < headings.length || headings.includes(''))
    return 'repeated'
  if (!fields.includes('staffNumber') && !fields.includes('membershipno')) return 'no_member'
  return fields.some(isAmount) ? undefined : 'nothing'
}

/** One line of a list as it leaves: naira with two decimals, text as it is. */
export type ListedLine = {
  staffNumber: string
  membershipno: string
  name: string
  amounts: Amounts
  period: string
  remarks: string
}

/** A cell of a list: an amount stays a number in a workbook. */
export type ListedCell = { text: string } | { kobo: Kobo }

export function cellsOf(layout: Layout, line: ListedLine): ListedCell[] {
  return layout.map(({ field }) => {
    if (field === 'total') return { kobo: totalOf(line.amounts) }
    return isAmount(field) ? { kobo: line.amounts[field] } : { text: line[field] }
  })
}

/** Which column of a file fills which field of the layout. */
export type ColumnsFound = ReadonlyMap<ReturnField, number>

/** Finds the layout's headings in a file, whatever their case and spacing; names those that a return can't do without. */
export function findColumns(layout: Layout, columns: readonly string[]): { found: ColumnsFound; missing: string[] } {
  const places = new Map(columns.map((heading, index) => [fold(heading), index] as const).toReversed())
  const found = new Map<ReturnField, number>(
    layout.flatMap(({ field, heading }) => {
      const place = places.get(fold(heading))
      return place === undefined ? [] : [[field, place] as const]
    }),
  )
  const headingsOf = (wanted: (field: LayoutField) => boolean) =>
    layout.filter(({ field }) => wanted(field)).map(({ heading }) => heading)
  const isWho = (field: LayoutField) => field === 'staffNumber' || field === 'membershipno'
  // The total, or every part of it.
  const parts = layout.filter(({ field }) => isAmount(field) && field !== 'total')
  const hasTotal = found.has('total') || (parts.length > 0 && parts.every(({ field }) => found.has(field)))
  const sums = headingsOf((field) =>
    layout.some((column) => column.field === 'total') ? field === 'total' : isAmount(field) && !found.has(field),
  )
  return {
    found,
    missing: [
      ...(layout.some(({ field }) => isWho(field) && found.has(field)) ? [] : headingsOf(isWho)),
      ...(hasTotal ? [] : sums),
    ],
  }
}

/** What a row says for each component; one that its file has no column for is left out. */
export type Parts = Partial<Record<Component, Kobo>>

/** A row of a return as it was read. */
export type ReadRow = {
  staffNumber: string | undefined
  membershipno: string | undefined
  name: string
  element: string
  /** Without the cell that can't be read. */
  deducted: Kobo
  parts: Parts | undefined
  /** The parts of a total, where they come to something else. */
  partsSum: Kobo | undefined
  /** What can't be read, in which cell: of a component, or of the row's amount. */
  problem: { kind: RowProblem; cell: string; of: Component | undefined } | undefined
}

/** The largest amount that a line may bring, so that no sum of a file leaves what the ledger counts. */
const lineMax = 100_000_000_000_000n

/** Reads one row; an empty amount is nothing deducted. Undefined for a row that names no one, or by a name alone and without an amount. */
export function readRow(cells: readonly string[], found: ColumnsFound): ReadRow | undefined {
  const stored = (field: ReturnField) => cells[found.get(field) ?? -1] ?? ''
  const staffNumber = optionalCell(stored('staffNumber')) || undefined
  const phone = staffNumber === undefined ? optionalCell(stored('phone')) : ''
  const membershipno = optionalCell(stored('membershipno')) || phone || undefined
  const name = cellText(stored('name'))
  const own = components.filter((component) => found.has(component))
  const amounts = [...(found.has('total') ? (['total'] as const) : []), ...own]
  const isNumbered = staffNumber !== undefined || membershipno !== undefined
  if (!isNumbered && (name === '' || amounts.every((field) => optionalCell(stored(field)) === ''))) return undefined
  const who = { staffNumber, membershipno, name, element: optionalCell(stored('element')) }
  return { ...who, ...amountsIn(stored, own, found.has('total')) }
}

function amountsIn(
  stored: (field: ReturnField) => string,
  own: readonly Component[],
  hasTotal: boolean,
): Omit<ReadRow, 'staffNumber' | 'membershipno' | 'name' | 'element'> {
  const partsSum = undefined
  const read = own.map((component) => ({ component, ...amountIn(stored(component)) }))
  const parts: Parts | undefined =
    own.length > 0 ? Object.fromEntries(read.map(({ component, amount }) => [component, amount])) : undefined
  const bad = read.filter(({ problem }) => problem !== undefined)
  const sum = read.reduce<bigint>((all, { amount }) => all + amount, 0n) as Kobo
  const total = hasTotal ? amountIn(stored('total')) : undefined
  // A total without its value, or left empty, is the sum of the parts beside it.
  const isEmpty = optionalCell(stored('total')) === '' && sum > 0n
  const isSummed = total === undefined || isEmpty || (total.problem?.kind === 'formula' && own.length > 0)
  // Nothing in all, and something in parts: which is meant only the employer knows.
  if (!isSummed && !total.problem && total.amount === 0n && sum > 0n)
    return {
      deducted: zeroKobo,
      parts: undefined,
      partsSum,
      problem: { kind: 'amount', cell: stored('total').slice(0, 60), of: undefined },
    }
  if (!isSummed && total.problem) return { deducted: zeroKobo, parts: undefined, partsSum, problem: total.problem }
  if (!isSummed)
    return {
      deducted: total.amount,
      parts: bad.length === 0 && sum === total.amount ? parts : undefined,
      partsSum: sum > 0n && sum !== total.amount ? sum : undefined,
      problem: undefined,
    }
  if (sum > lineMax)
    return {
      deducted: zeroKobo,
      parts: undefined,
      partsSum,
      problem: { kind: 'amount', cell: `${sum / 100n}`, of: undefined },
    }
  const [first, ...others] = bad
  if (first?.problem && others.length > 0)
    return {
      deducted: zeroKobo,
      parts: undefined,
      partsSum,
      problem: { ...first.problem, cell: bad.map(({ problem }) => problem?.cell).join(', ') },
    }
  return { deducted: sum, parts, partsSum, problem: first?.problem && { ...first.problem, of: first.component } }
}

function amountIn(stored: string): { amount: Kobo; problem?: NonNullable<ReadRow['problem']> } {
  const wrong = (kind: RowProblem) => ({
    amount: zeroKobo,
    problem: { kind, cell: stored.slice(0, 60), of: undefined },
  })
  if (isFormula(stored)) return wrong('formula')
  const text = optionalCell(stored)
  const amount = isNoAmount(text) ? zeroKobo : signedAmount(text)
  if (amount === undefined || amount > lineMax) return wrong('amount')
  return amount < 0n ? wrong('negative') : { amount }
}

function fold(heading: string): string {
  return foldForSearch(heading)
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()
}
