import type { Services } from '#platform/context.ts'
import { addDuePayouts } from '#platform/db/payouts.ts'
import { addDuePayments, findPollFrom, noteListedTransfers } from '#platform/db/payments.ts'

/** Asks the provider about payments, transfers and payouts of which no webhook came. */
export async function checkPayments({
  database,
  payments,
  paymentsWaiting,
  payoutsWaiting,
}: Pick<Services, 'database' | 'payments' | 'paymentsWaiting' | 'payoutsWaiting'>): Promise<void> {
  await database.jobs((tx) => addDuePayouts(tx))
  payoutsWaiting()
  await database.jobs((tx) => addDuePayments(tx))
  paymentsWaiting()
  if (!payments?.transfersSince) return
  const begun = new Date()
  const from = await database.jobs((tx) => findPollFrom(tx, payments.name))
  if (!from) return
  const listed = await payments.transfersSince(from)
  if ('retryBecause' in listed) throw new Error(listed.retryBecause)
  await database.jobs((tx) => noteListedTransfers(tx, payments.name, listed.references, begun))
  paymentsWaiting()
}
