import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addMonths, type Period, periodsBetween } from '#core/calendar.ts'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  dataOf,
  loginMember,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'

const thisMonth = new Date(Date.now() + 3_600_000).toISOString().slice(0, 7) as Period
const joined = addMonths(thisMonth, -2)
const lastDay = (period: Period) =>
  new Date(Date.UTC(Number(period.slice(0, 4)), Number(period.slice(5)), 0)).toISOString().slice(0, 10)

describe("a member's portal", () => {
  let app: TestApp
  let cooperative: TestCooperative
  let member: TestMember
  let token: string

  beforeAll(async () => {
    app = await sharedTestApp()
    cooperative = await buildCooperative(app, { name: 'Market Women' })
    member = await buildMember(app, cooperative, {
      firstName: 'Ngọzi',
      lastName: 'Okonkwo',
      registrationDate: `${joined}-01`,
      monthlyContributions: 5000,
    })
    token = await loginMember(app, member)
    const other = await buildMember(app, cooperative)
    const post = (body: unknown) => app.call('POST', '/financial/contributions', { token: cooperative.token, body })
    dataOf(await post({ memberId: member.id, amount: 5000, period: joined }), 201)
    dataOf(
      await post({ memberId: member.id, amount: 3000.5, period: addMonths(thisMonth, -1), description: 'Part of it' }),
      201,
    )
    dataOf(await post({ memberId: other.id, amount: 99_000 }), 201)
  })
  afterAll(() => app.stop())

  const dashboard = async () => dataOf(await app.call('GET', '/member-portal/dashboard?_t=1', { token }))

  test('shows their own record, with their cooperative and their last login', async () => {
    expect(dataOf(await app.call('GET', '/member-portal/profile?_t=1', { token }))).toMatchObject({
      memberid: member.id,
      firstName: 'Ngọzi',
      membershipno: member.membershipno,
      activated: true,
      monthlyContributions: 5000,
      personalInfo: { cooperative: { name: 'Market Women', logo: null } },
      lastLogin: expect.stringMatching(/Z$/),
    })
  })

  test('adds up what they paid, what they owe by month, and what comes next', async () => {
    const data = await dashboard()
    expect(data.profile).toEqual({
      firstName: 'Ngọzi',
      lastName: 'Okonkwo',
      membershipno: member.membershipno,
      registrationDate: `${joined}-01`,
    })
    // 1,999.50 of last month and the whole of this one.
    expect(data.financialSummary).toEqual({
      totalContributions: 8000.5,
      outstandingContributions: 6999.5,
      totalLoans: 0,
      outstandingLoans: 0,
      totalDeposits: 0,
      totalHeld: 8000.5,
      savings: 8000.5,
      fixedDeposits: 0,
      shares: 0,
      contributionArrears: 1999.5,
      loanArrears: 0,
    })
    expect(data.accounts).toEqual([{ name: 'Ordinary savings', balance: 8000.5 }])
    expect(
      data.recentTransactions.map(({ amount, description }: Record<string, unknown>) => [amount, description]),
    ).toEqual([
      [3000.5, 'Part of it'],
      [5000, `Contribution for ${joined}`],
    ])
    expect(data.upcomingPayments).toMatchObject([
      {
        kind: 'contribution_arrears',
        period: addMonths(thisMonth, -1),
        dueOn: lastDay(addMonths(thisMonth, -1)),
        amount: 1999.5,
      },
      { kind: 'contribution', period: thisMonth, dueOn: lastDay(thisMonth), amount: 5000 },
    ])
  })

  test('their contributions list and their dashboard agree, and show no other member', async () => {
    const { body } = await app.call('GET', '/financial/contributions?sort=period', { token })
    expect(
      body.data.map(({ period, expected, paid, standing }: Record<string, unknown>) => [
        period,
        expected,
        paid,
        standing,
      ]),
    ).toEqual(
      periodsBetween(joined, thisMonth).map((period, n) => [
        period,
        5000,
        [5000, 3000.5, 0][n],
        ['paid', 'part', 'missing'][n],
      ]),
    )
    const { financialSummary } = await dashboard()
    expect(body.meta.summary).toEqual({
      expected: 15_000,
      paid: financialSummary.totalContributions,
      outstanding: financialSummary.outstandingContributions,
    })
    expect((await app.call('GET', '/financial/transactions', { token })).body.meta.summary).toEqual({
      in: 8000.5,
      out: 0,
    })
  })

  test('once this month is paid the next one comes up', async () => {
    const early = await buildMember(app, cooperative, {
      registrationDate: `${thisMonth}-01`,
      monthlyContributions: 1000,
    })
    const own = await loginMember(app, early)
    dataOf(
      await app.call('POST', '/financial/contributions', {
        token: cooperative.token,
        body: { memberId: early.id, amount: 1000 },
      }),
      201,
    )
    const data = dataOf(await app.call('GET', '/member-portal/dashboard', { token: own }))
    expect(data.upcomingPayments).toMatchObject([{ period: addMonths(thisMonth, 1), amount: 1000 }])
    expect(data.financialSummary.outstandingContributions).toBe(0)
    expect(data.employer).toBeNull()

    // Whose salary is cut reads by whom, and no one else does.
    const officer = async (method: string, path: string, body: unknown, status = 200) =>
      dataOf(await app.call(method, path, { token: cooperative.token, body }), status)
    const works = await officer('POST', '/financial/employers', { name: 'Ministry of Works', code: 'MW' }, 201)
    await officer('PUT', `/financial/employers/${works.id}/members`, {
      rows: [{ membershipno: early.membershipno, staffNumber: 'P1', from: `${thisMonth}-01` }],
    })
    const employerOf = async (of: string) =>
      dataOf(await app.call('GET', '/member-portal/dashboard', { token: of })).employer
    expect([await employerOf(own), await employerOf(token)]).toEqual(['Ministry of Works', null])
  })

  test('what a loan asks for is among the next payments, to the kobo as the loans page has it', async () => {
    const borrower = await buildMember(app, cooperative, { registrationDate: '2024-01-10', monthlyContributions: 0 })
    const own = await loginMember(app, borrower)
    const call = async (method: string, path: string, body?: unknown, status = 200) =>
      dataOf(await app.call(method, path, { token: cooperative.token, ...(body !== undefined && { body }) }), status)
    await call(
      'POST',
      '/financial/transactions',
      { type: 'deposit', memberId: borrower.id, amount: 100_000, occurredOn: `${addMonths(thisMonth, -4)}-10` },
      201,
    )
    const regular = (await call('GET', '/financial/loan-config')).id
    await call('PUT', `/financial/loan-config/${regular}`, { guarantorsRequired: 0 })
    const { id } = await call(
      'POST',
      '/financial/loans',
      { memberId: borrower.id, loanConfigId: regular, principal: 60_000, instalments: 12 },
      201,
    )
    const dashboardOf = async () => dataOf(await app.call('GET', '/member-portal/dashboard', { token: own }))
    expect(await dashboardOf()).toMatchObject({
      financialSummary: { totalLoans: 0, outstandingLoans: 0 },
      upcomingPayments: [],
    })
    await call('POST', `/financial/loans/${id}/approve`, {})
    await call('POST', `/financial/loans/${id}/disburse`, { to: 'cash', on: `${addMonths(thisMonth, -3)}-01` }, 201)
    const [loan] = dataOf(await app.call('GET', '/financial/loans', { token: own }))
    expect(loan.overdue).toBeGreaterThan(0)
    const { financialSummary, upcomingPayments } = await dashboardOf()
    expect(financialSummary).toMatchObject({
      totalLoans: 60_000,
      outstandingLoans: loan.outstanding,
      loanArrears: loan.overdue,
      contributionArrears: 0,
    })
    expect(await call('GET', `/cooperatives/members/${borrower.id}`)).toMatchObject({
      loans: loan.outstanding,
      arrears: { contributions: 0, loans: loan.overdue },
    })
    expect(upcomingPayments).toEqual([
      {
        kind: 'arrears',
        loanId: id,
        loan: loan.loanConfig,
        dueOn: `${addMonths(thisMonth, -2)}-01`,
        amount: loan.overdue,
      },
      { kind: 'instalment', loanId: id, loan: loan.loanConfig, dueOn: loan.next.on, amount: loan.next.amount },
    ])
  })

  test('all that they hold is one sum, fixed deposits and shares with it, and what is late comes before what is to come', async () => {
    const call = async (method: string, path: string, body?: unknown, status = 200) =>
      dataOf(await app.call(method, path, { token: cooperative.token, ...(body !== undefined && { body }) }), status)
    const holder = await buildMember(app, cooperative, { registrationDate: `${joined}-01`, monthlyContributions: 2000 })
    const own = await loginMember(app, holder)
    const before = `${addMonths(thisMonth, -1)}-02`
    const { id: sixMonths } = await call(
      'POST',
      '/financial/account-types',
      {
        name: 'Six months fixed',
        kind: 'fixed_deposit',
        fixedDeposit: {
          annualRatePercent: 10,
          months: 6,
          leastAmount: 10_000,
          atMaturity: 'pay_out',
          breakRule: 'forfeit',
        },
      },
      201,
    )
    const [{ id: savings }] = await call('GET', '/financial/account-types')
    await call('PUT', '/financial/config', {
      shareParValue: 1000,
      sharesMin: 0,
      shareCeilingPercent: 100,
      shareApprovals: 0,
    })
    await call(
      'POST',
      '/financial/transactions',
      { type: 'deposit', memberId: holder.id, amount: 90_000, occurredOn: before },
      201,
    )
    await call(
      'POST',
      '/financial/transactions',
      { type: 'share_purchase', memberId: holder.id, shares: 5, accountTypeId: savings, occurredOn: before },
      201,
    )
    await call(
      'POST',
      '/financial/fixed-deposits',
      {
        memberId: holder.id,
        accountTypeId: sixMonths,
        amount: 60_000.25,
        fromAccountTypeId: savings,
        occurredOn: before,
      },
      201,
    )
    const { financialSummary, upcomingPayments } = dataOf(
      await app.call('GET', '/member-portal/dashboard', { token: own }),
    )
    // Money only changed its account: what was paid in is what is held.
    expect(financialSummary).toMatchObject({
      totalHeld: 90_000,
      fixedDeposits: 60_000.25,
      shares: 5000,
      // What was paid in as deposits, wherever it went since.
      totalDeposits: 90_000,
      savings: 24_999.75,
      contributionArrears: 4000,
      loanArrears: 0,
    })
    expect(upcomingPayments).toMatchObject([
      { kind: 'contribution_arrears', period: joined, dueOn: lastDay(joined), amount: 4000 },
      { kind: 'contribution', period: thisMonth, amount: 2000 },
    ])
    // The officer's page of them says the same.
    expect(await call('GET', `/cooperatives/members/${holder.id}`)).toMatchObject({
      savings: 24_999.75,
      shares: 5000,
      fixedDeposits: 60_000.25,
      loans: 0,
      arrears: { contributions: 4000, loans: 0 },
    })
  })

  test('an inactive member owes nothing new, and what they owed stays', async () => {
    const idle = await buildMember(app, cooperative, { registrationDate: `${joined}-01`, monthlyContributions: 1000 })
    const own = await loginMember(app, idle)
    dataOf(
      await app.call('PUT', `/cooperatives/members/${idle.id}`, {
        token: cooperative.token,
        body: { status: 'inactive' },
      }),
    )
    const data = dataOf(await app.call('GET', '/member-portal/dashboard', { token: own }))
    expect(data.financialSummary.outstandingContributions).toBe(2000)
    expect(data.upcomingPayments).toEqual([
      { kind: 'contribution_arrears', period: joined, dueOn: lastDay(joined), amount: 2000 },
    ])
    expect((await app.call('GET', '/financial/contributions', { token: own })).body.meta.summary.outstanding).toBe(2000)
  })
})
