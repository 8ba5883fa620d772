import type { Doubt } from '#domain/society/online-payments/doubt.ts'

export const yourAccountNumberForTransfers =
  'Your account number for transfers is {number}, {bank}. What you send to it is posted to your savings.'
export const anOnlinePaymentOfWas =
  'An online payment of {payer} was not taken into the books. {why}. Ask the payment provider.'
export const changedOnlinePayments = '{name} changed online payments. {description}.'
export const onlinePayments = 'Online payments: {before} → {after}'
export const noSubAccount = 'no sub-account'
export const settingsInWords = '{isOn}, {subaccount}, charge borne by the {chargeBorneBy}'
export const settingsWithTransfers = '{isOn}, {subaccount}, charge borne by the {chargeBorneBy}, transfers to {account}'
export const wasReceivedOnline = '{received} was received online. An officer will post it to your account.'
export const couldNotBePosted = '{received} that {payer} paid online could not be posted. {why} Allocate it.'
export const wasPaidInsteadOf = '{received} was paid instead of {asked}.'
export const noMemberHasTheNumber = 'No member has the account number {sentTo} to which it was sent.'
export const noAccountTypeTakesTransfers = 'There is no account type that takes transfers.'
export const paymentNotInNaira = 'The provider confirmed a payment in {currency}, not in naira'
export const transferNotInNaira = 'The provider confirmed a transfer in {currency}, not in naira'
export const doubtfulFigure: Readonly<Record<Doubt, string>> = {
  amount: 'The provider reported an amount that can’t be right',
  charge: 'The provider reported a charge that can’t be right',
  date: 'The provider reported a date that can’t be right',
}
export const aPaymentWasStopped = 'A payment to a society was not taken into its books. {why}. Reference: {reference}.'
export const wentToAnotherSubAccount = 'The money went to another sub-account than the society’s'
export const anUnknownSender = 'an unknown sender'
export const onlinePaymentNotAllocated = 'Online payment of {payer}, not allocated'
export const chargeOfAnOnlinePayment = 'Charge of an online payment'
export const chargePaidByTheMember = 'Charge paid by the member'
export const sandboxCheckout = 'Sandbox checkout'
export const anUnknownAmount = 'An unknown amount'
export const anUnknownNumber = 'an unknown account number'
export const transferIsNobodys =
  '{amount} was transferred to {sentTo}, which no cooperative has. Ask the payment provider whose it is. Reference: {reference}.'
