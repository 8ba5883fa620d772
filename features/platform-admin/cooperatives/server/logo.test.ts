import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#dev/testing/app.ts'
import { buildCooperative, buildMember, dataOf, loginMember } from '#dev/testing/builders.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const picture = async (width: number, height: number) => ({
  name: 'our logo.jpg',
  content: await sharp({ create: { width, height, channels: 3, background: '#0b6b4e' } })
    .withExif({ IFD0: { Copyright: 'secret place' } })
    .jpeg()
    .toBuffer(),
})
/** The file as bytes; the test client reads text. */
const logoOf = async (token: string) =>
  Buffer.from(
    await (
      await fetch(`${app.url}/cooperatives/logo`, { headers: { authorization: `Bearer ${token}` } })
    ).arrayBuffer(),
  )

test('a logo is cut square, made small and drawn again, and its own people alone see it', async () => {
  const [cooperative, other] = [await buildCooperative(app), await buildCooperative(app)]
  const token = await loginMember(app, await buildMember(app, cooperative))
  expect(dataOf(await app.call('GET', '/cooperatives/profile', { token: cooperative.token })).logo).toBeNull()
  const { logo } = dataOf(
    await app.call('POST', '/cooperatives/logo', { token: cooperative.token, file: await picture(900, 400) }),
  )
  expect(logo).toMatch(/^\/cooperatives\/logo\?v=[0-9a-f]{16}$/)
  expect(dataOf(await app.call('GET', '/member-portal/profile', { token })).personalInfo.cooperative.logo).toBe(logo)
  for (const mine of [cooperative.token, token]) {
    const content = await logoOf(mine)
    expect(await sharp(content).metadata()).toMatchObject({ format: 'webp', width: 192, height: 192 })
    expect(content.includes('secret place')).toBe(false)
  }
  expect((await app.call('GET', '/cooperatives/logo', { token: other.token })).status).toBe(404)
  expect((await app.call('GET', '/cooperatives/logo')).status).toBe(401)
  expect((await app.call('POST', '/cooperatives/logo', { token, file: await picture(10, 10) })).status).toBe(403)

  const next = dataOf(
    await app.call('POST', '/cooperatives/logo', { token: cooperative.token, file: await picture(64, 64) }),
  ).logo
  expect(next).not.toBeNull()
  expect(dataOf(await app.call('DELETE', '/cooperatives/logo', { token: cooperative.token })).logo).toBeNull()
  expect((await app.call('GET', '/cooperatives/logo', { token })).status).toBe(404)
})

// ASVS V1.3.4
test('what is no picture is refused with a sentence, and nothing is stored', async () => {
  const { token } = await buildCooperative(app)
  const text = await app.call('POST', '/cooperatives/logo', {
    token,
    file: { name: 'logo.svg', content: new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>') },
  })
  expect([text.status, text.body.message]).toEqual([415, 'Choose a JPEG, PNG or WebP picture.'])
  const broken = await app.call('POST', '/cooperatives/logo', {
    token,
    file: {
      name: 'logo.png',
      content: (
        await sharp({ create: { width: 50, height: 50, channels: 3, background: 'red' } })
          .png()
          .toBuffer()
      ).subarray(0, 60),
    },
  })
  expect(broken.status).toBe(422)
  expect((await app.call('GET', '/cooperatives/logo', { token })).status).toBe(404)
})

test('a renamed cooperative is called so at its login too, whoever renames it', async () => {
  const { id, token } = await buildCooperative(app, { name: 'Old Name' })
  const nameOfLogin = async () =>
    (await app.admin.query('select name from platform.login where cooperative_id = $1', [id])).rows[0].name
  dataOf(await app.call('PUT', '/cooperatives/profile', { token, body: { name: 'New Name' } }))
  expect(await nameOfLogin()).toBe('New Name')
  dataOf(
    await app.call('PUT', `/cooperatives/update/${id}`, {
      token: await app.superAdminToken(),
      body: { name: 'Third Name' },
    }),
  )
  expect(await nameOfLogin()).toBe('Third Name')
  dataOf(await app.call('PUT', '/cooperatives/profile', { token, body: { address: 'Only this' } }))
  expect(await nameOfLogin()).toBe('Third Name')
})
