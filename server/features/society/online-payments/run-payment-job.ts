import type { Services } from '#server/context.ts'
import type { PaymentJob } from '#server/db/payments.ts'
import { advancePayment } from './advance-payment.ts'
import { openTransferAccount } from './open-transfer-account.ts'
import { receiveCases } from './receive-cases.ts'
import { receiveSettlements } from './receive-settlements.ts'
import { receiveTransfer } from './receive-transfer.ts'

/** What the queue of payments asks for. Throws where another try can help. */
export async function runPaymentJob(services: Services, job: PaymentJob): Promise<void> {
  if ('payment' in job) return advancePayment(services, job)
  if ('accountOf' in job) return openTransferAccount(services, job)
  if ('casesOf' in job) return receiveCases(services, job)
  if ('settlementsOf' in job) return receiveSettlements(services, job)
  return receiveTransfer(services, job)
}
