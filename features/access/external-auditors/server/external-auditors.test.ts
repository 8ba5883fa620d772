import { afterAll, beforeAll, expect, test } from 'vitest'
import { isReading } from '#core/contract/endpoint.ts'
import { addDays, addMonthsToDay, type Day, dayIn, dayText } from '#core/calendar.ts'
import { routes } from '#app/server/app.ts'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  buildOfficer,
  dataOf,
  newKey,
  newPhone,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'

const today = dayIn(new Date())
const inTwoMonths = addDays(today, 60)
const password = 'ledger-reading-owl'

let app: TestApp
let society: TestCooperative
let ada: TestMember

beforeAll(async () => {
  app = await sharedTestApp()
  society = await buildCooperative(app, { name: 'Unity Thrift' })
  ada = await buildMember(app, society, { firstName: 'Ada' })
})
afterAll(() => app.stop())

const ask = (method: string, path: string, body?: unknown, token = society.token) =>
  app.call(method, path, { token, ...(body !== undefined && { body }) })
const invite = (body: object = {}, token = society.token) =>
  ask(
    'POST',
    '/cooperatives/external-auditors',
    { name: 'Ngozi Eze', phone: newPhone(), endsOn: inTwoMonths, ...body },
    token,
  )
const codeIn = (text: string) => /code (?:is )?(\d{8})/.exec(text)?.[1]
const setPassword = (identifier: string, code: string | undefined, chosen = password) =>
  app.call('POST', '/auth/reset-password', { body: { identifier, code, password: chosen, confirmPassword: chosen } })
const login = (identifier: string, chosen = password) =>
  app.call('POST', '/cooperatives/login', { body: { identifier, password: chosen } })
/** Invited, with a password of their own, logged in. */
async function enter(body: object = {}) {
  const auditor = dataOf(await invite(body), 201)
  const { text } = (await app.outbox()).at(-1) as { text: string }
  dataOf(await setPassword(auditor.number, codeIn(text)))
  const { accessToken, refreshToken, cooperative } = dataOf(await login(auditor.number))
  return { ...auditor, token: accessToken, refreshToken, cooperative } as {
    id: string
    number: string
    token: string
    refreshToken: string
    cooperative: { office: string; actsAs: string; permissions: string[] }
  }
}

test('is invited by name until a day at most 12 months ahead, with a phone or an email address', async () => {
  const last = addMonthsToDay(today, 12)
  const problems: [object, string, string][] = [
    [{ name: '' }, 'name', 'Enter the name of the auditor'],
    [{ phone: null }, 'phone', 'Enter a phone number or an email address'],
    [{ endsOn: addDays(today, -1) }, 'endsOn', 'Choose a last day from today to 12 months ahead.'],
    [{ endsOn: addDays(last, 1) }, 'endsOn', 'Choose a last day from today to 12 months ahead.'],
  ]
  for (const [body, field, message] of problems)
    expect((await invite(body)).body).toMatchObject({ status: 422, errors: [{ field, message }] })
  expect((await ask('POST', '/cooperatives/external-auditors', { name: 'Ngozi Eze', phone: newPhone() })).status).toBe(
    422,
  )
  for (const endsOn of [today, last]) expect((await invite({ endsOn })).status).toBe(201)
  const secretary = await buildOfficer(app, society, { office: 'secretary', firstName: 'Sadiq' })
  expect((await invite({}, secretary?.token)).status).toBe(403)
})

test('receives a code by SMS or email, sets a password with it once, and reads as an auditor does', async () => {
  const phone = newPhone()
  const bySms = dataOf(await invite({ phone }), 201)
  expect(bySms).toMatchObject({ name: 'Ngozi Eze', phone, endsOn: inTwoMonths, status: 'open', endedBy: null })
  expect(bySms.number).toMatch(new RegExp(`^${society.coopId}/A\\d+$`))
  const sms = (await app.outbox()).at(-1) as { to: string; text: string }
  expect(sms.to).toBe(phone)
  expect(sms.text).toContain(`Unity Thrift: audit access until ${dayText(inTwoMonths)}. Login ${bySms.number}, code `)
  expect(sms.text.length).toBeLessThanOrEqual(160)

  const auditor = await enter({ name: 'Musa Bello', phone: null, email: 'musa@example.com' })
  const mails = (await app.outbox()).filter(({ to }) => to === 'musa@example.com')
  expect(mails[0]).toMatchObject({
    subject: 'External auditor of Unity Thrift',
    text: expect.stringContaining(`activate=audit&identifier=${encodeURIComponent(auditor.number)}`),
  })
  expect((await setPassword(auditor.number, codeIn(mails[0]?.text ?? ''), 'another-owl-of-lagos')).status).toBe(422)
  expect(auditor.cooperative).toMatchObject({ office: 'external_auditor', actsAs: 'Musa Bello, external auditor' })
  for (const path of ['/members', '/financial/reports/trial-balance', '/cooperatives/audit-events', '/financial/loans'])
    expect([path, (await ask('GET', path, undefined, auditor.token)).status]).toEqual([path, 200])
  expect((await ask('GET', `/cooperatives/members/${ada.id}/bank-details`, undefined, auditor.token)).status).toBe(403)

  // A forgotten password is replaced by the same way.
  dataOf(await app.call('POST', '/auth/forgot-password', { body: { identifier: auditor.number.toLowerCase() } }))
  const again = (await app.outbox()).filter(({ to }) => to === 'musa@example.com').at(-1)
  const resetCode = /\d{8}/.exec(again?.text ?? '')?.[0]
  dataOf(await setPassword(auditor.number, resetCode, 'another-owl-of-lagos'))
  expect((await ask('GET', '/members', undefined, auditor.token)).status).toBe(401)
  dataOf(await login(auditor.number, 'another-owl-of-lagos'))
})

