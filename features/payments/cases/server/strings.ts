export const thePaymentProviderIsRefunding = 'The payment provider is refunding {amount} that {payer} paid online.'
export const thePaymentProviderRefundedThat =
  'The payment provider refunded {amount} that {payer} paid online. Reverse the payment, or record the refund.'
export const theRefundOfThatPaid = 'The refund of {amount} that {payer} paid online failed. The payment stays.'
export const theBankOfHasCharged =
  'The bank of {payer} has charged back {amount}. Reverse the payment, or record the chargeback.'
export const theDisputeOfThatPaid = 'The dispute of {amount} that {payer} paid online was decided for the society.'
export const bankDisputes =
  'The bank of {payer} disputes an online payment of {amount}. Answer the dispute at the payment provider.'
export const bankDisputesUntil =
  'The bank of {payer} disputes an online payment of {amount}. Answer the dispute at the payment provider by {dueOn}.'
export const caseDoubted =
  'The payment provider reported figures that can’t be right for refund or dispute {number} of payment {reference}.'
export const caseOfPayerDoubted =
  'The payment provider reported figures that can’t be right for refund or dispute {number} of a payment of {payer}. It can’t be recorded. Ask the payment provider.'
