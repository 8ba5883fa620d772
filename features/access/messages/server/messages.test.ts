import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CooperativeId, MemberId } from '#core/ids.ts'
import { addDays, dayIn } from '#core/calendar.ts'
import { readConfig } from '#platform/config.ts'
import { type Message, queueMessages } from '#platform/db/messages.ts'
import { sweep } from '#platform/jobs/sweep.ts'
import { openMessagePorts } from '#platform/messages/open-message-ports.ts'
import { simulatedKeys, startSmsSimulator, type SmsSimulator } from '#platform/messages/sms-simulator.ts'
import { startTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  dataOf,
  loginMember,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'

let simulator: SmsSimulator
let app: TestApp
let cooperative: TestCooperative
let ada: TestMember
beforeAll(async () => {
  simulator = await startSmsSimulator()
  const config = readConfig({ ...simulatedKeys, SMS_PROVIDER: 'termii', TERMII_URL: simulator.url })
  const { ports, webhooks } = openMessagePorts(config, '/nowhere')
  app = await startTestApp(undefined, { ports, webhooks })
  cooperative = await buildCooperative(app, { name: 'Market Women' })
  ada = await buildMember(app, cooperative, { firstName: 'Ada', lastName: 'Obi' })
  await app.sendWaiting()
})
afterAll(async () => {
  await app.stop()
  await simulator.close()
})

/** Of a new member in this office. */
async function tokenOf(office: string): Promise<string> {
  const member = await buildMember(app, cooperative)
  const own = await loginMember(app, member)
  dataOf(
    await app.call('PUT', `/cooperatives/members/${member.id}/roles`, {
      token: cooperative.token,
      body: { roleIds: ['member', office], ...(office === 'auditor' && { endsOn: addDays(dayIn(new Date()), 30) }) },
    }),
  )
  const body = { cooperativeId: cooperative.id, role: 'coop_admin' }
  return dataOf(await app.call('POST', '/member-auth/switch', { token: own, body })).accessToken
}

const blocked = { status: 400, body: { message: 'Phone number is on DND' } }

/** Queues a message of the cooperative, or of none, and sends what waits; answers its id. */
async function send(message: Partial<Message> = {}, of: CooperativeId | null = cooperative.id as CooperativeId) {
  const whole: Message = {
    kind: 'reminder',
    channel: 'sms',
    to: ada.phone,
    text: 'Ajose: your loan is due.',
    ...message,
  }
  await (of === null
    ? app.services.database.platform((tx) => queueMessages(tx, null, [whole], app.services.messagesWaiting))
    : app.services.database.tenant({ cooperativeId: of, role: 'job' }, (tx) =>
        queueMessages(tx, of, [whole], app.services.messagesWaiting),
      ))
  await app.settled()
  const { rows } = await app.admin.query<{ id: string }>(
    'select message_id as id from platform.message order by created_at desc, message_id desc limit 1',
  )
  return rows[0]?.id ?? ''
}
const listed = async (query = '', token = cooperative.token) =>
  (await app.call('GET', `/messages${query}`, { token })).body
const again = (id: string, token = cooperative.token) => app.call('POST', `/messages/${id}/send-again`, { token })
const stored = async (id: string) =>
  (
    await app.admin.query<{ body: string; sealed: Buffer | null; attempts: number }>(
      'select body, sealed_text as sealed, attempts from platform.message where message_id = $1',
      [id],
    )
  ).rows[0]

test('an officer sees to whom a message went, by which way, and why it failed, and never its text', async () => {
  simulator.failures.push(blocked)
  const failed = await send({ memberId: ada.id as MemberId })
  const sent = await send({ memberId: ada.id as MemberId, kind: 'meeting', text: 'Ajose: the meeting is at nine.' })
  const { data, meta } = await listed()
  expect(data.slice(0, 2)).toMatchObject([
    { id: sent, kind: 'meeting', state: 'sent', reason: null, parts: 1, hasText: true },
    {
      id: failed,
      kind: 'reminder',
      channel: 'sms',
      recipient: ada.phone,
      memberId: ada.id,
      memberName: 'Ada Obi',
      state: 'failed',
      provider: 'termii',
      reason: 'The number takes no messages (do not disturb)',
      sentAgain: 0,
      hasText: true,
    },
  ])
  expect(meta.summary).toEqual({ failed: 1 })
  expect(JSON.stringify(data)).not.toMatch(/loan is due|at nine/)
  // In the database it is there, but sealed.
  expect(await stored(failed)).toMatchObject({ body: '', sealed: expect.any(Buffer) })
  expect((await stored(failed))?.sealed?.toString('latin1')).not.toContain('loan')

  expect((await listed('?state=failed')).data.map(({ id }: { id: string }) => id)).toEqual([failed])
  expect((await listed('?state=delivered')).data).toEqual([])
  expect((await listed('?q=Ada&sort=createdAt&limit=1')).meta.total).toBe(3)
  expect((await listed('?channel=email')).data).toEqual([])
  expect((await app.call('GET', '/messages?state=lost', { token: cooperative.token })).status).toBe(422)
})

test('a failed message is sent again with the same text to the same number, three times at most', async () => {
  simulator.failures.push(blocked)
  const id = await send({ text: 'Ajose: Ọlá, ₦5,000 is due.' })
  simulator.sent.length = 0
  simulator.failures.push(blocked, blocked)
  for (const sentAgain of [1, 2]) {
    expect(dataOf(await again(id))).toMatchObject({ id, state: 'waiting', reason: null, sentAgain })
    await app.settled()
    expect((await listed('?state=failed')).data[0]).toMatchObject({ id, sentAgain })
  }
  dataOf(await again(id))
  await app.settled()
  expect(simulator.sent).toMatchObject([{ to: ada.phone, text: 'Ajose: Ola, N5,000 is due.' }])
  // Taken by the provider is not failed; a receipt says that it did not arrive after all.
  expect((await again(id)).body).toMatchObject({
    message: 'This message was sent and has not failed. Write a new one instead.',
  })
  await simulator.report(app.url, simulator.sent[0] ?? { provider: 'termii', id: '', to: '' }, 'Expired')
  const refused = await again(id)
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'This message was sent again 3 times. Check the number or address of the recipient, then write a new message.',
  ])
  expect(simulator.sent).toHaveLength(1)
  const trail = (await app.call('GET', '/cooperatives/audit-events?q=failed%20message', { token: cooperative.token }))
    .body
  expect(trail.data[0]).toMatchObject({ says: expect.stringContaining('ent a failed message again') })
})

