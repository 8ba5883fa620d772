import { createHmac } from 'node:crypto'
import { Writable } from 'node:stream'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { momentText } from '#core/calendar.ts'
import type { CooperativeId, ProviderPayoutId } from '#core/ids.ts'
import { checkPayments } from '#platform/jobs/check-payments.ts'
import { payoutWebhook } from '#platform/payments/payout-webhook.ts'
import { paystackPayouts } from '#platform/payments/paystack-payouts.ts'
import { startPayoutSimulator } from '#platform/payments/simulated-payouts.ts'
import { startTestApp, type Reply, type TestApp } from '#dev/testing/app.ts'
import {
  agreed,
  buildCooperative,
  dataOf,
  loginMember,
  type TestCooperative,
  type TestMember,
  type TestOfficer,
} from '#dev/testing/builders.ts'
import { hintsDuring } from '#dev/testing/hints-during.ts'
import { buildPayees, payeeAccount, payeeAmounts, payeePaidIn, withdrawByBank } from '#dev/testing/payees.ts'
import { atSize } from '#dev/testing/size.ts'
import { advancePayout } from './jobs.ts'

const path = '/financial/payment-batches'
const amounts = payeeAmounts
/** The sandbox fails what goes to 07, and the bank returns what goes to 08. */
const endings = ['60', '07', '62', '08', '64']

let simulator: Awaited<ReturnType<typeof startPayoutSimulator>>
let app: TestApp
let cooperative: TestCooperative
let members: TestMember[]
let second: TestOfficer
let bankId: string
let key: string
let keys = 0

beforeAll(async () => {
  simulator = await startPayoutSimulator()
  const payouts = paystackPayouts({
    url: () => simulator.url,
    isSandbox: true,
    takesTestKeys: true,
    answerMilliseconds: 1500,
  })
  app = await startTestApp(undefined, { payouts, webhooks: [payoutWebhook(payouts)] })
})
afterAll(async () => {
  await app.stop()
  await simulator.close()
})
beforeEach(async () => {
  simulator.fault.now = 'none'
  delete simulator.fault.of
  ;({ cooperative, bankId, members, second } = await buildPayees(app, numberOf))
  keys += 1
  key = `sk_test_society${String(keys).padStart(5, '0')}`
})

const numberOf = (place: number) => `80312345${endings[place]}`
const account = (place: number) => payeeAccount(place, numberOf(place))
const ask = (method: string, url: string, body?: unknown, by = cooperative.token) =>
  app.call(method, url, { token: by, ...(body !== undefined && { body }) })
/** What one officer does, and the other approves. */
const both = async (reply: Promise<Reply>) => {
  const asked = await reply
  expect(asked.status).toBe(202)
  return dataOf(await agreed(app, asked, second.token))
}
const enter = async (secretKey = key) => dataOf(await ask('POST', '/financial/payout-keys', { secretKey }), 201)
const settings = async () => dataOf(await ask('GET', '/financial/payout-settings'))
const useKey = async () => {
  await both(ask('POST', `/financial/payout-keys/${(await enter()).proposed.id}/use`))
  return settings()
}

const withdraw = async (memberId: string, amount: number) =>
  (await withdrawByBank(app, cooperative, second.token, { memberId, amount, paidThrough: bankId })).entryId
async function prepare(places = [0, 1, 2, 3, 4]) {
  const entryIds: string[] = []
  for (const place of places) entryIds.push(await withdraw(members[place]?.id ?? '', amounts[place] ?? 0))
  return dataOf(await ask('POST', path, { accountId: bankId, entryIds }), 201) as { id: string; number: number }
}
async function approvedBatch(places?: number[]) {
  const batch = await prepare(places)
  await both(ask('POST', `${path}/${batch.id}/approve`, { accountsChecked: true }))
  return batch
}
const send = (id: string, by = cooperative.token) => ask('POST', `${path}/${id}/send`, {}, by)
async function sentBatch(places?: number[]) {
  const batch = await approvedBatch(places)
  await both(send(batch.id))
  await app.settled()
  return batch
}
type Row = { id: ProviderPayoutId; line: number; reference: string; status: string; why: string | null; member: string }
const payouts = async (batchId: string) =>
  (
    await app.admin.query<Row>(
      `select p.payout_id as id, p.line, p.reference, p.status, p.why, i.member_id as member from app.payout p join app.payment_batch_item i using (cooperative_id, batch_id, line)
       where p.batch_id = $1 order by p.line`,
      [batchId],
    )
  ).rows
