import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import { buildCooperative, buildOfficer, dataOf } from '#dev/testing/builders.ts'

let app: TestApp
beforeAll(async () => {
  app = await sharedTestApp()
})
afterAll(() => app.stop())

test('the trail names the officer who uses the cooperative’s own login, from the first day on, also after its name changes', async () => {
  const society = await buildCooperative(app, { name: 'Unity Thrift', status: 'pending' })
  const name = (body: object, token = society.token) =>
    app.call('PUT', '/cooperatives/account-holder', {
      token,
      body: { name: 'Amina Bello', post: 'treasurer', ...body },
    })
  expect((await name({ name: ' ' })).body.errors).toEqual([{ field: 'name', message: 'Enter your name' }])
  expect((await name({ post: 'king' })).status).toBe(422)
  expect(dataOf(await name({}))).toEqual({ actsAs: 'Amina Bello, treasurer' })
  const renamed = { name: 'Unity Thrift and Credit' }
  dataOf(await app.call('PUT', '/cooperatives/profile', { token: society.token, body: renamed }))
  await app.settled()
  const trail = async () =>
    (
      await app.admin.query(
        "select actor_name from audit.event where cooperative_id = $1 and action = 'PUT /cooperatives/profile' order by at desc limit 1",
        [society.id],
      )
    ).rows[0].actor_name
  expect(await trail()).toBe('Amina Bello, treasurer')
  const { cooperative } = dataOf(
    await app.call('POST', '/cooperatives/login', { body: { identifier: society.coopId, password: society.password } }),
  )
  expect(cooperative).toMatchObject({ name: renamed.name, actsAs: 'Amina Bello, treasurer' })
  expect(cooperative).not.toHaveProperty('office')
})

test('an officer with a login of their own names no other, and an unnamed login is called what its society is', async () => {
  const society = await buildCooperative(app, { name: 'Other Society' })
  const admin = await buildOfficer(app, society, { office: 'secretary', firstName: 'Sadiq' })
  const body = { name: 'Sadiq', post: 'secretary' }
  expect((await app.call('PUT', '/cooperatives/account-holder', { token: admin?.token ?? '', body })).status).toBe(403)
  const { cooperative } = dataOf(
    await app.call('POST', '/cooperatives/login', { body: { identifier: society.coopId, password: society.password } }),
  )
  expect(cooperative).not.toHaveProperty('actsAs')
})
