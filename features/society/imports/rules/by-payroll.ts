import { type Kobo, moneyText } from '#core/money.ts'

/** ", ₦5,000.00 of it by payroll deduction of Ministry of Works": what employers deducted of a sum and have not paid over yet; nothing where they did not. */
export function byPayroll(deducted: Kobo, employers: readonly string[]): string {
  if (deducted === 0n) return ''
  const [last, ...others] = employers.toReversed()
  const names = others.length > 0 ? `${others.toReversed().join(', ')} and ${last}` : last
  return `, ${moneyText(deducted)} of it by payroll deduction of ${names}`
}
