import type { Period } from '#core/calendar.ts'
import type { Kobo } from '#core/money.ts'
import type { InterestBasis } from '#features/loans/loans/rules/loan.ts'
import type { SocietyKind } from '#features/accounting/books/rules/account-kinds.ts'
import * as strings from './strings.ts'

/** A cooperative's settings as the domain holds them. */
export type Settings = {
  societyKind: SocietyKind
  /** MM-DD. */
  fiscalYearStart: string
  shareParValue: Kobo
  sharesMin: number
  shareCeilingBasisPoints: number
  contributionMin: Kobo
  /** For members who joined earlier: the first month whose contribution is due. Members who are registered already keep theirs. */
  contributionsDueFrom: Period
  entranceFee: Kobo
  savingsMultiplePercent: number
  waitingMonths: number
  guarantorsRequired: number
  exitNoticeMonths: number
  /** Kept by the society of what a member is paid who leaves. */
  leavingFee: Kobo
  /** How many approvals (0 to 2) a withdrawal, shares that are transferred or redeemed, a journal, a reversal and the write-off of a loan need, and from what amount on; null: one as soon as two officers can approve. */
  withdrawalApprovals: number | null
  withdrawalApprovalsFrom: Kobo
  shareApprovals: number | null
  shareApprovalsFrom: Kobo
  journalApprovals: number | null
  journalApprovalsFrom: Kobo
  reversalApprovals: number | null
  reversalApprovalsFrom: Kobo
  writeOffApprovals: number | null
  writeOffApprovalsFrom: Kobo
  loanInterestBasis: InterestBasis
  /** The interest of a loan that is late by more days is no income before it is paid. */
  suspendInterestAfterDays: number
  /** An overdue sum up to this amount, or late up to so many days, is not counted as arrears. */
  arrearsTolerance: Kobo
  arrearsToleranceDays: number
  /** So many instalments in a row, paid on time, before new terms of a late loan count as cured. */
  arrearsCuredAfter: number
}

/** What says how many officers must approve, in words. */
export const approvalSettingLabels: Readonly<Record<string, string>> = {
  withdrawalApprovals: strings.approvalsOfAWithdrawal,
  withdrawalApprovalsFrom: strings.approvalsOfAWithdrawalFrom,
  shareApprovals: strings.approvalsOfSharesTransferredOr,
  shareApprovalsFrom: strings.approvalsOfSharesFrom,
  journalApprovals: strings.approvalsOfAJournal,
  journalApprovalsFrom: strings.approvalsOfAJournalFrom,
  reversalApprovals: strings.approvalsOfAReversal,
  reversalApprovalsFrom: strings.approvalsOfAReversalFrom,
  writeOffApprovals: strings.approvalsOfAWriteOff,
  writeOffApprovalsFrom: strings.approvalsOfAWriteOffFrom,
}

/** Settings and terms that hold an amount; their history is told in naira. */
export const settingsInMoney: readonly string[] = [
  'interestLeastBalance',
  'depositLeastAmount',
  'price',
  'shareParValue',
  'contributionMin',
  'entranceFee',
  'leavingFee',
  'withdrawalApprovalsFrom',
  'shareApprovalsFrom',
  'journalApprovalsFrom',
  'reversalApprovalsFrom',
  'writeOffApprovalsFrom',
  'arrearsTolerance',
] satisfies (keyof Settings | 'interestLeastBalance' | 'depositLeastAmount' | 'price')[]

/** A day of every year as MM-DD: 29 February is not one. */
export function isYearDay(text: string): boolean {
  const [, month = '', day = ''] = /^(\d{2})-(\d{2})$/.exec(text) ?? []
  if (month === '') return false
  const date = new Date(`2025-${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(5, 10) === `${month}-${day}`
}
