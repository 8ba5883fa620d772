import { type Kobo, zeroKobo } from '#core/money.ts'
import { signedAmount } from '#core/spreadsheets/amount.ts'
import { cellText } from '#core/spreadsheets/cell.ts'
import type { LeftOut } from '#core/spreadsheets/left-out.ts'
import {
  type FileTotal,
  isUnreadTotal,
  totalsThatDiffer,
  unreadTotal,
} from '#features/payroll/returns/rules/file-totals.ts'

/** A row of a month in the order of its file: `amount` is what is in its column of amounts, `leftOut` why it is no payment. */
type MonthRow = { number: number; amount: string; leftOut: LeftOut | null }

/** The totals that a month has in rows of its own and that its payments do not come to; those that are skipped are in the file too. */
export function monthTotalsThatDiffer(
  rows: readonly MonthRow[],
  amountIn: (cell: string) => Kobo | undefined,
): ReturnType<typeof totalsThatDiffer> {
  const totals: FileTotal[] = []
  const sums: Kobo[] = [zeroKobo]
  for (const { number, amount, leftOut } of rows) {
    if (leftOut === null) sums.push(((sums.pop() ?? 0n) + (amountIn(amount) ?? 0n)) as Kobo)
    if (leftOut !== 'total' && leftOut !== 'figures') continue
    const says = signedAmount(cellText(amount))
    if (says === undefined ? !isUnreadTotal(amount) : says <= 0n) continue
    totals.push(says === undefined ? unreadTotal(number, amount) : { row: number, says, cell: null })
    sums.push(zeroKobo)
  }
  return totalsThatDiffer(totals, sums)
}
