import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { kobo, nairaText } from '#core/money.ts'
import { jsonReply, serveLocally } from '#platform/http/serve-locally.ts'
import { readSettlements } from '#platform/jobs/read-settlements.ts'
import { costIn } from '#platform/messages/cost-in.ts'
import { flutterwaveProvider } from '#platform/payments/flutterwave.ts'
import { startFlutterwaveSimulator } from '#platform/payments/flutterwave-simulator.ts'
import { monnifyProvider } from '#platform/payments/monnify.ts'
import { startMonnifySimulator } from '#platform/payments/monnify-simulator.ts'
import { paymentWebhook } from '#platform/payments/payment-webhook.ts'
import { payoutWebhook } from '#platform/payments/payout-webhook.ts'
import { paystackPayouts } from '#platform/payments/paystack-payouts.ts'
import { paystackProvider } from '#platform/payments/paystack.ts'
import { startPaystackSimulator } from '#platform/payments/paystack-simulator.ts'
import { startPayoutSimulator } from '#platform/payments/simulated-payouts.ts'
import { startTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  agreed,
  buildCooperative,
  buildMember,
  dataOf,
  loginMember,
  type TestCooperative,
} from '#dev/testing/builders.ts'
import { buildPayees, withdrawByBank } from '#dev/testing/payees.ts'

type Fields = Record<string, unknown>
type Lie = { path: RegExp; change: (data: never) => void } | undefined

