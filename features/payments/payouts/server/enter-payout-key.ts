import type { enterPayoutKey as contract } from '#features/payments/payouts/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import type { PayoutKeyId } from '#core/ids.ts'
import { refuse } from '#core/refusal.ts'
import { isLiveKey } from '#features/payments/payouts/rules/payout.ts'
import type { Context } from '#platform/context.ts'
import { payoutKeyHash, sealPayoutKey } from '#platform/credentials/payout-key.ts'
import { newId } from '#platform/db/id.ts'
import { holdAtProvider } from '#platform/db/payments.ts'
import type { Tx } from '#platform/db/tx.ts'
import { notifyOfficers } from '#features/access/notifications/server/notify-members.ts'
import { getPayoutSettings } from './queries.ts'
import { insertKey } from './store.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/**
 * Stores a key apart from the request to use it: what waits for another officer is kept as it was sent, and a key is not to be in
 * that. Refuses: payouts_unavailable, payout_key_test, payout_key_live, payout_key_taken.
 */
export async function enterPayoutKey(
  tx: Tx,
  actor: TenantActor,
  { secretKey }: Parsed<typeof contract>,
  context: Context,
): Promise<Replied<typeof contract>> {
  const { payouts, secret } = context
  if (!payouts) return refuse('payouts_unavailable', { field: 'secretKey' })
  if (payouts.isSandbox && isLiveKey(secretKey)) refuse('payout_key_live', { field: 'secretKey' })
  if (!payouts.takesTestKeys && !isLiveKey(secretKey)) refuse('payout_key_test', { field: 'secretKey' })
  // By a keyed hash, because the sealed key is different each time.
  if (!(await holdAtProvider(tx, 'key', payoutKeyHash(secret, secretKey))))
    refuse('payout_key_taken', { field: 'secretKey' })
  const id = newId<PayoutKeyId>()
  const sealed = sealPayoutKey(secret, id, secretKey)
  await insertKey(tx, actor, { id, provider: payouts.name, sealed, keyEnd: secretKey.slice(-4) })
  notifyOfficers(tx, actor.cooperativeId, {
    type: 'warning',
    message: fill(strings.enteredAPaystackKeyTo, { name: actor.name }),
    link: '/coop/financial-operations/setup?tab=banks',
  })
  return getPayoutSettings(tx, actor, {}, context)
}
