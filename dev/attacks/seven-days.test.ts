import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dayIn } from '#core/calendar.ts'
import type { CooperativeId } from '#core/ids.ts'
import { sql } from '#platform/db/sql.ts'
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

const yours = 'You recorded this yourself, so another officer has to approve it.'

let app: TestApp
let cooperative: TestCooperative
let second: TestOfficer
let emails: Record<'sade' | 'bisi', string>
let saver: TestMember
beforeAll(async () => {
  app = await sharedTestApp()
})
afterAll(() => app.stop())
beforeEach(async () => {
  cooperative = await buildCooperative(app, { name: 'Unity Thrift' })
  const box = newPhone().slice(1)
  emails = { sade: `sade${box}@example.ng`, bisi: `bisi${box}@example.ng` }
  saver = await buildMember(app, cooperative, { firstName: 'Sade', email: emails.sade })
  second = await buildOfficer(app, cooperative, { firstName: 'Bisi', email: emails.bisi })
})

const ask = (method: string, path: string, body?: unknown, token = cooperative.token) =>
  app.call(method, path, { token, ...(body !== undefined && { body }) })
type Asked = ReturnType<typeof ask>
const decide = (reply: Awaited<Asked>, what: 'approve' | 'reject', token?: string) =>
  ask(
    'POST',
    `/change-requests/${reply.body.data.changeRequestId}/${what}`,
    what === 'reject' ? { reason: 'No' } : {},
    token,
  )
const record = (id: string, changes: object, token?: string) =>
  ask('PUT', `/cooperatives/members/${id}`, changes, token)
const report = (id: string, reason = 'death') => ask('POST', `/cooperatives/members/${id}/leaving`, { reason })
const bySecond = async (asked: Asked) => dataOf(await agreed(app, await asked, second.token))
const silence = () => app.admin.query(`update app.change_request set asked_at = asked_at - interval '8 days'`)
const listed = async () => dataOf(await ask('GET', '/financial/approvals?kind=change'))[0]
const leavingOf = async (id: string) => dataOf(await ask('GET', `/cooperatives/members/${id}/leaving`)).leaving
/** What a member or officer is told by SMS and email, by address. */
const toldTo = async (sentence: string, ...addresses: string[]) => {
  await app.settled()
  const told = (await app.outbox()).filter(({ to, text }) => addresses.includes(to) && text.includes(sentence))
  return told.map(({ to }) => to).sort()
}

describe('an officer whose colleague never answers', () => {
  const never: Record<string, () => Promise<Awaited<Asked>>> = {
    'moves no officer’s phone to their own': () => record(second.id, { phone: newPhone() }),
    'moves no member’s phone to their own': () => record(saver.id, { phone: newPhone() }),
    'gets no activation code of an officer': () => ask('POST', `/cooperatives/members/${second.id}/activation`, {}),
    'gives no officer another name': () => record(second.id, { firstName: 'Own' }),
    'hides no phone behind the status of an officer': () =>
      record(second.id, { status: 'inactive', phone: newPhone() }),
    'merges no member into a record of their own': async () => {
      const { id: into } = await buildMember(app, cooperative, { firstName: 'Twin' })
      return ask('POST', `/cooperatives/members/${saver.id}/merge`, { into, reason: 'The same person' })
    },
    'changes no bank details': () =>
      ask('PUT', `/cooperatives/members/${saver.id}/bank-details`, {
        ...{ bankName: 'GTBank', accountNumber: '0123456789', accountName: 'Own Name' },
      }),
    'changes no rule of approvals': () => ask('PUT', '/financial/config', { withdrawalApprovals: 0 }),
    'reports no member dead': () => report(saver.id),
    'names no nominees of the dead': async () => {
      await bySecond(report(saver.id))
      return ask('PUT', `/cooperatives/members/${saver.id}/nominees`, {
        nominees: [{ firstName: 'Own', sharePercent: 100 }],
      })
    },
    'takes no report of a death back': async () => {
      await bySecond(report(saver.id))
      return ask('POST', `/cooperatives/leavings/${(await leavingOf(saver.id)).id}/cancel`, { reason: 'They live' })
    },
    'registers no one as an officer': () =>
      ask('POST', '/members', { firstName: 'Own', lastName: 'Double', phone: newPhone(), roles: ['admin'] }),
  }

  test.each(Object.entries(never))('%s, however long it waits', async (_what, asking) => {
    const asked = await asking()
    expect(asked.status).toBe(202)
    await silence()
    expect((await decide(asked, 'approve')).body).toMatchObject({ status: 409, message: yours })
    expect(await listed()).toMatchObject({ opensToAsker: false, approvals: { open: false } })
    // Nor past the server's own look: the database knows it too.
    const forged = sql`insert into app.approval (cooperative_id, kind, subject_id, approved_by, approved_by_name, maker_id, alone)
      select cooperative_id, kind, change_request_id, asked_by, asked_by_name, asked_by, true from app.change_request where status = 'pending'`
    const scope = { cooperativeId: cooperative.id as CooperativeId, role: 'coop_admin' } as const
    await expect(app.services.database.tenant(scope, (tx) => tx.run(forged))).rejects.toThrow(/maker_is_not_checker/)
    expect(await app.checks()).toEqual([])
  })

  const ends: Record<string, () => Asked> = {
    'the office of the one who is silent': () =>
      ask('PUT', `/cooperatives/members/${second.id}/roles`, { roleIds: ['member'] }),
    'their active status': () => record(second.id, { status: 'inactive' }),
    'their place in the register': () => ask('DELETE', `/cooperatives/members/${second.id}`),
    'their office, by the report of their death': () => report(second.id),
  }
  test.each(Object.entries(ends))('ends %s after seven days, and then goes on', async (_what, asking) => {
    const asked = await asking()
    expect(asked.status).toBe(202)
    expect((await decide(asked, 'approve')).body).toMatchObject({ status: 409, message: yours })
    await silence()
    expect(await listed()).toMatchObject({ opensToAsker: true, approvals: { open: true } })
    dataOf(await decide(asked, 'approve'))
    dataOf(await ask('PUT', '/financial/config', { withdrawalApprovals: 0 }))
  })
})

