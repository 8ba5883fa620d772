import type { paymentBatch, voidBankFile as contract } from '#features/payments/batches/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import { isSelf, type TenantActor } from '#core/actor.ts'
import { momentText } from '#core/calendar.ts'
import { moneyText } from '#core/money.ts'
import { refuse } from '#core/refusal.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { Change } from '#features/access/change-requests/server/ask-for-change.ts'
import { findDecidersAmong, findItems, findPaymentBatch, lockBatch } from './queries.ts'
import { markFilesVoid } from './store.ts'

type Input = Parsed<typeof contract>

/** Lets a batch be sent of which a file left. Refuses: not_found, payment_batch_status, batch_is_sent, no_bank_file, own_payment. */
export async function voidBankFile(tx: Tx, actor: TenantActor, { batchId }: Input): Promise<Replied<typeof contract>> {
  const batch = await lockBatch(tx, batchId, 'approved')
  if (batch.isSent) refuse('batch_is_sent')
  if (batch.files.every(({ voidAt }) => voidAt !== null)) refuse('no_bank_file')
  const items = await findItems(tx, batch)
  if (items.some(({ memberId }) => isSelf(actor, memberId))) refuse('own_payment')

  // From here on it must succeed.
  await markFilesVoid(tx, actor, batchId)
  return findPaymentBatch(tx, batchId)
}

/** What the other officer reads: who took the file and when, and what is known of payments by it. */
export async function describeVoiding(tx: Tx, _actor: TenantActor, { batchId }: Input): Promise<Change> {
  const batch = await findPaymentBatch(tx, batchId)
  const items = await findItems(tx, batch)
  const [officer] = await findDecidersAmong(
    tx,
    items.map(({ memberId }) => memberId),
  )
  const { waiting, total } = batch
  const decided = total.payments - waiting.payments
  return {
    description: `The bank file of payment batch ${batch.number} is void: the bank was not given it and will not be. It was ${filesText(batch.files)}. ${waiting.payments} ${waiting.payments === 1 ? 'payment' : 'payments'} of ${moneyText(waiting.amount)} together can then be sent another way.${decided > 0 ? ` ${decided} already ${decided === 1 ? 'has' : 'have'} a result.` : ''}`,
    ...(officer && { ownMemberId: officer }),
    money: { amount: waiting.amount, approvals: 1 },
  }
}

/** Who downloaded them and when, and who declared them void. */
export function filesText(files: Replied<{ reply: typeof paymentBatch }>['files']): string {
  const shown = files.slice(-10).map(({ downloadedBy, downloadedAt, voidBy, voidAt }) => {
    const voided = voidAt ? `, declared void by ${voidBy} on ${momentText(voidAt)}` : ''
    return `downloaded by ${downloadedBy} on ${momentText(downloadedAt)}${voided}`
  })
  return [...(files.length > shown.length ? [`downloaded ${files.length} times`] : []), ...shown].join('; ')
}
