import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  agreed,
  buildCooperative,
  buildMember,
  dataOf,
  loginMember,
  resetPassword,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'
import { atSize } from '#dev/testing/size.ts'

const password = 'member-password'

describe('a phone that is logged in was stolen, and an officer ends the sessions of its owner', () => {
  let app: TestApp
  let here: TestCooperative
  let elsewhere: TestCooperative
  let member: TestMember

  beforeAll(async () => {
    app = await sharedTestApp()
    here = await buildCooperative(app, { name: 'Here Society' })
    elsewhere = await buildCooperative(app, { name: 'Elsewhere Society' })
  })
  afterAll(() => app.stop())
  beforeEach(async () => {
    member = await buildMember(app, here)
    await loginMember(app, member, password)
    const second = await buildMember(app, elsewhere, { phone: member.phone })
    dataOf(await resetPassword(app, member.phone, second.activationCode, password))
  })

  type Tokens = { accessToken: string; refreshToken: string }
  const login = async (): Promise<Tokens> =>
    dataOf(await app.call('POST', '/member-auth/login', { body: { phoneNumber: member.phone, password } }))
  const switchTo = (token: string, { id: cooperativeId }: TestCooperative, role = 'member') =>
    app.call('POST', '/member-auth/switch', { token, body: { cooperativeId, role } })
  const loginTo = async (cooperative: TestCooperative): Promise<Tokens> =>
    dataOf(await switchTo((await login()).accessToken, cooperative))
  const logOut = (token: string, memberId = member.id) =>
    app.call('DELETE', `/cooperatives/members/${memberId}/sessions`, { token })
  const profile = async ({ accessToken: token }: Tokens) =>
    (await app.call('GET', '/member-portal/profile', { token })).status
  const refresh = async ({ refreshToken }: Tokens) =>
    (await app.call('POST', '/cooperatives/refresh-token', { body: { refreshToken } })).status

  // ASVS V7.4.5
  test('the sessions of a stolen phone are refused on the very next request, the one at another cooperative goes on, and a new login works', async () => {
    const phones = [await loginTo(here), await loginTo(here)]
    const other = await loginTo(elsewhere)
    expect((await logOut(here.token)).body).toMatchObject({
      success: true,
      message: 'Logged out everywhere',
      data: null,
    })
    for (const phone of phones) expect([await profile(phone), await refresh(phone)]).toEqual([401, 401])
    expect([await profile(other), await refresh(other)]).toEqual([200, 200])
    expect(await profile(await loginTo(here))).toBe(200)
  })

  test('a stolen session at another cooperative does not lead back to the one that has ended its sessions', async () => {
    const stolen = await loginTo(elsewhere)
    dataOf(await logOut(here.token))
    const message = 'An officer of Here Society has ended your sessions there. Log out and log in again to open it.'
    expect((await switchTo(stolen.accessToken, here)).body).toMatchObject({ status: 403, message })
    // Another switch is no new login.
    const moved: Tokens = dataOf(await switchTo(stolen.accessToken, elsewhere))
    expect((await switchTo(moved.accessToken, here)).body).toMatchObject({ status: 403, message })
    expect(await profile(moved)).toBe(200)
  })

  test('a thief who switches at the same moment keeps no session there', async () => {
    for (let round = 0; round < atSize(5, 50); round += 1) {
      const stolen = await loginTo(elsewhere)
      const [switched, ended] = await Promise.all([switchTo(stolen.accessToken, here), logOut(here.token)])
      expect(ended.status).toBe(200)
      const left = switched.status === 200 ? await profile(switched.body.data) : switched.status
      expect([401, 403]).toContain(left)
    }
  })

  test('who ended the sessions of a member is in the audit trail', async () => {
    dataOf(await logOut(here.token))
    const { rows } = await app.admin.query(
      "select actor_name, action from audit.event where subject_id = $1 and action like '%/sessions'",
      [member.id],
    )
    expect(rows).toEqual([{ actor_name: 'Here Society', action: 'DELETE /cooperatives/members/:memberId/sessions' }])
  })

  test('no one ends the sessions of a member without the right to: not another cooperative, the member, the loan committee, or a secretary against an admin', async () => {
    const victim = await loginTo(here)
    expect((await logOut(elsewhere.token)).status).toBe(404)
    expect((await logOut(victim.accessToken)).status).toBe(403)
    const officer = await buildMember(app, here)
    const setRoles = async (id: string, roleIds: string[], approver?: string) =>
      dataOf(
        await agreed(
          app,
          await app.call('PUT', `/cooperatives/members/${id}/roles`, { token: here.token, body: { roleIds } }),
          approver,
        ),
      )
    const officeOf = async (role: string, approver?: string): Promise<string> => {
      await setRoles(officer.id, ['member', role], approver)
      const { accessToken } = dataOf(
        await app.call('POST', '/member-auth/login', { body: { phoneNumber: officer.phone, password } }),
      )
      return dataOf(await switchTo(accessToken, here, 'coop_admin')).accessToken
    }
    await loginMember(app, officer, password)
    expect((await logOut(await officeOf('loan_committee'))).status).toBe(403)
    await setRoles(member.id, ['member', 'admin'])
    const admin = dataOf(await switchTo((await loginTo(here)).accessToken, here, 'coop_admin')).accessToken
    const secretary = await officeOf('secretary', admin)
    expect((await logOut(secretary)).status).toBe(403)
    expect(await profile(victim)).toBe(200)
    await setRoles(member.id, ['member'], admin)
    expect((await logOut(secretary)).status).toBe(200)
    expect(await profile(victim)).toBe(401)
  })
})
