import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { overdraftReasonHeader } from '#core/contract/endpoint.ts'
import { addDays, type Day, dayIn, firstDayOf, lastDayOf, periodOf } from '#core/calendar.ts'
import {
  agreed,
  buildCooperative,
  buildMember,
  buildOfficer,
  dataOf,
  fundCash,
  loginMember,
  newKey,
  postJournals,
  statusesOf,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'
import { type PaymentServer, startPayments } from '#dev/testing/paying-society.ts'

const path = '/financial/held-money'
const today = dayIn(new Date())
const daysAgo = (count: number): Day => addDays(today, -count)

let simulator: PaymentServer['simulator']
let app: PaymentServer['app']
let deliver: PaymentServer['deliver']
let stop: PaymentServer['stop']
let cooperative: TestCooperative
let ada: TestMember
let chart: Record<string, string>
let subaccount: string
let count = 0

beforeAll(async () => {
  ;({ simulator, app, deliver, stop } = await startPayments({ accountBank: 'test-bank' }))
})
afterAll(() => stop())
beforeEach(async () => {
  subaccount = `ACCT_holding${(count += 1)}`
  cooperative = await buildCooperative(app)
  ada = await buildMember(app, cooperative, { firstName: 'Adaeze', lastName: 'Okonkwo' })
  chart = Object.fromEntries(
    dataOf(await ask('GET', '/financial/posting-accounts')).map(({ code, id }: Record<string, string>) => [code, id]),
  )
})

const ask = (method: string, url: string, body?: unknown, token = cooperative.token) =>
  app.call(method, url, { token, ...(body !== undefined && { body }), ...(method === 'POST' && { key: newKey() }) })
const done = async (method: string, url: string, body?: unknown, status = 200, token = cooperative.token) =>
  dataOf(await ask(method, url, body, token), status)
const listed = (search = '') => done('GET', `${path}${search}`)
const act = (item: { entryId: string; line: number | null }, what: string, body: object, token?: string) =>
  ask('POST', `${path}/${item.entryId}/${what}`, { ...(item.line !== null && { line: item.line }), ...body }, token)
const savings = (amount: number) => ({ memberId: ada.id, lines: [{ kind: 'contribution', amount }] })

/** Net of each account, debits above zero. */
async function books(): Promise<(code: string) => number> {
  const { accounts } = await done('GET', '/financial/reports/trial-balance')
  return (code) =>
    accounts
      .filter((each: { code: string }) => each.code === code)
      .reduce((sum: number, { debit, credit }: Record<string, number>) => sum + (debit ?? 0) - (credit ?? 0), 0)
}

/** What is left of each, the oldest first, after looking whether it and its bands come to what the books have on 2410. */
async function left(): Promise<number[]> {
  const { body } = await ask('GET', path)
  const rows = body.data.map((row: { left: number }) => row.left)
  const sum = rows.reduce((total: number, amount: number) => total + amount, 0)
  const { ageing, total, balance, unmatched } = body.meta.summary
  expect([total, balance, unmatched]).toEqual([sum, 0 - (await books())('2410'), 0])
  expect(Object.values(ageing as Record<string, number>).reduce((all, band) => all + band, 0)).toBeCloseTo(sum, 2)
  return rows
}

/** Money in the bank that an officer does not know the payer of, as they record it. */
const receive = (amount: number, on: Day, more: object = {}) =>
  done(
    'POST',
    '/financial/transactions',
    {
      type: 'income',
      party: 'Unknown payer',
      amount,
      occurredOn: on,
      incomeAccountId: chart['2410'],
      paidThrough: chart['1020'],
      description: 'TRF 0099 OKONKWO',
      ...more,
    },
    201,
  )

const reverse = ({ transactionId }: { transactionId: string }) =>
  ask('POST', `/financial/transactions/${transactionId}/reverse`, { reason: 'Wrong person' })

/** A file of Kano Mills: 6,200 of a member, and a stranger's 1,500.50 that is held; paid over or not. */
async function employersFile({ paid }: { paid: boolean }) {
  const employer = await done('POST', '/financial/employers', { name: 'Kano Mills', code: 'KM' }, 201)
  await done('PUT', `/financial/employers/${employer.id}/members`, {
    rows: [{ membershipno: ada.membershipno, staffNumber: 'P1', from: '2025-02-01', shares: 1000 }],
  })
  await done('PUT', '/financial/deductions/settings', { levy: 200 })
  const schedules = '/financial/deductions/schedules'
  const schedule = await done('POST', schedules, { employerId: employer.id, period: periodOf(today) }, 201)
  await done('POST', `${schedules}/${schedule.id}/send`)
  const content = Buffer.from('STAFF NUMBER,Name,Total\r\nP1,Ada,6200\r\nX9,Musa Stranger,"1,500.50"')
  const { id } = dataOf(
    await app.call('POST', `${schedules}/${schedule.id}/returns`, {
      token: cooperative.token,
      file: { name: 'return.csv', content },
    }),
    201,
  )
  await done('POST', `/financial/deductions/returns/${id}/post`, undefined, 202)
  for (let status = 'posting'; status === 'posting'; await wait(20))
    ({ status } = await done('GET', `/financial/deductions/returns/${id}`))
  if (paid) await done('POST', `${schedules}/${schedule.id}/remittances`, { amount: 7700.5 }, 201)
  return { scheduleId: String(schedule.id), returnId: String(id) }
}

/** ₦120,000 of Adaeze's, over a year. */
async function buildLoan(): Promise<string> {
  const configs = await done('GET', '/financial/loan-configs')
  const { id: loanConfigId } = configs.find(({ name }: { name: string }) => name === 'Regular')
  await done('PUT', '/financial/config', { guarantorsRequired: 0 })
  const deposit = { type: 'deposit', memberId: ada.id, amount: 100_000, occurredOn: daysAgo(20) }
  await done('POST', '/financial/transactions', deposit, 201)
  const loan = { memberId: ada.id, loanConfigId, principal: 120_000, instalments: 12 }
  const { id } = await done('POST', '/financial/loans', loan, 201)
  await done('POST', `/financial/loans/${id}/approve`)
  await done('POST', `/financial/loans/${id}/disburse`, { to: 'cash' }, 201)
  return id
}

async function onlineTransfer(amount: bigint): Promise<void> {
  await done('PUT', '/financial/online-payment-settings', { isOn: true, subaccount, chargeBorneBy: 'society' })
  const reference = simulator.transfer({ to: '9912345678', amount, sender: 'MUSA BELLO', subaccount })
  expect((await deliver(simulator.event(reference))).status).toBe(200)
  await app.settled()
}

describe('held money', () => {
  test('of an employer, the bank and online is one list by age, whose bands are the balance of the account', async () => {
    await receive(100, daysAgo(91))
    await receive(200, daysAgo(90))
    await receive(400, daysAgo(60))
    await receive(800.25, daysAgo(30), { reference: 'TRF 0099' })
    await postJournals(app, cooperative, [{ on: daysAgo(200), lines: [['1510', '2410', 50]] }])
    await employersFile({ paid: false })
    await onlineTransfer(500_000n)
    const { body } = await ask('GET', path)
    expect(body.data).toMatchObject([
      { source: 'other', ageing: 'daysOver90', left: 50 },
      { source: 'bank', from: 'Unknown payer', ageing: 'daysOver90', ageDays: 91, left: 100 },
      { source: 'bank', ageing: 'days61to90', ageDays: 90, left: 200 },
      { source: 'bank', ageing: 'days31to60', ageDays: 60, left: 400 },
      {
        source: 'bank',
        ageing: 'days0to30',
        ageDays: 30,
        left: 800.25,
        reference: 'TRF 0099',
        detail: 'TRF 0099 OKONKWO',
      },
      {
        source: 'employer',
        from: 'Kano Mills',
        detail: expect.stringContaining('Musa Stranger'),
        line: 2,
        ageDays: 0,
        left: 1500.5,
      },
      { source: 'online', from: 'MUSA BELLO', left: 5000, detail: expect.stringContaining('9912345678') },
    ])
    // 800.25 + 1,500.50 + 5,000; 400; 200; 100 + 50.
    expect(body.meta.summary).toEqual({
      ageing: { days0to30: 7300.75, days31to60: 400, days61to90: 200, daysOver90: 150 },
      total: 8050.75,
      balance: 8050.75,
      unmatched: 0,
    })
    expect((await listed('?ageing=days31to60')).map((row: { left: number }) => row.left)).toEqual([400])
    expect((await listed('?source=online')).map((row: { left: number }) => row.left)).toEqual([5000])
    expect((await listed('?q=stranger')).map((row: { left: number }) => row.left)).toEqual([1500.5])
    expect(await app.checks()).toEqual([])
  })

  // Remedy: held_money_used
  test('from the bank is allocated in parts, once each, and a reversal holds it again', async () => {
    await receive(9000, daysAgo(40))
    const [item] = await listed()
    const before = await books()
    dataOf(await act(item, 'allocate', savings(2500)))
    expect(await left()).toEqual([6500])
    const after = await books()
    expect([after('2110') - before('2110'), after('1020') - before('1020'), after('1090') - before('1090')]).toEqual([
      -2500, 0, 0,
    ])
    const refused = await act(item, 'allocate', savings(6500.01))
    expect(refused.body).toMatchObject({
      status: 409,
      errors: [{ field: 'lines', message: 'Only ₦6,500.00 is left of this money. Enter that or less.' }],
    })
    // Of two at once that together take more than there is, one goes.
    expect(statusesOf(await Promise.all([1, 2].map(() => act(item, 'allocate', savings(4000)))))).toEqual([200, 409])
    expect(await left()).toEqual([2500])
    const [{ uses }] = await listed()
    expect(uses).toMatchObject([
      { kind: 'allocate', amount: 2500, state: 'posted', to: 'Adaeze Okonkwo' },
      { kind: 'allocate', amount: 4000, state: 'posted' },
    ])
    // What brought it stays while it is used.
    const receipt = (await done('GET', '/financial/transactions?type=income'))[0]
    expect(
      (await ask('POST', `/financial/transactions/${receipt.id}/reverse`, { reason: 'Never came' })).body,
    ).toMatchObject({
      status: 409,
      message: '₦6,500.00 of this money was allocated or paid back, or is to be. Reverse or reject that first.',
    })
    dataOf(await reverse(uses[0]))
    expect(await left()).toEqual([5000])
    dataOf(await reverse(uses[1]))
    expect(await left()).toEqual([9000])
    dataOf(await ask('POST', `/financial/transactions/${receipt.id}/reverse`, { reason: 'Never came' }))
    expect(await left()).toEqual([])
    expect(await app.checks()).toEqual([])
  })

  test('is not taken for who has left, from before it came, by a journal, by a member, or through an account that holds it', async () => {
    await receive(9000, daysAgo(10))
    const [item] = await listed()
    expect((await act(item, 'allocate', { ...savings(10), occurredOn: daysAgo(11) })).body).toMatchObject({
      status: 422,
      errors: [{ field: 'occurredOn', message: expect.stringContaining('This money came on') }],
    })
    expect((await act(item, 'allocate', savings(10), await loginMember(app, ada))).status).toBe(403)
    const journal = {
      type: 'journal',
      description: 'To the savings',
      lines: [
        { accountId: chart['2410'], debit: 10 },
        { accountId: chart['4910'], credit: 10 },
      ],
    }
    expect((await ask('POST', '/financial/transactions', journal)).body.errors).toMatchObject([
      { field: 'lines.0.accountId', message: expect.stringContaining('under Held money') },
    ])
    const direct = { memberId: ada.id, amount: 10, paidThrough: chart['2410'] }
    expect((await ask('POST', '/financial/contributions', direct)).status).toBe(422)
    const expense = { type: 'expense', party: 'Bala', amount: 10, expenseAccountId: chart['2410'] }
    expect((await ask('POST', '/financial/transactions', expense)).status).toBe(422)
    await done('PUT', `/cooperatives/members/${ada.id}`, { status: 'inactive' })
    expect((await act(item, 'allocate', savings(10))).body).toMatchObject({
      status: 409,
      errors: [{ field: expect.stringMatching(/^lines\.0\./) }],
    })
    expect(await left()).toEqual([9000])
  })

  test('is refunded by a bank with its reference and by cash, never beyond what the account has, and a reversal holds it again', async () => {
    await receive(9000, daysAgo(10))
    const [item] = await listed()
    const refund = (more: object) => act(item, 'refund', { amount: 3000, party: 'Bala Musa', ...more })
    expect((await refund({})).body.errors).toMatchObject([{ field: 'reference' }])
    expect((await act(item, 'return', { amount: 3000, reference: 'R1' })).body.message).toBe(
      'This money did not come from an employer. Refund it to who paid it.',
    )
    dataOf(await refund({ reference: 'R1' }))
    const after = await books()
    expect([await left(), after('1020')]).toEqual([[6000], 6000])
    // The bank's reference is used once.
    expect((await refund({ reference: 'r-1' })).body.errors).toMatchObject([{ field: 'reference' }])
    expect((await refund({ paidThrough: chart['1010'] })).status).toBe(409)
    await fundCash(app, cooperative, { naira: 3000, on: daysAgo(10) })
    const paid = dataOf(await refund({ paidThrough: chart['1010'] }))
    expect(await left()).toEqual([3000])
    expect(paid.uses.at(-1)).toMatchObject({ kind: 'refund', to: 'Bala Musa', amount: 3000, state: 'posted' })
    dataOf(await reverse(paid.uses.at(-1)))
    expect(await left()).toEqual([6000])
    // The bank is empty: only with a reason.
    await postJournals(app, cooperative, [{ on: today, lines: [['5710', '1020', 6000]] }])
    const overdrawn = (more: object) =>
      fetch(`${app.url}${path}/${item.entryId}/refund`, {
        method: 'POST',
        headers: { authorization: `Bearer ${cooperative.token}`, 'content-type': 'application/json', ...more },
        body: JSON.stringify({ amount: 3000, party: 'Bala Musa', reference: 'R2' }),
      })
    const refused = await overdrawn({})
    expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining(overdraftReasonHeader)])
    expect((await overdrawn({ [overdraftReasonHeader]: 'Agreed with the bank' })).status).toBe(200)
    expect(await left()).toEqual([3000])
    expect(await app.checks()).toEqual([])
  })

  test('waits for a second officer as an expense does: it is kept from others meanwhile, and a rejection gives it free', async () => {
    await receive(9000, daysAgo(10))
    const second = await buildOfficer(app, cooperative, { firstName: 'Bisi' })
    const rule = { withdrawalApprovals: 1, withdrawalApprovalsFrom: 5000 }
    dataOf(await agreed(app, await ask('PUT', '/financial/config', rule), second.token))
    const [item] = await listed()
    const refund = (reference: string) => act(item, 'refund', { amount: 5000, party: 'Bala Musa', reference })
    expect(dataOf(await refund('R1'))).toMatchObject({ left: 9000, waiting: 5000, uses: [{ state: 'waiting' }] })
    expect(await left()).toEqual([9000])
    expect((await act(item, 'allocate', savings(4000.01))).body.errors).toMatchObject([
      { message: 'Only ₦4,000.00 is left of this money. Enter that or less.' },
    ])
    const pending = async () => (await done('GET', '/financial/transactions?status=pending'))[0].id
    const decide = async (what: string, body: object) =>
      ask('POST', `/financial/transactions/${await pending()}/${what}`, body, second.token)
    dataOf(await decide('reject', { reason: 'Another payer' }))
    expect(dataOf(await refund('R2'))).toMatchObject({ waiting: 5000, uses: [{ state: 'rejected' }, {}] })
    dataOf(await decide('approve', {}))
    expect(await left()).toEqual([4000])
    expect((await books())('1020')).toBe(4000)
    expect(await app.checks()).toEqual([])
  })

  test('is not paid back on a day of a closed month', async () => {
    const closed = lastDayOf(periodOf(addDays(firstDayOf(periodOf(today)), -1)))
    await receive(9000, addDays(closed, -3))
    const [item] = await listed()
    await app.admin.query('update ledger.head set closed_through = $2 where cooperative_id = $1', [
      cooperative.id,
      closed,
    ])
    const refused = await act(item, 'refund', { amount: 10, party: 'Bala', reference: 'R1', occurredOn: closed })
    expect(refused.body.errors).toMatchObject([{ field: 'occurredOn' }])
    expect((await act(item, 'allocate', { ...savings(10), occurredOn: closed })).body.errors).toMatchObject([
      { field: 'lines.0.occurredOn' },
    ])
    dataOf(await act(item, 'allocate', savings(10)))
    expect(await left()).toEqual([8990])
  })
})

