import type { getPaymentBatch, listPayable, listPaymentItems } from '#features/payments/batches/contract.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import type { AccountWarning, BatchStatus, ItemStatus } from '#features/payments/batches/rules/payment-batch.ts'
import type { PayoutStatus } from '#features/payments/payouts/rules/payout.ts'
import { theBankHasAnotherName } from '#ui/parts/strings.ts'
import type { TagTone } from '#ui/Tag.tsx'

export type Batch = Replied<typeof getPaymentBatch>
export type Item = Replied<typeof listPaymentItems>
export type Payable = Replied<typeof listPayable>

export const batchStatusWords: Record<BatchStatus, { label: string; tone: TagTone }> = {
  draft: { label: 'Not approved', tone: 'warning' },
  approved: { label: 'Waiting for results', tone: 'info' },
  finished: { label: 'Finished', tone: 'success' },
  cancelled: { label: 'Cancelled', tone: 'neutral' },
}

export const itemStatusWords: Record<ItemStatus, { label: string; tone: TagTone }> = {
  waiting: { label: 'Waiting', tone: 'neutral' },
  paid: { label: 'Paid', tone: 'success' },
  failed: { label: 'Failed', tone: 'danger' },
  cancelled: { label: 'Cancelled', tone: 'neutral' },
}

export const warningWords: Record<AccountWarning, string> = {
  mistyped: 'A digit of the number may be wrong',
  first_payment: 'First payment to this account',
  shared_account: 'Another member has this account',
  other_name: "Not in the member's name",
  other_holder: theBankHasAnotherName,
}

/** A payment that waits, on its way by the provider. */
export const payoutWords: Record<PayoutStatus, { label: string; tone: TagTone }> = {
  queued: { label: 'To be sent', tone: 'neutral' },
  sending: { label: 'Being sent', tone: 'info' },
  sent: { label: 'With Paystack', tone: 'info' },
  held: { label: 'Not sent', tone: 'warning' },
  paid: { label: 'Paid', tone: 'success' },
  failed: { label: 'Failed', tone: 'danger' },
  stopped: { label: 'Check with Paystack', tone: 'warning' },
}
