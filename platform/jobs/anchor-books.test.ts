import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#dev/testing/app.ts'
import { buildCooperative, buildMember, dataOf, postJournals, type TestCooperative } from '#dev/testing/builders.ts'
import { anchorHash, readAnchor } from '#platform/ledger/anchor.ts'
import { anchorBooks } from './anchor-books.ts'

let app: TestApp
let cooperative: TestCooperative
let other: TestCooperative
beforeAll(async () => {
  app = await startTestApp()
  cooperative = await buildCooperative(app)
  other = await buildCooperative(app, { name: 'Another Cooperative' })
  await postJournals(app, cooperative, [{ on: '2026-03-01', lines: [['5310', '1020', 3]] }])
  await app.admin.query("update app.cooperative set email = 'Society@example.com' where cooperative_id = $1", [
    cooperative.id,
  ])
  const withOffice = async (email: string, roles: string[], endsOn: string | null) => {
    const { id } = await buildMember(app, cooperative, { email })
    await app.admin.query('update app.member set roles = $2, office_ends_on = $3 where member_id = $1', [
      id,
      roles,
      endsOn,
    ])
  }
  await withOffice('admin@example.com', ['member', 'admin'], null)
  await withOffice('auditor@example.com', ['member', 'auditor'], '2027-12-31')
  await withOffice('former@example.com', ['member', 'auditor'], '2026-11-30')
  await withOffice('treasurer@example.com', ['member', 'treasurer'], null)
})
afterAll(() => app.stop())

const runOn = (day: string) => anchorBooks(app.services, new Date(`${day}T09:00:00Z`))
const anchors = async () =>
  (await app.admin.query("select day::text, file, encode(hash, 'hex') as hash, key from platform.anchor order by day"))
    .rows
const mails = async () => (await app.outbox()).filter(({ text }) => text.includes('whose hash is'))

test('one file a day holds how all books end, and names the one before it', async () => {
  await runOn('2026-12-01')
  await runOn('2026-12-01')
  await runOn('2026-12-02')
  const rows = await anchors()
  expect(rows.map(({ day }) => day)).toEqual(['2026-12-01', '2026-12-02'])
  const [one, two] = await Promise.all(
    rows.map(async ({ file }) => readAnchor((await app.services.anchorTarget.get(file))?.toString('utf8') ?? '')),
  )
  expect(await app.services.anchorTarget.list('anchors/')).toEqual(rows.map(({ file }) => file))
  expect([one?.anchor.previous, two?.anchor.previous]).toEqual([null, one && anchorHash(one.anchor)])
  expect(rows[0].hash).toBe(two?.anchor.previous)
  const head = await app.admin.query("select encode(hash, 'hex') as hash from ledger.head where cooperative_id = $1", [
    cooperative.id,
  ])
  expect(one?.anchor.cooperatives).toHaveLength(2)
  expect(one?.anchor.cooperatives).toContainEqual(
    expect.objectContaining({ id: cooperative.id, coopId: cooperative.coopId, lastEntry: 1, hash: head.rows[0].hash }),
  )
  expect(one?.anchor.cooperatives).toContainEqual(expect.objectContaining({ id: other.id, lastEntry: 0 }))
  const { anchor } = dataOf(await app.call('GET', '/platform/health', { token: await app.superAdminToken() }))
  expect(anchor).toEqual({ day: '2026-12-02', key: one?.fingerprint })
})

test('its admins and auditors are mailed their own line once a week, and nothing where there are no books', async () => {
  const sent = await mails()
  expect(sent.map(({ to }) => to).toSorted()).toEqual([
    'admin@example.com',
    'auditor@example.com',
    'society@example.com',
  ])
  const [row] = await anchors()
  const file = readAnchor((await app.services.anchorTarget.get(row.file))?.toString('utf8') ?? '')
  const own = file.anchor.cooperatives.find(({ id }) => id === cooperative.id)
  for (const { text } of sent) {
    expect(text).toContain(
      `On 01 Dec 2026 the books of ${cooperative.coopId} ended with entry No. 1, whose hash is ${own?.hash}. It was signed with the key ${file.fingerprint}.`,
    )
    expect(text).not.toContain(other.coopId)
  }
  await runOn('2026-12-07')
  expect(await mails()).toHaveLength(3)
  await runOn('2026-12-08')
  expect(await mails()).toHaveLength(6)
})

test('an anchor that can not be stored is none, and is made by the next try', async () => {
  const down = { ...app.services.anchorTarget, put: () => Promise.reject(new Error('no room')) }
  const day = new Date('2026-12-09T09:00:00Z')
  await expect(anchorBooks({ ...app.services, anchorTarget: down }, day)).rejects.toThrow('no room')
  expect((await anchors()).at(-1)?.day).toBe('2026-12-08')
  await anchorBooks(app.services, day)
  expect((await anchors()).at(-1)?.day).toBe('2026-12-09')
})

test('no one changes or removes the row of an anchor', async () => {
  for (const statement of [
    "update platform.anchor set file = ''",
    'delete from platform.anchor',
    'truncate platform.anchor',
  ])
    await expect(app.admin.query(statement)).rejects.toThrow('anchors are append-only')
})
