import type { usePayoutKey as contract } from '#features/payments/payouts/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { Change } from '#features/access/change-requests/server/ask-for-change.ts'
import { notifyOfficers } from '#features/access/notifications/server/notify-members.ts'
import { countOnTheirWay, findKey, findUsedKey, getPayoutSettings } from './queries.ts'
import { markKeyUsed } from './store.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

type Input = Parsed<typeof contract>

/** Refuses: not_found, payout_key_status, payouts_on_their_way. */
export async function usePayoutKey(
  tx: Tx,
  actor: TenantActor,
  { keyId }: Input,
  context: Context,
): Promise<Replied<typeof contract>> {
  const { keyEnd } = await findKey(tx, keyId)
  // Another account does not know what this one sent, and would send it again.
  const count = await countOnTheirWay(tx)
  if (count > 0) refuse('payouts_on_their_way', { count })
  await markKeyUsed(tx, keyId)
  notifyOfficers(tx, actor.cooperativeId, {
    type: 'warning',
    message: fill(strings.paymentBatchesCanBeSent, { keyEnd }),
    link: '/coop/financial-operations/setup?tab=banks',
  })
  return getPayoutSettings(tx, actor, {}, context)
}

/** Which key takes the place of which. */
export async function describeKey(
  tx: Tx,
  _actor: TenantActor,
  { keyId }: Input,
  { payouts }: Context,
): Promise<Change> {
  const [key, used] = [await findKey(tx, keyId), await findUsedKey(tx, payouts?.name)]
  const entered = { keyEnd: key.keyEnd, enteredBy: key.enteredBy }
  return {
    description: used
      ? fill(strings.paidWithKeyInsteadOf, { ...entered, usedKeyEnd: used.keyEnd })
      : fill(strings.paidWithFirstKey, entered),
  }
}