describe('who is concerned hears by SMS and email when it is asked, not when it is done', () => {
  const officer: Record<string, [string, () => Asked]> = {
    'another phone': ['asked to move the login of Bisi Officer', () => record(second.id, { phone: newPhone() })],
    'another name': ['asked to change the name of Bisi Officer', () => record(second.id, { lastName: 'Other' })],
    'another status': ['asked to change the status of Bisi Officer', () => record(second.id, { status: 'inactive' })],
    'a new activation code': [
      'asked for a new activation code of Bisi Officer',
      () => ask('POST', `/cooperatives/members/${second.id}/activation`, {}),
    ],
    'the end of the office': [
      'asked to change the office of Bisi Officer',
      () => ask('PUT', `/cooperatives/members/${second.id}/roles`, { roleIds: ['member'] }),
    ],
    'the removal': ['asked to remove Bisi Officer', () => ask('DELETE', `/cooperatives/members/${second.id}`)],
  }
  test.each(Object.entries(officer))('an officer: %s', async (_what, [sentence, asking]) => {
    expect((await asking()).status).toBe(202)
    expect(await toldTo(sentence, second.phone, emails.bisi)).toEqual([second.phone, emails.bisi])
  })

  test('a member: another phone, and a merge', async () => {
    expect((await record(saver.id, { phone: newPhone() })).status).toBe(202)
    expect(await toldTo('asked to move the login of Sade Obi', saver.phone, emails.sade)).toEqual([
      saver.phone,
      emails.sade,
    ])
    const { id: into } = await buildMember(app, cooperative, { firstName: 'Twin' })
    await ask('POST', `/cooperatives/members/${saver.id}/merge`, { into, reason: 'The same person' })
    expect(await toldTo('asked to merge the membership of Sade Obi', saver.phone)).toEqual([saver.phone])
  })

  test('a former member: the letter that an officer says they wrote', async () => {
    dataOf(await report(saver.id, 'expulsion'), 201)
    const { id } = await leavingOf(saver.id)
    dataOf(await ask('POST', `/cooperatives/leavings/${id}/settle`, { net: 0, payees: [] }))
    await ask('POST', `/cooperatives/leavings/${id}/approve`, {}, second.token)
    dataOf(
      await ask('POST', `/members/${saver.id}/erasure-requests`, { writtenOn: dayIn(new Date()), note: 'In the file' }),
      201,
    )
    expect(await toldTo('If you did not write it', saver.phone, emails.sade)).toEqual([saver.phone, emails.sade])
  })
})