const read = async (id: string) => dataOf(await ask('GET', `${path}/${id}`))
const items = async (id: string, by?: string) =>
  dataOf(await ask('GET', `${path}/${id}/items?limit=100`, undefined, by)) as {
    line: number
    memberId: string
    status: string
    reason: string | null
    decidedBy: string | null
    warnings: string[]
    payout: { status: string; why: string | null } | null
    enquiry: { name: string | null; failure: string | null } | null
  }[]
const byText = (one: unknown, other: unknown) => (String(one) < String(other) ? -1 : 1)
/** Everything that waits for its time is due. */
const again = async () => {
  await app.admin.query(
    "update job.job set start_after = now() where name = 'payouts' and state in ('created', 'retry')",
  )
  await app.settled()
}
/** As if so much time had passed that the clock asks about everything. */
const clock = async () => {
  await app.admin.query("update app.payout set check_at = now() - interval '1 minute' where check_at is not null")
  await checkPayments(app.services)
  await app.settled()
}
const advance = (id: ProviderPayoutId, services = app.services) =>
  advancePayout(services, { cooperative: cooperative.id as CooperativeId, payout: id })
const settleAll = async (batchId: string) => {
  for (const { reference } of await payouts(batchId)) simulator.settle(key, reference)
}
const balance = () => simulator.account(key).balance
const orders = () => simulator.requests.filter((request) => request === 'POST /transfer').length
const savings = async (place: number) =>
  dataOf(await ask('GET', `/financial/members/${members[place]?.id}/accounts`)).reduce(
    (sum: number, each: { balance: number }) => sum + each.balance,
    0,
  )
const entries = async () =>
  Number(
    (await app.admin.query('select count(*) from ledger.entry where cooperative_id = $1', [cooperative.id])).rows[0]
      .count,
  )
const deliver = (to: string, { body, signature }: { body: string; signature: string }) =>
  fetch(`${app.url}/webhooks/payouts/sandbox?to=${to}`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'x-paystack-signature': signature },
  })
const address = async () => new URL((await settings()).webhook).searchParams.get('to') ?? ''
const messages = async () =>
  dataOf(await ask('GET', '/notifications?limit=100')).map(({ message }: { message: string }) => message) as string[]

describe('a key', () => {
  test('is used once two officers agree, and is in no answer, no table and no log', async () => {
    const entered = await ask('POST', '/financial/payout-keys', { secretKey: key })
    expect(dataOf(entered, 201)).toMatchObject({
      provider: 'sandbox',
      used: null,
      proposed: { keyEnd: key.slice(-4), enteredBy: 'Test Cooperative' },
    })
    const waits = await ask('POST', `/financial/payout-keys/${dataOf(entered, 201).proposed.id}/use`)
    expect(waits.status).toBe(202)
    const [request] = dataOf(await ask('GET', '/financial/approvals?kind=change', undefined, second.token))
    expect(request.description).toBe(
      `Members are paid with the Paystack key ending in ${key.slice(-4)}, which Test Cooperative entered, instead of none`,
    )
    const done = await agreed(app, waits, second.token)
    const shown = await ask('GET', '/financial/payout-settings')
    expect(dataOf(shown)).toMatchObject({ used: { keyEnd: key.slice(-4) }, proposed: null, dailyLimit: null })
    expect(dataOf(shown).webhook).toMatch(/\/webhooks\/payouts\/sandbox\?to=[0-9a-f]{32}$/)

    // It pays, and meets a provider that refuses it and one that is not there.
    const batch = await sentBatch([0])
    let logged = ''
    const stream = new Writable({
      write(chunk, _encoding, done2) {
        logged += String(chunk)
        done2()
      },
    })
    simulator.fault.now = 'down'
    const [payout] = await payouts(batch.id)
    const services = { ...app.services, log: pino({ level: 'trace' }, stream) }
    const failure = await advance(payout!.id, services).catch((error: unknown) => String(error))
    simulator.fault.now = 'none'
    expect(failure).toBe('Error: Paystack can not be reached')
    const trail = await ask('GET', '/cooperatives/audit-events?limit=100')
    for (const text of [entered.text, waits.text, done.text, shown.text, trail.text, logged, String(failure)])
      expect(text).not.toContain(key)
    const { rows: tables } = await app.admin.query<{ name: string }>(
      "select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'r' and n.nspname in ('app', 'audit', 'platform', 'ledger', 'job')",
    )
    expect(tables.length).toBeGreaterThan(100)
    for (const { name } of tables) {
      const { rows } = await app.admin.query(`select 1 from ${name} t where strpos(t::text, $1) > 0`, [key])
      expect([name, rows.length]).toEqual([name, 0])
    }
  })

  test('of another kind is refused, and one that ended is gone from the database', async () => {
    const wrong = (secretKey: string) => ask('POST', '/financial/payout-keys', { secretKey })
    expect((await wrong('sk_live_realmoney1234')).body).toMatchObject({
      status: 422,
      errors: [{ field: 'secretKey' }],
      message:
        'No money moves in the sandbox. Enter a test key, which begins with sk_test_, and keep your live key to yourself.',
    })
    expect((await wrong('pk_test_society00001')).body).toMatchObject({ status: 422, errors: [{ field: 'secretKey' }] })
    const first = await useKey()
    key = `${key}b`
    const next = await useKey()
    expect(next.used.id).not.toBe(first.used.id)
    expect((await ask('POST', `/financial/payout-keys/${first.used.id}/use`)).body.message).toBe(
      'This key was replaced or removed. Reload the page to see which key is used.',
    )
    expect(dataOf(await ask('DELETE', `/financial/payout-keys/${next.used.id}`))).toMatchObject({ used: null })
    const { rows } = await app.admin.query(
      'select count(*)::int as kept, count(sealed_key)::int as sealed from app.payout_key where cooperative_id = $1',
      [cooperative.id],
    )
    expect(rows).toEqual([{ kept: 2, sealed: 0 }])
  })

  // Remedy: payout_key_missing
  test('is needed, and is not changed while a payment is on its way', async () => {
    const batch = await approvedBatch([0])
    expect(await read(batch.id)).toMatchObject({ maySend: false, isSent: false })
    expect((await send(batch.id)).body.message).toBe(
      'Enter the secret key of your Paystack account under Configuration, Bank accounts first.',
    )
    expect((await ask('POST', `${path}/${batch.id}/ask-names`)).status).toBe(409)
    const used = await useKey()
    expect(await read(batch.id)).toMatchObject({ maySend: true })
    await both(send(batch.id))
    await app.settled()
    const refused = await ask('DELETE', `/financial/payout-keys/${used.used.id}`)
    expect(refused.body.message).toBe(
      'A payment is on the way with the key that is used. Wait for its result, because another key could not ask for it.',
    )
    const { proposed } = await enter(`${key}b`)
    expect((await ask('POST', `/financial/payout-keys/${proposed.id}/use`)).status).toBe(409)
    await settleAll(batch.id)
    await again()
    dataOf(await ask('DELETE', `/financial/payout-keys/${used.used.id}`))
  })
})

