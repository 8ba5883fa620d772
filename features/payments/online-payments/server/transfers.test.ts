import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CooperativeId, MemberId, PaymentEventId } from '#core/ids.ts'
import { sql } from '#platform/db/sql.ts'
import { checkPayments } from '#platform/jobs/check-payments.ts'
import { simulatedFees } from '#platform/payments/paystack-simulator.ts'
import {
  agreed,
  buildCooperative,
  buildMember,
  buildOfficer,
  dataOf,
  loginMember,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'
import { type PaymentServer, startPayments } from '#dev/testing/paying-society.ts'
import { receiveTransfer } from './receive-transfer.ts'

const settingsPath = '/financial/online-payment-settings'
const accountPath = '/member-portal/transfer-account'
const path = '/financial/online-payments'
const secondsAgo = "now() - interval '1 second'"

let simulator: PaymentServer['simulator']
let app: PaymentServer['app']
let deliver: PaymentServer['deliver']
let stop: PaymentServer['stop']
let cooperative: TestCooperative
let ada: TestMember
let token: string
let subaccount: string
let count = 0

beforeAll(async () => {
  ;({ simulator, app, deliver, stop } = await startPayments({ accountBank: 'test-bank' }))
})
afterAll(() => stop())
beforeEach(async () => {
  simulator.isDown.now = false
  // Each society has its own, by which money for an unknown number finds it.
  subaccount = `ACCT_society${(count += 1)}`
  cooperative = await buildCooperative(app)
  ada = await buildMember(app, cooperative, { firstName: 'Adaeze', lastName: 'Okonkwo' })
  token = await loginMember(app, ada)
  await switchOn()
})

const ask = (method: string, url: string, body?: unknown, by = cooperative.token) =>
  app.call(method, url, { token: by, ...(body !== undefined && { body }) })
const settings = () => ({ isOn: true, subaccount, chargeBorneBy: 'society' })
const switchOn = async (more: object = {}, by = cooperative.token) =>
  dataOf(await ask('PUT', settingsPath, { ...settings(), ...more }, by))
const accountOf = async (by: string) => dataOf(await ask('GET', accountPath, undefined, by))
async function openAccount(by = token): Promise<string> {
  dataOf(await ask('POST', accountPath, undefined, by), 201)
  await app.settled()
  return (await accountOf(by)).account.number
}
type Sent = Parameters<typeof simulator.transfer>[0]
async function send(sent: Sent): Promise<string> {
  const reference = simulator.transfer(sent)
  expect((await deliver(simulator.event(reference))).status).toBe(200)
  await app.settled()
  return reference
}
const listed = async (by = cooperative.token) => dataOf(await ask('GET', path, undefined, by))
/** Net of an account, debits above zero. */
async function books() {
  const { accounts } = dataOf(await ask('GET', '/financial/reports/trial-balance')) as {
    accounts: { code: string; debit: number; credit: number }[]
  }
  return (code: string) =>
    accounts.filter((each) => each.code === code).reduce((sum, { debit, credit }) => sum + debit - credit, 0)
}
const nairaOf = (amount: bigint) => Number(amount) / 100
const sender = 'ADAEZE OKONKWO'

describe('an account number of a member', () => {
  test('is opened once, by the bank of the installation, whatever number of times it is asked for', async () => {
    expect(await accountOf(token)).toEqual({ isOffered: true, askedAt: null, account: null })
    await Promise.all([ask('POST', accountPath, undefined, token), ask('POST', accountPath, undefined, token)])
    const number = await openAccount()
    expect(await openAccount()).toBe(number)
    expect(await accountOf(token)).toEqual({
      isOffered: true,
      askedAt: expect.any(String),
      account: { bank: 'Test Bank', number: expect.stringMatching(/^\d{10}$/), name: 'AJOSE/ADAEZE OKONKWO' },
    })
    expect((await ask('GET', '/notifications', undefined, token)).body.data[0].message).toContain(number)
  })

  test('is the same where the answer of the provider was lost, and is opened by the clock where the job was given up', async () => {
    const number = await openAccount()
    await app.admin.query(
      `update app.transfer_account set opened_at = null, customer = null, bank = null, account_number = null, account_name = null, check_at = ${secondsAgo} where member_id = $1`,
      [ada.id],
    )
    await checkPayments(app.services)
    await app.settled()
    expect((await accountOf(token)).account.number).toBe(number)
  })

  test('waits while the provider is down', async () => {
    simulator.isDown.now = true
    dataOf(await ask('POST', accountPath, undefined, token), 201)
    await app.settled()
    expect((await accountOf(token)).account).toBeNull()
    simulator.isDown.now = false
    await app.admin.query("update job.job set start_after = now() where name = 'payments' and state = 'retry'")
    await app.settled()
    expect((await accountOf(token)).account).not.toBeNull()
  })

  test('is another’s in another society, and not given where the society takes no payments', async () => {
    const number = await openAccount()
    const bola = await loginMember(app, await buildMember(app, cooperative, { firstName: 'Bola' }))
    expect((await accountOf(bola)).account).toBeNull()
    expect(await openAccount(bola)).not.toBe(number)
    await switchOn({ isOn: false })
    expect(await accountOf(bola)).toEqual({ isOffered: false, askedAt: null, account: null })
    expect((await ask('POST', accountPath, undefined, bola)).status).toBe(409)
  })
})

describe('a transfer to a member’s account number', () => {
  test('is on the ordinary savings with a receipt, and its charge is an expense', async () => {
    const before = await books()
    const to = await openAccount()
    const reference = await send({ to, amount: 1_234_567n, sender })
    const [payment] = await listed()
    expect(payment).toMatchObject({
      status: 'posted',
      memberId: ada.id,
      memberName: 'Adaeze Okonkwo',
      amount: 12_345.67,
      received: 12_345.67,
      fees: nairaOf(simulatedFees(1_234_567n, true)),
      sentTo: to,
      sender,
      reference,
      lines: [{ kind: 'contribution', name: 'Ordinary savings', amount: 12_345.67 }],
    })
    expect(payment.lines[0].receiptNumber).toMatch(/^\d+-[0-9a-f]{10}$/)
    const after = await books()
    // 1 %, rounded up to the kobo.
    expect([after('5310') - before('5310'), after('2110') - before('2110')]).toEqual([123.46, -12_345.67])
    expect(after('1090') - before('1090')).toBeCloseTo(12_345.67 - 123.46, 2)
    const { data: movements } = (await ask('GET', '/financial/transactions', undefined, token)).body
    expect(movements).toMatchObject([{ type: 'contribution', amount: 12_345.67, paidThrough: 'Gateway clearing' }])
  })

  test('goes to the account type that the society has chosen, which takes two officers', async () => {
    const { id } = dataOf(
      await ask('POST', '/financial/account-types', { name: 'Rainy day savings', kind: 'savings' }),
      201,
    )
    const first = await buildOfficer(app, cooperative)
    const second = await buildOfficer(app, cooperative, {}, first.token)
    const reply = await ask('PUT', settingsPath, { ...settings(), transfersTo: id }, first.token)
    expect(reply.status).toBe(202)
    const { rows } = await app.admin.query('select description from app.change_request where cooperative_id = $1', [
      cooperative.id,
    ])
    expect(rows.at(-1).description).toMatch(/, transfers to Rainy day savings$/)
    dataOf(await agreed(app, reply, second.token))
    expect(dataOf(await ask('GET', settingsPath))).toMatchObject({ transfersTo: id, givesAccounts: true })
    await send({ to: await openAccount(), amount: 500_000n, sender })
    expect((await listed())[0]).toMatchObject({
      status: 'posted',
      lines: [{ name: 'Rainy day savings', amount: 5000 }],
    })
  })

  test('is found by the member at the provider where the provider does not say the number', async () => {
    const to = await openAccount()
    const reference = simulator.transfer({ to, amount: 500_000n, sender })
    await app.admin.query("update app.transfer_account set account_number = '0000000000' where member_id = $1", [
      ada.id,
    ])
    await deliver(simulator.event(reference))
    await app.settled()
    expect((await listed())[0]).toMatchObject({ status: 'posted', memberId: ada.id })
  })

  test('is posted once, whatever number of times, in whatever order and however late its webhooks come', async () => {
    const before = await books()
    const to = await openAccount()
    const references = [500_000n, 700_000n].map((amount) => simulator.transfer({ to, amount, sender }))
    const entries = async () =>
      (await app.admin.query('select from ledger.entry where cooperative_id = $1', [cooperative.id])).rowCount ?? 0
    const begun = await entries()
    const deliveries = Array.from({ length: 60 }, (_, n) => references[(n * 7 + (n % 3)) % 2] as string)
    await Promise.all(deliveries.map((reference) => deliver(simulator.event(reference))))
    // A server that was killed before it noted that an event was done with does it again, twice at once.
    const { rows } = await app.admin.query<{ id: PaymentEventId }>(
      'update platform.payment_event set handled_at = null where reference = any($1) returning event_id as id',
      [references],
    )
    expect(rows).toHaveLength(2)
    await Promise.all([...rows, ...rows].map(({ id: event }) => receiveTransfer(app.services, { event })))
    await app.settled()
    expect((await listed()).map(({ status }: { status: string }) => status)).toEqual(['posted', 'posted'])
    // A contribution and a charge each.
    expect((await entries()) - begun).toBe(4)
    const after = await books()
    expect(after('2110') - before('2110')).toBe(-12_000)
  })

  test('of which no webhook came is found in the provider’s list', async () => {
    const to = await openAccount()
    simulator.transfer({ to, amount: 500_000n, sender })
    await checkPayments(app.services)
    await app.settled()
    await checkPayments(app.services)
    await app.settled()
    expect((await listed()).map(({ status }: { status: string }) => status)).toEqual(['posted'])
  })

  test('that came while the provider’s API was down is asked about by the clock', async () => {
    const to = await openAccount()
    const reference = simulator.transfer({ to, amount: 500_000n, sender })
    const event = simulator.event(reference)
    simulator.isDown.now = true
    await deliver(event)
    await app.settled()
    simulator.isDown.now = false
    await app.admin.query("delete from job.job where name = 'payments'")
    expect(await listed()).toEqual([])
    await app.admin.query(
      "update platform.payment_event set received_at = now() - interval '11 minutes' where reference = $1",
      [reference],
    )
    await checkPayments(app.services)
    await app.settled()
    expect(await listed()).toMatchObject([{ status: 'posted' }])
  })

  test('of a member who has left waits for an officer', async () => {
    const to = await openAccount()
    await app.admin.query("update app.member set status = 'inactive' where member_id = $1", [ada.id])
    await send({ to, amount: 500_000n, sender })
    expect(await listed()).toMatchObject([
      { status: 'unallocated', memberId: ada.id, received: 5000, whyNotPosted: expect.stringMatching(/active/i) },
    ])
  })
})

describe('a transfer to no member’s account number', () => {
  const unknown = '9912345678'

  test('waits with suggestions, and an officer allocates it', async () => {
    const before = await books()
    await send({ to: unknown, amount: 500_000n, sender, subaccount })
    const [payment] = await listed()
    expect(payment).toMatchObject({
      status: 'unallocated',
      memberId: null,
      memberName: null,
      membershipno: null,
      sender,
      sentTo: unknown,
      received: 5000,
      lines: [],
      whyNotPosted: `No member has the account number ${unknown} to which it was sent.`,
    })
    const between = await books()
    expect([between('2410') - before('2410'), between('2110') - before('2110')]).toEqual([-5000, 0])
    const { suggestions } = dataOf(await ask('GET', `${path}/${payment.id}/suggestions`))
    expect(suggestions).toEqual([
      {
        memberId: ada.id,
        name: 'Adaeze Okonkwo',
        membershipno: expect.any(String),
        why: expect.stringMatching(/^the name is in the narration/),
      },
    ])
    expect((await ask('GET', `/member-portal/payments/${payment.id}`, undefined, token)).status).toBe(404)
    const body = { memberId: ada.id, lines: [{ kind: 'contribution', amount: 5000 }] }
    const replies = await Promise.all([1, 2].map(() => ask('POST', `${path}/${payment.id}/allocate`, body)))
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const after = await books()
    expect([after('2410') - before('2410'), after('2110') - before('2110')]).toEqual([0, -5000])
    expect(dataOf(await ask('GET', `${path}?q=okonkwo`))).toMatchObject([{ status: 'allocated' }])
    expect(dataOf(await ask('GET', `${path}?q=${unknown}`))).toHaveLength(1)
  })

  test('of no society here is in no books', async () => {
    await send({ to: unknown, amount: 500_000n, sender, subaccount: 'ACCT_somebody_else' })
    await send({ to: unknown, amount: 500_000n, sender })
    expect(await listed()).toEqual([])
  })
})

describe('nothing is posted', () => {
  test('for what is forged or altered, or was not sent to an account number', async () => {
    const to = await openAccount()
    const reference = simulator.transfer({ to, amount: 500_000n, sender })
    const { body, signature } = simulator.event(reference)
    expect((await deliver({ body: body.replace('500000', '900000'), signature })).status).toBe(401)
    expect((await deliver({ body, signature: 'ab'.repeat(64) })).status).toBe(401)
    const unknown = body.replaceAll(reference, 'unknown-reference')
    const signed = createHmac('sha512', simulator.key).update(unknown).digest('hex')
    expect((await deliver({ body: unknown, signature: signed })).status).toBe(200)
    await app.settled()
    expect(await listed()).toEqual([])
  })

  test.each([
    ['another currency', { currency: 'USD' }, /in USD, not in naira/],
    ['another sub-account', { subaccount: 'ACCT_foreign1' }, /another sub-account/],
  ])('of %s, and officers are told', async (_name, how, why) => {
    const to = await openAccount()
    await send({ to, amount: 500_000n, sender, ...how })
    expect(await listed()).toMatchObject([
      { status: 'stopped', received: null, whyNotPosted: expect.stringMatching(why) },
    ])
    expect((await ask('GET', '/notifications')).body.data[0].message).toMatch(/was not taken into the books/)
  })

  test('in another society than the one whose member it was sent to', async () => {
    const to = await openAccount()
    const elsewhere = await buildCooperative(app, { name: 'Other Cooperative' })
    await switchOn({ subaccount: 'ACCT_elsewhere1' }, elsewhere.token)
    await send({ to, amount: 500_000n, sender, subaccount: 'ACCT_elsewhere1' })
    expect(await listed(elsewhere.token)).toEqual([])
    const [payment] = await listed()
    expect(payment).toMatchObject({ status: 'stopped' })
    expect((await ask('GET', `${path}/${payment.id}/suggestions`, undefined, elsewhere.token)).status).toBe(404)
  })
})

test('a member’s session stores no transfer and opens no account number by itself', async () => {
  const as = (work: string) =>
    app.services.database.tenant(
      { cooperativeId: cooperative.id as CooperativeId, role: 'member', memberId: ada.id as MemberId },
      (tx) =>
        tx.run(
          work === 'transfer'
            ? sql`insert into app.online_payment (cooperative_id, payment_id, member_id, provider, reference, status, amount, surcharge, received, fees, expires_at, check_at, sent_to)
                values (${cooperative.id}, gen_random_uuid(), ${ada.id}, 'paystack', 'forged', 'paid', 100, 0, 100, 0, now(), now(), '9912345678')`
            : sql`insert into app.transfer_account (cooperative_id, member_id, provider, check_at, opened_at, customer, bank, account_number, account_name)
                values (${cooperative.id}, ${ada.id}, 'paystack', now(), now(), 'c', 'b', '9912345678', 'n')`,
        ),
    )
  await expect(as('transfer')).rejects.toThrow(/row-level security/)
  await expect(as('account')).rejects.toThrow(/row-level security/)
})

// Last, because it looks at every cooperative of the tests above.
test('the books of all of it are in order', async () => {
  expect(await app.checks()).toEqual([])
})
