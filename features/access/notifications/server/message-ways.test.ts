import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { CooperativeId, MemberId } from '#core/ids.ts'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  dataOf,
  loginMember,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'
import { notifyMembers } from './notify-members.ts'

let app: TestApp
let cooperative: TestCooperative
let ada: TestMember
let bola: TestMember
let adaToken: string
beforeAll(async () => {
  app = await sharedTestApp()
  cooperative = await buildCooperative(app, { name: 'Market Women' })
  ada = await buildMember(app, cooperative, { firstName: 'Ada', email: 'ada@example.org' })
  bola = await buildMember(app, cooperative, { firstName: 'Bola' })
  adaToken = await loginMember(app, ada)
  await app.sendWaiting()
})
afterAll(() => app.stop())
beforeEach(() => app.admin.query('delete from app.message_preference'))

const usual = (kind: string, way: string, token = cooperative.token) =>
  app.call('PUT', '/messages/usual-ways', { token, body: { kind, way } })
const own = (kind: string, way: string | null, token = adaToken) =>
  app.call('PUT', '/member-portal/message-ways', { token, body: { kind, way } })
const asJob = <T>(work: Parameters<typeof app.services.database.tenant<T>>[1]) =>
  app.services.database.tenant({ cooperativeId: cooperative.id as CooperativeId, role: 'job' }, work)

/** What `work` queues, as “channel recipient: text”. */
async function queuedBy(work: () => Promise<unknown>): Promise<string[]> {
  await app.sendWaiting()
  const before = (await app.outbox()).length
  await work()
  return (await app.outbox())
    .slice(before)
    .map(({ channel, to, text }) => `${channel} ${to}: ${text}`)
    .toSorted((one, next) => one.localeCompare(next))
}
const contribute = async (period: string) =>
  dataOf(
    await app.call('POST', '/financial/contributions/bulk', {
      token: cooperative.token,
      body: { period, rows: [ada, bola].map(({ id }) => ({ memberId: id, amount: 1000 })) },
    }),
    201,
  )
const receipt = (month: string) => `Market Women: Your contribution of ₦1,000.00 for ${month} was recorded.`

test('a receipt comes in the app alone until the society says otherwise, and then as it says', async () => {
  expect(await queuedBy(() => contribute('2026-01'))).toEqual([])
  expect(dataOf(await usual('receipt', 'sms'))).toEqual([
    { kind: 'receipt', way: 'sms' },
    { kind: 'loan', way: 'app' },
  ])
  expect(await queuedBy(() => contribute('2026-02'))).toEqual([
    `sms ${ada.phone}: ${receipt('February 2026')}`,
    `sms ${bola.phone}: ${receipt('February 2026')}`,
  ])
  dataOf(await usual('receipt', 'both'))
  // Bola has no address.
  expect(await queuedBy(() => contribute('2026-03'))).toEqual([
    `email ada@example.org: ${receipt('March 2026')}`,
    `sms ${ada.phone}: ${receipt('March 2026')}`,
    `sms ${bola.phone}: ${receipt('March 2026')}`,
  ])
  const { rows } = await app.admin.query(
    "select distinct kind, member_id from platform.message where body = '' and kind = 'receipt' and channel = 'email'",
  )
  expect(rows).toEqual([{ kind: 'receipt', member_id: ada.id }])
})

/** Without WhatsApp, which is not set up here. */
const offered = ['app', 'sms', 'email', 'both']

test('what a member chose goes before what the society says, kind by kind, until they leave it to the society again', async () => {
  dataOf(await usual('receipt', 'sms'))
  expect(dataOf(await own('receipt', 'email'))).toEqual([
    { kind: 'receipt', way: 'email', usual: 'sms', offered },
    { kind: 'reminder', way: null, usual: null, offered },
    { kind: 'meeting', way: null, usual: null, offered },
    { kind: 'loan', way: null, usual: 'app', offered },
  ])
  expect((await own('receipt', 'whatsapp')).body).toMatchObject({ status: 409, errors: [{ field: 'way' }] })
  const one = (month: string) => [`email ada@example.org: ${receipt(month)}`, `sms ${bola.phone}: ${receipt(month)}`]
  expect(await queuedBy(() => contribute('2026-04'))).toEqual(one('April 2026'))
  dataOf(await own('receipt', 'app'))
  expect(await queuedBy(() => contribute('2026-05'))).toEqual([`sms ${bola.phone}: ${receipt('May 2026')}`])
  dataOf(await own('receipt', null))
  expect(await queuedBy(() => contribute('2026-06'))).toHaveLength(2)
  // In the app it is in any case.
  const told = (await app.call('GET', '/notifications', { token: adaToken })).body.data
  expect(told.filter(({ message }: { message: string }) => /for (April|May|June) 2026/.test(message))).toHaveLength(3)
})

