export const enteredAPaystackKeyTo =
  '{name} entered a Paystack key to pay members with. It is not used before it is agreed to.'
export const paymentBatchesCanBeSent =
  'Payment batches can be sent from the Paystack account whose key ends in {keyEnd}.'
export const removedThePaystackKeyEnding = '{name} removed the Paystack key ending in {keyEnd}.'
export const paidWithFirstKey =
  'Members are paid with the Paystack key ending in {keyEnd}, which {enteredBy} entered, instead of none'
export const paidWithKeyInsteadOf =
  'Members are paid with the Paystack key ending in {keyEnd}, which {enteredBy} entered, instead of the one ending in {usedKeyEnd}'
export const paystackHasNoBank = 'Paystack has no bank called {bankName}.'
export const paymentWasNotSent = 'Payment {payment}, {amount}, was not sent. {why}'
export const paystackWaitsForPassword =
  'Paystack waits for a one-time password. Confirm the transfer in Paystack’s dashboard, and switch off the password for transfers under its preferences.'
export const paymentIsStopped = 'Payment {payment}: {why}'
export const paystackSays = 'Paystack says of this transfer: {said}. Look in its dashboard, and mark the payment.'
export const paystackConfirmedAnotherAmount =
  'Paystack confirmed another amount. Look in its dashboard, and mark the payment.'
export const paidNotRecorded = 'Paystack says that it was paid, which could not be recorded. {why}'
export const failedNotRecorded = 'Paystack says that it failed, which could not be recorded. {why}'
export const chargeOfTransfer = 'Charge of transfer {payment}'
export const paystackReportedAnotherCharge = 'Paystack reported a charge that can’t be right.'
export const aPayoutWasStopped = 'A payment that a society sends was stopped. {why} Reference: {reference}.'
