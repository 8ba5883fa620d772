export const paidToTheBank = 'The payment provider paid {net} to the bank (settlement {number}). Post it.'
export const paidAndDiffers =
  'The payment provider paid {net} to the bank (settlement {number}). It differs from the books. Check it, then post it.'
export const anAmount = 'an amount'
export const aCharge = 'a charge'
export const aDate = 'a date'
export const aNumber = 'a number'
export const settlementDoubted =
  'The payment provider reported {figure} that can’t be right for settlement {number}. It can’t be posted. Ask the payment provider.'
export const settlementOfOthers =
  'The payment provider listed settlement {number} for a cooperative, with payments of another. It was left out. Ask the payment provider.'
