import { kobo, nairaNumber } from '#core/money.ts'
import { createHmac } from 'node:crypto'
import { fieldOf, textOf } from '#platform/messages/ask-provider.ts'
import { jsonReply } from '#platform/http/serve-locally.ts'
import {
  type NairaCase,
  type SimulatedDesk,
  simulatedDesk,
  type NairaSettlement,
  type NairaTransaction,
} from './simulated-desk.ts'
import { koboOf, readNairaJson } from './naira-amounts.ts'
import type { SimulatedReply, SimulatedRequest } from './paystack-simulator.ts'
import { type NairaSimulator, serveSimulator } from './serve-simulator.ts'

/** 2 %, at most ₦2,000, rounded up to the kobo. */
const feesOf = (amount: bigint) => {
  const fees = (amount * 2n + 99n) / 100n
  return fees > 200_000n ? 200_000n : fees
}

/** Flutterwave, version 3, as its documents describe it (docs/providers.md): payments, verification, refunds, chargebacks, settlements and the webhooks. */
export async function startFlutterwaveSimulator({
  key,
  secretHash,
  signatureSecret,
}: {
  key: string
  secretHash: string
  /** With it webhooks are signed, as in version 4. */
  signatureSecret?: string
}): Promise<NairaSimulator> {
  const kept = new Map<string, NairaTransaction>()
  const desk = simulatedDesk(() => kept.values())
  const hook = (body: string): { body: string; headers: Record<string, string> } => ({
    body,
    headers: signatureSecret
      ? { 'flutterwave-signature': createHmac('sha256', signatureSecret).update(body).digest('base64') }
      : { 'verif-hash': secretHash },
  })
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
    const splits = fieldOf(asked, 'subaccounts')
    const subaccount = Array.isArray(splits) ? textOf(splits[0], 'id') : ''
    const begun = { id: 900_000 + kept.size, status: 'begun' as const, currency: textOf(asked, 'currency') }
    kept.set(reference, { ...begun, reference, subaccount, amount, paidAt: new Date() })
    return jsonReply(200, { status: 'success', message: 'Hosted Link', data: { link: `${url}/checkout/${reference}` } })
  }
  function answer({ method, path, headers, body }: SimulatedRequest): SimulatedReply {
    const asked = new URL(path, 'http://simulator')
    const { pathname, searchParams } = asked
    if (headers['authorization'] !== `Bearer ${key}`) return refused(401, 'Invalid authorization key')
    if (method === 'POST' && pathname === '/v3/payments') return begin(body)
    const listed = answerDesk(desk, kept, asked)
    if (listed) return jsonReply(200, listed)
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
      return hook(body)
    },
    desk,
    begin: (kind, reference, amount) => desk.begin(kind, found(reference), amount).id,
    caseEvent(id) {
      const one = desk.cases.find((each) => each.id === id)
      if (!one) throw new Error(`No refund or dispute ${id}`)
      const isRefund = one.kind === 'refund'
      const event = isRefund ? 'refund.completed' : 'chargeback.initiated'
      const data = { ...(isRefund ? refundTold(one) : disputeTold(one)), tx_ref: one.of.reference }
      return hook(JSON.stringify({ event, data }))
    },
  }
}

const flwRef = ({ id }: NairaTransaction) => `FLW-MOCK-${id}`

const naira = (amount: bigint) => nairaNumber(kobo(amount))

const refundStatuses = { open: 'pending', taken: 'completed-bank-transfer', kept: 'failed' }
const disputeStatuses = { open: 'initiated', taken: 'lost', kept: 'won' }

function refundTold({ id, of, amount, status, createdAt }: NairaCase): object {
  return {
    ...{ id, tx_id: of.id, flw_ref: `URF_${id}`, amount_refunded: naira(amount), status: refundStatuses[status] },
    ...{ destination: 'payment_source', created_at: createdAt.toISOString() },
  }
}