describe("held money of an employer's file", () => {
  // Remedy: held_money_not_paid_over
  test('is allocated to savings, and returned through the bank once the employer has paid it over', async () => {
    const { scheduleId } = await employersFile({ paid: false })
    const [item] = await listed(`?scheduleId=${scheduleId}`)
    const giveBack = (more: object = {}) => act(item, 'return', { amount: 1000, reference: 'NIP 77', ...more })
    expect((await giveBack()).body.message).toBe(
      'Kano Mills has not paid over ₦7,700.50 of this schedule, so there is nothing to pay back yet. Record the remittance first.',
    )
    dataOf(await act(item, 'allocate', savings(500.5)))
    await done('POST', `/financial/deductions/schedules/${scheduleId}/remittances`, { amount: 7700.5 }, 201)
    expect((await giveBack({ paidThrough: chart['1010'] })).body.errors).toMatchObject([{ field: 'paidThrough' }])
    const paid = dataOf(await giveBack())
    expect(paid).toMatchObject({ left: 0, uses: [{ kind: 'allocate' }, { kind: 'return', to: 'Kano Mills' }] })
    const after = await books()
    // 5,000 of the schedule and 500.50 of what was held; 7,700.50 came and 1,000 went.
    expect([after('2110'), after('2410'), after('1020'), after('1110-001')]).toEqual([-5500.5, 0, 6700.5, 0])
    expect(await left()).toEqual([])
    expect(await listed('?show=used')).toMatchObject([{ source: 'employer', received: 1500.5, left: 0 }])
    dataOf(await reverse(paid.uses[1]))
    expect(await left()).toEqual([1000])
    expect(await app.checks()).toEqual([])
  })

  test('is allocated to a loan and shares by their rules, and the reversal of the repayment holds it again', async () => {
    await fundCash(app, cooperative, { naira: 1_000_000, on: '2020-01-01' })
    await employersFile({ paid: false })
    const [item] = await listed()
    const loanId = await buildLoan()
    const line = (amount: number) => ({ memberId: ada.id, lines: [{ kind: 'repayment', amount, loanId }] })
    const other = await buildMember(app, cooperative)
    expect((await act(item, 'allocate', { ...line(10), memberId: other.id })).body.errors).toMatchObject([
      { field: 'lines.0.loanId' },
    ])
    const half = { kind: 'shares', amount: 250 }
    expect((await act(item, 'allocate', { memberId: ada.id, lines: [half] })).body.errors).toMatchObject([
      { field: expect.stringMatching(/^lines\.0\./) },
    ])
    const before = await books()
    const paid = dataOf(await act(item, 'allocate', line(1000.5)))
    expect(paid.uses).toMatchObject([{ kind: 'allocate', amount: 1000.5, loanId, to: 'Adaeze Okonkwo' }])
    const after = await books()
    // Principal, and interest where some was due: what the loan and the income got is what was no longer held.
    expect(after('1210') - before('1210') + after('4110') - before('4110')).toBeCloseTo(-1000.5, 2)
    expect([await left(), after('1110-001') - before('1110-001')]).toEqual([[500], 0])
    const { movements } = await done('GET', `/financial/loans/${loanId}`)
    const repayment = movements.find(({ kind }: { kind: string }) => kind === 'repayment')
    dataOf(
      await ask('POST', `/financial/loans/${loanId}/movements/${repayment.id}/reverse`, { reason: 'Another loan' }),
    )
    expect(await left()).toEqual([1500.5])
    expect(await app.checks()).toEqual([])
  })

  test('keeps its return from being reversed while it is used', async () => {
    const { returnId } = await employersFile({ paid: true })
    const [item] = await listed()
    const allocated = dataOf(await act(item, 'allocate', savings(1500.5)))
    const undo = () => ask('POST', `/financial/deductions/returns/${returnId}/reverse`, { reason: 'Wrong file' })
    expect((await undo()).body.message).toContain('₦1,500.50 of this money was allocated')
    dataOf(await reverse(allocated.uses[0]))
    expect(await left()).toEqual([1500.5])
    dataOf(await undo())
    expect(await left()).toEqual([])
    expect(await app.checks()).toEqual([])
  })
})

describe('held money of an online payment', () => {
  test('is allocated in part and then whole, held again by a reversal, and refunded by its provider only', async () => {
    await onlineTransfer(500_000n)
    const [item] = await listed()
    const payment = async () => (await done('GET', '/financial/online-payments'))[0].status
    expect((await act(item, 'refund', { amount: 10, party: 'Musa', reference: 'R1' })).body.message).toContain(
      'Refund this payment at the payment provider.',
    )
    dataOf(await act(item, 'allocate', savings(2000)))
    expect([await left(), await payment()]).toEqual([[3000], 'unallocated'])
    const whole = await ask('POST', `/financial/online-payments/${item.paymentId}/allocate`, savings(5000))
    expect(whole.body.errors).toMatchObject([{ message: expect.stringContaining('₦3,000.00') }])
    const rest = dataOf(await act(item, 'allocate', savings(3000)))
    expect([await left(), await payment()]).toEqual([[], 'allocated'])
    dataOf(await reverse(rest.uses[1]))
    expect(await left()).toEqual([3000])
    dataOf(await act(item, 'allocate', savings(3000)))
    expect(await left()).toEqual([])
    expect((await books())('2110')).toBe(-5000)
    expect(await app.checks()).toEqual([])
  })
})
