import type {
  postSettlement as contract,
  readSettlements as readContract,
} from '#features/payments/settlements/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import { addSettlementJob } from '#platform/db/payments.ts'
import type { Tx } from '#platform/db/tx.ts'
import { recordClearing } from '#features/savings/transactions/server/record-journal.ts'
import { openDay } from '#features/payments/online-payments/server/open-day.ts'
import { findPaymentAccounts } from '#features/payments/online-payments/server/queries.ts'
import { findSettlement, isBank } from './queries.ts'
import { insertSettlementPosting } from './store.ts'

/**
 * Moves what a settlement has paid from the clearing account to the bank, once. It waits for no approval, because the money has
 * come. Refuses: for_officers_only, not_found, settlement_unpaid, settlement_posted, settlement_bank_unknown, payment_accounts_missing.
 */
export async function postSettlement(
  tx: Tx,
  actor: TenantActor,
  { settlementId, accountId }: Parsed<typeof contract>,
  { now, requestId }: Context,
): Promise<Replied<typeof contract>> {
  if (actor.role === 'member') return refuse('for_officers_only')
  const { number, status, net, settledOn, posting } = await findSettlement(tx, settlementId)
  if (posting) refuse('settlement_posted')
  if (status !== 'paid' || net === 0n) refuse('settlement_unpaid')
  if (!(await isBank(tx, accountId))) refuse('settlement_bank_unknown', { field: 'accountId' })
  const { gateway } = await findPaymentAccounts(tx)
  const transactionId = await recordClearing(
    tx,
    actor,
    {
      debit: { id: accountId },
      credit: gateway,
      amount: net,
      on: await openDay(tx, settledOn, now),
      description: `Settlement ${number} of the payment provider`,
    },
    requestId,
  )
  if (!(await insertSettlementPosting(tx, actor, settlementId, transactionId))) refuse('settlement_posted')
  return findSettlement(tx, settlementId)
}

/** Asks the provider soon: its answer is a job's. Refuses: for_officers_only, settlements_unavailable. */
export async function readSettlements(
  tx: Tx,
  actor: TenantActor,
  _input: Parsed<typeof readContract>,
  { payments, paymentsWaiting }: Context,
): Promise<null> {
  if (actor.role === 'member') return refuse('for_officers_only')
  if (!payments?.settlementsSince) return refuse('settlements_unavailable')
  await addSettlementJob(tx, paymentsWaiting)
  return null
}
