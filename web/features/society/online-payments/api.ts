import { queryOptions } from '@tanstack/react-query'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import { getOwnPayment, type listPayments, type startPayment } from '#contract/society/online-payments.ts'
import type { OnlinePaymentId } from '#domain/ids.ts'
import { isUnderWay, type PaymentStatus } from '#domain/society/online-payments/online-payment.ts'
import { query } from '#web/api/query.ts'
import type { TagTone } from '#web/ui/Tag.tsx'

export type OwnPayment = Replied<typeof getOwnPayment>
export type MemberPayment = Replied<typeof listPayments>
export type PaymentLine = Parsed<typeof startPayment>['lines'][number]

/** Every two seconds while something is still to come. */
export function followPayment(paymentId: OnlinePaymentId) {
  return queryOptions({
    ...query(getOwnPayment, { paymentId }),
    refetchInterval: ({ state }) => (!state.data || isUnderWay(state.data.status) ? 2000 : false),
  })
}

/** What each status is called, to members and officers alike. */
export const statusWords: Record<PaymentStatus, { label: string; tone: TagTone }> = {
  created: { label: 'Not paid yet', tone: 'neutral' },
  initialized: { label: 'Not paid yet', tone: 'neutral' },
  failed: { label: 'Declined', tone: 'danger' },
  expired: { label: 'Expired', tone: 'neutral' },
  paid: { label: 'Being posted', tone: 'info' },
  posted: { label: 'Posted', tone: 'success' },
  unallocated: { label: 'Waiting for an officer', tone: 'warning' },
  allocated: { label: 'Allocated', tone: 'success' },
  stopped: { label: 'Not in the books', tone: 'danger' },
}

/** “Contribution, November 2026” */
export const kindWords = { contribution: 'Contribution', repayment: 'Loan repayment', shares: 'Shares' } as const

/** The member, or of a transfer to no member's account number its sender. */
export function payerOf({ memberName, sender }: MemberPayment): string {
  return memberName ?? sender ?? 'An unknown sender'
}
