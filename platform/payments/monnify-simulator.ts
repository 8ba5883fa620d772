import { createHmac, randomBytes } from 'node:crypto'
import { kobo, nairaNumber, nairaText } from '#core/money.ts'
import { jsonReply } from '#platform/http/serve-locally.ts'
import { readNairaJson, koboOf } from './naira-amounts.ts'
import type { SimulatedReply, SimulatedRequest } from './paystack-simulator.ts'
import { type NairaSimulator, serveSimulator } from './serve-simulator.ts'
import { fieldOf, textOf } from '#platform/messages/ask-provider.ts'
import { type NairaCase, simulatedDesk, type NairaSettlement, type NairaTransaction } from './simulated-desk.ts'

type Keys = { apiKey: string; secret: string; contractCode: string }

/** 1.5 %, at most ₦2,000, rounded up to the kobo. */
const feesOf = (amount: bigint) => {
  const fees = (amount * 15n + 999n) / 1000n
  return fees > 200_000n ? 200_000n : fees
}

/** Monnify as its documents describe it (docs/providers.md): login, init-transaction, query, refunds, settlements and the signed webhooks. */
export async function startMonnifySimulator({ apiKey, secret, contractCode }: Keys): Promise<NairaSimulator> {
  const kept = new Map<string, NairaTransaction>()
  const desk = simulatedDesk(() => kept.values())
  const signed = (body: string) => ({
    body,
    headers: { 'monnify-signature': createHmac('sha512', secret).update(body).digest('hex') },
  })
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
    const splits = fieldOf(asked, 'incomeSplitConfig')
    const subaccount = Array.isArray(splits) ? textOf(splits[0], 'subAccountCode') : ''
    const begun = { id: 900_000 + kept.size, status: 'begun' as const, currency: 'NGN' }
    kept.set(reference, { ...begun, reference, subaccount, amount, paidAt: new Date() })
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
    const listed = answerDesk(pathname, searchParams)
    if (listed) return done(listed)
    const transaction = kept.get(searchParams.get('paymentReference') ?? '')
    return transaction ? done(told(transaction)) : refused(404, 'There is no transaction matching the reference')
  }
  /** Lists have pages of two, so that the second page matters. */
  const pageOf = (rows: object[], page: string | null) => {
    const from = Number(page ?? 0) * 2
    return { content: rows.slice(from, from + 2), totalPages: Math.ceil(rows.length / 2), totalElements: rows.length }
  }
  function answerDesk(pathname: string, query: URLSearchParams): object | undefined {
    if (pathname === '/api/v1/refunds') return pageOf(desk.cases.toReversed().map(refundTold), query.get('pageNo'))
    // As the list is known to be: of all sub-accounts.
    if (pathname === '/api/v1/settlements')
      return pageOf(desk.settlements.toReversed().map(settlementTold), query.get('page'))
    if (pathname === '/api/v1/transactions/find-by-settlement-reference') {
      const found = desk.settlements.find((each) => settlementReference(each) === query.get('reference'))
      return pageOf(found?.payments.map(settledTold) ?? [], query.get('page'))
    }
    const [, own = ''] = /^\/api\/v2\/transactions\/(.+)$/.exec(pathname) ?? []
    const one = [...kept.values()].find((each) => ownReference(each) === decodeURIComponent(own))
    return one && told(one)
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
      return signed(body)
    },
    desk,
    begin: (kind, reference, amount) => desk.begin(kind, found(reference), amount).id,
    caseEvent(id) {
      const one = desk.cases.find((each) => each.id === id)
      if (!one) throw new Error(`No refund ${id}`)
      const eventData = { ...refundTold(one), paymentReference: one.of.reference }
      return signed(
        JSON.stringify({ eventType: one.status === 'kept' ? 'FAILED_REFUND' : 'SUCCESSFUL_REFUND', eventData }),
      )
    },
  }
}

const statuses = { begun: 'PENDING', paid: 'PAID', failed: 'FAILED' }

const ownReference = ({ id }: NairaTransaction) => `MNFY|20261126101500|${id}`
const settlementReference = ({ id }: NairaSettlement) => `STL-${id}`

const refundStatuses = { open: 'PENDING', taken: 'COMPLETED', kept: 'FAILED' }

function refundTold({ id, of, amount, status, createdAt }: NairaCase): object {
  return {
    ...{ refundReference: `REF-${id}`, transactionReference: ownReference(of) },
    ...{ refundAmount: nairaNumber(kobo(amount)), refundReason: 'Paid twice', refundStatus: refundStatuses[status] },
    dateCreated: createdAt.toISOString(),
  }
}

function settlementTold(settlement: NairaSettlement): object {
  const { payments, refunds, chargebacks, isPaid, at } = settlement
  const sum = (part: (amount: bigint) => bigint) => payments.reduce((all, { amount }) => all + part(amount), 0n)
  const [gross, fees] = [sum((amount) => amount), sum(feesOf)]
  return {
    settlementReference: settlementReference(settlement),
    ...{ amount: nairaNumber(kobo(gross)), fee: nairaNumber(kobo(fees)) },
    netAmount: nairaNumber(kobo(gross - fees - refunds - chargebacks)),
    ...{ settlementStatus: isPaid ? 'COMPLETED' : 'PENDING', settledOn: at.toISOString() },
  }
}

function settledTold(transaction: NairaTransaction): object {
  const { amount } = transaction
  const [fee, netAmount] = [feesOf(amount), amount - feesOf(amount)]
  return {
    transactionReference: ownReference(transaction),
    ...{ amount: nairaText(kobo(amount)), fee: nairaText(kobo(fee)), netAmount: nairaText(kobo(netAmount)) },
  }
}

function told(transaction: NairaTransaction): object {
  const { reference, amount, status, currency, paidAt } = transaction
  return {
    transactionReference: ownReference(transaction),
    paymentReference: reference,
    paymentStatus: statuses[status],
    amountPaid: nairaText(kobo(amount)),
    settlementAmount: nairaText(kobo(amount - feesOf(amount))),
    paidOn: paidAt.toISOString(),
    currency,
    paymentMethod: 'ACCOUNT_TRANSFER',
  }
}