describe('names on accounts', () => {
  test('are asked before the first payment, once, and pointed out where they differ', async () => {
    await useKey()
    const change = async (place: number, details: object) =>
      both(ask('PUT', `/cooperatives/members/${members[place]?.id}/bank-details`, { ...account(place), ...details }))
    await change(1, { accountNumber: '8031234509' })
    await change(2, { accountNumber: '8031234506' })
    await change(3, { bankName: 'Some Village Bank', accountNumber: '8031234563' })
    // The bank is asked at once, so that the officer hears of another's account before any payment goes there.
    await app.settled()
    const kept = async (place: number) =>
      dataOf(await ask('GET', `/cooperatives/members/${members[place]?.id}/bank-details`)).enquiry
    expect(await kept(0)).toBeNull()
    expect(await kept(1)).toMatchObject({ name: 'SOMEBODY ELSE', failure: null })
    expect(await kept(2)).toMatchObject({ name: null, failure: 'unknown' })
    expect(await kept(3)).toMatchObject({ name: null, failure: 'bank_unlisted' })
    const batch = await prepare()
    await app.settled()
    const said = new Map((await items(batch.id)).map((item) => [item.memberId, item]))
    const of = (place: number) => said.get(members[place]?.id ?? '')
    expect(of(0)).toMatchObject({ enquiry: { name: 'PAYEE ADA', failure: null }, warnings: ['first_payment'] })
    expect(of(1)).toMatchObject({
      enquiry: { name: 'SOMEBODY ELSE', failure: null },
      warnings: ['first_payment', 'other_holder'],
    })
    expect(of(2)).toMatchObject({ enquiry: { name: null, failure: 'unknown' } })
    expect(of(3)).toMatchObject({ enquiry: { name: null, failure: 'bank_unlisted' } })
    const asked = () => simulator.requests.filter((request) => request === 'GET /bank/resolve').length
    const before = asked()
    dataOf(await ask('POST', `${path}/${batch.id}/ask-names`))
    await app.settled()
    // The one that the bank does not know is asked again; those whose names are known are not.
    expect(asked()).toBe(before + 1)
    await both(ask('POST', `${path}/${batch.id}/approve`, { accountsChecked: true }))
    const waits = await send(batch.id)
    expect(waits.status).toBe(202)
    const [request] = dataOf(await ask('GET', '/financial/approvals?kind=change', undefined, second.token))
    expect(request.description).toBe(
      `Payment batch 1 is sent by Paystack, with the key ending in ${key.slice(-4)}: 5 payments of ₦15,000.75 together. No bank file of it was downloaded. The bank has another name for: Bola Payee, …4509: SOMEBODY ELSE.`,
    )
    // An erased member's goes with them.
    await app.admin.query("update app.member set phone = '' where member_id = $1", [members[1]?.id])
    const { rows } = await app.admin.query(
      'select count(*)::int as count from app.account_enquiry where cooperative_id = $1',
      [cooperative.id],
    )
    expect(rows[0].count).toBe(4)
  })

  test('that can not be asked stop nothing, and can be asked again', async () => {
    await useKey()
    simulator.fault.now = 'down'
    simulator.fault.of = '/bank/resolve'
    const batch = await prepare([0, 2, 4])
    await app.settled()
    const failures = async () => (await items(batch.id)).map(({ enquiry }) => enquiry?.failure ?? enquiry?.name)
    expect(await failures()).toEqual(['unavailable', 'unavailable', 'unavailable'])
    simulator.fault.now = 'none'
    dataOf(await ask('POST', `${path}/${batch.id}/ask-names`))
    await app.settled()
    expect((await failures()).toSorted(byText)).toEqual(['PAYEE ADA', 'PAYEE CHIDI', 'PAYEE EFE'])
    await both(ask('POST', `${path}/${batch.id}/approve`, { accountsChecked: true }))
  })
})

