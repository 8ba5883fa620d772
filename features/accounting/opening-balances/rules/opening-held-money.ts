import type { Day } from '#core/calendar.ts'
import type { Kobo } from '#core/money.ts'
import { amountIn, type Cells, dayIn, textIn } from './opening-cells.ts'

/** The columns of the sheet of money whose owner is not known, in the order of the workbook. */
export const heldHeadings = {
  from: 'From',
  detail: 'Details',
  reference: 'Reference',
  received: 'Received on',
  amount: 'Amount',
} as const
export type HeldHeading = keyof typeof heldHeadings

export const heldHeadingsNeeded = ['from', 'received', 'amount'] as const satisfies readonly HeldHeading[]

export type OpeningHeldMoney = {
  from: string
  detail: string | null
  reference: string | null
  receivedOn: Day
  amount: Kobo
}

/** One row of the sheet; undefined where something in it has to be put right. */
export function readOpeningHeldMoney(cells: Cells<HeldHeading>, asOf: Day): OpeningHeldMoney | undefined {
  const from = textIn(cells, 'from', { most: 120, missing: 'Enter who paid it, such as the employer, or Unknown' })
  const detail = textIn(cells, 'detail', { most: 200 }) || null
  const reference = textIn(cells, 'reference', { most: 80 }) || null
  const receivedOn = dayIn(cells, 'received', 'Enter the day on which it came in')
  const amount = amountIn(cells, 'amount', 'Enter what is still held of it, or delete the row')
  const isLater = receivedOn !== undefined && receivedOn > asOf
  if (isLater) cells.problem('received', 'This is after the day of the balances. Record it in its own month.')
  if (from === '' || !receivedOn || isLater || amount === undefined) return undefined
  return { from, detail, reference, receivedOn, amount }
}
