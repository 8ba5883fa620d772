import { createHmac } from 'node:crypto'
import { type Answer, postOutside } from '#platform/limits/post-outside.ts'

export type Signed = { id: string; body: string; secrets: readonly string[] }

/** Posts an event to an address, signed by the scheme of Standard Webhooks. */
export function postWebhook(
  url: string,
  { id, body, secrets }: Signed,
  { allowsLoopback, now = new Date() }: { allowsLoopback: boolean; now?: Date },
): Promise<Answer> {
  const seconds = String(Math.floor(now.getTime() / 1000))
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Ajose-Webhooks',
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': secrets.map((secret) => `v1,${signatureOf(secret, `${id}.${seconds}.${body}`)}`).join(' '),
  }
  return postOutside(url, { body, headers }, allowsLoopback)
}

function signatureOf(secret: string, signed: string): string {
  return createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
    .update(signed)
    .digest('base64')
}
