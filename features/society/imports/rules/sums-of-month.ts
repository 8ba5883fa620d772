import type { LeftOut } from '#core/spreadsheets/left-out.ts'
import { type Sums, sumsBeside } from '#core/spreadsheets/unread-columns.ts'
import type { Mapping } from './import.ts'

/** The column of a month's sheet that is the sum of others, where it has one. */
export function sumsOfMonth(
  { columns, mapping }: { columns: readonly string[]; mapping: Mapping },
  rows: readonly { cells: readonly string[]; leftOut: LeftOut | null }[],
): Sums | undefined {
  const payments = rows.flatMap(({ cells, leftOut }) => (leftOut === null ? [cells] : []))
  return sumsBeside(mapping.indexOf('amount'), columns, mapping, payments)
}
