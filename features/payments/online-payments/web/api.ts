import { queryOptions } from '@tanstack/react-query'
import type { Replied } from '#core/contract/endpoint.ts'
import { getOwnPayment, type listPayments } from '#features/payments/online-payments/contract.ts'
import type { OnlinePaymentId } from '#core/ids.ts'
import { isUnderWay, type PaymentStatus } from '#features/payments/online-payments/rules/online-payment.ts'
import { query } from '#ui/api/query.ts'
import type { TagTone } from '#ui/Tag.tsx'
import * as strings from './strings.ts'

export type OwnPayment = Replied<typeof getOwnPayment>
export type MemberPayment = Replied<typeof listPayments>

/** Every two seconds while something is still to come. */
export function followPayment(paymentId: OnlinePaymentId) {
  return queryOptions({
    ...query(getOwnPayment, { paymentId }),
    refetchInterval: ({ state }) => (!state.data || isUnderWay(state.data.status) ? 2000 : false),
  })
}

/** What each status is called, to members and officers alike. */
export const statusWords: Record<PaymentStatus, { label: string; tone: TagTone }> = {
  created: { label: strings.notPaidYet, tone: 'neutral' },
  initialized: { label: strings.notPaidYet, tone: 'neutral' },
  failed: { label: strings.declined, tone: 'danger' },
  expired: { label: strings.expired, tone: 'neutral' },
  paid: { label: strings.beingPosted, tone: 'info' },
  posted: { label: strings.posted, tone: 'success' },
  unallocated: { label: strings.waitingForAnOfficer, tone: 'warning' },
  allocated: { label: strings.allocated, tone: 'success' },
  stopped: { label: strings.notInTheBooks, tone: 'danger' },
}

/** “Contribution, November 2026” */
export const kindWords = {
  contribution: strings.contribution,
  repayment: strings.loanRepayment,
  shares: strings.shares,
} as const

/** The member, or of a transfer to no member's account number its sender. */
export function payerOf({ memberName, sender }: MemberPayment): string {
  return memberName ?? sender ?? strings.anUnknownSender
}
