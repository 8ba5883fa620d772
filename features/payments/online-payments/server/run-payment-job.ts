import type { Services } from '#platform/context.ts'
import type { AccountStep, PaymentStep, TransferStep } from '#platform/db/payments.ts'
import { advancePayment } from './advance-payment.ts'
import { openTransferAccount } from './open-transfer-account.ts'
import { receiveTransfer } from './receive-transfer.ts'

/** What the queue of payments asks for. Throws where another try can help. */
export async function runPaymentJob(services: Services, job: PaymentStep | AccountStep | TransferStep): Promise<void> {
  if ('payment' in job) return advancePayment(services, job)
  if ('accountOf' in job) return openTransferAccount(services, job)
  return receiveTransfer(services, job)
}
