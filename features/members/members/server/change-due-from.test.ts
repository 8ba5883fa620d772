import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addMonths, type Period, periodName } from '#core/calendar.ts'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  buildOfficer,
  dataOf,
  loginMember,
  newPhone,
  setCooperativeStatus,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'

const thisMonth = new Date(Date.now() + 3_600_000).toISOString().slice(0, 7) as Period
const back = (months: number) => addMonths(thisMonth, -months)

describe('from when contributions are due', () => {
  let app: TestApp
  let cooperative: TestCooperative
  let ada: TestMember

  const ask = (method: string, path: string, body?: unknown, token = cooperative.token) =>
    app.call(method, path, { token, ...(body !== undefined && { body }) })
  const change = (member: { id: string }, body: Record<string, unknown>, token?: string) =>
    ask(
      'PUT',
      `/cooperatives/members/${member.id}/contributions-due-from`,
      { arrears: 0, reason: 'Was abroad', ...body },
      token,
    )
  const months = async ({ id }: { id: string }) =>
    (await ask('GET', `/financial/contributions?memberId=${id}&sort=period&limit=100`)).body.data.map(
      ({ period, expected, broughtForward }: Record<string, unknown>) => [period, expected, broughtForward],
    )
  const owing = async () => {
    await app.settled()
    return (await ask('GET', '/cooperatives/members?arrears=contributions')).body.data.map(
      ({ firstName }: { firstName: string }) => firstName,
    )
  }

  beforeAll(async () => {
    app = await sharedTestApp()
    cooperative = await buildCooperative(app)
    ada = await buildMember(app, cooperative, {
      firstName: 'Ada',
      registrationDate: `${back(4)}-10`,
      monthlyContributions: 5000,
    })
  })
  afterAll(() => app.stop())

  test('a society that starts here asks nothing for the years before, of no one', async () => {
    const password = 'secret-password'
    const { id, coop_id: coopId } = dataOf(
      await app.call('POST', '/cooperatives/register', {
        body: { name: 'Starts here', phone: newPhone(), password, confirmpassword: password },
      }),
      201,
    )
    await setCooperativeStatus(app, id, 'active')
    const { accessToken: token } = dataOf(
      await app.call('POST', '/cooperatives/login', { body: { identifier: coopId, password } }),
    )
    expect(dataOf(await ask('GET', '/financial/config', undefined, token))).toMatchObject({
      contributionsDueFrom: thisMonth,
    })
    const member = await buildMember(
      app,
      { id, coopId, phone: '', password, token },
      { registrationDate: '2015-02-01', monthlyContributions: 5000 },
    )
    const portal = await loginMember(app, member)
    const list = (await app.call('GET', '/financial/contributions', { token: portal })).body
    expect(list.data).toMatchObject([{ period: thisMonth, expected: 5000, outstanding: 5000, broughtForward: false }])
    expect(list.meta.summary).toEqual({ expected: 5000, paid: 0, outstanding: 5000 })
    expect(
      dataOf(await app.call('GET', '/member-portal/dashboard', { token: portal })).financialSummary
        .outstandingContributions,
    ).toBe(5000)
    await app.settled()
    expect((await ask('GET', '/cooperatives/members?arrears=contributions', undefined, token)).body.data).toEqual([])
  })

  test('an officer moves it for one member, forwards and back, with what is brought forward as one sum', async () => {
    const plan = [4, 3, 2, 1, 0].map((n) => [back(n), 5000, false])
    expect(await months(ada)).toEqual(plan)
    expect(await owing()).toEqual(['Ada'])

    expect(dataOf(await change(ada, { dueFrom: back(1), arrears: 7500.5 }))).toMatchObject({
      contributionsDueFrom: back(1),
    })
    expect(await months(ada)).toEqual([
      [back(2), 7500.5, true],
      [back(1), 5000, false],
      [thisMonth, 5000, false],
    ])
    expect(dataOf(await ask('GET', `/cooperatives/members/${ada.id}`))).toMatchObject({
      arrearsBroughtForward: 7500.5,
      monthlyContributions: 5000,
    })
    expect(await app.checks()).toEqual([])

    // Moved back, the months that were left out are asked for again, and the sum is gone.
    dataOf(await change(ada, { dueFrom: back(3) }))
    expect(await months(ada)).toEqual([3, 2, 1, 0].map((n) => [back(n), 5000, false]))

    // From this month on, she owes for no month that is over.
    dataOf(await change(ada, { dueFrom: thisMonth }))
    expect(await months(ada)).toEqual([[thisMonth, 5000, false]])
    expect(await owing()).toEqual([])

    // A new amount counts from the month that is due, not before.
    dataOf(await change(ada, { dueFrom: addMonths(thisMonth, 2) }))
    expect(await months(ada)).toEqual([])
    dataOf(await ask('PUT', `/cooperatives/members/${ada.id}`, { monthlyContributions: 6000 }))
    expect(await months(ada)).toEqual([])
    dataOf(await change(ada, { dueFrom: back(1) }))
    expect(await months(ada)).toEqual([
      [back(1), 6000, false],
      [thisMonth, 6000, false],
    ])
    expect(await app.checks()).toEqual([])
  })

  test('the register, the dashboard of the member and the next payment agree with it', async () => {
    const musa = await buildMember(app, cooperative, {
      firstName: 'Musa',
      registrationDate: `${back(6)}-01`,
      monthlyContributions: 2000,
    })
    dataOf(await change(musa, { dueFrom: addMonths(thisMonth, 1), arrears: 900 }))
    const portal = await loginMember(app, musa)
    const { financialSummary, upcomingPayments } = dataOf(
      await app.call('GET', '/member-portal/dashboard', { token: portal }),
    )
    expect(financialSummary.outstandingContributions).toBe(900)
    expect(upcomingPayments).toMatchObject([{ kind: 'contribution', period: addMonths(thisMonth, 1), amount: 2000 }])
  })

  test('refuses a month before joining, one too far ahead, and one\u2019s own', async () => {
    expect((await change(ada, { dueFrom: back(5) })).body).toMatchObject({
      status: 422,
      errors: [
        {
          field: 'dueFrom',
          message: expect.stringMatching(/^Ada Obi joined on 10 .*\. Choose that month or a later one\.$/),
        },
      ],
    })
    expect((await change(ada, { dueFrom: addMonths(thisMonth, 13) })).body).toMatchObject({
      status: 422,
      errors: [{ field: 'dueFrom', message: `Choose ${periodName(addMonths(thisMonth, 12))} or an earlier month.` }],
    })
    expect((await change(ada, { dueFrom: thisMonth, reason: ' ' })).body).toMatchObject({
      status: 422,
      errors: [{ field: 'reason', message: 'Give the reason' }],
    })
    expect((await change(ada, { dueFrom: thisMonth, arrears: -1 })).body).toMatchObject({
      status: 422,
      errors: [{ field: 'arrears' }],
    })
    const officer = await buildOfficer(app, cooperative, { firstName: 'Own' })
    expect((await change(officer, { dueFrom: thisMonth }, officer.token)).body).toMatchObject({
      status: 409,
      message: 'You can’t change your own monthly contribution or when it is due. Ask another officer.',
    })
    expect((await change({ id: '00000000-0000-4000-8000-000000000001' }, { dueFrom: thisMonth })).status).toBe(404)
  })

  test('the record says who changed it and why', async () => {
    dataOf(await change(ada, { dueFrom: back(2), reason: 'Paid in the old books' }))
    await app.settled()
    const events = (await ask('GET', `/cooperatives/members/${ada.id}/events`)).body.data
    expect(events[0]).toMatchObject({ says: "Changed from when a member's contributions are due" })
    const { dueFromChanges } = dataOf(await ask('GET', `/cooperatives/members/${ada.id}`))
    expect(dueFromChanges[0]).toMatchObject({
      dueFrom: back(2),
      arrears: 0,
      reason: 'Paid in the old books',
      by: 'Test Cooperative',
    })
  })
})
