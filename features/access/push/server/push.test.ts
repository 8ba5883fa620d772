import { createPublicKey, verify } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '#platform/db/id.ts'
import { pushKey } from '#platform/credentials/push-key.ts'
import { startTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  dataOf,
  loginMember,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'
import { PushDevice as Device } from '#dev/testing/push-device.ts'
import { PushTurns } from '#platform/limits/push-turns.ts'
import { sendPush } from './send-push.ts'
import type { PushJob } from './writes.ts'

type Received = { path: string; headers: IncomingHttpHeaders; body: Buffer }

describe('a notification to a device', () => {
  let app: TestApp
  let unity: TestCooperative
  let ada: TestMember
  let bisi: TestMember
  let adaToken: string
  let bisiToken: string
  let service: Server
  let url: string
  const received: Received[] = []
  /** What the push service answers. */
  let status = 201

  beforeAll(async () => {
    app = await startTestApp()
    service = createServer((request, response) => {
      const pieces: Buffer[] = []
      request.on('data', (piece: Buffer) => pieces.push(piece))
      request.on('end', () => {
        received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(pieces) })
        response.writeHead(status).end()
      })
    }).listen(0, '127.0.0.1')
    await new Promise((done) => service.once('listening', done))
    url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
    unity = await buildCooperative(app)
    ada = await buildMember(app, unity)
    bisi = await buildMember(app, unity)
    adaToken = await loginMember(app, ada)
    bisiToken = await loginMember(app, bisi)
  })
  afterAll(async () => {
    service.close()
    await app.stop()
  })
  beforeEach(async () => {
    await app.settled()
    await app.admin.query('delete from platform.push_subscription')
    received.length = 0
    status = 201
  })

  const turnOn = (token: string, device: Device, more: object = {}) =>
    app.call('PUT', '/auth/push', { token, body: { ...device.subscription, ...more } })
  const tell = (memberIds: readonly string[], message: string) =>
    app.call('POST', '/notifications', { token: unity.token, body: { message, to: memberIds } })

  test('reaches the member it is for, who alone can read it, and leads where it says', async () => {
    const device = new Device(`${url}/ada`)
    const other = new Device(`${url}/bisi`)
    expect(dataOf(await app.call('GET', '/auth/push', { token: adaToken }))).toEqual({
      publicKey: pushKey(app.services.secret).publicKey,
      isOn: false,
    })
    expect(dataOf(await turnOn(adaToken, device, { greet: true }))).toEqual({ isOn: true })
    expect(dataOf(await turnOn(bisiToken, other))).toEqual({ isOn: true })
    await app.settled()
    expect(received.map(({ path, body }) => [path, device.open(body)])).toEqual([
      ['/ada', { id: expect.any(String), title: 'Ajose', text: 'Notifications are on for this device.', link: null }],
    ])
    received.length = 0
    expect((await tell([ada.id], 'The office is closed on Friday.')).status).toBe(201)
    await app.settled()
    const { rows } = await app.admin.query(
      'select notification_id, message from app.notification where member_id = $1 order by created_at desc limit 1',
      [ada.id],
    )
    const society = await app.admin.query('select name from app.cooperative where cooperative_id = $1', [unity.id])
    expect(received.map(({ path, body }) => [path, device.open(body)])).toEqual([
      [
        '/ada',
        {
          id: rows[0]?.notification_id,
          title: society.rows[0]?.name,
          text: 'The office is closed on Friday.',
          link: null,
        },
      ],
    ])
    expect(() => other.open(received[0]?.body ?? Buffer.alloc(0))).toThrow(/authenticate data/)
    expect(received[0]?.body.includes('closed')).toBe(false)
  })

  test('officers are told on theirs, and a member is not told what is theirs', async () => {
    const [office, member] = [new Device(`${url}/office`), new Device(`${url}/member`)]
    await turnOn(unity.token, office)
    await turnOn(adaToken, member)
    await app.admin.query(
      "insert into app.officer_notification (cooperative_id, notification_id, type, message, link) values ($1, gen_random_uuid(), 'info', $2, '/coop/governance')",
      [unity.id, 'A payment of 5000 was reported.'],
    )
    app.runner.wake('pushes')
    await app.settled()
    expect(received.map(({ path, body }) => [path, office.open(body).text, office.open(body).link])).toEqual([
      ['/office', 'A payment of 5000 was reported.', '/coop/governance'],
    ])
  })

  test('is signed so that the push service knows who sent it', async () => {
    await turnOn(adaToken, new Device(`${url}/signed`), { greet: true })
    await app.settled()
    const { headers } = received[0] ?? { headers: {} as IncomingHttpHeaders }
    const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(headers.authorization ?? '') ?? []
    const { publicKey } = pushKey(app.services.secret)
    expect(key).toBe(publicKey)
    const [head = '', claims = '', signature = ''] = token.split('.')
    const raw = Buffer.from(publicKey, 'base64url')
    const jwk = {
      kty: 'EC',
      crv: 'P-256',
      x: raw.subarray(1, 33).toString('base64url'),
      y: raw.subarray(33).toString('base64url'),
    }
    const isGenuine = verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    )
    expect(isGenuine).toBe(true)
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({ aud: url })
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '259200' })
  })

  test('ends with the session, with the switch, and when the browser has forgotten us', async () => {
    const device = new Device(`${url}/ends`)
    const again = await app.call('POST', '/member-auth/login', {
      body: { phoneNumber: ada.phone, password: 'member-password' },
    })
    const token = dataOf(again).accessToken
    await turnOn(token, device)
    await app.call('POST', '/cooperatives/logout', { token })
    await tell([ada.id], 'After the logout')
    await app.settled()
    expect(received).toEqual([])

    await turnOn(adaToken, device)
    expect(dataOf(await app.call('DELETE', '/auth/push', { token: adaToken }))).toEqual({ isOn: false })
    await tell([ada.id], 'After the switch')
    await app.settled()
    expect(received).toEqual([])

    await turnOn(adaToken, device)
    status = 410
    await tell([ada.id], 'To a browser that is gone')
    await app.settled()
    expect(received).toHaveLength(1)
    expect(dataOf(await app.call('GET', '/auth/push', { token: adaToken }))).toMatchObject({ isOn: false })
  })

  test('one browser is one person’s: the next one to log in there takes it over', async () => {
    const device = new Device(`${url}/shared`)
    await turnOn(adaToken, device)
    await turnOn(bisiToken, device)
    await tell([ada.id, bisi.id], 'To both')
    await app.settled()
    expect(received.map(({ body }) => device.open(body).text)).toEqual(['To both'])
    expect(dataOf(await app.call('GET', '/auth/push', { token: adaToken }))).toMatchObject({ isOn: false })
  })

  test('a push service that is down is asked again, and quiet hours wait for their end', async () => {
    await turnOn(adaToken, new Device(`${url}/later`))
    const { rows } = await app.admin.query('select session_id from platform.push_subscription')
    const job: PushJob = { session: rows[0]?.session_id, id: newId(), greets: true }
    status = 503
    await expect(sendPush(app.services, new PushTurns(), job)).rejects.toThrow('It answered 503')
    status = 201
    await sendPush(app.services, new PushTurns(), job)
    expect(received).toHaveLength(2)

    const messaging = { ...app.services.messaging, quietHours: { from: 21, until: 7 } }
    // 22:30 in Lagos; the quiet hours end at 7:00, 6:00 of the world's clock.
    await sendPush({ ...app.services, messaging }, new PushTurns(), job, new Date('2027-03-01T21:30:00Z'))
    expect(received).toHaveLength(2)
    const waiting = await app.admin.query(
      "select data, start_after from job.job where name = 'pushes' and state = 'created'",
    )
    expect(waiting.rows).toEqual([{ data: job, start_after: new Date('2027-03-02T06:00:00Z') }])
    await app.admin.query("delete from job.job where name = 'pushes' and state = 'created'")
  })

  // ASVS V1.3.6, V13.2.4
  test('goes to no address of this machine’s network, and takes no key that is none', async () => {
    const good = new Device('https://push.example.com/one').subscription
    for (const [field, value] of [
      ['endpoint', 'http://push.example.com/one'],
      ['endpoint', 'https://10.0.0.1/one'],
      ['endpoint', 'https://user:word@push.example.com/one'],
      ['endpoint', `https://push.example.com/${'a'.repeat(1000)}`],
      ['p256dh', 'short'],
      ['auth', `${'a'.repeat(21)}!`],
    ] as const) {
      const reply = await app.call('PUT', '/auth/push', { token: adaToken, body: { ...good, [field]: value } })
      expect([field, value, reply.status, reply.body.errors?.[0]?.field]).toEqual([field, value, 422, field])
    }
    expect((await app.admin.query('select from platform.push_subscription')).rowCount).toBe(0)
  })

  /** What is told meanwhile waits as jobs; what `look` answers was read before any of them ran. */
  async function withoutJobs<Found>(look: () => Promise<Found>): Promise<Found> {
    await app.runner.stop()
    try {
      return await look()
    } finally {
      await app.runner.start(app.services, { regularly: false })
      await app.settled()
    }
  }

  test('that waits has nothing in its job of what it says, and is not told once it is gone', async () => {
    const device = new Device(`${url}/waits`)
    await turnOn(adaToken, device)
    const [session] = (await app.admin.query('select session_id from platform.push_subscription')).rows
    const { jobs, findings } = await withoutJobs(async () => {
      await tell([ada.id], 'Ada Obi is owed 5000 naira.')
      await tell([ada.id], 'This one stays.')
      const waiting = await app.admin.query("select data from job.job where name = 'pushes' and state = 'created'")
      const checks = await app.checks()
      await app.admin.query("delete from app.notification where message = 'Ada Obi is owed 5000 naira.'")
      return { jobs: waiting.rows, findings: checks }
    })
    const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/)
    expect(jobs).toEqual(
      Array.from({ length: 2 }, () => ({ data: { session: session.session_id, id: uuid, greets: false } })),
    )
    // Among them that jobs are apart from names and amounts.
    expect(findings).toEqual([])
    expect(received.map(({ body }) => device.open(body).text)).toEqual(['This one stays.'])
  })

  test('that names what is another’s tells nothing', async () => {
    await turnOn(adaToken, new Device(`${url}/named`))
    await tell([bisi.id], 'For Bisi alone')
    const found = await app.admin.query(
      `select n.notification_id as id, s.session_id as session from app.notification n, platform.push_subscription s
        where n.message = 'For Bisi alone'`,
    )
    await sendPush(app.services, new PushTurns(), { ...found.rows[0], greets: false })
    expect(found.rows).toHaveLength(1)
    expect(received).toEqual([])
  })

  test('many notifications of one sending have one job for each device', async () => {
    await turnOn(adaToken, new Device(`${url}/many`))
    const { rows } = await withoutJobs(async () => {
      await tell([ada.id, bisi.id], 'To two, of whom one has a device')
      return app.admin.query(
        `select data ->> 'greets' as greets, message from job.job
          left join app.notification n on n.notification_id = (data ->> 'id')::uuid where name = 'pushes' and state = 'created'`,
      )
    })
    expect(rows).toEqual([{ greets: 'false', message: 'To two, of whom one has a device' }])
    expect(received).toHaveLength(1)
  })
})
