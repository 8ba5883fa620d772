import { createHmac, timingSafeEqual } from 'node:crypto'
import { kobo, nairaNumber } from '#core/money.ts'
import { moneyCame } from '#platform/db/payments.ts'
import { fieldOf, textOf } from '#platform/messages/ask-provider.ts'
import { casesOfMonnify } from './monnify-cases.ts'
import { settlementsOfMonnify } from './monnify-settlements.ts'
import { askInNaira, grossOf, koboOf, type NairaReply, readNairaJson } from './naira-amounts.ts'
import { paidFrom } from './paid-from.ts'
import type { PaymentProvider, Verified } from './payment-port.ts'

type MonnifySettings = {
  url: () => string
  apiKey: string
  /** The client secret: it opens the API, and signs the webhooks. */
  secret: string
  contractCode: string
}

/** Monnify's transactions API (docs/providers.md). Its amounts are naira with decimals. */
export function monnifyProvider({ url, apiKey, secret, contractCode }: MonnifySettings): PaymentProvider {
  const token = tokenOf(url, apiKey, secret)
  const ask = async (path: string, body?: object): Promise<NairaReply> => {
    const bearer = await token()
    if (typeof bearer !== 'string') return bearer
    return askInNaira('Monnify', `${url()}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${bearer}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
  }
  return {
    name: 'monnify',
    needsSubaccount: true,
    listsAllSettlements: true,
    isSubaccount: (code) => code.startsWith('MFY_SUB_'),
    // 1.5 %, at most ₦2,000.
    surchargeOf: (amount) => kobo(grossOf(amount, 150n, 200_000n) - amount),
    async open({ reference, amount, email, subaccount, returnTo }) {
      const reply = await ask('/api/v1/merchant/transactions/init-transaction', {
        amount: nairaNumber(amount),
        customerName: 'Member',
        customerEmail: email,
        paymentReference: reference,
        paymentDescription: 'Payment to the cooperative',
        currencyCode: 'NGN',
        contractCode,
        redirectUrl: returnTo,
        // All of it goes to the society, and the charge is taken from that.
        ...(subaccount !== null && {
          incomeSplitConfig: [
            { subAccountCode: subaccount, feePercentage: 100, splitPercentage: 100, feeBearer: true },
          ],
        }),
      })
      if ('retryBecause' in reply) return reply
      const { status, body } = reply
      const address = textOf(fieldOf(body, 'responseBody'), 'checkoutUrl')
      if (status === 200 && /^https:\/\/|^http:\/\/(?:127\.0\.0\.1|localhost)[:/]/.test(address))
        return { checkoutUrl: address }
      return /duplicate/i.test(textOf(body, 'responseMessage')) ? { referenceTaken: true } : failureOf(status)
    },
    async verify(reference) {
      const query = `paymentReference=${encodeURIComponent(reference)}`
      const reply = await ask(`/api/v2/merchant/transactions/query?${query}`)
      if ('retryBecause' in reply) return reply
      const { status, body } = reply
      if (status === 404) return { outcome: 'open' }
      const data = fieldOf(body, 'responseBody')
      if (status !== 200 || textOf(data, 'paymentReference') !== reference) return failureOf(status)
      return outcomeOf(data)
    },
    ...casesOfMonnify(ask),
    ...settlementsOfMonnify(ask),
    isSigned(headers, body) {
      const signature = String(headers['monnify-signature'] ?? '')
      const right = createHmac('sha512', secret).update(body).digest()
      const given = Buffer.from(/^[0-9a-f]{128}$/i.test(signature) ? signature : '', 'hex')
      return given.length === right.length && timingSafeEqual(given, right)
    },
    read(body) {
      const message = readNairaJson(body.toString())
      const event = textOf(message, 'eventType')
      if (event === '') throw new Error('Monnify names each event')
      const data = fieldOf(message, 'eventData')
      const reference = textOf(data, 'paymentReference')
      const refund = refundEvents[event]
      if (refund) return { event: refund, reference, about: textOf(data, 'refundReference') }
      return { event: event === 'SUCCESSFUL_TRANSACTION' ? moneyCame : event, reference }
    },
  }
}

const refundEvents: Readonly<Record<string, string>> = {
  SUCCESSFUL_REFUND: 'refund.processed',
  FAILED_REFUND: 'refund.failed',
}

/** A token opens the API for about an hour; a new one is asked for a minute before it ends. */
function tokenOf(url: () => string, apiKey: string, secret: string): () => Promise<string | { retryBecause: string }> {
  let kept = { token: '', until: 0 }
  return async () => {
    if (Date.now() < kept.until) return kept.token
    const basic = Buffer.from(`${apiKey}:${secret}`).toString('base64')
    const reply = await askInNaira('Monnify', `${url()}/api/v1/auth/login`, {
      method: 'POST',
      headers: { authorization: `Basic ${basic}` },
    })
    if ('retryBecause' in reply) return reply
    const data = fieldOf(reply.body, 'responseBody')
    const [token, seconds] = [textOf(data, 'accessToken'), Number(textOf(data, 'expiresIn'))]
    if (reply.status !== 200 || token === '') return failureOf(reply.status)
    kept = { token, until: Date.now() + (seconds > 60 ? seconds - 60 : 0) * 1000 }
    return token
  }
}

/** Another amount than asked is paid too: what becomes of it is the society's rule, not the provider's. */
const paidStatuses = ['PAID', 'OVERPAID', 'PARTIALLY_PAID']
const failedStatuses = ['FAILED', 'CANCELLED']

function outcomeOf(data: unknown): Verified {
  const status = textOf(data, 'paymentStatus')
  if (failedStatuses.includes(status)) return { outcome: 'failed' }
  if (!paidStatuses.includes(status)) return { outcome: 'open' }
  const [amount, settled] = [koboOf(data, 'amountPaid'), koboOf(data, 'settlementAmount')]
  return paidFrom({
    amount,
    currency: textOf(data, 'currency') || textOf(data, 'currencyCode'),
    // More settled than was paid is a charge below zero, which is doubted where it is used.
    fees: amount === undefined || settled === undefined ? undefined : kobo(amount - settled),
    channel: textOf(data, 'paymentMethod'),
    paidAt: timeOf(textOf(data, 'paidOn')),
    subaccount: null,
  })
}

/** “2026-11-26 10:15:00.0” without a zone is the time in Lagos. */
function timeOf(text: string): Date {
  const [, day, time, zone = '+01:00'] =
    /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2})(?:\.\d+)?(Z|[+-]\d{2}:?\d{2})?$/.exec(text) ?? []
  return new Date(`${day}T${time}${zone}`)
}

function failureOf(status: number): { retryBecause: string } {
  return status === 401 || status === 403
    ? { retryBecause: `Monnify refuses MONNIFY_API_KEY and MONNIFY_SECRET_KEY (${status})` }
    : { retryBecause: `Monnify answered ${status}` }
}
