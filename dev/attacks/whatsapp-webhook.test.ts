import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readConfig } from '#platform/config.ts'
import { openMessagePorts } from '#platform/messages/open-message-ports.ts'
import { simulatedKeys, startSmsSimulator, type SmsSimulator } from '#platform/messages/sms-simulator.ts'
import {
  simulatedWhatsApp,
  startWhatsAppSimulator,
  type WhatsAppSimulator,
} from '#platform/messages/whatsapp-simulator.ts'
import { startTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  dataOf,
  from,
  loginMember,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'

let sms: SmsSimulator
let whatsApp: WhatsAppSimulator
let app: TestApp
let society: TestCooperative
let ada: TestMember

beforeAll(async () => {
  sms = await startSmsSimulator()
  whatsApp = await startWhatsAppSimulator()
  const config = readConfig({
    ...simulatedKeys,
    ...simulatedWhatsApp,
    SMS_PROVIDER: 'termii',
    TERMII_URL: sms.url,
    WHATSAPP_URL: whatsApp.url,
  })
  const { ports, webhooks } = openMessagePorts(config, '/nowhere')
  app = await startTestApp(undefined, { ports, webhooks })
  society = await buildCooperative(app, { name: 'Market Women' })
  ada = await buildMember(app, society, { firstName: 'Ada' })
  const token = await loginMember(app, ada)
  dataOf(await app.call('PUT', '/member-portal/message-ways', { token, body: { kind: 'receipt', way: 'whatsapp' } }))
})
afterAll(async () => {
  await app.stop()
  await sms.close()
  await whatsApp.close()
})
beforeEach(() => {
  sms.sent.length = 0
  whatsApp.sent.length = 0
})

const secret: string = simulatedWhatsApp.WHATSAPP_APP_SECRET
const sign = (body: string, by = secret) => `sha256=${createHmac('sha256', by).update(body).digest('hex')}`
const deliver = async (body: string, signature = sign(body), address?: string) => {
  const { status } = await fetch(`${app.url}/webhooks/whatsapp`, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'x-hub-signature-256': signature,
      ...(address !== undefined && from(address)),
    },
  })
  await app.settled()
  return status
}
const told = (statuses: readonly object[]) =>
  JSON.stringify({ entry: [{ changes: [{ field: 'messages', value: { statuses } }] }] })
const failed = (id: string) => ({ id, status: 'failed', errors: [{ code: 131_026 }] })

let months = 0
/** A receipt to Ada by WhatsApp; answers Meta’s id of it. */
async function sendReceipt(): Promise<string> {
  const period = `2025-${String((months += 1)).padStart(2, '0')}`
  const body = { memberId: ada.id, amount: 1000, period, occurredOn: '2026-01-15' }
  dataOf(await app.call('POST', '/financial/contributions', { token: society.token, body }), 201)
  await app.settled()
  return whatsApp.sent.at(-1)?.id ?? ''
}
const messageOf = async (id: string) =>
  (
    await app.admin.query(
      'select delivered_at is not null as delivered, failed_at is not null as failed from platform.message where provider_id = $1',
      [id],
    )
  ).rows[0]

test('“it failed” makes no second message where the signature is forged, of other bytes, or of another algorithm', async () => {
  const id = await sendReceipt()
  const body = told([failed(id)])
  const sha1 = `sha1=${createHmac('sha1', secret).update(body).digest('hex')}`
  for (const [bytes, signature] of [
    [body, sign(body, 'another secret')],
    [body, sign(body, '')],
    [`${body}\n`, sign(body)],
    [body, sha1],
    [body, sign(body).slice(7)],
    [body, 'sha256='],
    [body, ''],
    ['', sign(body)],
    // The token that answers Meta’s check signs nothing.
    [body, sign(body, simulatedWhatsApp.WHATSAPP_VERIFY_TOKEN)],
  ] as const)
    expect(await deliver(bytes, signature)).toBe(401)
  expect(sms.sent).toEqual([])
  expect(await messageOf(id)).toEqual({ delivered: false, failed: false })
})

