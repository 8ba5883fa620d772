import { createHmac, randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { jsonReply, serveLocally } from '#platform/http/serve-locally.ts'
import { fieldOf, textOf } from './ask-provider.ts'
import type { SimulatedFailure } from './sms-simulator.ts'

export type SimulatedWhatsApp = { id: string; to: string; template: string; language: string; parameters: string[] }

/** The settings that the simulator knows; with them a server in development uses it. */
export const simulatedWhatsApp = {
  WHATSAPP_PHONE_NUMBER_ID: '106540352242922',
  WHATSAPP_TOKEN: 'whatsapp-simulator-token',
  WHATSAPP_APP_SECRET: 'whatsapp-simulator-secret',
  WHATSAPP_VERIFY_TOKEN: 'whatsapp-simulator-verify',
} as const

export type WhatsAppSimulator = {
  url: string
  /** What was accepted, oldest first. */
  sent: SimulatedWhatsApp[]
  failures: SimulatedFailure[]
  /** Runs when the next message is accepted, before its sender gets the answer. */
  beforeAnswer: ((message: SimulatedWhatsApp) => Promise<unknown>) | undefined
  /** Delivers statuses to a server of ours as Meta does, many in one webhook and signed. */
  report(server: string, statuses: readonly { id: string; status: string; code?: number }[]): Promise<Response>
  close(): Promise<void>
}

/** WhatsApp's Cloud API as its documents describe it (docs/providers.md): templates, replies and webhooks. */
export async function startWhatsAppSimulator(
  port = 0,
  onMessage: (message: SimulatedWhatsApp) => void = () => {},
): Promise<WhatsAppSimulator> {
  const sent: SimulatedWhatsApp[] = []
  const failures: SimulatedFailure[] = []
  const served = await serveLocally(port, async (request, body) => {
    const failure = failures.shift()
    if (failure === 'no answer') return 'cut'
    const reply =
      failure ??
      replyTo(request, body, (message) => {
        sent.push(message)
        onMessage(message)
      })
    const [before, message] = [simulator.beforeAnswer, sent.at(-1)]
    simulator.beforeAnswer = undefined
    if (before && message) await before(message)
    return jsonReply(reply.status, reply.body)
  })
  const simulator: WhatsAppSimulator = { ...served, sent, failures, beforeAnswer: undefined, report }
  return simulator
}

/** How Meta says what it did not do. */
export function whatsAppError(code: number, status = 400): { status: number; body: unknown } {
  return {
    status,
    body: { error: { message: `(#${code}) An error`, type: 'OAuthException', code, fbtrace_id: 'A1b2C3' } },
  }
}

function replyTo(
  { url = '', headers }: IncomingMessage,
  body: string,
  accept: (message: SimulatedWhatsApp) => void,
): { status: number; body: unknown } {
  if (!/^\/v\d{2}\.\d\/106540352242922\/messages$/.test(url)) return whatsAppError(100)
  if (headers.authorization !== `Bearer ${simulatedWhatsApp.WHATSAPP_TOKEN}`) return whatsAppError(190, 401)
  const asked: unknown = JSON.parse(body)
  const template = fieldOf(asked, 'template')
  const [to, name] = [textOf(asked, 'to'), textOf(template, 'name')]
  if (textOf(asked, 'messaging_product') !== 'whatsapp' || textOf(asked, 'type') !== 'template')
    return whatsAppError(100)
  if (!/^234\d{10}$/.test(to)) return whatsAppError(131_009)
  if (!/^ajose_(?:receipt|reminder|meeting|loan)$/.test(name)) return whatsAppError(132_001, 404)
  const parameters = parametersOf(template)
  if (parameters.length !== 2) return whatsAppError(132_000)
  if (parameters.some((text) => text === '' || /[\n\t]| {5}/.test(text))) return whatsAppError(132_007)
  const id = `wamid.${randomBytes(24).toString('base64')}`
  accept({ id, to: `+${to}`, template: name, language: textOf(fieldOf(template, 'language'), 'code'), parameters })
  return {
    status: 200,
    body: {
      messaging_product: 'whatsapp',
      contacts: [{ input: to, wa_id: to }],
      messages: [{ id, message_status: 'accepted' }],
    },
  }
}

function parametersOf(template: unknown): string[] {
  const components = fieldOf(template, 'components')
  const body: unknown = Array.isArray(components)
    ? components.find((component) => textOf(component, 'type') === 'body')
    : undefined
  const parameters = fieldOf(body, 'parameters')
  return Array.isArray(parameters) ? parameters.map((parameter) => textOf(parameter, 'text')) : []
}

function report(server: string, statuses: readonly { id: string; status: string; code?: number }[]): Promise<Response> {
  const body = JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [
      {
        id: '102290129340398',
        changes: [
          {
            field: 'messages',
            value: {
              messaging_product: 'whatsapp',
              metadata: { display_phone_number: '2349000000000', phone_number_id: '106540352242922' },
              statuses: statuses.map(({ id, status, code }) => ({
                ...{ id, status, timestamp: '1764170000', recipient_id: '2348031200001' },
                ...(code && { errors: [{ code, title: 'Message undeliverable' }] }),
              })),
            },
          },
        ],
      },
    ],
  })
  const digest = createHmac('sha256', simulatedWhatsApp.WHATSAPP_APP_SECRET).update(body).digest('hex')
  return fetch(`${server}/webhooks/whatsapp`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${digest}` },
  })
}
