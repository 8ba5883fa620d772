import { spawnSync } from 'node:child_process'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#dev/testing/app.ts'
import { queueMessages } from '#platform/db/messages.ts'
import type { MessagePort } from '#platform/messages/message-port.ts'
import { buildCooperative, dataOf, type TestCooperative } from '#dev/testing/builders.ts'
import { sendMessages } from './send-messages.ts'

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

test('a worker that is lost between sending and marking leads to one more sending, and to no third', async () => {
  const sent: string[] = []
  /** Takes the message; the worker that called hears nothing of it any more. */
  const lost: MessagePort = {
    name: 'lost',
    channels: ['sms'],
    send: ({ to }) => {
      sent.push(to)
      return new Promise(() => {})
    },
  }
  const taken: MessagePort = {
    name: 'taken',
    channels: ['sms'],
    send: ({ to }) => Promise.resolve({ deliveredAs: String(sent.push(to)) }),
  }
  await app.runner.stop()
  const phones = ['+2348031999001', '+2348031999002']
  const message = (to: string) => ({
    kind: 'notice' as const,
    channel: 'sms' as const,
    to,
    text: 'Bring your passbook.',
  })
  await app.services.database.platform((tx) => queueMessages(tx, null, phones.map(message), () => {}))
  const { rows } = await app.admin.query<{ id: string; recipient: string }>(
    'select message_id as id, recipient from platform.message where recipient = any ($1)',
    [phones],
  )
  const idOf = (to: string | undefined) => rows.find(({ recipient }) => recipient === to)?.id ?? ''
  const isMarked = async (to: string | undefined) =>
    (
      await app.admin.query<{ sent: boolean; lost: boolean }>(
        'select sent_at is not null as sent, gave_up_at is not null as lost from platform.message where message_id = $1',
        [idOf(to)],
      )
    ).rows[0]
  const loseOne = async (to: string | undefined, times: number) => {
    void sendMessages(app.services, [lost], { messages: [idOf(to)] })
    await expect.poll(() => sent.filter((each) => each === to).length).toBe(times)
  }
  const [once, twice] = phones
  await loseOne(once, 1)
  await sendMessages(app.services, [taken], { messages: [idOf(once)] })
  expect(await isMarked(once)).toEqual({ sent: true, lost: false })
  await loseOne(twice, 1)
  await loseOne(twice, 2)
  await sendMessages(app.services, [taken], { messages: [idOf(twice)] })
  expect(await isMarked(twice)).toEqual({ sent: false, lost: true })
  expect(sent).toEqual([once, once, twice, twice])
})
