import type { approvePaymentBatch as contract } from '#features/payments/batches/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import { isSelf, type TenantActor } from '#core/actor.ts'
import { bankDetailsText } from '#features/members/members/rules/bank-details.ts'
import { moneyText } from '#core/money.ts'
import { refuse } from '#core/refusal.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { Change } from '#features/access/change-requests/server/ask-for-change.ts'
import { findDecidersAmong, findItems, findPaymentBatch, lockBatch } from './queries.ts'
import { namesOf } from './prepare-payment-batch.ts'
import { markBatchApproved } from './store.ts'

type Input = Parsed<typeof contract>

/** Lets a batch go to the bank. Refuses: not_found, payment_batch_status, own_payment, payment_account_changed, payment_accounts_unchecked. */
export async function approvePaymentBatch(
  tx: Tx,
  actor: TenantActor,
  { batchId, accountsChecked }: Input,
): Promise<Replied<typeof contract>> {
  const batch = await lockBatch(tx, batchId, 'draft')
  const items = await findItems(tx, batch)
  if (items.some(({ memberId }) => isSelf(actor, memberId))) refuse('own_payment')
  const changed = items.filter(({ isOther }) => isOther)
  if (changed.length > 0) refuse('payment_account_changed', { names: namesOf(changed) })
  if (batch.firstPayments > 0 && !accountsChecked) refuse('payment_accounts_unchecked', { field: 'accountsChecked' })

  // From here on it must succeed.
  await markBatchApproved(tx, actor, batchId)
  return findPaymentBatch(tx, batchId)
}

/** What the other officer reads: the sum, and each account that is paid for the first time. */
export async function describeApproval(tx: Tx, _actor: TenantActor, { batchId }: Input): Promise<Change> {
  const batch = await findPaymentBatch(tx, batchId)
  const items = await findItems(tx, batch)
  const first = items.filter(({ isFirst }) => isFirst)
  const shown = first.slice(0, 10).map((item) => `${item.memberName}: ${bankDetailsText(item)}`)
  const more = first.length > shown.length ? ` and ${first.length - shown.length} more` : ''
  const [officer] = await findDecidersAmong(
    tx,
    items.map(({ memberId }) => memberId),
  )
  const { payments, amount } = batch.total
  return {
    description: `Payment batch ${batch.number}: ${payments} ${payments === 1 ? 'payment' : 'payments'} of ${moneyText(amount)} together, from ${batch.accountName}.${first.length > 0 ? ` Paid to for the first time: ${shown.join('; ')}${more}.` : ''}`,
    ...(officer && { ownMemberId: officer }),
    money: { amount, approvals: 1 },
  }
}
