import { type Kobo, moneyText } from '#core/money.ts'
import { namesText } from '#core/names-text.ts'

/** ", ₦5,000.00 of it by payroll deduction of Ministry of Works": what employers deducted of a sum and have not paid over yet; nothing where they did not. */
export function byPayroll(deducted: Kobo, employers: readonly string[]): string {
  return deducted === 0n
    ? ''
    : `, ${moneyText(deducted)} of it by payroll deduction of ${namesText(employers, 'employer')}`
}
