import { createHmac, randomBytes } from 'node:crypto'
import { kobo, nairaNumber, nairaText } from '#domain/money.ts'
import { readNairaJson, koboOf } from './naira-amounts.ts'
import type { SimulatedReply, SimulatedRequest } from './paystack-simulator.ts'
import { jsonReply, type NairaSimulator, type NairaTransaction, serveSimulator } from './serve-simulator.ts'
import { textOf } from '#server/messages/ask-provider.ts'

type Keys = { apiKey: string; secret: string; contractCode: string }

/** 1.5 %, at most ₦2,000, rounded up to the kobo. */
const feesOf = (amount: bigint) => {
  const fees = (amount * 15n + 999n) / 1000n
  return fees > 200_000n ? 200_000n : fees
}

/** Monnify as its documents describe it (docs/providers.md): login, init-transaction, query and the signed webhook. */
export async function startMonnifySimulator({ apiKey, secret, contractCode }: Keys): Promise<NairaSimulator> {
  const kept = new Map<string, NairaTransaction>()
  const token = randomBytes(20).toString('hex')
  let url = ''
  const found = (reference: string): NairaTransaction => {
    const transaction = kept.get(reference)
    if (!transaction) throw new Error(`No transaction ${reference}`)
    return transaction
  }
  const refused = (status: number, message: string) =>
    jsonReply(status, { requestSuccessful: false, responseMessage: message, responseCode: '99' })
  const done = (body: object) =>
    jsonReply(200, { requestSuccessful: true, responseMessage: 'success', responseCode: '0', responseBody: body })
  function begin(body: string): SimulatedReply {
    const asked = readNairaJson(body)
    const [reference, amount] = [textOf(asked, 'paymentReference'), koboOf(asked, 'amount')]
    if (kept.has(reference)) return refused(422, 'Duplicate payment reference')
    if (!amount || textOf(asked, 'contractCode') !== contractCode) return refused(400, 'Invalid request')
    kept.set(reference, { reference, amount, status: 'begun', currency: 'NGN', paidAt: new Date() })
    return done({ paymentReference: reference, checkoutUrl: `${url}/checkout/${reference}` })
  }
  function answer({ method, path, headers, body }: SimulatedRequest): SimulatedReply {
    const { pathname, searchParams } = new URL(path, 'http://simulator')
    if (pathname === '/api/v1/auth/login') {
      const basic = Buffer.from(`${apiKey}:${secret}`).toString('base64')
      if (headers['authorization'] !== `Basic ${basic}`) return refused(401, 'Unauthorized')
      return done({ accessToken: token, expiresIn: 3567 })
    }
    if (headers['authorization'] !== `Bearer ${token}`) return refused(401, 'Unauthorized')
    if (method === 'POST' && pathname === '/api/v1/merchant/transactions/init-transaction') return begin(body)
    const transaction = kept.get(searchParams.get('paymentReference') ?? '')
    return transaction ? done(told(transaction)) : refused(404, 'There is no transaction matching the reference')
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
    event(reference, name = 'SUCCESSFUL_TRANSACTION') {
      const { amount, currency } = found(reference)
      const eventData = { paymentReference: reference, amountPaid: nairaNumber(kobo(amount)), currency }
      const body = JSON.stringify({ eventType: name, eventData })
      return { body, headers: { 'monnify-signature': createHmac('sha512', secret).update(body).digest('hex') } }
    },
  }
}

const statuses = { begun: 'PENDING', paid: 'PAID', failed: 'FAILED' }

function told({ reference, amount, status, currency, paidAt }: NairaTransaction): object {
  return {
    paymentReference: reference,
    paymentStatus: statuses[status],
    amountPaid: nairaText(kobo(amount)),
    settlementAmount: nairaText(kobo(amount - feesOf(amount))),
    paidOn: paidAt.toISOString(),
    currency,
    paymentMethod: 'ACCOUNT_TRANSFER',
  }
}
