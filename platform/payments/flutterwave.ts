import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { kobo, nairaNumber, zeroKobo } from '#core/money.ts'
import { moneyCame } from '#platform/db/payments.ts'
import { fieldOf, textOf } from '#platform/messages/ask-provider.ts'
import { casesOfFlutterwave } from './flutterwave-cases.ts'
import { settlementsOfFlutterwave } from './flutterwave-settlements.ts'
import { askInNaira, grossOf, koboOf, readNairaJson } from './naira-amounts.ts'
import { paidFrom } from './paid-from.ts'
import type { PaymentProvider, Verified } from './payment-port.ts'

type FlutterwaveSettings = {
  url: () => string
  key: string
  /** What the dashboard sends with each webhook: no signature, so that nothing of a webhook is believed. */
  secretHash: string
  /** Where it is set, webhooks are signed with it, as version 4 does, and the hash alone is not enough any more. */
  signatureSecret?: string | undefined
}

/** Flutterwave's payments API, version 3 (docs/providers.md). Its amounts are naira with decimals. */
export function flutterwaveProvider({ url, key, secretHash, signatureSecret }: FlutterwaveSettings): PaymentProvider {
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
    ...casesOfFlutterwave(ask),
    ...settlementsOfFlutterwave(ask),
    isSigned(headers, body) {
      const digest = (text: string) => createHash('sha256').update(text).digest()
      const areEqual = (given: unknown, right: string) =>
        timingSafeEqual(digest(typeof given === 'string' ? given : ''), digest(right))
      const signature = headers['flutterwave-signature']
      // What is signed is held to its signature, whatever else came with it.
      if (signature !== undefined || signatureSecret !== undefined)
        return areEqual(
          signature,
          createHmac('sha256', signatureSecret ?? secretHash)
            .update(body)
            .digest('base64'),
        )
      return areEqual(headers['verif-hash'], secretHash)
    },
    read(body) {
      const message = readNairaJson(body.toString())
      // Version 4 calls it the type.
      const event = textOf(message, 'event') || textOf(message, 'type')
      if (event === '') throw new Error('Flutterwave names each event')
      const data = fieldOf(message, 'data')
      const reference = textOf(data, 'tx_ref') || textOf(data, 'reference')
      const [, stage] = /^chargeback\.(\w+)$/.exec(event) ?? []
      if (stage) return { event: `charge.dispute.${stage}`, reference, about: textOf(data, 'id') }
      if (event.startsWith('refund.')) return { event, reference, about: textOf(data, 'id') }
      return { event: event === 'charge.completed' ? moneyCame : event, reference }
    },
  }
}

function outcomeOf(data: unknown): Verified {
  const status = textOf(data, 'status')
  if (status === 'failed') return { outcome: 'failed' }
  if (status !== 'successful') return { outcome: 'open' }
  const fees = textOf(data, 'app_fee') === '' ? zeroKobo : koboOf(data, 'app_fee')
  return paidFrom({
    amount: koboOf(data, 'amount'),
    currency: textOf(data, 'currency'),
    fees,
    channel: textOf(data, 'payment_type'),
    paidAt: new Date(textOf(data, 'created_at')),
    subaccount: null,
  })
}

function failureOf(status: number): { retryBecause: string } {
  return status === 401 || status === 403
    ? { retryBecause: `Flutterwave refuses FLUTTERWAVE_SECRET_KEY (${status})` }
    : { retryBecause: `Flutterwave answered ${status}` }
}
