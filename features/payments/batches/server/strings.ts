export const theBankDidNotMake = 'The bank did not make the payment.'
export const ofPaymentsOfBatchFailed =
  '{failed} of {payments} payments of batch {number} failed: {amount} was reversed.'
export const paymentFailed = 'Payment {reference} failed: {why}'
export const thePaymentOfToYour =
  'The payment of {amount} to your {bankName} account ending in {lastDigits} failed. The money is back on your account with the society. Check your bank details.'
export const failedPaymentsAreReversed = 'Failed payments of batch {number} are reversed: {payments}'
export const failedPaymentsAndMore = 'Failed payments of batch {number} are reversed: {payments} and {more} more'