/** Stands before a provider that is played, and changes what it says. */
async function startLiar(to: () => string) {
  const lie: { now: Lie } = { now: undefined }
  const served = await serveLocally(0, async ({ method = '', url = '', headers }, body) => {
    const reply = await fetch(`${to()}${url}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(headers.authorization !== undefined && { authorization: headers.authorization }),
      },
      ...(body !== '' && { body }),
    })
    const said = (await reply.json()) as Fields
    if (lie.now?.path.test(url)) lie.now.change((said['data'] ?? said['responseBody']) as never)
    return jsonReply(reply.status, said)
  })
  return { ...served, lie }
}

const entriesOf = async (app: TestApp, { id }: TestCooperative) =>
  Number((await app.admin.query('select count(*) from ledger.entry where cooperative_id = $1', [id])).rows[0].count)
const platformNotices = async (app: TestApp, about: string): Promise<string[]> =>
  dataOf(await app.call('GET', '/notifications?limit=100', { token: await app.superAdminToken() }))
    .map(({ message }: { message: string }) => message)
    .filter((message: string) => message.includes(about))
const officerNotices = async (app: TestApp, token: string): Promise<string[]> =>
  dataOf(await app.call('GET', '/notifications?limit=100', { token }))
    .map(({ message }: { message: string }) => message)
    .filter((message: string) => /can’t be right/.test(message))

const monnifyKeys = {
  apiKey: 'MK_TEST_0123456789',
  secret: '0123456789ABCDEFGHIJKLMNOPQRSTUV',
  contractCode: '1234567890',
}
const flutterwaveKeys = { key: 'FLWSECK_TEST-0123456789abcdef-X', secretHash: 'a secret hash of the dashboard' }

/** In naira; each provider says it in its own words. */
type Told = { amount?: number; charge?: number | string; at?: string }

const providers = [
  {
    name: 'paystack',
    subaccount: 'ACCT_society',
    verify: /\/transaction\/verify\//,
    async start() {
      const simulator = await startPaystackSimulator()
      return {
        ...simulator,
        open: (url: () => string) =>
          paystackProvider({ url, key: simulator.key, isSandbox: false, accountBank: 'test-bank' }),
        webhook: (reference: string) => {
          const { body, signature } = simulator.event(reference)
          return { body, headers: { 'x-paystack-signature': signature } }
        },
      }
    },
    tell:
      ({ amount, charge, at }: Told) =>
      (data: Fields) =>
        Object.assign(data, {
          ...(amount !== undefined && { amount: Math.round(amount * 100) }),
          ...(charge !== undefined && { fees: typeof charge === 'string' ? charge : Math.round(charge * 100) }),
          ...(at !== undefined && { paid_at: at }),
        }),
  },
  {
    name: 'flutterwave',
    subaccount: 'RS_A8EB7D4D9C66C0B1C75014EE67D4D66',
    verify: /verify_by_reference/,
    async start() {
      const simulator = await startFlutterwaveSimulator(flutterwaveKeys)
      return {
        ...simulator,
        open: (url: () => string) => flutterwaveProvider({ url, ...flutterwaveKeys }),
        webhook: (reference: string) => simulator.event(reference),
      }
    },
    tell:
      ({ amount, charge, at }: Told) =>
      (data: Fields) =>
        Object.assign(data, {
          ...(amount !== undefined && { amount }),
          ...(charge !== undefined && { app_fee: charge }),
          ...(at !== undefined && { created_at: at }),
        }),
  },
  {
    name: 'monnify',
    subaccount: 'MFY_SUB_319452883228',
    verify: /merchant\/transactions\/query/,
    async start() {
      const simulator = await startMonnifySimulator(monnifyKeys)
      return {
        ...simulator,
        open: (url: () => string) => monnifyProvider({ url, ...monnifyKeys }),
        webhook: (reference: string) => simulator.event(reference),
      }
    },
    tell:
      ({ amount, charge, at }: Told) =>
      (data: Fields) => {
        const paid = amount ?? Number(data['amountPaid'])
        Object.assign(data, {
          ...(amount !== undefined && { amountPaid: amount, settlementAmount: amount }),
          ...(charge !== undefined && { settlementAmount: nairaText(kobo(Math.round((paid - Number(charge)) * 100))) }),
          ...(at !== undefined && { paidOn: at.replace(/^\+/, '') }),
        })
      },
  },
]

describe.each(providers)('$name', ({ name, subaccount, verify, start, tell }) => {
  let simulator: Awaited<ReturnType<typeof start>>
  let liar: Awaited<ReturnType<typeof startLiar>>
  let app: TestApp
  let cooperative: TestCooperative
  let token: string
  let societies = 0

  beforeAll(async () => {
    simulator = await start()
    liar = await startLiar(() => simulator.url)
    const payments = simulator.open(() => liar.url)
    app = await startTestApp(undefined, { payments, webhooks: [paymentWebhook(payments)] })
  })
  afterAll(async () => {
    await app.stop()
    await liar.close()
    await simulator.close()
  })
  beforeEach(async () => {
    liar.lie.now = undefined
    societies += 1
    cooperative = await buildCooperative(app)
    token = await loginMember(app, await buildMember(app, cooperative))
    const body = { isOn: true, subaccount: `${subaccount}${societies}`, chargeBorneBy: 'society' }
    dataOf(await app.call('PUT', '/financial/online-payment-settings', { token: cooperative.token, body }))
  })

  test.each<[string, Told]>([
    ['a charge of ₦5,000,000 on ₦1,000', { charge: 5_000_000 }],
    ['a charge of ₦300 on ₦1,000', { charge: 300 }],
    ['a charge of “-5”', { charge: '-5' }],
    ['a charge below zero', { charge: -5 }],
    ['an amount of 999,999,999,999,999 kobo', { amount: 9_999_999_999_999.99 }],
    ['a payment of 1990', { at: '1990-01-01T00:00:00.000Z' }],
    ['a payment of 2090', { at: '2090-01-01T00:00:00.000Z' }],
    ['a payment of the year 275760', { at: '+275760-09-13T00:00:00.000Z' }],
  ])('reports %s: nothing is posted, and officers and platform are told', async (_what, told) => {
    const lines = [{ kind: 'contribution', amount: 1000 }]
    const { id } = dataOf(await app.call('POST', '/member-portal/payments', { token, body: { lines } }), 201)
    await app.settled()
    const { rows } = await app.admin.query('select reference from app.online_payment where payment_id = $1', [id])
    const reference = rows[0].reference as string
    const before = await entriesOf(app, cooperative)
    simulator.pay(reference)
    liar.lie.now = { path: verify, change: tell(told) }
    const { body, headers } = simulator.webhook(reference)
    const delivered = await fetch(`${app.url}/webhooks/payments/${name}`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
    })
    expect(delivered.status).toBe(200)
    await app.settled()
    const [payment] = dataOf(await app.call('GET', '/financial/online-payments', { token: cooperative.token }))
    expect([payment.status, payment.whyNotPosted]).toEqual(['stopped', expect.stringContaining('can’t be right')])
    expect(await entriesOf(app, cooperative)).toBe(before)
    expect(await officerNotices(app, cooperative.token)).toHaveLength(1)
    expect(await platformNotices(app, reference)).toHaveLength(1)
    expect(await app.checks()).toEqual([])
  })

  test('says what is so: the charge of a real payment is posted', async () => {
    const lines = [{ kind: 'contribution', amount: 1000 }]
    const { id } = dataOf(await app.call('POST', '/member-portal/payments', { token, body: { lines } }), 201)
    await app.settled()
    const { rows } = await app.admin.query('select reference from app.online_payment where payment_id = $1', [id])
    simulator.pay(rows[0].reference)
    const { body, headers } = simulator.webhook(rows[0].reference)
    await fetch(`${app.url}/webhooks/payments/${name}`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
    })
    await app.settled()
    expect(dataOf(await app.call('GET', `/member-portal/payments/${id}`, { token })).status).toBe('posted')
  })
})

describe('what comes after a payment', () => {
  let simulator: Awaited<ReturnType<typeof startPaystackSimulator>>
  let liar: Awaited<ReturnType<typeof startLiar>>
  let app: TestApp
  let cooperative: TestCooperative
  let token: string
  let own: string
  let societies = 0

  beforeAll(async () => {
    simulator = await startPaystackSimulator()
    liar = await startLiar(() => simulator.url)
    const payments = paystackProvider({
      ...{ url: () => liar.url, key: simulator.key, isSandbox: false, accountBank: 'test-bank' },
    })
    app = await startTestApp(undefined, { payments, webhooks: [paymentWebhook(payments)] })
  })
  afterAll(async () => {
    await app.stop()
    await liar.close()
    await simulator.close()
  })
  beforeEach(async () => {
    liar.lie.now = undefined
    own = `ACCT_after${(societies += 1)}`
    cooperative = await buildCooperative(app)
    token = await loginMember(app, await buildMember(app, cooperative))
    const body = { isOn: true, subaccount: own, chargeBorneBy: 'society' }
    dataOf(await app.call('PUT', '/financial/online-payment-settings', { token: cooperative.token, body }))
  })
  async function deliver({ body, signature }: { body: string; signature: string }) {
    await fetch(`${app.url}/webhooks/payments/paystack`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', 'x-paystack-signature': signature },
    })
    await app.settled()
  }
  async function paid(): Promise<string> {
    const lines = [{ kind: 'contribution', amount: 5000 }]
    const { id } = dataOf(await app.call('POST', '/member-portal/payments', { token, body: { lines } }), 201)
    await app.settled()
    const { rows } = await app.admin.query('select reference from app.online_payment where payment_id = $1', [id])
    simulator.pay(rows[0].reference)
    await deliver(simulator.event(rows[0].reference))
    return rows[0].reference
  }

  test.each<[string, (data: Fields[]) => void]>([
    ['a charge above what was paid', ([row]) => Object.assign(row ?? {}, { total_fees: 900_000 })],
    ['a trillion naira', ([row]) => Object.assign(row ?? {}, { total_processed: 99_999_999_999_999 })],
    ['more to the bank than was paid', ([row]) => Object.assign(row ?? {}, { effective_amount: 600_000 })],
    ['a day of 2090', ([row]) => Object.assign(row ?? {}, { settlement_date: '2090-01-01T00:00:00.000Z' })],
  ])('a settlement of %s is no settlement that can be posted', async (_what, change) => {
    await paid()
    simulator.settlements.settle(own)
    liar.lie.now = { path: /\/settlement\?/, change }
    for (let day = 0; day < 2; day += 1) {
      await readSettlements(app.services)
      await app.settled()
    }
    const listed = await app.call('GET', '/financial/online-payments/settlements', { token: cooperative.token })
    expect(dataOf(listed)).toEqual([])
    const [told, more] = await officerNotices(app, cooperative.token)
    expect([told, more]).toEqual([expect.stringContaining('settlement'), undefined])
    expect(await platformNotices(app, told ?? '')).toHaveLength(1)
  })

  test.each<[string, Fields]>([
    ['with more kobo than there are', { total_processed: '99999999999999999999' }],
    ['with a charge of “-5”', { total_fees: '-5' }],
    ['with less than nothing taken from it', { deductions: -5 }],
    ['of the year 275760', { settlement_date: '+275760-09-13T00:00:00.000Z' }],
    ['of no day', { settlement_date: 'soon' }],
    ['with a number of a thousand letters', { id: 'x'.repeat(1000) }],
  ])('a settlement %s is left out and told once, and the next one is read', async (_what, change) => {
    await paid()
    const first = simulator.settlements.settle(own)
    await paid()
    const second = simulator.settlements.settle(own)
    liar.lie.now = {
      path: /\/settlement\?/,
      change: (data: Fields[]) => data.forEach((row) => row['id'] === first && Object.assign(row, change)),
    }
    for (let day = 0; day < 2; day += 1) {
      await readSettlements(app.services)
      await app.settled()
    }
    const listed = await app.call('GET', '/financial/online-payments/settlements', { token: cooperative.token })
    expect(dataOf(listed).map(({ number }: Fields) => number)).toEqual([String(second)])
    const [told, more] = await officerNotices(app, cooperative.token)
    expect([told, more]).toEqual([expect.stringContaining('settlement'), undefined])
    expect(await platformNotices(app, told ?? '')).toHaveLength(1)
  })

  test.each<[string, Fields]>([
    ['an amount of “-5”', { amount: '-5' }],
    ['a charge of “-5”', { fees: '-5' }],
    ['no amount', { amount: null }],
    ['no reference', { reference: '' }],
  ])('a settlement with a payment of %s is left out and told once, and the next one is read', async (_what, change) => {
    const reference = await paid()
    simulator.settlements.settle(own)
    await paid()
    const second = simulator.settlements.settle(own)
    liar.lie.now = {
      path: /\/settlement\/\d+\/transactions/,
      change: (data: Fields[]) => data.forEach((row) => row['reference'] === reference && Object.assign(row, change)),
    }
    for (let day = 0; day < 2; day += 1) {
      await readSettlements(app.services)
      await app.settled()
    }
    const listed = await app.call('GET', '/financial/online-payments/settlements', { token: cooperative.token })
    expect(dataOf(listed).map(({ number }: Fields) => number)).toEqual([String(second)])
    expect(await officerNotices(app, cooperative.token)).toHaveLength(1)
  })

  test.each<[string, Fields]>([
    ['of “-5”', { amount: '-5' }],
    ['of more kobo than there are', { amount: '99999999999999999999' }],
    ['of nothing', { amount: 0 }],
  ])('a refund %s is left out and told once, and the other of the same payment is recorded', async (_what, change) => {
    const reference = await paid()
    const [first, second] = [1000n, 2000n].map((amount) => simulator.settlements.begin('refund', reference, { amount }))
    for (const id of [first, second]) simulator.settlements.end(id as number, 'processed')
    liar.lie.now = {
      path: /\/refund\?/,
      change: (data: Fields[]) => data.forEach((row) => row['id'] === first && Object.assign(row, change)),
    }
    for (const id of [first, second]) await deliver(simulator.settlements.caseEvent(id as number, 'refund.processed'))
    const listed = await app.call('GET', '/financial/online-payments/cases', { token: cooperative.token })
    expect(dataOf(listed).map(({ amount }: Fields) => amount)).toEqual([20])
    expect(await officerNotices(app, cooperative.token)).toHaveLength(1)
    expect(await platformNotices(app, reference)).toHaveLength(1)
  })

  test('a refund of more than was paid is no case that can be recorded', async () => {
    const reference = await paid()
    const id = simulator.settlements.begin('refund', reference)
    simulator.settlements.end(id, 'processed')
    const change = (data: Fields[]) => data.forEach((row) => Object.assign(row, { amount: 500_100 }))
    liar.lie.now = { path: /\/refund\?/, change }
    await deliver(simulator.settlements.caseEvent(id, 'refund.processed'))
    const listed = await app.call('GET', '/financial/online-payments/cases', { token: cooperative.token })
    expect(dataOf(listed)).toEqual([])
    expect(await officerNotices(app, cooperative.token)).toHaveLength(1)
    expect(await platformNotices(app, reference)).toHaveLength(1)
  })

  test.each<[string, Fields]>([
    ['a charge of more than came', { fees: 500_000_000 }],
    ['a charge of “-5”', { fees: '-5' }],
    ['a day of 1990', { paid_at: '1990-01-01T00:00:00.000Z' }],
  ])('a transfer with %s is not posted', async (_what, more) => {
    dataOf(await app.call('POST', '/member-portal/transfer-account', { token }), 201)
    await app.settled()
    const { account } = dataOf(await app.call('GET', '/member-portal/transfer-account', { token }))
    const before = await entriesOf(app, cooperative)
    const reference = simulator.transfer({ to: account.number, amount: 100_000n, sender: 'ADA' })
    liar.lie.now = { path: /\/transaction\/verify\//, change: (data: Fields) => void Object.assign(data, more) }
    await deliver(simulator.event(reference))
    expect(await entriesOf(app, cooperative)).toBe(before)
    expect(await officerNotices(app, cooperative.token)).toHaveLength(1)
    expect(await platformNotices(app, reference)).toHaveLength(1)
  })
})

test.each<Fields>([
  { fee_charged: '-5' },
  { fee_charged: 5_000_000 },
  { amount: '-5' },
  { amount: '99999999999999999999' },
])('a payout that is reported with %j stops, and nothing is posted', async (told) => {
  const simulator = await startPayoutSimulator()
  const liar = await startLiar(() => simulator.url)
  const payouts = paystackPayouts({ url: () => liar.url, isSandbox: true, takesTestKeys: true })
  const app = await startTestApp(undefined, { payouts, webhooks: [payoutWebhook(payouts)] })
  try {
    const { cooperative, bankId, members, second } = await buildPayees(app, (place) => `803123456${place}`)
    const ask = (url: string, body: object, by = cooperative.token) => app.call('POST', url, { token: by, body })
    const secretKey = 'sk_test_lying00001'
    const { proposed } = dataOf(await ask('/financial/payout-keys', { secretKey }), 201)
    dataOf(await agreed(app, await ask(`/financial/payout-keys/${proposed.id}/use`, {}), second.token))
    const withdrawal = { memberId: members[0]?.id ?? '', amount: 1000.5, paidThrough: bankId }
    const { entryId } = await withdrawByBank(app, cooperative, second.token, withdrawal)
    const batches = '/financial/payment-batches'
    const { id } = dataOf(await ask(batches, { accountId: bankId, entryIds: [entryId] }), 201)
    dataOf(await agreed(app, await ask(`${batches}/${id}/approve`, { accountsChecked: true }), second.token))
    dataOf(await agreed(app, await ask(`${batches}/${id}/send`, {}), second.token))
    await app.settled()
    const sent = 'select reference, status from app.payout where batch_id = $1'
    const { reference } = (await app.admin.query(sent, [id])).rows[0]
    const before = await entriesOf(app, cooperative)
    simulator.settle(secretKey, reference)
    liar.lie.now = { path: /\/transfer\/verify\//, change: (data: Fields) => void Object.assign(data, told) }
    await app.admin.query("update job.job set start_after = now() where state in ('created', 'retry')")
    await app.settled()
    expect((await app.admin.query(sent, [id])).rows[0].status).toBe('stopped')
    expect(await entriesOf(app, cooperative)).toBe(before)
    expect(await officerNotices(app, cooperative.token)).toHaveLength(1)
    expect(await platformNotices(app, reference)).toHaveLength(1)
  } finally {
    await app.stop()
    await liar.close()
    await simulator.close()
  }
})

test.each(['-5', '999999999', 'NGN 1e9', 'free'])('an SMS that is said to cost %s has no cost', (said) => {
  expect([costIn(said), costIn('NGN 2.2000'), costIn('4.0')]).toEqual([{}, { cost: 'NGN 2.2000' }, { cost: '4.0' }])
})
