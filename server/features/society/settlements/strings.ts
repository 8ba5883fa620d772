import type { Doubt } from '#domain/society/online-payments/doubt.ts'

export const paidToTheBank = 'The payment provider paid {net} to the bank (settlement {number}). Post it.'
export const paidAndDiffers =
  'The payment provider paid {net} to the bank (settlement {number}). It differs from the books. Check it, then post it.'
export const figures: Readonly<Record<Doubt, string>> = { amount: 'an amount', charge: 'a charge', date: 'a date' }
export const settlementDoubted =
  'The payment provider reported {figure} that can’t be right for settlement {number}. It can’t be posted. Ask the payment provider.'
export const settlementOfOthers =
  'The payment provider listed settlement {number} for a cooperative, with payments of another. It was left out. Ask the payment provider.'
