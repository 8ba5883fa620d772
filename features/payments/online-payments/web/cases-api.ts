import type { Replied } from '#core/contract/endpoint.ts'
import type { listPaymentCases } from '#features/payments/cases/contract.ts'
import type { CaseBooks, CaseKind, CaseStatus } from '#features/payments/online-payments/rules/payment-case.ts'
import type { TagTone } from '#ui/Tag.tsx'

export type PaymentCase = Replied<typeof listPaymentCases>

export const caseKindWords: Record<CaseKind, string> = { refund: 'Refund', dispute: 'Dispute' }

/** What each status is called, by kind: a dispute that is lost is a chargeback. */
export const caseStatusWords: Record<CaseKind, Record<CaseStatus, { label: string; tone: TagTone }>> = {
  refund: {
    pending: { label: 'Refund under way', tone: 'info' },
    taken: { label: 'Refunded', tone: 'warning' },
    kept: { label: 'Refund failed', tone: 'neutral' },
  },
  dispute: {
    pending: { label: 'Dispute open', tone: 'danger' },
    taken: { label: 'Charged back', tone: 'danger' },
    kept: { label: 'Dispute won', tone: 'success' },
  },
}

export const caseBooksWords: Record<CaseBooks, string> = {
  none: 'Nothing to record',
  open: 'Not recorded yet',
  waiting: 'Waiting for approval',
  reversed: 'Payment reversed',
  recorded: 'Recorded',
}