test('what waits, what arrived and what two officers send again at once is sent once', async () => {
  simulator.failures.push({ status: 503, body: {} })
  const waiting = await send()
  expect((await listed('?state=waiting')).data[0]).toMatchObject({
    id: waiting,
    reason: 'The provider could not take it yet. It is tried again by itself.',
  })
  expect((await again(waiting)).body.message).toBe(
    'This message is still waiting to be sent. Wait until it has failed.',
  )
  simulator.sent.length = 0
  await app.sendWaiting()
  const [sms] = simulator.sent
  if (!sms) throw new Error('nothing was sent')
  await simulator.report(app.url, sms, 'DELIVERED')
  expect((await listed('?state=delivered')).data[0]).toMatchObject({ id: waiting, hasText: false })
  expect((await again(waiting)).status).toBe(409)
  expect((await stored(waiting))?.sealed).toBe(null)

  simulator.failures.push(blocked)
  const id = await send()
  simulator.sent.length = 0
  const both = await Promise.all([again(id), again(id)])
  expect(both.map(({ status }) => status).toSorted((one, next) => one - next)).toEqual([200, 409])
  await app.settled()
  expect(simulator.sent).toHaveLength(1)
})

test('a code is not stored once it was tried, and is not sent again', async () => {
  simulator.failures.push(blocked)
  const id = await send({ kind: 'code', text: 'Ajose: your code is 12345678.', memberId: ada.id as MemberId })
  expect(await stored(id)).toMatchObject({ body: '', sealed: null })
  expect((await again(id)).body.message).toMatch(/^A message with a code is not sent again. Send a new code instead/)
  const taken = await send({ kind: 'code', text: 'Ajose: your code is 12345678.' })
  expect(await stored(taken)).toMatchObject({ body: '', sealed: null })
})

test('a text is stored for seven days, and a message without one is not sent again', async () => {
  simulator.failures.push(blocked, blocked)
  const [old, fresh] = [await send(), await send()]
  await app.admin.query(
    "update platform.message set gave_up_at = now() - interval '7 days 1 minute' where message_id = $1",
    [old],
  )
  await app.admin.query(
    "update platform.message set gave_up_at = now() - interval '6 days 23 hours' where message_id = $1",
    [fresh],
  )
  await sweep(app.services.database)
  expect((await again(old)).body.message).toMatch(/^The text of a message is stored for 7 days/)
  dataOf(await again(fresh))
  await app.settled()
})

