import type { Kobo } from '#core/money.ts'
import type { BankDetails } from '#features/members/members/rules/bank-details.ts'

/** What the society pays members by bank. */
export const paidKinds = ['withdrawal', 'share_redemption', 'disbursement'] as const
export type PaidKind = (typeof paidKinds)[number]

export const paidKindWords: Record<PaidKind, string> = {
  withdrawal: 'Withdrawal',
  share_redemption: 'Share redemption',
  disbursement: 'Loan',
}

/** Finished once each payment has a result. */
export const batchStatuses = ['draft', 'approved', 'finished', 'cancelled'] as const
export type BatchStatus = (typeof batchStatuses)[number]

export const itemStatuses = ['waiting', 'paid', 'failed', 'cancelled'] as const
export type ItemStatus = (typeof itemStatuses)[number]

export const outcomes = ['paid', 'failed'] as const
export type Outcome = (typeof outcomes)[number]

/** The most payments in one batch. */
export const batchItemsMax = 500

/** What an officer looks at before money goes to an account; none of it stops a payment. */
export const accountWarnings = ['mistyped', 'first_payment', 'shared_account', 'other_name', 'other_holder'] as const
export type AccountWarning = (typeof accountWarnings)[number]

/** “PB3-12”: by which the bank's answer is matched to the payment. */
export function itemReference(batchNumber: number, line: number): string {
  return `PB${batchNumber}-${line}`
}

/** A payment as the bank is asked to make it. */
export type BankPayment = BankDetails & {
  line: number
  reference: string
  kind: PaidKind
  membershipno: string
  amount: Kobo
}
