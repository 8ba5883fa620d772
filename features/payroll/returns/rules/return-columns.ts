import { foldForSearch } from '#core/searching.ts'
import { type ColumnsFound, findColumns, type Layout } from '#features/payroll/employers/rules/layout.ts'
import type { LayoutField } from '#features/payroll/employers/rules/words.ts'

const number = '(?:no|nos|num|number|id|code)'

/** What payrolls call these columns, the surest first. Headings arrive folded. */
const guesses: readonly (readonly [LayoutField, RegExp])[] = [
  ['staffNumber', new RegExp(`^(?:staff|employee|ippis|oracle|service|pf|payroll|psn|file|verification) ?${number}$`)],
  ['membershipno', new RegExp(`^(?:member(?:s|ship)?|mbr|coop(?:erative)?) ?${number}$`)],
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
 * says enough, else also by what payrolls usually call them.
 */
export function guessReturnMapping(layout: Layout, columns: readonly string[]): (LayoutField | null)[] {
  const { found, missing } = findColumns(layout, columns)
  const mapping: (LayoutField | null)[] = columns.map(() => null)
  for (const [field, place] of found) mapping[place] = field
  if (missing.length === 0) return mapping
  const headings = columns.map(fold)
  for (const [field, heading] of guesses) {
    if (mapping.includes(field)) continue
    const place = headings.findIndex((text, column) => mapping[column] === null && heading.test(text))
    if (place !== -1) mapping[place] = field
  }
  return mapping
}

export function columnsFoundOf(mapping: readonly (string | null)[]): ColumnsFound {
  return new Map(mapping.flatMap((field, place) => (field === null ? [] : [[field as LayoutField, place] as const])))
}

/** The headings that a return can't do without and that no column is: who, and how much. */
export function missingInReturn(layout: Layout, found: ColumnsFound): string[] {
  const who = found.has('staffNumber') || found.has('membershipno')
  const parts = layout.filter(({ field }) => ['loans', 'levy', 'savings', 'shares'].includes(field))
  const much = found.has('total') || (parts.length > 0 && parts.every(({ field }) => found.has(field)))
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
