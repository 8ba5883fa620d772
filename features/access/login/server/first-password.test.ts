import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { firstPasswordLifetime } from '#features/access/login/rules/session.ts'
import { startTestApp, superAdminLogin, type TestApp } from '#dev/testing/app.ts'
import { dataOf } from '#dev/testing/builders.ts'
import { createSuperAdmin } from './create-super-admin.ts'

const { username } = superAdminLogin
const chosen = 'a-password-of-their-own'

describe.each([
  { where: 'in a trial', secondFactorRequired: false },
  { where: 'on a server that others reach', secondFactorRequired: true },
])('the password that the first start makes up, $where', ({ secondFactorRequired }) => {
  let app: TestApp
  let first: string
  beforeAll(async () => void (app = await startTestApp(undefined, { secondFactorRequired })))
  afterAll(() => app.stop())
  beforeEach(async () => {
    await app.admin.query("delete from platform.session where role = 'superadmin'")
    await app.admin.query("delete from platform.login where kind = 'superadmin'")
    first = (await startAgain()) ?? ''
  })

  /** As a start of the server does; answers the password that it would print. */
  const startAgain = async (given?: string) => (await createSuperAdmin(app.services, username, given))?.password
  const login = (password: string) =>
    app.call('POST', '/super-admin/login', { body: { identifier: username, password } })
  const change = (token: string, currentPassword: string, password: string) =>
    app.call('POST', '/auth/change-password', { token, body: { currentPassword, password, confirmPassword: password } })
  const letTimePass = (milliseconds: number) =>
    app.admin.query(
      "update platform.login set first_password_ends_at = first_password_ends_at - $1 * interval '1 millisecond' where kind = 'superadmin'",
      [milliseconds],
    )

  // Remedy: own_password_missing
  // ASVS V6.4.1
  test('opens nothing but the choice of their own', async () => {
    const { superAdmin, accessToken: token } = dataOf(await login(first))
    expect(superAdmin).toMatchObject({ passwordMissing: true, secondFactorMissing: secondFactorRequired })
    const asked = [
      ['GET', '/cooperatives/list'],
      ['GET', '/platform/health'],
      ['GET', '/platform/audit-events'],
      ['GET', '/notifications'],
      ['DELETE', `/cooperatives/delete/${crypto.randomUUID()}`],
    ] as const
    for (const [method, path] of asked) {
      expect((await app.call(method, path, { token })).body).toMatchObject({
        status: 403,
        message: 'Choose your own password first. The one that the server printed is for the first login only.',
      })
    }
    expect((await change(token, first, first)).body.errors).toEqual([
      { field: 'password', message: 'This is your current password. Choose another one.' },
    ])
    dataOf(await change(token, first, chosen))
    const list = await app.call('GET', '/cooperatives/list', { token })
    expect([list.status, list.body.message.startsWith('Set up two-step verification')]).toEqual(
      secondFactorRequired ? [403, true] : [200, false],
    )
    expect((await login(first)).status).toBe(401)
    expect(dataOf(await login(chosen)).superAdmin.passwordMissing).toBe(false)
  })

  // ASVS V6.4.1
  test('ends after 72 hours, and the next start makes another one', async () => {
    const { accessToken: token } = dataOf(await login(first))
    await letTimePass(firstPasswordLifetime - 60_000)
    expect([(await login(first)).status, await startAgain()]).toEqual([200, undefined])
    await letTimePass(60_000)
    expect((await login(first)).body).toMatchObject({
      status: 403,
      message:
        'This first password has ended. Restart the server: it prints a new one, or takes the one that you set as SUPERADMIN_PASSWORD.',
    })
    expect((await login('not-the-password')).status).toBe(401)

    const second = (await startAgain()) ?? ''
    expect(second).toMatch(/^[\w-]{16}$/)
    expect([(await login(first)).status, (await app.call('GET', '/auth/sessions', { token })).status]).toEqual([
      401, 401,
    ])
    expect(dataOf(await login(second)).superAdmin.passwordMissing).toBe(true)
    expect(await startAgain()).toBe(undefined)
  })

  test('gives way to SUPERADMIN_PASSWORD, which may stay and takes the place of none that they chose', async () => {
    expect(await startAgain(chosen)).toBe(undefined)
    expect((await login(first)).status).toBe(401)
    expect(dataOf(await login(chosen)).superAdmin.passwordMissing).toBe(false)
    expect(await createSuperAdmin(app.services, username, 'another-of-the-setting')).toBe(undefined)
    expect((await login(chosen)).status).toBe(200)
    expect((await login('another-of-the-setting')).status).toBe(401)
  })
})
