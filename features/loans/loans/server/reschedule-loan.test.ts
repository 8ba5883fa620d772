import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  agreed,
  buildCooperative,
  buildMember,
  dataOf,
  fundCash,
  loginMember,
  statusesOf,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'

const path = '/financial/loans'

describe('a running loan is given new terms', () => {
  let app: TestApp
  let cooperative: TestCooperative
  let ada: TestMember
  let token: string
  let regular: string
  let loanId: string

  const ask = (method: string, url: string, body?: unknown, as = cooperative.token) =>
    app.call(method, url, { token: as, ...(body !== undefined && { body }) })
  const read = async (as?: string) => dataOf(await ask('GET', `${path}/${loanId}`, undefined, as))
  const preview = (body: object = {}) =>
    ask('POST', `${path}/${loanId}/reschedule/preview`, { instalments: 12, ...body })
  const reschedule = (body: object = {}, as?: string) =>
    ask('POST', `${path}/${loanId}/reschedule`, { instalments: 12, reason: 'They were ill', ...body }, as)
  const takeBack = (id: string, as?: string) =>
    ask('POST', `${path}/${loanId}/reschedulings/${id}/reverse`, { reason: 'Of another loan' }, as)
  const repay = (amount: number, on?: string) => ask('POST', `${path}/${loanId}/repayments`, { amount, on })
  const sum = (lines: Record<string, number>[], part: string) =>
    Math.round(lines.reduce((all, line) => all + (line[part] ?? 0), 0) * 100) / 100
  const books = async () => {
    expect(await app.checks()).toEqual([])
    const { debit, credit } = dataOf(await ask('GET', '/financial/reports/trial-balance')).totals
    expect(debit).toBe(credit)
  }

  beforeAll(async () => {
    app = await sharedTestApp()
  })
  afterAll(() => app.stop())
  /** 60,000 at 12 % over six months since May; the first instalment was paid, the others are missed. */
  beforeEach(async () => {
    cooperative = await buildCooperative(app, { name: 'Unity Thrift' })
    await fundCash(app, cooperative, { naira: 10_000_000, on: '2020-01-01' })
    ada = await buildMember(app, cooperative, { firstName: 'Ada' })
    token = await loginMember(app, ada)
    dataOf(
      await ask('POST', '/financial/transactions', {
        type: 'deposit',
        memberId: ada.id,
        amount: 40_000,
        occurredOn: '2026-05-01',
      }),
      201,
    )
    dataOf(await ask('PUT', '/financial/config', { guarantorsRequired: 0, writeOffApprovals: 0 }))
    regular = dataOf(await ask('GET', '/financial/loan-config')).id
    dataOf(await ask('PUT', `/financial/loan-config/${regular}`, { guarantorsRequired: 0, guarantorCoverPercent: 0 }))
    loanId = dataOf(
      await ask('POST', path, {
        memberId: ada.id,
        loanConfigId: regular,
        principal: 60_000,
        instalments: 6,
        guarantors: [],
      }),
      201,
    ).id
    dataOf(await ask('POST', `${path}/${loanId}/approve`))
    dataOf(await ask('POST', `${path}/${loanId}/disburse`, { on: '2026-05-31', to: 'cash' }), 201)
    dataOf(await repay(10_352.9, '2026-06-30'), 201)
  })

  test('shows what is still to pay by the old and by the new terms, and changes nothing', async () => {
    const before = await read()
    const {
      outstanding,
      interestOwed,
      before: old,
      after,
      ...terms
    } = dataOf(await preview({ on: '2026-09-30', firstDueOn: '2026-10-31', annualRatePercent: 6 }))
    expect(terms).toEqual({ on: '2026-09-30', firstDueOn: '2026-10-31', annualRatePercent: 6 })
    expect([outstanding, sum(old.lines, 'principal'), sum(after.lines, 'principal')]).toEqual([
      before.outstanding,
      before.outstanding,
      before.outstanding,
    ])
    expect(interestOwed).toBeGreaterThan(0)
    expect([old.lines.length, after.lines.length]).toEqual([5, 12])
    expect(after.lines[0].interest).toBeCloseTo(interestOwed + outstanding * 0.005, 1)
    expect(after.total).toBeCloseTo(outstanding + after.interest, 5)
    expect(await read()).toEqual(before)
  })

  test('what was paid stays, what was missed is late no more, and the rest runs by the new terms', async () => {
    const before = await read()
    expect(before.overdue).toBeGreaterThan(0)
    const after = dataOf(await reschedule({ on: '2026-09-30', annualRatePercent: 6 }), 201)
    expect(after).toMatchObject({
      status: 'active',
      rescheduledOn: '2026-09-30',
      outstanding: before.outstanding,
      paid: before.paid,
      movements: before.movements,
      reschedulings: [
        {
          status: 'posted',
          on: '2026-09-30',
          instalments: 12,
          firstDueOn: '2026-10-30',
          annualRatePercent: 6,
          reason: 'They were ill',
          reversal: null,
        },
      ],
    })
    expect(after.schedule).toHaveLength(13)
    expect([sum(after.schedule, 'principal'), sum(after.schedule, 'owed') > before.outstanding]).toEqual([60_000, true])
    expect(after.schedule[0]).toEqual(before.schedule[0])
    expect(after.schedule.at(-1).dueOn).toBe('2027-09-30')
    await books()
    // From 31 July to 30 September it was late by 61 days, and new terms cure nothing.
    const portfolio = dataOf(await ask('GET', `${path}/portfolio`))
    expect(portfolio.atRisk).toEqual(
      [1, 30, 60, 90].map((days) =>
        expect.objectContaining({ days, loans: days < 61 ? 1 : 0, percent: days < 61 ? 100 : 0 }),
      ),
    )
    expect(await read(token)).toMatchObject({
      rescheduledOn: '2026-09-30',
      schedule: after.schedule,
      reschedulings: [{ reason: 'They were ill' }],
    })
    expect((await ask('GET', '/notifications', undefined, token)).body.data[0].message).toMatch(
      /^Your Regular loan has new terms: ₦50,247\.10 in 12 monthly instalments at 6 % a year, the first on 30 Oct 2026\. Reason: They were ill$/,
    )
    // The quote and the settlement are one.
    const { amount } = dataOf(await ask('GET', `${path}/${loanId}/settlement-quote`))
    expect(dataOf(await ask('POST', `${path}/${loanId}/mark-paid`))).toMatchObject({
      status: 'completed',
      outstanding: 0,
      movements: [{}, {}, { amount }],
    })
    await books()
  })

  // Remedy: rescheduling_followed
  test('is taken back while nothing came after it, and leaves the loan that was', async () => {
    const before = await read()
    const {
      reschedulings: [first],
    } = dataOf(await reschedule({ on: '2026-09-30' }), 201)
    const after = dataOf(await takeBack(first.id))
    const { reschedulings: _none, ...same } = before
    expect(after).toMatchObject(same)
    expect(after.schedule).toEqual(before.schedule)
    expect(after.reschedulings).toMatchObject([{ status: 'reversed', reversal: { reason: 'Of another loan' } }])
    expect((await takeBack(first.id)).body).toMatchObject({
      status: 409,
      message: expect.stringContaining('already been taken back'),
    })
    await books()
    const {
      reschedulings: [, second],
    } = dataOf(await reschedule({ on: '2026-09-30' }), 201)
    const paid = dataOf(await repay(5000), 201)
    expect((await takeBack(second.id)).body).toMatchObject({
      status: 409,
      message: expect.stringContaining('Reverse that first'),
    })
    dataOf(await ask('POST', `${path}/${loanId}/movements/${paid.movements.at(-1).id}/reverse`, { reason: 'Wrong' }))
    expect(dataOf(await takeBack(second.id)).schedule).toEqual(before.schedule)
    await books()
  })

  test('is taken back where a payment from before it was reversed since', async () => {
    const { movements } = await read()
    const reverse = async (id: string) =>
      dataOf(await ask('POST', `${path}/${loanId}/movements/${id}/reverse`, { reason: 'Wrong' }))
    const {
      reschedulings: [terms],
    } = dataOf(await reschedule({ on: '2026-09-30' }), 201)
    const later = dataOf(await repay(12_000), 201).movements.at(-1)
    await reverse(movements[1].id)
    await books()
    await reverse(later.id)
    expect(dataOf(await takeBack(terms.id))).toMatchObject({
      outstanding: 60_000,
      paid: { principal: 0, interest: 0 },
      rescheduledOn: null,
    })
    await books()
  })

  // Remedy: loan_rescheduled, loan_has_repayments
  test('a loan paid out by mistake is undone from its end: the terms, the repayments, then the payment', async () => {
    const { movements } = await read()
    const reverse = (id: string) => ask('POST', `${path}/${loanId}/movements/${id}/reverse`, { reason: 'Wrong' })
    const {
      reschedulings: [terms],
    } = dataOf(await reschedule({ on: '2026-09-30' }), 201)
    expect((await reverse(movements[0].id)).body).toMatchObject({
      status: 409,
      message: expect.stringContaining('Take those back first'),
    })
    dataOf(await takeBack(terms.id))
    const later = dataOf(await repay(5000), 201).movements.at(-1)
    expect((await reverse(movements[0].id)).body).toMatchObject({
      status: 409,
      message: expect.stringContaining('Reverse its repayments first, the latest first'),
    })
    dataOf(await reverse(later.id))
    dataOf(await reverse(movements[1].id))
    expect(dataOf(await reverse(movements[0].id))).toMatchObject({ status: 'approved', disbursed: 0 })
    await books()
  })

  test('a payment dated back before it, or taken back, leaves exactly what would have been', async () => {
    const before = await read()
    dataOf(await reschedule({ on: '2026-09-30' }), 201)
    const straight = await read()
    const late = dataOf(await repay(10_000, '2026-08-31'), 201)
    expect(sum(late.schedule, 'principal')).toBe(60_000)
    await books()
    dataOf(await repay(3000), 201)
    await books()
    const again = dataOf(
      await ask('POST', `${path}/${loanId}/movements/${late.movements[2].id}/reverse`, { reason: 'Wrong' }),
    )
    await books()
    const whole = dataOf(
      await ask(
        'POST',
        `${path}/${loanId}/movements/${again.movements.find(({ amount }: { amount: number }) => amount === 3000).id}/reverse`,
        { reason: 'Wrong' },
      ),
    )
    expect([whole.schedule, whole.paid, whole.outstanding]).toEqual([
      straight.schedule,
      straight.paid,
      straight.outstanding,
    ])
    await books()
    // What moved the parts of those payments went with them, so the terms can be taken back.
    expect(dataOf(await takeBack(straight.reschedulings[0].id))).toMatchObject({
      schedule: before.schedule,
      paid: before.paid,
      outstanding: before.outstanding,
    })
    await books()
  })

  test('twice, written off and back, the schedule that is kept is the one that is worked out', async () => {
    dataOf(await reschedule({ on: '2026-08-31', instalments: 3 }), 201)
    const second = dataOf(await reschedule({ on: '2026-10-15', instalments: 24, firstDueOn: '2026-12-31' }), 201)
    expect(second.reschedulings).toHaveLength(2)
    expect((await takeBack(second.reschedulings[0].id)).status).toBe(409)
    await books()
    const lost = dataOf(
      await ask('POST', `${path}/${loanId}/write-off`, { reason: 'Lost', releasesPledges: true }),
      201,
    )
    await books()
    const back = dataOf(
      await ask('POST', `${path}/${loanId}/movements/${lost.movements.at(-1).id}/reverse`, { reason: 'Found' }),
    )
    expect([back.schedule, back.rescheduledOn]).toEqual([second.schedule, '2026-10-15'])
    await books()
  })

  test.each([
    [{ instalments: 0 }, 422, 'instalments'],
    [{ instalments: 601 }, 422, 'instalments'],
    [{ reason: ' ' }, 422, 'reason'],
    [{ annualRatePercent: 101 }, 422, 'annualRatePercent'],
    [{ on: '2026-06-29' }, 422, 'on'],
    [{ on: '2030-01-01' }, 422, 'on'],
    [{ on: '2026-09-30', firstDueOn: '2026-09-30' }, 422, 'firstDueOn'],
    [{ annualRatePercent: -1 }, 422, 'annualRatePercent'],
    [{ rate: 5 }, 422, 'rate'],
  ])('refuses %o, and nothing is changed', async (body, status, field) => {
    expect((await reschedule(body)).body).toMatchObject({ status, errors: [{ field }] })
    expect((await read()).reschedulings).toEqual([])
  })

  test('refuses members, other societies, one’s own loan, and what is not running or has a fixed price', async () => {
    expect([
      (await reschedule({}, token)).status,
      (await reschedule({}, (await buildCooperative(app)).token)).status,
    ]).toEqual([403, 404])
    dataOf(await ask('PUT', `/cooperatives/members/${ada.id}/roles`, { roleIds: ['member', 'admin'] }))
    const { accessToken } = dataOf(
      await ask('POST', '/member-auth/switch', { cooperativeId: cooperative.id, role: 'coop_admin' }, token),
    )
    expect((await reschedule({}, accessToken)).body).toMatchObject({
      status: 409,
      message: 'You can’t decide on, pay out or settle your own loan. Ask another officer.',
    })
    dataOf(
      await agreed(
        app,
        await ask('PUT', `/cooperatives/members/${ada.id}/roles`, { roleIds: ['member'] }),
        accessToken,
      ),
    )
    dataOf(await ask('POST', `${path}/${loanId}/mark-paid`))
    expect((await reschedule()).status).toBe(409)
    const { data } = (await ask('GET', '/financial/loan-configs')).body
    const commodity = data.find(({ name }: { name: string }) => name === 'Commodity').id
    loanId = dataOf(
      await ask('POST', path, {
        memberId: ada.id,
        loanConfigId: commodity,
        principal: 20_000,
        instalments: 6,
        guarantors: [],
      }),
      201,
    ).id
    expect((await preview()).status).toBe(409)
    dataOf(await ask('POST', `${path}/${loanId}/approve`))
    dataOf(await ask('POST', `${path}/${loanId}/disburse`, { to: 'cash', amount: 5000 }), 201)
    expect((await preview()).body).toMatchObject({
      status: 409,
      message: expect.stringContaining('fixed when it was paid out'),
    })
    await books()
  })

  test('of eight at once exactly one is heard', async () => {
    expect(statusesOf(await Promise.all(Array.from({ length: 8 }, () => reschedule())))).toEqual([
      201,
      ...Array(7).fill(422),
    ])
    await books()
  })
})
