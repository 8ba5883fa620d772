import { createHmac, randomBytes } from 'node:crypto'
import { serveLocally } from '#platform/http/serve-locally.ts'
import { banks } from '#features/members/members/rules/bank-details.ts'
import { textOf } from '#platform/messages/ask-provider.ts'
import type { SimulatedReply, SimulatedRequest } from './paystack-simulator.ts'
import { dropOldest } from './simulated-accounts.ts'

type Status = 'pending' | 'otp' | 'success' | 'failed' | 'reversed' | 'blocked'
type Transfer = {
  reference: string
  code: string
  amount: bigint
  accountNumber: string
  status: Status
  settlesAt: number
}

/** One society's account there. Amounts are kobo. */
export type SimulatedPayoutAccount = {
  balance: bigint
  /** Whether each transfer waits for a one-time password. */
  asksForPassword: boolean
  transfers: Map<string, Transfer>
  recipients: Map<string, string>
}

export type PayoutSimulator = {
  answer(request: SimulatedRequest): SimulatedReply
  account(key: string): SimulatedPayoutAccount
  /** Ends a transfer as its account number says, or as it is said here. */
  settle(key: string, reference: string, status?: Status): void
  /** The body of transfer.success, transfer.failed or transfer.reversed, and the signature over it. */
  event(key: string, reference: string, name: string): { body: string; signature: string }
}

const firstBalance = 1_000_000_000n

/** What becomes of money to an account, by the end of its number; all others are paid, and in the name that they are asked for. */
export const sandboxEndings = { unknown: '06', fails: '07', comesBack: '08', otherName: '09' } as const

/** As Paystack writes the wallets, which the Central Bank gives no code. */
const walletCodes: Readonly<Record<string, string>> = {
  Kuda: '50211',
  Moniepoint: '50515',
  OPay: '999992',
  PalmPay: '999991',
}
const listed = banks.map(({ name, code }) => ({ name, code: code ?? walletCodes[name] ?? '', active: true }))

/**
 * Paystack's transfers as its documents describe them (docs/providers.md): the list of banks, the enquiry after a name, recipients,
 * transfers and their verification. Each test key is an account of its own with ₦10,000,000. A transfer is settled
 * after `settleMilliseconds`.
 */
export function payoutSimulator(settleMilliseconds = Number.POSITIVE_INFINITY): PayoutSimulator {
  const accounts = new Map<string, SimulatedPayoutAccount>()
  const account = (key: string): SimulatedPayoutAccount => {
    const known = accounts.get(key)
    if (known) return known
    const opened = { balance: firstBalance, asksForPassword: false, transfers: new Map(), recipients: new Map() }
    accounts.set(key, opened)
    dropOldest(accounts)
    return opened
  }
  const found = (of: SimulatedPayoutAccount, reference: string): Transfer => {
    const transfer = of.transfers.get(reference)
    if (!transfer) throw new Error(`No transfer ${reference}`)
    return transfer
  }
  const settle: PayoutSimulator['settle'] = (key, reference, status) => {
    const of = account(key)
    const transfer = found(of, reference)
    const [before, after] = [transfer.status, status ?? endOf(transfer)]
    const [wasBack, isBack] = [isReturned(before), isReturned(after)]
    if (isBack && !wasBack) of.balance += transfer.amount
    if (wasBack && !isBack) of.balance -= transfer.amount
    transfer.status = after
  }
  return {
    account,
    settle,
    event(key, reference, name) {
      const body = JSON.stringify({ event: name, data: told(found(account(key), reference)) })
      return { body, signature: createHmac('sha512', key).update(body).digest('hex') }
    },
    answer({ method, path: address, headers, body }) {
      const { pathname: path, searchParams: query } = new URL(address, 'http://simulator')
      const [, key] = /^Bearer (sk_test_\w{8,120})$/.exec(String(headers['authorization'] ?? '')) ?? []
      if (key === undefined) return json(401, { status: false, message: 'Invalid key', code: 'invalid_Key' })
      const of = account(key)
      if (path === '/bank') return json(200, { status: true, message: 'Banks retrieved', data: listed })
      if (path === '/bank/resolve') return resolve(query)
      if (method === 'POST' && path === '/transferrecipient') return recipient(of, JSON.parse(body))
      if (method === 'POST' && path === '/transfer') return send(of, JSON.parse(body), Date.now() + settleMilliseconds)
      const [, reference = ''] = /^\/transfer\/verify\/([\w-]+)$/.exec(path) ?? []
      const transfer = of.transfers.get(reference)
      if (!transfer) return json(404, { status: false, message: 'Transfer not found', code: 'transfer_not_found' })
      if (transfer.status === 'pending' && transfer.settlesAt <= Date.now()) settle(key, reference)
      return json(200, { status: true, message: 'Transfer retrieved', data: told(transfer) })
    },
  }
}

const isReturned = (status: Status) => status === 'failed' || status === 'reversed'

function endOf({ accountNumber }: Transfer): Status {
  if (accountNumber.endsWith(sandboxEndings.fails)) return 'failed'
  return accountNumber.endsWith(sandboxEndings.comesBack) ? 'reversed' : 'success'
}

