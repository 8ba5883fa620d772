import type { Services } from '#platform/context.ts'
import { addSettlementJobs, findCasesFrom, noteListedCases } from '#platform/db/payments.ts'

/** Looks for refunds and disputes of which no webhook came, and has the settlements of each cooperative read. */
export async function readSettlements({
  database,
  payments,
  paymentsWaiting,
}: Pick<Services, 'database' | 'payments' | 'paymentsWaiting'>): Promise<void> {
  if (payments?.settlementsSince) await database.jobs((tx) => addSettlementJobs(tx))
  paymentsWaiting()
  if (!payments?.casesSince) return
  const begun = new Date()
  const listed = await payments.casesSince(await database.jobs((tx) => findCasesFrom(tx, payments.name)))
  if ('retryBecause' in listed) throw new Error(listed.retryBecause)
  await database.jobs((tx) => noteListedCases(tx, payments.name, listed.references, begun))
  paymentsWaiting()
}
