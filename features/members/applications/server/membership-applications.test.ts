import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  applicationPurpose,
  applicationsPerHour,
  applicationsWaitingMax,
} from '#features/members/applications/rules/membership-application.ts'
import { sweep } from '#platform/jobs/sweep.ts'
import { startTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  dataOf,
  lastCode,
  newKey,
  newPhone,
  statusesOf,
  type TestCooperative,
} from '#dev/testing/builders.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

let lastAddress = 0
const anAddress = () => ({ 'x-forwarded-for': `198.51.100.${(lastAddress += 1) % 250}` })
const person = (change: object = {}) => ({
  firstName: 'Adébáyọ̀',
  lastName: 'Ọlá',
  phone: newPhone(),
  consentVersion: applicationPurpose.version,
  ...change,
})
const apply = (
  cooperative: TestCooperative,
  body: object = person(),
  { key, headers = anAddress() }: { key?: string; headers?: Record<string, string> } = {},
) =>
  app.call('POST', `/join-pages/${cooperative.coopId}/applications`, {
    body,
    headers,
    ...(key !== undefined && { key }),
  })
const asked = async (cooperative: TestCooperative, query = '') =>
  dataOf(await app.call('GET', `/membership-applications${query}`, { token: cooperative.token }))
const decide = (
  cooperative: TestCooperative,
  id: string,
  how: 'approve' | 'decline',
  body: object = how === 'approve' ? {} : { reason: 'Your office is not in our field.' },
) => app.call('POST', `/membership-applications/${id}/${how}`, { token: cooperative.token, body })
const setPage = async (cooperative: TestCooperative, body: object) =>
  dataOf(await app.call('PUT', '/cooperatives/join-page', { token: cooperative.token, body }))

async function openSociety(): Promise<TestCooperative> {
  const cooperative = await buildCooperative(app, { name: 'Unity Thrift' })
  await setPage(cooperative, { isOpen: true, welcome: 'Bring two guarantors.\nWe meet on Fridays.' })
  return cooperative
}

describe('the join page', () => {
  test('is closed until an officer opens it, and tells then what joining costs', async () => {
    const cooperative = await buildCooperative(app, { name: 'Unity Thrift' })
    const look = async () => dataOf(await app.call('GET', `/join-pages/${cooperative.coopId.toLowerCase()}`))
    expect(await look()).toEqual({
      name: 'Unity Thrift',
      coopId: cooperative.coopId,
      isOpen: false,
      welcome: null,
      contributionMin: 0,
      entranceFee: 0,
      sharesCost: 0,
    })
    expect((await apply(cooperative)).body).toMatchObject({
      status: 409,
      message: 'This society takes no applications on this page at the moment. Ask its secretary.',
    })
    dataOf(
      await app.call('PUT', '/financial/config', {
        token: cooperative.token,
        body: { contributionMin: 2000, entranceFee: 500.5 },
      }),
    )
    expect(await setPage(cooperative, { isOpen: true, welcome: 'Welcome' })).toEqual({
      isOpen: true,
      welcome: 'Welcome',
      coopId: cooperative.coopId,
      waiting: 0,
    })
    expect(await look()).toMatchObject({
      isOpen: true,
      welcome: 'Welcome',
      contributionMin: 2000,
      entranceFee: 500.5,
      sharesCost: 10_000,
    })
    // What is not named stays.
    expect(await setPage(cooperative, { isOpen: false })).toMatchObject({ isOpen: false, welcome: 'Welcome' })
    expect(await look()).toMatchObject({ isOpen: false, welcome: null })
    expect(await setPage(cooperative, { welcome: null })).toMatchObject({ isOpen: false, welcome: null })
  })

  test.each(['suspended', 'rejected'])('of a %s society is not there', async (status) => {
    const cooperative = await openSociety()
    await app.admin.query('update app.cooperative set status = $2 where cooperative_id = $1', [cooperative.id, status])
    expect((await app.call('GET', `/join-pages/${cooperative.coopId}`)).status).toBe(404)
    expect((await apply(cooperative)).status).toBe(404)
  })
})

