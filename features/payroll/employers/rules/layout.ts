import { type Kobo, koboFromText, zeroKobo } from '#core/money.ts'
import { cellText, isFormula, optionalCell } from '#core/spreadsheets/cell.ts'
import { foldForSearch } from '#core/searching.ts'
import { totalOf } from './component.ts'
import type { Amounts } from './component.ts'
import { type Component, components, type LayoutField } from './words.ts'

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
export type ColumnsFound = ReadonlyMap<LayoutField, number>

/** Finds the layout's headings in a file, whatever their case and spacing; names those that a return can't do without. */
export function findColumns(layout: Layout, columns: readonly string[]): { found: ColumnsFound; missing: string[] } {
  const places = new Map(columns.map((heading, index) => [fold(heading), index] as const).toReversed())
  const found = new Map(
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
  return { found, missing: [...([...found.keys()].some(isWho) ? [] : headingsOf(isWho)), ...(hasTotal ? [] : sums)] }
}

/** A row of a return as it was read; a problem where a cell can't be read. */
export type ReadRow = {
  staffNumber: string | undefined
  membershipno: string | undefined
  name: string
  deducted: Kobo
  problem: 'formula' | 'amount' | undefined
}

/** The largest amount that a line may bring, so that no sum of a file leaves what the ledger counts. */
const lineMax = 100_000_000_000_000n

/** Reads one row; an empty amount is nothing deducted. Undefined for a row that names no one, such as the line of totals under a list. */
export function readRow(cells: readonly string[], found: ColumnsFound): ReadRow | undefined {
  const stored = (field: LayoutField) => cells[found.get(field) ?? -1] ?? ''
  const staffNumber = optionalCell(stored('staffNumber')) || undefined
  const membershipno = optionalCell(stored('membershipno')) || undefined
  if (staffNumber === undefined && membershipno === undefined) return undefined
  const fields = found.has('total') ? (['total'] as const) : components.filter((component) => found.has(component))
  const formula = [...fields, ...(['staffNumber', 'membershipno'] as const)].some((field) => isFormula(stored(field)))
  const amounts = fields.map((field) => amountOf(stored(field)))
  const sum = amounts.reduce<bigint>((all, amount) => all + (amount ?? 0n), 0n)
  const wrong = amounts.some((amount) => amount === undefined || amount < 0n) || sum > lineMax
  const who = { staffNumber, membershipno, name: cellText(stored('name')) }
  if (formula || wrong) return { ...who, deducted: zeroKobo, problem: formula ? 'formula' : 'amount' }
  return { ...who, deducted: sum as Kobo, problem: undefined }
}

function amountOf(stored: string): Kobo | undefined {
  const text = optionalCell(stored).replace(/^'/, '')
  return text === '' ? zeroKobo : koboFromText(text)
}

function fold(heading: string): string {
  return foldForSearch(heading)
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()
}
