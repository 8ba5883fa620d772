import { foldForSearch } from '#core/searching.ts'
import { type ColumnsFound, findColumns, type Layout } from '#features/payroll/employers/rules/layout.ts'
import { components, type LayoutField } from '#features/payroll/employers/rules/words.ts'
import type { ReturnField } from '#features/payroll/employers/rules/return-words.ts'
import { signedAmount } from '#core/spreadsheets/amount.ts'
import { purposeOf } from './element.ts'

const number = '(?:no|nos|num|number|id|code)'

/** What payrolls call these columns, the surest first. Headings arrive folded. */
const guesses: readonly (readonly [ReturnField, RegExp])[] = [
  ['staffNumber', new RegExp(`^(?:staff|employee|ippis|oracle|service|pf|payroll|psn|file|verification) ?${number}$`)],
  ['membershipno', new RegExp(`^(?:member(?:s|ship)?|mbr|coop(?:erative)?) ?${number}$`)],
  ['phone', /^(?:(?:mobile|tel|telephone) )?(?:phone|gsm|mobile|tel|telephone)(?: (?:no|nos|num|number))?$/],
  ['name', /^(?:(?:full |staff |employee |member )?names?(?: of (?:staff|employee|member))?|beneficiary(?: name)?)$/],
  [
    'total',
    /^(?:(?:total )?(?:amount|amt)(?: (?:deducted|remitted|paid))?|total(?: (?:deductions?|deducted|amount))?|deductions?(?: amount)?|deducted|actual(?: deduction)?)$/,
  ],
  ['savings', /^(?:(?:monthly )?(?:savings?|contributions?|thrift)(?: (?:deductions?|amount))?)$/],
  ['shares', /^shares?(?: (?:deductions?|amount))?$/],
  ['levy', /^(?:levy|welfare|dues|development levy)(?: (?:deductions?|amount))?$/],
  ['loans', /^loans?(?: (?:instalments?|installments?|repayments?|deductions?|amount))?$/],
]

/** What payrolls call the column that says what a line is for, the surest first: with `evidence`, only where what is in it says so too. */
const elementGuesses: readonly { heading: RegExp; evidence?: 'some' | 'half' }[] = [
  {
    heading:
      /^(?:(?:pay|payroll|salary|deduction|earning) )?elements?(?: (?:name|description))?$|^deductions? (?:types?|names?|heads?|items?|descriptions?|categor(?:y|ies)|codes?)$|^types? of deductions?$|^(?:pay|payroll) items?$/,
  },
  { heading: /^(?:deductions?|narrations?|descriptions?|particulars)$/, evidence: 'some' },
  {
    heading: /^(?:types?|items?|details?|category|purpose|components?|products?|funds?|heads?|codes?)$/,
    evidence: 'half',
  },
]
/** More than that are not what lines are for, but sentences of each. */
const elementsMax = 40

