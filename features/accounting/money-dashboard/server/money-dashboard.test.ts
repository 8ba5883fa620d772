import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  buildCooperative,
  buildMember,
  dataOf,
  loginMember,
  postJournals,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'

type Month = { month: string; received: number; paid: number }
type Line = { code: string; debit: number; credit: number }

describe('the dashboard of the money', () => {
  let app: TestApp
  let cooperative: TestCooperative
  let ada: TestMember
  let adaToken: string

  const ask = (method: string, url: string, body?: unknown, token = cooperative.token) =>
    app.call(method, url, { token, ...(body !== undefined && { body }) })
  const get = async (url: string) => dataOf(await ask('GET', url))
  const dashboard = () => get('/financial/dashboard')
  const today = new Date(Date.now() + 3_600_000).toISOString().slice(0, 10)
  /** The day in the month so many months ago. */
  const ago = (months: number, day = '10') => {
    const [year = 0, month = 0] = today.split('-').map(Number)
    return `${new Date(Date.UTC(year, month - 1 - months, 1)).toISOString().slice(0, 7)}-${day}`
  }

  beforeAll(async () => {
    app = await sharedTestApp()
    cooperative = await buildCooperative(app)
  })
  afterAll(() => app.stop())

  test('of an empty society has its months and nothing in them', async () => {
    const { months, accounts, cashAndBank, accountTypes, loans, waiting } = await dashboard()
    expect(months).toHaveLength(12)
    expect(months.at(-1)).toEqual({ month: `${today.slice(0, 7)}-01`, received: 0, paid: 0 })
    expect(accounts.map(({ code, balance }: { code: string; balance: number }) => [code, balance])).toEqual([
      ['1010', 0],
      ['1015', 0],
      ['1020', 0],
    ])
    expect([cashAndBank, waiting, loans]).toEqual([
      0,
      [],
      {
        loans: 0,
        outstanding: 0,
        overdue: 0,
        overdueLoans: 0,
        atRisk: { days: 30, loans: 0, outstanding: 0, percent: 0 },
      },
    ])
    expect(
      accountTypes.every(
        ({ balance, members }: { balance: number; members: number }) => balance === 0 && members === 0,
      ),
    ).toBe(true)
  })

  test('agrees with cash book, trial balance, receipts and payments and portfolio', async () => {
    ada = await buildMember(app, cooperative)
    adaToken = await loginMember(app, ada)
    const record = async (body: object) =>
      dataOf(await ask('POST', '/financial/transactions', { memberId: ada.id, ...body }), 201)
    await record({ type: 'deposit', amount: 200_000, occurredOn: ago(11) })
    const wrong = await record({ type: 'deposit', amount: 700.25, occurredOn: ago(3) })
    await record({ type: 'withdrawal', amount: 1500.5, occurredOn: ago(2) })
    await record({ type: 'share_purchase', shares: 20, occurredOn: ago(2) })
    await record({ type: 'deposit', amount: 99, occurredOn: ago(14) })
    // Between the own accounts: neither in nor out.
    await postJournals(app, cooperative, [
      { on: ago(1), lines: [['1020', '1010', 50_000]] },
      { on: ago(1), lines: [['5310', '1020', 12.75]] },
    ])
    dataOf(await ask('POST', `/financial/transactions/${wrong.id}/reverse`, { reason: 'It never came in.' }))
    dataOf(await ask('PUT', '/financial/config', { guarantorsRequired: 0 }))
    const configs = await get('/financial/loan-configs')
    const regular = configs.find(({ name }: { name: string }) => name === 'Regular')
    const { id } = dataOf(
      await ask('POST', '/financial/loans', {
        memberId: ada.id,
        loanConfigId: regular.id,
        principal: 120_000,
        instalments: 12,
      }),
      201,
    )
    dataOf(await ask('POST', `/financial/loans/${id}/approve`))
    dataOf(await ask('POST', `/financial/loans/${id}/disburse`, { on: ago(4, '01'), to: 'cash' }), 201)
    dataOf(await ask('POST', `/financial/loans/${id}/repayments`, { amount: 5000, on: ago(3, '05') }), 201)

    const { asOf, months, accounts, cashAndBank, accountTypes, loans } = await dashboard()
    for (const { month, received, paid } of months as Month[]) {
      const last = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0))
        .toISOString()
        .slice(0, 10)
      const { totals } = await get(`/financial/reports/receipts-and-payments?from=${month}&to=${last}`)
      expect({ month, received, paid }).toEqual({ month, received: totals.receipts, paid: totals.payments })
    }
    const sum = (which: 'received' | 'paid') => (months as Month[]).reduce((total, month) => total + month[which], 0)

    const year = await get(`/financial/reports/receipts-and-payments?from=${(months as Month[])[0]?.month}&to=${asOf}`)
    expect([sum('received'), sum('paid')]).toEqual([year.totals.receipts, year.totals.payments])
    expect(sum('paid')).toBe(121_513.25)
    const lines: Line[] = (await get(`/financial/reports/trial-balance?asOf=${asOf}`)).accounts
    const net = (code: string) =>
      lines.filter((line) => line.code === code).reduce((total, { debit, credit }) => total + debit - credit, 0)
    for (const { code, balance } of accounts) expect([code, balance]).toEqual([code, net(code)])
    const book = (await ask('GET', '/financial/reports/cash-book')).body.meta.summary
    expect(cashAndBank).toBe(book.closing)
    const types = (await ask('GET', '/financial/reports/member-balances')).body.meta.summary.accountTypes
    for (const { id: typeId, controlCode } of types)
      expect(
        accountTypes.find(({ accountTypeId }: { accountTypeId: string }) => accountTypeId === typeId)?.balance ?? 0,
      ).toBe(0 - net(controlCode))
    const { totals, atRisk } = await get('/financial/loans/portfolio')
    expect(loans).toEqual({ ...totals, atRisk: atRisk.find(({ days }: { days: number }) => days === 30) })
    expect(loans.outstanding).toBe(net('1210'))
    expect([loans.overdueLoans, loans.atRisk.percent, loans.overdue > 0]).toEqual([1, 100, true])
  })

  test('says what waits for the officer, and no one else sees it', async () => {
    expect((await dashboard()).waiting).toEqual([])
    dataOf(await ask('POST', '/financial/transactions/deposits', { amount: 3000, occurredOn: today }, adaToken), 201)
    dataOf(
      await ask('POST', '/financial/transactions', { type: 'withdrawal', amount: 100, occurredOn: today }, adaToken),
      201,
    )
    const configs = await get('/financial/loan-configs')
    const applied = configs.find(({ name }: { name: string }) => name === 'Emergency')
    // The member's other loan is late.
    dataOf(await ask('PUT', `/financial/loan-config/${applied.id}`, { overdueDaysMax: null }))
    dataOf(
      await ask('POST', '/financial/loans', {
        memberId: ada.id,
        loanConfigId: applied.id,
        principal: 10_000,
        instalments: 2,
      }),
      201,
    )
    // A withdrawal, money that was reported, and a loan: the page to which the figure leads shows as many.
    const { waiting } = await dashboard()
    const { meta } = (await ask('GET', '/financial/approvals?mine=true')).body
    expect([waiting, meta.total]).toEqual([[{ kind: 'approvals', count: 3 }], 3])
    expect((await ask('GET', '/financial/dashboard', undefined, adaToken)).status).toBe(403)
    const other = await buildCooperative(app)
    expect(dataOf(await ask('GET', '/financial/dashboard', undefined, other.token))).toMatchObject({
      cashAndBank: 0,
      waiting: [],
    })
  })
})
