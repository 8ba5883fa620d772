import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runJob } from '#app/jobs/regular-jobs.ts'
import { startTestApp, type TestApp } from '#dev/testing/app.ts'
import { buildCooperative, dataOf } from '#dev/testing/builders.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const health = async () => dataOf(await app.call('GET', '/platform/health', { token: await app.superAdminToken() }))

test('says how server, database, disk, files, messages and jobs are, and has nothing to complain of', async () => {
  await buildCooperative(app)
  await app.outbox()
  await runJob(app.services.database, app.services.log, 'sweep', async () => {})
  const found = await health()
  expect(found).toMatchObject({
    server: {
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      node: process.versions.node,
      startedAt: expect.stringMatching(/Z$/),
      memoryBytes: expect.any(Number),
    },
    database: {
      version: expect.stringMatching(/^\d+/),
      answeredInMilliseconds: expect.any(Number),
      bytes: expect.any(Number),
      connections: expect.any(Number),
    },
    backup: { kind: 'off', lastBackupAt: null, lastLogAt: null, logFilesWaiting: 0, problems: [] },
    migrations: { applied: expect.any(Number), latest: expect.stringMatching(/^\d{4}_\w+\.sql$/) },
    imports: { waiting: 0, oldestWaiting: null, failed: 0 },
    messages: { waiting: 0, oldestWaiting: null, failed: 0, sentLastDay: 2 },
    jobs: [{ job: 'sweep', endedAt: expect.stringMatching(/Z$/), failure: null }],
  })
  expect(found.database.bytes).toBeGreaterThan(1_000_000)
  expect(found.disk.freeBytes).toBeLessThanOrEqual(found.disk.totalBytes)
  expect(found.problems.filter((problem: string) => !problem.startsWith('The disk'))).toEqual([])
})

test('names a message that waits, one that failed, a file that does not end, and a job that failed', async () => {
  const cooperative = await buildCooperative(app)
  // What registering sent is on its way for a moment.
  await app.outbox()
  await app.admin.query(`
    insert into platform.message (message_id, channel, recipient, body, created_at, next_attempt_at, failure)
    values (gen_random_uuid(), 'sms', '+2348030000000', 'x', now() - interval '11 minutes', now() + interval '1 day', 'no provider')`)
  await app.admin.query(
    `insert into app.import (cooperative_id, import_id, kind, file_name, status, columns, mapping, created_by, created_at)
     select $1, gen_random_uuid(), 'members', 'register.xlsx', s.status, '{}', '{}', gen_random_uuid(), now() - interval '20 minutes' from unnest('{posting,failed,posted}'::text[]) s(status)`,
    [cooperative.id],
  )
  await runJob(app.services.database, pino({ level: 'silent' }), 'sweep', () => Promise.reject(new Error('no room')))
  const found = await health()
  expect(found).toMatchObject({
    imports: { waiting: 1, oldestWaiting: expect.any(String), failed: 1 },
    messages: { waiting: 1, failed: 1 },
    jobs: [{ job: 'sweep', failure: 'no room' }],
  })
  expect(found.problems.filter((problem: string) => !problem.startsWith('The disk'))).toEqual([
    'Messages have waited for more than 10 minutes to be sent.',
    'Some messages could not be sent and will be tried again. no provider',
    'A file has been posting for more than 10 minutes.',
    'The job “sweep” failed: no room',
  ])
  expect(JSON.stringify(found)).not.toContain('register.xlsx')
  expect(JSON.stringify(found)).not.toContain('+2348030000000')
})

test('the role that counts sees states of files, never their names', async () => {
  await expect(
    app.services.database.jobs((tx) => tx.many({ strings: ['select file_name from app.import'], values: [] })),
  ).rejects.toThrow('permission denied')
})
