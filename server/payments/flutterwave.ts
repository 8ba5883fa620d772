import { createHash, timingSafeEqual } from 'node:crypto'
import { kobo, nairaNumber, zeroKobo } from '#domain/money.ts'
import { moneyCame } from '#server/db/payments.ts'
import { fieldOf, textOf } from '#server/messages/ask-provider.ts'
import { askInNaira, grossOf, koboOf, readNairaJson } from './naira-amounts.ts'
import type { PaymentProvider, Verified } from './payment-port.ts'

type FlutterwaveSettings = {
  url: () => string
  key: string
  /** What the dashboard sends with each webhook: no signature, so that nothing of a webhook is believed. */
  secretHash: string
}

/** Flutterwave's payments API, version 3 (docs/providers.md). Its amounts are naira with decimals. */
export function flutterwaveProvider({ url, key, secretHash }: FlutterwaveSettings): PaymentProvider {
  const ask = (path: string, body?: object) =>
    askInNaira('Flutterwave', `${url()}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
  return {
    name: 'flutterwave',
    needsSubaccount: true,
    isSubaccount: (code) => code.startsWith('RS_'),
    // 2 %, at most ₦2,000.
    surchargeOf: (amount) => kobo(grossOf(amount, 200n, 200_000n) - amount),
    async open({ reference, amount, email, subaccount, returnTo }) {
      const reply = await ask('/v3/payments', {
        tx_ref: reference,
        amount: nairaNumber(amount),
        currency: 'NGN',
        redirect_url: returnTo,
        customer: { email },
        // The platform keeps nothing of it.
        ...(subaccount !== null && {
          subaccounts: [{ id: subaccount, transaction_charge_type: 'flat', transaction_charge: 0 }],
        }),
      })
      if ('retryBecause' in reply) return reply
      const { status, body } = reply
      const address = textOf(fieldOf(body, 'data'), 'link')
      if (status === 200 && /^https:\/\/|^http:\/\/(?:127\.0\.0\.1|localhost)[:/]/.test(address))
        return { checkoutUrl: address }
      return /duplicate/i.test(textOf(body, 'message')) ? { referenceTaken: true } : failureOf(status)
    },
    async verify(reference) {
      const reply = await ask(`/v3/transactions/verify_by_reference?tx_ref=${encodeURIComponent(reference)}`)
      if ('retryBecause' in reply) return reply
      const { status, body } = reply
      if (/no transaction was found/i.test(textOf(body, 'message'))) return { outcome: 'open' }
      const data = fieldOf(body, 'data')
      if (status !== 200 || textOf(body, 'status') !== 'success' || textOf(data, 'tx_ref') !== reference)
        return failureOf(status)
      return outcomeOf(data)
    },
    isSigned(headers, _body) {
      const digest = (text: string) => createHash('sha256').update(text).digest()
      return timingSafeEqual(digest(String(headers['verif-hash'] ?? '')), digest(secretHash))
    },
    read(body) {
      const message = readNairaJson(body.toString())
      const event = textOf(message, 'event')
      if (event === '') throw new Error('Flutterwave names each event')
      return {
        event: event === 'charge.completed' ? moneyCame : event,
        reference: textOf(fieldOf(message, 'data'), 'tx_ref'),
      }
    },
  }
}

function outcomeOf(data: unknown): Verified {
  const status = textOf(data, 'status')
  if (status === 'failed') return { outcome: 'failed' }
  if (status !== 'successful') return { outcome: 'open' }
  const amount = koboOf(data, 'amount')
  const fees = textOf(data, 'app_fee') === '' ? zeroKobo : koboOf(data, 'app_fee')
  const paidAt = new Date(textOf(data, 'created_at'))
  if (amount === undefined || fees === undefined || Number.isNaN(paidAt.getTime()))
    return { retryBecause: 'Flutterwave says that it was paid, and neither how much nor when' }
  return {
    outcome: 'paid',
    amount,
    currency: textOf(data, 'currency'),
    fees,
    channel: textOf(data, 'payment_type'),
    paidAt,
    subaccount: null,
  }
}

function failureOf(status: number): { retryBecause: string } {
  return status === 401 || status === 403
    ? { retryBecause: `Flutterwave refuses FLUTTERWAVE_SECRET_KEY (${status})` }
    : { retryBecause: `Flutterwave answered ${status}` }
}
