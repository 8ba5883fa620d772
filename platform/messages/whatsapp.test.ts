import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#platform/config.ts'
import { startTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  dataOf,
  loginMember,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'
import { openMessagePorts } from './open-message-ports.ts'
import { simulatedKeys, startSmsSimulator, type SmsSimulator } from './sms-simulator.ts'
import {
  simulatedWhatsApp,
  startWhatsAppSimulator,
  whatsAppError,
  type WhatsAppSimulator,
} from './whatsapp-simulator.ts'
import { whatsAppPort, whatsAppWebhook } from './whatsapp.ts'

let sms: SmsSimulator
let whatsApp: WhatsAppSimulator
let app: TestApp
let cooperative: TestCooperative
let ada: TestMember
let bola: TestMember
let chosen: object[]

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
  cooperative = await buildCooperative(app, { name: 'Market Women' })
  ada = await buildMember(app, cooperative, { firstName: 'Ada' })
  bola = await buildMember(app, cooperative, { firstName: 'Bola' })
  const token = await loginMember(app, ada)
  chosen = dataOf(await choose(token, 'receipt', 'whatsapp'))
  sms.sent.length = 0
})
afterAll(async () => {
  await app.stop()
  await sms.close()
  await whatsApp.close()
})
afterEach(() => {
  for (const simulator of [sms, whatsApp]) {
    simulator.sent.length = 0
    simulator.failures.length = 0
  }
})

const choose = (token: string, kind: string, way: string | null) =>
  app.call('PUT', '/member-portal/message-ways', { token, body: { kind, way } })
let months = 0
/** One contribution of a new month, which each has a receipt of; resolves when no message waits. */
async function contribute(member: TestMember) {
  const period = `2025-${String((months += 1)).padStart(2, '0')}`
  const body = { memberId: member.id, amount: 1000, period, occurredOn: '2026-01-15' }
  dataOf(await app.call('POST', '/financial/contributions', { token: cooperative.token, body }), 201)
  await app.settled()
}
const stored = async () =>
  (
    await app.admin.query(
      `select channel, provider, not_by_whatsapp as why, sent_at is not null as sent, delivered_at is not null as delivered, failed_at is not null as failed,
         body <> '' as "hasBody" from platform.message where kind = 'receipt' order by created_at desc, message_id desc limit 1`,
    )
  ).rows[0]

test('a member is offered WhatsApp where it is set up', () => {
  expect(chosen[0]).toMatchObject({ kind: 'receipt', way: 'whatsapp', offered: expect.arrayContaining(['whatsapp']) })
})

test('a receipt leaves as a template with its parameters in order, once, and what Meta says of it arrives', async () => {
  await contribute(ada)
  expect(whatsApp.sent).toMatchObject([
    {
      to: ada.phone,
      template: 'ajose_receipt',
      language: 'en',
      parameters: ['Market Women', 'Your contribution of ₦1,000.00 for January 2025 was recorded.'],
    },
  ])
  expect(sms.sent).toEqual([])
  expect(await stored()).toMatchObject({ channel: 'whatsapp', provider: 'whatsapp', sent: true, hasBody: false })
  const [{ id } = { id: '' }] = whatsApp.sent
  // In the wrong order, twice, and after the end.
  for (const statuses of [['read', 'sent'], ['delivered'], ['failed'], ['read']])
    expect(
      (
        await whatsApp.report(
          app.url,
          statuses.map((status) => ({ id, status })),
        )
      ).status,
    ).toBe(200)
  await app.settled()
  expect(await stored()).toMatchObject({ channel: 'whatsapp', delivered: true, failed: false })
  expect(sms.sent).toEqual([])
})

test('a member who chose nothing has none, and a society can’t choose it for its members', async () => {
  await contribute(bola)
  expect(whatsApp.sent).toEqual([])
  const reply = await app.call('PUT', '/messages/usual-ways', {
    token: cooperative.token,
    body: { kind: 'receipt', way: 'whatsapp' },
  })
  expect(reply.body).toMatchObject({ status: 422, errors: [{ field: 'way' }] })
})

