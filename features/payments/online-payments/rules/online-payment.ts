/** What a line of an online payment pays. */
export const paymentKinds = ['contribution', 'repayment', 'shares'] as const
export type PaymentKind = (typeof paymentKinds)[number]

/**
 * What has become of an online payment. `unallocated`: the money is in the books and on no member's account; `stopped`: the
 * provider confirmed money that is not naira or went to another account, or figures that can't be, which the books don't take.
 */
export const paymentStatuses = [
  'created',
  'initialized',
  'failed',
  'expired',
  'paid',
  'posted',
  'unallocated',
  'allocated',
  'stopped',
] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

/** Whether the payer can still pay. */
export function isPayable(status: PaymentStatus): boolean {
  return status === 'created' || status === 'initialized' || status === 'failed'
}

/** Whether what comes next is the server's doing. */
export function isUnderWay(status: PaymentStatus): boolean {
  return isPayable(status) || status === 'paid'
}

export const chargeBearers = ['society', 'member'] as const
export type ChargeBearer = (typeof chargeBearers)[number]

export const paymentLinesMax = 20

/** How many payments a member may have begun and not paid at once: somebody who begins more has lost their way. */
export const paymentsBegunMax = 20

/** For how long a checkout can be paid. */
export const paymentHours = 24
