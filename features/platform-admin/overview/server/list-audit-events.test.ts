import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, dayIn } from '#core/calendar.ts'
import { startTestApp, type TestApp } from '#dev/testing/app.ts'
import { buildCooperative, dataOf, type TestCooperative } from '#dev/testing/builders.ts'

let app: TestApp
let token: string
let weavers: TestCooperative
let traders: TestCooperative
beforeAll(async () => {
  app = await startTestApp()
  token = await app.superAdminToken()
  weavers = await buildCooperative(app, { name: 'Ìbàdàn Weavers' })
  traders = await buildCooperative(app, { name: 'Traders' })
  const update = async (id: string, body: unknown) =>
    dataOf(
      await app.call('PUT', `/cooperatives/update/${id}`, {
        token,
        body,
        headers: { 'x-forwarded-for': '203.0.113.9' },
      }),
    )
  await update(weavers.id, { status: 'suspended', reason: '=1+1 "quoted"' })
  await update(traders.id, { address: '1 Aba Road' })
})
afterAll(() => app.stop())

const list = async (query = '') => (await app.call('GET', `/platform/audit-events${query}`, { token })).body
const actions = async (query = '') => (await list(query)).data.map(({ action }: { action: string }) => action)
const today = dayIn(new Date())

test('the trail is newest first and says who, what, which cooperative, from where, what was before and after', async () => {
  const { data, meta } = await list()
  expect(data.map(({ action }: { action: string }) => action)).toEqual([
    'cooperative.update',
    'cooperative.status',
    'cooperative.status',
    'cooperative.status',
    'session.login',
  ])
  expect(data[1]).toEqual({
    id: expect.any(String),
    at: expect.stringMatching(/Z$/),
    actorName: 'Super Admin',
    action: 'cooperative.status',
    cooperativeId: weavers.id,
    cooperativeName: 'Ìbàdàn Weavers',
    before: { status: 'active' },
    after: { status: 'suspended' },
    reason: '=1+1 "quoted"',
    address: '203.0.113.9',
  })
  expect(data[0]).toMatchObject({ before: { address: null }, after: { address: '1 Aba Road' }, reason: null })
  expect(meta).toMatchObject({
    page: 1,
    limit: 10,
    total: 5,
    totalPages: 1,
    summary: { actors: [{ id: expect.any(String), name: 'Super Admin' }] },
  })
})

test('it is filtered by action, cooperative, person, days and words, and paged', async () => {
  expect(await actions('?action=session.login')).toEqual(['session.login'])
  expect(await actions(`?cooperativeId=${traders.id}`)).toEqual(['cooperative.update', 'cooperative.status'])
  const [{ id }] = (await list()).meta.summary.actors
  expect(await actions(`?actor=${id}`)).toHaveLength(5)
  expect(await actions(`?actor=${traders.id}`)).toEqual([])
  expect(await actions(`?from=${today}&to=${today}`)).toHaveLength(5)
  expect(await actions(`?to=${addDays(today, -1)}`)).toEqual([])
  expect(await actions(`?from=${addDays(today, 1)}`)).toEqual([])
  expect(await actions('?q=ibadan')).toEqual(['cooperative.status', 'cooperative.status'])
  expect(await actions('?q=quoted')).toEqual(['cooperative.status'])
  expect(await actions('?q=%25')).toEqual([])
  expect((await list('?limit=2&page=3')).data.map(({ action }: { action: string }) => action)).toEqual([
    'session.login',
  ])
  expect((await actions('?sort=at'))[0]).toBe('session.login')
})

test.each([
  ['action=all', 'action'],
  ['from=yesterday', 'from'],
  ['cooperativeId=7', 'cooperativeId'],
  ['page=1001&limit=100', 'page'],
])('refuses %s', async (query, field) => {
  expect((await list(`?${query}`)).errors[0].field).toBe(field)
})

test('the file holds the filtered lines, runs nothing in a spreadsheet, and taking it is a line itself', async () => {
  const reply = await app.call('GET', `/platform/audit-events/csv?cooperativeId=${weavers.id}`, { token })
  expect([reply.status, reply.headers.get('content-type'), reply.headers.get('content-disposition')]).toEqual([
    200,
    'text/csv; charset=utf-8',
    `attachment; filename*=UTF-8''audit-trail-${today}.csv`,
  ])
  const lines = reply.text.replace('\uFEFF', '').trim().split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[0]).toBe('"At (UTC)","Who","What","Cooperative","Before","After","Reason","From"')
  expect(lines[1]).toMatch(
    /^"[^"]+Z","Super Admin","cooperative.status","Ìbàdàn Weavers","status: active","status: suspended","'=1\+1 ""quoted""","203.0.113.9"$/,
  )
  expect((await list('?action=audit.export')).data).toMatchObject([{ after: { lines: 2 } }])
})

// ASVS V16.4.2
test('no one changes or removes a line, not even who is past every other lock', async () => {
  await expect(app.admin.query(`update platform.audit_event set actor_name = 'Somebody'`)).rejects.toThrow(
    'append-only',
  )
  await expect(app.admin.query('delete from platform.audit_event')).rejects.toThrow('append-only')
  await expect(app.admin.query('truncate platform.audit_event')).rejects.toThrow('append-only')
  expect(await actions()).toContain('session.login')
})