describe('a batch', () => {
  beforeEach(useKey)

  test('is sent by two officers and comes back with two failures, whose money is on the accounts again', async () => {
    const batch = await approvedBatch()
    const before = await entries()
    await both(send(batch.id))
    await app.settled()
    const sent = await payouts(batch.id)
    expect(sent.map(({ status }) => status)).toEqual(['sent', 'sent', 'sent', 'sent', 'sent'])
    expect(new Set(sent.map(({ reference }) => reference)).size).toBe(5)
    for (const { reference } of sent) expect(reference).toMatch(/^ajp-[0-9a-f]{32}$/)
    // ₦15,000.75 has left the ₦10,000,000 there.
    expect(balance()).toBe(1_000_000_000n - 1_500_075n)
    expect((await ask('POST', `${path}/${batch.id}/file`, { format: 'csv' })).body.message).toBe(
      'This batch is sent by Paystack. The bank gets no file of it, so that no one is paid twice.',
    )
    expect((await send(batch.id)).status).toBe(409)
    const byHand = await ask('POST', `${path}/${batch.id}/results`, { results: [{ line: 1, outcome: 'failed' }] })
    expect(byHand.status).toBe(409)
    expect(byHand.body.message).toContain('Paystack is sending the payment to ')

    await settleAll(batch.id)
    // What the provider says of a payment is followed on the pages of officers.
    const given = await hintsDuring(again)
    expect(given.flatMap(({ topics }) => topics)).toContain('financial/payment-batches')
    expect(await read(batch.id)).toMatchObject({
      status: 'finished',
      isSent: true,
      waiting: { payments: 0, amount: 0 },
      paid: { payments: 3, amount: 1000.5 + 3000 + 5000 },
      failed: { payments: 2, amount: 2000 + 4000.25 },
    })
    // Two that failed are reversed, and three that were paid cost ₦10 each.
    expect(await entries()).toBe(before + 5)
    const charges = dataOf(await ask('GET', '/financial/transactions?type=expense'))
    expect(
      charges.map((each: { party: string; amount: number; status: string }) => [each.party, each.amount, each.status]),
    ).toEqual(Array.from({ length: 3 }, () => ['Paystack', 10, 'approved']))
    expect(await Promise.all([0, 1, 2, 3, 4].map(savings))).toEqual([
      payeePaidIn - 1000.5,
      payeePaidIn,
      payeePaidIn - 3000,
      payeePaidIn,
      payeePaidIn - 5000,
    ])
    expect(balance()).toBe(1_000_000_000n - 900_050n)
    const said = (await items(batch.id)).filter(({ status }) => status === 'failed')
    expect(said.map(({ reason, decidedBy }) => [reason, decidedBy]).toSorted(byText)).toEqual([
      ['Paystack could not pay it into the account.', 'Paystack'],
      ['The bank returned the money to the Paystack balance.', 'Paystack'],
    ])
    expect(dataOf(await ask('GET', '/notifications', undefined, await loginMember(app, members[1]!)))[0].message).toBe(
      'The payment of ₦2,000.00 to your OPay account ending in 4507 failed. The money is back on your account with the society. Check your bank details.',
    )
    expect(await app.checks()).toEqual([])
  })

  test('is no other society’s, is not sent by one whom it pays, and keeps to the day’s limit', async () => {
    const batch = await approvedBatch([0, 2])
    const stranger = await buildCooperative(app)
    for (const [method, url, body] of [
      ['POST', 'send'],
      ['POST', 'void-file'],
      ['POST', 'file', { format: 'csv' }],
      ['POST', 'send-again'],
      ['POST', 'ask-names'],
    ] as const)
      expect((await ask(method, `${path}/${batch.id}/${url}`, body, stranger.token)).status).toBe(404)
    expect(dataOf(await ask('GET', '/financial/payout-settings', undefined, stranger.token))).toMatchObject({
      used: null,
      webhook: null,
    })
    const { used } = await settings()
    expect((await ask('POST', `/financial/payout-keys/${used.id}/use`, undefined, stranger.token)).status).toBe(404)
    expect((await ask('DELETE', `/financial/payout-keys/${used.id}`, undefined, stranger.token)).status).toBe(404)

    dataOf(await ask('PUT', '/financial/payout-limit', { dailyLimit: 4000 }))
    expect((await send(batch.id)).body.message).toBe(
      'Your society sends at most ₦4,000.00 a day, and ₦4,000.00 is left today. Send the batch tomorrow, or have the limit raised.',
    )
    await both(ask('PUT', '/financial/payout-limit', { dailyLimit: 4000.5 }))
    expect(await settings()).toMatchObject({ dailyLimit: 4000.5 })
    await both(send(batch.id))
    const next = await approvedBatch([4])
    expect((await send(next.id)).body.message).toContain('and ₦0.00 is left today')

    await both(
      ask('PUT', `/cooperatives/members/${second.id}/bank-details`, { ...account(0), accountNumber: '8031234570' }),
    )
    dataOf(await ask('POST', '/financial/transactions', { type: 'deposit', memberId: second.id, amount: 500 }), 201)
    const asked = { type: 'withdrawal', memberId: second.id, amount: 300, paidThrough: bankId }
    const { id } = dataOf(await ask('POST', '/financial/transactions', asked), 201)
    const shown = dataOf(await ask('GET', `/financial/transactions/${id}`))
    if (shown.status === 'pending') dataOf(await ask('POST', `/financial/transactions/${id}/approve`, {}, second.token))
    const { entryId } = dataOf(await ask('GET', `/financial/transactions/${id}`))
    const own = dataOf(await ask('POST', path, { accountId: bankId, entryIds: [entryId] }, second.token), 201)
    await both(ask('POST', `${path}/${own.id}/approve`, { accountsChecked: true }))
    expect((await send(own.id, second.token)).body.message).toBe('This batch pays you. Ask another officer.')
  })

  // Remedy: bank_file_left
  test('of which a bank file left is sent once two officers declared the file void, and they read who took it', async () => {
    const batch = await approvedBatch([0, 2])
    const download = (by?: string) => ask('POST', `${path}/${batch.id}/file`, { format: 'csv' }, by)
    const voidFile = () => ask('POST', `${path}/${batch.id}/void-file`)
    expect((await voidFile()).body.message).toBe('No bank file of this batch is in use. Reload the page.')
    expect((await download(second.token)).status).toBe(200)
    const [file] = (await read(batch.id)).files
    expect(file).toMatchObject({ downloadedBy: 'Second Officer', voidBy: null, voidAt: null })
    const taken = `downloaded by Second Officer on ${momentText(new Date(file.downloadedAt))}`
    expect((await send(batch.id)).body).toMatchObject({
      status: 409,
      message: `A bank file of this batch was ${taken}. If the bank was not given it, declare the file void first. Otherwise members are paid twice.`,
    })
    const waits = await voidFile()
    expect(waits.status).toBe(202)
    const described = async () =>
      dataOf(await ask('GET', '/financial/approvals?kind=change', undefined, second.token))[0].description
    expect(await described()).toBe(
      `The bank file of payment batch ${batch.number} is void: the bank was not given it and will not be. It was ${taken}. 2 payments of ₦4,000.50 together can then be sent another way.`,
    )
    // One alone declares nothing void, and neither does a wish of before another download.
    expect((await ask('POST', `/change-requests/${waits.body.data.changeRequestId}/approve`)).status).toBe(409)
    expect((await download()).status).toBe(200)
    expect((await agreed(app, waits, second.token)).status).toBe(409)
    dataOf(await ask('POST', `/change-requests/${waits.body.data.changeRequestId}/reject`, { reason: 'Again' }))
    await both(voidFile())
    const voided = (await read(batch.id)).files
    expect(voided.map(({ downloadedBy, voidBy }: Record<string, string>) => [downloadedBy, voidBy])).toEqual([
      ['Second Officer', 'Second Officer'],
      ['Test Cooperative', 'Second Officer'],
    ])
    const sending = await send(batch.id)
    expect(await described()).toContain(
      `Its bank file is void: ${taken}, declared void by Second Officer on ${momentText(new Date(voided[0].voidAt))}; downloaded by Test Cooperative`,
    )
    await both(Promise.resolve(sending))
    await app.settled()
    expect((await payouts(batch.id)).map(({ status }) => status)).toEqual(['sent', 'sent'])
    const trail = dataOf(await ask('GET', '/cooperatives/audit-events?limit=100'))
    expect(
      trail.filter(({ action }: { action: string }) => action === 'POST /financial/payment-batches/:batchId/file'),
    ).toHaveLength(2)
  })

  test('waits where the balance is too small, tells officers once, and is sent again under the same references', async () => {
    simulator.account(key).balance = 250_000n
    const batch = await sentBatch([0, 2, 4])
    const held = await payouts(batch.id)
    // ₦1,000.50 of the ₦2,500 went.
    expect(held.map(({ status }) => status).toSorted(byText)).toEqual(['held', 'held', 'sent'])
    expect(await read(batch.id)).toMatchObject({ heldPayments: 2, status: 'approved' })
    const told = (await messages()).filter((message) => message.includes('was not sent'))
    expect(told).toHaveLength(1)
    expect(told[0]).toContain('The balance at Paystack is too small.')
    simulator.account(key).balance += 10_000_000n
    dataOf(await ask('POST', `${path}/${batch.id}/send-again`))
    await app.settled()
    expect((await payouts(batch.id)).map(({ reference, status }) => [reference, status])).toEqual(
      held.map(({ reference }) => [reference, 'sent']),
    )
    expect((await ask('POST', `${path}/${batch.id}/send-again`)).body.message).toBe(
      'No payment of this batch waits to be sent again. Reload the page.',
    )
    await settleAll(batch.id)
    await again()
    expect(await read(batch.id)).toMatchObject({ status: 'finished', paid: { payments: 3, amount: 9000.5 } })
    expect(balance()).toBe(250_000n + 10_000_000n - 900_050n)
  })

  test('that was held may be marked by hand instead, and is not sent any more', async () => {
    simulator.account(key).balance = 0n
    const batch = await sentBatch([4])
    expect(
      (await ask('POST', `${path}/${batch.id}/results`, { results: [{ line: 1, outcome: 'failed' }] })).status,
    ).toBe(202)
    await both(
      ask('POST', `${path}/${batch.id}/results`, { results: [{ line: 1, outcome: 'failed', reason: 'No money' }] }),
    )
    simulator.account(key).balance = 10_000_000n
    expect((await ask('POST', `${path}/${batch.id}/send-again`)).status).toBe(409)
    expect(balance()).toBe(10_000_000n)
    expect(await savings(4)).toBe(payeePaidIn)
  })
})

