import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Office } from '#core/actor.ts'
import { dayIn, dayText } from '#core/calendar.ts'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  agreed,
  buildCooperative,
  buildMember,
  buildOfficer,
  dataOf,
  fundCash,
  loginMember,
  newPhone,
  resetPassword,
  type TestCooperative,
  type TestMember,
  type TestOfficer,
} from '#dev/testing/builders.ts'

let app: TestApp
let cooperative: TestCooperative
let saver: TestMember
beforeAll(async () => {
  app = await sharedTestApp()
})
afterAll(() => app.stop())
beforeEach(async () => {
  cooperative = await buildCooperative(app, { name: 'Unity Thrift' })
  await fundCash(app, cooperative, { naira: 1_000_000, on: '2020-01-01' })
  saver = await buildMember(app, cooperative, { firstName: 'Sade', email: 'sade@example.ng' })
})

const ask = (method: string, path: string, body?: unknown, token = cooperative.token) =>
  app.call(method, path, { token, ...(body !== undefined && { body }) })
const report = (memberId: string, reason = 'death', token?: string) =>
  ask('POST', `/cooperatives/members/${memberId}/leaving`, { reason }, token)
const decide = (reply: Awaited<ReturnType<typeof ask>>, what: 'approve' | 'reject', token?: string) =>
  ask(
    'POST',
    `/change-requests/${reply.body.data.changeRequestId}/${what}`,
    what === 'reject' ? { reason: 'They live' } : {},
    token,
  )
const buildSecond = (office: Office | 'admin' = 'admin') =>
  buildOfficer(app, cooperative, { firstName: 'Bisi', email: 'bisi@example.ng', office })
/** What a withdrawal of the saver is as soon as one officer has recorded it. */
const withdraw = async () => {
  const recorded = async (type: string, amount: number) =>
    dataOf(await ask('POST', '/financial/transactions', { type, memberId: saver.id, amount }), 201)
  await recorded('deposit', 60_000)
  return (await recorded('withdrawal', 50_000)).status
}
const rolesOf = async (id: string) =>
  dataOf(await ask('GET', `/cooperatives/members/${id}/roles`)).roles.map(({ id: role }: { id: string }) => role)
/** Makes this member an admin, with a token for the admin area. */
const buildOfficerOf = async (member: TestMember) => {
  const own = await loginMember(app, member)
  dataOf(await ask('PUT', `/cooperatives/members/${member.id}/roles`, { roleIds: ['member', 'admin'] }))
  const wanted = { cooperativeId: cooperative.id, role: 'coop_admin' }
  return dataOf(await ask('POST', '/member-auth/switch', wanted, own)).accessToken
}
/** What an officer who logs in again is answered who wants the admin area. */
const statusOfSwitch = async ({ phone }: TestOfficer) => {
  const { accessToken } = dataOf(
    await app.call('POST', '/member-auth/login', { body: { phoneNumber: phone, password: 'member-password' } }),
  )
  const wanted = { cooperativeId: cooperative.id, role: 'coop_admin' }
  return (await ask('POST', '/member-auth/switch', wanted, accessToken)).status
}
const sentTo = async (...addresses: string[]) =>
  (await app.outbox()).filter(({ to, text }) => addresses.includes(to) && text.includes('has died'))

