import type * as Argon2 from '@node-rs/argon2'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  dataOf,
  loginMember,
  newKey,
  newPhone,
  resetPassword,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'

/** The costly work of the server in its order: what was hashed or compared, and at which cost. */
const work = vi.hoisted((): string[] => [])
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof Argon2>()
  return {
    ...real,
    hash: (...given: Parameters<typeof real.hash>) => {
      work.push(`hash m=${given[1]?.memoryCost}`)
      return real.hash(...given)
    },
    verify: (...given: Parameters<typeof real.verify>) => {
      work.push(`verify ${/m=\d+/.exec(String(given[0]))?.[0]}`)
      return real.verify(...given)
    },
  }
})

describe('what a stranger may find out or fill up', () => {
  let app: TestApp
  let cooperative: TestCooperative
  let activated: TestMember
  let invited: TestMember

  beforeAll(async () => {
    app = await startTestApp()
    cooperative = await buildCooperative(app)
    activated = await buildMember(app, cooperative)
    await loginMember(app, activated)
    invited = await buildMember(app, cooperative)
  })
  afterAll(() => app.stop())

  const identifiers = () => ({
    'noLogin’s phone': newPhone(),
    'noLogin’s CoopId': 'AJO-222222',
    'a cooperative’s CoopId': cooperative.coopId,
    'a cooperative’s phone': cooperative.phone,
    'the phone of a member with a password': activated.phone,
    'the phone of a member without one': invited.phone,
  })

  test('a code that is tried for a new password takes the same work for every identifier', async () => {
    const tryCode = (identifier: string) => resetPassword(app, identifier, '00000000', 'any-password')
    // The first comparison with nothing makes what is compared with.
    await tryCode(newPhone())
    const done: Record<string, string[]> = {}
    for (const [what, identifier] of Object.entries(identifiers())) {
      work.length = 0
      expect((await tryCode(identifier)).status).toBe(422)
      done[what] = [...work]
    }
    const same = ['hash m=128', 'hash m=64', 'verify m=64']
    expect(done).toEqual(Object.fromEntries(Object.keys(done).map((what) => [what, same])))
  })

  test('asking for a code is answered alike, and no sooner for an account that is not there', async () => {
    const answers = await Promise.all(
      Object.values(identifiers()).map(async (identifier) => {
        const began = performance.now()
        const { status, body } = await app.call('POST', '/auth/forgot-password', { body: { identifier } })
        return { status, body, isSlow: performance.now() - began > 290 }
      }),
    )
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
      new Set([JSON.stringify({ ...answers[0], status: 200, isSlow: true })]),
    )
  })

  test('fresh keys don’t fill the table of replies: the oldest of strangers make room, and those of known callers stay', async () => {
    const most = 10_000
    const noLogin = '00000000-0000-0000-0000-000000000000'
    const superAdmin = (await app.admin.query("select login_id from platform.login where kind = 'superadmin'")).rows[0]
      .login_id as string
    await app.admin.query(
      `insert into platform.idempotency (login_id, key_hash, request_hash, status, sealed_body, created_at)
       select l.id, sha256(n::text::bytea), '', 200, '\\x00', now() - make_interval(secs => 100000 - n) from generate_series(1, $1) n, unnest($2::uuid[]) as l(id)`,
      [most + 50, [noLogin, superAdmin]],
    )
    const key = newKey()
    const ask = () => app.call('POST', '/auth/forgot-password', { body: { identifier: 'AJO-222222' }, key })
    dataOf(await ask())
    const count = async (login: string) =>
      Number(
        (await app.admin.query('select count(*) from platform.idempotency where login_id = $1', [login])).rows[0].count,
      )
    expect([await count(noLogin), await count(superAdmin)]).toEqual([most, most + 50])
    expect((await ask()).headers.get('idempotent-replayed')).toBe('true')
  })
})
