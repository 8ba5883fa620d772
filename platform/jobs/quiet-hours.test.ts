import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, dayIn } from '#core/calendar.ts'
import { channels, type MessagePort } from '#platform/messages/message-port.ts'
import { startTestApp, type TestApp } from '#dev/testing/app.ts'
import { buildCooperative, dataOf, type TestCooperative } from '#dev/testing/builders.ts'
import { sendMessages } from './send-messages.ts'

let app: TestApp
let cooperative: TestCooperative
beforeAll(async () => {
  app = await startTestApp()
  cooperative = await buildCooperative(app)
  await app.sendWaiting()
})
afterAll(() => app.stop())

const tomorrow = addDays(dayIn(new Date()), 1)
const at = (time: string) => new Date(`${tomorrow}T${time}+01:00`)

test('in the quiet hours a code leaves and a notice waits until the morning, with one job however often it was tried', async () => {
  const sent: string[] = []
  const port: MessagePort = {
    name: 'test',
    channels,
    send: async ({ id, text }) => {
      sent.push(text)
      return { deliveredAs: id }
    },
  }
  // Not due for the workers of this server, so that this test alone sends them.
  const { rows } = await app.admin.query<{ id: string; body: string }>(
    `insert into platform.message (message_id, cooperative_id, kind, channel, recipient, body, created_at, next_attempt_at)
     select gen_random_uuid(), $1, k, 'sms', '+2348030000000', k, now() - interval '11 minutes', now() + interval '9 days'
     from unnest('{code,security,reminder,notice,receipt,meeting,loan}'::text[]) k returning message_id as id, body`,
    [cooperative.id],
  )
  const messages = rows.map(({ id }) => id)
  const night = { ...app.services, messaging: { ...app.services.messaging, quietHours: { from: 21, until: 7 } } }
  const jobs = async () =>
    (
      await app.admin.query<{ startAfter: Date; messages: string[] }>(
        `select start_after as "startAfter", array(select jsonb_array_elements_text(data -> 'messages')) as messages from job.job where name = 'messages' and start_after = $1`,
        [at('07:00')],
      )
    ).rows

  await sendMessages(night, [port], { messages }, at('05:30'))
  await sendMessages(night, [port], { messages }, at('06:59'))
  expect(sent.toSorted((one, next) => one.localeCompare(next))).toEqual(['code', 'security'])
  const waiting = rows.flatMap(({ id, body }) => (['code', 'security'].includes(body) ? [] : [id]))
  expect((await jobs()).map((job) => job.messages.toSorted((one, next) => one.localeCompare(next)))).toEqual([
    waiting.toSorted((one, next) => one.localeCompare(next)),
  ])
  const listed = (await app.call('GET', '/messages?state=waiting', { token: cooperative.token })).body.data
  expect(listed).toHaveLength(5)
  for (const message of listed) expect(message.waitsUntil).toBe(at('07:00').toISOString())
  // Who waits as they should is nothing to complain of.
  const health = dataOf(await app.call('GET', '/platform/health', { token: await app.superAdminToken() }))
  expect(health.messages).toMatchObject({ waiting: 5, oldestWaiting: null })
  expect(health.problems.join()).not.toContain('waited')

  await sendMessages(night, [port], { messages: waiting }, at('07:00'))
  await sendMessages(night, [port], { messages: waiting }, at('07:00'))
  expect(sent).toHaveLength(7)
})
