import { createHmac, timingSafeEqual } from 'node:crypto'
import { kobo, type Kobo, zeroKobo } from '#domain/money.ts'
import { fieldOf, textOf } from '#server/messages/ask-provider.ts'
import type { PaymentProvider, Verified } from './payment-port.ts'

type PaystackSettings = {
  url: () => string
  key: string
  /** The sandbox plays Paystack for societies that have no account there. */
  isSandbox: boolean
}

/** How long Paystack may take, whose replies come within a few seconds. */
const answerMilliseconds = 20_000

/** Paystack's transactions API (docs/providers.md). Its amounts are kobo. */
export function paystackProvider({ url, key, isSandbox }: PaystackSettings): PaymentProvider {
  const ask = (path: string, body?: object) => askPaystack(`${url()}${path}`, key, body)
  return {
    name: isSandbox ? 'sandbox' : 'paystack',
    needsSubaccount: !isSandbox,
    surchargeOf: (amount) => kobo(withCharge(amount) - amount),
    async open({ reference, amount, email, subaccount, returnTo }) {
      const reply = await ask('/transaction/initialize', {
        reference,
        email,
        // As text, so that no library on the way makes a decimal of it.
        amount: String(amount),
        currency: 'NGN',
        callback_url: returnTo,
        // The charge is taken from the society's share: a member who bears it pays so much more.
        ...(subaccount !== null && { subaccount, bearer: 'subaccount' }),
      })
      if ('retryBecause' in reply) return reply
      const { status, body } = reply
      const address = textOf(fieldOf(body, 'data'), 'authorization_url')
      if (status === 200 && fieldOf(body, 'status') === true && isAddress(address)) return { checkoutUrl: address }
      if (textOf(body, 'message').toLowerCase().startsWith('duplicate transaction reference'))
        return { referenceTaken: true }
      return failureOf(status, textOf(body, 'message'))
    },
    async verify(reference) {
      const reply = await ask(`/transaction/verify/${encodeURIComponent(reference)}`)
      if ('retryBecause' in reply) return reply
      const { status, body } = reply
      if (textOf(body, 'message').toLowerCase().startsWith('transaction reference not found'))
        return { outcome: 'open' }
      const data = fieldOf(body, 'data')
      if (status !== 200 || fieldOf(body, 'status') !== true || textOf(data, 'reference') !== reference)
        return failureOf(status, textOf(body, 'message'))
      return outcomeOf(data)
    },
    isSigned(headers, body) {
      const signature = String(headers['x-paystack-signature'] ?? '')
      const right = createHmac('sha512', key).update(body).digest()
      const given = Buffer.from(/^[0-9a-f]{128}$/i.test(signature) ? signature : '', 'hex')
      return given.length === right.length && timingSafeEqual(given, right)
    },
    read(body) {
      const message: unknown = JSON.parse(body.toString())
      return { event: textOf(message, 'event'), reference: textOf(fieldOf(message, 'data'), 'reference') }
    },
  }
}

function outcomeOf(data: unknown): Verified {
  const status = textOf(data, 'status')
  if (status === 'failed') return { outcome: 'failed' }
  if (status !== 'success') return { outcome: 'open' }
  const [amount, fees] = [wholeOf(data, 'amount'), wholeOf(data, 'fees')]
  const paidAt = new Date(textOf(data, 'paid_at'))
  if (amount === undefined || Number.isNaN(paidAt.getTime()))
    return { retryBecause: 'Paystack says that it was paid, and neither how much nor when' }
  return {
    outcome: 'paid',
    amount,
    currency: textOf(data, 'currency'),
    fees: fees ?? zeroKobo,
    channel: textOf(data, 'channel'),
    paidAt,
    subaccount: textOf(fieldOf(data, 'subaccount'), 'subaccount_code'),
  }
}

/** A whole number of kobo; a number that JavaScript can't hold is none. */
function wholeOf(data: unknown, name: string): Kobo | undefined {
  const text = textOf(data, name)
  return /^\d{1,15}$/.test(text) ? kobo(BigInt(text)) : undefined
}

const isAddress = (text: string) => /^https:\/\/|^http:\/\/(?:127\.0\.0\.1|localhost)[:/]/.test(text)

/** Our own words: a provider's may repeat what was sent, and belong in no log. */
function failureOf(status: number, said: string): { retryBecause: string } {
  if (status === 401 || status === 403) return { retryBecause: `Paystack refuses PAYSTACK_SECRET_KEY (${status})` }
  if (/sub.?account/i.test(said)) return { retryBecause: 'Paystack does not know the sub-account of the society' }
  return { retryBecause: `Paystack answered ${status}` }
}

async function askPaystack(
  url: string,
  key: string,
  body: object | undefined,
): Promise<{ status: number; body: unknown } | { retryBecause: string }> {
  try {
    const reply = await fetch(url, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(answerMilliseconds),
    })
    return { status: reply.status, body: await reply.json().catch(() => undefined) }
  } catch {
    return { retryBecause: 'Paystack can not be reached' }
  }
}

const flat = 10_000n
const flatFrom = 250_000n
const chargeMax = 200_000n

/**
 * The least amount of which as much is left after Paystack's charge in Nigeria: 1.5 % and ₦100, without the ₦100 below
 * ₦2,500, at most ₦2,000 (docs/providers.md). Rounded up to the kobo.
 */
function withCharge(amount: bigint): bigint {
  const gross = (flatPart: bigint) => ((amount + flatPart) * 1000n + 984n) / 985n
  const [small, usual] = [gross(0n), gross(flat)]
  if (small < flatFrom) return small
  return usual - amount > chargeMax ? amount + chargeMax : usual
}
