import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDays, type Day } from '#core/calendar.ts'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  dataOf,
  loginMember,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'

const path = '/financial/loans'
const paidOutOn = '2026-06-01' as Day

describe('a loan that is repaid by the week', () => {
  let app: TestApp
  let cooperative: TestCooperative
  let ada: TestMember
  let [own, product] = ['', '']

  const ask = (method: string, url: string, body?: unknown, token = cooperative.token) =>
    app.call(method, url, { token, ...(body !== undefined && { body }) })
  const done = async (method: string, url: string, body?: unknown, status = 200) =>
    dataOf(await ask(method, url, body), status)
  const weeks = (count: number, from = paidOutOn) =>
    Array.from({ length: count }, (_, index) => addDays(from, 7 * (index + 1)))
  const datesOf = ({ schedule }: { schedule: { dueOn: string }[] }) => schedule.map(({ dueOn }) => dueOn)
  const net = async (code: string) => {
    const { accounts, balanced } = await done('GET', '/financial/reports/trial-balance')
    expect(balanced).toBe(true)
    return (accounts as { code: string; debit: number; credit: number }[])
      .filter((each) => each.code === code)
      .reduce((sum, { debit, credit }) => sum + debit - credit, 0)
  }
  /** 10,000 over ten weeks, flat at 52 %: 1,000 and 100 of interest each week. */
  const apply = (body: object = {}) =>
    ask('POST', path, { loanConfigId: product, principal: 10_000, instalments: 10, ...body }, own)
  const running = async () => {
    const { id } = dataOf(await apply(), 201)
    await done('POST', `${path}/${id}/approve`)
    await done('POST', `${path}/${id}/disburse`, { on: paidOutOn, to: 'cash' }, 201)
    return id as string
  }

  beforeAll(async () => {
    app = await sharedTestApp()
  })
  afterAll(() => app.stop())
  beforeEach(async () => {
    cooperative = await buildCooperative(app)
    ada = await buildMember(app, cooperative, { firstName: 'Ada' })
    own = await loginMember(app, ada)
    await done(
      'POST',
      '/financial/transactions',
      { type: 'deposit', memberId: ada.id, amount: 100_000, occurredOn: '2026-05-01' },
      201,
    )
    await done('PUT', '/financial/config', { guarantorsRequired: 0 })
    product = (
      await done(
        'POST',
        '/financial/loan-configs',
        {
          name: 'Market',
          interestMethod: 'flat',
          annualRatePercent: 52,
          instalmentsMax: 26,
          savingsMultiple: 1,
          repaidEvery: 'week',
        },
        201,
      )
    ).id
  })

  test('is offered, asked for, paid out, repaid and settled early by its weeks, and the books prove it', async () => {
    expect(
      (
        await ask('POST', '/financial/loan-configs', {
          name: 'Daily',
          interestMethod: 'flat',
          annualRatePercent: 1,
          instalmentsMax: 5,
          savingsMultiple: 1,
          repaidEvery: 'day',
        })
      ).body,
    ).toMatchObject({
      status: 422,
      errors: [
        {
          field: 'repaidEvery',
          message: 'Use one of month, week, fortnight, day15, four_weeks, quarter, half_year, year',
        },
      ],
    })
    const offered = dataOf(await ask('GET', `${path}/eligibility?loanConfigId=${product}`, undefined, own)).loans
    expect(offered).toMatchObject([{ name: 'Market', repaidEvery: 'week', instalmentsMax: 26 }])
    expect((await apply({ instalments: 27 })).body).toMatchObject({
      errors: [{ field: 'instalments', message: 'Market loans run for at most 26 instalments.' }],
    })
    const { id } = dataOf(await apply(), 201)
    // What the product asks of the next application is nothing to this one.
    await done('PUT', `/financial/loan-config/${product}`, { repaidEvery: 'fortnight' })
    expect(
      (await done('GET', '/financial/configs')).find(
        ({ subjectName }: { subjectName: string }) => subjectName === 'Market',
      ).changes,
    ).toEqual([{ field: 'repaidEvery', before: 'week', after: 'fortnight' }])
    await done('POST', `${path}/${id}/approve`)
    const paidOut = await done('POST', `${path}/${id}/disburse`, { on: paidOutOn, to: 'cash' }, 201)
    expect(paidOut).toMatchObject({
      repaidEvery: 'week',
      regularInstalment: 1100,
      schedule: Array(10).fill({ principal: 1000, interest: 100, total: 1100 }),
    })
    expect(datesOf(paidOut)).toEqual(weeks(10))

    await done('POST', `${path}/${id}/repayments`, { amount: 1100, on: '2026-06-08' }, 201)
    const { paid } = await done('POST', `${path}/${id}/repayments`, { amount: 3100, on: '2026-06-15' }, 201)
    expect(paid).toEqual({ principal: 4000, interest: 200, fees: 0, penalties: 0 })
    const quote = await done('GET', `${path}/${id}/settlement-quote`)
    const settled = await done('POST', `${path}/${id}/mark-paid`)
    expect(settled).toMatchObject({
      status: 'completed',
      outstanding: 0,
      movements: [{}, {}, {}, { amount: quote.amount }],
    })
    expect(quote.amount).toBe(6000 + quote.interest)
    expect([await net('4110'), settled.paid.interest]).toEqual([-settled.paid.interest, 200 + quote.interest])
    expect(await app.checks()).toEqual([])
  })

  test('gets new terms whose first instalment falls due a week later', async () => {
    const id = await running()
    expect(await done('POST', `${path}/${id}/reschedule/preview`, { instalments: 20, on: '2026-06-20' })).toMatchObject(
      { firstDueOn: '2026-06-27' },
    )
    const renewed = await done(
      'POST',
      `${path}/${id}/reschedule`,
      { instalments: 20, on: '2026-06-20', reason: 'The market burnt' },
      201,
    )
    expect(datesOf(renewed).slice(-20)).toEqual(weeks(20, '2026-06-20' as Day))
    const [notice] = (await ask('GET', '/notifications', undefined, own)).body.data
    expect(notice.message).toContain('in 20 weekly instalments at 52 %')
    expect(await app.checks()).toEqual([])
  })

  test('counts with the instalments of a month where a third of the salary is asked', async () => {
    await done('PUT', `/financial/loan-config/${product}`, { thirdOfSalary: true })
    const { monthly } = dataOf(await ask('GET', `${path}/eligibility`, undefined, own))
    // 1,100 a week is 4,766.67 a month; three times that, with the contribution, is just enough.
    const enough = 3 * (monthly * 100 + 476_667)
    const refused = await apply({ netSalary: (enough - 1) / 100 })
    expect(refused.body).toMatchObject({
      status: 422,
      errors: [{ field: 'principal', message: expect.stringContaining('With ₦4,766.67 for this loan') }],
    })
    expect((await apply({ netSalary: enough / 100 })).status).toBe(201)
  })
})
