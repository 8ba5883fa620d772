import type { removeWebhook as contract } from '#features/access/webhooks/contract.ts'
import type { Parsed } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findWebhook } from './queries.ts'
import { deleteWebhook } from './store.ts'

/** Refuses: not_found. */
export async function removeWebhook(
  tx: Tx,
  _actor: TenantActor,
  { webhookId }: Parsed<typeof contract>,
): Promise<null> {
  await findWebhook(tx, webhookId)
  await deleteWebhook(tx, webhookId)
  return null
}
