import type { Kobo } from '#domain/money.ts'
import { type BankDetails, fitsBank } from '#domain/members/members/bank-details.ts'
import { foldForSearch } from '#domain/searching.ts'

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
export const accountWarnings = ['mistyped', 'first_payment', 'shared_account', 'other_name'] as const
export type AccountWarning = (typeof accountWarnings)[number]

type Payee = BankDetails & {
  memberName: string
  /** No payment to this account has been confirmed yet: it is new, or was changed. */
  isFirst: boolean
  /** Another member is paid to the same account. */
  isShared: boolean
}

export function warningsOf({ memberName, isFirst, isShared, ...details }: Payee): AccountWarning[] {
  const found: Record<AccountWarning, boolean> = {
    mistyped: !fitsBank(details),
    first_payment: isFirst,
    shared_account: isShared,
    other_name: !isNamedFor(details.accountName, memberName),
  }
  return accountWarnings.filter((warning) => found[warning])
}

/** Whether an account is in a member's name: two of their names are on it, in any order, or the only one. */
export function isNamedFor(accountName: string, memberName: string): boolean {
  const words = (text: string) =>
    foldForSearch(text)
      .split(/[^a-z0-9]+/)
      .filter((word) => word.length > 1)
  const onAccount = new Set(words(accountName))
  const names = new Set(words(memberName))
  return [...names].filter((name) => onAccount.has(name)).length >= Math.min(2, names.size)
}

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