test('what WhatsApp refuses goes by SMS at once, and only once', async () => {
  whatsApp.failures.push(whatsAppError(131_026))
  await contribute(ada)
  expect(whatsApp.sent).toEqual([])
  expect(sms.sent.map(({ text }) => text)).toEqual([
    'Market Women: Your contribution of N1,000.00 for March 2025 was recorded.',
  ])
  expect(await stored()).toMatchObject({
    channel: 'sms',
    provider: 'termii',
    why: 'The number is not on WhatsApp, or does not take our messages',
    sent: true,
  })
})

test('what WhatsApp took and could not deliver goes by SMS, however often it says so', async () => {
  await contribute(ada)
  const [{ id } = { id: '' }] = whatsApp.sent
  const failed = [{ id, status: 'failed', code: 131_026 }]
  await Promise.all([1, 2, 3].map(() => whatsApp.report(app.url, failed)))
  await app.settled()
  await whatsApp.report(app.url, failed)
  await app.settled()
  expect(sms.sent).toMatchObject([
    { to: ada.phone, text: 'Market Women: Your contribution of N1,000.00 for April 2025 was recorded.' },
  ])
})

test('what WhatsApp says before it has answered our request is not lost: a failure goes by SMS once, an arrival stays', async () => {
  whatsApp.beforeAnswer = async ({ id }) => {
    const failed = [{ id, status: 'failed', code: 131_026 }]
    for (const reply of await Promise.all([failed, failed].map((each) => whatsApp.report(app.url, each))))
      expect(reply.status).toBe(200)
  }
  await contribute(ada)
  expect(whatsApp.sent).toHaveLength(1)
  expect(sms.sent).toMatchObject([{ to: ada.phone, text: expect.stringContaining('was recorded.') }])
  expect(await stored()).toMatchObject({
    channel: 'sms',
    provider: 'termii',
    why: 'The number is not on WhatsApp, or does not take our messages',
    sent: true,
  })

  whatsApp.beforeAnswer = async ({ id }) => {
    for (const status of ['delivered', 'failed']) await whatsApp.report(app.url, [{ id, status }])
  }
  await contribute(ada)
  expect(await stored()).toMatchObject({ channel: 'whatsapp', delivered: true, failed: false })
  expect(sms.sent).toHaveLength(1)
  const { rowCount } = await app.admin.query('select from platform.early_receipt where provider_id = any($1)', [
    whatsApp.sent.map(({ id }) => id),
  ])
  expect(rowCount).toBe(0)
})

test('WhatsApp is down: after three tries the message goes by SMS; without an answer it may have arrived, and does not', async () => {
  whatsApp.failures.push(...Array.from({ length: 3 }, () => whatsAppError(131_016, 503)))
  await contribute(ada)
  await app.sendWaiting()
  await app.sendWaiting()
  expect([whatsApp.failures.length, whatsApp.sent.length, sms.sent.length]).toEqual([0, 0, 1])

  whatsApp.failures.push('no answer', 'no answer')
  await contribute(ada)
  await app.sendWaiting()
  await app.sendWaiting()
  expect([whatsApp.failures.length, whatsApp.sent.length, sms.sent.length]).toEqual([0, 0, 1])
})

test('a message by WhatsApp counts as one of the month’s SMS', async () => {
  const used = async () =>
    dataOf(await app.call('GET', '/messages/sms-budget', { token: cooperative.token })).used as number
  const before = await used()
  await contribute(ada)
  expect(whatsApp.sent).toHaveLength(1)
  expect((await used()) - before).toBe(1)
})

