import { type Kobo, zeroKobo } from '#core/money.ts'
import { signedAmount } from '#core/spreadsheets/amount.ts'
import type { LeftOut } from '#core/spreadsheets/left-out.ts'
import type { ColumnsFound } from '#features/payroll/employers/rules/layout.ts'
import { components } from '#features/payroll/employers/rules/words.ts'

/** What a file's own row of totals says. */
export type FileTotal = { row: number; says: Kobo }

const totalsMax = 100

/** The figures of rows that are totals, or that have figures and no name: in the column of amounts, else in those of components, else the only one. */
export function fileTotals(
  rows: readonly { number: number; cells: readonly string[]; leftOut: LeftOut | null }[],
  found: ColumnsFound,
): FileTotal[] {
  return rows
    .filter(({ leftOut }) => leftOut === 'total' || leftOut === 'figures')
    .flatMap(({ number, cells }) => {
      const figures = (places: readonly (number | undefined)[]) =>
        places.flatMap((place) => signedAmount((cells[place ?? -1] ?? '').trim()) ?? [])
      const [total] = figures([found.get('total')])
      const parts = figures(components.map((component) => found.get(component)))
      const others = figures([...cells.keys()])
      const says =
        total ??
        (parts.length > 0
          ? parts.reduce((sum, part) => (sum + part) as Kobo, zeroKobo)
          : others.length === 1
            ? others[0]
            : undefined)
      return says === undefined || says <= 0n ? [] : [{ row: number, says }]
    })
    .slice(0, totalsMax)
}

/**
 * The totals that are the sum neither of all rows above them nor of those since an earlier total, each with the sum that comes nearest.
 * `sums` has what the rows before the first total come to, then those between two of them.
 */
export function totalsThatDiffer(totals: readonly FileTotal[], sums: readonly Kobo[]): (FileTotal & { sum: Kobo })[] {
  const size = (difference: bigint) => (difference < 0n ? -difference : difference)
  return totals.flatMap(({ row, says }, index) => {
    let sum = zeroKobo
    let nearest: Kobo | undefined
    for (const own of sums.slice(0, index + 1).toReversed()) {
      sum = (sum + own) as Kobo
      if (sum > 0n && (nearest === undefined || size(sum - says) < size(nearest - says))) nearest = sum
    }
    // Above all rows there is nothing that it could be the sum of.
    return nearest === undefined || nearest === says ? [] : [{ row, says, sum: nearest }]
  })
}
