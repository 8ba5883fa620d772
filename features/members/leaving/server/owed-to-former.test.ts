import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  dataOf,
  loginMember,
  postJournals,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'
import { startPayments } from '#dev/testing/paying-society.ts'
import { appropriateSurplus, buildNamed, buildSurplusSociety, kobo, naira } from '#dev/testing/surplus-society.ts'

const owed = 'Owed to former members'

const deskOf = (app: TestApp, cooperative: TestCooperative) => {
  const ask = (method: string, path: string, body?: unknown) =>
    app.call(method, path, { token: cooperative.token, ...(body !== undefined && { body }) })
  const done = async (method: string, path: string, body?: unknown, status = 200) =>
    dataOf(await ask(method, path, body), status)
  return {
    ask,
    done,
    /** What is on the accounts that hold something, by their names. */
    async holds({ id }: TestMember): Promise<Record<string, number>> {
      const rows: { name: string; balance: number }[] = await done('GET', `/financial/members/${id}/accounts`)
      return Object.fromEntries(rows.filter(({ balance }) => balance !== 0).map(({ name, balance }) => [name, balance]))
    },
    /** The member leaves at once and is paid everything in cash. */
    async settle({ id }: TestMember, reason = 'expulsion') {
      const { leaving, statement, payees } = await done('POST', `/cooperatives/members/${id}/leaving`, { reason }, 201)
      const accounts = await done('GET', '/financial/accounts?use=money')
      const cash = accounts.find(({ code }: { code: string }) => code === '1010').id
      const paid = payees.map(({ number }: { number: number }) => ({ number, paidThrough: cash }))
      await done('POST', `/cooperatives/leavings/${leaving.id}/settle`, { net: statement.net, payees: paid })
    },
    async agree() {
      expect(await app.checks()).toEqual([])
      const { balanced, totals } = await done('GET', '/financial/reports/trial-balance')
      expect([balanced, totals.debit]).toEqual([true, totals.credit])
    },
    async notices({ id }: TestMember): Promise<number> {
      const { rows } = await app.admin.query('select count(*) from app.notification where member_id = $1', [id])
      return Number(rows[0].count)
    },
  }
}