test('a decision on a loan comes as chosen', async () => {
  const decided = () =>
    asJob(async (tx) => {
      const notice = (memberId: string) => ({ memberId: memberId as MemberId, message: 'Your loan was approved.' })
      notifyMembers(tx, cooperative.id as CooperativeId, [notice(ada.id), notice(bola.id)], 'loan')
    })
  dataOf(await own('loan', 'sms'))
  dataOf(await usual('receipt', 'both'))
  expect(await queuedBy(decided)).toEqual([`sms ${ada.phone}: Market Women: Your loan was approved.`])
})

test('the notice of a meeting counts and reaches those who have it so; a message that officers write reaches all', async () => {
  const meeting = dataOf(
    await app.call('POST', '/governance/meetings', {
      token: cooperative.token,
      body: {
        kind: 'general',
        title: 'Meeting',
        date: new Date(Date.now() + 3_600_000 + 5 * 86_400_000).toISOString().slice(0, 10),
        time: '14:30',
        place: 'Hall',
      },
    }),
    201,
  )
  dataOf(await own('meeting', 'app'))
  const sent = await queuedBy(async () => {
    const reply = await app.call('POST', `/governance/meetings/${meeting.id}/notice`, {
      token: cooperative.token,
      body: { alsoSms: true },
    })
    expect(dataOf(reply, 201)).toMatchObject({ sms: 1, emails: 0 })
  })
  expect(sent).toEqual([expect.stringContaining(`sms ${bola.phone}: Market Women: `)])
  const written = { message: 'Bring your passbook.', to: 'all', alsoSms: true }
  expect(
    await queuedBy(async () =>
      dataOf(await app.call('POST', '/notifications', { token: cooperative.token, body: written }), 201),
    ),
  ).toHaveLength(2)
})

test('codes and warnings are no one’s choice, and no one chooses for another', async () => {
  for (const kind of ['code', 'security', 'notice']) expect((await own(kind, 'app')).status).toBe(422)
  for (const kind of ['reminder', 'meeting', 'code']) expect((await usual(kind, 'sms')).status).toBe(422)
  expect((await usual('loan', 'carrier pigeon')).status).toBe(422)
  dataOf(await own('loan', 'email'))
  const bolaToken = await loginMember(app, bola)
  expect(
    dataOf(await app.call('GET', '/member-portal/message-ways', { token: bolaToken })).map(
      ({ way }: { way: null }) => way,
    ),
  ).toEqual([null, null, null, null])
  const asBola = {
    cooperativeId: cooperative.id as CooperativeId,
    role: 'member',
    memberId: bola.id as MemberId,
  } as const
  const touched = await app.services.database.tenant(asBola, (tx) =>
    tx.run({ strings: ["update app.message_preference set way = 'sms'"], values: [] }),
  )
  expect(touched).toBe(0)
  await expect(
    app.services.database.tenant(asBola, (tx) =>
      tx.run({
        strings: [
          "insert into app.message_preference (cooperative_id, kind, way) values (app.coop_id(), 'loan', 'sms')",
        ],
        values: [],
      }),
    ),
  ).rejects.toThrow('row-level security')
})

test('with a long name of the society a receipt is one SMS still, and the email has the whole name', async () => {
  const name = 'Federal Ministry of Works and Housing Staff Cooperative Thrift and Credit Society'
  await app.admin.query('update app.cooperative set name = $1 where cooperative_id = $2', [name, cooperative.id])
  const message = `Your contribution of ₦1,000.00 was recorded.${' It is on your account for the month.'.repeat(2)}`
  dataOf(await own('receipt', 'both'))
  const sent = await queuedBy(() =>
    asJob(async (tx) =>
      notifyMembers(tx, cooperative.id as CooperativeId, [{ memberId: ada.id as MemberId, message }], 'receipt'),
    ),
  )
  const room = 160 - `...: ${message}`.length
  expect(sent).toEqual([
    `email ada@example.org: ${name}: ${message}`,
    `sms ${ada.phone}: ${name.slice(0, room).trimEnd()}...: ${message}`,
  ])
})
