import type { Kobo } from '#domain/money.ts'

/** What is deducted from a salary for, in the order in which part payments are used where a society has set no other. */
export const components = ['loans', 'levy', 'savings', 'shares'] as const
export type Component = (typeof components)[number]

/** An amount for each component. */
export type Amounts = Readonly<Record<Component, Kobo>>

export const componentNames: Readonly<Record<Component, string>> = { loans: 'Loan instalment', levy: 'Levy', savings: 'Savings', shares: 'Shares' }

/** When members get what was deducted: as soon as the employer says that it deducted, or when it has paid. */
export const creditMoments = ['deduction', 'remittance'] as const
export type CreditMoment = (typeof creditMoments)[number]

/** The accounts of the chart that a levy may go to. */
export const levyCodes = ['3230', '3240', '3250', '4910'] as const
export type LevyCode = (typeof levyCodes)[number]

/** The accounts of the chart that take in what an employer pays. */
export const remittanceCodes = ['1010', '1020'] as const

/** Where money stands whose owner or purpose is not known yet. */
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

export const scheduleStates = ['draft', 'sent', 'deducted', 'part_remitted', 'remitted'] as const
/** draft; sent to the employer; deducted by its return; paid over in part; paid over in full. */
export type ScheduleState = (typeof scheduleStates)[number]

/** Where a month stands with an employer. `deducted` is what its accepted returns come to; undefined where there is none. */
export function scheduleState({ sent, deducted, remitted }: { sent: boolean; deducted: Kobo | undefined; remitted: Kobo }): ScheduleState {
  if (!sent) return 'draft'
  if (deducted === undefined) return 'sent'
  if (remitted >= deducted) return 'remitted'
  return remitted > 0n ? 'part_remitted' : 'deducted'
}
