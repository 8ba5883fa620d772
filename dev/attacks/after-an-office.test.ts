import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDays, dayIn } from '#core/calendar.ts'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  agreed,
  buildCooperative,
  buildMember,
  buildOfficer,
  dataOf,
  type TestCooperative,
  type TestOfficer,
} from '#dev/testing/builders.ts'
import { PushDevice } from '#dev/testing/push-device.ts'

let app: TestApp
let receiver: Server
let url: string
/** What arrived at the servers of whoever had the office. */
const received: string[] = []

beforeAll(async () => {
  app = await sharedTestApp()
  receiver = createServer((request, response) => {
    request.resume().on('end', () => {
      received.push(request.url ?? '')
      response.writeHead(201).end()
    })
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => receiver.once('listening', resolve))
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
})
afterAll(async () => {
  await app.stop()
  receiver.close()
})

type Ask = (method: string, path: string, body?: object, token?: string) => ReturnType<TestApp['call']>
type Society = { cooperative: TestCooperative; ask: Ask; first: TestOfficer; second: TestOfficer }

/** What each ending says by SMS and email to the one whose office it was. */
const hears: Record<string, RegExp> = {
  'is demoted': /You are no longer an admin of your cooperative\./,
  'becomes the secretary': /You are now the secretary of your cooperative\./,
  'is removed': /You were removed from the register of members, and your office has ended\./,
  'is said to have died': /has died\. If this is wrong, call/,
  'is made inactive': /Your membership was set to inactive, so your office gives you no access\./,
}

const askOf =
  ({ token: own }: { token: string }): Ask =>
  (method, path, body, token = own) =>
    app.call(method, path, { token, key: crypto.randomUUID(), ...(body && { body }) })

/** How an admin's office ends; `second` agrees. */
const endings: Record<string, (society: Society) => Promise<unknown>> = {
  'is demoted': async ({ ask, first, second }) =>
    dataOf(
      await agreed(
        app,
        await ask('PUT', `/cooperatives/members/${first.id}/roles`, { roleIds: ['member'] }),
        second.token,
      ),
    ),
  'becomes the secretary': async ({ ask, first, second }) =>
    dataOf(
      await agreed(
        app,
        await ask('PUT', `/cooperatives/members/${first.id}/roles`, { roleIds: ['member', 'secretary'] }),
        second.token,
      ),
    ),
  'is removed': async ({ ask, first, second }) =>
    dataOf(await agreed(app, await ask('DELETE', `/cooperatives/members/${first.id}`), second.token)),
  'is said to have died': async ({ ask, first, second }) =>
    dataOf(
      await agreed(
        app,
        await ask('POST', `/cooperatives/members/${first.id}/leaving`, { reason: 'death' }),
        second.token,
      ),
    ),
  'is made inactive': async ({ ask, first, second }) =>
    dataOf(
      await agreed(app, await ask('PUT', `/cooperatives/members/${first.id}`, { status: 'inactive' }), second.token),
    ),
}

describe('an admin who set up a webhook and a key', () => {
  let society: Society
  let saverId: string
  let webhookId: string
  let key: string
  beforeEach(async () => {
    const cooperative = await buildCooperative(app)
    const first = await buildOfficer(app, cooperative, { firstName: 'Fola', email: 'fola@example.ng' })
    const second = await buildOfficer(app, cooperative, { firstName: 'Second' }, first.token)
    society = { cooperative, first, second, ask: askOf(cooperative) }
    saverId = (await buildMember(app, cooperative)).id
    const kinds = ['deposit.posted', 'member.added']
    webhookId = dataOf(
      await society.ask('POST', '/cooperatives/webhooks', { url: `${url}/theirs`, kinds }, first.token),
      201,
    ).id
    key = dataOf(
      await society.ask('POST', '/cooperatives/api-keys', { name: 'Mine', scopes: ['members.read'] }, first.token),
      201,
    ).key
    await app.settled()
    received.length = 0
  })

  const deposit = async () => {
    const body = { type: 'deposit', memberId: saverId, amount: 700, anotherPayment: true }
    dataOf(await society.ask('POST', '/financial/transactions', body), 201)
    await app.settled()
  }
  const webhook = async () => dataOf(await society.ask('GET', '/cooperatives/webhooks'))[0]

  // Remedy: webhook_waits
  test.each(Object.entries(endings))('gets nothing any more, and hears of it, once this one %s', async (how, end) => {
    const { ask, first, second } = society
    await deposit()
    expect(received).toEqual(['/theirs'])
    expect((await ask('GET', '/members', undefined, key)).status).toBe(200)
    expect(await webhook()).toMatchObject({ madeBy: 'Fola Officer', officeEndedAt: null })
    const before = await app.outbox()
    await end(society)
    await app.settled()
    const told = (await app.outbox()).slice(before.length).filter(({ text }) => hears[how]?.test(text))
    expect(told.map(({ to }) => to).toSorted()).toEqual([first.phone, 'fola@example.ng'].toSorted())
    received.length = 0
    await deposit()
    expect(received).toEqual([])
    expect((await ask('GET', '/members', undefined, key)).status).toBe(401)
    // No one lets it out by mistake either, and the officers know what ended.
    const { id } = dataOf(await ask('GET', '/cooperatives/webhook-deliveries'))[0]
    for (const path of [
      `/cooperatives/webhooks/${webhookId}/test`,
      `/cooperatives/webhook-deliveries/${id}/send-again`,
    ])
      expect((await ask('POST', path)).body).toMatchObject({
        status: 409,
        message:
          'Fola Officer, who added this webhook, is not an admin any more. Take the webhook over first, or remove it.',
      })
    await app.settled()
    expect(received).toEqual([])
    const noticed = dataOf(await ask('GET', '/notifications?limit=100'))
    expect(noticed.map(({ message }: { message: string }) => message)).toContain(
      `Fola Officer is not an admin any more. What they set up has ended: the webhooks to ${new URL(url).host}; the API keys Mine. Take over what the society still uses, and make new keys for it.`,
    )

    // The society goes on with it in the name of an admin who answers for it.
    dataOf(await ask('POST', `/cooperatives/webhooks/${webhookId}/switch-on`, undefined, second.token))
    expect(await webhook()).toMatchObject({ madeBy: 'Second Officer', switchedOffAt: null, officeEndedAt: null })
    await deposit()
    expect(received).toEqual(['/theirs'])
    dataOf(await ask('POST', `/cooperatives/webhooks/${webhookId}/test`), 201)
  })

  test('gets nothing of what waited for another try either', async () => {
    await deposit()
    received.length = 0
    await app.admin.query(
      "update app.webhook_delivery set delivered_at = null, next_attempt_at = now() + interval '1 hour' where webhook_id = $1",
      [webhookId],
    )
    await endings['is demoted']?.(society)
    const { rows } = await app.admin.query(
      'select count(next_attempt_at)::int as waiting from app.webhook_delivery where webhook_id = $1',
      [webhookId],
    )
    expect([rows[0].waiting, received]).toEqual([0, []])
  })
})

test('the device of an officer whose last day is over is told nothing of the officers’', async () => {
  const cooperative = await buildCooperative(app)
  const ask = askOf(cooperative)
  const auditor = await buildOfficer(app, cooperative, { office: 'auditor' })
  dataOf(await ask('PUT', '/auth/push', new PushDevice(`${url}/device`).subscription, auditor.token))
  const tell = async () => {
    received.length = 0
    dataOf(await ask('POST', '/cooperatives/api-keys', { name: 'Any', scopes: ['books.read'] }), 201)
    await app.settled()
    return received.includes('/device')
  }
  expect(await tell()).toBe(true)
  const yesterday = addDays(dayIn(new Date()), -1)
  await app.admin.query('update app.member set office_ends_on = $2 where member_id = $1', [auditor.id, yesterday])
  expect(await tell()).toBe(false)
})

/**
 * Every table that keeps what opens or delivers something (a hash of a token or a key, a sealed secret, an address) of a person, and
 * why an officer who goes takes nothing of it along. A new one is added here with its answer.
 */
const ownLogin = 'opens the own login, whose sessions look at the office at each request'
const answers: Record<string, string> = {
  'app.api_key': 'revoked with the office',
  'app.webhook': 'stopped with the office, until another admin takes it over',
  'platform.push_subscription': 'told only while its session and the office behind it last',
  'platform.session': 'each request looks at the office behind it',
  'app.consent_link': 'asks a guarantor, who alone has it and the code of their phone',
  'app.statement_link': 'confirms one member’s paper to whoever has it, and is listed with that member',
  'app.membership_application': 'the hash of an applicant’s network, for a limit',
  'app.vote_confirmation': 'the hash of what an officer confirmed',
  'app.idempotency': 'a reply that only the key of its own request opens',
  'platform.idempotency': 'a reply that only the key of its own request opens',
  'platform.login': ownLogin,
  'platform.authenticator': ownLogin,
  'platform.code': ownLogin,
  'platform.login_ticket': ownLogin,
  'platform.passkey_challenge': ownLogin,
  'platform.recovery_code': ownLogin,
  'platform.spent_token': ownLogin,
  'platform.trusted_device': ownLogin,
}

test('each table that keeps what a person opens or is delivered something by says what becomes of it', async () => {
  const { rows } = await app.admin.query<{ name: string }>(`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname in ('app', 'platform')
      and exists (select from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        and a.attname ~ '(_hash|^hash|^sealed_|^endpoint|(^|_)url|^token|_token|secret)')
      and exists (select from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        and a.attname ~ '^(login_id|session_id|\\w+_by|made_by_member)$')
    order by 1`)
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(answers).toSorted())
})
