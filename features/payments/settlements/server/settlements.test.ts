import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readSettlements } from '#platform/jobs/read-settlements.ts'
import { simulatedFees } from '#platform/payments/paystack-simulator.ts'
import type { SimulatedEvent } from '#platform/payments/simulated-settlements.ts'
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
import { type PaymentServer, startPayments } from '#dev/testing/paying-society.ts'

let subaccount: string
const ownPath = '/member-portal/payments'
const path = '/financial/online-payments'
const casesPath = '/financial/online-payments/cases'
const settlementsPath = '/financial/online-payments/settlements'

let simulator: PaymentServer['simulator']
let app: PaymentServer['app']
let deliver: PaymentServer['deliver']
let stop: PaymentServer['stop']
let cooperative: TestCooperative
let ada: TestMember
let token: string
let societies = 0

beforeAll(async () => {
  ;({ simulator, app, deliver, stop } = await startPayments())
})
afterAll(() => stop())
beforeEach(async () => {
  societies += 1
  subaccount = `ACCT_society${societies}`
  cooperative = await buildCooperative(app)
  await fundCash(app, cooperative, { naira: 10_000_000, on: '2020-01-01' })
  ada = await buildMember(app, cooperative)
  token = await loginMember(app, ada)
  const settings = { isOn: true, subaccount, chargeBorneBy: 'society' }
  dataOf(await ask('PUT', '/financial/online-payment-settings', settings))
})

const ask = (method: string, url: string, body?: unknown, by = cooperative.token) =>
  app.call(method, url, { token: by, ...(body !== undefined && { body }) })

type Line = { kind: string; amount: number; loanId?: string }
const contribution = (amount = 5000): Line => ({ kind: 'contribution', amount })

async function begin(lines: Line[]) {
  const { id } = dataOf(await ask('POST', ownPath, { lines }, token), 201)
  await app.settled()
  const { rows } = await app.admin.query<{ reference: string }>(
    'select reference from app.online_payment where payment_id = $1',
    [id],
  )
  return { id: id as string, reference: rows[0]?.reference ?? '' }
}
const told = async (event: SimulatedEvent) => {
  expect((await deliver(event)).status).toBe(200)
  await app.settled()
}
async function pay(lines: Line[], how: { amount?: bigint } = {}) {
  const payment = await begin(lines)
  simulator.pay(payment.reference, how)
  await told(simulator.event(payment.reference))
  return payment
}
async function books() {
  const { accounts } = dataOf(await ask('GET', '/financial/reports/trial-balance')) as {
    accounts: { code: string; debit: number; credit: number }[]
  }
  // In kobo, so that differences are exact.
  return (code: string) =>
    accounts
      .filter((each) => each.code === code)
      .reduce((sum, { debit, credit }) => sum + Math.round((debit - credit) * 100), 0)
}
const cases = async () => dataOf(await ask('GET', casesPath))
const only = async () => {
  const rows = await cases()
  expect(rows).toHaveLength(1)
  return rows[0]
}
const warnings = async (): Promise<string[]> =>
  dataOf(await ask('GET', '/notifications?limit=100')).map(({ message }: { message: string }) => message)
const accountOf = async (code: string) =>
  dataOf(await ask('GET', '/financial/accounts?limit=100')).find((each: { code: string }) => each.code === code).id
const fee = (naira: number) => Number(simulatedFees(BigInt(naira) * 100n))

/** ₦120,000 over a year, so that a repayment is among what is reversed. */
async function buildLoan(): Promise<string> {
  const [config] = dataOf(await ask('GET', '/financial/loan-configs')).filter(
    ({ name }: { name: string }) => name === 'Regular',
  )
  dataOf(await ask('PUT', '/financial/config', { guarantorsRequired: 0 }))
  const deposit = { type: 'deposit', memberId: ada.id, amount: 100_000, occurredOn: '2026-05-01' }
  dataOf(await ask('POST', '/financial/transactions', deposit), 201)
  const body = { memberId: ada.id, loanConfigId: config.id, principal: 120_000, instalments: 12 }
  const { id } = dataOf(await ask('POST', '/financial/loans', body), 201)
  dataOf(await ask('POST', `/financial/loans/${id}/approve`))
  dataOf(await ask('POST', `/financial/loans/${id}/disburse`, { to: 'cash' }), 201)
  return id
}

