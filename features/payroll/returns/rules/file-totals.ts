import { type Kobo, sumKobo, zeroKobo } from '#core/money.ts'
import { signedAmount } from '#core/spreadsheets/amount.ts'
import type { LeftOut } from '#core/spreadsheets/left-out.ts'
import type { ColumnsFound } from '#features/payroll/employers/rules/layout.ts'
import { components } from '#features/payroll/employers/rules/words.ts'

/** What a file's own row of totals says; null where its `cell` can't be read. */
export type FileTotal = { row: number; says: Kobo | null; cell: string | null }

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
      const placed = [found.get('total'), ...components.map((component) => found.get(component))]
      const unread = placed.map((place) => cells[place ?? -1] ?? '').find(isUnreadTotal)
      const [total] = figures(placed.slice(0, 1))
      const parts = figures(placed.slice(1))
      const others = figures([...cells.keys()])
      if (total === undefined && unread !== undefined) return [unreadTotal(number, unread)]
      const says = total ?? (parts.length > 0 ? sumKobo(parts) : others.length === 1 ? others[0] : undefined)
      return says === undefined || says <= 0n ? [] : [{ row: number, says, cell: null }]
    })
    .slice(0, totalsMax)
}

/** Whether a cell of a row of totals was meant to be an amount: a formula without its value, #REF!, 7,5OO. */
export function isUnreadTotal(cell: string): boolean {
  const text = cell.trim()
  if (/^(?:=|#\D)/.test(text)) return true
  const count = (kind: RegExp) => text.match(kind)?.length ?? 0
  return signedAmount(text) === undefined && count(/\d/g) > count(/[a-z]/gi)
}

export function unreadTotal(row: number, cell: string): FileTotal {
  return { row, says: null, cell: cell.trim().slice(0, 60) }
}

/**
 * The totals that are the sum neither of all rows above them nor of those since an earlier total, each with the sum that comes nearest.
 * One above all rows is the sum of those below it. `sums` has what the rows before the first total come to, then those between two of
 * them, and behind the last. One that can't be read comes with the sum of all rows beside it.
 */
export function totalsThatDiffer(
  totals: readonly FileTotal[],
  sums: readonly Kobo[],
): (FileTotal & { sum: Kobo; isAbove: boolean })[] {
  const size = (difference: bigint) => (difference < 0n ? -difference : difference)
  return totals.flatMap((total, index) => {
    const above = sums.slice(0, index + 1).toReversed()
    const isAbove = above.every((sum) => sum === 0n)
    let sum = zeroKobo
    let nearest: Kobo | undefined
    for (const own of isAbove ? sums.slice(index + 1) : above) {
      sum = (sum + own) as Kobo
      const isNearer =
        nearest === undefined || total.says === null || size(sum - total.says) < size(nearest - total.says)
      if (sum > 0n && isNearer) nearest = sum
    }
    return nearest === undefined || nearest === total.says ? [] : [{ ...total, sum: nearest, isAbove }]
  })
}
