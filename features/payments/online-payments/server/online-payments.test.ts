import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CooperativeId, OnlinePaymentId } from '#core/ids.ts'
import { checkPayments } from '#platform/jobs/check-payments.ts'
import { simulatedFees } from '#platform/payments/paystack-simulator.ts'
import {
  agreed,
  buildCooperative,
  buildMember,
  buildOfficer,
  dataOf,
  fundCash,
  loginMember,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'
import { hintsDuring } from '#dev/testing/hints-during.ts'
import { type PaymentServer, startPayments } from '#dev/testing/paying-society.ts'
import { advancePayment } from './advance-payment.ts'

let subaccount = ''
let societies = 0
const settingsPath = '/financial/online-payment-settings'
const ownPath = '/member-portal/payments'
const path = '/financial/online-payments'

let simulator: PaymentServer['simulator']
let app: PaymentServer['app']
let deliver: PaymentServer['deliver']
let stop: PaymentServer['stop']
let cooperative: TestCooperative
let ada: TestMember
let token: string
let loanId: string

beforeAll(async () => {
  ;({ simulator, app, deliver, stop } = await startPayments())
})
afterAll(() => stop())
beforeEach(async () => {
  simulator.isDown.now = false
  subaccount = `ACCT_society${(societies += 1)}`
  cooperative = await buildCooperative(app)
  await fundCash(app, cooperative, { naira: 10_000_000, on: '2020-01-01' })
  ada = await buildMember(app, cooperative)
  token = await loginMember(app, ada)
  await switchOn()
  loanId = await buildLoan(ada)
})

const ask = (method: string, url: string, body?: unknown, by = cooperative.token) =>
  app.call(method, url, { token: by, ...(body !== undefined && { body }) })
const switchOn = async (more: object = {}) =>
  dataOf(await ask('PUT', settingsPath, { isOn: true, subaccount, chargeBorneBy: 'society', ...more }))

/** ₦120,000 over a year, of which the first instalment is ₦10,661.85. */
async function buildLoan(member: TestMember): Promise<string> {
  const [config] = dataOf(await ask('GET', '/financial/loan-configs')).filter(
    ({ name }: { name: string }) => name === 'Regular',
  )
  dataOf(await ask('PUT', '/financial/config', { guarantorsRequired: 0 }))
  dataOf(
    await ask('POST', '/financial/transactions', {
      type: 'deposit',
      memberId: member.id,
      amount: 100_000,
      occurredOn: '2026-05-01',
    }),
    201,
  )
  const body = { memberId: member.id, loanConfigId: config.id, principal: 120_000, instalments: 12 }
  const { id } = dataOf(await ask('POST', '/financial/loans', body), 201)
  dataOf(await ask('POST', `/financial/loans/${id}/approve`))
  dataOf(await ask('POST', `/financial/loans/${id}/disburse`, { to: 'cash' }), 201)
  return id
}

type Line = { kind: string; amount: number; loanId?: string; period?: string }
const contribution = { kind: 'contribution', amount: 5000 }
const instalment = () => ({ kind: 'repayment', amount: 10_000, loanId })
/** Twenty at ₦500, the least that a shareholder holds. */
const shares = { kind: 'shares', amount: 10_000 }

/** A payment with its checkout, and its reference at the provider. */
async function begin(lines: Line[], by = token) {
  const { id } = dataOf(await ask('POST', ownPath, { lines }, by), 201)
  await app.settled()
  return { id: id as string, reference: await referenceOf(id) }
}
const referenceOf = async (id: string) =>
  (await app.admin.query<{ reference: string }>('select reference from app.online_payment where payment_id = $1', [id]))
    .rows[0]?.reference ?? ''
const paid = async (reference: string, how: { amount?: bigint; currency?: string } = {}) => {
  simulator.pay(reference, how)
  expect((await deliver(simulator.event(reference))).status).toBe(200)
  await app.settled()
}
const read = async (id: string, by = token) => dataOf(await ask('GET', `${ownPath}/${id}`, undefined, by))
const readByOfficer = async (id: string) =>
  dataOf(await ask('GET', path)).find((each: { id: string }) => each.id === id)
/** Net of an account, debits above zero. */
async function books() {
  const { accounts } = dataOf(await ask('GET', '/financial/reports/trial-balance')) as {
    accounts: { code: string; debit: number; credit: number }[]
  }
  return (code: string) =>
    accounts.filter((each) => each.code === code).reduce((sum, { debit, credit }) => sum + debit - credit, 0)
}
const entries = async () =>
  Number(
    (await app.admin.query('select count(*) from ledger.entry where cooperative_id = $1', [cooperative.id])).rows[0]
      .count,
  )
const switchTo = (role: string, by: string) =>
  ask('POST', '/member-auth/switch', { cooperativeId: cooperative.id, role }, by)
const advance = (id: string) =>
  advancePayment(app.services, { cooperative: cooperative.id as CooperativeId, payment: id as OnlinePaymentId })

describe('a member pays online', () => {
  test('a contribution, an instalment and shares at once: each is on its account with a receipt, and the charge is an expense', async () => {
    const before = await books()
    const { id, reference } = await begin([contribution, instalment(), shares])
    const begun = await read(id)
    expect(begun).toMatchObject({ status: 'initialized', amount: 25_000, surcharge: 0 })
    expect(begun.checkoutUrl).toBe(`${simulator.url}/checkout/${reference}`)
    expect(reference).toMatch(/^AJO-[0-9a-f]{32}$/)
    await paid(reference)

    const posted = await read(id)
    expect(posted).toMatchObject({ status: 'posted', checkoutUrl: null })
    expect(posted.lines.map(({ kind, name, amount }: Line & { name: string }) => [kind, name, amount])).toEqual([
      ['contribution', 'Ordinary savings', 5000],
      ['repayment', 'Regular', 10_000],
      ['shares', 'Shares', 10_000],
    ])
    for (const { receiptNumber } of posted.lines) expect(receiptNumber).toMatch(/^\d+-[0-9a-f]{10}$/)
    const after = await books()
    const moved = (code: string) => after(code) - before(code)
    // 1.5 % of ₦25,000 and ₦100.
    expect([moved('1090'), moved('5310'), moved('2110'), moved('3110')]).toEqual([25_000 - 475, 475, -5000, -10_000])
    expect([moved('1210') + moved('4110'), moved('1010'), moved('2410')]).toEqual([-10_000, 0, 0])
    const { data: movements } = (await ask('GET', '/financial/transactions', undefined, token)).body
    expect(movements.slice(0, 3)).toMatchObject([
      { type: 'share_purchase', amount: 10_000, paidThrough: 'Gateway clearing' },
      { type: 'repayment', amount: 10_000, paidThrough: 'Gateway clearing' },
      { type: 'contribution', amount: 5000, paidThrough: 'Gateway clearing' },
    ])
    expect(movements.slice(3).map(({ type }: { type: string }) => type)).toEqual(
      expect.arrayContaining(['deposit', 'disbursement']),
    )
    const officers = await readByOfficer(id)
    expect(officers).toMatchObject({ received: 25_000, fees: 475, reference, memberId: ada.id, whyNotPosted: null })
  })

  test('and what the provider confirmed is followed on the pages of officers', async () => {
    const { reference } = await begin([contribution])
    const given = await hintsDuring(() => paid(reference))
    const topics = given.flatMap((hint) => (hint.officers ? hint.topics : []))
    expect(topics).toEqual(expect.arrayContaining(['financial/online-payments', 'financial/contributions']))
  })

  test('who bears the charge themselves pays so much more, and the society loses nothing', async () => {
    await switchOn({ chargeBorneBy: 'member' })
    const before = await books()
    const { id, reference } = await begin([contribution])
    const { amount, surcharge } = await read(id)
    const total = BigInt(Math.trunc((amount + surcharge) * 100))
    await paid(reference)
    expect((await read(id)).status).toBe('posted')
    const after = await books()
    expect(amount).toBe(5000)
    const fees = Number(simulatedFees(total)) / 100
    expect([surcharge, after('5310') - before('5310')]).toEqual([177.67, fees])
    expect(after('4910') - before('4910')).toBeCloseTo(-177.67, 5)
    expect(after('1090') - before('1090')).toBe(5000)
  })

  test('a server that is killed between two steps goes on where it was, and posts once', async () => {
    const { id, reference } = await begin([contribution])
    simulator.pay(reference)
    // Confirmed and kept; the server was gone before it posted.
    await app.admin.query(
      "update app.online_payment set status = 'paid', received = 500000, fees = 17500, paid_at = now() where payment_id = $1",
      [id],
    )
    const count = await entries()
    await Promise.all([advance(id), advance(id), advance(id)])
    await advance(id)
    expect((await read(id)).status).toBe('posted')
    expect((await entries()) - count).toBe(2)
  })

  test('a provider that is down for an hour loses nothing: what no webhook told is asked for', async () => {
    simulator.isDown.now = true
    const { id } = dataOf(await ask('POST', ownPath, { lines: [contribution] }, token), 201)
    await app.settled()
    expect(await read(id)).toMatchObject({ status: 'created', checkoutUrl: null })
    simulator.isDown.now = false
    await app.admin.query("update job.job set start_after = now() where name = 'payments' and state = 'retry'")
    await app.settled()
    const reference = await referenceOf(id)
    expect((await read(id)).status).toBe('initialized')
    simulator.pay(reference)
    await checkPayments(app.services)
    await app.settled()
    expect((await read(id)).status).toBe('initialized')
    await app.admin.query(
      "update app.online_payment set check_at = now() - interval '1 second' where payment_id = $1",
      [id],
    )
    await checkPayments(app.services)
    await app.settled()
    expect((await read(id)).status).toBe('posted')
  })

  test('whose checkout address was lost gets another reference', async () => {
    const { id, reference } = await begin([contribution])
    await app.admin.query(
      "update app.online_payment set status = 'created', checkout_url = null where payment_id = $1",
      [id],
    )
    await expect(advance(id)).rejects.toThrow('gets another')
    await advance(id)
    const now = await referenceOf(id)
    expect(now).not.toBe(reference)
    expect(await read(id)).toMatchObject({ status: 'initialized', checkoutUrl: `${simulator.url}/checkout/${now}` })
  })

  test('a card that is declined can be paid again, and money that comes after the end is posted too', async () => {
    const { id, reference } = await begin([contribution])
    await fetch(`${simulator.url}/checkout/${reference}`, {
      method: 'POST',
      body: new URLSearchParams({ act: 'fail' }),
      redirect: 'manual',
    })
    await advance(id)
    const failed = await read(id)
    expect([failed.status, failed.checkoutUrl]).toEqual(['failed', expect.any(String)])
    await app.admin.query(
      "update app.online_payment set expires_at = now() - interval '1 second' where payment_id = $1",
      [id],
    )
    await advance(id)
    expect(await read(id)).toMatchObject({ status: 'expired', checkoutUrl: null })
    await paid(reference)
    expect((await read(id)).status).toBe('posted')
  })
})

describe('nothing is posted', () => {
  test('for what is forged, altered, of another event or of no reference of ours', async () => {
    const { id, reference } = await begin([contribution])
    const genuine = simulator.event(reference)
    const forged = [
      { ...genuine, signature: `${genuine.signature.slice(0, -1)}${genuine.signature.endsWith('0') ? '1' : '0'}` },
      { ...genuine, body: genuine.body.replace('abandoned', 'success') },
      { ...genuine, signature: '' },
    ]
    for (const each of forged) expect((await deliver(each)).status).toBe(401)
    expect(
      (await app.admin.query('select from platform.payment_event where reference = $1', [reference])).rowCount,
    ).toBe(0)
    // Signed, and yet the API says that nothing was paid.
    expect((await deliver(genuine)).status).toBe(200)
    await app.settled()
    expect((await read(id)).status).toBe('initialized')
    simulator.pay(reference)
    expect((await deliver(simulator.event(reference, 'refund.processed'))).status).toBe(200)
    await app.settled()
    expect((await read(id)).status).toBe('initialized')
  })

  test('on another member’s or society’s account, and neither can see the payment', async () => {
    const { id, reference } = await begin([contribution])
    const bola = await buildMember(app, cooperative, { firstName: 'Bola' })
    const bolaToken = await loginMember(app, bola)
    const elsewhere = await buildCooperative(app, { name: 'Other Cooperative' })
    const stranger = await loginMember(app, await buildMember(app, elsewhere))
    for (const by of [bolaToken, stranger])
      expect((await ask('GET', `${ownPath}/${id}`, undefined, by)).status).toBe(404)
    const allocation = { memberId: bola.id, lines: [contribution] }
    expect((await ask('POST', `${path}/${id}/allocate`, allocation, elsewhere.token)).status).toBe(404)
    const lines = [{ kind: 'repayment', amount: 100, loanId }]
    expect((await ask('POST', ownPath, { lines }, bolaToken)).body).toMatchObject({
      status: 422,
      errors: [{ field: 'lines.0.loanId' }],
    })
    await paid(reference)
    expect((await ask('GET', ownPath, undefined, bolaToken)).body.data).toEqual([])
    expect((await app.call('GET', path, { token: elsewhere.token })).body.data).toEqual([])
    expect((await read(id)).status).toBe('posted')
  })

  test.each([
    ['another currency', { currency: 'USD' }, subaccount, /in USD, not in naira/],
    ['another sub-account', {}, 'ACCT_another1', /another sub-account/],
  ])('of %s, and an officer sees why', async (_name, how, was, why) => {
    const { id, reference } = await begin([contribution])
    await app.admin.query('update app.online_payment set subaccount = $2 where payment_id = $1', [id, was])
    const count = await entries()
    await paid(reference, how)
    expect(await readByOfficer(id)).toMatchObject({ status: 'stopped', whyNotPosted: expect.stringMatching(why) })
    expect(await entries()).toBe(count)
    await advance(id)
    expect(await entries()).toBe(count)
  })
})

describe('money that can not be posted as asked', () => {
  test.each([
    ['too little', 400_000n, '₦4,000.00 was paid instead of ₦5,000.00.'],
    ['too much', 600_000n, '₦6,000.00 was paid instead of ₦5,000.00.'],
  ])('because it is %s waits for an officer, who allocates it once', async (_name, amount, why) => {
    const before = await books()
    const { id, reference } = await begin([contribution])
    await paid(reference, { amount })
    const naira = Number(amount) / 100
    const between = await books()
    expect([between('2410') - before('2410'), between('2110') - before('2110')]).toEqual([-naira, 0])
    expect(await readByOfficer(id)).toMatchObject({ status: 'unallocated', received: naira, whyNotPosted: why })
    expect(dataOf(await ask('GET', `${path}?status=unallocated`))).toHaveLength(1)
    expect((await ask('GET', '/notifications', undefined, token)).body.data[0].message).toMatch(/An officer will post/)

    const allocate = (lines: Line[]) => ask('POST', `${path}/${id}/allocate`, { memberId: ada.id, lines })
    expect((await allocate([contribution])).body).toMatchObject({ status: 422, errors: [{ field: 'lines' }] })
    const lines = [
      { kind: 'contribution', amount: naira - 1000, period: '2026-11' },
      { kind: 'repayment', amount: 1000, loanId },
    ]
    const count = await entries()
    const replies = await Promise.all([allocate(lines), allocate(lines)])
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect((await entries()) - count).toBe(2)
    const after = await books()
    const fees = Number(simulatedFees(amount)) / 100
    expect([after('2410') - before('2410'), after('2110') - before('2110')]).toEqual([0, 1000 - naira])
    expect(after('1090') - before('1090')).toBeCloseTo(naira - fees, 2)
    expect(await readByOfficer(id)).toMatchObject({ status: 'allocated', allocatedBy: 'Test Cooperative' })
  })

  test('because the loan was settled meanwhile waits whole: no line of it is posted', async () => {
    const { id, reference } = await begin([contribution, { kind: 'repayment', amount: 120_000, loanId }])
    dataOf(await ask('POST', `/financial/loans/${loanId}/mark-paid`, {}))
    const before = await books()
    await paid(reference)
    expect(await readByOfficer(id)).toMatchObject({ status: 'unallocated', received: 125_000 })
    const after = await books()
    expect([after('2410') - before('2410'), after('2110') - before('2110')]).toEqual([-125_000, 0])
  })

  test('is not allocated by an officer to themselves', async () => {
    const officer = await buildOfficer(app, cooperative)
    const { accessToken } = dataOf(await switchTo('member', officer.token))
    const { id, reference } = await begin([contribution], accessToken)
    await paid(reference, { amount: 1_000_000n })
    const { accessToken: byOfficer } = dataOf(await switchTo('coop_admin', accessToken))
    for (const kind of ['contribution', 'shares']) {
      const line = { kind, amount: 10_000 }
      const body = { memberId: officer.id, lines: [line] }
      expect((await ask('POST', `${path}/${id}/allocate`, body, byOfficer)).body).toMatchObject({
        status: 409,
        message: expect.stringMatching(/own money/),
      })
    }
    const body = { memberId: officer.id, lines: [shares] }
    dataOf(await ask('POST', `${path}/${id}/allocate`, body))
  })
})

describe('a payment is refused before it begins', () => {
  test('where the society has not switched it on, or has no sub-account', async () => {
    const offer = async () => dataOf(await ask('GET', '/member-portal/payment-offer', undefined, token))
    expect(await offer()).toEqual({ isOn: true, chargeBorneBy: 'society', shareParValue: 500 })
    await switchOn({ isOn: false })
    expect(await offer()).toMatchObject({ isOn: false })
    expect((await ask('POST', ownPath, { lines: [contribution] }, token)).body).toMatchObject({ status: 409 })
    const without = { isOn: true, subaccount: null, chargeBorneBy: 'society' }
    expect((await ask('PUT', settingsPath, without)).body).toMatchObject({
      status: 422,
      errors: [{ field: 'subaccount' }],
    })
  })

  test('for what it can not pay, naming the line', async () => {
    const refused: [Line, string][] = [
      [{ kind: 'shares', amount: 10_250 }, 'lines.0.amount'],
      [{ kind: 'shares', amount: 9500 }, 'lines.0.amount'],
      [{ kind: 'repayment', amount: 1000 }, 'lines.0.loanId'],
      [{ kind: 'repayment', amount: 1_000_000, loanId }, 'lines.0.amount'],
      [{ kind: 'contribution', amount: 0 }, 'lines.0.amount'],
    ]
    for (const [line, field] of refused)
      expect((await ask('POST', ownPath, { lines: [line] }, token)).body).toMatchObject({
        success: false,
        errors: [{ field }],
      })
    const many = Array.from({ length: 21 }, () => contribution)
    expect((await ask('POST', ownPath, { lines: many }, token)).status).toBe(422)
    expect((await ask('POST', ownPath, { lines: [] }, token)).status).toBe(422)
    expect(dataOf(await ask('GET', ownPath, undefined, token))).toEqual([])
  })

  test('after twenty that were begun and not paid', async () => {
    for (let n = 0; n < 20; n += 1) dataOf(await ask('POST', ownPath, { lines: [contribution] }, token), 201)
    expect((await ask('POST', ownPath, { lines: [contribution] }, token)).body).toMatchObject({ status: 409 })
  })

  test('a repeated request begins one payment', async () => {
    const key = crypto.randomUUID()
    const once = () => app.call('POST', ownPath, { token, key, body: { lines: [contribution] } })
    expect(dataOf(await once(), 201).id).toBe(dataOf(await once(), 201).id)
  })
})

test('another sub-account takes two officers, because it sends members’ money elsewhere', async () => {
  const first = await buildOfficer(app, cooperative)
  const second = await buildOfficer(app, cooperative, {}, first.token)
  const reply = await ask(
    'PUT',
    settingsPath,
    { isOn: true, subaccount: 'ACCT_another1', chargeBorneBy: 'society' },
    first.token,
  )
  expect(reply.status).toBe(202)
  expect(dataOf(await ask('GET', settingsPath))).toMatchObject({ subaccount })
  dataOf(await agreed(app, reply, second.token))
  expect(dataOf(await ask('GET', settingsPath))).toEqual({
    isOn: true,
    subaccount: 'ACCT_another1',
    chargeBorneBy: 'society',
    transfersTo: null,
    provider: 'paystack',
    needsSubaccount: true,
    givesAccounts: false,
  })
})

// Last, because it uses up what may be delivered in a minute.
test('whatever number of times, in whatever order, and however late its webhooks come: it is posted once', async () => {
  const before = await books()
  const begun = [await begin([contribution]), await begin([instalment()]), await begin([shares, contribution])]
  for (const { reference } of begun) simulator.pay(reference)
  const count = await entries()
  const deliveries = Array.from({ length: 1000 }, (_, n) => begun[(n * 7 + (n % 5)) % 3] as (typeof begun)[number])
  const statuses = new Set<number>()
  for (let at = 0; at < deliveries.length; at += 50) {
    const replies = await Promise.all(
      deliveries.slice(at, at + 50).map(({ reference }) => deliver(simulator.event(reference))),
    )
    for (const { status } of replies) statuses.add(status)
    if (at === 500) await Promise.all(begun.map(({ id }) => advance(id)))
  }
  // Beyond the quota of a minute the provider is told to deliver again later.
  expect([...statuses].toSorted((a, b) => a - b)).toEqual([200, 429])
  await app.settled()
  await Promise.all(begun.flatMap(({ id }) => [advance(id), advance(id), advance(id)]))
  for (const { id } of begun) expect((await read(id)).status).toBe('posted')
  const after = await books()
  const fees = [500_000n, 1_000_000n, 1_500_000n].reduce((sum, each) => sum + simulatedFees(each), 0n)
  expect(after('1090') - before('1090')).toBeCloseTo(30_000 - Number(fees) / 100, 2)
  expect([after('2110') - before('2110'), after('3110') - before('3110')]).toEqual([-10_000, -10_000])
  // One for each of four lines, one for each of three charges.
  expect((await entries()) - count).toBe(7)
  // Of every cooperative of the tests above, too.
  expect(await app.checks()).toEqual([])
}, 120_000)
