import type { testWebhook as contract } from '#features/access/webhooks/contract.ts'
import type { Parsed } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import type { WebhookDeliveryId } from '#core/ids.ts'
import type { Context } from '#platform/context.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { type Delivery, findDelivery, findLiveWebhook } from './queries.ts'
import { addWebhookJobs, insertTest } from './store.ts'

/** Refuses: not_found, webhook_waits. */
export async function testWebhook(
  tx: Tx,
  actor: TenantActor,
  { webhookId }: Parsed<typeof contract>,
  { webhooksWaiting }: Context,
): Promise<Delivery> {
  await findLiveWebhook(tx, webhookId)
  const id = newId<WebhookDeliveryId>()
  await insertTest(tx, actor, webhookId, id)
  await addWebhookJobs(tx, webhookId, [0])
  tx.afterCommit(webhooksWaiting)
  return findDelivery(tx, id)
}
