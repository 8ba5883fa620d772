import type { Day } from '#core/calendar.ts'
import { cellText, dayFromCell, isFormula, optionalCell } from '#core/spreadsheets/cell.ts'
import { foldForSearch } from '#core/searching.ts'
import { type Kobo, koboMax } from '#core/money.ts'
import { amountFromCell } from '#core/spreadsheets/amount.ts'

const headings = {
  membershipno: /^(?:member(?:s|ship)?|mbr|coop(?:erative)?)\s?(?:no|num|number|id)$|^membershipno$/,
  staffNumber: /^(?:staff|employee|file|ippis|service|pf|payroll)\s?(?:no|num|number|id)$/,
  shares: /^(?:monthly )?shares?(?: (?:per|a) month| monthly)?$/,
  from: /^(?:from|since|start(?:s|ing)?|first day|start date)$/,
} as const

export type EmployeeColumns = Readonly<Record<keyof typeof headings, number>>

/** Where a list of employees has its columns; -1 for one that it lacks. */
export function employeeColumns(columns: readonly string[]): EmployeeColumns {
  const folded = columns.map((heading) =>
    foldForSearch(heading)
      .replaceAll(/[^a-z0-9]+/g, ' ')
      .trim(),
  )
  const places = Object.entries(headings).map(
    ([field, heading]) => [field, folded.findIndex((text) => heading.test(text))] as const,
  )
  return Object.fromEntries(places) as EmployeeColumns
}

/** The same the other way round: what each column is. */
export function employeeMapping(columns: readonly string[]): (string | null)[] {
  const places = Object.entries(employeeColumns(columns))
  return columns.map((_, column) => places.find(([, place]) => place === column)?.[0] ?? null)
}

export type ReadEmployee = {
  membershipno: string
  staffNumber: string
  shares: Kobo | undefined
  from: Day | undefined
  problem: string | undefined
}

/** Reads one row; a cell that can't be read is a problem in words. */
export function readEmployeeRow(cells: readonly string[], columns: EmployeeColumns): ReadEmployee {
  const stored = (field: keyof EmployeeColumns) => cells[columns[field]] ?? ''
  const sharesText = optionalCell(stored('shares'))
  const fromText = optionalCell(stored('from'))
  const shares = sharesText === '' ? undefined : amountFromCell(sharesText)
  const from = fromText === '' ? undefined : dayFromCell(fromText)
  const staffNumber = cellText(stored('staffNumber')).replace(/^'/, '')
  const problem = problemOf({
    formula: Object.values(columns).some((place) => isFormula(cells[place] ?? '')),
    staffNumber,
    shares: sharesText !== '' && (shares === undefined || shares < 0n || shares > koboMax),
    from: fromText !== '' && from === undefined,
  })
  return { membershipno: cellText(stored('membershipno')), staffNumber, shares, from, problem }
}

function problemOf({
  formula,
  staffNumber,
  shares,
  from,
}: {
  formula: boolean
  staffNumber: string
  shares: boolean
  from: boolean
}): string | undefined {
  if (formula) return 'a cell has a formula without a value; open the file in Excel and save it.'
  if (staffNumber === '' || staffNumber.length > 40) return 'enter a staff number of at most 40 letters and digits.'
  if (shares) return 'enter the shares a month as an amount in naira, such as 5,000.'
  return from ? 'enter the first day as a date such as 2026-01-31.' : undefined
}
