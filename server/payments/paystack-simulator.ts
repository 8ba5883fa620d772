import { createHmac, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as textOfStream } from 'node:stream/consumers'
import { moneyText, kobo } from '#domain/money.ts'
import { textOf } from '#server/messages/ask-provider.ts'

/** A request to the simulator, and what it answers. */
export type SimulatedRequest = {
  method: string
  path: string
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: string
}
export type SimulatedReply = { status: number; headers: Record<string, string>; body: string }

type Transaction = {
  reference: string
  amount: bigint
  email: string
  subaccount: string
  returnTo: string
  status: 'abandoned' | 'failed' | 'success'
  currency: string
  paidAt: string | null
}

/** What happens to the transactions of one kind of test: the payer's acts, and Paystack's own. */
export type PaystackSimulator = {
  key: string
  answer(request: SimulatedRequest): SimulatedReply
  /** As the payer does on the checkout page, in naira or not. The webhook is the caller's. */
  pay(reference: string, paid?: { amount?: bigint; currency?: string }): void
  /** The body of charge.success and the signature over it. */
  event(reference: string, name?: string): { body: string; signature: string }
}

/** The oldest make room, so that no one can fill the memory. */
const keptMax = 1000

/**
 * Paystack as its documents describe it (docs/providers.md): initialize, verify, the signed charge.success, and a
 * checkout page. `base` is where it is served; `paid` hears of each payment that is made on the page.
 */
export function paystackSimulator(
  base: () => string,
  paid: (reference: string) => void = () => {},
  key = `sk_test_${randomBytes(20).toString('hex')}`,
): PaystackSimulator {
  const kept = new Map<string, Transaction>()
  const found = (reference: string): Transaction => {
    const transaction = kept.get(reference)
    if (!transaction) throw new Error(`No transaction ${reference}`)
    return transaction
  }
  const pay: PaystackSimulator['pay'] = (reference, { amount, currency = 'NGN' } = {}) => {
    const transaction = found(reference)
    Object.assign(transaction, {
      status: 'success',
      amount: amount ?? transaction.amount,
      currency,
      paidAt: new Date().toISOString(),
    })
  }
  return {
    key,
    pay,
    event(reference, name = 'charge.success') {
      const body = JSON.stringify({ event: name, data: told(found(reference)) })
      return { body, signature: createHmac('sha512', key).update(body).digest('hex') }
    },
    answer({ method, path, headers, body }) {
      const [, checkout] = /^\/checkout\/([\w.=-]+)$/.exec(path) ?? []
      if (checkout !== undefined) {
        const transaction = kept.get(checkout)
        if (!transaction) return page(404, 'There is no such payment', '')
        return method === 'POST'
          ? act(transaction, new URLSearchParams(body).get('act'))
          : page(200, ...form(transaction))
      }
      if (headers['authorization'] !== `Bearer ${key}`) return json(401, { status: false, message: 'Invalid key' })
      if (method === 'POST' && path === '/transaction/initialize') return initialize(JSON.parse(body))
      const [, reference = ''] = /^\/transaction\/verify\/([\w.=-]+)$/.exec(path) ?? []
      const transaction = kept.get(reference)
      if (!transaction) return json(400, { status: false, message: 'Transaction reference not found.' })
      return json(200, { status: true, message: 'Verification successful', data: told(transaction) })
    },
  }

  function initialize(asked: unknown): SimulatedReply {
    const reference = textOf(asked, 'reference')
    if (kept.has(reference)) return json(400, { status: false, message: 'Duplicate Transaction Reference' })
    if (!/^[1-9]\d*$/.test(textOf(asked, 'amount')) || !textOf(asked, 'email').includes('@'))
      return json(400, { status: false, message: 'Invalid amount or email' })
    kept.set(reference, {
      reference,
      amount: BigInt(textOf(asked, 'amount')),
      email: textOf(asked, 'email'),
      subaccount: textOf(asked, 'subaccount'),
      returnTo: textOf(asked, 'callback_url'),
      status: 'abandoned',
      currency: textOf(asked, 'currency'),
      paidAt: null,
    })
    for (const oldest of kept.keys()) {
      if (kept.size <= keptMax) break
      kept.delete(oldest)
    }
    const data = { authorization_url: `${base()}/checkout/${reference}`, access_code: 'simulated', reference }
    return json(200, { status: true, message: 'Authorization URL created', data })
  }

  function act(transaction: Transaction, wanted: string | null): SimulatedReply {
    const { reference, amount, returnTo, status } = transaction
    if (status !== 'success') {
      if (wanted === 'fail') transaction.status = 'failed'
      if (wanted === 'pay' || wanted === 'less') {
        pay(reference, { amount: wanted === 'pay' ? amount : amount - 10_000n > 0n ? amount - 10_000n : 1n })
        paid(reference)
      }
    }
    const query = `trxref=${reference}&reference=${reference}`
    return { status: 303, headers: { location: `${returnTo}${returnTo.includes('?') ? '&' : '?'}${query}` }, body: '' }
  }
}

/** 1.5 % and ₦100, without the ₦100 below ₦2,500, at most ₦2,000. */
export function simulatedFees(amount: bigint): bigint {
  const fees = (amount * 15n + 999n) / 1000n + (amount < 250_000n ? 0n : 10_000n)
  return fees > 200_000n ? 200_000n : fees
}

function told({ reference, amount, status, currency, paidAt, subaccount, email }: Transaction): object {
  return {
    id: 4_099_260_516,
    domain: 'test',
    status,
    reference,
    amount: Number(amount),
    message: null,
    gateway_response: status === 'success' ? 'Successful' : 'The transaction was not completed',
    paid_at: paidAt,
    channel: 'card',
    currency,
    fees: status === 'success' ? Number(simulatedFees(amount)) : null,
    customer: { email },
    subaccount: subaccount === '' ? {} : { subaccount_code: subaccount, percentage_charge: 0 },
  }
}

const json = (status: number, body: object): SimulatedReply => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

function form({ amount, status }: Transaction): [title: string, body: string] {
  const button = (act: string, label: string) => `<button name="act" value="${act}">${label}</button>`
  const sum = moneyText(kobo(amount))
  return status === 'success'
    ? ['This is paid', `<form method="post">${button('back', 'Go back')}</form>`]
    : [
        `Pay ${sum}`,
        `<p>Sandbox checkout: no money moves.</p><form method="post">${button('pay', `Pay ${sum}`)}${button('less', 'Pay ₦100 less')}${button('fail', 'Card is declined')}${button('back', 'Cancel')}</form>`,
      ]
}

function page(status: number, title: string, body: string): SimulatedReply {
  return {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
    body: `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><link rel="stylesheet" href="/sandbox-identity-style.css"><main><h1>${title}</h1>${body}</main></html>`,
  }
}

/** The simulator on a port of its own. */
export async function startPaystackSimulator(
  port = 0,
  paid?: (reference: string) => void,
  key?: string,
): Promise<PaystackSimulator & { url: string; isDown: { now: boolean }; close(): Promise<void> }> {
  let url = ''
  const simulator = paystackSimulator(() => url, paid, key)
  const isDown = { now: false }
  const server = createServer((request, response) => {
    void textOfStream(request).then((body) => {
      if (isDown.now) return request.socket.destroy()
      const { method = '', url: path = '', headers } = request
      const reply = simulator.answer({ method, path: path.split('?')[0] ?? '', headers, body })
      return response.writeHead(reply.status, reply.headers).end(reply.body)
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve)
  })
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    ...simulator,
    url,
    isDown,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
