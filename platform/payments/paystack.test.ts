import { execFileSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { kobo } from '#core/money.ts'
import { paystackProvider } from './paystack.ts'
import { simulatedFees, startPaystackSimulator } from './paystack-simulator.ts'

const key = 'sk_test_0123456789abcdef'
const offline = paystackProvider({ url: () => 'http://127.0.0.1:9', key, isSandbox: false })

const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

describe('the signature of Paystack', () => {
  const vectors = [
    ['an event', '{"event":"charge.success","data":{"reference":"AJO-1","amount":1500000}}'],
    ['letters and slashes as they came', '{"event":"charge.success","data":{"reference":"AJO\\/2","name":"Ọ̀ṣun ₦"}}'],
    ['an empty body', ''],
  ] as const

  test.each(vectors)('is the one that openssl computes over the bytes: %s', (_name, body) => {
    const said = execFileSync('openssl', ['dgst', '-sha512', '-hmac', key], { input: body }).toString()
    const signature = said.trim().split(' ').at(-1) ?? ''
    expect(signature).toMatch(/^[0-9a-f]{128}$/)
    const bytes = Buffer.from(body)
    expect(offline.isSigned({ 'x-paystack-signature': signature }, bytes)).toBe(true)
    expect(offline.isSigned({ 'x-paystack-signature': signature.toUpperCase() }, bytes)).toBe(true)
    expect(offline.isSigned({ 'x-paystack-signature': signature }, Buffer.concat([bytes, Buffer.from(' ')]))).toBe(
      false,
    )
    const other = `${signature.startsWith('0') ? '1' : '0'}${signature.slice(1)}`
    for (const forged of [other, signature.slice(0, -2), `${signature}00`, '', 'not hexadecimal'])
      expect(offline.isSigned({ 'x-paystack-signature': forged }, bytes)).toBe(false)
    expect(offline.isSigned({}, bytes)).toBe(false)
  })
})

describe('Paystack', () => {
  let simulator: Awaited<ReturnType<typeof startPaystackSimulator>>
  beforeAll(async () => {
    simulator = await startPaystackSimulator(0, undefined, key)
  })
  afterAll(() => simulator.close())
  const provider = paystackProvider({ url: () => simulator.url, key, isSandbox: false })
  const checkout = (reference: string, amount = 1_500_000n) => ({
    reference,
    amount: kobo(amount),
    email: 'ada@example.com',
    subaccount: 'ACCT_society1',
    returnTo: 'http://127.0.0.1/back',
  })

  test('opens a checkout once, and says what became of it', async () => {
    expect(await provider.open(checkout('A-1'))).toEqual({ checkoutUrl: `${simulator.url}/checkout/A-1` })
    expect(await provider.open(checkout('A-1'))).toEqual({ referenceTaken: true })
    expect(await provider.verify('A-1')).toEqual({ outcome: 'open' })
    expect(await provider.verify('A-2')).toEqual({ outcome: 'open' })
    await fetch(`${simulator.url}/checkout/A-1`, {
      method: 'POST',
      body: new URLSearchParams({ act: 'fail' }),
      redirect: 'manual',
    })
    expect(await provider.verify('A-1')).toEqual({ outcome: 'failed' })
    const paid = await fetch(`${simulator.url}/checkout/A-1`, {
      method: 'POST',
      body: new URLSearchParams({ act: 'pay' }),
      redirect: 'manual',
    })
    expect(paid.headers.get('location')).toBe('http://127.0.0.1/back?trxref=A-1&reference=A-1')
    expect(await provider.verify('A-1')).toEqual({
      outcome: 'paid',
      amount: 1_500_000n,
      currency: 'NGN',
      // 1.5 % of ₦15,000 and ₦100.
      fees: 32_500n,
      channel: 'card',
      paidAt: expect.any(Date),
      subaccount: 'ACCT_society1',
    })
  })

  test('that refuses the key or can not be reached is tried again, without a word of what was sent', async () => {
    const stranger = paystackProvider({ url: () => simulator.url, key: 'sk_test_another0', isSandbox: false })
    const refused = { retryBecause: 'Paystack refuses PAYSTACK_SECRET_KEY (401)' }
    expect(await stranger.open(checkout('A-3'))).toEqual(refused)
    expect(await stranger.verify('A-3')).toEqual(refused)
    expect(await offline.verify('A-3')).toEqual({ retryBecause: 'Paystack can not be reached' })
  })

  test('opens one account number for a member, and lists what was sent to it, page by page', async () => {
    const withAccounts = paystackProvider({ url: () => simulator.url, key, isSandbox: false, accountBank: 'test-bank' })
    expect(provider.openAccount).toBeUndefined()
    const holder = {
      email: 'member-1@ajose.example',
      firstName: 'Ada',
      lastName: 'Obi',
      phone: '+2348031234567',
      subaccount: 'ACCT_society1',
    }
    const account = await withAccounts.openAccount?.(holder)
    expect(account).toEqual({
      customer: expect.stringMatching(/^CUS_/),
      bank: 'Test Bank',
      number: expect.stringMatching(/^\d{10}$/),
      name: 'AJOSE/ADA OBI',
    })
    expect(await withAccounts.openAccount?.(holder)).toEqual(account)
    if (!account || 'retryBecause' in account) throw new Error('No account was opened')
    const began = new Date()
    const sent = Array.from({ length: 250 }, (_, n) =>
      simulator.transfer({ to: account.number, amount: BigInt(n + 1), sender: 'OBI ADA' }),
    )
    const listed = await withAccounts.transfersSince?.(began)
    expect(listed && 'references' in listed && [...listed.references].toSorted(byText)).toEqual(sent.toSorted(byText))
    expect(await withAccounts.transfersSince?.(new Date(Date.now() + 60_000))).toEqual({ references: [] })
    expect(await withAccounts.verify(sent[249] ?? '')).toMatchObject({
      outcome: 'paid',
      amount: 250n,
      // 1 %, rounded up.
      fees: 3n,
      subaccount: 'ACCT_society1',
      transfer: { accountNumber: account.number, customer: account.customer, sender: 'OBI ADA' },
    })
  })

  test('tells the refunds and disputes of one payment, and reads a settlement with its payments', async () => {
    for (const reference of ['D-1', 'D-2']) {
      await provider.open({ ...checkout(reference), subaccount: 'ACCT_settled1' })
      simulator.pay(reference)
    }
    const began = new Date(Date.now() - 1000)
    const { settlements } = simulator
    const [refund, dispute, other] = [
      settlements.begin('refund', 'D-1', { amount: 100_000n }),
      settlements.begin('dispute', 'D-1', { dueAt: new Date('2026-12-03T10:00:00Z') }),
      settlements.begin('refund', 'D-2'),
    ]
    expect(await provider.casesOf?.('D-1')).toEqual({
      doubtful: [],
      cases: [
        { kind: 'refund', id: String(refund), status: 'pending', amount: 100_000n, dueAt: null, reason: '' },
        {
          kind: 'dispute',
          id: String(dispute),
          status: 'pending',
          amount: 1_500_000n,
          dueAt: new Date('2026-12-03T10:00:00Z'),
          reason: 'chargeback',
        },
      ],
    })
    expect(await provider.casesSince?.(began)).toEqual({ references: ['D-2', 'D-1'] })
    settlements.end(refund, 'processed')
    settlements.end(dispute, 'declined')
    settlements.end(other, 'failed')
    const statuses = async (reference: string) => {
      const said = await provider.casesOf?.(reference)
      return said && 'cases' in said ? said.cases.map(({ status }) => status) : said
    }
    expect([await statuses('D-1'), await statuses('D-2')]).toEqual([['taken', 'kept'], ['kept']])
    const number = String(settlements.settle('ACCT_settled1'))
    const listed = await provider.settlementsSince?.('ACCT_settled1', began)
    // Two of ₦15,000 with 1.5 % and ₦100 each, less the ₦1,000 that were refunded.
    expect(listed).toMatchObject({
      settlements: [
        { id: number, status: 'paid', gross: 3_000_000n, fees: 65_000n, deductions: 100_000n, net: 2_835_000n },
      ],
    })
    const payments = ['D-2', 'D-1'].map((reference) => ({ reference, amount: 1_500_000n, fees: 32_500n }))
    expect(await provider.paymentsOf?.(number)).toEqual({ payments, doubtful: [] })
    expect(await provider.settlementsSince?.('ACCT_another1', began)).toEqual({ settlements: [], doubtful: [] })
    const { body } = settlements.caseEvent(refund, 'refund.processed')
    expect(provider.read(Buffer.from(body))).toEqual({
      event: 'refund.processed',
      reference: 'D-1',
      about: String(refund),
    })
  })

  test('a member who bears the charge pays the least amount of which enough is left', () => {
    for (const amount of [
      1n,
      100n,
      99_999n,
      246_249n,
      246_250n,
      246_251n,
      250_000n,
      1_500_000n,
      13_133_333n,
      99_999_999n,
    ]) {
      const gross = amount + provider.surchargeOf(kobo(amount))
      const left = (paid: bigint) => paid - simulatedFees(paid)
      expect(left(gross)).toBeGreaterThanOrEqual(amount)
      expect(left(gross - 1n)).toBeLessThan(amount)
    }
  })
})
