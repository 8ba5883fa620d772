import type { endPayoutKey as contract } from '#features/payments/payouts/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { notifyOfficers } from '#features/access/notifications/server/notify-members.ts'
import { countOnTheirWay, findKey, getPayoutSettings } from './queries.ts'
import { markKeyEnded } from './store.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/** Refuses: not_found, payout_key_status, payouts_on_their_way. */
export async function endPayoutKey(
  tx: Tx,
  actor: TenantActor,
  { keyId }: Parsed<typeof contract>,
  context: Context,
): Promise<Replied<typeof contract>> {
  const { keyEnd, usedSince } = await findKey(tx, keyId)
  const count = usedSince === null ? 0 : await countOnTheirWay(tx)
  if (count > 0) refuse('payouts_on_their_way', { count })
  await markKeyEnded(tx, keyId)
  notifyOfficers(tx, actor.cooperativeId, {
    message: fill(strings.removedThePaystackKeyEnding, { name: actor.name, keyEnd }),
    link: '/coop/financial-operations/setup?tab=banks',
  })
  return getPayoutSettings(tx, actor, {}, context)
}
