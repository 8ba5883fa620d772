import { createHmac, timingSafeEqual } from 'node:crypto'
import { kobo, zeroKobo } from '#core/money.ts'
import { isSameSubaccount } from '#features/payments/online-payments/rules/subaccount.ts'
import { isOfCase } from '#platform/db/payments.ts'
import { fieldOf, textOf } from '#platform/messages/ask-provider.ts'
import { type AskPaystack, askPaystack, failureOf, rowsOf, wholeOf } from './ask-paystack.ts'
import { caseEventIn, casesOfPaystack } from './paystack-cases.ts'
import { settlementsOfPaystack } from './paystack-settlements.ts'
import { paidFrom } from './paid-from.ts'
import type { OpenedAccount, PaymentProvider, Verified } from './payment-port.ts'

type PaystackSettings = {
  url: () => string
  key: string
  /** The sandbox plays Paystack for societies that have no account there. */
  isSandbox: boolean
  /** The bank of members' account numbers; members get none without. */
  accountBank?: string | undefined
}

/** Paystack's transactions API (docs/providers.md). Its amounts are kobo. */
export function paystackProvider({ url, key, isSandbox, accountBank }: PaystackSettings): PaymentProvider {
  const ask = (path: string, body?: object) => askPaystack(`${url()}${path}`, key, body)
  return {
    name: isSandbox ? 'sandbox' : 'paystack',
    needsSubaccount: !isSandbox,
    isSubaccount: (code) => code.startsWith('ACCT_'),
    async holderOf(code) {
      const reply = await ask(`/subaccount/${encodeURIComponent(code)}`)
      if ('retryBecause' in reply) return reply
      const data = fieldOf(reply.body, 'data')
      const [holder, bank] = [
        textOf(data, 'account_name') || textOf(data, 'business_name'),
        textOf(data, 'settlement_bank'),
      ]
      if (reply.status === 200 && isSameSubaccount(textOf(data, 'subaccount_code'), code) && holder !== '')
        return {
          holder: holder.slice(0, 100),
          bank: bank.slice(0, 100),
          accountEnd: textOf(data, 'account_number').slice(-4),
        }
      const said = textOf(reply.body, 'message')
      return (reply.status === 404 || reply.status === 400) && /sub.?account/i.test(said)
        ? { isUnknown: true }
        : failureOf(reply.status, said)
    },
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
    ...(accountBank !== undefined && transfersOf(ask, accountBank)),
    ...casesOfPaystack(ask),
    ...settlementsOfPaystack(ask),
    isSigned(headers, body) {
      const signature = String(headers['x-paystack-signature'] ?? '')
      const right = createHmac('sha512', key).update(body).digest()
      const given = Buffer.from(/^[0-9a-f]{128}$/i.test(signature) ? signature : '', 'hex')
      return given.length === right.length && timingSafeEqual(given, right)
    },
    read(body) {
      const message: unknown = JSON.parse(body.toString())
      const [event, data] = [textOf(message, 'event'), fieldOf(message, 'data')]
      return isOfCase(event) ? caseEventIn(event, data) : { event, reference: textOf(data, 'reference') }
    },
  }
}

/** Account numbers of members, which Paystack calls dedicated virtual accounts, and what was sent to them. */
function transfersOf(
  ask: AskPaystack,
  bank: string,
): Required<Pick<PaymentProvider, 'openAccount' | 'transfersSince'>> {
  return {
    async openAccount({ email, firstName, lastName, phone, subaccount }) {
      // A customer whose address is known is answered again, so that a second try makes no second one.
      const holder = await ask('/customer', { email, first_name: firstName, last_name: lastName, phone })
      if ('retryBecause' in holder) return holder
      const customer = fieldOf(holder.body, 'data')
      const [code, id] = [textOf(customer, 'customer_code'), textOf(customer, 'id')]
      if (holder.status !== 200 || code === '') return failureOf(holder.status, textOf(holder.body, 'message'))
      const kept = await ask(`/dedicated_account?active=true&currency=NGN&customer=${encodeURIComponent(id)}`)
      if ('retryBecause' in kept) return kept
      const accounts = fieldOf(kept.body, 'data')
      if (kept.status !== 200 || !Array.isArray(accounts)) return failureOf(kept.status, textOf(kept.body, 'message'))
      const found = accounts
        .filter((each) => textOf(fieldOf(each, 'customer'), 'customer_code') === code)
        .map((each) => accountOf(each, code))
        .find((each) => each !== undefined)
      if (found) return found
      const opened = await ask('/dedicated_account', {
        customer: code,
        preferred_bank: bank,
        ...(subaccount !== null && { subaccount }),
      })
      if ('retryBecause' in opened) return opened
      return accountOf(fieldOf(opened.body, 'data'), code) ?? failureOf(opened.status, textOf(opened.body, 'message'))
    },
    async transfersSince(from) {
      const rows = await rowsOf(ask, '/transaction', { status: 'success', from: from.toISOString() })
      return 'retryBecause' in rows
        ? rows
        : { references: rows.filter(isTransfer).map((row) => textOf(row, 'reference')) }
    },
  }
}

/** The account where it can take money already; Paystack assigns some a while later. */
function accountOf(data: unknown, customer: string): OpenedAccount | undefined {
  const [bank, number, name] = [
    textOf(fieldOf(data, 'bank'), 'name'),
    textOf(data, 'account_number'),
    textOf(data, 'account_name'),
  ]
  return /^\d{10}$/.test(number) && bank !== '' && name !== '' ? { customer, bank, number, name } : undefined
}

const isTransfer = (data: unknown) => textOf(data, 'channel') === 'dedicated_nuban'

function outcomeOf(data: unknown): Verified {
  const status = textOf(data, 'status')
  if (status === 'failed') return { outcome: 'failed' }
  if (status !== 'success') return { outcome: 'open' }
  const fees = textOf(data, 'fees') === '' ? zeroKobo : wholeOf(data, 'fees')
  const paidAt = new Date(textOf(data, 'paid_at'))
  const from = fieldOf(data, 'authorization')
  return paidFrom({
    amount: wholeOf(data, 'amount'),
    currency: textOf(data, 'currency'),
    fees,
    channel: textOf(data, 'channel'),
    paidAt,
    subaccount: textOf(fieldOf(data, 'subaccount'), 'subaccount_code'),
    ...(isTransfer(data) && {
      transfer: {
        accountNumber: textOf(from, 'receiver_bank_account_number'),
        customer: textOf(fieldOf(data, 'customer'), 'customer_code'),
        sender: textOf(from, 'sender_name').slice(0, 100),
      },
    }),
  })
}

const isAddress = (text: string) => /^https:\/\/|^http:\/\/(?:127\.0\.0\.1|localhost)[:/]/.test(text)

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
