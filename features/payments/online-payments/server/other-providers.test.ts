import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkPayments } from '#platform/jobs/check-payments.ts'
import { readSettlements } from '#platform/jobs/read-settlements.ts'
import { flutterwaveProvider } from '#platform/payments/flutterwave.ts'
import { startFlutterwaveSimulator } from '#platform/payments/flutterwave-simulator.ts'
import { monnifyProvider } from '#platform/payments/monnify.ts'
import { startMonnifySimulator } from '#platform/payments/monnify-simulator.ts'
import { paymentWebhook } from '#platform/payments/payment-webhook.ts'
import type { NairaSimulator } from '#platform/payments/serve-simulator.ts'
import { startTestApp, type TestApp } from '#dev/testing/app.ts'
import { buildCooperative, buildMember, dataOf, loginMember, type TestCooperative } from '#dev/testing/builders.ts'

const monnifyKeys = {
  apiKey: 'MK_TEST_0123456789',
  secret: '0123456789ABCDEFGHIJKLMNOPQRSTUV',
  contractCode: '1234567890',
}
const flutterwaveKeys = { key: 'FLWSECK_TEST-0123456789abcdef-X', secretHash: 'a secret hash of the dashboard' }

type Case = { kind: string; status: string; amount: number }

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
  let own: string
  let settings: object
  let societies = 0

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
    societies += 1
    own = `${subaccount}${societies}`
    settings = { isOn: true, subaccount: own, chargeBorneBy: 'society' }
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

  const deliverCase = async (id: number) => {
    const { body, headers } = simulator.caseEvent(id)
    const reply = await fetch(`${app.url}/webhooks/payments/${name}`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
    })
    expect(reply.status).toBe(200)
  }
  const paid = async (amount: number) => {
    const begun = await begin(amount)
    simulator.pay(begun.reference)
    await deliver(begun.reference)
    await app.settled()
    return begun
  }
  const cases = async () => dataOf(await ask('GET', '/financial/online-payments/cases'))

  test('refunds are stored once as the API has them, whatever order and number their webhooks have', async () => {
    const [one, other] = [await paid(5000.55), await paid(3000.1)]
    // More than a page of the provider's list, of which the first is the last listed.
    const ids = [one, other, one].map(({ reference }, n) => simulator.begin('refund', reference, 10_000n + BigInt(n)))
    for (const id of [...ids, ...ids].toReversed()) await deliverCase(id)
    await app.settled()
    expect((await cases()).map(({ kind, status, amount }: Case) => [kind, status, amount]).toSorted()).toEqual([
      ['refund', 'pending', 100],
      ['refund', 'pending', 100.01],
      ['refund', 'pending', 100.02],
    ])
    // The end of the first comes by no webhook: the clock finds it.
    simulator.desk.end(ids[0] ?? 0, 'taken')
    simulator.desk.end(ids[1] ?? 0, 'kept')
    await readSettlements(app.services)
    await app.settled()
    expect((await cases()).map(({ status, amount }: Case) => [status, amount]).toSorted()).toEqual([
      ['kept', 100.01],
      ['pending', 100.02],
      ['taken', 100],
    ])
  })

  test('a refund of which no webhook came at all is found by the clock', async () => {
    const { reference } = await paid(700)
    simulator.desk.end(simulator.begin('refund', reference), 'taken')
    await readSettlements(app.services)
    await app.settled()
    expect(await cases()).toMatchObject([{ kind: 'refund', status: 'taken', amount: 700 }])
  })

  test.runIf(name === 'flutterwave')(
    'a chargeback is known until it is decided, with the day by which it is answered',
    async () => {
      const { reference } = await paid(5000.55)
      const id = simulator.begin('dispute', reference)
      await deliverCase(id)
      await app.settled()
      expect(await cases()).toMatchObject([
        { kind: 'dispute', status: 'pending', amount: 5000.55, dueAt: '2026-12-24T10:00:00.000Z' },
      ])
      simulator.desk.end(id, 'taken')
      await readSettlements(app.services)
      await app.settled()
      expect(await cases()).toMatchObject([{ kind: 'dispute', status: 'taken' }])
    },
  )

  test('a settlement is compared with the books and posted, and another society’s is not shown', async () => {
    const before = await books()
    const amounts = [500_055n, 300_010n, 70_029n]
    const begun = []
    for (const amount of amounts) begun.push(await paid(Number(amount) / 100))
    simulator.desk.end(simulator.begin('refund', begun[1]?.reference ?? '', 5_010n), 'taken')
    simulator.desk.settle(own)
    await readSettlements(app.services)
    await app.settled()
    const gross = amounts.reduce((sum, each) => sum + each, 0n)
    const fees = amounts.reduce((sum, each) => sum + simulator.fees(each), 0n)
    const net = gross - fees - 5_010n
    const listed = dataOf(await ask('GET', '/financial/online-payments/settlements'))
    expect(listed).toMatchObject([{ status: 'paid', net: Number(net) / 100 }])
    const bankId = dataOf(await ask('GET', '/financial/bank-accounts'))[0].accountId
    const post = `/financial/online-payments/settlements/${listed[0].id}/post`
    const replies = await Promise.all([1, 2].map(() => ask('POST', post, { accountId: bankId })))
    expect(replies.filter(({ status }) => status < 300)).toHaveLength(1)
    const after = await books()
    expect(after('1020') - before('1020')).toBe(Number(net))
    expect(after('1090') - before('1090')).toBe(5_010)
    const stranger = await buildCooperative(app)
    dataOf(
      await ask('PUT', '/financial/online-payment-settings', { ...settings, subaccount: `${own}9` }, stranger.token),
    )
    await readSettlements(app.services)
    await app.settled()
    expect(dataOf(await ask('GET', '/financial/online-payments/settlements', undefined, stranger.token))).toEqual([])
    expect(await app.checks()).toEqual([])
  })

  test('the sub-account of another provider is refused', async () => {
    const settings = { isOn: true, subaccount: 'ACCT_society1', chargeBorneBy: 'society' }
    expect((await ask('PUT', '/financial/online-payment-settings', settings)).body).toMatchObject({
      status: 422,
      errors: [{ field: 'subaccount' }],
    })
  })
})
