import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildCooperative, buildMember, dataOf, type TestCooperative, type TestMember } from '#dev/testing/builders.ts'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'

const path = '/financial/loans'
const dayMilliseconds = 86_400_000
const lagosToday = new Date(Date.now() + 3_600_000).toISOString().slice(0, 10)
const daysBefore = (days: number) =>
  new Date(Date.parse(lagosToday) - days * dayMilliseconds).toISOString().slice(0, 10)

describe('arrears', () => {
  let app: TestApp
  let cooperative: TestCooperative
  let ada: TestMember
  let regular: string

  const ask = (method: string, url: string, body?: unknown) =>
    app.call(method, url, { token: cooperative.token, ...(body !== undefined && { body }) })
  const settings = async (body: object) => dataOf(await ask('PUT', '/financial/config', body))
  const repay = async (loanId: string, amount: number, on?: string) =>
    dataOf(await ask('POST', `${path}/${loanId}/repayments`, { amount, on }), 201)
  const read = async (loanId: string) => dataOf(await ask('GET', `${path}/${loanId}`))
  const portfolio = async () => dataOf(await ask('GET', `${path}/portfolio`))
  /** A loan without interest of six weekly instalments, begun so many days ago: each repays a sixth. */
  const lend = async (principal: number, daysAgo: number, more: object = {}) => {
    const { id } = dataOf(
      await ask('POST', path, { memberId: ada.id, loanConfigId: regular, principal, instalments: 6, ...more }),
      201,
    )
    dataOf(await ask('POST', `${path}/${id}/approve`))
    return dataOf(await ask('POST', `${path}/${id}/disburse`, { on: daysBefore(daysAgo), to: 'cash' }), 201)
      .id as string
  }

  beforeAll(async () => {
    app = await sharedTestApp()
  })
  afterAll(() => app.stop())
  beforeEach(async () => {
    cooperative = await buildCooperative(app, { name: 'Unity Thrift' })
    ada = await buildMember(app, cooperative, { firstName: 'Ada' })
    dataOf(
      await ask('POST', '/financial/transactions', {
        type: 'deposit',
        memberId: ada.id,
        amount: 1_000_000,
        occurredOn: daysBefore(200),
      }),
      201,
    )
    await settings({ guarantorsRequired: 0, entranceFee: 0 })
    regular = dataOf(
      await ask('POST', '/financial/loan-configs', {
        name: 'Weekly',
        interestMethod: 'equal_principal',
        annualRatePercent: 0,
        instalmentsMax: 60,
        savingsMultiple: 2,
        repaidEvery: 'week',
        overdueDaysMax: 0,
        topUpAfterPercent: 0,
      }),
      201,
    ).id
  })

  /** How the list, the dashboard, the portfolio and the register count late loans, and what of 60,000 less what was repaid is set aside. */
  const counted = async () => {
    const [list, dashboard, whole, register] = await Promise.all([
      ask('GET', `${path}?overdue=true`),
      ask('GET', '/financial/dashboard'),
      portfolio(),
      ask('GET', '/cooperatives/members?arrears=loans'),
    ])
    return {
      list: [list.body.meta.total, list.body.meta.summary.overdueLoans],
      dashboard: dataOf(dashboard).loans.overdueLoans,
      portfolio: [whole.totals.overdueLoans, whole.totals.overdue],
      atRisk: whole.atRisk.map(({ outstanding }: { outstanding: number }) => outstanding),
      classes: whole.provisions
        .filter(({ loans }: { loans: number }) => loans > 0)
        .map(({ from, provision }: { from: number; provision: number }) => [from, provision]),
      register: register.body.meta.total,
    }
  }

  test('up to what the society tolerates put no loan in the lists, at risk or in a worse class, though it is owed', async () => {
    // Two instalments of 10,000 are due, 10 and 3 days ago; a kobo of the first was not paid.
    const loanId = await lend(60_000, 17)
    await repay(loanId, 19_999.99)
    const late = {
      list: [1, 1],
      dashboard: 1,
      portfolio: [1, 0.01],
      atRisk: [40_000.01, 0, 0, 0],
      classes: [[1, 2000]],
      register: 1,
    }
    expect(await counted()).toEqual(late)
    expect(await read(loanId)).toMatchObject({ overdue: 0.01, inArrears: true })
    const again = () => ask('POST', path, { memberId: ada.id, loanConfigId: regular, principal: 1000, instalments: 6 })
    expect((await again()).body.errors).toMatchObject([{ field: 'memberId' }])

    await settings({ arrearsTolerance: 0.01 })
    const tolerated = {
      list: [0, 0],
      dashboard: 0,
      portfolio: [0, 0],
      atRisk: [0, 0, 0, 0],
      classes: [[0, 400]],
      register: 0,
    }
    expect(await counted()).toEqual(tolerated)
    expect(await read(loanId)).toMatchObject({ overdue: 0.01, inArrears: false })

    // The kobo is of the instalment that fell due three days ago, because the oldest is paid first.
    await settings({ arrearsTolerance: 0, arrearsToleranceDays: 2 })
    expect(await counted()).toEqual(late)
    await settings({ arrearsToleranceDays: 3 })
    expect(await counted()).toEqual(tolerated)
    dataOf(await again(), 201)
    expect((await ask('PUT', '/financial/config', { arrearsToleranceDays: 31 })).body.errors).toMatchObject([
      { field: 'arrearsToleranceDays' },
    ])
  })
  /** The classes that hold a loan, and what is at risk. */
  const classes = async () => {
    const { atRisk, provisions, kept } = await portfolio()
    return {
      atRisk: atRisk.map(({ outstanding }: { outstanding: number }) => outstanding),
      classes: provisions
        .filter(({ loans }: { loans: number }) => loans > 0)
        .map(({ from, outstanding, provision }: Record<string, number>) => [from, outstanding, provision]),
      kept,
    }
  }

  test('new terms cure nothing: the class is kept until three instalments in a row are paid on time', async () => {
    // The first of six weekly instalments of 10,000 fell due 59 days ago; 24 days ago, after 35 days late, it got new terms.
    const loanId = await lend(60_000, 66)
    const { reschedulings } = dataOf(
      await ask('POST', `${path}/${loanId}/reschedule`, {
        instalments: 6,
        on: daysBefore(24),
        firstDueOn: daysBefore(17),
        reason: 'They were ill',
      }),
      201,
    )
    await repay(loanId, 10_000, daysBefore(17))
    expect((await read(loanId)).keptDelay).toEqual({ days: 35, instalments: 3, paidOnTime: 0 })
    const second = (await repay(loanId, 10_000, daysBefore(10))).movements.at(-1)
    // Of the third instalment, due three days ago, nothing is paid: the count begins again.
    expect(await read(loanId)).toMatchObject({ inArrears: true, keptDelay: { days: 35, paidOnTime: 0 } })
    expect(await classes()).toEqual({
      atRisk: [40_000, 40_000, 0, 0],
      classes: [[31, 40_000, 8000]],
      kept: { loans: 1, outstanding: 40_000 },
    })

    const third = (await repay(loanId, 10_000, daysBefore(3))).movements.at(-1)
    expect((await read(loanId)).keptDelay).toBeNull()
    expect(await classes()).toEqual({
      atRisk: [0, 0, 0, 0],
      classes: [[0, 30_000, 300]],
      kept: { loans: 0, outstanding: 0 },
    })

    // What is undone is counted no more, and a society may ask for more instalments.
    const undo = async ({ id }: { id: string }) =>
      dataOf(await ask('POST', `${path}/${loanId}/movements/${id}/reverse`, { reason: 'Wrong' }))
    await undo(third)
    expect((await read(loanId)).keptDelay).toMatchObject({ days: 35 })
    await repay(loanId, 10_000, daysBefore(3))
    await settings({ arrearsCuredAfter: 4 })
    expect((await read(loanId)).keptDelay).toEqual({ days: 35, instalments: 4, paidOnTime: 3 })
    // Three of six are paid. PAR 1 has the loan, the list of what is overdue has not, and says that it is the difference.
    const inArrears = await ask('GET', '/financial/reports/arrears')
    expect([inArrears.body.data, inArrears.body.meta.summary.lateBeforeNewTerms]).toEqual([
      [],
      { loans: 1, outstanding: 30_000 },
    ])
    expect((await portfolio()).atRisk[0]).toMatchObject({ days: 1, loans: 1, outstanding: 30_000 })
    await settings({ arrearsCuredAfter: 2 })
    expect((await read(loanId)).keptDelay).toBeNull()
    await settings({ arrearsCuredAfter: 3 })
    expect((await read(loanId)).keptDelay).toBeNull()
    expect(second.amount).toBe(10_000)
    expect(reschedulings).toHaveLength(1)
    expect(await app.checks()).toEqual([])
  })

  test('new terms that are taken back leave the delay that was, and a loan that was not late keeps none', async () => {
    const loanId = await lend(60_000, 66)
    const terms = { instalments: 6, on: daysBefore(24), reason: 'They were ill' }
    const { reschedulings } = dataOf(await ask('POST', `${path}/${loanId}/reschedule`, terms), 201)
    expect((await read(loanId)).keptDelay).toMatchObject({ days: 35 })
    dataOf(
      await ask('POST', `${path}/${loanId}/reschedulings/${reschedulings[0].id}/reverse`, {
        reason: 'Of another loan',
      }),
    )
    expect((await read(loanId)).keptDelay).toBeNull()
    expect(await classes()).toMatchObject({ classes: [[31, 60_000, 12_000]], kept: { loans: 0 } })

    await repay(loanId, 10_000, daysBefore(59))
    dataOf(await ask('POST', `${path}/${loanId}/reschedule`, { ...terms, on: daysBefore(55) }), 201)
    expect((await read(loanId)).keptDelay).toBeNull()
  })

  test('a new loan that settles a late one keeps its class, and gives it back when it is undone', async () => {
    // Late by 59 days on the day on which the new loan settles it.
    const old = await lend(60_000, 66)
    dataOf(await ask('PUT', `/financial/loan-config/${regular}`, { overdueDaysMax: null }))
    const { id } = dataOf(
      await ask('POST', path, {
        memberId: ada.id,
        loanConfigId: regular,
        principal: 100_000,
        instalments: 10,
        settles: [old],
      }),
      201,
    )
    dataOf(await ask('POST', `${path}/${id}/approve`))
    const { movements } = dataOf(await ask('POST', `${path}/${id}/disburse`, { to: 'cash' }), 201)
    expect(await read(id)).toMatchObject({ keptDelay: { days: 59, instalments: 3, paidOnTime: 0 }, overdue: 0 })
    expect((await read(old)).status).toBe('completed')
    // What the books set aside is 20 % of the whole new loan: 31 to 60 days late.
    expect(await classes()).toEqual({
      atRisk: [100_000, 100_000, 0, 0],
      classes: [[31, 100_000, 20_000]],
      kept: { loans: 1, outstanding: 100_000 },
    })
    dataOf(await ask('POST', `${path}/${id}/movements/${movements[0].id}/reverse`, { reason: 'Wrong' }))
    expect(await read(id)).toMatchObject({ status: 'approved', keptDelay: null })
    expect(await classes()).toMatchObject({ classes: [[31, 60_000, 12_000]], kept: { loans: 0 } })
    expect(await app.checks()).toEqual([])
  })
})