describe('one of two officers who reports the other dead', () => {
  test.each(['admin', 'treasurer'] as const)('takes no second pair of eyes away: %s', async (office) => {
    const second = await buildSecond(office)
    const asked = await report(second.id)
    expect([asked.status, await withdraw()]).toEqual([202, 'pending'])
    expect((await decide(asked, 'approve')).body).toMatchObject({
      status: 409,
      message: 'You recorded this yourself, so another officer has to approve it.',
    })
    // The one who lives hears of it by every way, and ends it.
    await app.settled()
    const message = `Unity Thrift reported that Bisi Officer, ${second.membershipno}, has died. If this is wrong, call another officer of your cooperative at once.`
    expect((await sentTo(second.phone, 'bisi@example.ng')).map(({ to, text }) => ({ to, text }))).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ to: second.phone, text: expect.stringContaining(message) }),
        expect.objectContaining({ to: 'bisi@example.ng', text: expect.stringContaining(message) }),
      ]),
    )
    const told = dataOf(await ask('GET', '/notifications?limit=10', undefined, second.token))
    expect(told.map((each: { message: string }) => each.message)).toContain(
      `Unity Thrift asks for a change: Report that Bisi Officer, ${office}, has died. Nominees: none. Another officer approves or rejects it.`,
    )
    dataOf(await decide(asked, 'reject', second.token))
    expect(await rolesOf(second.id)).toEqual(['member', office])
    expect(dataOf(await ask('GET', `/cooperatives/members/${second.id}/leaving`)).leaving).toBeNull()
  })

  test('may confirm it after seven days; then the office is over, and cancelling gives it to no one', async () => {
    const second = await buildSecond()
    const asked = await report(second.id)
    await app.admin.query(`update app.change_request set asked_at = asked_at - interval '7 days 1 minute'`)
    dataOf(await decide(asked, 'approve'))
    expect(await rolesOf(second.id)).toEqual(['member'])
    expect((await ask('GET', '/financial/config', undefined, second.token)).status).toBe(401)
    expect(await statusOfSwitch(second)).toBe(403)
    const { leaving } = dataOf(await ask('GET', `/cooperatives/members/${second.id}/leaving`))
    dataOf(await ask('POST', `/cooperatives/leavings/${leaving.id}/cancel`, { reason: 'They live' }))
    expect(await rolesOf(second.id)).toEqual(['member'])
    expect(dataOf(await ask('GET', `/cooperatives/members/${second.id}`)).status).toBe('active')
  })

  test('where there is a third, the third decides', async () => {
    const second = await buildSecond()
    const third = await buildOfficer(app, cooperative, { firstName: 'Chidi' }, second.token)
    const asked = await report(second.id)
    dataOf(await decide(asked, 'approve', third.token))
    expect([await rolesOf(second.id), await withdraw()]).toEqual([['member'], 'pending'])
  })
})

test('an officer who is made inactive by two works in the admin area no more, as they are not counted', async () => {
  const second = await buildSecond()
  expect((await ask('GET', '/financial/config', undefined, second.token)).status).toBe(200)
  dataOf(
    await agreed(app, await ask('PUT', `/cooperatives/members/${second.id}`, { status: 'inactive' }), second.token),
  )
  expect((await ask('GET', '/financial/config', undefined, second.token)).status).toBe(401)
  expect(await statusOfSwitch(second)).toBe(403)
  expect(await withdraw()).toBe('approved')
})

test('one officer settles no exit of another, also of one who got the office since it was started', async () => {
  const asked = await report(saver.id, 'expulsion')
  const { leaving } = dataOf(asked, 201)
  const second = await buildOfficerOf(saver)
  const settle = () => ask('POST', `/cooperatives/leavings/${leaving.id}/settle`, { net: 0, payees: [] })
  expect((await settle()).body).toMatchObject({
    status: 409,
    message: expect.stringContaining('Still holds an office: admin.'),
  })
  expect((await ask('GET', '/financial/config', undefined, second)).status).toBe(200)
  // Ended by two, it can be settled.
  dataOf(
    await agreed(app, await ask('PUT', `/cooperatives/members/${saver.id}/roles`, { roleIds: ['member'] }), second),
  )
  dataOf(await settle())
  expect(dataOf(await ask('GET', `/cooperatives/members/${saver.id}`)).status).toBe('left')
})

test('a member without a phone is never confirmed in person by one officer, however long it waits', async () => {
  await buildSecond()
  const [added] = dataOf(
    await ask('POST', '/cooperatives/members', {
      member: [{ firstName: 'Efe', lastName: 'Okoro', phone: null, registrationDate: '2020-01-01' }],
    }),
    201,
  )
  const member = { id: added.memberid, ...added }
  dataOf(await resetPassword(app, member.membershipno, member.activationCode, 'member-password'))
  const asked = await ask('POST', `/cooperatives/members/${member.id}/login-proof`, {})
  expect(asked.status).toBe(202)
  await app.admin.query(`update app.change_request set asked_at = asked_at - interval '8 days'`)
  expect((await decide(asked, 'approve')).body).toMatchObject({
    status: 409,
    message: 'You recorded this yourself, so another officer has to approve it.',
  })
})

