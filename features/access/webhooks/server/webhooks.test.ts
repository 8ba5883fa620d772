import { execFile } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { wakeWebhooks } from '#platform/jobs/wake-webhooks.ts'
import { startTestApp, type TestApp } from '#dev/testing/app.ts'
import { buildCooperative, buildMember, dataOf, type TestCooperative, type TestMember } from '#dev/testing/builders.ts'
import { postWebhook } from './post-webhook.ts'
import { isOutsideUrl } from '#platform/limits/outside-url.ts'

type Received = { path: string; headers: IncomingHttpHeaders; body: string }

describe('a webhook', () => {
  let app: TestApp
  let unity: TestCooperative
  let ada: TestMember
  let receiver: Server
  let url: string
  const received: Received[] = []
  /** What the receiver answers. */
  let status = 200

  beforeAll(async () => {
    app = await startTestApp()
    receiver = createServer((request, response) => {
      let body = ''
      request.setEncoding('utf8').on('data', (piece) => (body += piece))
      request.on('end', () => {
        received.push({ path: request.url ?? '', headers: request.headers, body })
        response.writeHead(status, { location: `${url}/elsewhere` }).end('thanks')
      })
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => receiver.once('listening', resolve))
    url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    await app.stop()
    receiver.close()
  })
  beforeEach(async () => {
    unity = await buildCooperative(app, { name: 'Unity Thrift' })
    ada = await buildMember(app, unity, { firstName: 'Ada' })
    received.length = 0
    status = 200
  })

  const ask = (method: string, path: string, body?: object) =>
    app.call(method, path, { token: unity.token, ...(body && { body }) })
  const add = async (kinds: string[], path = '/hook') =>
    dataOf(await ask('POST', '/cooperatives/webhooks', { url: url + path, kinds }), 201) as {
      id: string
      secret: string
    }
  const contribute = async (amount = 1500.5) =>
    dataOf(await ask('POST', '/financial/contributions', { memberId: ada.id, amount, anotherPayment: true }), 201)
  const deliveries = async () => dataOf(await ask('GET', '/cooperatives/webhook-deliveries'))
  const isSigned = ({ headers, body }: Received, secret: string) => {
    const signature = createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'))
      .update(`${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`)
      .digest('base64')
    return String(headers['webhook-signature']).split(' ').includes(`v1,${signature}`)
  }
  const attemptNow = async () => {
    await app.admin.query(
      'update app.webhook_delivery set next_attempt_at = now() where cooperative_id = $1 and next_attempt_at is not null',
      [unity.id],
    )
    await app.admin.query("update job.job set start_after = now() where name = 'webhooks' and state = 'created'")
    await app.settled()
  }

  test('is told of a contribution in a small signed body, and the log says so', async () => {
    const { secret } = await add(['contribution.posted'])
    const before = Math.floor(Date.now() / 1000)
    const { id, receiptNumber } = await contribute()
    await app.settled()
    const [first] = received as [Received]
    expect(received).toHaveLength(1)
    expect(JSON.parse(first.body)).toEqual({
      id: first.headers['webhook-id'],
      kind: 'contribution.posted',
      occurredAt: expect.any(String),
      data: {
        transactionId: id,
        memberId: ada.id,
        amountKobo: '150050',
        occurredOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        receiptNumber,
      },
    })
    expect(first.path).toBe('/hook')
    expect(Number(first.headers['webhook-timestamp'])).toBeGreaterThanOrEqual(before)
    expect(isSigned(first, secret)).toBe(true)
    expect(isSigned({ ...first, body: first.body.replace('150050', '150051') }, secret)).toBe(false)
    expect(await deliveries()).toMatchObject([
      { id: first.headers['webhook-id'], kind: 'contribution.posted', state: 'delivered', answered: 200, attempts: 1 },
    ])
  })

  test('the page for programmers reads, records, and knows what is signed', async () => {
    const [reading = '', recording = '', checking = ''] = [
      ...readFileSync('docs/api.md', 'utf8').matchAll(/^```js\n(.*?)^```$/gms),
    ].map(([, code]) => code)
    const { key } = dataOf(
      await ask('POST', '/cooperatives/api-keys', { name: 'Page', scopes: ['members.read', 'contributions.record'] }),
      201,
    )
    const { secret } = await add(['contribution.posted'])
    const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', reading + recording], {
      env: { AJOSE_URL: app.url, AJOSE_KEY: key },
    })
    const receipt = (await run).stdout.trim()
    await app.settled()
    const [{ headers, body } = { headers: {}, body: '' }] = received
    expect(JSON.parse(body)).toMatchObject({ data: { amountKobo: '500000', memberId: ada.id, receiptNumber: receipt } })
    const { isFromAjose } = (await import(`data:text/javascript,${encodeURIComponent(checking)}`)) as {
      isFromAjose: (headers: object, body: string, secret: string) => boolean
    }
    expect(isFromAjose(headers, body, secret)).toBe(true)
    expect(isFromAjose(headers, body.replace('500000', '900000'), secret)).toBe(false)
    expect(isFromAjose({ ...headers, 'webhook-timestamp': '1700000000' }, body, secret)).toBe(false)
  })

  test('is told only of what it asked for, and of nothing in another cooperative', async () => {
    await add(['member.added', 'withdrawal.posted'])
    await contribute()
    const other = await buildCooperative(app, { name: 'Other Society' })
    await buildMember(app, other)
    await app.settled()
    expect(received).toEqual([])
    const bola = await buildMember(app, unity, { firstName: 'Bola' })
    await app.settled()
    expect(received.map(({ body }) => JSON.parse(body))).toMatchObject([
      { kind: 'member.added', data: { memberId: bola.id } },
    ])
  })

  test('is told of a month of contributions one by one, of a reversal, and of nothing that was refused', async () => {
    await add(['contribution.posted', 'reversal.posted'])
    const bola = await buildMember(app, unity, { firstName: 'Bola' })
    const rows = [
      { memberId: ada.id, amount: 100 },
      { memberId: bola.id, amount: 200 },
    ]
    dataOf(await ask('POST', '/financial/contributions/bulk', { rows }), 201)
    expect(
      (await ask('POST', '/financial/contributions/bulk', { rows: [...rows, { memberId: unity.id, amount: 1 }] }))
        .status,
    ).toBe(404)
    await app.settled()
    expect(received.map(({ body }) => JSON.parse(body).data.amountKobo)).toEqual(
      expect.arrayContaining(['10000', '20000']),
    )
    expect(received).toHaveLength(2)
    received.length = 0
    const { id } = await contribute(300)
    dataOf(await ask('POST', `/financial/transactions/${id}/reverse`, { reason: 'Twice' }))
    await app.settled()
    expect(received.map(({ body }) => JSON.parse(body).kind)).toEqual(
      expect.arrayContaining(['contribution.posted', 'reversal.posted']),
    )
    expect(received).toHaveLength(2)
  })

  test('that answers with an error is told again under the same id after growing pauses, and switched off after three days', async () => {
    const { id } = await add(['contribution.posted'])
    status = 503
    await contribute()
    await app.settled()
    const pauses: number[] = []
    for (let attempt = 1; attempt < 10; attempt += 1) {
      const { rows } = await app.admin.query(
        'select round(extract(epoch from next_attempt_at - last_attempt_at))::int as pause, attempts from app.webhook_delivery where webhook_id = $1',
        [id],
      )
      expect(rows).toMatchObject([{ attempts: attempt }])
      pauses.push(rows[0].pause)
      await attemptNow()
    }
    expect(pauses.reduce((one, other) => one + other)).toBeGreaterThanOrEqual(3 * 86_400)
    expect(pauses.toSorted((one, other) => one - other)).toEqual(pauses)
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(received).toHaveLength(10)
    expect(await deliveries()).toMatchObject([{ state: 'failed', failure: 'It answered 503', answered: 503 }])
    const [off] = dataOf(await ask('GET', '/cooperatives/webhooks'))
    expect(off.switchedOffAt).not.toBeNull()
    const { rows: told } = await app.admin.query(
      "select from app.officer_notification where cooperative_id = $1 and message like '%was switched off%'",
      [unity.id],
    )
    expect(told).toHaveLength(1)
    // While it is off nothing is stored for it.
    await contribute()
    expect(await deliveries()).toHaveLength(1)
    status = 200
    dataOf(await ask('POST', `/cooperatives/webhooks/${id}/switch-on`))
    const [failed] = await deliveries()
    dataOf(await ask('POST', `/cooperatives/webhook-deliveries/${failed.id}/send-again`))
    await app.settled()
    expect(await deliveries()).toMatchObject([{ id: failed.id, state: 'delivered' }])
    expect(received.at(-1)?.headers['webhook-id']).toBe(failed.id)
  })

  test('whose job was given up is told by the clock, once', async () => {
    await add(['contribution.posted'])
    status = 500
    await contribute()
    await app.settled()
    expect(received).toHaveLength(1)
    status = 200
    // As after the library's last try: no job, and a delivery that is due.
    await app.admin.query("delete from job.job where name = 'webhooks'")
    await app.admin.query(
      "update app.webhook_delivery set next_attempt_at = now() - interval '6 minutes' where cooperative_id = $1",
      [unity.id],
    )
    await Promise.all([1, 2].map(() => wakeWebhooks(app.services)))
    await app.settled()
    await wakeWebhooks(app.services)
    await app.settled()
    expect(received).toHaveLength(2)
    expect((await deliveries())[0]).toMatchObject({ state: 'delivered' })
  })

  // ASVS V15.3.2
  test('does not follow a redirect', async () => {
    await add(['contribution.posted'])
    status = 307
    await contribute()
    await app.settled()
    expect(received.map(({ path }) => path)).toEqual(['/hook'])
    expect(await deliveries()).toMatchObject([{ state: 'waiting', failure: 'It answered 307' }])
  })

  test('gets a new secret, and deliveries are signed with the old one too for a day', async () => {
    const { id, secret: old } = await add(['contribution.posted'])
    const { secret } = dataOf(await ask('POST', `/cooperatives/webhooks/${id}/secret`))
    dataOf(await ask('POST', `/cooperatives/webhooks/${id}/test`), 201)
    await app.settled()
    const [both] = received as [Received]
    expect(JSON.parse(both.body)).toMatchObject({ kind: 'test', data: {} })
    expect([isSigned(both, secret), isSigned(both, old)]).toEqual([true, true])
    await app.admin.query('update app.webhook set old_secret_until = now() where webhook_id = $1', [id])
    dataOf(await ask('POST', `/cooperatives/webhooks/${id}/test`), 201)
    await app.settled()
    const after = received.at(-1) as Received
    expect([isSigned(after, secret), isSigned(after, old)]).toEqual([true, false])
    const { rows } = await app.admin.query('select sealed_secret from app.webhook where webhook_id = $1', [id])
    expect(rows[0].sealed_secret.toString()).not.toContain(secret)
  })

  test('is removed with its log; what waited is not delivered', async () => {
    const { id } = await add(['contribution.posted'])
    status = 500
    await contribute()
    await app.settled()
    dataOf(await ask('DELETE', `/cooperatives/webhooks/${id}`))
    received.length = 0
    await attemptNow()
    expect(received).toEqual([])
    expect(await deliveries()).toEqual([])
  })

  // Remedy: webhooks_too_many
  test('of a cooperative there are five at most, at addresses on the internet', async () => {
    const refused = await ask('POST', '/cooperatives/webhooks', { url: 'http://example.com', kinds: ['member.added'] })
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ field: 'url' }] } })
    for (const path of ['/1', '/2', '/3', '/4']) await add(['member.added'], path)
    const { id } = await add(['member.added'], '/5')
    expect((await ask('POST', '/cooperatives/webhooks', { url, kinds: ['member.added'] })).body).toMatchObject({
      status: 409,
      message: 'There are 5 webhooks already. Remove one first.',
    })
    dataOf(await ask('DELETE', `/cooperatives/webhooks/${id}`))
    await add(['member.added'])
  })

  test('nothing is stored where no webhook is there', async () => {
    await contribute()
    expect(
      (await app.admin.query('select from app.webhook_delivery where cooperative_id = $1', [unity.id])).rows,
    ).toEqual([])
  })

  // ASVS V1.3.6, V13.2.4
  test('a name that leads to this machine or a local network is not called', async () => {
    const signed = { id: 'one', body: '{}', secrets: [] }
    const { port } = new URL(url)
    for (const address of [`https://localhost.localdomain:${port}`, `http://127.0.0.1:${port}`, `https://10.0.0.1`])
      expect(await postWebhook(address, signed, { allowsLoopback: false })).toMatchObject({ answered: null })
    expect(received).toEqual([])
  })
})

// ASVS V1.2.2, V1.3.6
test.each([
  ['https://example.com/hook?from=ajose', true],
  ['https://hooks.example.com:8443', true],
  ['http://example.com', false],
  ['https://localhost', false],
  ['https://127.0.0.1', false],
  ['https://[::1]/', false],
  ['https://2130706433/', false],
  ['https://0x7f.1/', false],
  ['https://name:secret@example.com', false],
  ['ftp://example.com', false],
  ['example.com', false],
])('%s may be added: %s', (url, may) => expect(isOutsideUrl(url, false)).toBe(may))
