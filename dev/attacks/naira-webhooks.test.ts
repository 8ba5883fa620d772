import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkPayments } from '#platform/jobs/check-payments.ts'
import { jsonReply, serveLocally } from '#platform/http/serve-locally.ts'
import { termiiPort } from '#platform/messages/termii.ts'
import { flutterwaveProvider } from '#platform/payments/flutterwave.ts'
import { startFlutterwaveSimulator } from '#platform/payments/flutterwave-simulator.ts'
import { monnifyProvider } from '#platform/payments/monnify.ts'
import { startMonnifySimulator } from '#platform/payments/monnify-simulator.ts'
import { paymentWebhook } from '#platform/payments/payment-webhook.ts'
import { paystackProvider } from '#platform/payments/paystack.ts'
import { startTestApp, type TestApp } from '#dev/testing/app.ts'
import { buildCooperative, buildMember, dataOf, loginMember, type TestCooperative } from '#dev/testing/builders.ts'

type Fields = Record<string, unknown>
type Lie = { path: RegExp; change: (data: Fields) => void; pad?: number } | undefined

const monnifyKeys = {
  apiKey: 'MK_TEST_0123456789',
  secret: '0123456789ABCDEFGHIJKLMNOPQRSTUV',
  contractCode: '1234567890',
}
const flutterwaveKeys = {
  key: 'FLWSECK_TEST-0123456789abcdef-X',
  secretHash: 'a secret hash of the dashboard',
  signatureSecret: 'a secret that signs webhooks',
}

/** Stands before a provider that is played, and changes or lengthens what it says. */
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
    if (lie.now?.path.test(url)) {
      lie.now.change((said['data'] ?? said['responseBody'] ?? {}) as Fields)
      if (lie.now.pad !== undefined) said['padding'] = 'x'.repeat(lie.now.pad)
    }
    return jsonReply(reply.status, said)
  })
  return { ...served, lie }
}

const providers = [
  {
    name: 'monnify',
    other: 'flutterwave',
    subaccount: 'MFY_SUB_319452883228',
    verify: /merchant\/transactions\/query/,
    header: 'monnify-signature',
    reference: 'paymentReference',
    start: () => startMonnifySimulator(monnifyKeys),
    open: (url: () => string) => monnifyProvider({ url, ...monnifyKeys }),
    sign: (body: string, secret = monnifyKeys.secret) => createHmac('sha512', secret).update(body).digest('hex'),
    event: (reference: string) =>
      JSON.stringify({ eventType: 'SUCCESSFUL_TRANSACTION', eventData: { paymentReference: reference } }),
    say: { failed: { paymentStatus: 'FAILED' }, paid: { paymentStatus: 'PAID' } },
  },
  {
    name: 'flutterwave',
    other: 'monnify',
    subaccount: 'RS_A8EB7D4D9C66C0B1C75014EE67D4D663',
    verify: /verify_by_reference/,
    header: 'flutterwave-signature',
    reference: 'tx_ref',
    start: () => startFlutterwaveSimulator(flutterwaveKeys),
    open: (url: () => string) => flutterwaveProvider({ url, ...flutterwaveKeys }),
    sign: (body: string, secret = flutterwaveKeys.signatureSecret) =>
      createHmac('sha256', secret).update(body).digest('base64'),
    event: (reference: string) => JSON.stringify({ event: 'charge.completed', data: { tx_ref: reference } }),
    say: { failed: { status: 'failed' }, paid: { status: 'successful' } },
  },
]