describe('one officer who reports a member dead', () => {
  test('takes no one off the roll of a vote, and the member hears of it', async () => {
    const second = await buildSecond()
    const third = await loginMember(app, saver)
    const asked = await report(saver.id)
    expect(asked.status).toBe(202)
    await app.admin.query(`update app.member set created_at = created_at - interval '40 days'`)
    const vote = dataOf(
      await ask('POST', '/governance/votes', {
        ...{ kind: 'resolution', wording: 'That the levy is doubled.', isSecret: false },
        closesAt: new Date(Date.now() + 30 * 60_000).toISOString(),
      }),
      201,
    )
    expect(dataOf(await ask('GET', `/governance/votes/${vote.id}`, undefined, third)).own).toEqual({
      exclusion: null,
      hasVoted: false,
    })
    await app.settled()
    expect(new Set((await sentTo(saver.phone, 'sade@example.ng')).map(({ to }) => to))).toEqual(
      new Set([saver.phone, 'sade@example.ng']),
    )
    dataOf(await decide(asked, 'reject', second.token))
  })

  test('shows the other to whom the money would go, and other nominees meanwhile are seen', async () => {
    const second = await buildSecond()
    const nominees = async (firstName: string) =>
      dataOf(
        await ask('PUT', `/cooperatives/members/${saver.id}/nominees`, {
          nominees: [{ firstName, sharePercent: 100 }],
        }),
      )
    await nominees('Tunde')
    const asked = await report(saver.id)
    const [row] = dataOf(await ask('GET', '/financial/approvals?kind=change', undefined, second.token))
    expect(row.description).toBe(
      `Report that Sade Obi, ${saver.membershipno}, has died. Nominees: Tunde 100%, named on ${dayText(dayIn(new Date()))}`,
    )
    await nominees('Own Brother')
    expect((await decide(asked, 'approve', second.token)).body).toMatchObject({ status: 409 })
    expect(dataOf(await ask('GET', `/cooperatives/members/${saver.id}/leaving`)).leaving).toBeNull()
  })

  test('alone in the society, is not held up', async () => {
    expect((await report(saver.id)).status).toBe(201)
    await app.settled()
    expect(await sentTo(saver.phone)).toHaveLength(1)
  })
})

test('after a reported death two officers say who the nominees are', async () => {
  const second = await buildSecond()
  dataOf(await decide(await report(saver.id), 'approve', second.token))
  const byRecord = await ask('PUT', `/cooperatives/members/${saver.id}`, { nomineeFirstName: 'Own' })
  expect(byRecord.status).toBe(202)
  dataOf(await decide(byRecord, 'reject', second.token))
  const named = { nominees: [{ firstName: 'Own', lastName: 'Cousin', sharePercent: 100 }] }
  const asked = await ask('PUT', `/cooperatives/members/${saver.id}/nominees`, named)
  expect(asked.status).toBe(202)
  expect(dataOf(await ask('GET', `/cooperatives/members/${saver.id}/nominees`))).toEqual([])
  const [row] = dataOf(await ask('GET', '/financial/approvals?kind=change', undefined, second.token))
  expect(row.description).toBe(
    `Nominees of Sade Obi, ${saver.membershipno}, whose death is reported: none → Own Cousin 100%`,
  )
})

test('what a member asked for before a reported death is approved by no officer alone', async () => {
  const second = await buildSecond()
  const own = await loginMember(app, saver)
  const asked = dataOf(
    await ask('POST', '/member-portal/requests', { nominees: [{ firstName: 'Own', sharePercent: 100 }] }, own),
    201,
  )
  const phone = dataOf(await ask('POST', '/member-portal/requests', { profile: { phone: newPhone() } }, own), 201)
  dataOf(await decide(await report(saver.id), 'approve', second.token))
  for (const { id } of [asked, phone])
    expect((await ask('POST', `/member-requests/${id}/approve`, {})).body).toMatchObject({
      status: 409,
      message:
        'The death of Sade Obi has been reported. Decline this request. What is still right in it, change on the member’s page.',
    })
  expect(dataOf(await ask('GET', `/cooperatives/members/${saver.id}/nominees`))).toEqual([])
  dataOf(await ask('POST', `/member-requests/${asked.id}/decline`, { reason: 'The death was reported' }))
})

