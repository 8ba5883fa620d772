import type { Services } from '#server/context.ts'
import { addDuePayments } from '#server/db/payments.ts'

/** Asks the provider about payments of which no webhook came. */
export async function checkPayments({
  database,
  paymentsWaiting,
}: Pick<Services, 'database' | 'paymentsWaiting'>): Promise<void> {
  await database.jobs((tx) => addDuePayments(tx))
  paymentsWaiting()
}
