import type { sendDeliveryAgain as contract } from '#features/access/webhooks/contract.ts'
import type { Parsed } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { type Delivery, findDelivery, findLiveWebhook, webhookOf } from './queries.ts'
import { addWebhookJobs, queueAgain } from './store.ts'

/** Refuses: not_found, webhook_waits. */
export async function sendDeliveryAgain(
  tx: Tx,
  _actor: TenantActor,
  { deliveryId }: Parsed<typeof contract>,
  { webhooksWaiting }: Context,
): Promise<Delivery> {
  const { id: webhookId } = await findLiveWebhook(tx, await webhookOf(tx, deliveryId))
  await queueAgain(tx, deliveryId)
  await addWebhookJobs(tx, webhookId, [0])
  tx.afterCommit(webhooksWaiting)
  return findDelivery(tx, deliveryId)
}