test('one officer erases no former member on a letter that they recorded themselves', async () => {
  const { leaving } = dataOf(await report(saver.id, 'resignation'), 201)
  if (leaving.noticeEndsOn)
    dataOf(await ask('POST', `/cooperatives/leavings/${leaving.id}/waive-notice`, { reason: 'Agreed' }))
  dataOf(await ask('POST', `/cooperatives/leavings/${leaving.id}/settle`, { net: 0, payees: [] }))
  const second = await buildSecond()
  const { id } = dataOf(
    await ask('POST', `/members/${saver.id}/erasure-requests`, { writtenOn: dayIn(new Date()), note: 'In the file' }),
    201,
  )
  const asked = await ask('POST', `/members/erasure-requests/${id}/decide`, { decision: 'erase' })
  expect(asked.status).toBe(202)
  expect(dataOf(await ask('GET', `/cooperatives/members/${saver.id}`)).firstName).toBe('Sade')
  dataOf(await decide(asked, 'approve', second.token))
  expect((await ask('GET', `/cooperatives/members/${saver.id}`)).text).not.toContain('Sade')
})

test('an office is given to no one who is not active, and the mailbox of before hears of another address', async () => {
  dataOf(await ask('PUT', `/cooperatives/members/${saver.id}`, { email: 'elsewhere@example.ng' }))
  await app.settled()
  expect(
    (await app.outbox()).filter(({ to, text }) => to === 'sade@example.ng' && text.includes('email address')),
  ).toHaveLength(1)
  dataOf(await ask('PUT', `/cooperatives/members/${saver.id}`, { status: 'inactive' }))
  expect(
    (await ask('PUT', `/cooperatives/members/${saver.id}/roles`, { roleIds: ['member', 'admin'] })).body,
  ).toMatchObject({ status: 409, message: 'Sade Obi is not an active member. Reactivate the member first.' })
})

test('what an officer asked for before their office ended says so to the officer who approves it', async () => {
  const second = await buildSecond()
  const [asked, recorded] = [
    await ask('PUT', `/cooperatives/members/${saver.id}`, { phone: newPhone() }, second.token),
    await ask('POST', '/financial/transactions', { type: 'deposit', memberId: saver.id, amount: 5000 }),
  ]
  dataOf(recorded, 201)
  const { id } = dataOf(
    await ask('POST', '/financial/transactions', { type: 'withdrawal', memberId: saver.id, amount: 900 }, second.token),
    201,
  )
  const left = async () =>
    dataOf(await ask('GET', '/financial/approvals')).map(
      ({ askedBy, approvals }: { askedBy: string; approvals: { askerLeft: boolean } }) => [
        askedBy,
        approvals.askerLeft,
      ],
    )
  const ofOne = async () => dataOf(await ask('GET', `/financial/transactions/${id}`)).approvals
  expect([asked.status, await left(), (await ofOne()).askerLeft]).toEqual([
    202,
    [
      ['Bisi Officer', false],
      ['Bisi Officer', false],
    ],
    false,
  ])
  dataOf(
    await agreed(
      app,
      await ask('PUT', `/cooperatives/members/${second.id}/roles`, { roleIds: ['member'] }),
      second.token,
    ),
  )
  // Also after the seven days for which the one who asked counts as its maker.
  await app.admin.query(`update app.change_request set asked_at = asked_at - interval '8 days'`)
  expect([await left(), await ofOne()]).toEqual([
    [
      ['Bisi Officer', true],
      ['Bisi Officer', true],
    ],
    { asked: 1, given: [], open: true, isOwn: false, askerLeft: true },
  ])
})
