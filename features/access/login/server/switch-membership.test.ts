import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  agreed,
  buildCooperative,
  buildMember,
  dataOf,
  loginMember,
  setCooperativeStatus,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'

describe('switching between cooperatives and roles', () => {
  let app: TestApp
  let first: TestCooperative
  let second: TestCooperative
  let member: TestMember
  let elsewhere: TestMember

  beforeAll(async () => {
    app = await sharedTestApp()
    first = await buildCooperative(app, { name: 'First Society' })
    second = await buildCooperative(app, { name: 'Second Society' })
    member = await buildMember(app, first, { firstName: 'Amaka', lastName: 'Eze' })
    await loginMember(app, member)
    elsewhere = await buildMember(app, second, { phone: member.phone, firstName: 'Amaka', lastName: 'Eze' })
    dataOf(
      await app.call('POST', '/auth/reset-password', {
        body: {
          identifier: member.phone,
          code: elsewhere.activationCode,
          password: 'member-password',
          confirmPassword: 'member-password',
        },
      }),
    )
  })
  afterAll(() => app.stop())

  const login = async (keepSignedIn = false) =>
    dataOf(
      await app.call('POST', '/member-auth/login', {
        body: { phoneNumber: member.phone, password: 'member-password', keepSignedIn },
      }),
    )
  const switchTo = (token: string, cooperativeId: string, role: string) =>
    app.call('POST', '/member-auth/switch', { token, body: { cooperativeId, role } })
  const setRoles = async (roleIds: string[], approver?: string) =>
    dataOf(
      await agreed(
        app,
        await app.call('PUT', `/cooperatives/members/${member.id}/roles`, { token: first.token, body: { roleIds } }),
        approver,
      ),
    )

  // ASVS V7.2.4
  test('the login lists the other cooperatives, and a switch opens one of them', async () => {
    const { accessToken, member: current, memberships } = await login()
    const names: string[] = [current.cooperativeName, memberships[0].cooperativeName]
    expect(names.toSorted()).toEqual(['First Society', 'Second Society'])
    const [other] = memberships
    const moved = dataOf(await switchTo(accessToken, other.cooperativeId, 'member'))
    expect(moved).toMatchObject({
      member: { id: other.memberId, cooperativeName: other.cooperativeName },
      cooperative: null,
      memberships: [{ cooperativeId: current.cooperativeId }],
    })
    expect(dataOf(await app.call('GET', '/member-portal/profile', { token: moved.accessToken })).tenant_id).toBe(
      other.cooperativeId,
    )
    expect((await app.call('GET', '/member-portal/profile', { token: accessToken })).status).toBe(401)
  })

  test('the next login opens the cooperative used last', async () => {
    for (const cooperativeId of [first.id, second.id]) {
      dataOf(await switchTo((await login()).accessToken, cooperativeId, 'member'))
      expect((await login()).member.cooperativeId).toBe(cooperativeId)
    }
  })

  test('a session that was to be kept is kept over a switch', async () => {
    const { accessToken } = await login(true)
    const moved = dataOf(await switchTo(accessToken, first.id, 'member'))
    const { rows } = await app.admin.query('select keep from platform.session where access_hash = sha256($1::bytea)', [
      Buffer.from(moved.accessToken),
    ])
    expect(rows).toEqual([{ keep: true }])
  })

  // ASVS V7.3.2
  test('a session ends when the first one would have, however often it is switched', async () => {
    for (const keepSignedIn of [false, true]) {
      let { accessToken } = await login(keepSignedIn)
      const sessionOf = async (token: string) =>
        (
          await app.admin.query('select * from platform.session where access_hash = sha256($1::bytea)', [
            Buffer.from(token),
          ])
        ).rows[0]
      // As if the sign-in lay some hours back.
      await app.admin.query(
        `update platform.session set expires_at = now() + interval '10 minutes', signed_in_at = now() - interval '11 hours' where access_hash = sha256($1::bytea)`,
        [Buffer.from(accessToken)],
      )
      const { expires_at: end, signed_in_at: signedInAt } = await sessionOf(accessToken)
      for (const cooperativeId of [second.id, first.id, second.id]) {
        accessToken = dataOf(await switchTo(accessToken, cooperativeId, 'member')).accessToken
        expect(await sessionOf(accessToken)).toMatchObject({
          expires_at: end,
          access_expires_at: end,
          refresh_expires_at: end,
          signed_in_at: signedInAt,
          keep: keepSignedIn,
        })
      }
    }
  })

  test('refuses the admin area to a member without the role, and a cooperative that is not their', async () => {
    await setRoles(['member'])
    const { accessToken } = await login()
    expect((await switchTo(accessToken, first.id, 'coop_admin')).body).toMatchObject({
      status: 403,
      message: 'Your role does not allow this.',
    })
    const foreign = await buildCooperative(app)
    expect((await switchTo(accessToken, foreign.id, 'member')).status).toBe(404)
    expect((await switchTo(accessToken, first.id, 'superadmin')).status).toBe(422)
    expect((await app.call('GET', '/member-portal/profile', { token: accessToken })).status).toBe(200)
  })

  test('a member with the role works in the admin area of their own cooperative, under their own name', async () => {
    await setRoles(['member', 'admin'])
    const { accessToken } = await login()
    const officer = dataOf(await switchTo(accessToken, first.id, 'coop_admin'))
    expect(officer).toMatchObject({
      cooperative: { id: first.id, memberId: member.id, status: 'active' },
      member: { roles: ['member', 'admin'] },
    })
    const other = await buildMember(app, first)
    dataOf(
      await app.call('POST', '/financial/contributions', {
        token: officer.accessToken,
        body: { memberId: other.id, amount: 500 },
      }),
      201,
    )
    const { rows } = await app.admin.query(
      'select actor_name, role, action from audit.event where cooperative_id = $1 order by at desc limit 1',
      [first.id],
    )
    expect(rows).toEqual([{ actor_name: 'Amaka Eze', role: 'coop_admin', action: 'POST /financial/contributions' }])
    // In the other cooperative they are a member like any other, and nowhere the platform's admin.
    expect((await switchTo(officer.accessToken, second.id, 'coop_admin')).status).toBe(403)
    expect((await app.call('GET', '/cooperatives/list', { token: officer.accessToken })).status).toBe(403)
    const portal = dataOf(await switchTo(officer.accessToken, first.id, 'member'))
    expect((await app.call('GET', '/members', { token: portal.accessToken })).status).toBe(403)
  })

  test('taking the role away ends the admin session', async () => {
    await setRoles(['member', 'admin'])
    const officer = dataOf(await switchTo((await login()).accessToken, first.id, 'coop_admin'))
    expect((await app.call('GET', '/members', { token: officer.accessToken })).status).toBe(200)
    await setRoles(['member'], officer.accessToken)
    expect((await app.call('GET', '/members', { token: officer.accessToken })).status).toBe(401)
    expect(
      (await app.call('POST', '/cooperatives/refresh-token', { body: { refreshToken: officer.refreshToken } })).status,
    ).toBe(401)
  })

  test('a suspended cooperative cannot be switched to, and the session stays where it is', async () => {
    const { accessToken } = dataOf(await switchTo((await login()).accessToken, first.id, 'member'))
    await setCooperativeStatus(app, second.id, 'suspended')
    expect((await switchTo(accessToken, second.id, 'member')).body).toMatchObject({
      status: 403,
      message: 'This cooperative is suspended. Contact support to reopen it.',
    })
    expect((await app.call('GET', '/member-portal/profile', { token: accessToken })).status).toBe(200)
    expect((await login()).member.cooperativeName).toBe('First Society')
    await setCooperativeStatus(app, second.id, 'active')
  })

  test('the shared login of a cooperative belongs to no person and switches nowhere', async () => {
    expect((await switchTo(first.token, first.id, 'member')).status).toBe(404)
  })
})
