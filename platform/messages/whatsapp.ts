import { createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod'
import { type ChoosableKind, choosableKinds } from '#features/access/messages/rules/message.ts'
import { noteReceipts } from '#platform/db/messages.ts'
import { bindWebhook, type WebhookRoute } from '#platform/http/webhook.ts'
import { askProvider, fieldOf, textOf } from './ask-provider.ts'
import type { Delivery, MessagePort, Receipt } from './message-port.ts'
import { providerUrl } from './sms-provider.ts'

const name = 'WhatsApp'

/** The settings of WhatsApp's Cloud API: config.ts reads them with the others. With a phone number id, the others are needed. */
export const whatsAppVariables = {
  WHATSAPP_URL: providerUrl.default('https://graph.facebook.com'),
  WHATSAPP_VERSION: z
    .string()
    .regex(/^v\d{2}\.\d$/, 'must be a version of the Graph API, such as v23.0')
    .default('v23.0'),
  WHATSAPP_PHONE_NUMBER_ID: z
    .string()
    .regex(/^\d{6,20}$/, 'must be the id of the sending number, in digits; it is not the number itself')
    .optional(),
  WHATSAPP_TOKEN: z.string().min(1).optional(),
  WHATSAPP_APP_SECRET: z.string().min(16, 'must be the secret of the Meta app, which signs the webhooks').optional(),
  WHATSAPP_VERIFY_TOKEN: z
    .string()
    .regex(/^[\w-]{16,128}$/, 'must have 16 to 128 letters, digits, - and _')
    .optional(),
  WHATSAPP_LANGUAGE: z
    .string()
    .regex(/^[a-z]{2}(?:_[A-Z]{2})?$/, 'must be the language of the templates, such as en or en_GB')
    .default('en'),
}

export const whatsAppNeeds = ['WHATSAPP_TOKEN', 'WHATSAPP_APP_SECRET', 'WHATSAPP_VERIFY_TOKEN'] as const

export type WhatsAppSettings = {
  url: string
  version: string
  phoneNumberId: string
  token: string
  appSecret: string
  verifyToken: string
  language: string
}

/** One template for each kind of which members choose the way, as it is registered at Meta (docs/providers.md). */
export const whatsAppTemplates: Record<ChoosableKind, string> = {
  receipt: 'ajose_receipt',
  reminder: 'ajose_reminder',
  meeting: 'ajose_meeting',
  loan: 'ajose_loan',
}

/** A template's text with its parameters is 1,024 characters at most, of which its own words take some. */
const textMax = 800

/** What a parameter may hold: no line break, no tab, no more than four spaces after another. */
function parameterText(text: string): string {
  const plain = text.replaceAll(/\s+/g, ' ').trim()
  return plain.length <= textMax ? plain : `${plain.slice(0, textMax - 1)}…`
}

/** WhatsApp's Cloud API. It has no reference of ours, so a repeated request is a second message. */
export function whatsAppPort({ url, version, phoneNumberId, token, language }: WhatsAppSettings): MessagePort {
  return {
    name: 'whatsapp',
    channels: ['whatsapp'],
    givesReceipts: true,
    async send({ to, kind, subject, text }) {
      const wanted = choosableKinds.find((each) => each === kind)
      if (wanted === undefined) return { refusedBecause: `${name} has no template for this kind of message` }
      const parameters = [subject ?? '', text].map((each) => ({ type: 'text', text: parameterText(each) }))
      const reply = await askProvider(name, `${url}/${version}/${phoneNumberId}/messages`, {
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({
          messaging_product: 'whatsapp',
          recipient_type: 'individual',
          to: to.replace('+', ''),
          type: 'template',
          template: {
            name: whatsAppTemplates[wanted],
            language: { code: language },
            components: [{ type: 'body', parameters }],
          },
        }),
      })
      if (!('status' in reply)) return reply
      const [sent] = listOf(reply.body, 'messages')
      const id = textOf(sent, 'id')
      if (reply.status < 300)
        return id === '' ? { unsureBecause: `${name} answered without an id` } : { deliveredAs: id, parts: 1 }
      return failureOf(reply.status, Number(textOf(fieldOf(reply.body, 'error'), 'code') || -1))
    },
  }
}

function listOf(value: unknown, field: string): unknown[] {
  const found = fieldOf(value, field)
  return Array.isArray(found) ? found : []
}

/** Errors that are this recipient's or this text's: the same message would be refused again. */
const refusals: Record<number, string> = {
  130472: 'WhatsApp does not deliver to this number now',
  131009: 'WhatsApp does not take this number or text',
  131021: 'The number is the sender itself',
  131026: 'The number is not on WhatsApp, or does not take our messages',
  131030: 'WhatsApp lets this account send to its test numbers only',
  131047: 'WhatsApp takes templates only',
  131049: 'WhatsApp does not deliver to this number now',
  131050: 'The member has stopped our messages on WhatsApp',
  131063: 'WhatsApp does not let this account send to this country',
}

/** Our own words: Meta's repeat the number, and belong in no log. */
function failureOf(status: number, code: number): Delivery {
  const refused = refusalOf(code)
  if (refused) return { refusedBecause: refused }
  if (status === 401 || code === 190 || code === 0)
    return { retryBecause: `${name} refuses WHATSAPP_TOKEN (${status})` }
  if (code === 131042) return { retryBecause: `${name} has no means of payment: look at the account at Meta` }
  if (status === 429 || [4, 80_007, 130_429, 131_048, 131_056].includes(code))
    return { retryBecause: `${name} asks for fewer messages at once` }
  return { retryBecause: `${name} answered ${status}${code > 0 ? ` with error ${code}` : ''}` }
}

/** Errors of templates are the settings' at Meta, and last until somebody changes them. */
function refusalOf(code: number): string | undefined {
  return code >= 132_000 && code < 133_000 ? `${name} does not take the template (error ${code})` : refusals[code]
}

/** What a webhook says of messages, in its order: it may tell of many, in any order and more than once. Throws where the body is none of Meta's. */
export function readStatuses(body: Buffer): Receipt[] {
  const statuses = listOf(JSON.parse(body.toString()), 'entry')
    .flatMap((entry) => listOf(entry, 'changes'))
    .flatMap((change) => listOf(fieldOf(change, 'value'), 'statuses'))
  return statuses.map((status) => {
    const outcome = outcomeOf(textOf(status, 'status'), listOf(status, 'errors')[0])
    return { id: textOf(status, 'id'), ...(outcome && { outcome }) }
  })
}

function outcomeOf(status: string, error: unknown): Receipt['outcome'] | undefined {
  if (status === 'delivered' || status === 'read') return 'delivered'
  if (status !== 'failed') return undefined
  return { failedBecause: refusalOf(Number(textOf(error, 'code'))) ?? `${name} could not deliver the message` }
}

const signatureOf = (secret: string, body: Buffer) =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`

function areEqual(given: string, right: string): boolean {
  const [one, other] = [given, right].map((text) => createHmac('sha256', 'compared').update(text).digest())
  return timingSafeEqual(one as Buffer, other as Buffer)
}

/**
 * Where Meta delivers what became of messages, signed over the bytes (HMAC-SHA256 with the app's secret). What WhatsApp failed
 * to deliver goes by SMS, once. A GET with the token of the settings is answered with its challenge, as Meta checks an address.
 */
export function whatsAppWebhook({
  appSecret,
  verifyToken,
}: Pick<WhatsAppSettings, 'appSecret' | 'verifyToken'>): WebhookRoute {
  return bindWebhook(
    { path: '/webhooks/whatsapp', bodyBytesMax: 256 * 1024 },
    {
      isSigned: (_services, { headers, body }) =>
        areEqual(String(headers['x-hub-signature-256'] ?? '').toLowerCase(), signatureOf(appSecret, body)),
      async receive({ database, log, messagesWaiting }, { body }) {
        const receipts = statusesIn(body)
        if (receipts === undefined) return log.warn('what WhatsApp delivered can not be read')
        await database.jobs(async (tx) => {
          await noteReceipts(tx, 'whatsapp', receipts)
          tx.afterCommit(messagesWaiting)
        })
      },
      challenge: (query) =>
        query.get('hub.mode') === 'subscribe' && areEqual(query.get('hub.verify_token') ?? '', verifyToken)
          ? (query.get('hub.challenge') ?? '')
          : undefined,
    },
  )
}

function statusesIn(body: Buffer): Receipt[] | undefined {
  try {
    return readStatuses(body)
  } catch {
    return undefined
  }
}