/** Without units: "Amount (N)" and "Amount ₦" are amounts. */
function fold(heading: string): string {
  return foldForSearch(heading)
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .replaceAll(/(?<=\S )(?:ngn|naira|n)(?= |$)/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/**
 * Which field each column of an employer's file is: by the headings of the layout, which is all that is looked at where it
 * says enough, else also by what payrolls usually call them. Where the rows are given, a column of words is no amount, and one
 * that says what each line is for is found.
 */
export function guessReturnMapping(
  layout: Layout,
  columns: readonly string[],
  rows?: readonly (readonly string[])[],
): (ReturnField | null)[] {
  const { found, missing } = findColumns(layout, columns)
  const mapping: (ReturnField | null)[] = columns.map(() => null)
  for (const [field, place] of found) mapping[place] = field
  const headings = columns.map(fold)
  for (const [field, heading] of missing.length === 0 ? [] : guesses) {
    if (mapping.includes(field)) continue
    const places = headings.flatMap((text, place) => (mapping[place] === null && heading.test(text) ? [place] : []))
    const place = (field === 'total' && places.find((each) => rows && hasAmounts(rows, each))) || places[0]
    if (place !== undefined) mapping[place] = field
  }
  const element = mapping.includes('total') ? findElement(headings, mapping, rows) : -1
  return element === -1 ? mapping : mapping.with(element, 'element')
}

function findElement(
  headings: readonly string[],
  mapping: readonly (ReturnField | null)[],
  rows: readonly (readonly string[])[] | undefined,
): number {
  for (const { heading, evidence } of elementGuesses) {
    const place = headings.findIndex((text, column) => {
      if (mapping[column] !== null || !heading.test(text)) return false
      return rows ? !hasAmounts(rows, column) && isOfElements(rows, column, evidence) : evidence === undefined
    })
    if (place !== -1) return place
  }
  return -1
}

function isOfElements(
  rows: readonly (readonly string[])[],
  column: number,
  evidence: 'some' | 'half' | undefined,
): boolean {
  const filled = rows.map((cells) => (cells[column] ?? '').trim()).filter((text) => text !== '')
  if (evidence === undefined) return filled.length > 0
  const values = new Map<string, number>()
  for (const text of filled) values.set(text, (values.get(text) ?? 0) + 1)
  if (values.size > elementsMax || filled.length * 2 < rows.length) return false
  const told = [...values].reduce((sum, [text, count]) => sum + (isComponent(purposeOf(text)) ? count : 0), 0)
  return evidence === 'some' ? told > 0 : told * 2 >= rows.length
}

const isComponent = (purpose: string | undefined) => (components as readonly (string | undefined)[]).includes(purpose)

/** Whether most of what a column holds are amounts. */
function hasAmounts(rows: readonly (readonly string[])[], column: number): boolean {
  const filled = rows.map((cells) => (cells[column] ?? '').trim()).filter((text) => text !== '')
  return filled.length > 0 && filled.filter((text) => signedAmount(text) !== undefined).length * 2 > filled.length
}

/** Whether a column numbers the rows of its file. */
export function isSerial(heading: string): boolean {
  return /^(?:|s|s n|sn|s no|serial(?: no| number)?|no|row)$/.test(fold(heading))
}

/** What is in the columns that no field is, besides the numbers of rows. */
export type Besides = { amounts: boolean; codes: boolean }

export function besides(
  columns: readonly string[],
  mapping: readonly (ReturnField | null)[],
  rows: readonly (readonly string[])[],
): Besides {
  const unnamed = columns.flatMap((heading, place) => (mapping[place] === null && !isSerial(heading) ? [place] : []))
  const isCoded = (place: number) => rows.filter((cells) => /\d/.test(cells[place] ?? '')).length * 2 > rows.length
  return { amounts: unnamed.some((place) => hasAmounts(rows, place)), codes: unnamed.some(isCoded) }
}

export function columnsFoundOf(mapping: readonly (string | null)[]): ColumnsFound {
  return new Map(mapping.flatMap((field, place) => (field === null ? [] : [[field as ReturnField, place] as const])))
}

/**
 * The headings that a return can't do without and that no column is: who, and how much. Names alone are enough where no
 * other column has numbers, and some of the parts where no other has amounts: savings come in one file, and loans in another.
 */
export function missingInReturn(
  layout: Layout,
  found: ColumnsFound,
  others: Besides = { amounts: true, codes: true },
): string[] {
  const who =
    found.has('staffNumber') || found.has('membershipno') || found.has('phone') || (found.has('name') && !others.codes)
  const parts = layout.filter(({ field }) => ['loans', 'levy', 'savings', 'shares'].includes(field))
  const has = ({ field }: Layout[number]) => found.has(field)
  const much =
    found.has('total') ||
    (parts.length > 0 && parts.every(has)) ||
    (!others.amounts && components.some((each) => found.has(each)))
  const headings = (wanted: (field: LayoutField) => boolean) =>
    layout.filter(({ field }) => wanted(field)).map(({ heading }) => heading)
  const sums = layout.some(({ field }) => field === 'total')
    ? headings((field) => field === 'total')
    : parts.filter(({ field }) => !found.has(field)).map(({ heading }) => heading)
  return [
    ...(who ? [] : headings((field) => field === 'staffNumber' || field === 'membershipno')),
    ...(much ? [] : sums),
  ]
}