describe('a payment is sent once', () => {
  beforeEach(useKey)

  test.each(['lost', 'silent', 'gateway', 'down'] as const)(
    'whatever a reply that is %s leaves open: the provider is asked before anything is sent again',
    async (fault) => {
      const batch = await approvedBatch([4])
      simulator.fault.now = fault
      simulator.fault.of = '/transfer'
      const before = orders()
      await both(send(batch.id))
      await app.settled()
      expect(orders()).toBe(before + 1)
      expect((await payouts(batch.id))[0]).toMatchObject({ status: 'sending' })
      // As after a kill between the sending and its note, more than once.
      simulator.fault.now = 'none'
      await again()
      await again()
      const wasTaken = fault === 'lost'
      expect(orders()).toBe(before + 1)
      expect((await payouts(batch.id))[0]?.status).toBe(wasTaken ? 'sent' : 'sending')
      if (!wasTaken) {
        // Nothing that was under way can arrive any more.
        await app.admin.query(
          "update app.payout set sending_at = sending_at - interval '3 minutes' where batch_id = $1",
          [batch.id],
        )
        await again()
      }
      expect(orders()).toBe(before + (wasTaken ? 1 : 2))
      expect(balance()).toBe(1_000_000_000n - 500_000n)
      await settleAll(batch.id)
      await clock()
      expect(await read(batch.id)).toMatchObject({ status: 'finished', paid: { payments: 1, amount: 5000 } })
      expect(simulator.account(key).transfers.size).toBe(1)
    },
  )

  test('however many runs there are at once', async () => {
    const batch = await approvedBatch([4])
    await both(send(batch.id))
    const [payout] = await payouts(batch.id)
    const before = orders()
    await Promise.allSettled(Array.from({ length: 8 }, () => advance(payout!.id)))
    await app.settled()
    expect(orders() - before).toBeLessThanOrEqual(1)
    expect(simulator.account(key).transfers.size).toBe(1)
    expect(balance()).toBe(1_000_000_000n - 500_000n)
  })

  test('and not after an officer has said that it failed', async () => {
    const batch = await approvedBatch([4])
    simulator.fault.now = 'down'
    simulator.fault.of = '/transfer'
    await both(send(batch.id))
    await app.settled()
    // Three days later nothing was heard, and officers mark it.
    await app.admin.query(
      "update app.payout set asked_at = asked_at - interval '73 hours', sending_at = sending_at - interval '73 hours' where batch_id = $1",
      [batch.id],
    )
    await both(ask('POST', `${path}/${batch.id}/results`, { results: [{ line: 1, outcome: 'failed' }] }))
    simulator.fault.now = 'none'
    await again()
    expect(simulator.account(key).transfers.size).toBe(0)
    expect(await savings(4)).toBe(payeePaidIn)
  })
})

