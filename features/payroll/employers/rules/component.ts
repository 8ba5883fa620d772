import { type Component, components } from './words.ts'
import { type Kobo, zeroKobo, sumKobo } from '#core/money.ts'
import { labelled } from '#core/words.ts'

/** An amount for each component. */
export type Amounts = Readonly<Record<Component, Kobo>>

export const componentNames: Readonly<Record<Component, string>> = labelled({
  loans: 'Loan instalment',
  levy: 'Levy',
  savings: 'Savings',
  shares: 'Shares',
})

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

export const noAmounts: Amounts = { loans: zeroKobo, levy: zeroKobo, savings: zeroKobo, shares: zeroKobo }

export function totalOf(amounts: Amounts): Kobo {
  return sumKobo(components.map((component) => amounts[component]))
}
