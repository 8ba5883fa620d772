import type { CooperativeId, MemberId, WebhookDeliveryId, WebhookId } from '#core/ids.ts'
import { refusal, refuse } from '#core/refusal.ts'
import { t } from '#core/sentence.ts'
import { notifyOfficers } from '#features/access/notifications/server/notify-members.ts'
import * as contract from '#features/access/webhooks/contract.ts'
import { eventKinds, testKind, webhooksMax } from '#features/access/webhooks/rules/webhook.ts'
import { action } from '#platform/action.ts'
import { newWebhookSecret } from '#platform/credentials/webhook-secret.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { insert, json, remove, transactionTime, update } from '#platform/db/write.ts'
import { isOutsideUrl } from '#platform/limits/outside-url.ts'
import { countWebhooks, findDelivery, findLiveWebhook, findWebhook, findWebhookOf, findWhatEnded } from './reads.ts'
import { addWebhookJobs, replaceSecret } from './writes.ts'

const webhookUrl = refusal(
  'webhook_url',
  422,
  'Enter an address on the internet that begins with https://, such as https://example.com/ajose.',
)
const tooMany = refusal('webhooks_too_many', 409, 'There are {count} webhooks already. Remove one first.')

function notifyAdmins(tx: Tx, cooperativeId: CooperativeId, message: string, type?: 'warning'): void {
  notifyOfficers(tx, cooperativeId, { message, ...(type && { type }), link: '/coop/settings?tab=integrations' })
}

/** Refuses: webhook_url, webhooks_too_many. */
export const addWebhook = action(
  contract.addWebhook,
  async ({ tx, actor, context: { secret, webhooksToLoopback } }, { url, kinds }) => {
    if (!isOutsideUrl(url, webhooksToLoopback)) refuse(webhookUrl({ field: 'url' }))
    if ((await countWebhooks(tx)) >= webhooksMax) refuse(tooMany({ count: webhooksMax }))
    const id = newId<WebhookId>()
    const { text, sealed } = newWebhookSecret(secret, id)
    await insert(tx, 'app.webhook', {
      ...{ webhookId: id, url, kinds: eventKinds.filter((kind) => kinds.includes(kind)) },
      ...{ sealedSecret: sealed, madeByMember: actor.memberId ?? null },
    })
    const { host } = new URL(url)
    notifyAdmins(
      tx,
      actor.cooperativeId,
      t('{name} added a webhook: {host} is told of what is posted.', { name: actor.name, host }),
    )
    return { ...(await findWebhook(tx, id)), secret: text }
  },
)

/** Refuses: not_found. */
export const removeWebhook = action(contract.removeWebhook, async ({ tx }, { webhookId }) => {
  if ((await remove(tx, 'app.webhook', { webhookId })) === 0) refuse('not_found')
  return null
})

/** One whose administrator's office ended is this officer's from then on. Refuses: not_found. */
export const switchOnWebhook = action(contract.switchOnWebhook, async ({ tx, actor }, { webhookId }) => {
  const { url, officeEndedAt, madeBy } = await findWebhook(tx, webhookId)
  await update(
    tx,
    'app.webhook',
    { webhookId },
    { switchedOffAt: null, officeEndedAt: null, ...(officeEndedAt && { madeByMember: actor.memberId ?? null }) },
  )
  if (officeEndedAt)
    notifyAdmins(
      tx,
      actor.cooperativeId,
      t('{name} took over the webhook to {host}, which {madeBy} had added.', {
        name: actor.name,
        host: new URL(url).host,
        madeBy,
      }),
    )
  return findWebhook(tx, webhookId)
})

/** Refuses: not_found. */
export const replaceWebhookSecret = action(
  contract.replaceWebhookSecret,
  async ({ tx, context: { secret } }, { webhookId }) => {
    const webhook = await findWebhook(tx, webhookId)
    const { text, sealed } = newWebhookSecret(secret, webhookId)
    await replaceSecret(tx, webhookId, sealed)
    return { ...webhook, secret: text }
  },
)

/** Refuses: not_found, webhook_waits. */
export const testWebhook = action(contract.testWebhook, async ({ tx, context: { webhooksWaiting } }, { webhookId }) => {
  await findLiveWebhook(tx, webhookId)
  const deliveryId = newId<WebhookDeliveryId>()
  await insert(tx, 'app.webhook_delivery', { deliveryId, webhookId, kind: testKind, data: json({}) })
  await addWebhookJobs(tx, webhookId, [0])
  tx.afterCommit(webhooksWaiting)
  return findDelivery(tx, deliveryId)
})

/** As if it had not been tried yet. Refuses: not_found, webhook_waits. */
export const sendDeliveryAgain = action(
  contract.sendDeliveryAgain,
  async ({ tx, context: { webhooksWaiting } }, { deliveryId }) => {
    const { id } = await findLiveWebhook(tx, await findWebhookOf(tx, deliveryId))
    await update(
      tx,
      'app.webhook_delivery',
      { deliveryId },
      { attempts: 0, nextAttemptAt: transactionTime, deliveredAt: null },
    )
    await addWebhookJobs(tx, id, [0])
    tx.afterCommit(webhooksWaiting)
    return findDelivery(tx, deliveryId)
  },
)

/** Notifies the officers of the keys and webhooks that ended with a member's office in this transaction, if any did. */
export async function notifyOfEndedAccess(tx: Tx, memberId: MemberId): Promise<void> {
  const { cooperativeId, name, urls, keys } = await findWhatEnded(tx, memberId)
  const hosts = [...new Set(urls.map((url) => new URL(url).host))].join(', ')
  const what = [
    ...(urls.length > 0 ? [t('the webhooks to {hosts}', { hosts })] : []),
    ...(keys.length > 0 ? [t('the API keys {names}', { names: keys.join(', ') })] : []),
  ]
  if (what.length === 0) return
  const message = t(
    '{name} is not an admin any more. What they set up has ended: {what}. Take over what the society still uses, and make new keys for it.',
    { name, what: what.join('; ') },
  )
  notifyAdmins(tx, cooperativeId, message, 'warning')
}