describe('an application', () => {
  test('waits for the officers, who are told, with all that was entered', async () => {
    const cooperative = await openSociety()
    const told = {
      email: 'ola@example.org',
      address: '3 Market Road',
      dateOfBirth: '1990-02-28',
      gender: 'female',
      maritalStatus: 'married',
      employmentStatus: 'employed',
      employer: 'Ministry of Works',
      staffNumber: 'W-77',
      monthlyContributions: 5000.5,
      nextOfKinFirstName: 'Sade',
      nextOfKinLastName: 'Ọlá',
      nextOfKinPhone: '08031234567',
      nextOfKinRelationship: 'sister',
      introducedBy: 'Chief Obi',
      note: 'I paid\nat the desk.',
    }
    const body = person(told)
    expect(dataOf(await apply(cooperative, body), 201)).toEqual({ number: 'M-00001', society: 'Unity Thrift' })
    const { consentVersion: _version, ...entered } = body
    expect(await asked(cooperative)).toEqual([
      {
        id: expect.any(String),
        number: 'M-00001',
        status: 'waiting',
        ...entered,
        createdAt: expect.any(String),
        decidedAt: null,
        decidedBy: null,
        reason: null,
        memberId: null,
        samePhone: null,
        alsoWaiting: 0,
      },
    ])
    const [notice] = dataOf(await app.call('GET', '/notifications', { token: cooperative.token }))
    expect(notice).toMatchObject({
      message: 'Adébáyọ̀ Ọlá asks to become a member (M-00001).',
      link: '/coop/member-management/applications',
    })
    expect(await setPage(cooperative, {})).toMatchObject({ waiting: 1 })
    expect(
      (
        await app.admin.query(
          'select consent_version, decided_by from app.membership_application where cooperative_id = $1',
          [cooperative.id],
        )
      ).rows,
    ).toEqual([{ consent_version: applicationPurpose.version, decided_by: null }])
  })

  test.each([
    ['firstName', { firstName: ' ' }, 'First name is required'],
    ['lastName', { lastName: undefined }, 'Last name is required'],
    ['phone', { phone: '12' }, 'Phone number must be in format +234XXXXXXXXXX'],
    ['email', { email: 'no one at home' }, 'Invalid email format'],
    ['dateOfBirth', { dateOfBirth: '2090-01-01' }, 'Choose today or an earlier date.'],
    ['monthlyContributions', { monthlyContributions: -1 }, 'Enter zero or more'],
    [
      'consentVersion',
      { consentVersion: undefined },
      'Agree to the use of what you enter, or the society may not keep it',
    ],
    [
      'consentVersion',
      { consentVersion: '2020-01' },
      'Agree to the use of what you enter, or the society may not keep it',
    ],
    [
      'website',
      { website: 'https://advert.example' },
      'Leave this empty: it is there to stop programs that send advertising',
    ],
    ['roles', { roles: ['admin'] }, 'roles is not a field of this request'],
  ])('with a bad %s is refused by name and nothing is kept', async (field, wrong, message) => {
    const cooperative = await openSociety()
    const { status, body } = await apply(cooperative, { ...person(), ...wrong })
    expect(status).toBe(422)
    expect(body.errors).toEqual([{ field, message }])
    expect(await asked(cooperative)).toEqual([])
  })

  test('sent twice under one key is one; numbers have no gap when many apply at once', async () => {
    const cooperative = await openSociety()
    const [key, body] = [newKey(), person()]
    const [first, second] = [await apply(cooperative, body, { key }), await apply(cooperative, body, { key })]
    expect(second.text).toBe(first.text)
    const replies = await Promise.all(Array.from({ length: 12 }, () => apply(cooperative)))
    expect(statusesOf(replies)).toEqual(replies.map(() => 201))
    expect((await asked(cooperative, '?limit=50&sort=number')).map(({ number }: { number: string }) => number)).toEqual(
      Array.from({ length: 13 }, (_, index) => `M-${String(index + 1).padStart(5, '0')}`),
    )
  })

  test('does not tell a stranger whose phone is in the register; the officers see it', async () => {
    const cooperative = await openSociety()
    const phone = newPhone()
    const member = await buildMember(app, cooperative, { phone, firstName: 'Ngozi', lastName: 'Eze' })
    for (const firstName of ['Ngozi', 'Chidi'])
      expect((await apply(cooperative, person({ phone, firstName, lastName: 'Eze' }))).status).toBe(201)
    const rows = await asked(cooperative)
    expect(rows).toMatchObject([
      { samePhone: { memberId: member.id, name: 'Ngozi Eze' }, alsoWaiting: 1 },
      { alsoWaiting: 1 },
    ])
    expect(
      dataOf(await app.call('GET', `/membership-applications/${rows[0].id}`, { token: cooperative.token })).sameName,
    ).toEqual([{ memberId: member.id, name: 'Ngozi Eze', membershipno: member.membershipno }])
    expect((await decide(cooperative, rows[0].id, 'approve')).body).toMatchObject({
      status: 409,
      errors: [{ field: 'phone' }],
    })
    expect((await asked(cooperative))[0].status).toBe('waiting')
    // They share it, so the applicant logs in with the membership number.
    expect(dataOf(await decide(cooperative, rows[0].id, 'approve', { sharesPhone: true }))).toMatchObject({
      phone,
      sharesPhone: true,
    })
    expect((await asked(cooperative)).find(({ id }: { id: string }) => id === rows[1].id)).toMatchObject({
      samePhone: { memberId: member.id },
    })
  })

  test('names turned round are found as the same', async () => {
    const cooperative = await openSociety()
    const member = await buildMember(app, cooperative, { firstName: 'Ẹ́niọlá', lastName: 'Bello' })
    await apply(cooperative, person({ firstName: 'Bello', lastName: 'Eniola' }))
    const [row] = await asked(cooperative)
    expect(
      dataOf(await app.call('GET', `/membership-applications/${row.id}`, { token: cooperative.token })).sameName,
    ).toMatchObject([{ memberId: member.id }])
  })

  test('only so many come from one network in an hour, and so many wait at once', async () => {
    const cooperative = await openSociety()
    const fill = (count: number, hash: string | null) =>
      app.admin.query(
        `insert into app.membership_application (cooperative_id, application_id, number, first_name, last_name, phone, monthly_contribution, consent_version, search_text, address_hash)
         select $1, gen_random_uuid(), 100000 + $3 + n, 'A', 'B', '+2348000000000', 0, 'x', 'a b', (select address_hash from app.membership_application where cooperative_id = $1 and number = $4) from generate_series(1, $2::int) n`,
        [cooperative.id, count, hash === null ? 5000 : 0, hash === null ? null : 1],
      )
    const headers = anAddress()
    expect((await apply(cooperative, person(), { headers })).status).toBe(201)
    await fill(applicationsPerHour - 1, 'same')
    const refused = await apply(cooperative, person(), { headers })
    expect(refused.body).toMatchObject({
      status: 429,
      message:
        'Too many applications came from your network within an hour. Try again later, or ask the society’s secretary.',
    })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60)
    expect((await apply(cooperative)).status).toBe(201)
    await fill(2 * applicationsWaitingMax, null)
    expect((await apply(cooperative)).body).toMatchObject({
      status: 409,
      message: 'So many applications wait already that the society takes no more for now. Ask its secretary.',
    })
  })
})

