import { spawnSync } from 'node:child_process'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { buildCooperative, dataOf, type TestCooperative } from '#server/testing/builders.ts'

let app: TestApp
let cooperative: TestCooperative
let outbox: string
beforeAll(async () => {
  app = await startTestApp()
  cooperative = await buildCooperative(app)
  outbox = join(app.services.dataDir, 'outbox.jsonl')
  await app.outbox()
})
afterAll(() => app.stop())

const askForCode = async () =>
  dataOf(await app.call('POST', '/auth/forgot-password', { body: { identifier: cooperative.coopId } }))
const waiting = async () =>
  (
    await app.admin.query<{ attempts: number; body: string }>(
      'select attempts, body from platform.message where sent_at is null',
    )
  ).rows

test('a disk that hangs holds up no transaction, and the message is sent once it writes again', async () => {
  await rm(outbox)
  // Writing to a pipe waits until somebody reads it.
  expect(spawnSync('mkfifo', [outbox]).status).toBe(0)
  await askForCode()
  await expect
    .poll(waiting, { timeout: 15_000 })
    .toEqual([{ attempts: 1, body: expect.stringContaining('is the code') }])
  const { rows } = await app.admin.query(
    "select state from pg_stat_activity where datname = current_database() and application_name = 'ajose coop_jobs' and state <> 'idle'",
  )
  expect(rows).toEqual([])
  expect(await readFile(outbox, 'utf8')).toContain('is the code')
  await expect.poll(waiting, { timeout: 15_000 }).toEqual([])
  await rm(outbox)
})

test('a message that can not be written waits, and is sent at the next try', async () => {
  await mkdir(outbox)
  await askForCode()
  await expect.poll(waiting, { timeout: 15_000 }).toMatchObject([{ attempts: expect.any(Number) }])
  await rm(outbox, { recursive: true })
  expect((await app.outbox()).map(({ text }) => text)).toEqual([expect.stringContaining('is the code')])
  expect(await waiting()).toEqual([])
})
