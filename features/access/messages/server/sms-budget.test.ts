import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { smsParts, smsText } from '#features/access/messages/rules/sms-text.ts'
import type { CooperativeId } from '#core/ids.ts'
import { queueMessages } from '#platform/db/messages.ts'
import { termiiPort } from '#platform/messages/termii.ts'
import { simulatedKeys, startSmsSimulator, type SmsSimulator } from '#platform/messages/sms-simulator.ts'
import { startTestApp, type TestApp } from '#dev/testing/app.ts'
import { buildCooperative, buildMember, dataOf, type TestCooperative, type TestMember } from '#dev/testing/builders.ts'

let simulator: SmsSimulator
let app: TestApp
let cooperative: TestCooperative
let members: TestMember[]
beforeAll(async () => {
  simulator = await startSmsSimulator()
  const port = termiiPort({
    url: simulator.url,
    key: simulatedKeys.TERMII_API_KEY,
    sender: simulatedKeys.TERMII_SENDER,
    channel: 'dnd',
    secret: simulatedKeys.TERMII_SECRET,
  })
  app = await startTestApp(undefined, { ports: [port] })
  cooperative = await buildCooperative(app, { name: 'Market Women' })
  members = [
    await buildMember(app, cooperative, { firstName: 'Ada' }),
    await buildMember(app, cooperative, { firstName: 'Bola' }),
    await buildMember(app, cooperative, { firstName: 'Chidi' }),
  ]
  await app.sendWaiting()
})
afterAll(async () => {
  await app.stop()
  await simulator.close()
})
beforeEach(async () => {
  await app.settled()
  await app.admin.query('delete from app.sms_budget')
})

const budget = async () => dataOf(await app.call('GET', '/messages/sms-budget', { token: cooperative.token }))
const limit = (max: number | null) =>
  app.call('PUT', '/messages/sms-budget', { token: cooperative.token, body: { max } })
const write = (message: string, alsoSms = true) =>
  app.call('POST', '/notifications', { token: cooperative.token, body: { message, to: 'all', alsoSms } })
const warnings = async () =>
  (await app.call('GET', '/notifications?type=warning', { token: cooperative.token })).body.data.map(
    ({ message }: { message: string }) => message,
  )

test('counts the SMS of this month in parts, with what they cost, and nothing of the month before', async () => {
  const before = (await budget()).used
  expect(before).toBeGreaterThan(0)
  const long = 'x'.repeat(200)
  dataOf(await write(long), 201)
  const parts = smsParts(smsText(`Market Women: ${long}`))
  expect(parts).toBe(2)
  expect(await budget()).toEqual({ max: null, used: before + parts * 3, partCost: 4, society: 'Market Women' })
  await app.settled()
  // As the provider counted them.
  expect((await budget()).used).toBe(before + parts * 3)
  await app.admin.query(
    "update platform.message set created_at = created_at - interval '40 days' where cooperative_id = $1",
    [cooperative.id],
  )
  expect((await budget()).used).toBe(0)
})

test('what the limit does not hold is refused before anything is queued, and goes without SMS', async () => {
  const { used } = await budget()
  expect(dataOf(await limit(used + 2))).toMatchObject({ max: used + 2, used })
  const sentBefore = simulator.sent.length
  const refused = await write('Three phones.')
  expect([refused.status, refused.body.errors[0].field]).toEqual([409, 'alsoSms'])
  expect(refused.body.message).toBe(
    `This takes 3 SMS, and of the ${used + 2} for this month 2 are left. Send it without SMS or to fewer members, or raise the limit in Settings.`,
  )
  await app.settled()
  expect(simulator.sent).toHaveLength(sentBefore)
  expect((await app.call('GET', '/notifications/sent?q=Three', { token: cooperative.token })).body.data).toEqual([])
  expect((await budget()).used).toBe(used)
  dataOf(await write('Three phones.', false), 201)
  dataOf(await limit(used + 3))
  dataOf(await write('Three phones.'), 201)
  // Another society has its own.
  const other = await buildCooperative(app)
  expect(dataOf(await app.call('GET', '/messages/sms-budget', { token: other.token })).max).toBe(null)
})

test('two who send at once are counted one after the other', async () => {
  const { used } = await budget()
  dataOf(await limit(used + 4))
  const both = await Promise.all([write('One'), write('Two')])
  expect(both.map(({ status }) => status).toSorted((one, next) => one - next)).toEqual([201, 409])
})

test('officers are warned once a month when four fifths are used', async () => {
  const { used } = await budget()
  const before = (await warnings()).length
  dataOf(await limit((used + 3) * 2))
  dataOf(await write('Below.'), 201)
  expect(await warnings()).toHaveLength(before)
  const now = used + 3
  dataOf(await limit(now + 4))
  dataOf(await write('Above.'), 201)
  const told = await warnings()
  expect(told).toHaveLength(before + 1)
  expect(told[0]).toContain(`${now + 3} of the ${now + 4} SMS for `)
  dataOf(
    await app.call('POST', '/notifications', {
      token: cooperative.token,
      body: { message: 'One', to: [members[0]?.id], alsoSms: true },
    }),
    201,
  )
  expect(await warnings()).toHaveLength(before + 1)
})

test('a code and a message to one member go also beyond the limit', async () => {
  dataOf(await limit(0))
  simulator.sent.length = 0
  dataOf(await app.call('POST', `/cooperatives/members/${members[0]?.id}/activation`, { token: cooperative.token }))
  const id = cooperative.id as CooperativeId
  await app.services.database.tenant({ cooperativeId: id, role: 'job' }, (tx) =>
    queueMessages(
      tx,
      id,
      [
        {
          kind: 'security',
          channel: 'sms',
          to: members[1]?.phone ?? '',
          text: 'Ajose: your bank account was changed.',
        },
      ],
      app.services.messagesWaiting,
    ),
  )
  await app.settled()
  expect(simulator.sent.map(({ to }) => to)).toEqual([members[0]?.phone, members[1]?.phone])
})

test('a limit is a whole number or none', async () => {
  for (const max of [-1, 1.5, 10_000_001, '5']) expect((await limit(max as number)).status).toBe(422)
  expect(dataOf(await limit(null))).toMatchObject({ max: null })
})

test('the super admin is warned when little balance is left at the provider', async () => {
  const problems = async () =>
    dataOf(await app.call('GET', '/platform/health', { token: await app.superAdminToken() })).problems.join()
  // The simulator answers 1047.57 each time, which is under 2,000.
  expect(await problems()).toContain(
    'Little balance is left for SMS at Termii: ₦1047.57. Add credit before it runs out.',
  )
  await app.admin.query('update platform.sms_balance set balance = 2000')
  expect(await problems()).not.toContain('balance')
})
