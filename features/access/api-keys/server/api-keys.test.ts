import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { type KeyScope, keyScopes } from '#core/key-scope.ts'
import type { CooperativeActor } from '#core/actor.ts'
import { routes } from '#app/server/app.ts'
import { isWholeKey, newApiKey } from '#platform/credentials/api-keys.ts'
import { permit } from '#platform/http/permit.ts'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  agreed,
  buildCooperative,
  buildMember,
  buildOfficer,
  dataOf,
  newKey,
  setCooperativeStatus,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'
import { atSize } from '#dev/testing/size.ts'

/** All that a key may call, by the scope that it takes. What is not here no key may call. */
const callable: Record<KeyScope, string[]> = {
  'members.read': ['GET /cooperatives/members/:id', 'GET /members', 'GET /members/search'],
  'savings.read': [
    'GET /financial/account-types',
    'GET /financial/contributions',
    'GET /financial/fixed-deposits',
    'GET /financial/members/:memberId/accounts',
    'GET /financial/members/:memberId/balances',
    'GET /financial/transactions',
    'GET /financial/transactions/:transactionId',
    'GET /financial/transactions/deposits',
  ],
  'loans.read': [
    'GET /financial/loan-configs',
    'GET /financial/loans',
    'GET /financial/loans/:loanId',
    'GET /financial/loans/:loanId/settlement-quote',
    'GET /financial/members/:memberId/loans',
  ],
  'books.read': [
    'GET /financial/entries/:entryId',
    'GET /financial/reports',
    'GET /financial/reports/balance-sheet',
    'GET /financial/reports/cash-book',
    'GET /financial/reports/general-ledger',
    'GET /financial/reports/income-statement',
    'GET /financial/reports/member-balances',
    'GET /financial/reports/receipts-and-payments',
    'GET /financial/reports/trial-balance',
  ],
  'contributions.record': ['POST /financial/contributions', 'POST /financial/contributions/bulk'],
}

