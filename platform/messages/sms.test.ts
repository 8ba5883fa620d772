import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#platform/config.ts'
import { queueMessages } from '#platform/db/messages.ts'
import { startTestApp, type TestApp } from '#dev/testing/app.ts'
import { buildCooperative, dataOf } from '#dev/testing/builders.ts'
import { africasTalkingPort } from './africas-talking.ts'
import { openMessagePorts } from './open-message-ports.ts'
import type { SmsProvider } from './sms-provider.ts'
import { recipientReply, simulatedKeys, startSmsSimulator, type SmsSimulator } from './sms-simulator.ts'
import { smsParts, smsText } from '#features/access/messages/rules/sms-text.ts'

let simulator: SmsSimulator
beforeAll(async () => {
  simulator = await startSmsSimulator()
})
afterAll(() => simulator.close())
afterEach(() => {
  simulator.sent.length = 0
  simulator.failures.length = 0
})

async function appWith(order: string): Promise<TestApp> {
  const config = readConfig({
    ...simulatedKeys,
    SMS_PROVIDER: order,
    TERMII_URL: simulator.url,
    AFRICASTALKING_URL: simulator.url,
  })
  const { ports, webhooks } = openMessagePorts(config, '/nowhere')
  return startTestApp(undefined, { ports, webhooks })
}

type Stored = {
  attempts: number
  sent: boolean
  lost: boolean
  body: string
  failure: string | null
  provider: string | null
  provider_id: string | null
  parts: number | null
  cost: string | null
  unsure_tries: number
  delivered: boolean
  failed: boolean
}
const storedIn = async (app: TestApp, to: string) =>
  (
    await app.admin.query<Stored>(
      `select attempts, sent_at is not null as sent, gave_up_at is not null as lost, body, failure, provider, provider_id, parts, cost, unsure_tries,
         delivered_at is not null as delivered, failed_at is not null as failed
       from platform.message where recipient = $1`,
      [to],
    )
  ).rows[0]
const queueIn = (app: TestApp, to: string, text = 'Ajose: your code is 12345678.') =>
  app.services.database.platform((tx) =>
    queueMessages(tx, null, [{ kind: 'notice', channel: 'sms', to, text }], app.services.messagesWaiting),
  )
let phones = 0
const newPhone = () => `+23480312${String((phones += 1)).padStart(5, '0')}`

