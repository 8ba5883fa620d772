import { kobo, nairaNumber } from '#domain/money.ts'
import { textOf } from '#server/messages/ask-provider.ts'
import { koboOf, readNairaJson } from './naira-amounts.ts'
import type { SimulatedReply, SimulatedRequest } from './paystack-simulator.ts'
import { jsonReply, type NairaSimulator, type NairaTransaction, serveSimulator } from './serve-simulator.ts'

/** 2 %, at most ₦2,000, rounded up to the kobo. */
const feesOf = (amount: bigint) => {
  const fees = (amount * 2n + 99n) / 100n
  return fees > 200_000n ? 200_000n : fees
}

/** Flutterwave, version 3, as its documents describe it (docs/providers.md): payments, verify_by_reference and the webhook. */
export async function startFlutterwaveSimulator({
  key,
  secretHash,
}: {
  key: string
  secretHash: string
}): Promise<NairaSimulator> {
  const kept = new Map<string, NairaTransaction>()
  let url = ''
  const found = (reference: string): NairaTransaction => {
    const transaction = kept.get(reference)
    if (!transaction) throw new Error(`No transaction ${reference}`)
    return transaction
  }
  const refused = (status: number, message: string) => jsonReply(status, { status: 'error', message, data: null })
  function begin(body: string): SimulatedReply {
    const asked = readNairaJson(body)
    const [reference, amount] = [textOf(asked, 'tx_ref'), koboOf(asked, 'amount')]
    if (!amount) return refused(400, 'Invalid amount')
    if (kept.has(reference)) return refused(400, 'Duplicate transaction reference')
    kept.set(reference, { reference, amount, status: 'begun', currency: textOf(asked, 'currency'), paidAt: new Date() })
    return jsonReply(200, { status: 'success', message: 'Hosted Link', data: { link: `${url}/checkout/${reference}` } })
  }
  function answer({ method, path, headers, body }: SimulatedRequest): SimulatedReply {
    const { pathname, searchParams } = new URL(path, 'http://simulator')
    if (headers['authorization'] !== `Bearer ${key}`) return refused(401, 'Invalid authorization key')
    if (method === 'POST' && pathname === '/v3/payments') return begin(body)
    const transaction = kept.get(searchParams.get('tx_ref') ?? '')
    // One that is not paid yet is none for Flutterwave.
    return !transaction || transaction.status === 'begun'
      ? refused(400, 'No transaction was found for this id')
      : jsonReply(200, { status: 'success', message: 'Transaction fetched successfully', data: told(transaction) })
  }
  const served = await serveSimulator(answer)
  url = served.url
  return {
    ...served,
    fees: feesOf,
    pay(reference, { amount = found(reference).amount, currency = 'NGN' } = {}) {
      Object.assign(found(reference), { status: 'paid', amount, currency, paidAt: new Date() })
    },
    fail: (reference) => void Object.assign(found(reference), { status: 'failed' }),
    event(reference, name = 'charge.completed') {
      const body = JSON.stringify({ event: name, data: told(found(reference)) })
      return { body, headers: { 'verif-hash': secretHash } }
    },
  }
}

function told({ reference, amount, status, currency, paidAt }: NairaTransaction): object {
  return {
    tx_ref: reference,
    status: status === 'paid' ? 'successful' : status === 'failed' ? 'failed' : 'pending',
    amount: nairaNumber(kobo(amount)),
    app_fee: nairaNumber(kobo(feesOf(amount))),
    currency,
    created_at: paidAt.toISOString(),
    payment_type: 'card',
  }
}