test('a signed webhook that comes fifty times costs one SMS, and “failed” after “read” costs none', async () => {
  const [first, second] = [await sendReceipt(), await sendReceipt()]
  const body = told([failed(first)])
  for (const status of await Promise.all(Array.from({ length: 50 }, () => deliver(body)))) expect(status).toBe(200)
  expect(sms.sent).toHaveLength(1)
  expect(await deliver(told([{ id: second, status: 'read' }]))).toBe(200)
  for (let times = 0; times < 5; times += 1) expect(await deliver(told([failed(second)]))).toBe(200)
  expect(sms.sent).toHaveLength(1)
  expect(await messageOf(second)).toEqual({ delivered: true, failed: false })
})

test('ids that no message has, or that the database can’t hold, spoil nothing of what comes with them', async () => {
  const id = await sendReceipt()
  const strange = [
    'wamid.of-another-number',
    'a\u0000b',
    '\ud800',
    'x'.repeat(100_000),
    "'; drop table platform.message; --",
    '',
    7,
    null,
    {},
  ].map((each) => ({ id: each, status: 'failed', errors: [{ code: 131_026 }] }))
  expect(await deliver(told([...strange, { id, status: 'delivered' }, ...strange]))).toBe(200)
  expect(await messageOf(id)).toEqual({ delivered: true, failed: false })
  expect(sms.sent).toEqual([])
  // Misshapen as a whole, it is thanked for: Meta would deliver it again for days.
  for (const body of ['[]', 'null', '7', '{"entry":{"changes":1}}', '{"entry":[null,{"changes":[{"value":[]}]}]}', '{'])
    expect(await deliver(body)).toBe(200)
})

test('an answer of which the id holds a NUL is stored, so that the message leaves once', async () => {
  whatsApp.failures.push({ status: 200, body: { messages: [{ id: 'wamid.a\u0000b' }] } })
  const before = whatsApp.sent.length
  await sendReceipt()
  await app.sendWaiting()
  await app.sendWaiting()
  // The simulator gave that answer in the place of its own, and was asked no second time.
  expect([whatsApp.sent.length - before, sms.sent.length]).toEqual([0, 0])
  const { rows } = await app.admin.query(
    "select provider_id as id, sent_at is not null as sent from platform.message where kind = 'receipt' order by created_at desc, message_id desc limit 1",
  )
  expect(rows).toEqual([{ id: 'wamid.ab', sent: true }])
})

test('three thousand statuses in one webhook are taken, more bytes than a webhook has are not read', async () => {
  const id = await sendReceipt()
  const many = Array.from({ length: 3000 }, (_, n) => ({ id: `wamid.${n}`, status: 'delivered' }))
  expect(await deliver(told([...many, { id, status: 'delivered' }]))).toBe(200)
  expect(await messageOf(id)).toEqual({ delivered: true, failed: false })
  const large = told([{ id, status: 'x'.repeat(300 * 1024) }])
  expect(await deliver(large)).toBe(413)
})

test('the token of the address check is not guessed: a hundred wrong ones from a network, and Meta is heard all the same', async () => {
  const check = async (token: string) => {
    const query = new URLSearchParams({
      'hub.mode': 'subscribe',
      'hub.verify_token': token,
      'hub.challenge': '<b>1</b>',
    })
    return fetch(`${app.url}/webhooks/whatsapp?${query.toString()}`, { headers: from('198.51.100.20') })
  }
  const right = simulatedWhatsApp.WHATSAPP_VERIFY_TOKEN
  const statuses: number[] = []
  for (let n = 0; n < 110; n += 1) statuses.push((await check(`${right.slice(0, -1)}${n}`)).status)
  expect([statuses.filter((each) => each === 401).length, statuses.filter((each) => each === 429).length]).toEqual([
    100, 10,
  ])
  const answered = await check(right)
  expect([answered.status, answered.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(answered.headers.get('x-content-type-options')).toBe('nosniff')
  const id = await sendReceipt()
  expect(await deliver(told([{ id, status: 'delivered' }]), undefined, '198.51.100.20')).toBe(200)
  expect((await messageOf(id)).delivered).toBe(true)
})