test('what every try failed for keeps its text sealed too', async () => {
  const id = await send({ to: '+2348030001111', text: 'Ajose: the office moves.' })
  // As after a night without a provider: the job library has given the message up.
  await app.admin.query(
    "update platform.message set sent_at = null, provider = null, provider_id = null, sealed_text = null, body = 'Ajose: the office moves.', failure = 'Termii refuses TERMII_API_KEY (401)' where message_id = $1",
    [id],
  )
  await app.admin.query("insert into job.job (name, data) values ('given_up', $1)", [
    JSON.stringify({ messages: [id] }),
  ])
  app.runner.wake('given_up')
  await app.settled()
  // The name of a setting is for the operator.
  expect((await listed('?state=failed')).data[0]).toMatchObject({
    id,
    reason: 'The provider could not take it. Try again later, or contact support.',
  })
  expect(await stored(id)).toMatchObject({ body: '', sealed: expect.any(Buffer) })
  simulator.sent.length = 0
  dataOf(await again(id))
  await app.settled()
  expect(simulator.sent).toMatchObject([{ to: '+2348030001111', text: 'Ajose: the office moves.' }])
})

test('each society sees its own, the treasurer too, an auditor reads only, a member nothing', async () => {
  simulator.failures.push(blocked)
  const id = await send()
  const other = await buildCooperative(app)
  expect((await listed('?state=failed', other.token)).data).toEqual([])
  expect((await again(id, other.token)).status).toBe(404)
  const [treasurer, auditor, committee] = [
    await tokenOf('treasurer'),
    await tokenOf('auditor'),
    await tokenOf('loan_committee'),
  ]
  expect((await listed('?state=failed', auditor)).data[0]).toMatchObject({ id })
  expect((await again(id, auditor)).status).toBe(403)
  expect((await again(id, committee)).status).toBe(403)
  expect((await app.call('GET', '/messages', { token: await loginMember(app, ada) })).status).toBe(403)
  expect(dataOf(await again(id, treasurer))).toMatchObject({ state: 'waiting' })
  await app.settled()
  // The wall is the database's too.
  const seen = await app.services.database.tenant(
    { cooperativeId: cooperative.id as CooperativeId, role: 'member', memberId: ada.id as MemberId },
    (tx) => tx.many({ strings: ['select message_id from platform.message'], values: [] }),
  )
  expect(seen).toEqual([])
  await expect(
    app.services.database.tenant({ cooperativeId: cooperative.id as CooperativeId, role: 'coop_admin' }, (tx) =>
      tx.many({ strings: ['select sealed_text from platform.message'], values: [] }),
    ),
  ).rejects.toThrow('permission denied')
})

test('the super admin sees those of no society with the number masked, and only counts of the others', async () => {
  const token = await app.superAdminToken()
  simulator.failures.push(blocked)
  const id = await send({ kind: 'security', text: 'Ajose: your password was changed.' }, null)
  const { data, meta } = await listed('?state=failed&q=0803', token)
  expect(data).toEqual([])
  expect(meta.summary.failed).toBe(1)
  expect((await listed('?state=failed', token)).data).toMatchObject([
    { id, kind: 'security', recipient: `…${ada.phone.slice(-4)}`, memberId: null, memberName: null, state: 'failed' },
  ])
  simulator.failures.push(blocked)
  const foreign = await send()
  expect((await again(foreign, token)).status).toBe(404)
  const health = dataOf(await app.call('GET', '/platform/health', { token }))
  const failed = Number((await listed('', cooperative.token)).meta.summary.failed)
  // One of an earlier test failed more than 7 days ago.
  expect(health.failedMessagesOf).toEqual([{ id: cooperative.id, name: 'Market Women', failed: failed - 1 }])
  simulator.sent.length = 0
  expect(dataOf(await again(id, token))).toMatchObject({ state: 'waiting', recipient: `…${ada.phone.slice(-4)}` })
  await app.settled()
  expect(simulator.sent).toMatchObject([{ to: ada.phone, text: 'Ajose: your password was changed.' }])
  const trail = (await app.call('GET', '/platform/audit-events?action=message.send_again', { token })).body
  expect(trail.data).toMatchObject([{ action: 'message.send_again', after: { kind: 'security', channel: 'sms' } }])
})
