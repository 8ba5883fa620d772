import { createHmac } from 'node:crypto'
import { askProvider, textOf } from './ask-provider.ts'
import { costIn } from './cost-in.ts'
import type { Delivery, MessagePort, Receipt } from './message-port.ts'
import type { ReceiptSource } from './receipts.ts'
import { smsParts, smsText } from '#features/access/messages/rules/sms-text.ts'

export type TermiiSettings = { url: string; key: string; sender: string; channel: string; secret: string }

const name = 'Termii'

/** Termii's messaging API (docs/providers.md). It has no reference of ours, so a repeated request is a second SMS. */
export function termiiPort({ url, key, sender, channel }: TermiiSettings): MessagePort {
  return {
    name: 'termii',
    channels: ['sms'],
    givesReceipts: true,
    async send({ to, text }) {
      const sms = smsText(text)
      const reply = await askProvider(name, `${url}/api/sms/send`, {
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify({ api_key: key, to: to.replace('+', ''), from: sender, sms, type: 'plain', channel }),
      })
      if (!('status' in reply)) return reply
      const { status, body } = reply
      // The number is larger than a number of JavaScript, so the text is read where there is one.
      const id = textOf(body, 'message_id_str') || textOf(body, 'message_id')
      if (status < 300 && id !== '') {
        const balance = textOf(body, 'balance')
        return { deliveredAs: id, parts: smsParts(sms), ...(/^-?\d{1,12}(?:\.\d{1,6})?$/.test(balance) && { balance }) }
      }
      return failureOf(status, textOf(body, 'message') || textOf(body, 'error'))
    },
  }
}

/** Our own words: Termii's repeat the number, and belong in no log. */
function failureOf(status: number, said: string): Delivery {
  if (/balance|credit/i.test(said)) return { retryBecause: `${name} has no balance left: add credit to the account` }
  if (status === 401 || status === 403 || /api.?key|unauthori/i.test(said))
    return { retryBecause: `${name} refuses TERMII_API_KEY (${status})` }
  if (/sender/i.test(said)) return { retryBecause: `${name} does not know the sender of TERMII_SENDER` }
  if (status === 429) return { retryBecause: `${name} asks for fewer messages at once` }
  if (/dnd|do.not.disturb|blacklist/i.test(said))
    return { refusedBecause: 'The number takes no messages (do not disturb)' }
  if ((status === 400 || status === 422) && /phone|number|recipient/i.test(said))
    return { refusedBecause: `${name} says that the number is not one` }
  return status < 300
    ? { unsureBecause: `${name} answered without an id` }
    : { retryBecause: `${name} answered ${status}` }
}

/** Of a status that is not here the message is still on its way. */
const outcomes: Record<string, Receipt['outcome']> = {
  delivered: 'delivered',
  received: 'delivered',
  'dnd active on phone number': { failedBecause: 'The number takes no messages (do not disturb)' },
  rejected: { failedBecause: 'The network rejected the message' },
  'message failed': { failedBecause: 'The network could not deliver the message' },
  expired: { failedBecause: 'The phone was off or out of reach for too long' },
}

/** Events are signed: HMAC-SHA512 of the body in X-Termii-Signature. */
export function termiiReceipts({ secret }: Pick<TermiiSettings, 'secret'>): ReceiptSource {
  return {
    provider: 'termii',
    proofOf: ({ headers, body }) => ({
      given: String(headers['x-termii-signature'] ?? '').toLowerCase(),
      right: createHmac('sha512', secret).update(body).digest('hex'),
    }),
    read(body) {
      const event: unknown = JSON.parse(body.toString())
      const outcome = outcomes[textOf(event, 'status').toLowerCase()]
      return { id: textOf(event, 'message_id'), ...(outcome && { outcome }), ...costIn(textOf(event, 'cost')) }
    },
  }
}
