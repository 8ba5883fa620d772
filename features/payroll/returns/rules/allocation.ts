import { type Amounts, noAmounts, totalOf } from '#features/payroll/employers/rules/component.ts'
import { type Kobo, zeroKobo } from '#core/money.ts'
import { type Component, components } from '#features/payroll/employers/rules/words.ts'
import type { Decision } from './words.ts'
import type { Parts } from '#features/payroll/employers/rules/layout.ts'
import { shareTotal } from '#core/share-total.ts'

/** Money whose owner or purpose is not known yet. */
export const unallocatedCode = '2410'

/** What a line's money becomes: the member's by component, or held until its owner is known. */
export type Allocation = { amounts: Amounts; unallocated: Kobo }

/** Uses an amount for what is due, in the order given, never for more than is due; the rest is left over. */
export function splitInOrder(
  amount: Kobo,
  due: Amounts,
  order: readonly Component[],
): { amounts: Amounts; left: Kobo } {
  let left: bigint = amount
  const amounts: Record<Component, Kobo> = { ...noAmounts }
  for (const component of order) {
    const part = left < due[component] ? left : due[component]
    amounts[component] = part as Kobo
    left -= part
  }
  return { amounts, left: left as Kobo }
}

/**
 * The same money where the member's loans no longer owe all that was meant for them: what they leave is used for the rest
 * of what was scheduled, in the society's order, and then goes to their savings.
 */
export function withoutLoans(amounts: Amounts, unused: Kobo, due: Amounts, order: readonly Component[]): Amounts {
  const missing = (component: Component) =>
    (due[component] > amounts[component] ? due[component] - amounts[component] : 0n) as Kobo
  const { amounts: more, left } = splitInOrder(
    unused,
    { loans: zeroKobo, levy: missing('levy'), savings: missing('savings'), shares: missing('shares') },
    order,
  )
  const plus = (component: Component) => (amounts[component] + more[component]) as Kobo
  return {
    loans: (amounts.loans - unused) as Kobo,
    levy: plus('levy'),
    savings: (plus('savings') + left) as Kobo,
    shares: plus('shares'),
  }
}

/**
 * Where a line's money goes. `post`: all of it to the member, as scheduled; less than that in proportion, more than that
 * to their savings. `split`: in the society's order, what is beyond the schedule held. `hold`: all of it held. `refuse`: none.
 * Where the file says what it is for, each part is for that: `post` takes all of it, `split` what was scheduled, and holds the rest;
 * what is not compared was posted before, and is held.
 */
export function allocate(
  decision: Decision,
  deducted: Kobo,
  due: Amounts,
  order: readonly Component[],
  { parts, compared = components }: { parts?: Parts | undefined; compared?: readonly Component[] } = {},
): Allocation {
  if (decision === 'refuse') return { amounts: noAmounts, unallocated: zeroKobo }
  if (decision === 'hold') return { amounts: noAmounts, unallocated: deducted }
  if (parts) {
    const amounts: Record<Component, Kobo> = { ...noAmounts }
    for (const component of compared) {
      const part = parts[component] ?? zeroKobo
      amounts[component] = decision === 'post' || part < due[component] ? part : due[component]
    }
    return { amounts, unallocated: (deducted - totalOf(amounts)) as Kobo }
  }
  if (decision === 'split') {
    const { amounts, left } = splitInOrder(deducted, due, order)
    return { amounts, unallocated: left }
  }
  const scheduled = totalOf(due)
  if (deducted >= scheduled)
    return { amounts: { ...due, savings: (due.savings + deducted - scheduled) as Kobo }, unallocated: zeroKobo }
  const [loans = zeroKobo, levy = zeroKobo, savings = zeroKobo, shares = zeroKobo] = shareTotal(
    deducted,
    components.map((component) => due[component]),
  )
  return { amounts: { loans, levy, savings, shares }, unallocated: zeroKobo }
}
