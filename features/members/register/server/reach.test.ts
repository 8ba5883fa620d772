import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import { buildCooperative, buildMember, dataOf, loginMember, type TestCooperative } from '#dev/testing/builders.ts'

let app: TestApp
let cooperative: TestCooperative

const ask = (method: string, path: string, body?: unknown) =>
  app.call(method, path, { token: cooperative.token, ...(body !== undefined && { body }) })
const unreached = async (id: string) => {
  const { status, text } = await ask('GET', `/notifications/sent/${id}/unreached?format=csv`)
  expect(status).toBe(200)
  return ['Ada', 'Bola', 'Chidi', 'Dayo'].filter((name) => text.includes(`${name} Obi`))
}

beforeAll(async () => {
  app = await sharedTestApp()
  cooperative = await buildCooperative(app)
  // Ada reads in the app, Bola has an email alone, Chidi has nothing but a phone, and Dayo died.
  const ada = await buildMember(app, cooperative, { firstName: 'Ada' })
  await buildMember(app, cooperative, { firstName: 'Bola', email: 'bola@example.com' })
  await buildMember(app, cooperative, { firstName: 'Chidi' })
  const dayo = await buildMember(app, cooperative, { firstName: 'Dayo' })
  await loginMember(app, ada)
  dataOf(await ask('POST', `/cooperatives/members/${dayo.id}/leaving`, { reason: 'death' }), 201)
})
afterAll(() => app.stop())

test('a message says how many it reached by which way, and who is on the list of those it did not reach', async () => {
  const send = async (ways: object) =>
    dataOf(await ask('POST', '/notifications', { to: 'all', message: 'The office is closed', ...ways }), 201)
  const [inApp, byEmail, bySms] = [await send({}), await send({ alsoEmail: true }), await send({ alsoSms: true })]
  const sent = { recipients: 3, inApp: 1, sms: 0, emails: 0 }
  expect([inApp, byEmail, bySms]).toMatchObject([
    { ...sent, unreached: 2 },
    { ...sent, emails: 1, unreached: 1 },
    { ...sent, sms: 3, unreached: 0 },
  ])
  expect([await unreached(inApp.id), await unreached(byEmail.id), await unreached(bySms.id)]).toEqual([
    ['Bola', 'Chidi'],
    ['Chidi'],
    [],
  ])
  expect(
    dataOf(await ask('GET', '/notifications/sent')).map(({ unreached: count }: { unreached: number }) => count),
  ).toEqual([0, 1, 2])
})

test('the notice of a meeting says it on the meeting', async () => {
  const date = new Date(Date.now() + 3_600_000).toISOString().slice(0, 10)
  const plan = { kind: 'annual_general', title: 'Meeting', date, time: '23:00', place: 'The hall' }
  const { id } = dataOf(await ask('POST', '/governance/meetings', plan), 201)
  const { noticeReach } = dataOf(await ask('POST', `/governance/meetings/${id}/notice`, { to: 'all' }), 201)
  expect(noticeReach).toMatchObject({ recipients: 3, inApp: 1, sms: 0, emails: 0, unreached: 2 })
  expect(await unreached(noticeReach.id)).toEqual(['Bola', 'Chidi'])
})
