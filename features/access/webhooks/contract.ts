import * as z from 'zod/mini'
import { deliveryStates, eventKinds, testKind } from './rules/webhook.ts'
import type { WebhookDeliveryId, WebhookId } from '#core/ids.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant, listQuery, requiredText } from '#core/contract/fields.ts'

export const webhook = z.object({
  id: id<WebhookId>(),
  url: z.string(),
  kinds: z.array(z.enum(eventKinds)),
  createdAt: instant,
  /** The administrator who answers for it; null on the cooperative's shared login. */
  madeBy: z.nullable(z.string()),
  /** Since when it is told nothing, because its address took nothing for three days or its administrator's office ended. */
  switchedOffAt: z.nullable(instant),
  /** Since when it waits for another administrator to take it over. */
  officeEndedAt: z.nullable(instant),
})

const withSecret = z.extend(webhook, { secret: z.string() })
const params = z.object({ webhookId: id<WebhookId>() })

export const listWebhooks = endpoint({
  method: 'GET',
  path: '/cooperatives/webhooks',
  summary: 'The addresses that are told of what happens in the cooperative.',
  access: 'integration.manage',
  query: listQuery([], {}),
  kind: 'list',
  reply: webhook,
})

export const addWebhook = endpoint({
  method: 'POST',
  path: '/cooperatives/webhooks',
  summary: 'Adds an address that is told of events. The reply shows the secret that signs deliveries once.',
  access: 'integration.manage',
  says: ['settings', 'Added a webhook'],
  changes: ['cooperatives/webhooks', 'cooperatives/webhook-deliveries'],
  stepUp: true,
  body: z.strictObject({
    url: requiredText('Enter the address', 500),
    kinds: z
      .array(z.enum(eventKinds, `Use one of ${eventKinds.join(', ')}`), 'Send a list of events')
      .check(z.minLength(1, 'Choose at least one event'), z.maxLength(eventKinds.length, 'Name each event once')),
  }),
  reply: withSecret,
  status: 201,
  message: 'Webhook added',
})

export const removeWebhook = endpoint({
  method: 'DELETE',
  path: '/cooperatives/webhooks/:webhookId',
  summary: 'Removes an address with its log. What waits for it is not delivered.',
  access: 'integration.manage',
  says: ['settings', 'Removed a webhook'],
  changes: ['cooperatives/webhooks', 'cooperatives/webhook-deliveries'],
  params,
  reply: z.null(),
  message: 'Webhook removed',
})

export const switchOnWebhook = endpoint({
  method: 'POST',
  path: '/cooperatives/webhooks/:webhookId/switch-on',
  summary:
    'Tells an address again that was switched off. What failed meanwhile can be sent again one by one. If the administrator who added it has left office, the one who switches it on takes it over.',
  access: 'integration.manage',
  says: ['settings', 'Switched a webhook on'],
  changes: ['cooperatives/webhooks', 'cooperatives/webhook-deliveries'],
  stepUp: true,
  params,
  reply: webhook,
  message: 'Webhook switched on',
})

export const replaceWebhookSecret = endpoint({
  method: 'POST',
  path: '/cooperatives/webhooks/:webhookId/secret',
  summary: 'Makes a new secret and shows it once. For a day deliveries are signed with the old one too.',
  access: 'integration.manage',
  says: ['settings', 'Replaced the secret of a webhook'],
  changes: ['cooperatives/webhooks', 'cooperatives/webhook-deliveries'],
  stepUp: true,
  params,
  reply: withSecret,
  message: 'Secret replaced',
})

export const delivery = z.object({
  id: id<WebhookDeliveryId>(),
  url: z.string(),
  kind: z.enum([...eventKinds, testKind]),
  state: z.enum(deliveryStates),
  occurredAt: instant,
  attempts: z.number(),
  /** The status that the address answered last. */
  answered: z.nullable(z.number()),
  milliseconds: z.nullable(z.number()),
  failure: z.nullable(z.string()),
  lastAttemptAt: z.nullable(instant),
  nextAttemptAt: z.nullable(instant),
})

export const testWebhook = endpoint({
  method: 'POST',
  path: '/cooperatives/webhooks/:webhookId/test',
  summary: 'Sends a test event to an address.',
  access: 'integration.manage',
  says: ['settings', 'Sent a test to a webhook'],
  changes: ['cooperatives/webhooks', 'cooperatives/webhook-deliveries'],
  params,
  reply: delivery,
  status: 201,
  message: 'Test sent',
})

export const listDeliveries = endpoint({
  method: 'GET',
  path: '/cooperatives/webhook-deliveries',
  summary: 'What was delivered to webhooks in the last 30 days, newest first.',
  access: 'integration.manage',
  query: listQuery([], { state: z.optional(z.enum(deliveryStates, `Use one of ${deliveryStates.join(', ')}`)) }),
  kind: 'list',
  reply: delivery,
})

export const sendDeliveryAgain = endpoint({
  method: 'POST',
  path: '/cooperatives/webhook-deliveries/:deliveryId/send-again',
  summary: 'Delivers an event again, under the same id.',
  access: 'integration.manage',
  says: ['settings', 'Sent an event to a webhook again'],
  changes: ['cooperatives/webhooks', 'cooperatives/webhook-deliveries'],
  params: z.object({ deliveryId: id<WebhookDeliveryId>() }),
  reply: delivery,
  message: 'Sent again',
})