describe('a dividend and a patronage refund', () => {
  const pool = 31_234.57
  const refund = 6000.05
  /** One of three parts by shares; half by interest, and the kobo that is left goes to the first. */
  const dividend = (kobo(pool) * 20n) / 60n
  const patronage = (kobo(refund) + 1n) / 2n
  let app: TestApp
  let desk: ReturnType<typeof deskOf>
  let ada: TestMember
  let bola: TestMember
  let terms: Record<string, string>
  let [savingsType, sharesType, bankId, patronageId] = ['', '', '', '']
  const transactions: string[] = []

  beforeAll(async () => {
    app = await startTestApp()
    const society = await buildSurplusSociety(app)
    ;({ savingsType, sharesType } = society)
    const { cooperative, accounts } = society
    desk = deskOf(app, cooperative)
    const { done } = desk
    await done('PUT', '/financial/config', {
      ...{ guarantorsRequired: 0, waitingMonths: 0, entranceFee: 0, leavingFee: 0, shareCeilingPercent: 100 },
    })
    bankId = (await done('GET', '/financial/bank-accounts'))[0].accountId
    ;({ Ada: ada, Bola: bola } = await buildNamed(app, cooperative, ['Ada', 'Bola']))
    const { id: loanConfigId } = await done(
      'POST',
      '/financial/loan-configs',
      {
        ...{ name: 'Short', interestMethod: 'equal_principal', annualRatePercent: 12, instalmentsMax: 12 },
        ...{ savingsMultiple: 5, overdueDaysMax: null, topUpAfterPercent: 0 },
      },
      201,
    )
    for (const [{ id: memberId }, shares] of [
      [ada, 20],
      [bola, 40],
    ] as const) {
      const on = '2024-12-01'
      await done('POST', '/financial/transactions', { type: 'deposit', memberId, amount: 90_000, occurredOn: on }, 201)
      await done('POST', '/financial/transactions', { type: 'share_purchase', memberId, shares, occurredOn: on }, 201)
      const loan = await done(
        'POST',
        '/financial/loans',
        { memberId, loanConfigId, principal: 60_000, instalments: 1 },
        201,
      )
      await done('POST', `/financial/loans/${loan.id}/approve`)
      await done('POST', `/financial/loans/${loan.id}/disburse`, { to: 'cash', on: '2025-03-01' }, 201)
      const { amount } = await done('GET', `/financial/loans/${loan.id}/settlement-quote?on=2025-04-01`)
      await done('POST', `/financial/loans/${loan.id}/repayments`, { amount, on: '2025-04-01', from: 'cash' }, 201)
    }
    await postJournals(app, cooperative, [{ on: '2025-02-01', lines: [['1020', '4110', 60_000]] }])
    await done(
      'POST',
      '/financial/books/close-year',
      {
        yearEnd: '2025-12-31',
        accepted: [
          { item: 'provision', reason: 'The meeting decides on it' },
          { item: 'bank:1020', reason: 'The bank sent no statement' },
        ],
      },
      201,
    )
    await done(
      'POST',
      '/financial/accounts',
      { code: '2350', name: 'Patronage refund payable', class: 'liability' },
      201,
    )
    const chart: { id: string; code: string }[] = (await desk.ask('GET', '/financial/accounts?limit=100')).body.data
    patronageId = chart.find(({ code }) => code === '2350')?.id ?? ''
    const accountId = accounts.get('2320') ?? ''
    const { id: appropriationId } = await appropriateSurplus(app, cooperative, [
      { accountId, amount: pool },
      { accountId: patronageId, amount: refund },
    ])
    terms = { appropriationId, accountId, paidTo: savingsType }
    await desk.settle(ada)
  })
  afterAll(() => app.stop())

  const run = async (more: object, net: number) => {
    const { transactionId } = await desk.done(
      'POST',
      '/financial/dividends',
      { ...terms, ...more, members: 2, net },
      201,
    )
    transactions.push(transactionId)
  }
  const byShares = { basis: 'balance', method: 'closing' }

  test('are owed to one who has left, not saved, and are told to no one but members', async () => {
    const [told, others] = [await desk.notices(ada), await desk.notices(bola)]
    await run({ ...byShares, accountTypeId: sharesType }, pool)
    await run({ accountId: patronageId, basis: 'interest_paid' }, refund)
    expect(await desk.holds(ada)).toEqual({ [owed]: naira(dividend + patronage) })
    expect((await desk.holds(bola))['Ordinary savings']).toBe(
      90_000 + naira(kobo(pool) - dividend + kobo(refund) - patronage),
    )
    expect([await desk.notices(ada), await desk.notices(bola)]).toEqual([told, others + 2])
    await desk.agree()
  })

  test('are shown on the member’s page and paid with a reference; a payment that came back is owed again', async () => {
    const { owed: shown } = await desk.done('GET', `/cooperatives/members/${ada.id}`)
    expect(shown).toBe(naira(dividend + patronage))
    const listed: { name: string; accountTypeId: string }[] = await desk.done(
      'GET',
      `/financial/members/${ada.id}/accounts`,
    )
    const accountTypeId = listed.find(({ name }) => name === owed)?.accountTypeId
    const paid = { type: 'withdrawal', memberId: ada.id, accountTypeId, amount: 1000, paidThrough: bankId }
    const { id } = await desk.done('POST', '/financial/transactions', { ...paid, reference: 'TRF 77' }, 201)
    expect(await desk.holds(ada)).toEqual({ [owed]: naira(dividend + patronage) - 1000 })
    await desk.agree()
    await desk.done('POST', `/financial/transactions/${id}/reverse`, { reason: 'The bank sent it back' })
    expect(await desk.holds(ada)).toEqual({ [owed]: naira(dividend + patronage) })
  })

  test('are paid out to the bank together with what members are paid there', async () => {
    const details = { bankName: 'OPay', accountNumber: '8031234560', accountName: 'ADA OBI' }
    const got = await desk.done('GET', '/financial/dividends/payable')
    expect(got).toMatchObject({ members: 0, withoutAccount: { members: 1, amount: naira(dividend + patronage) } })
    await desk.done('PUT', `/cooperatives/members/${ada.id}/bank-details`, details)
    const amount = naira(dividend + patronage)
    await desk.done('POST', '/financial/dividends/payments', { accountId: bankId, members: 1, amount }, 201)
    expect(await desk.holds(ada)).toEqual({})
    await desk.agree()
  })
})

