import { createHmac, randomBytes, randomInt } from 'node:crypto'
import { jsonReply, serveLocally } from '#platform/http/serve-locally.ts'
import { koboFromText, moneyText, kobo } from '#core/money.ts'
import { textOf } from '#platform/messages/ask-provider.ts'
import { dropOldest, type SimulatedAccount, simulatedAccounts } from './simulated-accounts.ts'
import {
  type SimulatedEvent,
  type SimulatedPayment,
  type SimulatedSettlements,
  simulatedSettlements,
} from './simulated-settlements.ts'

/** A request to the simulator, and what it answers. */
export type SimulatedRequest = {
  method: string
  /** With its query. */
  path: string
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: string
}
export type SimulatedReply = { status: number; headers: Record<string, string>; body: string }

type Transaction = {
  id: number
  reference: string
  amount: bigint
  email: string
  subaccount: string
  returnTo: string
  status: 'abandoned' | 'failed' | 'success'
  currency: string
  paidAt: string | null
  customer?: string
  /** Of a transfer. */
  sent?: { to: string; sender: string }
}

/** What somebody sends to an account number in their bank's app, in kobo. */
export type SimulatedTransfer = { to: string; amount: bigint; sender: string; currency?: string; subaccount?: string }

/** What happens to the transactions of one kind of test: the payer's acts, and Paystack's own. */
export type PaystackSimulator = {
  key: string
  answer(request: SimulatedRequest): SimulatedReply
  /** As the payer does on the checkout page, in naira or not. The webhook is the caller's. */
  pay(reference: string, paid?: { amount?: bigint; currency?: string }): void
  /** As their bank does, whether the number is known or not. Answers the reference. */
  transfer(sent: SimulatedTransfer): string
  /** The body of charge.success and the signature over it. */
  event(reference: string, name?: string): SimulatedEvent
  settlements: SimulatedSettlements
}

/**
 * Paystack as its documents describe it (docs/providers.md): initialize, verify, the list of transactions, account numbers of
 * customers, refunds, disputes, settlements, the signed webhooks, a checkout page, one that sends a transfer, and the desk, where money is given back and settled.
 * `base` is where it is served; `paid` hears of each payment that is made on a page, `deliver` of each other webhook.
 */
export function paystackSimulator(
  base: () => string,
  paid: (reference: string) => void = () => {},
  key = `sk_test_${randomBytes(20).toString('hex')}`,
  deliver: (event: SimulatedEvent) => void = () => {},
): PaystackSimulator {
  const kept = new Map<string, Transaction>()
  const accounts = simulatedAccounts()
  const settlements = simulatedSettlements(key, () =>
    [...kept.values()].filter(({ status }) => status === 'success').map(paymentFrom),
  )
  const isPaid = (reference: string) => kept.get(reference)?.status === 'success'
  const keep = (transaction: Transaction) => {
    kept.set(transaction.reference, transaction)
    dropOldest(kept)
  }
  const found = (reference: string): Transaction => {
    const transaction = kept.get(reference)
    if (!transaction) throw new Error(`No transaction ${reference}`)
    return transaction
  }
  const pay: PaystackSimulator['pay'] = (reference, { amount = found(reference).amount, currency = 'NGN' } = {}) => {
    Object.assign(found(reference), { status: 'success', amount, currency, paidAt: new Date().toISOString() })
  }
  const transfer: PaystackSimulator['transfer'] = (sent) => {
    const transaction = transferred(sent, accounts.find(sent.to))
    keep(transaction)
    return transaction.reference
  }
  return {
    key,
    pay,
    transfer,
    settlements,
    event(reference, name = 'charge.success') {
      const body = JSON.stringify({ event: name, data: told(found(reference)) })
      return { body, signature: createHmac('sha512', key).update(body).digest('hex') }
    },
    answer({ method, path: address, headers, body }) {
      const { pathname: path, searchParams: query } = new URL(address, 'http://simulator')
      if (path === '/transfer')
        return method === 'POST' ? send(new URLSearchParams(body)) : page(200, ...transferForm(''))
      if (path === '/desk') {
        if (method === 'POST') actAtDesk(new URLSearchParams(body), { isPaid, settlements, deliver })
        return page(200, ...desk([...kept.values()], settlements))
      }
      const [, checkout] = /^\/checkout\/([\w.=-]+)$/.exec(path) ?? []
      if (checkout !== undefined) {
        const transaction = kept.get(checkout)
        if (!transaction) return page(404, 'There is no such payment', '')
        return method === 'POST'
          ? actAtCheckout(transaction, new URLSearchParams(body).get('act'), { pay, paid })
          : page(200, ...form(transaction))
      }
      if (headers['authorization'] !== `Bearer ${key}`) return jsonReply(401, { status: false, message: 'Invalid key' })
      if (method === 'POST' && path === '/transaction/initialize') return initialize(JSON.parse(body))
      if (path.startsWith('/subaccount/')) return jsonReply(...subaccountReply(path.slice('/subaccount/'.length)))
      if (path === '/transaction') return list([...kept.values()], query)
      const ofSettlements = settlements.answer(path, query)
      if (ofSettlements) return jsonReply(...ofSettlements)
      const [, id] = /^\/transaction\/(\d+)$/.exec(path) ?? []
      const numbered = [...kept.values()].find((each) => String(each.id) === id)
      if (numbered) return jsonReply(200, { status: true, message: 'Transaction retrieved', data: told(numbered) })
      const ofAccounts = accounts.answer(method, path, query, () => JSON.parse(body))
      if (ofAccounts) return jsonReply(...ofAccounts)
      const [, reference = ''] = /^\/transaction\/verify\/([\w.=-]+)$/.exec(path) ?? []
      const transaction = kept.get(reference)
      if (!transaction) return jsonReply(400, { status: false, message: 'Transaction reference not found.' })
      return jsonReply(200, { status: true, message: 'Verification successful', data: told(transaction) })
    },
  }

  function initialize(asked: unknown): SimulatedReply {
    const reference = textOf(asked, 'reference')
    if (kept.has(reference)) return jsonReply(400, { status: false, message: 'Duplicate Transaction Reference' })
    const transaction = begun(asked)
    if (!transaction) return jsonReply(400, { status: false, message: 'Invalid amount or email' })
    keep(transaction)
    const data = { authorization_url: `${base()}/checkout/${reference}`, access_code: 'simulated', reference }
    return jsonReply(200, { status: true, message: 'Authorization URL created', data })
  }

  function send(asked: URLSearchParams): SimulatedReply {
    const sent = transferIn(asked)
    if (!sent) return page(422, ...transferForm('Enter ten digits, a name and an amount.'))
    paid(transfer(sent))
    return page(200, ...transferForm(`${moneyText(kobo(sent.amount))} was sent to ${sent.to}.`))
  }
}

