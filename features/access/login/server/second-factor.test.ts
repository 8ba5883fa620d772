import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Reply, sharedTestApp, superAdminLogin, type TestApp } from '#dev/testing/app.ts'
import {
  appCode,
  buildCooperative,
  buildMember,
  dataOf,
  forgetCodes,
  lastCode,
  loginMember,
  signInCookie,
  statusesOf,
  type TestCooperative,
  turnOnTwoSteps,
} from '#dev/testing/builders.ts'

const password = 'member-password'
const wrongCode = 'This code is wrong or was used before. Enter the newest code from your app, or a recovery code.'

let app: TestApp
beforeAll(async () => {
  app = await sharedTestApp()
})
afterAll(() => app.stop())

const secondStep = (reply: Reply, code: string, cookie = signInCookie(reply)) =>
  app.call('POST', '/auth/second-factor/session', {
    body: { ticket: reply.body.data.ticket, code },
    headers: { cookie },
  })

describe('a member with two-step verification', () => {
  let cooperative: TestCooperative
  let phone: string
  let token: string
  let key: string
  let recoveryCodes: string[]
  beforeAll(async () => {
    cooperative = await buildCooperative(app)
  })
  beforeEach(async () => {
    const member = await buildMember(app, cooperative)
    phone = member.phone
    token = await loginMember(app, member, password)
    ;({ key, recoveryCodes } = await turnOnTwoSteps(app, token, password))
  })

  const login = (typed = password, keepSignedIn = true) =>
    app.call('POST', '/member-auth/login', { body: { phoneNumber: phone, password: typed, keepSignedIn } })
  const status = async () => dataOf(await app.call('GET', '/auth/second-factor', { token }))

  // ASVS V6.3.3
  test('gets no session for the password alone, and one for a code of the app', async () => {
    const first = await login()
    expect(first.body.data).toEqual({ ticket: expect.stringMatching(/^[\w-]{43}$/) })
    const opened = dataOf(await secondStep(first, appCode(key)))
    expect(opened).toMatchObject({ member: { phone }, memberships: [], cooperative: null, superAdmin: null })
    expect((await app.call('GET', '/member-portal/profile', { token: opened.accessToken })).status).toBe(200)
    const { authenticator, recoveryCodesLeft } = await status()
    expect([Date.now() - Date.parse(authenticator.lastUsedAt) < 60_000, recoveryCodesLeft]).toEqual([true, 10])
  })

  test('has a session as long as the login asked for, and a device that is known from then on', async () => {
    const lengths = new Map<boolean, number>()
    for (const keep of [true, false]) {
      const opened = dataOf(await secondStep(await login(password, keep), appCode(key)))
      const { rows } = await app.admin.query(
        'select extract(epoch from expires_at - created_at) / 3600 as hours from platform.session where access_hash = sha256($1::text::bytea)',
        [opened.accessToken],
      )
      lengths.set(keep, Math.round(Number(rows[0].hours)))
      await forgetCodes(app)
    }
    expect(Object.fromEntries(lengths)).toEqual({ true: 30 * 24, false: 12 })
    const { rows } = await app.admin.query(
      'select count(*)::int from platform.trusted_device d join platform.login l using (login_id) where l.phone = $1',
      [phone],
    )
    expect(rows[0].count).toBeGreaterThan(1)
  })

  // ASVS V6.5.1
  test('uses each code once, also for two logins at the same moment, and no older code after a newer one', async () => {
    const code = appCode(key)
    const tried = await Promise.all([await login(), await login()].map((reply) => secondStep(reply, code)))
    expect(statusesOf(tried)).toEqual([200, 422])
    const again = await secondStep(await login(), code)
    expect([again.status, again.body.errors]).toEqual([422, [{ field: 'code', message: wrongCode }]])
    expect((await secondStep(await login(), appCode(key, 1))).status).toBe(200)
    expect((await secondStep(await login(), code)).status).toBe(422)
  })

  // ASVS V6.4.4, V6.5.1
  test('logs in with each recovery code once, however it is typed', async () => {
    expect(new Set(recoveryCodes).size).toBe(10)
    const [code = ''] = recoveryCodes
    expect((await secondStep(await login(), code.toLowerCase().replace('-', ' '))).status).toBe(200)
    expect((await secondStep(await login(), code)).status).toBe(422)
    expect((await status()).recoveryCodesLeft).toBe(9)
  })

  test('spends a ticket with the session that it opens, keeps it after a wrong code, and loses it with the password or after five minutes', async () => {
    const first = await login()
    expect((await secondStep(first, '000000')).status).toBe(422)
    expect((await secondStep(first, appCode(key))).status).toBe(200)
    await forgetCodes(app)
    const over = 'This login took too long. Please log in again.'
    expect((await secondStep(first, appCode(key))).body).toMatchObject({ status: 422, message: over })

    const old = await login()
    await app.admin.query("update platform.login_ticket set expires_at = expires_at - interval '5 minutes'")
    expect((await secondStep(old, appCode(key))).body.message).toBe(over)

    const stale = await login()
    dataOf(
      await app.call('POST', '/auth/change-password', {
        token,
        body: { currentPassword: password, password: 'another-password-1', confirmPassword: 'another-password-1' },
      }),
    )
    expect((await secondStep(stale, appCode(key))).body.message).toBe(over)
  })

  // ASVS V6.4.3
  test('can’t go around it by setting a new password with a code from the phone', async () => {
    dataOf(await app.call('POST', '/auth/forgot-password', { body: { identifier: phone } }))
    const code = await lastCode(app, phone)
    dataOf(
      await app.call('POST', '/auth/reset-password', {
        body: { identifier: phone, code, password: 'new-password-1', confirmPassword: 'new-password-1' },
      }),
    )
    expect((await login('new-password-1')).body.data).toEqual({ ticket: expect.any(String) })
  })

  test('turns it off, and logs in with the password again', async () => {
    expect(dataOf(await app.call('DELETE', '/auth/second-factor/authenticator', { token }))).toBe(null)
    expect((await status()).authenticator).toBe(null)
    expect((await app.outbox()).findLast(({ to }) => to === phone)?.text).toContain('was turned off')
    expect((await login()).body.data.accessToken).toHaveLength(43)
    expect((await app.call('DELETE', '/auth/second-factor/authenticator', { token })).status).toBe(404)
  })
})