describe('what comes in after a member left', () => {
  let app: TestApp
  let stop: () => Promise<void>
  let payments: Awaited<ReturnType<typeof startPayments>>
  let cooperative: TestCooperative
  let desk: ReturnType<typeof deskOf>
  let ada: TestMember
  let bola: TestMember
  let societies = 0

  beforeAll(async () => {
    payments = await startPayments({ accountBank: 'test-bank' })
    ;({ app, stop } = payments)
  })
  afterAll(() => stop())
  beforeEach(async () => {
    cooperative = await buildCooperative(app)
    desk = deskOf(app, cooperative)
    ada = await buildMember(app, cooperative)
    bola = await buildMember(app, cooperative, { firstName: 'Bola', lastName: 'Ade' })
    await desk.done('PUT', '/financial/config', { leavingFee: 0 })
  })

  test('interest that a settlement of before did not pay is owed', async () => {
    const interest = { annualRatePercent: 10, method: 'daily', every: 'month' }
    const type = await desk.done(
      'POST',
      '/financial/account-types',
      { name: 'Special', kind: 'savings', interest },
      201,
    )
    for (const { id: memberId } of [ada, bola])
      await desk.done(
        'POST',
        '/financial/transactions',
        { type: 'deposit', memberId, accountTypeId: type.id, amount: 36_500, occurredOn: '2025-12-31' },
        201,
      )
    await desk.settle(ada)
    await app.admin.query(`update app.leaving set statement = statement - 'interest' where member_id = $1`, [ada.id])
    // ₦36,500 at 10 % are ₦10 a day, and January has 31.
    const run = { accountTypeId: type.id, to: '2026-01-31', total: 620 }
    await desk.done('POST', '/financial/interest/runs', run, 201)
    expect([await desk.holds(ada), await desk.holds(bola)]).toEqual([{ [owed]: 310 }, { Special: 36_810 }])
    await desk.agree()
  })

  test.each(['deduction', 'remittance'])(
    'an employer’s deduction that is credited on %s is owed, also of one who is not on the schedule',
    async (creditOn) => {
      const { done } = desk
      const chidi = await buildMember(app, cooperative, { firstName: 'Chidi', lastName: 'Eze' })
      const employer = await done('POST', '/financial/employers', { name: 'Ministry of Works', code: 'MW-7' }, 201)
      const rows = [ada, bola, chidi].map(({ membershipno }, n) => ({
        ...{ membershipno, staffNumber: `P000${n + 1}`, from: '2025-02-01', shares: 1000 },
      }))
      await done('PUT', `/financial/employers/${employer.id}/members`, { rows })
      await done('PUT', '/financial/deductions/settings', { levy: 200, creditOn })
      await desk.settle(chidi)
      const period = new Date(Date.now() + 3_600_000).toISOString().slice(0, 7)
      const schedules = '/financial/deductions/schedules'
      const { id } = await done('POST', schedules, { employerId: employer.id, period }, 201)
      await done('POST', `${schedules}/${id}/send`)
      await desk.settle(ada)
      const content = Buffer.from('STAFF NUMBER,Name,Total\r\nP0001,Ada,6200\r\nP0002,Bola,6200\r\nP0003,Chidi,5100.5')
      const file = { name: 'return.csv', content }
      const sent = await app.call('POST', `${schedules}/${id}/returns`, { token: cooperative.token, file })
      const { id: returnId } = dataOf(sent, 201)
      await done('POST', `/financial/deductions/returns/${returnId}/post`, undefined, 202)
      await app.settled()
      if (creditOn === 'remittance') {
        await done('POST', `${schedules}/${id}/remittances`, { amount: 17_500.5 }, 201)
        await app.settled()
      }
      await expect
        .poll(async () => (await done('GET', `/financial/deductions/returns/${returnId}`)).status)
        .toBe('posted')
      expect([await desk.holds(ada), await desk.holds(chidi)]).toEqual([{ [owed]: 6200 }, { [owed]: 5100.5 }])
      expect(await desk.holds(bola)).toEqual({ 'Ordinary savings': 5000, Shares: 1000 })
      // It has an owner, so it is not held for want of one.
      expect(await done('GET', '/financial/held-money')).toEqual([])
      await desk.agree()
    },
  )

  test('a bank transfer to the number of one who has left is owed', async () => {
    const { simulator, deliver } = payments
    const subaccount = `ACCT_former${(societies += 1)}`
    await desk.done('PUT', '/financial/online-payment-settings', { isOn: true, subaccount, chargeBorneBy: 'society' })
    const token = await loginMember(app, ada)
    dataOf(await app.call('POST', '/member-portal/transfer-account', { token }), 201)
    await app.settled()
    const { account } = dataOf(await app.call('GET', '/member-portal/transfer-account', { token }))
    await desk.settle(ada)
    const told = await desk.notices(ada)
    const reference = simulator.transfer({ to: account.number, amount: 750_025n, sender: 'ADA OBI' })
    expect((await deliver(simulator.event(reference))).status).toBe(200)
    await app.settled()
    expect(await desk.done('GET', '/financial/online-payments')).toMatchObject([{ status: 'posted' }])
    expect([await desk.holds(ada), await desk.notices(ada)]).toEqual([{ [owed]: 7500.25 }, told])
    await desk.agree()
  })
})