type Desk = {
  isPaid: (reference: string) => boolean
  settlements: SimulatedSettlements
  deliver: (event: SimulatedEvent) => void
}

function actAtDesk(asked: URLSearchParams, { isPaid, settlements, deliver }: Desk): void {
  const [act, of] = [asked.get('act') ?? '', asked.get('of') ?? '']
  if (act === 'settle') settlements.settle(of)
  if (act === 'settle-dearer')
    settlements.settle(of, (row, place) => (place === 0 ? { ...row, fees: row.fees + 2500n } : row))
  if ((act === 'refund' || act === 'dispute') && isPaid(of)) {
    const id = settlements.begin(act, of)
    if (act === 'refund') settlements.end(id, 'processed')
    deliver(settlements.caseEvent(id, act === 'refund' ? 'refund.processed' : 'charge.dispute.create'))
  }
  if ((act === 'merchant-accepted' || act === 'declined') && settlements.open().some(({ id }) => String(id) === of)) {
    settlements.end(Number(of), act)
    deliver(settlements.caseEvent(Number(of), 'charge.dispute.resolve'))
  }
}

/** What the payer does on the checkout page. */
function actAtCheckout(
  transaction: Transaction,
  wanted: string | null,
  { pay, paid }: Pick<PaystackSimulator, 'pay'> & { paid: (reference: string) => void },
): SimulatedReply {
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

function begun(asked: unknown): Transaction | undefined {
  const [amount, email] = [textOf(asked, 'amount'), textOf(asked, 'email')]
  if (!/^[1-9]\d*$/.test(amount) || !email.includes('@')) return undefined
  return {
    id: newNumber(),
    reference: textOf(asked, 'reference'),
    amount: BigInt(amount),
    email,
    subaccount: textOf(asked, 'subaccount'),
    returnTo: textOf(asked, 'callback_url'),
    status: 'abandoned',
    currency: textOf(asked, 'currency'),
    paidAt: null,
  }
}

const newNumber = () => randomInt(1, 2 ** 31)

function transferIn(asked: URLSearchParams): SimulatedTransfer | undefined {
  const field = (name: string) => (asked.get(name) ?? '').trim()
  const [to, sender, amount] = [field('to'), field('sender').slice(0, 60), koboFromText(field('amount'))]
  return /^\d{10}$/.test(to) && sender && amount && amount > 0n ? { to, sender, amount } : undefined
}

function transferred(
  { to, amount, sender, currency = 'NGN', subaccount }: SimulatedTransfer,
  account: SimulatedAccount | undefined,
): Transaction {
  return {
    id: newNumber(),
    reference: randomBytes(10).toString('hex'),
    amount,
    currency,
    email: account?.customer.email ?? 'unknown@example.com',
    subaccount: subaccount ?? account?.subaccount ?? '',
    returnTo: '',
    status: 'success',
    paidAt: new Date().toISOString(),
    sent: { to, sender },
    ...(account && { customer: account.customer.customer_code }),
  }
}

/** Newest first, in pages. */
function list(kept: readonly Transaction[], query: URLSearchParams): SimulatedReply {
  const [from, size, at] = [query.get('from') ?? '', Number(query.get('perPage')), Number(query.get('page'))]
  const found = kept.filter(({ status, paidAt }) => status === query.get('status') && paidAt !== null && paidAt >= from)
  const data = found
    .toReversed()
    .slice((at - 1) * size, at * size)
    .map(told)
  return jsonReply(200, { status: true, message: 'Transactions retrieved', data })
}

/** 1.5 % and ₦100, without the ₦100 below ₦2,500, at most ₦2,000; of a transfer to an account number 1 %, at most ₦300. */
export function simulatedFees(amount: bigint, isTransfer = false): bigint {
  if (isTransfer) return amount >= 3_000_000n ? 30_000n : (amount + 99n) / 100n
  const fees = (amount * 15n + 999n) / 1000n + (amount < 250_000n ? 0n : 10_000n)
  return fees > 200_000n ? 200_000n : fees
}

function told({
  id,
  reference,
  amount,
  status,
  currency,
  paidAt,
  subaccount,
  email,
  customer,
  sent,
}: Transaction): object {
  return {
    id,
    domain: 'test',
    status,
    reference,
    amount: Number(amount),
    message: null,
    gateway_response: status === 'success' ? 'Successful' : 'The transaction was not completed',
    paid_at: paidAt,
    channel: sent ? 'dedicated_nuban' : 'card',
    currency,
    fees: status === 'success' ? Number(simulatedFees(amount, sent !== undefined)) : null,
    customer: { email, ...(customer !== undefined && { customer_code: customer }) },
    authorization: sent
      ? { channel: 'dedicated_nuban', sender_name: sent.sender, receiver_bank_account_number: sent.to }
      : { channel: 'card' },
    subaccount: subaccount === '' ? {} : { subaccount_code: subaccount, percentage_charge: 0 },
  }
}

function paymentFrom({ id, reference, amount, currency, subaccount, paidAt, sent }: Transaction): SimulatedPayment {
  const fees = simulatedFees(amount, sent !== undefined)
  return { id, reference, amount, fees, currency, subaccount, paidAt: paidAt ?? '' }
}

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

const transferForm = (said: string): [title: string, body: string] => [
  'Send a transfer',
  `<p>Sandbox bank: no money moves. ${said}</p><form method="post"><p><label>Account number<br><input name="to" inputmode="numeric"></label><p><label>Sender<br><input name="sender"></label><p><label>Amount in naira<br><input name="amount" inputmode="decimal"></label><p><button>Send</button></form>`,
]

const deskButton = (act: string, of: string, label: string) =>
  `<form method="post"><input type="hidden" name="of" value="${of}"><button name="act" value="${act}">${label}</button></form>`

/** Where a trial gives money back and settles. References and sub-accounts are letters and digits. */
function desk(kept: readonly Transaction[], settlements: SimulatedSettlements): [title: string, body: string] {
  const paid = kept.filter(({ status }) => status === 'success').slice(-20)
  const rows = paid.map(
    ({ reference, amount }) =>
      `<p>${moneyText(kobo(amount))}, ${reference}</p>${deskButton('refund', reference, 'Refund')}${deskButton('dispute', reference, 'Dispute')}`,
  )
  const open = settlements
    .open()
    .map(
      ({ id, amount }) =>
        `<p>Disputed: ${moneyText(kobo(amount))}</p>${deskButton('merchant-accepted', String(id), 'Decide for the payer')}${deskButton('declined', String(id), 'Decide for the society')}`,
    )
  const subaccounts = new Set(paid.map(({ subaccount }) => subaccount))
  const settle = [...subaccounts].flatMap((each) => [
    deskButton('settle', each, `Settle ${each} to the bank`),
    deskButton('settle-dearer', each, `Settle ${each} with ₦25 more charge`),
  ])
  return [
    'Refunds and settlements',
    `<p>Sandbox: no money moves.</p>${[...settle, ...open, ...rows].join('') || '<p>Nothing is paid yet.</p>'}`,
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
  deliver?: (event: SimulatedEvent) => void,
): Promise<PaystackSimulator & { url: string; isDown: { now: boolean }; close(): Promise<void> }> {
  let url = ''
  const simulator = paystackSimulator(() => url, paid, key, deliver)
  const isDown = { now: false }
  const served = await serveLocally(port, ({ method = '', url: path = '', headers }, body) =>
    isDown.now ? 'cut' : simulator.answer({ method, path, headers, body }),
  )
  url = served.url
  return { ...simulator, ...served, isDown }
}

/** Every code is one, but those that say that they are not. */
function subaccountReply(code: string): [number, object] {
  if (code.includes('unknown')) return [404, { status: false, message: 'Subaccount code/id is invalid' }]
  const data = { subaccount_code: code, business_name: `HOLDER OF ${code}`, settlement_bank: 'Zenith Bank' }
  return [
    200,
    { status: true, message: 'Subaccount retrieved', data: { ...data, account_number: '2012345678', currency: 'NGN' } },
  ]
}
