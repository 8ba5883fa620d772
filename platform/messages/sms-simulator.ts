import { createHmac, randomInt } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { jsonReply, serveLocally } from '#platform/http/serve-locally.ts'
import { fieldOf, textOf } from './ask-provider.ts'
import type { SmsProvider } from './sms-provider.ts'

export type SimulatedSms = { provider: SmsProvider; id: string; to: string; from: string; text: string }

/** What the next request gets in place of success: a reply, or none at all. */
export type SimulatedFailure = { status: number; body: unknown } | 'no answer'

/** The keys that the simulator knows; with them a server in development uses it. */
export const simulatedKeys = {
  TERMII_API_KEY: 'termii-simulator-key',
  TERMII_SENDER: 'Ajose',
  TERMII_SECRET: 'termii-simulator-secret',
  AFRICASTALKING_USERNAME: 'sandbox',
  AFRICASTALKING_API_KEY: 'africastalking-simulator-key',
  AFRICASTALKING_SECRET: 'africastalking-simulator-secret',
} as const

export type SmsSimulator = {
  url: string
  /** What was accepted, oldest first. */
  sent: SimulatedSms[]
  failures: SimulatedFailure[]
  /** Runs when the next SMS is accepted, before its sender gets the answer. */
  beforeAnswer: ((sms: SimulatedSms) => Promise<unknown>) | undefined
  /** Delivers a receipt to a server of ours as the provider does: its status and signature, or the address with the secret. */
  report(
    server: string,
    sms: Pick<SimulatedSms, 'provider' | 'id' | 'to'>,
    status: string,
    reason?: string,
  ): Promise<Response>
  close(): Promise<void>
}

/** Termii and Africa's Talking as their documents describe them (docs/providers.md): requests, replies and receipts. */
export async function startSmsSimulator(
  port = 0,
  onSms: (sms: SimulatedSms) => void = () => {},
): Promise<SmsSimulator> {
  const sent: SimulatedSms[] = []
  const failures: SimulatedFailure[] = []
  const accept = (sms: Omit<SimulatedSms, 'id'>, id: string) => {
    sent.push({ ...sms, id })
    onSms({ ...sms, id })
    return id
  }
  const served = await serveLocally(port, async (request, body) => {
    const failure = failures.shift()
    if (failure === 'no answer') return 'cut'
    const reply = failure ?? replyTo(request, body, accept)
    const [before, sms] = [simulator.beforeAnswer, sent.at(-1)]
    simulator.beforeAnswer = undefined
    if (before && sms) await before(sms)
    return jsonReply(reply.status, reply.body)
  })
  const simulator: SmsSimulator = { ...served, sent, failures, beforeAnswer: undefined, report }
  return simulator
}

type Accept = (sms: Omit<SimulatedSms, 'id'>, id: string) => string

function replyTo({ url, headers }: IncomingMessage, body: string, accept: Accept): { status: number; body: unknown } {
  if (url === '/api/sms/send') return termiiReply(JSON.parse(body), accept)
  if (url === '/version1/messaging') return africasTalkingReply(headers['apikey'], new URLSearchParams(body), accept)
  return { status: 404, body: { message: 'Not Found' } }
}

function termiiReply(asked: unknown, accept: Accept): { status: number; body: unknown } {
  if (fieldOf(asked, 'api_key') !== simulatedKeys.TERMII_API_KEY)
    return { status: 401, body: { message: 'Invalid Api Key' } }
  const [to, from, text] = [textOf(asked, 'to'), textOf(asked, 'from'), textOf(asked, 'sms')]
  if (from !== simulatedKeys.TERMII_SENDER)
    return {
      status: 404,
      body: { code: 404, message: 'ApplicationSenderId not found for applicationId', status: 'error' },
    }
  if (!/^234\d{10}$/.test(to)) return { status: 400, body: { code: 400, message: `Invalid phone number ${to}` } }
  const id = accept({ provider: 'termii', to: `+${to}`, from, text }, digits(19))
  return {
    status: 200,
    body: {
      code: 'ok',
      message_id: id,
      message: 'Successfully Sent',
      balance: 1047.57,
      user: 'Ajose',
      message_id_str: id,
    },
  }
}

function africasTalkingReply(key: unknown, asked: URLSearchParams, accept: Accept): { status: number; body: unknown } {
  if (key !== simulatedKeys.AFRICASTALKING_API_KEY || asked.get('username') !== simulatedKeys.AFRICASTALKING_USERNAME)
    return { status: 401, body: 'The supplied authentication is invalid' }
  const [to, text] = [asked.get('to') ?? '', asked.get('message') ?? '']
  if (!/^\+234\d{10}$/.test(to))
    return {
      status: 201,
      body: recipientReply({ statusCode: 403, number: to, status: 'InvalidPhoneNumber', cost: '0', messageId: 'None' }),
    }
  const id = accept(
    { provider: 'africastalking', to, from: asked.get('from') ?? 'AFRICASTKNG', text },
    `ATXid_${digits(32)}`,
  )
  return {
    status: 201,
    body: recipientReply({ statusCode: 101, number: to, status: 'Success', cost: 'NGN 2.2000', messageId: id }),
  }
}

/** The reply of Africa's Talking to one recipient. */
export function recipientReply(recipient: Record<string, unknown>): unknown {
  return { SMSMessageData: { Message: 'Sent to 1/1 Total Cost: NGN 2.2000', Recipients: [recipient] } }
}

function report(
  server: string,
  { provider, id, to }: Pick<SimulatedSms, 'provider' | 'id' | 'to'>,
  status: string,
  reason?: string,
): Promise<Response> {
  const address = `${server}/webhooks/sms/${provider}`
  if (provider === 'africastalking')
    return fetch(`${address}?secret=${simulatedKeys.AFRICASTALKING_SECRET}`, {
      method: 'POST',
      body: new URLSearchParams({
        id,
        status,
        phoneNumber: to,
        networkCode: '62130',
        retryCount: '0',
        ...(reason && { failureReason: reason }),
      }),
    })
  const body = JSON.stringify({
    type: 'outbound',
    id: digits(10),
    message_id: id,
    receiver: to.slice(1),
    sender: simulatedKeys.TERMII_SENDER,
    sent_at: '2026-11-26 10:00:00',
    cost: '4.0',
    status,
    channel: 'dnd',
  })
  const signature = createHmac('sha512', simulatedKeys.TERMII_SECRET).update(body).digest('hex')
  return fetch(address, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'x-termii-signature': signature },
  })
}

const digits = (count: number) =>
  Array.from({ length: count }, (_, n) => (n === 0 ? randomInt(1, 10) : randomInt(10))).join('')
