import type { preparePaymentBatch as contract } from '#features/payments/batches/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import type { PaymentBatchId } from '#core/ids.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import { newId } from '#platform/db/id.ts'
import { addNamesJob } from '#platform/db/payouts.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findDecidersAmong, findPayingAccount, findPaymentBatch, lockPayable } from './queries.ts'
import { insertBatch } from './store.ts'

/**
 * Gathers payments that are in the books into a batch, each with the payee's account as it is now. Refuses: not_found,
 * payments_changed, payment_account_missing, payment_batch_of_officers.
 */
export async function preparePaymentBatch(
  tx: Tx,
  actor: TenantActor,
  { accountId, entryIds }: Parsed<typeof contract>,
  { payoutsWaiting }: Pick<Context, 'payoutsWaiting'>,
): Promise<Replied<typeof contract>> {
  await findPayingAccount(tx, accountId)
  const wanted = [...new Set(entryIds)]
  const found = await lockPayable(tx, accountId, wanted)
  if (found.length !== wanted.length) refuse('payments_changed', { field: 'entryIds' })
  const payments = found.flatMap((each) => (each.accountNumber === null ? [] : [each]))
  if (payments.length < found.length)
    refuse('payment_account_missing', {
      field: 'entryIds',
      names: namesOf(found.filter(({ accountNumber }) => accountNumber === null)),
    })
  const officers = await findDecidersAmong(
    tx,
    payments.map(({ memberId }) => memberId),
  )
  if (officers.length > 1) refuse('payment_batch_of_officers', { field: 'entryIds' })

  // From here on it must succeed, unless another batch has taken one of them.
  const id = newId<PaymentBatchId>()
  if ((await insertBatch(tx, actor, { id, accountId, payments })) !== wanted.length)
    refuse('payments_changed', { field: 'entryIds' })
  await addNamesJob(tx, id, payoutsWaiting)
  return findPaymentBatch(tx, id)
}

/** “Ada Obi, Bola Ojo and 3 others”. */
export function namesOf(payees: readonly { memberName: string }[]): string {
  const names = [...new Set(payees.map(({ memberName }) => memberName))]
  const more = names.length - 5
  return more > 0 ? `${names.slice(0, 5).join(', ')} and ${more} others` : names.join(', ')
}
