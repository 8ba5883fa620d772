import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { jsonReply, serveLocally } from '#platform/http/serve-locally.ts'
import { readSettlements } from '#platform/jobs/read-settlements.ts'
import { paymentWebhook } from '#platform/payments/payment-webhook.ts'
import { paystackPayouts } from '#platform/payments/paystack-payouts.ts'
import { paystackProvider } from '#platform/payments/paystack.ts'
import { startPaystackSimulator } from '#platform/payments/paystack-simulator.ts'
import { startTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  buildOfficer,
  dataOf,
  loginMember,
  type TestCooperative,
} from '#dev/testing/builders.ts'

let simulator: Awaited<ReturnType<typeof startPaystackSimulator>>
/** What the provider says in the place of the sub-account that is asked about or answered. */
const lie: { from?: string; to?: string } = {}
let liar: Awaited<ReturnType<typeof serveLocally>>
let app: TestApp
let a: TestCooperative
let b: TestCooperative
let [ownOfA, ownOfB] = ['', '']
let count = 0

beforeAll(async () => {
  simulator = await startPaystackSimulator()
  liar = await serveLocally(0, async ({ method = '', url = '', headers }, body) => {
    const isList = url.startsWith('/settlement?')
    const asked = isList && lie.from ? url.replace(lie.from, lie.to ?? '') : url
    const reply = await fetch(`${simulator.url}${asked}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(headers.authorization !== undefined && { authorization: headers.authorization }),
      },
      ...(body !== '' && { body }),
    })
    const text = await reply.text()
    const said = lie.from && lie.to ? text.replaceAll(lie.to, lie.from) : text
    return jsonReply(reply.status, JSON.parse(said))
  })
  const payments = paystackProvider({
    ...{ url: () => liar.url, key: simulator.key, isSandbox: false, accountBank: 'test-bank' },
  })
  const payouts = paystackPayouts({ url: () => liar.url, isSandbox: true, takesTestKeys: true })
  app = await startTestApp(undefined, { payments, payouts, webhooks: [paymentWebhook(payments)] })
})
afterAll(async () => {
  await app.stop()
  await liar.close()
  await simulator.close()
})
beforeEach(async () => {
  delete lie.from
  delete lie.to
  count += 1
  ;[ownOfA, ownOfB] = [`ACCT_alpha${count}x`, `ACCT_bravo${count}x`]
  ;[a, b] = [await buildCooperative(app), await buildCooperative(app)]
  dataOf(await name(a, ownOfA))
})

const name = (of: TestCooperative, subaccount: string, isOn = true) =>
  app.call('PUT', '/financial/online-payment-settings', {
    token: of.token,
    body: { isOn, subaccount, chargeBorneBy: 'society' },
  })
async function deliver(reference: string) {
  const { body, signature } = simulator.event(reference)
  await fetch(`${app.url}/webhooks/payments/paystack`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'x-paystack-signature': signature },
  })
  await app.settled()
}
async function paidTo(of: TestCooperative, amount: number) {
  const token = await loginMember(app, await buildMember(app, of))
  const lines = [{ kind: 'contribution', amount }]
  const { id } = dataOf(await app.call('POST', '/member-portal/payments', { token, body: { lines } }), 201)
  await app.settled()
  const { rows } = await app.admin.query('select reference from app.online_payment where payment_id = $1', [id])
  simulator.pay(rows[0].reference)
  await deliver(rows[0].reference)
}
type Unclaimed = { id: string; kind: string; reference: string }
const unclaimed = async (): Promise<Unclaimed[]> =>
  dataOf(await app.call('GET', '/platform/unclaimed-money?limit=100', { token: await app.superAdminToken() }))
const platformNotices = async (about: string): Promise<string[]> =>
  dataOf(await app.call('GET', '/notifications?limit=100', { token: await app.superAdminToken() }))
    .map(({ message }: { message: string }) => message)
    .filter((message: string) => message.includes(about))

test.each([true, false])('a society can’t name the sub-account of another, switched on or not (%s)', async (isOn) => {
  const refused = await name(b, ownOfA, isOn)
  expect([refused.status, refused.body.message, refused.body.errors?.[0]?.field ?? 'subaccount']).toEqual([
    409,
    expect.stringContaining('Another cooperative'),
    'subaccount',
  ])
  // Nor once the other has changed to a new one, to which late money may still come.
  dataOf(await name(a, `${ownOfA}new`))
  expect((await name(b, ownOfA, isOn)).status).toBe(409)
  dataOf(await name(a, ownOfA))
  dataOf(await name(b, ownOfB))
  const write = 'update app.online_payment_settings set subaccount = $1 where cooperative_id = $2'
  await expect(app.admin.query(write, [ownOfA, b.id])).rejects.toThrow('Another society has this sub-account')
})

/** The same code in the other letter case, but for what tells a code of this provider. */
const inOtherCase = (code: string) => code.replace(/(?<=^ACCT_).*/, (rest) => rest.toUpperCase())

test('a code in other letters or with spaces around it is the same code', async () => {
  expect((await name(b, inOtherCase(ownOfA))).status).toBe(409)
  dataOf(await name(b, ownOfB))
  const write = 'update app.online_payment_settings set subaccount = $1 where cooperative_id = $2'
  for (const code of [inOtherCase(ownOfA), ownOfA.toLowerCase(), ` ${ownOfA} `, `${ownOfA}\n`])
    await expect(app.admin.query(write, [code, b.id])).rejects.toThrow('Another society has this sub-account')
  // A society may write its own as it likes.
  dataOf(await name(a, inOtherCase(ownOfA)))
})

test('money whose sub-account the provider writes in other letters is the society’s that holds the code', async () => {
  Object.assign(lie, { from: inOtherCase(ownOfA), to: ownOfA })
  await paidTo(a, 55_000)
  const reference = simulator.transfer({
    ...{ to: `99${count}0112233`, amount: 5_500_000n, sender: 'MUSA', subaccount: inOtherCase(ownOfA) },
  })
  await deliver(reference)
  const { rows } = await app.admin.query(
    'select status, cooperative_id from app.online_payment where cooperative_id = $1 or reference = $2 order by created_at',
    [a.id, reference],
  )
  expect(rows).toEqual([
    { status: 'posted', cooperative_id: a.id },
    { status: 'unallocated', cooperative_id: a.id },
  ])
  expect((await unclaimed()).filter((each) => each.reference === reference)).toEqual([])
})

test('who approves a sub-account reads whose the provider says it is, and a code that the provider does not know is refused', async () => {
  const second = await buildOfficer(app, b, { firstName: 'Second' })
  expect((await name(b, `ACCT_unknown${count}`)).status).toBe(422)
  expect((await name(b, ownOfB)).status).toBe(202)
  const [asked] = dataOf(await app.call('GET', '/financial/approvals', { token: second.token }))
  expect(asked.description).toContain(`${ownOfB} of HOLDER OF ${ownOfB} (Zenith Bank, account ending 5678)`)
  dataOf(await app.call('POST', `/change-requests/${asked.changeRequestId}/approve`, { token: second.token, body: {} }))
  const kept = dataOf(await app.call('GET', '/financial/online-payment-settings', { token: b.token }))
  expect(kept.subaccount).toBe(ownOfB)
})

test('a society can’t enter the provider’s key of another', async () => {
  const enter = (of: TestCooperative) =>
    app.call('POST', '/financial/payout-keys', { token: of.token, body: { secretKey: `sk_test_shared${count}0000` } })
  dataOf(await enter(a), 201)
  dataOf(await enter(a), 201)
  expect((await enter(b)).status).toBe(409)
})

test('a settlement with another society’s payments is kept for neither, and the platform is told once', async () => {
  dataOf(await name(b, ownOfB))
  await paidTo(a, 55_000)
  await paidTo(b, 1000)
  simulator.settlements.settle(ownOfA)
  // Asked for B's, it answers with A's, and says of each payment that it went to B's sub-account.
  Object.assign(lie, { from: ownOfB, to: ownOfA })
  for (let day = 0; day < 2; day += 1) {
    await readSettlements(app.services)
    await app.settled()
  }
  const listed = await app.call('GET', '/financial/online-payments/settlements', { token: b.token })
  expect(dataOf(listed)).toEqual([])
  expect(await platformNotices('with payments of another')).toHaveLength(1)
  const found = (await unclaimed()).filter(({ kind }) => kind === 'settlement')
  // 1.5 % and ₦100 of ₦55,000 are ₦925.
  expect(found).toEqual([
    expect.objectContaining({
      amount: 55_000 - 925,
      listedFor: expect.objectContaining({ id: b.id }),
      handledAt: null,
    }),
  ])
})

test('a transfer to a sub-account that no society named is shown to the platform', async () => {
  const reference = simulator.transfer({
    ...{ to: '9900112233', amount: 5_500_000n, sender: 'MUSA', subaccount: `ACCT_nobody${count}` },
  })
  await deliver(reference)
  const notices = await platformNotices(reference)
  expect(notices).toEqual([expect.stringContaining('₦55,000.00 was transferred to 9900112233')])
  const [kept, ...more] = (await unclaimed()).filter((each) => each.reference === reference)
  expect([kept, more]).toEqual([
    expect.objectContaining({
      kind: 'transfer',
      amount: 55_000,
      sentTo: '9900112233',
      listedFor: null,
      handledAt: null,
    }),
    [],
  ])
  const handle = async () =>
    app.call('POST', `/platform/unclaimed-money/${kept?.id}/handle`, {
      ...{ token: await app.superAdminToken(), body: { reason: 'The provider sent it back' } },
    })
  expect(dataOf(await handle())).toMatchObject({ handledBy: 'Super Admin', reason: 'The provider sent it back' })
  expect((await handle()).status).toBe(409)
  // What is handled is below what is open.
  expect((await unclaimed()).at(-1)?.reference).toBe(reference)
})