function disputeTold({ id, of, amount, status, createdAt }: NairaCase): object {
  return {
    ...{ id, transaction_id: of.id, tx_ref: of.reference, flw_ref: flwRef(of), amount: naira(amount) },
    ...{ status: disputeStatuses[status], stage: 'new', comment: 'Goods were not delivered' },
    ...{ due_date: '2026-12-24T10:00:00.000Z', created_at: createdAt.toISOString() },
  }
}

function settlementTold({ id, payments, refunds, chargebacks, isPaid, at }: NairaSettlement): object {
  const sum = (part: (amount: bigint) => bigint) => payments.reduce((all, { amount }) => all + part(amount), 0n)
  const [gross, fees] = [sum((amount) => amount), sum(feesOf)]
  return {
    ...{ id, currency: 'NGN', status: isPaid ? 'completed' : 'pending', transaction_count: payments.length },
    ...{ gross_amount: naira(gross), app_fee: naira(fees), merchant_fee: 0, stampduty_charge: 0 },
    ...{ chargeback: naira(chargebacks), refund: naira(refunds) },
    ...{ net_amount: naira(gross - fees - refunds - chargebacks), due_date: at.toISOString(), processed_date: null },
  }
}

function settledTold({ id, reference, amount }: NairaTransaction): object {
  const fees = feesOf(amount)
  return {
    ...{ id, tx_ref: reference, charged_amount: naira(amount), app_fee: naira(fees), merchant_fee: 0 },
    ...{ stampduty_charge: 0, settlement_amount: naira(amount - fees), status: 'successful', currency: 'NGN' },
  }
}

function told(transaction: NairaTransaction): object {
  const { id, reference, amount, status, currency, paidAt } = transaction
  return {
    ...{ id, flw_ref: flwRef(transaction) },
    tx_ref: reference,
    status: status === 'paid' ? 'successful' : status === 'failed' ? 'failed' : 'pending',
    amount: nairaNumber(kobo(amount)),
    app_fee: nairaNumber(kobo(feesOf(amount))),
    currency,
    created_at: paidAt.toISOString(),
    payment_type: 'card',
  }
}

/** Lists have pages of two, so that the second page matters. */
const pageOf = (rows: object[], query: URLSearchParams) => {
  const page = Number(query.get('page') ?? 1)
  const page_info = { total: rows.length, current_page: page, total_pages: Math.max(1, Math.ceil(rows.length / 2)) }
  return { status: 'success', message: 'Fetched', meta: { page_info }, data: rows.slice(page * 2 - 2, page * 2) }
}
/** What its lists say; undefined for what is none of them. */
function answerDesk(
  desk: SimulatedDesk,
  kept: ReadonlyMap<string, NairaTransaction>,
  { pathname, searchParams: query }: URL,
): object | undefined {
  const newest = desk.cases.toReversed()
  if (pathname === '/v3/refunds') return pageOf(newest.filter(({ kind }) => kind === 'refund').map(refundTold), query)
  if (pathname === '/v3/chargebacks') {
    const wanted = query.get('flw_ref')
    const disputes = newest.filter(({ kind, of }) => kind === 'dispute' && (!wanted || flwRef(of) === wanted))
    return pageOf(disputes.map(disputeTold), query)
  }
  if (pathname === '/v3/settlements') {
    const rows = desk.settlements.filter(({ subaccount }) => subaccount === query.get('subaccount_id'))
    return pageOf(rows.toReversed().map(settlementTold), query)
  }
  const [, settlement] = /^\/v3\/settlements\/(\d+)$/.exec(pathname) ?? []
  const settled = desk.settlements.find(({ id }) => String(id) === settlement)
  if (settled) {
    const data = { ...settlementTold(settled), transactions: settled.payments.map(settledTold) }
    return { status: 'success', message: 'Settlement fetched', data }
  }
  const [, id] = /^\/v3\/transactions\/(\d+)\/verify$/.exec(pathname) ?? []
  const one = [...kept.values()].find((each) => String(each.id) === id)
  return one && { status: 'success', message: 'Transaction fetched successfully', data: told(one) }
}