describe('turning two-step verification on', () => {
  // Remedy: authenticator_not_started
  test('takes the password and a first code, ends the other sessions, sends word, and asks for nothing until it is confirmed', async () => {
    const { coopId, phone, password: own, token } = await buildCooperative(app)
    const login = () => app.call('POST', '/cooperatives/login', { body: { identifier: coopId, password: own } })
    const start = (typed: string) =>
      app.call('POST', '/auth/second-factor/authenticator', { token, body: { password: typed } })
    const confirm = (code: string) =>
      app.call('POST', '/auth/second-factor/authenticator/confirm', { token, body: { code } })

    expect((await confirm('123456')).body).toMatchObject({ status: 409, message: 'Scan a new QR code first.' })
    expect((await start('not-the-password')).body.errors).toEqual([
      { field: 'password', message: 'This is not your current password.' },
    ])
    const older = dataOf(await start(own), 201)
    const { key, uri } = dataOf(await start(own), 201)
    expect(uri).toBe(
      `otpauth://totp/Ajose:Test%20Cooperative?issuer=Ajose&secret=${key}&algorithm=SHA1&digits=6&period=30`,
    )
    const other = dataOf(await login()).accessToken
    expect((await confirm(appCode(older.key))).status).toBe(422)
    const { recoveryCodes } = dataOf(await confirm(appCode(key)))
    expect(recoveryCodes).toHaveLength(10)

    expect((await app.call('GET', '/cooperatives/profile', { token })).status).toBe(200)
    expect((await app.call('GET', '/cooperatives/profile', { token: other })).status).toBe(401)
    expect((await app.outbox()).findLast(({ to }) => to === phone)?.text).toContain('two-step verification is on')
    expect((await start(own)).body).toMatchObject({
      status: 409,
      message: 'Two-step verification is on already. Turn it off first to use another app.',
    })
    expect((await confirm(appCode(key))).status).toBe(409)
    await forgetCodes(app)
    expect(dataOf(await secondStep(await login(), appCode(key))).cooperative.coop_id).toBe(coopId)
  })

  test('is open to the super administrator too, whose login is recorded once the second step is done', async () => {
    const { username: identifier, password: own } = superAdminLogin
    const login = () => app.call('POST', '/super-admin/login', { body: { identifier, password: own } })
    const { key } = await turnOnTwoSteps(app, dataOf(await login()).accessToken, own)
    const logins = async () =>
      Number(
        (await app.admin.query("select count(*) from platform.audit_event where action = 'session.login'")).rows[0]
          .count,
      )
    const before = await logins()
    const first = await login()
    expect(await logins()).toBe(before)
    const opened = dataOf(await secondStep(first, appCode(key)))
    expect(opened.superAdmin).toMatchObject({ username: identifier, role: 'superadmin' })
    expect(await logins()).toBe(before + 1)
    dataOf(await app.call('DELETE', '/auth/second-factor/authenticator', { token: opened.accessToken }))
  })
})
