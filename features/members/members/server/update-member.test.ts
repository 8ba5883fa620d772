import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  dataOf,
  lastCode,
  loginMember,
  newPhone,
  statusesOf,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'

describe('changing a member', () => {
  let app: TestApp
  let cooperative: TestCooperative

  beforeAll(async () => {
    app = await startTestApp()
    cooperative = await buildCooperative(app)
  })
  afterAll(() => app.stop())

  const update = (id: string, body: unknown) =>
    app.call('PUT', `/cooperatives/members/${id}`, { token: cooperative.token, body })
  const get = async (id: string) =>
    dataOf(await app.call('GET', `/cooperatives/members/${id}`, { token: cooperative.token }))

  test('changes the fields that are named and leaves the others', async () => {
    const { id } = await buildMember(app, cooperative, {
      email: 'ada@example.org',
      gender: 'female',
      nextOfKinFirstName: 'Tolu',
      monthlyContributions: 2500,
    })
    const before = await get(id)
    const reply = await update(id, { lastName: ' Eze ', address: 'Enugu', maritalStatus: 'Married' })
    expect(reply.body).toMatchObject({
      message: 'Member updated',
      data: { lastName: 'Eze', address: 'Enugu', maritalStatus: 'married' },
    })
    expect(await get(id)).toEqual({ ...before, lastName: 'Eze', address: 'Enugu', maritalStatus: 'married' })
  })

  test('an empty field is emptied where it may be, and what must be there stays', async () => {
    const { id } = await buildMember(app, cooperative, {
      email: 'ada@example.org',
      address: 'Enugu',
      dateOfBirth: '1990-01-01',
      gender: 'female',
    })
    dataOf(await update(id, { email: '', address: null, dateOfBirth: null, gender: null }))
    expect(await get(id)).toMatchObject({ email: null, address: null, dateOfBirth: null, gender: 'female' })
    expect((await update(id, { firstName: '' })).body).toMatchObject({ status: 422, message: 'First name is required' })
  })

  test('changes of different fields at the same time are all kept', async () => {
    const { id } = await buildMember(app, cooperative)
    const wanted = {
      firstName: 'Ngozi',
      lastName: 'Eze',
      address: 'Aba',
      email: 'n@e.ng',
      nomineeFirstName: 'Uche',
      maritalStatus: 'widowed',
      monthlyContributions: 7000,
      nextOfKinAddress: 'Umuahia',
    }
    const replies = await Promise.all(Object.entries(wanted).map(([name, value]) => update(id, { [name]: value })))
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
    expect(await get(id)).toMatchObject(wanted)
  })

  test('a new name is found, the old one no more', async () => {
    const { id } = await buildMember(app, cooperative, { firstName: 'Oldname' })
    dataOf(await update(id, { firstName: 'Newname' }))
    const find = async (q: string) =>
      (await app.call('GET', `/members/search?q=${q}`, { token: cooperative.token })).body.data.map(
        ({ memberid }: { memberid: string }) => memberid,
      )
    expect([await find('newname'), await find('oldname')]).toEqual([[id], []])
  })

  test.each([
    ['a phone in another form', { phone: '08031234567' }, 'phone', 'Phone number must be in format +234XXXXXXXXXX'],
    ['an e-mail that is none', { email: 'x' }, 'email', 'Invalid email format'],
    ['another status', { status: 'gone' }, 'status', 'Use active or inactive'],
    ['another gender', { gender: 'unknown' }, 'gender', 'Use male, female or other'],
    [
      'a new day of joining',
      { registrationDate: '2020-01-01' },
      'registrationDate',
      'registrationDate is not a field of this request',
    ],
    ['roles, which have their own address', { roles: ['admin'] }, 'roles', 'roles is not a field of this request'],
  ])('refuses %s', async (_, body, field, message) => {
    const { id } = await buildMember(app, cooperative)
    expect((await update(id, body)).body).toMatchObject({ status: 422, message, errors: [{ field, message }] })
  })

  test('refuses a date of birth after the day of joining, and leaves what is wrong already until it is changed', async () => {
    const { id } = await buildMember(app, cooperative, { registrationDate: '2025-01-15' })
    expect((await update(id, { dateOfBirth: '2025-01-16' })).body).toMatchObject({
      status: 422,
      errors: [
        {
          field: 'dateOfBirth',
          message:
            'The date of joining, 15 Jan 2025, is before the date of birth, 16 Jan 2025. Correct the one that is wrong.',
        },
      ],
    })
    dataOf(await update(id, { dateOfBirth: '1990-01-15' }))
    // Of a register that came before this rule.
    await app.admin.query("update app.member set date_of_birth = '2025-02-01' where member_id = $1", [id])
    dataOf(await update(id, { dateOfBirth: '2025-02-01', address: 'Enugu' }))
    expect((await update(id, { dateOfBirth: '2025-02-02' })).status).toBe(422)
  })

  test('refuses a member that does not exist', async () => {
    expect((await update('00000000-0000-4000-8000-000000000000', { address: 'x' })).status).toBe(404)
    expect((await update('AJO-1', { address: 'x' })).status).toBe(422)
  })

  describe('their phone', () => {
    test('has to be activated again, and ends what was open on the old one', async () => {
      const member = await buildMember(app, cooperative)
      const token = await loginMember(app, member)
      const phone = newPhone()
      expect(dataOf(await update(member.id, { phone }))).toMatchObject({ phone, activated: false })
      expect((await app.call('GET', '/member-portal/profile', { token })).status).toBe(401)
      expect(
        (
          await app.call('POST', '/member-auth/login', {
            body: { phoneNumber: member.phone, password: 'member-password' },
          })
        ).status,
      ).toBe(401)
      const token2 = await loginMember(
        app,
        { ...member, phone, activationCode: await lastCode(app, phone) },
        'other-password',
      )
      expect(dataOf(await app.call('GET', '/member-portal/profile', { token: token2 })).memberid).toBe(member.id)
      expect((await get(member.id)).activated).toBe(true)
    })

    test('makes the code of the old phone worthless', async () => {
      const member = await buildMember(app, cooperative)
      dataOf(await update(member.id, { phone: newPhone() }))
      const body = {
        identifier: member.phone,
        code: member.activationCode,
        password: 'new-password',
        confirmPassword: 'new-password',
      }
      expect((await app.call('POST', '/auth/reset-password', { body })).status).toBe(422)
    })

    test('stays as it is when the same is sent', async () => {
      const member = await buildMember(app, cooperative)
      const token = await loginMember(app, member)
      dataOf(await update(member.id, { phone: member.phone }))
      expect((await app.call('GET', '/member-portal/profile', { token })).status).toBe(200)
    })

    test("is refused where it is another member's, also when two get it at once", async () => {
      const [one, two] = [await buildMember(app, cooperative), await buildMember(app, cooperative)]
      const message = `${two.phone} already belongs to Ada Obi, ${two.membershipno.split('/')[1]}. If they share one phone, say so.`
      expect((await update(one.id, { phone: two.phone })).body).toMatchObject({
        status: 409,
        message,
        errors: [{ field: 'phone' }],
      })
      const phone = newPhone()
      const replies = await Promise.all([update(one.id, { phone }), update(two.id, { phone })])
      expect(statusesOf(replies)).toEqual([200, 409])
    })
  })

  test('a new monthly contribution does not change what earlier months expected', async () => {
    const member = await buildMember(app, cooperative, { registrationDate: '2026-01-15', monthlyContributions: 5000 })
    const months = async () =>
      (
        await app.call('GET', `/financial/contributions?memberId=${member.id}&sort=period&limit=100`, {
          token: cooperative.token,
        })
      ).body.data.map(({ period, expected }: { period: string; expected: number }) => [period, expected])
    const before: [string, number][] = await months()
    expect(before[0]).toEqual(['2026-01', 5000])
    dataOf(await update(member.id, { monthlyContributions: 8000 }))
    expect(await months()).toEqual(before.map(([period], index) => [period, index === before.length - 1 ? 8000 : 5000]))
    expect(await app.checks()).toEqual([])
  })
})