/** ₦10 up to ₦5,000, ₦25 up to ₦50,000 and ₦50 above. */
export const simulatedTransferFee = (amount: bigint) =>
  amount <= 500_000n ? 1000n : amount <= 5_000_000n ? 2500n : 5000n

const told = ({ reference, code, amount, status }: Transfer) => ({
  reference,
  transfer_code: code,
  amount: Number(amount),
  currency: 'NGN',
  source: 'balance',
  status,
  ...(status === 'success' && { fee_charged: Number(simulatedTransferFee(amount)) }),
})

function resolve(query: URLSearchParams): SimulatedReply {
  const [number, code] = [query.get('account_number') ?? '', query.get('bank_code')]
  if (!listed.some((bank) => bank.code === code) || number.endsWith(sandboxEndings.unknown))
    return json(422, { status: false, message: 'Could not resolve account name. Check parameters or try again.' })
  const name = number.endsWith(sandboxEndings.otherName)
    ? 'SOMEBODY ELSE'
    : (query.get('account_name') ?? 'TEST ACCOUNT')
  const data = { account_number: number, account_name: name.toUpperCase(), bank_id: 1 }
  return json(200, { status: true, message: 'Account number resolved', data })
}

function recipient(of: SimulatedPayoutAccount, asked: unknown): SimulatedReply {
  const [number, code] = [textOf(asked, 'account_number'), textOf(asked, 'bank_code')]
  if (textOf(asked, 'type') !== 'nuban' || !/^\d{10}$/.test(number) || !listed.some((bank) => bank.code === code))
    return json(400, { status: false, message: 'Account number or bank code is invalid' })
  if (number.endsWith(sandboxEndings.unknown)) return json(400, { status: false, message: 'Cannot resolve account' })
  const known = [...of.recipients].find(([, each]) => each === `${code} ${number}`)?.[0]
  const recipientCode = known ?? `RCP_${randomBytes(8).toString('hex')}`
  of.recipients.set(recipientCode, `${code} ${number}`)
  dropOldest(of.recipients)
  return json(201, {
    status: true,
    message: 'Recipient created',
    data: { recipient_code: recipientCode, active: true },
  })
}

function send(of: SimulatedPayoutAccount, asked: unknown, settlesAt: number): SimulatedReply {
  const [reference, amount] = [textOf(asked, 'reference'), textOf(asked, 'amount')]
  const to = of.recipients.get(textOf(asked, 'recipient'))
  if (
    !/^[a-z0-9_-]{16,50}$/.test(reference) ||
    textOf(asked, 'source') !== 'balance' ||
    !/^[1-9]\d{0,14}$/.test(amount)
  )
    return json(400, { status: false, message: 'Invalid parameters' })
  if (to === undefined) return json(404, { status: false, message: 'Recipient not found' })
  if (of.transfers.has(reference))
    return json(400, { status: false, message: 'A transfer with this reference already exists' })
  if (of.balance < BigInt(amount))
    return json(400, { status: false, message: 'Your balance is not enough to fulfil this request' })
  of.balance -= BigInt(amount)
  const transfer: Transfer = {
    reference,
    code: `TRF_${randomBytes(8).toString('hex')}`,
    amount: BigInt(amount),
    accountNumber: to.split(' ')[1] ?? '',
    status: of.asksForPassword ? 'otp' : 'pending',
    settlesAt,
  }
  of.transfers.set(reference, transfer)
  dropOldest(of.transfers)
  return json(200, { status: true, message: 'Transfer has been queued', data: told(transfer) })
}

const json = (status: number, body: object): SimulatedReply => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

/** How a connection goes wrong: it is refused, its reply is lost once the work is done, no reply comes, or a server in between answers. */
export type SimulatedFault = 'none' | 'down' | 'lost' | 'silent' | 'gateway'

/** The simulator on a port of its own. `fault.of` says for which path the fault is, or all. */
export async function startPayoutSimulator(): Promise<
  PayoutSimulator & {
    url: string
    fault: { now: SimulatedFault; of?: string }
    /** Every request, as “POST /transfer”. */
    requests: string[]
    close(): Promise<void>
  }
> {
  const simulator = payoutSimulator()
  const fault: { now: SimulatedFault; of?: string } = { now: 'none' }
  const requests: string[] = []
  const served = await serveLocally(0, ({ method = '', url: path = '', headers }, body) => {
    requests.push(`${method} ${path.split('?')[0]}`)
    const now = fault.of === undefined || path.split('?')[0] === fault.of ? fault.now : 'none'
    if (now === 'down') return 'cut'
    if (now === 'silent') return 'silent'
    if (now === 'gateway')
      return { status: 502, headers: { 'content-type': 'text/html' }, body: '<h1>Bad gateway</h1>' }
    const reply = simulator.answer({ method, path, headers, body })
    return now === 'lost' ? 'cut' : reply
  })
  return { ...simulator, ...served, fault, requests }
}