describe.each([
  {
    provider: 'termii' as const,
    noBalance: { status: 400, body: { code: 400, message: 'Insufficient balance' } },
    blocked: { status: 400, body: { message: 'Phone number 2348031200000 is on DND' } },
    badKey: { status: 401, body: { message: 'Invalid Api Key' } },
    name: 'Termii',
    delivered: 'DELIVERED',
    failed: ['Expired'] as [string, string?],
    failedBecause: 'The phone was off or out of reach for too long',
    onItsWay: 'Message Sent',
    cost: '4.0',
  },
  {
    provider: 'africastalking' as const,
    noBalance: {
      status: 201,
      body: recipientReply({ statusCode: 405, status: 'InsufficientBalance', messageId: 'None' }),
    },
    blocked: { status: 201, body: recipientReply({ statusCode: 406, status: 'UserInBlacklist', messageId: 'None' }) },
    badKey: { status: 401, body: 'The supplied authentication is invalid' },
    name: "Africa's Talking",
    delivered: 'Success',
    failed: ['Failed', 'AbsentSubscriber'] as [string, string?],
    failedBecause: 'The phone was off or out of reach for too long',
    onItsWay: 'Buffered',
    cost: 'NGN 2.2000',
  },
])(
  'SMS by $provider',
  ({ provider, noBalance, blocked, badKey, name, delivered, failed, failedBecause, onItsWay, cost }) => {
    let app: TestApp
    beforeAll(async () => {
      app = await appWith(provider)
    })
    afterAll(() => app.stop())

    const send = async (text?: string) => {
      const to = newPhone()
      await queueIn(app, to, text)
      await app.settled()
      return to
    }
    const stored = (to: string) => storedIn(app, to)

    test('one message goes out once, in letters that make one part, and its text leaves the database', async () => {
      const to = await send('Ajose: Ọlá, ₦5,000 came in.')
      expect(simulator.sent).toMatchObject([{ provider, to, text: 'Ajose: Ola, N5,000 came in.' }])
      expect(await stored(to)).toMatchObject({
        attempts: 1,
        sent: true,
        body: '',
        provider,
        provider_id: simulator.sent[0]?.id,
        parts: 1,
        unsure_tries: 0,
      })
    })

    test('no balance and a wrong key are for the operator: the message waits', async () => {
      simulator.failures.push(noBalance, badKey)
      const to = await send()
      expect(await stored(to)).toMatchObject({
        sent: false,
        lost: false,
        failure: `${name} has no balance left: add credit to the account`,
      })
      const health = await app.call('GET', '/platform/health', { token: await app.superAdminToken() })
      expect(dataOf(health).problems.join()).toContain(`${name} has no balance left`)
      await app.sendWaiting()
      expect((await stored(to))?.failure).toMatch(/ refuses /)
      await app.sendWaiting()
      expect(await stored(to)).toMatchObject({ attempts: 3, sent: true, failure: null, unsure_tries: 0 })
      expect(simulator.sent).toHaveLength(1)
    })

    test('a number that takes no messages is given up at once, and no reason repeats it', async () => {
      simulator.failures.push(blocked)
      const to = await send()
      const message = await stored(to)
      expect(message).toMatchObject({ attempts: 1, sent: false, lost: true, body: '' })
      expect(message?.failure).toMatch(/^The number takes no messages/)
      await queueIn(app, '+1202555')
      await app.settled()
      expect(await stored('+1202555')).toMatchObject({
        lost: true,
        failure: expect.stringMatching(/says that the number is not one/),
      })
    })

    test('without an answer there is one more try, and no third', async () => {
      simulator.failures.push('no answer', 'no answer')
      const to = await send()
      expect(await stored(to)).toMatchObject({
        attempts: 1,
        unsure_tries: 1,
        sent: false,
        lost: false,
        failure: `${name} did not answer`,
      })
      await app.sendWaiting()
      expect(await stored(to)).toMatchObject({ attempts: 2, sent: false, lost: true, body: '' })
      await app.sendWaiting()
      expect(simulator.sent).toEqual([])
    })

    test('a receipt says that it arrived; again, late or for an unknown message it changes nothing', async () => {
      const to = await send()
      const sms = { provider, to, id: simulator.sent[0]?.id ?? '' }
      const report = async (status: string, reason?: string) =>
        (await simulator.report(app.url, sms, status, reason)).status
      expect(await report(onItsWay)).toBe(200)
      expect(await stored(to)).toMatchObject({ delivered: false, failed: false })
      expect([
        await report(delivered),
        await report(delivered),
        await report(...failed),
        await report(onItsWay),
      ]).toEqual([200, 200, 200, 200])
      expect(await stored(to)).toMatchObject({ delivered: true, failed: false, failure: null, cost })
      const before = await app.admin.query('select * from platform.message order by message_id')
      expect((await simulator.report(app.url, { ...sms, id: '404' }, delivered)).status).toBe(200)
      expect((await app.admin.query('select * from platform.message order by message_id')).rows).toEqual(before.rows)
    })

    test('a receipt says why it failed, and one of later that it arrived after all', async () => {
      const to = await send()
      const sms = { provider, to, id: simulator.sent[0]?.id ?? '' }
      await simulator.report(app.url, sms, ...failed)
      expect(await stored(to)).toMatchObject({ delivered: false, failed: true, failure: failedBecause })
      const problems = async () =>
        dataOf(await app.call('GET', '/platform/health', { token: await app.superAdminToken() })).problems.join()
      const lost = Number(/did not arrive: (\d+)/.exec(await problems())?.[1])
      await simulator.report(app.url, sms, delivered)
      expect(Number(/did not arrive: (\d+)/.exec(await problems())?.[1] ?? 0)).toBe(lost - 1)
      expect(await stored(to)).toMatchObject({ delivered: true, failed: false, failure: null })
    })

    test('a receipt that comes before the answer to our request is not lost', async () => {
      simulator.beforeAnswer = (sms) => simulator.report(app.url, sms, ...failed)
      expect(await stored(await send())).toMatchObject({ sent: true, failed: true, failure: failedBecause })
      simulator.beforeAnswer = async (sms) => {
        await simulator.report(app.url, sms, delivered)
        await simulator.report(app.url, sms, ...failed)
      }
      expect(await stored(await send())).toMatchObject({ sent: true, delivered: true, failed: false, cost })
    })

    test('a receipt without the right proof is refused and changes nothing', async () => {
      const to = await send()
      const id = simulator.sent[0]?.id ?? ''
      const forged: Record<SmsProvider, [string, RequestInit][]> = {
        termii: [
          ['', { body: JSON.stringify({ message_id: id, status: delivered }) }],
          [
            '',
            {
              body: JSON.stringify({ message_id: id, status: delivered }),
              headers: { 'x-termii-signature': 'a'.repeat(128) },
            },
          ],
        ],
        africastalking: [
          ['', { body: new URLSearchParams({ id, status: delivered }) }],
          ['?secret=africastalking-simulator-secre', { body: new URLSearchParams({ id, status: delivered }) }],
        ],
      }
      for (const [query, init] of forged[provider])
        expect((await fetch(`${app.url}/webhooks/sms/${provider}${query}`, { method: 'POST', ...init })).status).toBe(
          401,
        )
      expect(await stored(to)).toMatchObject({ delivered: false, failed: false })
    })

    test('a member is registered, gets the code by SMS and activates the account, without the outbox file', async () => {
      const { token } = await buildCooperative(app)
      simulator.sent.length = 0
      const phone = newPhone()
      const member = {
        firstName: 'Amina',
        lastName: 'Bello',
        phone,
        gender: 'female',
        maritalStatus: 'single',
        employmentStatus: 'employed',
      }
      dataOf(await app.call('POST', '/cooperatives/members', { token, body: { member: [member] } }), 201)
      await app.sendWaiting()
      const text = simulator.sent.find(({ to }) => to === phone)?.text ?? ''
      const code = /\b\d{8}\b/.exec(text)?.[0]
      const password = 'rain over Ibadan 7'
      dataOf(
        await app.call('POST', '/auth/reset-password', {
          body: { identifier: phone, code, password, confirmPassword: password },
        }),
      )
      dataOf(await app.call('POST', '/member-auth/login', { body: { phoneNumber: phone, password } }))
      expect(await app.outbox()).toEqual([])
    })
  },
)

