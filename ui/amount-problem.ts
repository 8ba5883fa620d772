import { type Kobo, koboMax } from '#core/money.ts'
import { moneyText } from './format.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/** What is wrong with the amount of a form, under the name of its field. */
export function amountProblem(amount: Kobo | undefined): { amount?: string } {
  if (amount === undefined) return { amount: strings.enterTheAmountSuchAs }
  if (amount <= 0n) return { amount: strings.enterAnAmountAboveZero }
  return amount > koboMax ? { amount: fill(strings.enterAtMost, { koboMax: moneyText(koboMax) }) } : {}
}