describe('money that the provider gives back', () => {
  test('a payment that is refunded in full is reversed with one button, once, and the charge stays', async () => {
    const loanId = await buildLoan()
    const before = await books()
    const lines = [contribution(), { kind: 'repayment', amount: 10_000, loanId }, { kind: 'shares', amount: 10_000 }]
    const { id, reference } = await pay(lines)
    const refund = simulator.settlements.begin('refund', reference)
    await told(simulator.settlements.caseEvent(refund, 'refund.pending'))
    expect(await only()).toMatchObject({ kind: 'refund', status: 'pending', amount: 25_000, books: 'none' })
    const open = await only()
    expect((await ask('POST', `${casesPath}/${open.id}/reverse-payment`)).status).toBe(409)
    simulator.settlements.end(refund, 'processed')
    await told(simulator.settlements.caseEvent(refund, 'refund.processed'))
    expect(await only()).toMatchObject({ id: open.id, status: 'taken', books: 'open', reference })
    expect(await warnings()).toContainEqual(expect.stringMatching(/refunded ₦25,000\.00 that .* paid online/))
    const listed = dataOf(await ask('GET', path)).find((each: { id: string }) => each.id === id)
    expect(listed.cases).toEqual([{ kind: 'refund', status: 'taken', amount: 25_000 }])

    const replies = await Promise.all([1, 2, 3].map(() => ask('POST', `${casesPath}/${open.id}/reverse-payment`)))
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    expect(await only()).toMatchObject({ books: 'reversed', handledBy: expect.any(String) })
    const after = await books()
    const moved = (code: string) => after(code) - before(code)
    // What was refunded went out of what the provider holds; its charge was kept.
    expect([moved('1090'), moved('5310')]).toEqual([-fee(25_000), fee(25_000)])
    expect([moved('2110'), moved('3110'), moved('1210') + moved('4110')]).toEqual([0, 0, 0])
    expect(await app.checks()).toEqual([])
  })

  test('in whatever order and number its webhooks come, and where none comes, a refund is stored once', async () => {
    const { reference } = await pay([contribution()])
    const other = await pay([contribution(3000)])
    const first = simulator.settlements.begin('refund', reference, { amount: 100_000n })
    const second = simulator.settlements.begin('refund', reference, { amount: 50_000n })
    const dispute = simulator.settlements.begin('dispute', other.reference)
    simulator.settlements.end(first, 'processed')
    simulator.settlements.end(second, 'failed')
    simulator.settlements.end(dispute, 'declined')
    const events = [
      simulator.settlements.caseEvent(first, 'refund.processed'),
      simulator.settlements.caseEvent(first, 'refund.pending'),
      simulator.settlements.caseEvent(second, 'refund.failed'),
      simulator.settlements.caseEvent(dispute, 'charge.dispute.resolve'),
      simulator.settlements.caseEvent(dispute, 'charge.dispute.create'),
      simulator.settlements.caseEvent(dispute, 'charge.dispute.remind'),
    ]
    for (let n = 0; n < 60; n += 1)
      expect((await deliver(events[(n * 5 + (n % 4)) % 6] as SimulatedEvent)).status).toBe(200)
    await app.settled()
    await readSettlements(app.services)
    await app.settled()
    const found = (await cases()).map(({ kind, status, amount, books }: Record<string, unknown>) => [
      kind,
      status,
      amount,
      books,
    ])
    expect(found).toHaveLength(3)
    expect(found).toEqual(
      expect.arrayContaining([
        ['refund', 'taken', 1000, 'open'],
        ['refund', 'kept', 500, 'none'],
        ['dispute', 'kept', 3000, 'none'],
      ]),
    )
    // One that no webhook told of is found in the provider's lists, and one that is under way is asked for again.
    const silent = simulator.settlements.begin('dispute', reference)
    await readSettlements(app.services)
    await app.settled()
    expect((await cases())[0]).toMatchObject({ kind: 'dispute', status: 'pending' })
    simulator.settlements.end(silent, 'merchant-accepted')
    await readSettlements(app.services)
    await app.settled()
    expect((await cases())[0]).toMatchObject({ kind: 'dispute', status: 'taken', amount: 5000, books: 'open' })
    // Told once for each change, however often it was heard.
    const disputes = (await warnings()).filter((each) => each.includes('charged back'))
    expect(disputes).toHaveLength(1)
  })

  test('a webhook that is forged, or that the API does not confirm, stores nothing', async () => {
    const { reference } = await pay([contribution()])
    const refund = simulator.settlements.begin('refund', reference)
    const genuine = simulator.settlements.caseEvent(refund, 'refund.processed')
    expect(
      (
        await deliver({
          ...genuine,
          signature: `${genuine.signature.slice(0, -1)}${genuine.signature.endsWith('0') ? '1' : '0'}`,
        })
      ).status,
    ).toBe(401)
    expect((await deliver({ ...genuine, body: genuine.body.replace('pending', 'processed') })).status).toBe(401)
    await app.settled()
    expect(await cases()).toEqual([])
    // Signed, and yet the API says that it is under way: what the webhook is called counts for nothing.
    await told(genuine)
    expect(await only()).toMatchObject({ status: 'pending', books: 'none' })
  })

  test('an open dispute warns with the day until which it is answered, and no member sees it', async () => {
    const { id, reference } = await pay([contribution()])
    const dispute = simulator.settlements.begin('dispute', reference, { dueAt: new Date('2026-12-03T10:00:00Z') })
    await told(simulator.settlements.caseEvent(dispute, 'charge.dispute.create'))
    expect(await only()).toMatchObject({ status: 'pending', dueAt: '2026-12-03T10:00:00.000Z' })
    expect(await warnings()).toContainEqual(
      expect.stringMatching(/disputes an online payment of ₦5,000\.00\. Answer .* by 03 Dec 2026/),
    )
    const own = dataOf(await ask('GET', `${ownPath}/${id}`, undefined, token))
    expect(own).not.toHaveProperty('cases')
    expect((await ask('GET', casesPath, undefined, token)).status).toBe(403)
    const elsewhere = await buildCooperative(app, { name: 'Other Cooperative' })
    expect(dataOf(await ask('GET', casesPath, undefined, elsewhere.token))).toEqual([])
  })

  test('a part that is refunded goes to an account, and again where that journal was reversed', async () => {
    const { reference } = await pay([contribution()])
    const refund = simulator.settlements.begin('refund', reference, { amount: 200_000n })
    simulator.settlements.end(refund, 'processed')
    await told(simulator.settlements.caseEvent(refund, 'refund.processed'))
    const { id } = await only()
    const reversal = await ask('POST', `${casesPath}/${id}/reverse-payment`)
    expect(reversal.body).toMatchObject({
      status: 409,
      message: expect.stringMatching(/Only ₦2,000\.00 of ₦5,000\.00/),
    })
    const record = async (code: string) =>
      ask('POST', `${casesPath}/${id}/record`, { accountId: await accountOf(code) })
    for (const code of ['1010', '1090', '2110', '4910'])
      expect((await record(code)).body).toMatchObject({ status: 422, errors: [{ field: 'accountId' }] })
    const before = await books()
    const losses = await Promise.all([record('5910'), record('5910'), record('5910')])
    expect(losses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    const between = await books()
    expect([between('5910') - before('5910'), between('1090') - before('1090')]).toEqual([200_000, -200_000])
    expect(await only()).toMatchObject({ books: 'recorded' })
    const [journal] = dataOf(await ask('GET', '/financial/transactions?type=journal'))
    dataOf(await ask('POST', `/financial/transactions/${journal.id}/reverse`, { reason: 'Wrong account' }))
    expect(await only()).toMatchObject({ books: 'open', handledBy: null })
    dataOf(await record('1610'))
    const after = await books()
    expect([after('5910') - before('5910'), after('1610') - before('1610')]).toEqual([0, 200_000])
    expect(after('1090') - before('1090')).toBe(-200_000)
  })

  test('where the member has used the money, the payment can not be reversed, and nothing of it is', async () => {
    const { reference } = await pay([{ kind: 'shares', amount: 10_000 }, contribution(5000)])
    const withdrawal = {
      type: 'withdrawal',
      memberId: ada.id,
      amount: 4000,
      occurredOn: new Date(Date.now() + 3_600_000).toISOString().slice(0, 10),
    }
    dataOf(await ask('POST', '/financial/transactions', withdrawal), 201)
    const refund = simulator.settlements.begin('refund', reference)
    simulator.settlements.end(refund, 'processed')
    await told(simulator.settlements.caseEvent(refund, 'refund.processed'))
    const before = await books()
    const { id } = await only()
    expect((await ask('POST', `${casesPath}/${id}/reverse-payment`)).body.message).toMatch(/First record the missing /)
    const after = await books()
    for (const code of ['1090', '2110', '3110']) expect(after(code)).toBe(before(code))
    expect(await only()).toMatchObject({ books: 'open' })
  })

  test('what waited and was allocated is reversed to nothing too', async () => {
    const before = await books()
    const { id, reference } = await pay([contribution()], { amount: 400_000n })
    dataOf(await ask('POST', `${path}/${id}/allocate`, { memberId: ada.id, lines: [contribution(4000)] }))
    const refund = simulator.settlements.begin('refund', reference)
    simulator.settlements.end(refund, 'processed')
    await told(simulator.settlements.caseEvent(refund, 'refund.processed'))
    dataOf(await ask('POST', `${casesPath}/${(await only()).id}/reverse-payment`))
    const after = await books()
    const moved = (code: string) => after(code) - before(code)
    expect([moved('1090'), moved('2410'), moved('2110'), moved('5310')]).toEqual([-fee(4000), 0, 0, fee(4000)])
  })

  test('a reversal waits for another officer where reversals do', async () => {
    const { reference } = await pay([contribution()])
    const refund = simulator.settlements.begin('refund', reference)
    simulator.settlements.end(refund, 'processed')
    await told(simulator.settlements.caseEvent(refund, 'refund.processed'))
    const { id } = await only()
    const first = await buildOfficer(app, cooperative)
    const second = await buildOfficer(app, cooperative, {}, first.token)
    const reply = await ask('POST', `${casesPath}/${id}/reverse-payment`, undefined, first.token)
    expect(reply.status).toBe(202)
    expect(await only()).toMatchObject({ books: 'open' })
    dataOf(await agreed(app, reply, second.token))
    expect(await only()).toMatchObject({ books: 'reversed' })
  })
})

const read = async () => {
  await readSettlements(app.services)
  await app.settled()
}
const settlements = async () => dataOf(await ask('GET', settlementsPath))
const clearing = async () => dataOf(await ask('GET', `${settlementsPath}/clearing`))
const post = async (id: string, code = '1020') =>
  ask('POST', `${settlementsPath}/${id}/post`, { accountId: await accountOf(code) })

describe('what the provider pays to the bank', () => {
  // Remedy: settlement_posted
  test('is posted once from the clearing account, can be reversed and posted again, and leaves what is not settled', async () => {
    await pay([contribution(5000)])
    await pay([contribution(3000)])
    const number = simulator.settlements.settle(subaccount)
    await pay([contribution(2000)])
    await read()
    const net = 800_000 - fee(5000) - fee(3000)
    const [settlement] = await settlements()
    expect(settlement).toMatchObject({
      number: String(number),
      status: 'paid',
      gross: 8000,
      net: net / 100,
      payments: 2,
      differences: 0,
      isSum: true,
      posting: null,
    })
    expect(await warnings()).toContainEqual(expect.stringMatching(/paid ₦7,\d{3}\.\d\d to the bank .*Post it\./))
    const before = await books()
    for (const code of ['1010', '1090', '5310', '2110'])
      expect((await post(settlement.id, code)).body).toMatchObject({ status: 422, errors: [{ field: 'accountId' }] })
    const replies = await Promise.all([post(settlement.id), post(settlement.id), post(settlement.id)])
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    const after = await books()
    expect([after('1020') - before('1020'), after('1090') - before('1090')]).toEqual([net, -net])
    const left = 200_000 - fee(2000)
    expect(after('1090')).toBe(left)
    expect(await clearing()).toMatchObject({ balance: left / 100, notSettled: left / 100, late: 0 })

    const [posted] = await settlements()
    const reversal = await ask('POST', `/financial/transactions/${posted.posting.transactionId}/reverse`, {
      reason: 'Wrong bank',
    })
    dataOf(reversal)
    expect((await settlements())[0].posting).toBeNull()
    expect((await clearing()).notSettled).toBe((left + net) / 100)
    dataOf(await post(settlement.id))
    expect((await books())('1090')).toBe(left)
    // Read again, nothing is new.
    await read()
    expect(await settlements()).toHaveLength(1)
    expect(await app.checks()).toEqual([])
  })

  // Remedy: payment_accounts_missing
  test('is posted once an account that it needs is brought back', async () => {
    await pay([contribution(5000)])
    simulator.settlements.settle(subaccount)
    await read()
    const [settlement] = await settlements()
    // A society may have retired it before payments needed it.
    const { rows } = await app.admin.query(
      "update ledger.account set retired_at = now() where cooperative_id = $1 and code = '4910' returning account_id",
      [cooperative.id],
    )
    expect((await post(settlement.id)).body).toMatchObject({
      status: 409,
      message: 'Bring account 4910 of your chart back first. Online payments are posted to it.',
    })
    dataOf(await ask('PUT', `/financial/accounts/${rows[0].account_id}`, { retired: false }))
    dataOf(await post(settlement.id))
  })

  test('lists each payment that differs, and the one that is late', async () => {
    const [charged, more, right] = [
      await pay([contribution(5000)]),
      await pay([contribution(3000)]),
      await pay([contribution(1000)]),
    ]
    const stray = await begin([contribution(700)])
    simulator.pay(stray.reference)
    // Paid to the society at the provider, and never begun here.
    const foreign = simulator.transfer({ to: '9900000000', amount: 90_000n, sender: 'UNKNOWN', subaccount })
    simulator.settlements.settle(subaccount, (row) =>
      row.reference === charged.reference
        ? { ...row, fees: row.fees + 2500n }
        : row.reference === more.reference
          ? { ...row, amount: row.amount - 100n }
          : row,
    )
    const late = await pay([contribution(4000)])
    await app.admin.query("update app.online_payment set paid_at = paid_at - interval '9 days' where payment_id = $1", [
      late.id,
    ])
    await read()
    const [settlement] = await settlements()
    expect(settlement).toMatchObject({ payments: 5, differences: 4 })
    const rows = dataOf(await ask('GET', `${settlementsPath}/${settlement.id}/payments`))
    const found = new Map(
      rows.map(({ reference, difference }: { reference: string; difference: string | null }) => [
        reference,
        difference,
      ]),
    )
    expect(Object.fromEntries(found)).toEqual({
      [charged.reference]: 'charge',
      [more.reference]: 'amount',
      [right.reference]: null,
      [stray.reference]: 'not_posted',
      [foreign]: 'not_posted',
    })
    // Those that differ come first.
    expect(rows.at(-1).reference).toBe(right.reference)
    expect((await clearing()).late).toBe(1)
    const listed = dataOf(await ask('GET', `${path}?settlement=late`))
    expect(listed.map(({ reference }: { reference: string }) => reference)).toEqual([late.reference])
    expect(await warnings()).toContainEqual(expect.stringMatching(/It differs from the books/))
  })

  test('is left out where it has the payments of another society', async () => {
    await pay([contribution(5000)])
    simulator.settlements.settle(subaccount)
    // A list that ignores whose it is asked for: this payment is another sub-account's.
    const other = simulator.transfer({
      to: '9900000001',
      amount: 90_000n,
      sender: 'OTHER',
      subaccount: 'ACCT_another1',
    })
    await pay([contribution(1000)])
    simulator.settlements.settle(subaccount, (row) => ({ ...row, reference: other }))
    await read()
    expect(await settlements()).toHaveLength(1)
    const elsewhere = await buildCooperative(app, { name: 'Other Cooperative' })
    expect(dataOf(await ask('GET', settlementsPath, undefined, elsewhere.token))).toEqual([])
  })

  test('can not be posted before it is paid, and is then as the provider says', async () => {
    await pay([contribution(5000)])
    const number = simulator.settlements.settle(subaccount, undefined, 'processing')
    await read()
    const [waiting] = await settlements()
    expect(waiting).toMatchObject({ status: 'pending', differences: 0, isSum: true })
    expect((await post(waiting.id)).status).toBe(409)
    simulator.settlements.pay(number ?? 0)
    await ask('POST', `${settlementsPath}/read`)
    await app.settled()
    expect(await settlements()).toMatchObject([{ id: waiting.id, status: 'paid', payments: 1 }])
    dataOf(await post(waiting.id))
  })

  test('a provider that is down changes nothing, and is asked again', async () => {
    await pay([contribution(5000)])
    simulator.settlements.settle(subaccount)
    simulator.isDown.now = true
    await expect(readSettlements(app.services)).rejects.toThrow('can not be reached')
    await app.settled()
    expect(await settlements()).toEqual([])
    simulator.isDown.now = false
    await read()
    await app.admin.query("update job.job set start_after = now() where name = 'payments' and state = 'retry'")
    await app.settled()
    expect(await settlements()).toHaveLength(1)
  })
})

/** Numbers that look random and are the same in each run. */
function numbers(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

// Last, because it uses up what may be delivered in a minute.
test.each([7, 2026])(
  'whatever is paid, refunded and settled: the clearing account is what was posted, less charges, refunds and settlements (%i)',
  async (seed) => {
    const next = numbers(seed)
    let [received, charges, back, settled] = [0, 0, 0, 0]
    const open: { reference: string; amount: number }[] = []
    for (let step = 0; step < 14; step += 1) {
      const act = next(4)
      if (act < 2 || open.length === 0) {
        const amount = 500 + next(40) * 100
        const { reference } = await pay([contribution(amount)])
        open.push({ reference, amount: amount * 100 })
        received += amount * 100
        charges += fee(amount)
      } else if (act === 2) {
        const [{ reference, amount } = { reference: '', amount: 0 }] = open.splice(next(open.length), 1)
        const part = next(2) === 0 ? amount : 100 + next(amount - 100)
        const refund = simulator.settlements.begin('refund', reference, { amount: BigInt(part) })
        simulator.settlements.end(refund, 'processed')
        await told(simulator.settlements.caseEvent(refund, 'refund.processed'))
        const [{ id }] = (await cases()).filter(({ books }: { books: string }) => books === 'open')
        const accountId = await accountOf('5910')
        const reply =
          part === amount
            ? await ask('POST', `${casesPath}/${id}/reverse-payment`)
            : await ask('POST', `${casesPath}/${id}/record`, { accountId })
        dataOf(reply)
        back += part
      } else {
        simulator.settlements.settle(subaccount)
        await read()
        for (const { id, posting, net } of await settlements())
          if (posting === null) {
            dataOf(await post(id))
            settled += Math.round(net * 100)
          }
      }
      expect((await books())('1090')).toBe(received - charges - back - settled)
    }
    expect(received).toBeGreaterThan(0)
    expect(await app.checks()).toEqual([])
  },
  180_000,
)