describe('what the provider says', () => {
  beforeEach(useKey)

  test('comes by a webhook that is signed with the society’s own key, at its own address', async () => {
    const batch = await sentBatch([0, 1])
    const [one] = await payouts(batch.id)
    await settleAll(batch.id)
    const to = await address()
    const event = simulator.event(key, one!.reference, 'transfer.success')
    expect((await deliver('0'.repeat(32), event)).status).toBe(401)
    expect((await deliver('', event)).status).toBe(401)
    expect((await deliver(to, { ...event, signature: 'ab'.repeat(64) })).status).toBe(401)
    expect((await deliver(to, { ...event, body: event.body.replace('success', 'failed') })).status).toBe(401)
    expect((await payouts(batch.id)).map(({ status }) => status)).toEqual(['sent', 'sent'])
    expect((await deliver(to, event)).status).toBe(200)
    await app.settled()
    expect((await payouts(batch.id)).find(({ id }) => id === one!.id)?.status).toMatch(/paid|failed/)
    // One that says what is not so is a reason to ask, and no more.
    const rest = (await payouts(batch.id)).find(({ status }) => status === 'sent')!
    simulator.settle(key, rest.reference, 'pending')
    expect((await deliver(to, simulator.event(key, rest.reference, 'transfer.failed'))).status).toBe(200)
    await app.settled()
    expect((await payouts(batch.id)).find(({ id }) => id === rest.id)?.status).toBe('sent')
  })

  test('of another society’s payment changes nothing', async () => {
    const batch = await sentBatch([0])
    const [payout] = await payouts(batch.id)
    await settleAll(batch.id)
    const theirs = await buildCooperative(app)
    const otherKey = `${key}other`
    const { proposed } = dataOf(await ask('POST', '/financial/payout-keys', { secretKey: otherKey }, theirs.token), 201)
    const used = dataOf(await ask('POST', `/financial/payout-keys/${proposed.id}/use`, undefined, theirs.token))
    const to = new URL(used.webhook).searchParams.get('to') ?? ''
    const { body } = simulator.event(key, payout!.reference, 'transfer.success')
    const signature = createHmac('sha512', otherKey).update(body).digest('hex')
    expect((await deliver(to, { body, signature })).status).toBe(200)
    expect((await deliver(await address(), { body, signature })).status).toBe(401)
    await app.settled()
    expect((await payouts(batch.id))[0]?.status).toBe('sent')
  })

  test('that it came back after it was paid reverses it once', async () => {
    const batch = await sentBatch([2])
    const [payout] = await payouts(batch.id)
    await settleAll(batch.id)
    await again()
    expect(await savings(2)).toBe(payeePaidIn - 3000)
    const before = await entries()
    simulator.settle(key, payout!.reference, 'reversed')
    const to = await address()
    for (let n = 0; n < 5; n += 1) await deliver(to, simulator.event(key, payout!.reference, 'transfer.reversed'))
    await app.settled()
    await again()
    expect(await entries()).toBe(before + 1)
    expect(await savings(2)).toBe(payeePaidIn)
    // Without a webhook the clock asks about what was paid in the last days.
    const other = await sentBatch([0])
    await settleAll(other.id)
    await again()
    const [late] = await payouts(other.id)
    simulator.settle(key, late!.reference, 'reversed')
    await clock()
    expect(await savings(0)).toBe(payeePaidIn)
  })

  test('about a password is told, and what is unclear is an officer’s', async () => {
    simulator.account(key).asksForPassword = true
    const batch = await sentBatch([0, 2])
    await again()
    expect(
      (await payouts(batch.id)).every(({ status, why }) => status === 'sent' && why?.includes('one-time password')),
    ).toBe(true)
    expect((await messages()).some((message) => message.includes('Paystack waits for a one-time password.'))).toBe(true)
    const [one, other] = await payouts(batch.id)
    simulator.settle(key, one!.reference, 'blocked')
    simulator.account(key).transfers.get(other!.reference)!.amount += 1n
    simulator.settle(key, other!.reference, 'success')
    await advance(one!.id)
    await advance(other!.id)
    const stopped = await payouts(batch.id)
    expect(stopped.map(({ status }) => status)).toEqual(['stopped', 'stopped'])
    expect(stopped[0]?.why).toBe(
      'Paystack says of this transfer: blocked. Look in its dashboard, and mark the payment.',
    )
    expect(stopped[1]?.why).toBe('Paystack confirmed another amount. Look in its dashboard, and mark the payment.')
    expect((await items(batch.id)).map(({ status }) => status)).toEqual(['waiting', 'waiting'])
    const results = [
      { line: one!.line, outcome: 'paid' },
      { line: other!.line, outcome: 'paid' },
    ]
    expect(dataOf(await ask('POST', `${path}/${batch.id}/results`, { results }))).toMatchObject({ status: 'finished' })
  })

  const count = atSize(20, 200)
  test(`leads to one result in ${count} orders of webhooks, clocks and repeats`, async () => {
    const member = members[4]!
    const entryIds: string[] = []
    await both(ask('PUT', '/financial/config', { withdrawalApprovals: 0 }))
    for (let n = 0; n < count; n += 1) entryIds.push(await withdraw(member.id, (1100 + n) / 100))
    const batch = dataOf(await ask('POST', path, { accountId: bankId, entryIds }), 201)
    await both(ask('POST', `${path}/${batch.id}/approve`, { accountsChecked: true }))
    await both(send(batch.id))
    await app.settled()
    const sent = await payouts(batch.id)
    expect(sent).toHaveLength(count)
    const to = await address()
    const [before, amountsOf] = [await entries(), new Map<number, bigint>()]
    const { rows } = await app.admin.query<{ line: number; amount: string }>(
      'select line, amount from app.payment_batch_item where batch_id = $1',
      [batch.id],
    )
    for (const { line, amount } of rows) amountsOf.set(line, BigInt(amount))
    let seed = 20_261_126
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return Math.floor((seed / 2_147_483_648) * below)
    }
    let failed = 0
    let kept = 0n
    for (const { id, line, reference } of sent) {
      const fails = random(2) === 0
      if (fails) failed += 1
      else kept += amountsOf.get(line) ?? 0n
      const named = fails ? 'transfer.failed' : 'transfer.success'
      const steps: (() => Promise<unknown>)[] = [
        async () => simulator.settle(key, reference, fails ? 'failed' : 'success'),
        () => deliver(to, simulator.event(key, reference, named)),
        () => deliver(to, simulator.event(key, reference, named)),
        () => deliver(to, simulator.event(key, reference, fails ? 'transfer.success' : 'transfer.failed')),
        () => advance(id).catch(() => {}),
        () => Promise.allSettled([advance(id), advance(id)]),
      ]
      for (let n = steps.length - 1; n > 0; n -= 1) {
        const other = random(n + 1)
        ;[steps[n], steps[other]] = [steps[other]!, steps[n]!]
      }
      for (const step of steps) await step()
      await app.admin.query("delete from platform.quota where name = 'webhooks'")
    }
    await clock()
    await again()
    const shown = await read(batch.id)
    expect([shown.status, shown.failed.payments, shown.paid.payments]).toEqual(['finished', failed, count - failed])
    expect(failed).toBeGreaterThan(count / 4)
    // Each that failed is reversed once, and the charge of each that was paid is recorded once.
    expect(await entries()).toBe(before + failed + (count - failed))
    expect(balance()).toBe(1_000_000_000n - kept)
    expect(await savings(4)).toBe(payeePaidIn - Number(kept) / 100)
    expect(await app.checks()).toEqual([])
  }, 300_000)
})