test('an officer who asks and takes it back again and again sends a member five messages a day, not more', async () => {
  const waits = await record(saver.id, { phone: newPhone() })
  for (let n = 0; n < 4; n++) dataOf(await decide(await record(saver.id, { phone: newPhone() }), 'reject'))
  expect((await record(saver.id, { phone: newPhone() })).body).toMatchObject({
    status: 429,
    message:
      'In the last 24 hours you asked for five changes about Sade Obi that no officer approved. Wait for an approval, or ask again tomorrow.',
  })
  expect(await toldTo('asked to move the login of Sade Obi', saver.phone)).toHaveLength(5)
  // About somebody else, by another officer and after an approval it goes on.
  expect((await record(second.id, { phone: newPhone() })).status).toBe(202)
  expect((await record(saver.id, { phone: newPhone() }, second.token)).status).toBe(202)
  dataOf(await decide(waits, 'approve', second.token))
  expect((await record(saver.id, { phone: newPhone() })).status).toBe(202)
})

test('an officer who rejects what is asked about them does not use up the five of the one who asks', async () => {
  const phone = () => record(second.id, { phone: newPhone() })
  for (let n = 0; n < 5; n++) dataOf(await decide(await phone(), 'reject', second.token))
  const office = await ask('PUT', `/cooperatives/members/${second.id}/roles`, { roleIds: ['member'] })
  expect(office.status).toBe(202)
})

test('the word that a member was seen in person is about the login of then, and proves no login after it', async () => {
  const [member] = dataOf(
    await ask('POST', '/cooperatives/members', { member: [{ firstName: 'Efe', lastName: 'Okoro', phone: null }] }),
    201,
  )
  const open = (code: string) => resetPassword(app, member.membershipno, code, 'member-password')
  dataOf(await open(member.activationCode))
  await app.admin.query(
    `update platform.membership set confirmed_at = confirmed_at - interval '1 hour' where member_id = $1`,
    [member.memberid],
  )
  const asked = await ask('POST', `/cooperatives/members/${member.memberid}/login-proof`, {})
  expect(asked.status).toBe(202)
  const { activationCode } = await bySecond(
    ask('POST', `/cooperatives/members/${member.memberid}/activation`, {}),
  ).then(async () => dataOf(await ask('POST', `/cooperatives/members/${member.memberid}/activation`, {})))
  dataOf(await open(activationCode))
  expect((await decide(asked, 'approve', second.token)).body).toMatchObject({
    status: 409,
    message: 'What this would change is no longer as it was when it was asked for. Reject it and ask again.',
  })
  dataOf(await decide(asked, 'reject'))
  // Asked again it says when, in words.
  expect((await ask('POST', `/cooperatives/members/${member.memberid}/login-proof`, {})).status).toBe(202)
  expect((await listed()).description).toMatch(/activated \d\d \w{3} \d{4} at \d\d:\d\d/)
})

describe('after a death', () => {
  const nominees = (phone: string) =>
    ask('PUT', `/cooperatives/members/${saver.id}/nominees`, {
      nominees: [{ firstName: 'Tunde', lastName: 'Obi', phone, email: 'tunde@example.ng', sharePercent: 100 }],
    })

  test('the report is taken back by two, so that no one names other nominees in between', async () => {
    await bySecond(report(saver.id))
    const { id } = await leavingOf(saver.id)
    const back = await ask('POST', `/cooperatives/leavings/${id}/cancel`, { reason: 'They live' })
    expect([back.status, (await leavingOf(saver.id)).status]).toEqual([202, 'open'])
    expect((await listed()).description).toBe(
      `Take back the report that Sade Obi, ${saver.membershipno}, has died: They live`,
    )
    dataOf(await decide(back, 'approve', second.token))
    expect(dataOf(await ask('GET', `/cooperatives/members/${saver.id}`)).status).toBe('active')
  })

  test('a nominee is told with phone and email, and each field of the record takes two', async () => {
    dataOf(await nominees('+2348031112223'))
    const reported = await report(saver.id)
    expect((await listed()).description).toContain('Tunde Obi, +2348031112223, tunde@example.ng 100%')
    dataOf(await decide(reported, 'approve', second.token))
    const other = await nominees('+2348039998887')
    expect((await listed()).description).toContain(
      'Tunde Obi, +2348031112223, tunde@example.ng 100% → Tunde Obi, +2348039998887, tunde@example.ng 100%',
    )
    dataOf(await decide(other, 'reject'))
    for (const changes of [
      { nomineeEmail: 'own@example.ng' },
      { nomineeAddress: '1 Own Street' },
      { nomineeRelationship: 'Owner' },
    ]) {
      const asked = await record(saver.id, changes)
      expect(asked.status).toBe(202)
      expect((await listed()).description).toMatch(new RegExp(`→ .*${Object.values(changes)[0]}`, 'i'))
      dataOf(await decide(asked, 'reject'))
    }
  })
})