test('the second provider takes over after three failed tries, or one without an answer', async () => {
  const app = await appWith('termii, africastalking')
  const down = { status: 503, body: { message: 'Service Unavailable' } }
  simulator.failures.push(down, down, down)
  const to = newPhone()
  await queueIn(app, to)
  await app.settled()
  for (let n = 0; n < 3; n += 1) await app.sendWaiting()
  expect(simulator.sent).toMatchObject([{ provider: 'africastalking', to }])
  expect(await storedIn(app, to)).toMatchObject({ attempts: 4, sent: true, provider: 'africastalking' })

  simulator.failures.push('no answer')
  const other = newPhone()
  await queueIn(app, other)
  await app.settled()
  await app.sendWaiting()
  expect(await storedIn(app, other)).toMatchObject({
    attempts: 2,
    sent: true,
    provider: 'africastalking',
    unsure_tries: 1,
  })
  await app.stop()
})

test('a message of which two tries were cut off is not sent a third time', async () => {
  const app = await appWith('termii')
  await app.runner.stop()
  const to = newPhone()
  await queueIn(app, to)
  // What a server that was killed between the request and its answer leaves, twice.
  await app.admin.query('update platform.message set attempts = 2, unsure_tries = 2')
  await app.runner.start(app.services, { regularly: false })
  await app.sendWaiting()
  expect(simulator.sent).toEqual([])
  expect(await storedIn(app, to)).toMatchObject({
    sent: false,
    lost: true,
    failure: 'Two tries were cut off and may have arrived, so there was no third',
  })
  await app.stop()
})

test('parts are counted as the networks count them', () => {
  for (const [text, parts] of [
    ['a'.repeat(160), 1],
    ['a'.repeat(161), 2],
    ['a'.repeat(306), 2],
    ['a'.repeat(307), 3],
    [`${'a'.repeat(158)}€`, 1],
    [`${'a'.repeat(159)}€`, 2],
    ['ọ'.repeat(70), 1],
    ['ọ'.repeat(71), 2],
    ['ọ'.repeat(135), 3],
  ] as const)
    expect([text, smsParts(text)]).toEqual([text, parts])
  expect(smsText('Àjọṣe: “Ọlá” – ₦1,000…')).toBe('Ajose: "Ola" - N1,000...')
})

test('providers are named in their order, each with all of its settings', () => {
  const all = { ...simulatedKeys, SMS_PROVIDER: 'africastalking,termii' }
  expect(readConfig(all).SMS_PROVIDER).toEqual(['africastalking', 'termii'])
  expect(readConfig({ SMS_PROVIDER: 'none' }).SMS_PROVIDER).toEqual([])
  for (const given of ['twilio', 'termii,termii', 'none,termii', ','])
    expect(() => readConfig({ ...all, SMS_PROVIDER: given }), given).toThrow(
      "The environment variable SMS_PROVIDER can't be used: must be none, termii, africastalking, or both of these with a comma between",
    )
  for (const name of Object.keys(simulatedKeys))
    expect(() => readConfig({ ...all, [name]: '' }), name).toThrow(
      new RegExp(`${name} can't be used: it is needed beside SMS_PROVIDER=`),
    )
  expect(() => readConfig({ ...all, TERMII_URL: 'http://api.example' })).toThrow('TERMII_URL')
})

