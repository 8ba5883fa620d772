import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sharedTestApp, superAdminLogin, type TestApp } from '#dev/testing/app.ts'
import { dataOf } from '#dev/testing/builders.ts'

describe('logging in as the super administrator', () => {
  let app: TestApp

  beforeAll(async () => {
    app = await sharedTestApp()
  })
  afterAll(() => app.stop())

  const login = (body: unknown) => app.call('POST', '/super-admin/login', { body })

  test('answers with who it is and the token under both names', async () => {
    const data = dataOf(await login({ identifier: superAdminLogin.username, password: superAdminLogin.password }))
    expect(data).toMatchObject({
      superAdmin: { name: 'Super Admin', username: superAdminLogin.username, role: 'superadmin' },
      refreshToken: expect.any(String),
    })
    expect(data.token).toBe(data.accessToken)
    expect((await app.call('GET', '/cooperatives/list', { token: data.token })).status).toBe(200)
  })

  test('a wrong password and an unknown name are answered alike', async () => {
    const [wrong, unknown] = [
      await login({ identifier: superAdminLogin.username, password: 'not-this-one' }),
      await login({ identifier: 'no one', password: 'not-this-one' }),
    ]
    expect(wrong.status).toBe(401)
    expect({ ...wrong.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' })
  })

  test('refuses what is missing', async () => {
    const reply = await login({})
    expect(reply.status).toBe(422)
    expect(reply.body.errors).toEqual([
      { field: 'identifier', message: 'identifier is required' },
      { field: 'password', message: 'Password is required' },
    ])
  })

  test('the session ends after eight hours, whatever its use', async () => {
    dataOf(await login({ identifier: superAdminLogin.username, password: superAdminLogin.password }))
    // The database's clock dates the row and the server's clock ends it; on a busy machine they are read a moment apart.
    const { rows } = await app.admin.query(
      `select round(extract(epoch from expires_at - created_at) / 60)::int as whole, round(extract(epoch from refresh_expires_at - created_at) / 60)::int as idle
       from platform.session where role = 'superadmin' limit 1`,
    )
    expect(rows[0]).toEqual({ whole: 480, idle: 30 })
  })
})
