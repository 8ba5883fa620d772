import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { isSecret } from '#features/access/login/credentials.ts'
import { routes } from '#app/server/app.ts'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import { buildCooperative, buildMember, dataOf, lastCode, newKey, newPhone } from '#dev/testing/builders.ts'

/** Fields that are named like a secret and are none: what an employer, an account or a join page is publicly called by, and whether a vote is secret. */
const publicCodes = [
  'POST /financial/employers body.code',
  'PUT /financial/employers/:employerId body.code',
  'POST /financial/accounts body.code',
  'GET /join-pages/:code params.code',
  'POST /join-pages/:code/applications params.code',
  'POST /governance/votes body.isSecret',
]

describe('somebody who has the whole database, and not the secret of the server', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await sharedTestApp()
  })
  afterAll(() => app.stop())

  /** Each value of each column of each table that can hold text or bytes. */
  async function stolen(): Promise<{ place: string; value: Buffer }[]> {
    const { rows: columns } = await app.admin.query<{ table: string; column: string; type: string }>(`
      select format('%I.%I', c.table_schema, c.table_name) as table, format('%I', c.column_name) as column, c.data_type as type
      from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.table_schema in ('app', 'audit', 'ledger', 'platform') and t.table_type = 'BASE TABLE' and c.data_type in ('bytea', 'text', 'jsonb', 'character varying', 'ARRAY')`)
    const values: { place: string; value: Buffer }[] = []
    for (const { table, column, type } of columns) {
      const bytes = type === 'bytea' ? column : `convert_to(${column}::text, 'UTF8')`
      const { rows } = await app.admin.query<{ value: Buffer }>(
        `select ${bytes} as value from ${table} where ${column} is not null`,
      )
      values.push(...rows.map(({ value }) => ({ place: `${table}.${column}`, value })))
    }
    return values
  }

  /** A request as the attacker knows it, all but its secret. */
  type Seen = { path: string; key: string; body: (secret: string) => object }

  /** What the attacker would find in the database, were `guess` the secret and its hash a quick one. */
  function quickHashes(guess: string, seen: readonly Seen[]): Buffer[] {
    const sha256 = (...parts: string[]) => {
      const hash = createHash('sha256')
      for (const part of parts) hash.update(part)
      return hash.digest()
    }
    const ofRequests = seen.flatMap(({ path, key, body }) => {
      const text = JSON.stringify(body(guess))
      return [
        sha256(path, '\0', '[{},{}]', '\0', text, '\0'),
        sha256(text),
        sha256(text, '\0'),
        sha256(key, guess),
        sha256(key, '\0', text),
        sha256(JSON.stringify([key, guess])),
      ]
    })
    return [sha256(guess), sha256(guess, '\0'), ...ofRequests]
  }

  // ASVS V6.5.2, V14.2.4
  test('finds no password and no code, neither as it is nor by hashing guesses as quickly as a machine can', async () => {
    const phone = newPhone()
    const [first, second] = ['planted-weak-1', 'planted-weak-2']
    const seen: Seen[] = []
    const send = async (
      path: string,
      body: (secret: string) => object,
      secret: string,
      status = 200,
      token?: string,
    ) => {
      const known = { path, key: newKey(), body }
      seen.push(known)
      return dataOf(
        await app.call('POST', path, { body: body(secret), key: known.key, ...(token !== undefined && { token }) }),
        status,
      )
    }

    await send(
      '/cooperatives/register',
      (password) => ({ name: 'Stolen', phone, password, confirmpassword: password }),
      first,
      201,
    )
    const { accessToken } = await send('/cooperatives/login', (password) => ({ identifier: phone, password }), first)
    await send(
      '/auth/change-password',
      (password) => ({ currentPassword: first, password, confirmPassword: password }),
      second,
      200,
      accessToken,
    )
    await send('/cooperatives/login', (password) => ({ identifier: phone, password }), second)
    dataOf(await app.call('POST', '/auth/forgot-password', { body: { identifier: phone } }))
    const code = await lastCode(app, phone)
    await send(
      '/auth/reset-password',
      (guess) => ({ identifier: phone, code: guess, password: first, confirmPassword: first }),
      code,
    )
    const member = await buildMember(app, await buildCooperative(app))
    await send(
      '/auth/reset-password',
      (guess) => ({ identifier: member.phone, code: guess, password: first, confirmPassword: first }),
      member.activationCode,
    )
    await send('/member-auth/login', (password) => ({ phoneNumber: member.phone, password }), first)
    await app.outbox()

    const values = await stolen()
    expect(values.length).toBeGreaterThan(500)
    const secrets = [first, second, code, member.activationCode]
    const readable = values.filter(({ value }) => secrets.some((secret) => value.includes(secret)))
    expect(readable.map(({ place }) => place)).toEqual([])
    const guessed = new Set(
      secrets
        .flatMap((secret) => quickHashes(secret, seen))
        .flatMap((hash) => [
          hash.toString('latin1'),
          hash.toString('hex'),
          hash.toString('base64'),
          hash.toString('base64url'),
        ]),
    )
    expect(values.filter(({ value }) => guessed.has(value.toString('latin1'))).map(({ place }) => place)).toEqual([])
  })

  test('the same key with another password is another request, and with the same one gets the same reply', async () => {
    const { coopId, password } = await buildCooperative(app)
    const key = newKey()
    const login = async (given: string) =>
      app.call('POST', '/cooperatives/login', { body: { identifier: coopId, password: given }, key })
    const reply = await login(password)
    expect((await login('wrong-password')).status).toBe(401)
    expect((await login('wrong-password')).headers.get('idempotent-replayed')).toBe(null)
    const again = await login(password)
    expect([again.status, again.headers.get('idempotent-replayed'), again.body]).toEqual([200, 'true', reply.body])
  })

  test('each field of a request that is named like a secret is marked as one, at the top of its body', () => {
    const named = routes.flatMap(({ endpoint }) =>
      (['params', 'query', 'body'] as const).flatMap((part) =>
        secretsIn(endpoint[part], `${endpoint.method} ${endpoint.path} ${part}`, part === 'body' ? 1 : 0),
      ),
    )
    const loose = named
      .filter(({ isMarked, place }) => !isMarked && !publicCodes.includes(place))
      .map(({ place }) => place)
    expect({ loose, misplaced: named.filter(({ isMarked, isAtTop }) => isMarked && !isAtTop) }).toEqual({
      loose: [],
      misplaced: [],
    })
    expect(named.filter(({ isMarked }) => isMarked).length).toBeGreaterThan(10)
  })
})

type Named = { place: string; isMarked: boolean; isAtTop: boolean }
type Definition = {
  shape?: Record<string, z.core.$ZodType>
  options?: readonly z.core.$ZodType[]
  innerType?: z.core.$ZodType
  element?: z.core.$ZodType
  in?: z.core.$ZodType
}

/** Fields below a schema that are named like a secret or marked as one; `depth` is 1 where the names at its top are read by the server. */
function secretsIn(schema: z.core.$ZodType | undefined, place: string, depth: number): Named[] {
  if (!schema) return []
  const { shape = {}, options = [], innerType, element, in: wire } = schema._zod.def as Definition
  return [
    ...Object.entries(shape).flatMap(([name, field]) => {
      const here = `${place}.${name}`
      const isMarked = isSecret(field)
      const isNamed = /pass(?:word|phrase|code)|token|ticket|secret|\botp\b|\bpin\b|^code$/i.test(name)
      return [
        ...(isMarked || isNamed ? [{ place: here, isMarked, isAtTop: depth === 1 }] : []),
        ...secretsIn(field, here, depth === 0 ? 0 : depth + 1),
      ]
    }),
    ...[...options, innerType, element, wire].flatMap((inner) => secretsIn(inner, place, depth)),
  ]
}