/** What is about the own login and the own browser; the register as a file and a calculation change nothing either. */
const own =
  /^\/auth\/|^\/cooperatives\/logout$|^\/member-auth\/switch$|^\/members\/export$|^\/financial\/loans\/preview$/

test('changes nothing, whatever they send', async () => {
  const { token } = await enter()
  const writes = routes
    .map(({ endpoint }) => endpoint)
    .filter((each) => each.access !== 'public' && !isReading(each) && !own.test(each.path))
  expect(writes.length).toBeGreaterThan(250)
  for (const { method, path } of writes) {
    const reply = await app.call(method, path.replaceAll(/:\w+/g, ada.id), { token, body: {}, key: newKey() })
    expect([method, path, reply.status]).toEqual([method, path, 403])
  }
})

test('is in the audit trail by their name, and not in the society’s', async () => {
  const auditor = await enter({ name: 'Ngozi Eze' })
  const file = '/financial/reports/trial-balance?format=csv'
  expect((await ask('GET', file, undefined, auditor.token)).status).toBe(200)
  expect((await ask('POST', '/members', {}, auditor.token)).status).toBe(403)
  await app.settled()
  const { rows } = await app.admin.query(
    'select distinct actor_name, action from audit.event where cooperative_id = $1 and login_id = (select login_id from platform.login where username = $2)',
    [society.id, auditor.number],
  )
  expect(rows.map(({ actor_name: name }) => name)).toEqual(rows.map(() => 'Ngozi Eze, external auditor'))
  expect(rows.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['account.activated', 'GET /financial/reports/trial-balance', 'POST /members']),
  )
})

test('is let in no longer from the day after the last, nor once an officer ends it', async () => {
  const byDay = await enter({ endsOn: today })
  expect((await ask('GET', '/members', undefined, byDay.token)).status).toBe(200)
  const yesterday = addDays(today, -1)
  await app.admin.query('update app.external_auditor set ends_on = $2 where auditor_id = $1', [byDay.id, yesterday])
  const byOfficer = await enter()
  const ended = dataOf(await ask('POST', `/cooperatives/external-auditors/${byOfficer.id}/end`))
  expect(ended).toMatchObject({ status: 'ended', endedBy: 'Unity Thrift' })

  for (const [{ token, refreshToken, number }, day] of [
    [byDay, yesterday],
    [byOfficer, today],
  ] as [typeof byDay, Day][]) {
    expect((await ask('GET', '/members', undefined, token)).status).toBe(401)
    expect((await app.call('POST', '/cooperatives/refresh-token', { body: { refreshToken } })).status).toBe(401)
    expect((await login(number)).body).toMatchObject({
      status: 403,
      message: expect.stringContaining(`Your office ended on ${dayText(day)}`),
    })
  }
  const list = dataOf(await ask('GET', '/cooperatives/external-auditors?limit=100'))
  expect(list.find(({ id }: { id: string }) => id === byDay.id).status).toBe('over')
  // What was ended stays as it was, and a society ends no one of another.
  expect(dataOf(await ask('POST', `/cooperatives/external-auditors/${byOfficer.id}/end`))).toEqual(ended)
  const other = await buildCooperative(app)
  expect((await ask('POST', `/cooperatives/external-auditors/${byDay.id}/end`, undefined, other.token)).status).toBe(
    404,
  )
  expect(await app.checks()).toEqual([])
})

test('is not stopped by being a member elsewhere, and two societies invite the same phone', async () => {
  const other = await buildCooperative(app, { name: 'Other Society' })
  const { phone } = await buildMember(app, other, { firstName: 'Ngozi', lastName: 'Eze' })
  const here = await enter({ phone })
  expect((await invite({ phone }, other.token)).status).toBe(201)
  expect((await ask('GET', '/members', undefined, here.token)).status).toBe(200)
})
