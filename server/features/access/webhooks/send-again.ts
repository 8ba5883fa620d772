import type {
  removeWebhook as removeContract,
  sendDeliveryAgain as againContract,
  switchOnWebhook as onContract,
  testWebhook as testContract,
} from '#contract/access/webhooks.ts'
import type { Parsed } from '#contract/endpoint.ts'
import type { TenantActor } from '#domain/actor.ts'
import type { WebhookDeliveryId } from '#domain/ids.ts'
import type { Context } from '#server/context.ts'
import { newId } from '#server/db/id.ts'
import type { Tx } from '#server/db/tx.ts'
import { type Delivery, findDelivery, findWebhook, type Webhook, webhookOf } from './queries.ts'
import { addWebhookJobs, deleteWebhook, insertTest, queueAgain, switchOn } from './store.ts'

/** Refuses: not_found. */
export async function sendDeliveryAgain(
  tx: Tx,
  _actor: TenantActor,
  { deliveryId }: Parsed<typeof againContract>,
  { webhooksWaiting }: Context,
): Promise<Delivery> {
  const webhookId = await webhookOf(tx, deliveryId)
  await queueAgain(tx, deliveryId)
  await addWebhookJobs(tx, webhookId, [0])
  tx.afterCommit(webhooksWaiting)
  return findDelivery(tx, deliveryId)
}

/** Refuses: not_found. */
export async function testWebhook(
  tx: Tx,
  actor: TenantActor,
  { webhookId }: Parsed<typeof testContract>,
  { webhooksWaiting }: Context,
): Promise<Delivery> {
  await findWebhook(tx, webhookId)
  const id = newId<WebhookDeliveryId>()
  await insertTest(tx, actor, webhookId, id)
  await addWebhookJobs(tx, webhookId, [0])
  tx.afterCommit(webhooksWaiting)
  return findDelivery(tx, id)
}

/** Refuses: not_found. */
export async function switchOnWebhook(
  tx: Tx,
  _actor: TenantActor,
  { webhookId }: Parsed<typeof onContract>,
): Promise<Webhook> {
  await switchOn(tx, webhookId)
  return findWebhook(tx, webhookId)
}

/** Refuses: not_found. */
export async function removeWebhook(
  tx: Tx,
  _actor: TenantActor,
  { webhookId }: Parsed<typeof removeContract>,
): Promise<null> {
  await findWebhook(tx, webhookId)
  await deleteWebhook(tx, webhookId)
  return null
}
