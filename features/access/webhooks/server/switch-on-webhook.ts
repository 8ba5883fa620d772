import type { switchOnWebhook as contract } from '#features/access/webhooks/contract.ts'
import type { Parsed } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import type { Tx } from '#platform/db/tx.ts'
import { notifyOfficers } from '#features/access/notifications/server/notify-officers.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'
import { findWebhook, type Webhook } from './queries.ts'
import { switchOn } from './store.ts'

/** Refuses: not_found. */
export async function switchOnWebhook(
  tx: Tx,
  actor: TenantActor,
  { webhookId }: Parsed<typeof contract>,
): Promise<Webhook> {
  const { url, officeEndedAt, madeBy } = await findWebhook(tx, webhookId)
  await switchOn(tx, actor, webhookId)
  if (officeEndedAt)
    notifyOfficers(tx, actor.cooperativeId, {
      message: fill(strings.tookOverTheWebhook, { name: actor.name, host: new URL(url).host, madeBy: madeBy ?? '' }),
      link: '/coop/settings?tab=integrations',
    })
  return findWebhook(tx, webhookId)
}
