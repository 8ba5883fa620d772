import { randomBytes } from 'node:crypto'
import type { WebhookId } from '#core/ids.ts'
import { keyedHash, seal, unseal } from './sealing.ts'

/** A new secret of a webhook as Standard Webhooks writes one, and sealed as it is stored. */
export function newWebhookSecret(secret: Buffer, id: WebhookId): { text: string; sealed: Buffer } {
  const text = `whsec_${randomBytes(32).toString('base64')}`
  return { text, sealed: seal(keyOf(secret, id), text) }
}

export function openWebhookSecret(secret: Buffer, id: WebhookId, sealed: Buffer): string {
  return unseal(keyOf(secret, id), sealed)
}

function keyOf(secret: Buffer, id: WebhookId): string {
  return keyedHash(secret, `webhook ${id}`).toString('base64url')
}
