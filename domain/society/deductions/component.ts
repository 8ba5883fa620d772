import { labelled } from '#domain/words.ts'
import type { Kobo } from '#domain/money.ts'
import { type Component, components, type ScheduleState } from './words.ts'

/** An amount for each component. */
export type Amounts = Readonly<Record<Component, Kobo>>

export const componentNames: Readonly<Record<Component, string>> = labelled({
  loans: 'Loan instalment',
  levy: 'Levy',
  savings: 'Savings',
  shares: 'Shares',
})

/** Money whose owner or purpose is not known yet. */
export const unallocatedCode = '2410'

/** Above the employers' own accounts, which are numbered 1110-001 and on. */
const receivableCode = '1110'

/** The number of the ledger account of the society's nth employer. */
export function receivableCodeOf(nth: number): string {
  return `${receivableCode}-${String(nth).padStart(3, '0')}`
}

/** Whether this names each component once. */
export function isOrder(order: readonly string[]): order is readonly Component[] {
  return order.length === components.length && components.every((component) => order.includes(component))
}

/** The state of a month with an employer. `deducted` is what its accepted returns come to; undefined where there is none. */
export function scheduleState({
  sent,
  deducted,
  remitted,
}: {
  sent: boolean
  deducted: Kobo | undefined
  remitted: Kobo
}): ScheduleState {
  if (!sent) return 'draft'
  if (deducted === undefined) return 'sent'
  if (remitted >= deducted) return 'remitted'
  return remitted > 0n ? 'part_remitted' : 'deducted'
}