test('a settlement is not approved for a nominee whose phone was changed since it was put together', async () => {
  await fundCash(app, cooperative, { naira: 1_000_000, on: '2020-01-01' })
  dataOf(await ask('POST', '/financial/transactions', { type: 'deposit', memberId: saver.id, amount: 5000 }), 201)
  const nominees = (phone: string) =>
    ask('PUT', `/cooperatives/members/${saver.id}/nominees`, {
      nominees: [{ firstName: 'Tunde', phone, sharePercent: 100 }],
    })
  dataOf(await nominees('+2348031112223'))
  await bySecond(report(saver.id))
  const {
    leaving: { id },
    statement: { net },
  } = dataOf(await ask('GET', `/cooperatives/members/${saver.id}/leaving`))
  dataOf(await ask('POST', `/cooperatives/leavings/${id}/settle`, { net, payees: [{ number: 1, paidThrough: null }] }))
  await bySecond(nominees('+2348039998887'))
  expect((await ask('POST', `/cooperatives/leavings/${id}/approve`, {}, second.token)).status).toBe(409)
})

describe('the name of an officer', () => {
  test('takes two officers, also one’s own, while that of a member takes one', async () => {
    expect((await record(second.id, { firstName: 'Chidi' }, second.token)).status).toBe(202)
    expect((await listed()).description).toBe('Name of Bisi Officer, admin → Chidi Officer')
    expect((await record(saver.id, { firstName: 'Folasade' })).status).toBe(200)
  })

  test('and the email are changed by an admin alone', async () => {
    const { token } = await buildOfficer(app, cooperative, { firstName: 'Sola', office: 'secretary' }, second.token)
    const replies = [
      await record(second.id, { lastName: 'Okafor' }, token),
      await record(second.id, { email: 'own@example.ng' }, token),
    ]
    for (const { body } of replies)
      expect(body).toMatchObject({
        status: 403,
        message:
          'This member is an officer of the cooperative, so only an admin changes the name, phone, email or way in.',
      })
    expect((await record(second.id, { address: '1 Broad Street' }, token)).status).toBe(200)
  })

  test('is not taken by the cooperative’s own login, and the officers hear of each name that it takes', async () => {
    const named = { firstName: 'Bísí', lastName: 'Okon-Ọjọ́', office: 'treasurer' } as const
    const officer = await buildOfficer(app, cooperative, named, second.token)
    const name = (given: string, post = 'treasurer') =>
      ask('PUT', '/cooperatives/account-holder', { name: given, post })
    const notices = async () =>
      dataOf(await ask('GET', '/notifications?limit=100', undefined, officer.token))
        .map(({ message }: { message: string }) => message)
        .filter((message: string) => message.includes('own login'))
    for (const given of ['Bísí Okon-Ọjọ́', 'bisi okon ojo', 'OJO-OKON, Bisi', 'Chief Bi\u200Bsi Okon Ojo'])
      expect((await name(given)).body, given).toMatchObject({
        status: 409,
        errors: [
          { field: 'name', message: 'Bísí Okon-Ọjọ́ is another officer of this cooperative. Enter your own name.' },
        ],
      })
    expect(await notices()).toEqual([])
    // Of a member who is no officer, of an officer whose office ended, and of themselves it is none.
    expect(dataOf(await name('Sade Obi', 'president')).actsAs).toBe('Sade Obi, president')
    dataOf(await name('Sade Obi', 'president'))
    expect(await notices()).toEqual([
      'What is done with the cooperative’s own login is now recorded as Sade Obi, president. Before, it was recorded as Unity Thrift. If that is not who uses it, ask them to enter their own name.',
    ])
    const chair = await buildMember(app, cooperative, {
      firstName: 'Chair',
      lastName: 'Person',
      phone: cooperative.phone,
    })
    await loginMember(app, chair)
    const give = (id: string, role: string[]) =>
      bySecond(ask('PUT', `/cooperatives/members/${id}/roles`, { roleIds: ['member', ...role] }))
    await give(officer.id, [])
    await give(chair.id, ['admin'])
    expect((await name('Chair Person')).status).toBe(200)
    expect((await name('Bisi Okon-Ojo')).status).toBe(200)
  })
})