describe('the decision', () => {
  test('takes the applicant into the register with all they told, and their code opens the portal', async () => {
    const cooperative = await openSociety()
    const body = person({
      gender: 'female',
      monthlyContributions: 3000,
      nextOfKinFirstName: 'Sade',
      email: 'ola@example.org',
    })
    await apply(cooperative, body)
    const [{ id }] = await asked(cooperative)
    const member = dataOf(await decide(cooperative, id, 'approve', { registrationDate: '2026-01-05' }))
    expect(member).toMatchObject({
      firstName: 'Adébáyọ̀',
      phone: body.phone,
      gender: 'female',
      monthlyContributions: 3000,
      nextOfKinFirstName: 'Sade',
      email: 'ola@example.org',
      registrationDate: '2026-01-05',
      memberRoles: [{ role: 'member' }],
      activated: false,
    })
    expect(await lastCode(app, body.phone)).not.toBe(member.activationCode)
    const opened = await app.call('POST', '/auth/reset-password', {
      body: {
        identifier: body.phone,
        code: member.activationCode,
        password: 'own-password',
        confirmPassword: 'own-password',
      },
    })
    expect(opened.status).toBe(200)
    expect(await asked(cooperative)).toMatchObject([
      { status: 'approved', memberId: member.memberid, decidedBy: expect.any(String), reason: null, samePhone: null },
    ])
    for (const how of ['approve', 'decline'] as const)
      expect((await decide(cooperative, id, how)).body).toMatchObject({
        status: 409,
        message: 'This application was decided meanwhile. Open it again to see how.',
      })
    expect(await app.checks()).toEqual([])
  })

  test('names the day of joining where it is before the birth that the applicant entered', async () => {
    const cooperative = await openSociety()
    await apply(cooperative, person({ dateOfBirth: '1990-02-28' }))
    const [{ id }] = await asked(cooperative)
    expect((await decide(cooperative, id, 'approve', { registrationDate: '1990-02-27' })).body).toMatchObject({
      status: 422,
      errors: [{ field: 'registrationDate' }],
    })
    dataOf(await decide(cooperative, id, 'approve', { registrationDate: '2026-01-05' }))
  })

  test('of two officers at once is one', async () => {
    const cooperative = await openSociety()
    await apply(cooperative)
    const [{ id }] = await asked(cooperative)
    const replies = await Promise.all([
      decide(cooperative, id, 'approve'),
      decide(cooperative, id, 'decline'),
      decide(cooperative, id, 'approve'),
      decide(cooperative, id, 'decline'),
    ])
    expect(statusesOf(replies)).toEqual([200, 409, 409, 409])
    expect(await app.checks()).toEqual([])
  })

  test('to decline tells the applicant why, who then may apply again', async () => {
    const cooperative = await openSociety()
    const body = person()
    await apply(cooperative, body)
    const [{ id }] = await asked(cooperative)
    expect((await decide(cooperative, id, 'decline', { reason: ' ' })).body.errors).toEqual([
      { field: 'reason', message: 'Say why, for the applicant' },
    ])
    expect(dataOf(await decide(cooperative, id, 'decline'))).toMatchObject({
      status: 'declined',
      reason: 'Your office is not in our field.',
      memberId: null,
    })
    expect((await app.outbox()).find(({ to }) => to === body.phone)?.text).toBe(
      'Ajose: Adébáyọ̀, Unity Thrift could not admit you as a member. Your office is not in our field.',
    )
    expect((await apply(cooperative, body)).status).toBe(201)
    expect(await asked(cooperative, '?status=waiting')).toMatchObject([{ number: 'M-00002', alsoWaiting: 0 }])
  })

  test('finds applications by name without its marks, phone and number; other societies see none', async () => {
    const cooperative = await openSociety()
    await apply(cooperative, person({ phone: '+2348099887766' }))
    await apply(cooperative, person({ firstName: 'Musa', lastName: 'Danjuma' }))
    for (const q of ['adebayo', 'ola ade', '08099887766', 'M-00001'])
      expect(await asked(cooperative, `?q=${encodeURIComponent(q)}`), q).toMatchObject([{ number: 'M-00001' }])
    expect((await asked(cooperative, '?sort=-number')).map(({ number }: { number: string }) => number)).toEqual([
      'M-00002',
      'M-00001',
    ])
    expect((await asked(cooperative, '?sort=lastName')).map(({ lastName }: { lastName: string }) => lastName)).toEqual([
      'Danjuma',
      'Ọlá',
    ])
    expect(await asked(await openSociety())).toEqual([])
  })
})

test('what a declined person told is gone after half a year, the network of every applicant after a day', async () => {
  const cooperative = await openSociety()
  for (const _ of [1, 2, 3]) await apply(cooperative)
  const [first, second] = await asked(cooperative)
  await decide(cooperative, first.id, 'decline')
  await decide(cooperative, second.id, 'approve')
  await app.admin.query(
    `update app.membership_application set created_at = created_at - interval '181 days', decided_at = decided_at - interval '181 days' where cooperative_id = $1`,
    [cooperative.id],
  )
  await sweep(app.services.database)
  expect(
    (
      await app.admin.query(
        'select status, address_hash from app.membership_application where cooperative_id = $1 order by number',
        [cooperative.id],
      )
    ).rows,
  ).toEqual([
    { status: 'approved', address_hash: null },
    { status: 'waiting', address_hash: null },
  ])
})
