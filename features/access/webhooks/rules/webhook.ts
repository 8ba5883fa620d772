/** What a webhook can be told of. */
export const eventKinds = [
  'contribution.posted',
  'deposit.posted',
  'withdrawal.posted',
  'loan.disbursed',
  'repayment.posted',
  'reversal.posted',
  'member.added',
] as const
export type EventKind = (typeof eventKinds)[number]

/** As officers read them. */
export const eventLabels: Record<EventKind, string> = {
  'contribution.posted': 'Contribution posted',
  'deposit.posted': 'Deposit posted',
  'withdrawal.posted': 'Withdrawal posted',
  'loan.disbursed': 'Loan paid out',
  'repayment.posted': 'Repayment posted',
  'reversal.posted': 'Posting reversed',
  'member.added': 'Member added',
}

/** What an officer sends to see whether an address takes it. */
export const testKind = 'test'
export const webhooksMax = 5
export const deliveriesListedDays = 30

export const deliveryStates = ['waiting', 'delivered', 'failed'] as const

const minute = 60
const hour = 60 * minute
/** Seconds until the next attempt after each one that failed: three days in all. */
const pauses = [5, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 17 * hour, 24 * hour]

/** Seconds until another attempt after so many; undefined where there is none. */
export function pauseAfter(attempts: number): number | undefined {
  return pauses[attempts - 1]
}
