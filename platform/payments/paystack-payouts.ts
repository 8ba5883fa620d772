import { createHmac, timingSafeEqual } from 'node:crypto'
import { askPaystack } from './ask-paystack.ts'
import { kobo, zeroKobo } from '#core/money.ts'
import type { ListedBank } from '#features/payments/payouts/rules/provider-banks.ts'
import { fieldOf, textOf } from '#platform/messages/ask-provider.ts'
import type { PayoutAccount, PayoutService, PayoutState, Taken } from './payout-port.ts'

type PayoutSettings = {
  url: () => string
  isSandbox: boolean
  takesTestKeys: boolean
  /** How long Paystack may take, whose replies come within a few seconds. */
  answerMilliseconds?: number
}

/** Paystack's transfers API (docs/providers.md). Its amounts are kobo. */
export function paystackPayouts({
  url,
  isSandbox,
  takesTestKeys,
  answerMilliseconds = 20_000,
}: PayoutSettings): PayoutService {
  return {
    name: isSandbox ? 'sandbox' : 'paystack',
    isSandbox,
    takesTestKeys,
    open: (key) =>
      accountOf((path, body) => askPaystack(`${url()}${path}`, key, body, answerMilliseconds), { isSandbox }),
    isSigned(key, headers, body) {
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

type Answer = { status: number; body: unknown }
type Ask = (path: string, body?: object) => Promise<Answer | { retryBecause: string }>

const accountOf = (ask: Ask, { isSandbox }: { isSandbox: boolean }): PayoutAccount => ({
  async banks() {
    const reply = await ask('/bank?country=nigeria&currency=NGN')
    if ('retryBecause' in reply) return reply
    const rows = fieldOf(reply.body, 'data')
    if (!isDone(reply) || !Array.isArray(rows)) return { retryBecause: failureOf(reply) }
    return { banks: rows.flatMap(listedBank) }
  },
  async holderOf({ bankCode, accountNumber, accountName }) {
    // The sandbox knows no one by itself.
    const query = new URLSearchParams({
      account_number: accountNumber,
      bank_code: bankCode,
      ...(isSandbox && { account_name: accountName }),
    })
    const reply = await ask(`/bank/resolve?${query.toString()}`)
    if ('retryBecause' in reply) return reply
    const data = fieldOf(reply.body, 'data')
    const name = textOf(data, 'account_name').trim().slice(0, 120)
    if (isDone(reply) && name !== '' && textOf(data, 'account_number') === accountNumber) return { name }
    const isRefused = reply.status === 422 || reply.status === 400 || reply.status === 404
    return isRefused && fieldOf(reply.body, 'status') === false ? { unknown: true } : { retryBecause: failureOf(reply) }
  },
  async recipientOf({ bankCode, accountNumber, accountName }) {
    const reply = await ask('/transferrecipient', {
      type: 'nuban',
      name: accountName,
      account_number: accountNumber,
      bank_code: bankCode,
      currency: 'NGN',
    })
    if ('retryBecause' in reply) return reply
    const recipient = textOf(fieldOf(reply.body, 'data'), 'recipient_code')
    if (isDone(reply) && /^RCP_\w{1,80}$/.test(recipient)) return { recipient }
    return isRefusal(reply) ? { refusedBecause: refusalOf(reply) } : { retryBecause: failureOf(reply) }
  },
  async send({ reference, amount, recipient, reason }): Promise<Taken> {
    const reply = await ask('/transfer', {
      source: 'balance',
      // Exact: whole kobo far below 2^53.
      amount: Number(amount),
      currency: 'NGN',
      recipient,
      reference,
      reason,
    })
    if ('retryBecause' in reply) return { unsureBecause: reply.retryBecause }
    if (isDone(reply) && textOf(fieldOf(reply.body, 'data'), 'reference') === reference) return { taken: true }
    // Such as that it exists already.
    const isOfReference = textOf(reply.body, 'message').toLowerCase().includes('reference')
    // A refusal has no transfer with it.
    const hasTransfer = textOf(fieldOf(reply.body, 'data'), 'transfer_code') !== ''
    return isRefusal(reply) && !isOfReference && !hasTransfer
      ? { refusedBecause: refusalOf(reply) }
      : { unsureBecause: failureOf(reply) }
  },
  async stateOf(reference) {
    const reply = await ask(`/transfer/verify/${encodeURIComponent(reference)}`)
    if ('retryBecause' in reply) return reply
    const { status, body } = reply
    const isMissing =
      textOf(body, 'code') === 'transfer_not_found' || /^transfer not found/i.test(textOf(body, 'message'))
    if ((status === 404 || status === 400) && fieldOf(body, 'status') === false && isMissing)
      return { state: 'unknown' }
    const data = fieldOf(body, 'data')
    if (!isDone(reply) || textOf(data, 'reference') !== reference) return { retryBecause: failureOf(reply) }
    return stateFrom(data)
  },
})

function stateFrom(data: unknown): PayoutState {
  const status = textOf(data, 'status')
  switch (status) {
    case 'success': {
      const amount = textOf(data, 'amount')
      if (!/^\d{1,15}$/.test(amount)) return { state: 'unclear', said: 'an amount that can’t be right' }
      const fee = textOf(data, 'fee_charged')
      return {
        ...{ state: 'paid', amount: kobo(BigInt(amount)), currency: textOf(data, 'currency') },
        fee: fee === '' ? zeroKobo : /^\d{1,12}$/.test(fee) ? kobo(BigInt(fee)) : undefined,
      }
    }
    case 'failed':
      return { state: 'failed', reason: 'Paystack could not pay it into the account.' }
    case 'reversed':
      return { state: 'failed', reason: 'The bank returned the money to the Paystack balance.' }
    case 'otp':
      return { state: 'waits', forPassword: true }
    case 'pending':
    case 'received':
    case 'processing':
    case 'queued':
      return { state: 'waits', forPassword: false }
    default:
      return { state: 'unclear', said: /^[a-z_ -]{1,30}$/.test(status) ? status : 'something that is not known here' }
  }
}

function listedBank(row: unknown): ListedBank[] {
  const [name, code] = [textOf(row, 'name'), textOf(row, 'code')]
  return name !== '' && /^\w{2,12}$/.test(code) && fieldOf(row, 'active') !== false ? [{ name, code }] : []
}

const isDone = ({ status, body }: Answer) => (status === 200 || status === 201) && fieldOf(body, 'status') === true

/** Paystack itself says no, in words: not a proxy in between, and not a limit that another try passes. */
const isRefusal = ({ status, body }: Answer) =>
  status >= 400 && status < 500 && status !== 408 && status !== 429 && fieldOf(body, 'status') === false

/** Our own words: a provider's may repeat what was sent. */
function refusalOf({ status, body }: Answer): string {
  const said = textOf(body, 'message').toLowerCase()
  if (status === 401 || status === 403) return 'Paystack does not accept the secret key.'
  if (/balance/.test(said)) return 'The balance at Paystack is too small.'
  if (/third.?party payouts|starter/.test(said)) return 'Paystack has not activated transfers for this account.'
  if (/account|bank|resolve/.test(said)) return 'Paystack does not know this account number at this bank.'
  return `Paystack refused it (${status}).`
}

const failureOf = ({ status }: Answer) =>
  status === 401 || status === 403
    ? `Paystack does not accept the secret key (${status})`
    : `Paystack answered ${status}`
