import type { sendPaymentBatch as contract } from '#features/payments/payouts/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import { isSelf, type TenantActor } from '#core/actor.ts'
import { maskedAccount } from '#features/members/members/rules/bank-details.ts'
import type { ProviderPayoutId } from '#core/ids.ts'
import { kobo, moneyText, sumKobo, zeroKobo } from '#core/money.ts'
import { refuse } from '#core/refusal.ts'
import { isNamedFor } from '#features/payments/batches/rules/account-warnings.ts'
import type { Context } from '#platform/context.ts'
import { newId } from '#platform/db/id.ts'
import { addPayoutJobs } from '#platform/db/payouts.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { Change } from '#features/access/change-requests/server/ask-for-change.ts'
import {
  findDecidersAmong,
  findItems,
  findPaymentBatch,
  lockBatch,
  type Item,
} from '#features/payments/batches/server/queries.ts'
import { filesText } from '#features/payments/batches/server/void-bank-file.ts'
import { findLimit, findUsedKey } from './queries.ts'
import { insertPayouts } from './store.ts'

type Input = Parsed<typeof contract>

/**
 * Has the provider pay what waits in an approved batch. Refuses: not_found, payment_batch_status, batch_is_sent, payouts_unavailable,
 * payout_key_missing, own_payment, bank_file_left, payout_limit.
 */
export async function sendPaymentBatch(
  tx: Tx,
  actor: TenantActor,
  { batchId }: Input,
  { payouts, payoutsWaiting }: Context,
): Promise<Replied<typeof contract>> {
  const batch = await lockBatch(tx, batchId, 'approved')
  if (batch.isSent) refuse('batch_is_sent')
  if (!payouts) return refuse('payouts_unavailable')
  const key = await findUsedKey(tx, payouts.name)
  if (!key) return refuse('payout_key_missing')
  const waiting = (await findItems(tx, batch)).filter(({ status }) => status === 'waiting')
  if (waiting.some(({ memberId }) => isSelf(actor, memberId))) refuse('own_payment')
  const left = batch.files.filter(({ voidAt }) => voidAt === null)
  if (left.length > 0) refuse('bank_file_left', { files: filesText(left) })
  await refuseAboveLimit(tx, waiting)

  // From here on it must succeed.
  const orders = waiting.map(({ line }) => ({ id: newId<ProviderPayoutId>(), line }))
  await insertPayouts(tx, actor, batchId, payouts.name, orders)
  await addPayoutJobs(
    tx,
    orders.map(({ id }) => id),
    payoutsWaiting,
  )
  return findPaymentBatch(tx, batchId)
}

async function refuseAboveLimit(tx: Tx, waiting: readonly Item[]): Promise<void> {
  const { limit, sent } = await findLimit(tx)
  if (limit === null) return
  const left = limit > sent ? kobo(limit - sent) : zeroKobo
  if (sumOf(waiting) > left) refuse('payout_limit', { limit: moneyText(limit), left: moneyText(left) })
}

const sumOf = (items: readonly Item[]) => sumKobo(items.map(({ amount }) => amount))

/** What the other officer reads: the sum, the account that pays, what became of files for the bank, and the accounts for which the bank has another name. */
export async function describeSending(
  tx: Tx,
  _actor: TenantActor,
  { batchId }: Input,
  { payouts }: Context,
): Promise<Change> {
  const batch = await findPaymentBatch(tx, batchId)
  const [key, items] = [await findUsedKey(tx, payouts?.name), await findItems(tx, batch)]
  const waiting = items.filter(({ status }) => status === 'waiting')
  const others = waiting.flatMap(({ enquiry, memberName, accountNumber }) =>
    enquiry?.name && !isNamedFor(enquiry.name, memberName)
      ? [`${memberName}, ${maskedAccount(accountNumber)}: ${enquiry.name}`]
      : [],
  )
  const shown = others.slice(0, 10)
  const more = others.length > shown.length ? ` and ${others.length - shown.length} more` : ''
  const [officer] = await findDecidersAmong(
    tx,
    waiting.map(({ memberId }) => memberId),
  )
  const amount = sumOf(waiting)
  return {
    description: `Payment batch ${batch.number} is sent by Paystack, with the key ending in ${key?.keyEnd ?? 'none'}: ${waiting.length} ${waiting.length === 1 ? 'payment' : 'payments'} of ${moneyText(amount)} together. ${batch.files.length === 0 ? 'No bank file of it was downloaded.' : `Its bank file is void: ${filesText(batch.files)}.`}${others.length > 0 ? ` The bank has another name for: ${shown.join('; ')}${more}.` : ''}`,
    ...(officer && { ownMemberId: officer }),
    money: { amount, approvals: 1 },
  }
}
