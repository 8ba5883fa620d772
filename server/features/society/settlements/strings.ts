export const paidToTheBank = 'The payment provider paid {net} to the bank (settlement {number}). Post it.'
export const paidAndDiffers =
  'The payment provider paid {net} to the bank (settlement {number}). It differs from the books. Check it, then post it.'
