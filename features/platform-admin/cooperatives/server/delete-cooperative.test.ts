import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#dev/testing/app.ts'
import { buildCooperative, buildMember, dataOf } from '#dev/testing/builders.ts'

describe('deleting a cooperative', () => {
  let app: TestApp
  let superAdmin: string

  beforeAll(async () => {
    app = await startTestApp()
    superAdmin = await app.superAdminToken()
  })
  afterAll(() => app.stop())

  const remove = (id: string, token = superAdmin) => app.call('DELETE', `/cooperatives/delete/${id}`, { token })

  test('one without members goes: it is in no list, its login is gone, and its phone can register again', async () => {
    const cooperative = await buildCooperative(app, { name: 'Shortlived' })
    expect((await remove(cooperative.id)).body).toEqual({ success: true, message: 'Cooperative deleted', data: null })
    expect((await app.call('GET', '/cooperatives/profile', { token: cooperative.token })).status).toBe(401)
    expect(
      (
        await app.call('POST', '/cooperatives/login', {
          body: { identifier: cooperative.coopId, password: cooperative.password },
        })
      ).status,
    ).toBe(404)
    expect((await app.call('GET', '/cooperatives/search?q=shortlived', { token: superAdmin })).body.data).toEqual([])
    expect((await app.call('GET', `/cooperatives/details/${cooperative.id}`, { token: superAdmin })).status).toBe(404)
    expect((await remove(cooperative.id)).status).toBe(404)
    const body = { name: 'Again', phone: cooperative.phone, password: 'secret-1', confirmpassword: 'secret-1' }
    expect((await app.call('POST', '/cooperatives/register', { body })).status).toBe(201)
  })

  test('one with members stays', async () => {
    const cooperative = await buildCooperative(app)
    const member = await buildMember(app, cooperative)
    expect((await remove(cooperative.id)).body).toMatchObject({
      status: 409,
      message: 'This cooperative has entries in its books, which are kept. Suspend it instead.',
    })
    expect((await app.call('GET', '/cooperatives/profile', { token: cooperative.token })).status).toBe(200)
    dataOf(await app.call('DELETE', `/cooperatives/members/${member.id}`, { token: cooperative.token }))
    expect((await remove(cooperative.id)).status).toBe(200)
  })

  test('no one but the super administrator may, and nothing that does not exist goes', async () => {
    const cooperative = await buildCooperative(app)
    expect((await remove(cooperative.id, cooperative.token)).status).toBe(403)
    expect((await remove('00000000-0000-4000-8000-000000000000')).status).toBe(404)
  })
})