// ASVS V16.5.2
test('a provider that is down for an hour loses no message, and sends each once', async () => {
  const first = await startSmsSimulator()
  const { port } = new URL(first.url)
  const config = readConfig({ ...simulatedKeys, SMS_PROVIDER: 'termii', TERMII_URL: first.url })
  const app = await startTestApp(undefined, openMessagePorts(config, '/nowhere'))
  await first.close()
  const phones = Array.from({ length: 20 }, newPhone)
  for (const to of phones) await queueIn(app, to)
  await app.settled()
  // The tries of about an hour, whose pauses grow.
  for (let tried = 0; tried < 6; tried += 1) await app.sendWaiting()
  expect(await storedIn(app, phones[19] ?? '')).toMatchObject({ sent: false, lost: false, attempts: 7 })
  const second = await startSmsSimulator(Number(port))
  await app.sendWaiting()
  await app.sendWaiting()
  expect(second.sent.map(({ to }) => to).toSorted()).toEqual(phones.toSorted())
  await app.stop()
  await second.close()
})

describe("Africa's Talking", () => {
  let app: TestApp
  beforeAll(async () => {
    app = await appWith('africastalking')
  })
  afterAll(() => app.stop())

  test('a status in the report that is a failure, or that no one knows, ends the message; one on its way does not', async () => {
    for (const [status, failure] of [
      ['AbsentSubscriber', 'The phone was off or out of reach for too long'],
      ['Expired', 'The phone was off or out of reach for too long'],
      ['SomethingNew', 'The network could not deliver the message'],
      ['Sent', null],
      ['Submitted', null],
      ['Buffered', null],
    ] as const) {
      const to = newPhone()
      await queueIn(app, to)
      await app.settled()
      const id = simulator.sent.at(-1)?.id ?? ''
      await simulator.report(app.url, { provider: 'africastalking', id, to }, status)
      const { failed, failure: said } = (await storedIn(app, to)) as Stored
      expect([status, failed, said]).toEqual([status, failure !== null, failure])
    }
  })

  test('what a promotional sender may not send at night waits for the morning, with its tries; by day it is an end', async () => {
    const refused = {
      status: 201,
      body: recipientReply({ statusCode: 409, status: 'DoNotDisturbRejection', messageId: 'None' }),
    }
    const at = (clock: string) =>
      africasTalkingPort(
        {
          url: simulator.url,
          username: 'sandbox',
          key: simulatedKeys.AFRICASTALKING_API_KEY,
          sender: undefined,
          secret: '',
        },
        () => new Date(`2026-11-27T${clock}:00+01:00`),
      ).send({ id: 'x', channel: 'sms', kind: 'notice', to: '+2348031200000', subject: null, text: 'Meeting at ten.' })
    const deferredUntil = async (clock: string) => {
      simulator.failures.push(refused)
      const delivery = await at(clock)
      return 'deferredUntil' in delivery ? delivery.deferredUntil.toISOString() : Object.keys(delivery)
    }
    // 8:00 in Lagos is 7:00 UTC.
    expect(await deferredUntil('20:00')).toBe('2026-11-28T07:00:00.000Z')
    expect(await deferredUntil('23:30')).toBe('2026-11-28T07:00:00.000Z')
    expect(await deferredUntil('07:59')).toBe('2026-11-27T07:00:00.000Z')
    expect(await deferredUntil('08:00')).toEqual(['refusedBecause'])
    expect(await deferredUntil('19:59')).toEqual(['refusedBecause'])

    const morning = new Date(Date.now() + 9 * 3_600_000)
    const night = await startTestApp(undefined, {
      ports: [
        { name: 'night', channels: ['sms'], send: async () => ({ deferredUntil: morning, because: 'Not at night' }) },
      ],
    })
    const to = newPhone()
    await queueIn(night, to)
    await night.settled()
    expect(await storedIn(night, to)).toMatchObject({
      attempts: 0,
      unsure_tries: 0,
      sent: false,
      lost: false,
      failure: 'Not at night',
    })
    const { rows } = await night.admin.query('select waits_until from platform.message where recipient = $1', [to])
    expect(rows[0].waits_until).toEqual(morning)
    await night.stop()
  })
})
