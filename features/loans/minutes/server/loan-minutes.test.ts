import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  buildOfficer,
  dataOf,
  loginMember,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'

const dayFromNow = (days: number) => new Date(Date.now() + 3_600_000 + days * 86_400_000).toISOString().slice(0, 10)

describe('loans that a meeting decided about', () => {
  let app: TestApp
  let cooperative: TestCooperative
  let ada: TestMember
  let adaToken: string
  let emergency: string
  let meeting: { id: string }

  beforeAll(async () => {
    app = await sharedTestApp()
    cooperative = await buildCooperative(app, { name: 'Unity Thrift' })
    ada = await buildMember(app, cooperative, { firstName: 'Ada' })
    adaToken = await loginMember(app, ada)
    dataOf(await ask('POST', '/financial/transactions', { type: 'deposit', memberId: ada.id, amount: 100_000 }), 201)
    const configs = dataOf(await ask('GET', '/financial/loan-configs'))
    emergency = configs.find(({ name }: { name: string }) => name === 'Emergency').id
    dataOf(
      await ask('PUT', `/financial/loan-config/${emergency}`, {
        guarantorsRequired: 0,
        approvalSteps: [{ from: 10_000, approvals: 2 }],
      }),
    )
    meeting = await plan({ title: 'Loans committee', kind: 'committee' })
  })
  afterAll(() => app.stop())

  const ask = (method: string, url: string, body?: unknown, token = cooperative.token) =>
    app.call(method, url, { token, ...(body !== undefined && { body }) })
  const plan = async (given: object = {}, token = cooperative.token) =>
    dataOf(
      await ask(
        'POST',
        '/governance/meetings',
        { kind: 'general', title: 'Meeting', date: dayFromNow(0), time: '10:00', place: 'Hall', ...given },
        token,
      ),
      201,
    )
  const apply = async (principal = 1000) =>
    dataOf(await ask('POST', '/financial/loans', { loanConfigId: emergency, principal, instalments: 3 }, adaToken), 201)
  const decide = (id: string, what: 'approve' | 'reject', body: object, token?: string) =>
    ask('POST', `/financial/loans/${id}/${what}`, body, token)
  let approver: string | undefined
  const officer = async (firstName: string) => {
    const { token } = await buildOfficer(app, cooperative, { firstName }, approver)
    approver ??= token
    return token
  }

  test('the approval keeps the meeting and the minute, for the officers, the borrower and the meeting', async () => {
    const { id } = await apply()
    const kept = [
      {
        decision: 'approved',
        by: 'Unity Thrift',
        at: expect.any(String),
        meetingId: meeting.id,
        meeting: 'Loans committee',
        metOn: dayFromNow(0),
        minute: 'LC/26/7',
      },
    ]
    expect(dataOf(await decide(id, 'approve', { meetingId: meeting.id, minute: 'LC/26/7' })).minutes).toEqual(kept)
    // A committee's meeting is closed to the borrower; where they were decided about is not.
    expect((await ask('GET', `/governance/meetings/${meeting.id}`, undefined, adaToken)).status).toBe(404)
    expect(dataOf(await ask('GET', `/financial/loans/${id}`, undefined, adaToken)).minutes).toEqual(kept)
    const { data, meta } = (await ask('GET', `/governance/meetings/${meeting.id}/loans`)).body
    expect(data).toMatchObject([
      {
        loanId: id,
        memberName: 'Ada Obi',
        loanConfig: 'Emergency',
        principal: 1000,
        status: 'approved',
        decision: 'approved',
        minute: 'LC/26/7',
        by: 'Unity Thrift',
      },
    ])
    expect(meta.total).toBe(1)
  })

  test('a rejection names them too, and a note needs no meeting', async () => {
    const { id } = await apply()
    expect(
      dataOf(await decide(id, 'reject', { reason: 'Too early', minute: 'Asked the chairman by phone' })).minutes,
    ).toMatchObject([
      { decision: 'rejected', meetingId: null, meeting: null, metOn: null, minute: 'Asked the chairman by phone' },
    ])
    const other = await apply()
    dataOf(await decide(other.id, 'reject', { reason: 'Too early', meetingId: meeting.id }))
    expect((await ask('GET', `/governance/meetings/${meeting.id}/loans?sort=-at`)).body.data).toMatchObject([
      { loanId: other.id, decision: 'rejected', minute: null },
      { decision: 'approved' },
    ])
  })

  test('who names neither decides as before, with or without a body', async () => {
    for (const body of [undefined, {}, { meetingId: null, minute: null }]) {
      const { id } = await apply()
      expect(dataOf(await ask('POST', `/financial/loans/${id}/approve`, body))).toMatchObject({
        status: 'approved',
        minutes: [],
      })
    }
  })

  test('of two officers each names their own', async () => {
    const [second, third] = [await officer('Second'), await officer('Third')]
    const { id } = await apply(10_000)
    expect(dataOf(await decide(id, 'approve', { minute: 'First reading' }, second))).toMatchObject({
      status: 'submitted',
      minutes: [{ by: 'Second Officer', minute: 'First reading' }],
    })
    expect(dataOf(await decide(id, 'approve', { meetingId: meeting.id, minute: '8' }, third)).minutes).toMatchObject([
      { by: 'Second Officer' },
      { by: 'Third Officer', minute: '8' },
    ])
  })

  test('refuses a meeting that was not held, and then decides nothing', async () => {
    const { id } = await apply()
    const [later, off] = [await plan({ date: dayFromNow(3) }), await plan()]
    dataOf(await ask('POST', `/governance/meetings/${off.id}/cancel`, { reason: 'Rain' }))
    const foreign = await plan({}, (await buildCooperative(app)).token)
    expect((await decide(id, 'approve', { meetingId: later.id })).body).toMatchObject({
      status: 409,
      errors: [{ field: 'meetingId' }],
    })
    expect((await decide(id, 'reject', { reason: 'x', meetingId: off.id })).body).toMatchObject({
      status: 409,
      message: 'This meeting was cancelled. Plan a new one instead.',
    })
    expect((await decide(id, 'approve', { meetingId: foreign.id })).status).toBe(404)
    expect((await decide(id, 'approve', { minute: 'x'.repeat(201) })).body).toMatchObject({
      status: 422,
      errors: [{ field: 'minute' }],
    })
    expect((await decide(id, 'approve', { meeting: later.id })).status).toBe(422)
    expect(dataOf(await ask('GET', `/financial/loans/${id}`))).toMatchObject({ status: 'submitted', minutes: [] })
  })

  test('what was named stays, and no member adds to it', async () => {
    await expect(app.admin.query(`set role coop_app; update app.loan_minute set minute = 'other'`)).rejects.toThrow(
      /permission denied/,
    )
    await app.admin.query('reset role')
    expect(await app.checks()).toEqual([])
  })
})
