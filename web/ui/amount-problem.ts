import { type Kobo, koboMax } from '#domain/money.ts'
import { moneyText } from './format.ts'

/** What is wrong with the amount of a form, under the name of its field. */
export function amountProblem(amount: Kobo | undefined): { amount?: string } {
  if (amount === undefined) return { amount: 'Enter the amount, such as 25,000 or 25k' }
  if (amount <= 0n) return { amount: 'Enter an amount above zero' }
  return amount > koboMax ? { amount: `Enter at most ${moneyText(koboMax)}` } : {}
}