describe('an API key', () => {
  let app: TestApp
  let unity: TestCooperative
  let other: TestCooperative
  let ada: TestMember
  let stranger: TestMember

  beforeAll(async () => {
    app = await sharedTestApp()
    unity = await buildCooperative(app, { name: 'Unity Thrift' })
    other = await buildCooperative(app, { name: 'Other Society' })
    ada = await buildMember(app, unity, { firstName: 'Ada' })
    stranger = await buildMember(app, other, { firstName: 'Bola' })
  })
  afterAll(() => app.stop())

  const make = (body: object = {}, token = unity.token) =>
    app.call('POST', '/cooperatives/api-keys', { token, body: { name: 'Payroll', scopes: ['members.read'], ...body } })
  const made = async (body: object = {}, token = unity.token) =>
    dataOf(await make(body, token), 201) as { id: string; key: string; expiresAt: string; status: string }
  const revoke = (id: string, token = unity.token) => app.call('POST', `/cooperatives/api-keys/${id}/revoke`, { token })
  const listed = async (id: string) =>
    (
      dataOf(await app.call('GET', '/cooperatives/api-keys?limit=100', { token: unity.token })) as { id: string }[]
    ).find((key) => key.id === id)
  const read = (token: string, path = '/members') => app.call('GET', path, { token })
  const record = (token: string, { key = newKey(), ...body }: { key?: string; [field: string]: unknown } = {}) =>
    app.call('POST', '/financial/contributions', { token, key, body: { memberId: ada.id, amount: 1500.5, ...body } })

  test('is shown once, ends after 90 days unless another time is asked for, and only its hash is stored', async () => {
    const { id, key, expiresAt } = await made({ name: 'Website' })
    expect(key).toMatch(/^ajose_[0-9a-f]{48}$/)
    expect(Math.round((Date.parse(expiresAt) - Date.now()) / 86_400_000)).toBe(90)
    expect(JSON.stringify(await listed(id))).not.toContain(key)
    const { rows } = await app.admin.query('select * from app.api_key where api_key_id = $1', [id])
    expect(JSON.stringify(rows)).not.toContain(key.slice(6, 46))
    const year = await made({ days: 365 })
    expect(Math.round((Date.parse(year.expiresAt) - Date.now()) / 86_400_000)).toBe(365)
    expect((await make({ days: 366 })).body.errors).toEqual([{ field: 'days', message: 'Use one of 30, 90, 180, 365' }])
    expect((await make({ scopes: [] })).body.errors).toEqual([
      { field: 'scopes', message: 'Choose what the key may do' },
    ])
    expect((await make({ scopes: ['configuration.update'] })).status).toBe(422)
    const { rows: notices } = await app.admin.query(
      "select message from app.officer_notification where message like '%“Website”%'",
    )
    expect(notices[0].message).toMatch(/^Unity Thrift made the API key “Website”\. Until .+ it may read members\.$/)
  })

  test('reads as its scope says, and the list says when and from where it was used last', async () => {
    const { id, key } = await made()
    const [first] = dataOf(await read(key))
    expect(first.memberid).toBe(ada.id)
    expect(await listed(id)).toMatchObject({ lastAddress: '127.0.0.1', lastUsedAt: expect.any(String) })
  })

  test('a key that was copied in part or mistyped is told from one that was revoked', async () => {
    const { id, key } = await made()
    expect((await read(key.slice(0, -1))).body).toMatchObject({ status: 401, message: /not a complete API key/ })
    const typo = key.slice(0, 10) + (key[10] === '0' ? '1' : '0') + key.slice(11)
    expect((await read(typo)).body).toMatchObject({ status: 401, message: /not a complete API key/ })
    dataOf(await revoke(id))
    const refused = await read(key)
    expect(refused).toMatchObject({ status: 401, body: { message: /was revoked or has expired/ } })
    expect((await read(newApiKey())).status).toBe(401)
    expect(await listed(id)).toMatchObject({ status: 'revoked' })
    // A second time changes nothing.
    expect(dataOf(await revoke(id)).revokedAt).toBe(((await listed(id)) as unknown as { revokedAt: string }).revokedAt)
    expect(isWholeKey(`x${key}`)).toBe(false)
  })

  test('an expired key is refused', async () => {
    const { id, key } = await made()
    await app.admin.query(
      "update app.api_key set created_at = now() - interval '91 days', expires_at = now() - interval '1 second' where api_key_id = $1",
      [id],
    )
    expect((await read(key)).status).toBe(401)
    expect(await listed(id)).toMatchObject({ status: 'expired' })
  })

  test('is let through by its scopes as the table says', () => {
    const actor = { role: 'coop_admin', office: 'admin', cooperativeStatus: 'active' } as CooperativeActor
    const mayCall = (endpoint: Endpoint, scope: KeyScope) => {
      try {
        return Boolean(permit(endpoint, { ...actor, keyScopes: [scope] }))
      } catch {
        return false
      }
    }
    for (const scope of keyScopes) {
      const called = routes.filter(({ endpoint }) => mayCall(endpoint, scope))
      expect(called.map(({ endpoint: { method, path } }) => `${method} ${path}`).toSorted()).toEqual(callable[scope])
    }
  })

  test.each(keyScopes)('with the scope %s calls what the table says, and nothing else', async (scope) => {
    const { key } = await made({ scopes: [scope] }, other.token)
    for (const [n, { endpoint }] of routes.entries()) {
      const { method, path, access } = endpoint
      // These look at no token.
      if (access === 'public') continue
      const name = `${method} ${path}`
      const scopeNeeded = keyScopes.find((each) => callable[each].includes(name))
      // At the quick size what no key may call is called with one of the scopes.
      const turn = n % keyScopes.length
      if (!scopeNeeded && turn !== atSize(keyScopes.indexOf(scope), turn)) continue
      const url = path.replaceAll(/:\w+/g, crypto.randomUUID())
      const reply = await app.call(method, `/api${url.replace(/^\/api/, '')}`, { token: key, key: newKey() })
      const message = scopeNeeded
        ? `This API key was not made for this. Make one with the scope ${scopeNeeded}.`
        : 'No API key may do this. Do it in the app.'
      const wasLetThrough = [200, 404, 422].includes(reply.status)
      expect({ name, says: wasLetThrough ? 'through' : [reply.status, reply.body.message] }).toEqual({
        name,
        says: scopeNeeded === scope ? 'through' : [403, message],
      })
    }
    expect(
      callable[scope].filter((name) => !routes.some(({ endpoint: e }) => `${e.method} ${e.path}` === name)),
    ).toEqual([])
    const live = await app.call('GET', '/api/live', { token: key })
    expect(live.status).toBe(401)
  })

  test('reaches its own cooperative alone', async () => {
    const { key } = await made({ scopes: [...keyScopes] })
    expect((await read(key, `/cooperatives/members/${stranger.id}`)).status).toBe(404)
    expect((await record(key, { memberId: stranger.id })).status).toBe(404)
    expect(dataOf(await read(key)).map(({ memberid }: { memberid: string }) => memberid)).toEqual([ada.id])
    expect((await revoke((await made()).id, other.token)).status).toBe(404)
  })

  test('records under an Idempotency-Key only, once however often it tries, in its own name', async () => {
    const { key } = await made({ name: 'Till', scopes: ['contributions.record'] })
    const bare = await app.call('POST', '/financial/contributions', {
      token: key,
      body: { memberId: ada.id, amount: 10 },
    })
    expect(bare).toMatchObject({ status: 400, body: { errors: [{ field: 'Idempotency-Key' }] } })
    const payment = newKey()
    const first = dataOf(await record(key, { key: payment }), 201)
    const again = await record(key, { key: payment })
    expect(dataOf(again, 201).id).toBe(first.id)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    const { rows } = await app.admin.query(
      'select amount, recorded_by_name as by from app.transaction where transaction_id = $1',
      [first.id],
    )
    expect(rows).toEqual([{ amount: '150050', by: 'API key Till' }])
    expect((await read(key)).status).toBe(403)
    await app.settled()
    const events = dataOf(await read(unity.token, '/cooperatives/audit-events?limit=100')) as { by: string }[]
    expect(events.filter(({ by }) => by === 'API key Till')).toMatchObject([
      { says: 'Attempted: opened records', refused: true },
      { says: 'Recorded a contribution', refused: false },
    ])
  })

  test('an officer’s key ends for good when the office does, and records nothing for the officer’s own account', async () => {
    const second = await buildOfficer(app, unity, { firstName: 'Efe' })
    const officer = await buildOfficer(app, unity, { firstName: 'Chidi' }, second.token)
    const { id, key } = await made({ scopes: ['members.read', 'contributions.record'] }, officer.token)
    expect((await read(key)).status).toBe(200)
    expect((await record(key, { memberId: officer.id })).status).toBe(409)
    const give = async (roleIds: string[]) =>
      dataOf(
        await agreed(
          app,
          await app.call('PUT', `/cooperatives/members/${officer.id}/roles`, { token: unity.token, body: { roleIds } }),
          second.token,
        ),
      )
    await give(['member', 'treasurer'])
    expect((await read(key)).status).toBe(401)
    expect(await listed(id)).toMatchObject({ status: 'revoked', madeBy: 'Chidi Officer' })
    await give(['member', 'admin'])
    expect((await read(key)).status).toBe(401)
  })
  // Remedy: keys_too_many
  test('a cooperative has at most 20 that are live', async () => {
    const third = await buildCooperative(app, { name: 'Third Society' })
    const [first] = await Promise.all([...'abcdefghijklmnopqrst'].map((name) => made({ name }, third.token)))
    expect((await make({}, third.token)).body).toMatchObject({
      status: 409,
      message: 'There are 20 live API keys already. Revoke one first.',
    })
    dataOf(await revoke(first?.id ?? '', third.token))
    await made({}, third.token)
  })

  test('of a suspended cooperative is refused until it is active again', async () => {
    const fourth = await buildCooperative(app, { name: 'Fourth Society' })
    const { key } = await made({}, fourth.token)
    await setCooperativeStatus(app, fourth.id, 'suspended')
    expect((await read(key)).body).toMatchObject({ status: 403, message: /is suspended/ })
    await setCooperativeStatus(app, fourth.id, 'active')
    expect((await read(key)).status).toBe(200)
  })

  test('makes 600 requests a minute; the next is told when to come again', async () => {
    const { key } = await made()
    expect((await read(key)).status).toBe(200)
    await app.admin.query("update platform.quota set used = 600 where name = 'api_key'")
    const refused = await read(key)
    expect(refused).toMatchObject({ status: 429, body: { message: /^This API key has made 600 requests in a minute/ } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await read(key)).status).toBe(429)
  })
})
