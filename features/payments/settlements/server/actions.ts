import { refusal, refuse } from '#core/refusal.ts'
import * as contract from '#features/payments/settlements/contract.ts'
import { findPaymentAccounts, openDay } from '#features/payments/online-payments/server/reads.ts'
import { recordClearing } from '#features/savings/transactions/server/record-journal.ts'
import { action } from '#platform/action.ts'
import { addSettlementJob } from '#platform/db/payments.ts'
import { findSettlement, isBank } from './reads.ts'
import { insertPosting } from './writes.ts'

const settlementUnpaid = refusal(
  'settlement_unpaid',
  409,
  'The payment provider has not paid this settlement to the bank. Post it once it has.',
)
const settlementPosted = refusal(
  'settlement_posted',
  409,
  'This settlement is posted already. To post it again, reverse its journal first.',
)
const settlementBankUnknown = refusal(
  'settlement_bank_unknown',
  422,
  'Choose the bank account of the society to which it was paid.',
)
const settlementsUnavailable = refusal(
  'settlements_unavailable',
  409,
  'Settlements of this payment provider are not read. When it pays the bank, record a journal from Gateway clearing.',
)

/**
 * Moves what a settlement has paid from the clearing account to the bank, once. It waits for no approval, because the money has
 * come. Refuses: for_officers_only, not_found, settlement_unpaid, settlement_posted, settlement_bank_unknown, payment_accounts_missing.
 */
export const postSettlement = action(contract.postSettlement, async (ask, { settlementId, accountId }) => {
  const { tx, actor, now, context } = ask
  if (actor.role === 'member') return refuse('for_officers_only')
  const { number, status, net, settledOn, posting } = await findSettlement(tx, settlementId)
  if (posting) refuse(settlementPosted())
  if (status !== 'paid' || net === 0n) refuse(settlementUnpaid())
  if (!(await isBank(tx, accountId))) refuse(settlementBankUnknown({ field: 'accountId' }))
  const { gateway } = await findPaymentAccounts(tx)
  const on = await openDay(tx, settledOn, now)
  const description = `Settlement ${number} of the payment provider`
  const clearing = { debit: { id: accountId }, credit: gateway, amount: net, on, description }
  const transactionId = await recordClearing(tx, actor, clearing, context.requestId)
  if (!(await insertPosting(tx, { settlementId, transactionId, postedByName: actor.name }))) refuse(settlementPosted())
  return findSettlement(tx, settlementId)
})

/** Asks the provider soon: its answer is a job's. Refuses: for_officers_only, settlements_unavailable. */
export const readSettlements = action(contract.readSettlements, async ({ tx, actor, context }) => {
  if (actor.role === 'member') return refuse('for_officers_only')
  if (!context.payments?.settlementsSince) return refuse(settlementsUnavailable())
  await addSettlementJob(tx, context.paymentsWaiting)
  return null
})