test('Meta’s check of the address is answered with its challenge, and no one else’s is', async () => {
  const check = (token: string, mode = 'subscribe') =>
    fetch(
      `${app.url}/webhooks/whatsapp?${new URLSearchParams({ 'hub.mode': mode, 'hub.verify_token': token, 'hub.challenge': '1158201444' }).toString()}`,
    )
  const right = await check(simulatedWhatsApp.WHATSAPP_VERIFY_TOKEN)
  expect([right.status, await right.text()]).toEqual([200, '1158201444'])
  expect(right.headers.get('content-type')).toContain('text/plain')
  for (const wrong of [await check('another'), await check(simulatedWhatsApp.WHATSAPP_VERIFY_TOKEN, 'other')])
    expect([wrong.status, (await wrong.text()).includes('1158201444')]).toEqual([401, false])
})

test('a webhook is signed over its bytes', async () => {
  // The signature of openssl dgst -sha256 -hmac whatsapp-vector-secret.
  const body = Buffer.from(
    '{"object":"whatsapp_business_account","entry":[{"id":"1","changes":[{"field":"messages","value":{"messaging_product":"whatsapp","statuses":[{"id":"wamid.A","status":"delivered","timestamp":"1764170000","recipient_id":"2348031200001"}]}}]}]}',
  )
  const signature = 'sha256=b940215a82f88b7469881195174b6dc36787c3a7caa51bc6dc6a5912b2c4d4e6'
  const { isSigned } = whatsAppWebhook({ appSecret: 'whatsapp-vector-secret', verifyToken: 'a-verify-token-1' })
  const by = (given: string | undefined, bytes = body) =>
    isSigned(app.services, {
      headers: { ...(given !== undefined && { 'x-hub-signature-256': given }) },
      query: new URLSearchParams(),
      body: bytes,
    })
  expect(by(signature)).toBe(true)
  for (const wrong of [undefined, '', signature.replace('b9', 'b8'), signature.slice(7)]) expect(by(wrong)).toBe(false)
  expect(by(signature, Buffer.concat([body, Buffer.from(' ')]))).toBe(false)
  const unsigned = await fetch(`${app.url}/webhooks/whatsapp`, { method: 'POST', body })
  expect(unsigned.status).toBe(401)
})

test('line breaks and long texts fit a parameter, and a kind without a template is refused', async () => {
  const port = whatsAppPort({
    ...{ url: whatsApp.url, version: 'v23.0', phoneNumberId: simulatedWhatsApp.WHATSAPP_PHONE_NUMBER_ID },
    ...{ token: simulatedWhatsApp.WHATSAPP_TOKEN, appSecret: '', verifyToken: '', language: 'en' },
  })
  const message = { id: 'an-id', channel: 'whatsapp', to: '+2348031200001', subject: 'Market Women' } as const
  const text = `One\nTwo\tThree      Four ${'x'.repeat(2000)}`
  expect(await port.send({ ...message, kind: 'meeting', text })).toMatchObject({ parts: 1 })
  expect(whatsApp.sent[0]?.parameters[1]).toMatch(/^One Two Three Four x+…$/)
  expect(whatsApp.sent[0]?.parameters[1]).toHaveLength(800)
  expect(await port.send({ ...message, kind: 'code', text: 'Code' })).toHaveProperty('refusedBecause')
  for (const [code, status, expected] of [
    [132_001, 404, 'refusedBecause'],
    [131_030, 400, 'refusedBecause'],
    [190, 401, 'retryBecause'],
    [130_429, 429, 'retryBecause'],
    [2, 500, 'retryBecause'],
  ] as const) {
    whatsApp.failures.push(whatsAppError(code, status))
    expect(await port.send({ ...message, kind: 'loan', text: 'Text' })).toHaveProperty(expected)
  }
})

test('the settings are needed together', () => {
  expect(() => readConfig({ WHATSAPP_PHONE_NUMBER_ID: '106540352242922' })).toThrow('WHATSAPP_TOKEN')
  expect(() => readConfig({ ...simulatedWhatsApp, WHATSAPP_PHONE_NUMBER_ID: '+234900' })).toThrow(
    'WHATSAPP_PHONE_NUMBER_ID',
  )
})
