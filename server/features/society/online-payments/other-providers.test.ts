import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkPayments } from '#server/jobs/check-payments.ts'
import { flutterwaveProvider } from '#server/payments/flutterwave.ts'
import { startFlutterwaveSimulator } from '#server/payments/flutterwave-simulator.ts'
import { monnifyProvider } from '#server/payments/monnify.ts'
import { startMonnifySimulator } from '#server/payments/monnify-simulator.ts'
import { paymentWebhook } from '#server/payments/payment-webhook.ts'
import type { NairaSimulator } from '#server/payments/serve-simulator.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { buildCooperative, buildMember, dataOf, loginMember, type TestCooperative } from '#server/testing/builders.ts'

const monnifyKeys = {
  apiKey: 'MK_TEST_0123456789',
  secret: '0123456789ABCDEFGHIJKLMNOPQRSTUV',
  contractCode: '1234567890',
}
const flutterwaveKeys = { key: 'FLWSECK_TEST-0123456789abcdef-X', secretHash: 'a secret hash of the dashboard' }

const providers = [
  {
    name: 'monnify',
    start: () => startMonnifySimulator(monnifyKeys),
    open: (url: () => string) => monnifyProvider({ url, ...monnifyKeys }),
    subaccount: 'MFY_SUB_319452883228',
  },
  {
    name: 'flutterwave',
    start: () => startFlutterwaveSimulator(flutterwaveKeys),
    open: (url: () => string) => flutterwaveProvider({ url, ...flutterwaveKeys }),
    subaccount: 'RS_A8EB7D4D9C66C0B1C75014EE67D4D663',
  },
]

describe.each(providers)('by $name', ({ name, start, open, subaccount }) => {
  let simulator: NairaSimulator
  let app: TestApp
  let cooperative: TestCooperative
  let token: string

  beforeAll(async () => {
    simulator = await start()
    const payments = open(() => simulator.url)
    app = await startTestApp(undefined, { payments, webhooks: [paymentWebhook(payments)] })
  })
  afterAll(async () => {
    await app.stop()
    await simulator.close()
  })
  beforeEach(async () => {
    cooperative = await buildCooperative(app)
    token = await loginMember(app, await buildMember(app, cooperative))
    const settings = { isOn: true, subaccount, chargeBorneBy: 'society' }
    dataOf(await ask('PUT', '/financial/online-payment-settings', settings))
  })

  const ask = (method: string, url: string, body?: unknown, by = cooperative.token) =>
    app.call(method, url, { token: by, ...(body !== undefined && { body }) })
  const begin = async (amount: number) => {
    const lines = [{ kind: 'contribution', amount }]
    const { id } = dataOf(await ask('POST', '/member-portal/payments', { lines }, token), 201)
    await app.settled()
    const { rows } = await app.admin.query('select reference from app.online_payment where payment_id = $1', [id])
    return { id: id as string, reference: rows[0].reference as string }
  }
  const deliver = (reference: string, more: Record<string, string> = {}) => {
    const { body, headers } = simulator.event(reference)
    return fetch(`${app.url}/webhooks/payments/${name}`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers, ...more },
    })
  }
  const read = async (id: string) => dataOf(await ask('GET', `/member-portal/payments/${id}`, undefined, token))
  const entries = async () =>
    Number(
      (await app.admin.query('select count(*) from ledger.entry where cooperative_id = $1', [cooperative.id])).rows[0]
        .count,
    )
  /** In kobo, debits above zero. */
  async function books() {
    const { accounts } = dataOf(await ask('GET', '/financial/reports/trial-balance')) as {
      accounts: { code: string; debit: number; credit: number }[]
    }
    return (code: string) =>
      accounts
        .filter((each) => each.code === code)
        .reduce((sum, { debit, credit }) => sum + Math.round((debit - credit) * 100), 0)
  }

  test('whatever number of times and in whatever order its webhooks come, each payment is posted once, to the kobo', async () => {
    const before = await books()
    const amounts = [5000.55, 3000.1, 0.29 + 700]
    const begun = [await begin(amounts[0] ?? 0), await begin(amounts[1] ?? 0), await begin(amounts[2] ?? 0)]
    const count = await entries()
    // Signed and too early: the API says that nothing was paid.
    expect((await deliver(begun[0]?.reference ?? '')).status).toBe(200)
    await app.settled()
    expect((await read(begun[0]?.id ?? '')).status).toBe('initialized')
    for (const { reference } of begun) simulator.pay(reference)
    const order = Array.from({ length: 120 }, (_, n) => begun[(n * 7 + (n % 5)) % 3]?.reference ?? '')
    for (let at = 0; at < order.length; at += 30)
      for (const { status } of await Promise.all(order.slice(at, at + 30).map((each) => deliver(each))))
        expect(status).toBe(200)
    await app.settled()
    // The first webhook of one came before it was paid, and the clock asks about it.
    await app.admin.query("update app.online_payment set check_at = now() - interval '1 second'")
    await checkPayments(app.services)
    await app.settled()
    for (const { id } of begun) expect((await read(id)).status).toBe('posted')
    const after = await books()
    const kobo = [500_055n, 300_010n, 70_029n]
    const fees = kobo.reduce((sum, each) => sum + simulator.fees(each), 0n)
    const received = kobo.reduce((sum, each) => sum + each, 0n)
    expect([after('1090') - before('1090'), after('5310') - before('5310')]).toEqual([
      Number(received - fees),
      Number(fees),
    ])
    expect(after('2110') - before('2110')).toBe(-Number(received))
    expect((await entries()) - count).toBe(6)
    expect(await app.checks()).toEqual([])
  })

  test('nothing is posted for a webhook that is forged, in another currency, or of another amount than asked', async () => {
    const [{ id, reference }, other] = [await begin(5000), await begin(3000)]
    simulator.pay(reference, { currency: 'USD' })
    const header = name === 'monnify' ? 'monnify-signature' : 'verif-hash'
    expect((await deliver(reference, { [header]: 'forged' })).status).toBe(401)
    const count = await entries()
    expect((await deliver(reference)).status).toBe(200)
    simulator.pay(other.reference, { amount: 299_999n })
    expect((await deliver(other.reference)).status).toBe(200)
    await app.settled()
    const listed = dataOf(await ask('GET', '/financial/online-payments'))
    const status = (wanted: string) => listed.find((each: { id: string }) => each.id === wanted).status
    expect([status(id), status(other.id)]).toEqual(['stopped', 'unallocated'])
    // What was received, and its charge.
    expect((await entries()) - count).toBe(2)
  })

  test('the sub-account of another provider is refused', async () => {
    const settings = { isOn: true, subaccount: 'ACCT_society1', chargeBorneBy: 'society' }
    expect((await ask('PUT', '/financial/online-payment-settings', settings)).body).toMatchObject({
      status: 422,
      errors: [{ field: 'subaccount' }],
    })
  })
})