describe("a member's roles", () => {
  let app: TestApp
  let cooperative: TestCooperative
  let member: TestMember

  beforeAll(async () => {
    app = await startTestApp()
    cooperative = await buildCooperative(app)
    member = await buildMember(app, cooperative)
  })
  afterAll(() => app.stop())

  const path = () => `/cooperatives/members/${member.id}/roles`
  const put = (roleIds: unknown) => app.call('PUT', path(), { token: cooperative.token, body: { roleIds } })

  test('are set as a whole, and everybody stays a member', async () => {
    expect(dataOf(await app.call('GET', path(), { token: cooperative.token }))).toEqual({
      memberId: member.id,
      roles: [{ id: 'member', name: 'member' }],
    })
    expect(dataOf(await put(['admin'])).roles).toEqual([
      { id: 'member', name: 'member' },
      { id: 'admin', name: 'admin' },
    ])
    expect(dataOf(await put(['member', 'member'])).roles).toEqual([{ id: 'member', name: 'member' }])
  })

  test.each([
    ['none', [], 'Give at least one role'],
    ['another', ['chairman'], 'Use member, admin, treasurer, secretary, loan_committee, auditor'],
    ["the platform's", ['superadmin'], 'Use member, admin, treasurer, secretary, loan_committee, auditor'],
    ['no list', 'admin', 'Send the roles as a list'],
  ])('refuses %s', async (_, roleIds, message) => {
    expect((await put(roleIds)).body).toMatchObject({ status: 422, message })
  })
})
