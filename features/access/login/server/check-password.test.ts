import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#platform/db/database.ts'
import { type Reply, sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  dataOf,
  deviceCookie,
  lastCode,
  loginMember,
  newPhone,
  type TestCooperative,
} from '#dev/testing/builders.ts'
import { checkPassword } from './check-password.ts'
import { findMemberLogin } from './reads.ts'
import { clearFailures } from './writes.ts'

describe('locking an account after wrong passwords', () => {
  let app: TestApp
  let cooperative: TestCooperative

  beforeAll(async () => {
    app = await sharedTestApp()
    cooperative = await buildCooperative(app)
  })
  afterAll(() => app.stop())

  const right = 'member-password'
  const login = (phoneNumber: string, password: string, cookie?: string) =>
    app.call('POST', '/member-auth/login', {
      body: { phoneNumber, password },
      ...(cookie !== undefined && { headers: { cookie } }),
    })
  const fail = async (phone: string, times: number, cookie?: string): Promise<Reply[]> => {
    const replies = []
    for (let n = 0; n < times; n += 1) replies.push(await login(phone, 'wrong-password', cookie))
    return replies
  }
  const activeMember = async () => {
    const member = await buildMember(app, cooperative)
    await loginMember(app, member)
    return member.phone
  }
  /** As if the time of every lock had passed. */
  const passTime = () =>
    app.admin.query(
      `update platform.login_failure set locked_until = now() - interval '1 second' where locked_until is not null`,
    )
  const minutesLocked = (reply: Reply) => Math.ceil(Number(reply.headers.get('retry-after')) / 60)

  // ASVS V6.3.1
  test('five wrong ones lock it even for the right one, and say for how long', async () => {
    const phone = await activeMember()
    expect((await fail(phone, 5)).map(({ status }) => status)).toEqual([401, 401, 401, 401, 401])
    const locked = await login(phone, right)
    expect(locked.body).toMatchObject({
      status: 423,
      message:
        'This account is temporarily locked after multiple failed attempts. Try again in 1 minute, or reset the password.',
    })
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(50)
    expect(Number(locked.headers.get('retry-after'))).toBeLessThanOrEqual(60)
  })

  test('a right one in between begins the count again', async () => {
    const phone = await activeMember()
    await fail(phone, 4)
    dataOf(await login(phone, right))
    await fail(phone, 4)
    expect((await login(phone, right)).status).toBe(200)
  })

  test('a lock that guesses set meanwhile holds for the right one among them, and for the count', async () => {
    const phone = await activeMember()
    const { database } = app.services
    const found = await database.auth((tx) => findMemberLogin(tx, phone))
    for (const password of [right, 'wrong-password']) {
      await database.auth((tx) => clearFailures(tx, String(found?.loginId)))
      // Whatever comes first in a check is over before five others fill the window.
      const overtaken: Database = {
        ...database,
        async auth(work) {
          const result = await database.auth(work)
          await app.admin.query(
            `insert into platform.login_failure values ($1, 'strangers', 0, now(), 1, now() + interval '1 minute') on conflict do nothing`,
            [found?.loginId],
          )
          return result
        },
      }
      const context = { ...app.services, database: overtaken, requestId: '', now: new Date() }
      const attempt = { identifier: phone, password, cost: 'member', unknown: 'invalid_credentials' } as const
      await expect(
        checkPassword(
          context,
          {
            device: undefined,
            address: '',
            agent: '',
            origin: '',
            isFromOtherSite: false,
            query: '',
            signIn: undefined,
            keepSignIn: () => {},
            trust: () => {},
          },
          found,
          attempt,
        ),
      ).rejects.toMatchObject({ code: 'account_locked' })
      expect(
        (
          await app.admin.query(`select failures, locks from platform.login_failure where subject = $1`, [
            found?.loginId,
          ])
        ).rows,
      ).toEqual([{ failures: 0, locks: 1 }])
    }
  })

  test('the lock passes, and each next one is longer, up to a quarter of an hour', async () => {
    const phone = await activeMember()
    const minutes = []
    for (let round = 0; round < 6; round += 1) {
      await fail(phone, 5)
      minutes.push(minutesLocked(await login(phone, right)))
      await passTime()
    }
    expect(minutes).toEqual([1, 2, 4, 8, 15, 15])
    expect((await login(phone, right)).status).toBe(200)
  })

  test('a browser that logged in before gets in while strangers are locked out', async () => {
    const phone = await activeMember()
    const cookie = deviceCookie(await login(phone, right))
    await fail(phone, 5)
    expect((await login(phone, right)).status).toBe(423)
    expect((await login(phone, right, cookie)).status).toBe(200)
    // Its own count is not without end.
    await fail(phone, 10, cookie)
    expect((await login(phone, right, cookie)).status).toBe(423)
  })

  test("a browser known to one account is a stranger to another's", async () => {
    const [mine, theirs] = [await activeMember(), await activeMember()]
    const cookie = deviceCookie(await login(mine, right))
    await fail(theirs, 5, cookie)
    expect((await login(theirs, right, cookie)).status).toBe(423)
  })

  test('wrong ones that are spread over more than a quarter of an hour do not lock', async () => {
    const phone = await activeMember()
    await fail(phone, 4)
    await app.admin.query(
      `update platform.login_failure set window_started_at = window_started_at - interval '16 minutes'`,
    )
    await fail(phone, 4)
    expect((await login(phone, right)).status).toBe(200)
  })

  test('an unknown phone locks like a known one, so that the lock does not tell who is a member', async () => {
    const phone = newPhone()
    expect((await fail(phone, 6)).map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 423])
  })

  test('a cooperative is locked alike, by its id and by its phone together', async () => {
    const locked = await buildCooperative(app)
    const enter = (identifier: string, password: string) =>
      app.call('POST', '/cooperatives/login', { body: { identifier, password } })
    for (const identifier of [
      locked.coopId,
      locked.phone,
      locked.phone.replace('+234', '0'),
      locked.coopId.toLowerCase(),
      locked.phone,
    ])
      await enter(identifier, 'wrong-password')
    expect((await enter(locked.coopId, locked.password)).status).toBe(423)
    // The session that is open goes on.
    expect((await app.call('GET', '/cooperatives/profile', { token: locked.token })).status).toBe(200)
  })

  test('a new password by a code from the phone opens it at once', async () => {
    const phone = await activeMember()
    await fail(phone, 5)
    await app.call('POST', '/auth/forgot-password', { body: { identifier: phone } })
    const body = {
      identifier: phone,
      code: await lastCode(app, phone),
      password: 'new-password',
      confirmPassword: 'new-password',
    }
    dataOf(await app.call('POST', '/auth/reset-password', { body }))
    expect((await login(phone, 'new-password')).status).toBe(200)
  })
})