describe.each(providers)('by $name', ({ name, other, subaccount, verify, header, reference: field, ...provider }) => {
  let simulator: Awaited<ReturnType<(typeof provider)['start']>>
  let liar: Awaited<ReturnType<typeof startLiar>>
  let app: TestApp
  let society: TestCooperative
  let token: string
  let societies = 0

  beforeAll(async () => {
    simulator = await provider.start()
    liar = await startLiar(() => simulator.url)
    const payments = provider.open(() => liar.url)
    app = await startTestApp(undefined, { payments, webhooks: [paymentWebhook(payments)] })
  })
  afterAll(async () => {
    await app.stop()
    await liar.close()
    await simulator.close()
  })
  beforeEach(async () => {
    liar.lie.now = undefined
    ;({ society, token } = await build())
  })

  async function build() {
    const cooperative = await buildCooperative(app)
    const body = { isOn: true, subaccount: `${subaccount}${(societies += 1)}`, chargeBorneBy: 'society' }
    dataOf(await app.call('PUT', '/financial/online-payment-settings', { token: cooperative.token, body }))
    return { society: cooperative, token: await loginMember(app, await buildMember(app, cooperative)) }
  }
  const begin = async (amount: number, by = token) => {
    const lines = [{ kind: 'contribution', amount }]
    const { id } = dataOf(await app.call('POST', '/member-portal/payments', { token: by, body: { lines } }), 201)
    await app.settled()
    const { rows } = await app.admin.query('select reference from app.online_payment where payment_id = $1', [id])
    return { id: id as string, reference: rows[0].reference as string }
  }
  const deliver = async (body: string, signature = provider.sign(body), to = name) => {
    const { status } = await fetch(`${app.url}/webhooks/payments/${to}`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', [header]: signature },
    })
    await app.settled()
    return status
  }
  const paymentOf = async (id: string, by = token) =>
    dataOf(await app.call('GET', `/member-portal/payments/${id}`, { token: by }))
  /** Of this society: how many entries there are, and what members have saved, in kobo. */
  async function books(of = society) {
    const { rows } = await app.admin.query('select count(*)::int as n from ledger.entry where cooperative_id = $1', [
      of.id,
    ])
    const { accounts } = dataOf(await app.call('GET', '/financial/reports/trial-balance', { token: of.token })) as {
      accounts: { code: string; debit: number; credit: number }[]
    }
    const credit = (code: string) =>
      accounts
        .filter((each) => each.code === code)
        .reduce((sum, each) => sum + Math.round((each.credit - each.debit) * 100), 0)
    return { entries: rows[0].n as number, saved: credit('2110'), unallocated: credit('2410') }
  }
  const askAgain = async () => {
    await app.admin.query("update app.online_payment set check_at = now() - interval '1 second'")
    await checkPayments(app.services)
    await app.settled()
  }

  test('a webhook signed with another key, over other bytes, twice in one header or by the other provider changes nothing', async () => {
    const { id, reference } = await begin(1000)
    simulator.pay(reference)
    const before = await books()
    const body = provider.event(reference)
    const right = provider.sign(body)
    for (const [bytes, signature] of [
      [body, provider.sign(body, 'another key of the same length..')],
      [`${body} `, right],
      [body.replace(reference, `${reference}x`), right],
      [body, `${right},${right}`],
      [body, ''],
      [body, right.slice(0, -4)],
      ['', right],
      [JSON.stringify({ ...JSON.parse(body), more: 1 }), right],
    ] as const)
      expect(await deliver(bytes, signature)).toBe(401)
    // There is no door of the provider that is not set up.
    expect(await deliver(body, right, other)).toBe(404)
    expect(await books()).toEqual(before)
    expect((await paymentOf(id)).status).toBe('initialized')
    // Of the same bytes as signed it is taken.
    expect(await deliver(body)).toBe(200)
    expect((await paymentOf(id)).status).toBe('posted')
    expect(await books()).toMatchObject({ saved: before.saved + 100_000 })
  })

  test('a signed webhook that names what is no reference of ours, or is misshapen, is thanked for and posts nothing', async () => {
    const before = await books()
    for (const body of [
      provider.event('AJO-of-somebody-else'),
      provider.event("x' or 1=1 --"),
      provider.event('x'.repeat(5000)),
      '[]',
      'null',
      '{"event":"charge.completed","eventType":"SUCCESSFUL_TRANSACTION","data":[],"eventData":7}',
      '{"event":{"charge":1},"eventType":[1]}',
      'not JSON',
      `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
    ])
      expect(await deliver(body)).toBe(200)
    expect(await books()).toEqual(before)
    expect(await app.checks()).toEqual([])
  })

  test('a payment that failed and is paid after all is posted once, and a later “failed” takes nothing back', async () => {
    const { id, reference } = await begin(2000)
    const before = await books()
    simulator.fail(reference)
    expect(await deliver(provider.event(reference))).toBe(200)
    expect((await paymentOf(id)).status).toBe('failed')
    simulator.pay(reference)
    // The same event, which was stored once; the clock finds the money all the same.
    expect(await deliver(provider.event(reference))).toBe(200)
    await askAgain()
    expect((await paymentOf(id)).status).toBe('posted')
    liar.lie.now = { path: verify, change: (data) => void Object.assign(data, provider.say.failed) }
    for (let times = 0; times < 3; times += 1) {
      expect(await deliver(provider.event(reference))).toBe(200)
      await askAgain()
    }
    expect((await paymentOf(id)).status).toBe('posted')
    expect((await books()).saved - before.saved).toBe(200_000)
  })

  test.each([
    ['a kobo less', 299_999],
    ['a kobo more', 300_001],
    ['₦2,999.99 less', 1],
    ['₦297,000 more', 30_000_000],
  ])('%s than asked is on no one’s savings: an officer looks at it', async (_what, amount) => {
    const { id, reference } = await begin(3000)
    const before = await books()
    simulator.pay(reference, { amount: BigInt(amount) })
    expect(await deliver(provider.event(reference))).toBe(200)
    await askAgain()
    expect((await paymentOf(id)).status).toBe('unallocated')
    const after = await books()
    expect([after.saved - before.saved, after.unallocated - before.unallocated]).toEqual([0, amount])
    expect(await app.checks()).toEqual([])
  })

  test.each<[string, Fields]>([
    ['no currency', { currency: '', currencyCode: '' }],
    ['dollars', { currency: 'USD' }],
    ['“ngn ”', { currency: 'ngn ' }],
  ])('a verification in %s posts nothing', async (_what, change) => {
    const { id, reference } = await begin(1000)
    const before = await books()
    simulator.pay(reference)
    liar.lie.now = { path: verify, change: (data) => void Object.assign(data, change) }
    expect(await deliver(provider.event(reference))).toBe(200)
    expect((await paymentOf(id)).status).toBe('stopped')
    liar.lie.now = undefined
    await askAgain()
    expect(await books()).toEqual(before)
  })

  test('money of another society’s payment is posted in neither where the provider answers with the other reference', async () => {
    const there = await build()
    const [mine, theirs] = [await begin(1000), await begin(9000, there.token)]
    const before = [await books(), await books(there.society)]
    simulator.pay(theirs.reference)
    // Asked about mine, it says that theirs was paid; and, told apart by nothing, that mine was.
    liar.lie.now = {
      path: verify,
      change: (data) => void Object.assign(data, provider.say.paid, { [field]: theirs.reference }),
    }
    await deliver(provider.event(mine.reference))
    expect((await paymentOf(mine.id)).status).toBe('initialized')
    expect([await books(), await books(there.society)]).toEqual(before)
    liar.lie.now = undefined
    await deliver(provider.event(theirs.reference))
    expect((await paymentOf(theirs.id, there.token)).status).toBe('posted')
    expect(await books()).toEqual(before[0])
    expect((await books(there.society)).saved - (before[1]?.saved ?? 0)).toBe(900_000)
    expect((await app.call('GET', `/member-portal/payments/${theirs.id}`, { token })).status).toBe(404)
  })

  test('one reference under two providers is asked of the one where it was begun, and of no other', async () => {
    const { id, reference } = await begin(1000)
    const before = await books()
    // The installation changed its provider: the reference was begun at the one before.
    await app.admin.query("update app.online_payment set provider = 'paystack' where payment_id = $1", [id])
    simulator.pay(reference)
    expect(await deliver(provider.event(reference))).toBe(200)
    await askAgain()
    expect((await paymentOf(id)).status).toBe('initialized')
    expect(await books()).toEqual(before)
    await app.admin.query('update app.online_payment set provider = $2 where payment_id = $1', [id, name])
    await askAgain()
    expect((await paymentOf(id)).status).toBe('posted')
    expect((await books()).saved - before.saved).toBe(100_000)
  })

  test('a verification that is 64 MiB long is not read to its end, and the payment is asked about again', async () => {
    const { id, reference } = await begin(1000)
    const before = await books()
    simulator.pay(reference)
    liar.lie.now = { path: verify, change: () => {}, pad: 64 * 1024 * 1024 }
    expect(await fetchStatus(provider.event(reference))).toBe(200)
    const { rows } = await untilTried(reference)
    expect(rows).toEqual([{ status: 'initialized' }])
    expect(await books()).toEqual(before)
    liar.lie.now = undefined
    await app.admin.query("update job.job set start_after = now() where name = 'payments' and state = 'retry'")
    await askAgain()
    expect((await paymentOf(id)).status).toBe('posted')
  })
  const fetchStatus = async (body: string) =>
    (
      await fetch(`${app.url}/webhooks/payments/${name}`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', [header]: provider.sign(body) },
      })
    ).status
  async function untilTried(reference: string) {
    await app.settled()
    return app.admin.query('select status from app.online_payment where reference = $1', [reference])
  }
})

test('a provider that never ends its reply fills no memory: Paystack, Monnify and SMS stop reading', async () => {
  let sent = 0
  const megabyte = Buffer.alloc(1024 * 1024, 'x')
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).write('{"status":true,"padding":"')
    const pour = () => {
      // Enough to be sure, and little enough that this machine lives on where nothing stops it.
      while (sent < 200 && !response.destroyed) {
        sent += 1
        if (!response.write(megabyte)) return void response.once('drain', pour)
      }
      response.end('"}')
    }
    pour()
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    const paystack = paystackProvider({ url: () => url, key: 'sk_test', isSandbox: false, accountBank: 'test-bank' })
    const termii = termiiPort({ url, key: 'a key', sender: 'Ajose', channel: 'dnd', secret: 'a secret' })
    const sms = { id: 'a', channel: 'sms', to: '+2348030000001', text: 'A code', kind: 'code' } as never
    for (const [ask, answer] of [
      [() => paystack.verify('AJO-1'), { retryBecause: expect.any(String) }],
      [() => monnifyProvider({ url: () => url, ...monnifyKeys }).verify('AJO-1'), { retryBecause: expect.any(String) }],
      // It may have left.
      [() => termii.send(sms), { unsureBecause: expect.any(String) }],
    ] as const) {
      sent = 0
      expect(await ask()).toEqual(answer)
      expect(sent).toBeLessThan(64)
    }
  } finally {
    server.closeAllConnections()
    server.close()
  }
})
