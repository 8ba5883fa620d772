import type {
  addWebhook as contract,
  replaceWebhookSecret as secretContract,
} from '#features/access/webhooks/contract.ts'
import type { Parsed } from '#core/contract/endpoint.ts'
import { eventKinds, webhooksMax } from '#features/access/webhooks/rules/webhook.ts'
import type { TenantActor } from '#core/actor.ts'
import type { WebhookId } from '#core/ids.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import { newWebhookSecret } from '#platform/credentials/webhook-secret.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { notifyOfficers } from '#features/access/notifications/server/notify-officers.ts'
import { findWebhook, listWebhooks, type Webhook } from './queries.ts'
import { insertWebhook, replaceSecret } from './store.ts'
import { isOutsideUrl } from '#platform/limits/outside-url.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

type WithSecret = Webhook & { secret: string }

/** Refuses: webhook_url, webhooks_too_many. */
export async function addWebhook(
  tx: Tx,
  actor: TenantActor,
  { url, kinds }: Parsed<typeof contract>,
  { secret, webhooksToLoopback }: Context,
): Promise<WithSecret> {
  if (!isOutsideUrl(url, webhooksToLoopback)) refuse('webhook_url', { field: 'url' })
  if ((await listWebhooks(tx)).length >= webhooksMax) refuse('webhooks_too_many', { count: webhooksMax })
  const id = newId<WebhookId>()
  const { text, sealed } = newWebhookSecret(secret, id)
  await insertWebhook(tx, actor, { id, url, kinds: eventKinds.filter((kind) => kinds.includes(kind)), sealed })
  notifyOfficers(tx, actor.cooperativeId, {
    message: fill(strings.addedAWebhookIsTold, { name: actor.name, host: new URL(url).host }),
    link: '/coop/settings?tab=integrations',
  })
  return { ...(await findWebhook(tx, id)), secret: text }
}

/** Refuses: not_found. */
export async function replaceWebhookSecret(
  tx: Tx,
  _actor: TenantActor,
  { webhookId }: Parsed<typeof secretContract>,
  { secret }: Context,
): Promise<WithSecret> {
  const webhook = await findWebhook(tx, webhookId)
  const { text, sealed } = newWebhookSecret(secret, webhookId)
  await replaceSecret(tx, webhookId, sealed)
  return { ...webhook, secret: text }
}
