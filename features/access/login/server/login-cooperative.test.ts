import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import { buildCooperative, dataOf, newKey, setCooperativeStatus, type TestCooperative } from '#dev/testing/builders.ts'

describe('logging in to a cooperative', () => {
  let app: TestApp
  let cooperative: TestCooperative

  beforeAll(async () => {
    app = await sharedTestApp()
    cooperative = await buildCooperative(app, { name: 'Àjọṣe Traders' })
  })
  afterAll(() => app.stop())

  const login = (body: unknown, key?: string) =>
    app.call('POST', '/cooperatives/login', { body, ...(key !== undefined && { key }) })
  const local = (phone: string) => phone.replace('+234', '0')

  test('answers with the cooperative and the tokens of its session', async () => {
    const reply = await login({ identifier: cooperative.coopId, password: cooperative.password })
    expect(reply.body).toEqual({
      success: true,
      message: 'Login successful',
      data: {
        cooperative: {
          id: cooperative.id,
          coop_id: cooperative.coopId,
          name: 'Àjọṣe Traders',
          phone: cooperative.phone,
          email: null,
          status: 'active',
        },
        accessToken: expect.stringMatching(/^[\w-]{43}$/),
        refreshToken: expect.stringMatching(/^[\w-]{43}$/),
      },
    })
    expect(reply.headers.get('set-cookie')).toMatch(
      /^ajose_device=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=7776000$/,
    )
    expect(dataOf(await app.call('GET', '/cooperatives/profile', { token: reply.body.data.accessToken })).id).toBe(
      cooperative.id,
    )
  })

  test.each<[string, (c: TestCooperative) => string]>([
    ['its id in small letters', ({ coopId }) => coopId.toLowerCase()],
    ['its id with spaces around', ({ coopId }) => `  ${coopId} `],
    ['its phone as it is stored', ({ phone }) => phone],
    ['its phone without the plus', ({ phone }) => phone.slice(1)],
    ['its phone from the 0', ({ phone }) => local(phone)],
    ['its phone with spaces', ({ phone }) => local(phone).replace(/^(.{4})(.{3})/, '$1 $2 ')],
  ])('takes %s', async (_, identifier) => {
    expect((await login({ identifier: identifier(cooperative), password: cooperative.password })).status).toBe(200)
  })

  test.each([
    ['no identifier', { password: 'whatever' }, 'identifier', 'Cooperative identifier is required'],
    [
      'an empty identifier',
      { identifier: '  ', password: 'whatever' },
      'identifier',
      'Cooperative identifier is required',
    ],
    ['no password', { identifier: 'AJO-NONE22' }, 'password', 'Password is required'],
    ['an empty password', { identifier: 'AJO-NONE22', password: '' }, 'password', 'Password is required'],
    [
      'five letters of password',
      { identifier: 'AJO-NONE22', password: 'abcde' },
      'password',
      'Password must be at least 6 characters long',
    ],
    [
      'a field that does not exist',
      { identifier: 'AJO-NONE22', password: 'whatever', role: 'superadmin' },
      'role',
      'role is not a field of this request',
    ],
  ])('refuses %s', async (_, body, field, message) => {
    const reply = await login(body)
    expect(reply.body).toMatchObject({ success: false, status: 422, message, data: null })
    expect(reply.body.errors[0]).toEqual({ field, message })
  })

  test('refuses an unknown cooperative with 404 and what to do', async () => {
    const message = 'No cooperative found with this ID. Please check your cooperative identifier or contact support.'
    expect((await login({ identifier: 'AJO-NONE22', password: 'whatever' })).body).toMatchObject({
      status: 404,
      message,
    })
    expect((await login({ identifier: '+2348039999999', password: 'whatever' })).body).toMatchObject({
      status: 404,
      message,
    })
  })

  test('refuses a wrong password with 401 and sets no cookie', async () => {
    const reply = await login({ identifier: cooperative.coopId, password: 'not-this-one' })
    expect(reply.body).toMatchObject({
      status: 401,
      message: 'The phone number or password you entered is incorrect. Please check your credentials and try again.',
    })
    expect(reply.headers.get('set-cookie')).toBeNull()
  })

  test('a pending cooperative may come in, a suspended and a rejected one hear why not', async () => {
    const pending = await buildCooperative(app, { status: 'pending' })
    const body = { identifier: pending.coopId, password: pending.password }
    expect(dataOf(await login(body)).cooperative.status).toBe('pending')
    await setCooperativeStatus(app, pending.id, 'rejected')
    expect((await login(body)).body).toMatchObject({
      status: 403,
      message: 'This cooperative was not approved. Contact support to appeal.',
    })
    await setCooperativeStatus(app, pending.id, 'suspended')
    expect((await login(body)).body).toMatchObject({
      status: 403,
      message: 'This cooperative is suspended. Contact support to reopen it.',
    })
    // Who does not know the password is not told the state of the cooperative.
    expect((await login({ ...body, password: 'not-this-one' })).status).toBe(401)
  })

  test('a login repeated with its key gets the tokens of the first', async () => {
    const key = newKey()
    const body = { identifier: cooperative.coopId, password: cooperative.password }
    const [first, second] = [await login(body, key), await login(body, key)]
    expect(second.text).toBe(first.text)
    expect(second.headers.get('idempotent-replayed')).toBe('true')
  })

  test('"Keep me signed in" lengthens the session', async () => {
    const days = async (keepSignedIn: boolean) => {
      const { accessToken } = dataOf(
        await login({ identifier: cooperative.coopId, password: cooperative.password, keepSignedIn }),
      )
      const { rows } = await app.admin.query(
        `select extract(epoch from refresh_expires_at - created_at) / 3600 as idle, extract(epoch from expires_at - created_at) / 3600 as whole
         from platform.session where access_hash = sha256($1::bytea)`,
        [Buffer.from(accessToken)],
      )
      return [Math.round(rows[0].idle * 10) / 10, Math.round(rows[0].whole)]
    }
    expect(await days(true)).toEqual([7 * 24, 30 * 24])
    expect(await days(false)).toEqual([0.5, 12])
  })

  test('neither password nor token is stored as it is', async () => {
    const { accessToken, refreshToken } = dataOf(
      await login({ identifier: cooperative.coopId, password: cooperative.password }),
    )
    const { rows } = await app.admin.query(
      `select (select string_agg(l::text, '') from platform.login l) || (select string_agg(s::text, '') from platform.session s) as stored`,
    )
    for (const secret of [cooperative.password, accessToken, refreshToken])
      expect(rows[0].stored.includes(secret)).toBe(false)
    expect(rows[0].stored).toContain('$argon2id$')
  })
})
