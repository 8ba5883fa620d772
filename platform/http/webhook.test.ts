import { createHmac, timingSafeEqual } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { queueMessages } from '#platform/db/messages.ts'
import { startTestApp, type TestApp } from '#dev/testing/app.ts'
import { bindWebhook } from './webhook.ts'

const path = '/webhooks/test-provider'
const secret = 'the secret that the provider and we share'
const sign = (body: string | Buffer) => createHmac('sha512', secret).update(body).digest('hex')

/** What reached the feature, as bytes. */
const received: Buffer[] = []

/** As a payment provider signs: an HMAC of the body in a header. What is delivered becomes a message, to see that it is kept. */
const testWebhook = bindWebhook(
  { path, bodyBytesMax: 2000 },
  {
    isSigned(_services, { headers, body }) {
      const given = Buffer.from(String(headers['x-provider-signature'] ?? ''), 'hex')
      const right = createHmac('sha512', secret).update(body).digest()
      return given.length === right.length && timingSafeEqual(given, right)
    },
    async receive({ database, messagesWaiting }, { body }) {
      received.push(body)
      const { reference } = JSON.parse(body.toString()) as { reference: string }
      await database.platform((tx) =>
        queueMessages(
          tx,
          null,
          [{ kind: 'notice', channel: 'email', to: 'treasurer@example.com', text: reference }],
          messagesWaiting,
        ),
      )
    },
  },
)

describe('a signed webhook', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp(undefined, { webhooks: [testWebhook] })
  })
  afterAll(() => app.stop())

  const deliver = (body: string | Buffer, headers: Record<string, string> = {}, to = path) =>
    fetch(`${app.url}${to}`, {
      method: 'POST',
      body: new Uint8Array(Buffer.from(body)),
      headers: { 'content-type': 'application/json', 'x-provider-signature': sign(body), ...headers },
    })
  const references = async () => (await app.outbox()).map(({ text }) => text)
  const everythingStored = async () =>
    (
      await app.admin.query(
        'select (select count(*) from platform.message) as messages, (select count(*) from job.job) as jobs',
      )
    ).rows

  test('takes the very bytes that were signed, at its path and under /api, and its job runs after the reply', async () => {
    // A parser would lose these spaces and the order, and with them the signature.
    const body = '{ "reference" :\t"first",\n  "amount": 100.50, "amount": 100.5 }'
    const reply = await deliver(body)
    expect([reply.status, await reply.json()]).toEqual([200, { success: true, message: 'OK', data: null }])
    expect(reply.headers.get('cache-control')).toBe('no-store')
    expect(reply.headers.get('set-cookie')).toBeNull()
    expect(received.map(String)).toEqual([body])
    expect((await deliver('{"reference":"second"}', {}, `/api${path}`)).status).toBe(200)
    expect(await references()).toEqual(['first', 'second'])
  })

  test('whatever type it claims, and with a stale token beside it, the signature decides', async () => {
    const body = '{"reference":"third"}'
    for (const type of ['text/plain', 'application/octet-stream', 'application/x-www-form-urlencoded'])
      expect((await deliver(body, { 'content-type': type, authorization: 'Bearer of-an-old-session' })).status).toBe(
        200,
      )
    expect((await references()).filter((each) => each === 'third').length).toBe(3)
  })

  test('with a wrong signature, another body or none is refused with 401, and nothing is stored or read of it', async () => {
    const body = '{"reference":"forged"}'
    const [before, reached] = [await everythingStored(), received.length]
    for (const signature of ['', 'zz', sign(`${body} `), sign(body).slice(2), `${sign(body)}00`]) {
      const reply = await deliver(body, { 'x-provider-signature': signature })
      expect([reply.status, ((await reply.json()) as { message: string }).message]).toEqual([
        401,
        'The signature does not match the body.',
      ])
    }
    expect((await deliver('', { 'x-provider-signature': sign('something') })).status).toBe(401)
    // Not even that it is no JSON is told to someone who can't sign.
    expect((await deliver('not json', { 'x-provider-signature': sign(body) })).status).toBe(401)
    expect(await everythingStored()).toEqual(before)
    expect(received.length).toBe(reached)
  })

  test('a body above its limit is not read', async () => {
    const body = `{"reference":"${'x'.repeat(2000)}"}`
    expect((await deliver(body)).status).toBe(413)
    expect(await references()).not.toContain('x'.repeat(2000))
  })

  test('a delivery that could not be stored is answered with 500, so that the provider delivers it again', async () => {
    const before = await everythingStored()
    expect((await deliver('{"reference":')).status).toBe(500)
    expect(await everythingStored()).toEqual(before)
  })

  test('a sender of wrong signatures again and again is refused for a while, and no right one is, from there or elsewhere', async () => {
    const stranger = { 'x-forwarded-for': '198.51.100.9', 'x-provider-signature': 'ff' }
    const statuses: number[] = []
    for (let n = 0; n < 101; n += 1) statuses.push((await deliver('{"reference":"flood"}', stranger)).status)
    expect(statuses.slice(0, 100).every((status) => status === 401)).toBe(true)
    const refused = await deliver('{"reference":"flood"}', stranger)
    expect([statuses.at(100), refused.status]).toEqual([429, 429])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    for (const address of ['198.51.100.9', '203.0.113.7'])
      expect((await deliver(`{"reference":"real ${address}"}`, { 'x-forwarded-for': address })).status).toBe(200)
  })

  test('more than it may take in a minute waits, and other calls do not', async () => {
    await app.admin.query("update platform.quota set used = 600 where name = 'webhooks'")
    expect((await deliver('{"reference":"late"}')).status).toBe(429)
    expect((await app.call('GET', '/api/health')).status).toBe(200)
    expect(await references()).not.toContain('late')
  })

  test('is read with no other method, and no client of ours can call it', async () => {
    expect((await app.call('GET', path)).status).toBe(404)
    // @ts-expect-error -- a webhook has no reply and no access: ui/api/call takes endpoints alone.
    const endpoint: Endpoint = testWebhook.webhook
    expect(endpoint.access).toBeUndefined()
  })
})
