import type { switchOnWebhook as contract } from '#contract/access/webhooks.ts'
import type { Parsed } from '#contract/endpoint.ts'
import type { TenantActor } from '#domain/actor.ts'
import type { Tx } from '#server/db/tx.ts'
import { findWebhook, type Webhook } from './queries.ts'
import { switchOn } from './store.ts'

/** Refuses: not_found. */
export async function switchOnWebhook(
  tx: Tx,
  _actor: TenantActor,
  { webhookId }: Parsed<typeof contract>,
): Promise<Webhook> {
  await switchOn(tx, webhookId)
  return findWebhook(tx, webhookId)
}
