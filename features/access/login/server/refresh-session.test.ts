import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  dataOf,
  loginMember,
  setCooperativeStatus,
  type TestCooperative,
} from '#dev/testing/builders.ts'

type Tokens = { accessToken: string; refreshToken: string }

describe('refreshing a session', () => {
  let app: TestApp
  let cooperative: TestCooperative
  let phone: string

  beforeAll(async () => {
    app = await sharedTestApp()
    cooperative = await buildCooperative(app)
    const member = await buildMember(app, cooperative)
    phone = member.phone
    await loginMember(app, member)
  })
  afterAll(() => app.stop())

  const login = async (keepSignedIn = true): Promise<Tokens> =>
    dataOf(
      await app.call('POST', '/member-auth/login', {
        body: { phoneNumber: phone, password: 'member-password', keepSignedIn },
      }),
    )
  const refresh = (refreshToken: string) => app.call('POST', '/cooperatives/refresh-token', { body: { refreshToken } })
  const next = async (tokens: Tokens): Promise<Tokens> => dataOf(await refresh(tokens.refreshToken))
  const works = async ({ accessToken }: Tokens) =>
    (await app.call('GET', '/member-portal/profile', { token: accessToken })).status === 200
  /** Changes the session that these are the current tokens of. */
  const change = (tokens: Tokens, assignment: string) =>
    app.admin.query(`update platform.session set ${assignment} where refresh_hash = sha256($1::bytea)`, [
      Buffer.from(tokens.refreshToken),
    ])
  const expired = { status: 401, message: 'Your session has expired. Please login again.' }

  // ASVS V7.2.4
  test('gives new tokens; the old access token is refused from then on', async () => {
    const first = await login()
    const reply = await refresh(first.refreshToken)
    const second = reply.body.data
    expect(second).toEqual({
      accessToken: expect.any(String),
      refreshToken: expect.any(String),
      token: second.accessToken,
    })
    expect(new Set([first.accessToken, first.refreshToken, second.accessToken, second.refreshToken]).size).toBe(4)
    expect(await works(second)).toBe(true)
    expect(await works(first)).toBe(false)
  })

  test('the token just spent gets the same successor again, so that two tabs may refresh together', async () => {
    const first = await login()
    const second = await next(first)
    expect(await next(first)).toEqual(second)
    expect(await works(second)).toBe(true)
  })

  test('twenty refreshes of one token at once have one successor', async () => {
    const first = await login()
    const replies = await Promise.all(Array.from({ length: 20 }, () => refresh(first.refreshToken)))
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
    expect(new Set(replies.map(({ body }) => JSON.stringify(body.data))).size).toBe(1)
    expect(await works(replies[0]?.body.data)).toBe(true)
  })

  test('a spent token that comes back after ten seconds ends the session', async () => {
    const first = await login()
    const second = await next(first)
    await change(second, `rotated_at = now() - interval '11 seconds'`)
    expect((await refresh(first.refreshToken)).body).toMatchObject(expired)
    expect(await works(second)).toBe(false)
    expect((await refresh(second.refreshToken)).body).toMatchObject(expired)
  })

  test('a token of an older generation ends the session at once', async () => {
    const first = await login()
    const third = await next(await next(first))
    expect(await works(third)).toBe(true)
    expect((await refresh(first.refreshToken)).body).toMatchObject(expired)
    expect(await works(third)).toBe(false)
  })

  test('ending one session leaves the others of the same person', async () => {
    const [stolen, other] = [await login(), await login()]
    await next(await next(stolen))
    await refresh(stolen.refreshToken)
    expect(await works(other)).toBe(true)
  })

  test('an access token expires after a quarter of an hour, and a refresh helps', async () => {
    const first = await login()
    await change(first, `access_expires_at = now() - interval '1 second'`)
    expect((await app.call('GET', '/member-portal/profile', { token: first.accessToken })).body).toMatchObject(expired)
    expect(await works(await next(first))).toBe(true)
  })

  // ASVS V7.3.1
  test('a refresh token that lay unused too long is refused, and so is a session past its last day', async () => {
    const idle = await login()
    await change(idle, `refresh_expires_at = now() - interval '1 second'`)
    expect((await refresh(idle.refreshToken)).body).toMatchObject(expired)
    const old = await login()
    await change(old, `expires_at = now() - interval '1 second'`)
    expect((await refresh(old.refreshToken)).body).toMatchObject(expired)
  })

  // ASVS V7.3.2
  test('refreshing never reaches past the last day of the session', async () => {
    const first = await login()
    await change(first, `expires_at = now() + interval '5 minutes'`)
    const second = await next(first)
    const { rows } = await app.admin.query(
      'select refresh_expires_at <= expires_at and access_expires_at <= expires_at as within from platform.session where refresh_hash = sha256($1::bytea)',
      [Buffer.from(second.refreshToken)],
    )
    expect(rows).toEqual([{ within: true }])
  })

  test.each([
    ['nothing', {}, 422],
    ['an empty token', { refreshToken: '' }, 422],
    ['a token of no one', { refreshToken: 'x'.repeat(43) }, 401],
  ])('refuses %s', async (_, body, status) => {
    expect((await app.call('POST', '/cooperatives/refresh-token', { body })).status).toBe(status)
  })

  test('an access token does not refresh, and a refresh token opens nothing', async () => {
    const tokens = await login()
    expect((await refresh(tokens.accessToken)).status).toBe(401)
    expect(await works({ accessToken: tokens.refreshToken, refreshToken: '' })).toBe(false)
  })

  // ASVS V7.4.1
  test('logging out ends the session at once, and its refresh token with it', async () => {
    const [mine, other] = [await login(), await login()]
    expect((await app.call('POST', '/cooperatives/logout', { token: mine.accessToken })).body).toMatchObject({
      success: true,
      message: 'Logged out',
      data: null,
    })
    expect((await app.call('GET', '/member-portal/profile', { token: mine.accessToken })).body).toMatchObject(expired)
    expect((await refresh(mine.refreshToken)).body).toMatchObject(expired)
    expect(await works(other)).toBe(true)
  })

  test('a cooperative that is suspended cannot refresh its way back', async () => {
    const closing = await buildCooperative(app)
    const tokens = dataOf(
      await app.call('POST', '/cooperatives/login', {
        body: { identifier: closing.coopId, password: closing.password },
      }),
    )
    await setCooperativeStatus(app, closing.id, 'suspended')
    expect((await refresh(tokens.refreshToken)).body).toMatchObject(expired)
    await setCooperativeStatus(app, closing.id, 'active')
    expect((await refresh(tokens.refreshToken)).body).toMatchObject(expired)
  })
})
