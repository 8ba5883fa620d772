import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { codeLimits } from '#features/access/login/rules/session.ts'
import { type Reply, sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  appCode,
  buildCooperative,
  buildMember,
  dataOf,
  deviceCookie,
  loginMember,
  signInCookie,
  statusesOf,
  type TestCooperative,
  type TestMember,
  turnOnTwoSteps,
} from '#dev/testing/builders.ts'
import { atSize } from '#dev/testing/size.ts'

const password = 'member-password'

describe('somebody who has the password, and not the phone', () => {
  let app: TestApp
  let cooperative: TestCooperative
  let member: TestMember
  let token: string
  let key: string
  beforeAll(async () => {
    app = await sharedTestApp()
    cooperative = await buildCooperative(app)
  })
  afterAll(() => app.stop())
  beforeEach(async () => {
    member = await buildMember(app, cooperative)
    token = await loginMember(app, member, password)
    ;({ key } = await turnOnTwoSteps(app, token, password))
  })

  const login = (cookie?: string) =>
    app.call('POST', '/member-auth/login', {
      body: { phoneNumber: member.phone, password },
      ...(cookie && { headers: { cookie } }),
    })
  const tryCode = (first: Reply, code: string, cookie = signInCookie(first)) =>
    app.call('POST', '/auth/second-factor/session', {
      body: { ticket: first.body.data.ticket, code },
      headers: { cookie },
    })
  const wrong = () => String((Number(appCode(key)) + 123_456) % 1_000_000).padStart(6, '0')
  /** As if the time of every lock had passed, and the minutes in which failures count together. */
  const waitOutLocks = async () => {
    await app.admin.query(
      "update platform.login_failure set locked_until = locked_until - interval '20 minutes', window_started_at = window_started_at - interval '20 minutes'",
    )
  }

  test('gets five guesses before the login locks, however often they log in again in between', async () => {
    const replies: Reply[] = []
    for (let tries = 0; tries < 5; tries += 1) replies.push(await tryCode(await login(), wrong()))
    expect(statusesOf(replies)).toEqual([422, 422, 422, 422, 422])
    const locked = await login()
    expect([locked.status, locked.headers.get('retry-after')]).toEqual([423, '60'])
  })

  test('gets no more of them by asking all at once with many tickets', async () => {
    // Ten at a time: more passwords of one network than can wait to be compared are turned away, and this is about codes.
    const firsts: Reply[] = []
    for (let round = 0; round < atSize(1, 4); round += 1)
      firsts.push(...(await Promise.all(Array.from({ length: 10 }, () => login()))))
    const replies = await Promise.all(firsts.map((first) => tryCode(first, wrong())))
    expect(replies.filter(({ status }) => status === 422).length).toBeLessThanOrEqual(5)
    expect(new Set(statusesOf(replies))).toEqual(new Set([422, 423]))
    expect((await tryCode(firsts[0] as Reply, appCode(key))).status).toBe(423)
  })

  test('who waits out each lock is stopped for an hour after fifty guesses, and the owner’s own device is not', async () => {
    const { key: ownKey, ...owner } = { key, first: await login() }
    const opened = await tryCode(owner.first, appCode(ownKey))
    const device = deviceCookie(opened)
    await app.admin.query('update platform.authenticator set last_step = last_step - 5')
    const first = await login()
    for (let tries = 0; tries < codeLimits.everywhere.allowed; tries += 1) {
      await waitOutLocks()
      await app.admin.query("update platform.login_failure set window_started_at = now() where subject like 'codes %'")
      expect((await tryCode(first, wrong())).status).toBe(422)
    }
    await app.admin.query("update platform.login_failure set locked_until = null where subject not like 'codes %'")
    const stopped = await tryCode(first, appCode(key))
    expect([stopped.status, Number(stopped.headers.get('retry-after')) > 3500]).toEqual([423, true])
    const again = await login(device)
    expect((await tryCode(again, appCode(key), `${device}; ${signInCookie(again)}`)).status).toBe(200)
  })

  test('opens nothing with a ticket that was taken from another browser, or without its cookie', async () => {
    const first = await login()
    const elsewhere = signInCookie(await login())
    for (const cookie of [elsewhere, 'ajose_sign_in=planted', `ajose_sign_in=${'x'.repeat(43)}`]) {
      expect((await tryCode(first, appCode(key), cookie)).body).toMatchObject({
        status: 422,
        message: 'This login took too long. Please log in again.',
      })
    }
    expect((await tryCode(first, appCode(key))).status).toBe(200)
  })

  test('does nothing else with a ticket: it is no token, no refresh token and links no sign-in', async () => {
    const first = await login()
    const { ticket } = first.body.data
    const cookie = signInCookie(first)
    expect((await app.call('GET', '/member-portal/profile', { token: ticket })).status).toBe(401)
    expect((await app.call('POST', '/cooperatives/refresh-token', { body: { refreshToken: ticket } })).status).toBe(401)
    expect((await app.call('POST', '/auth/oidc/session', { body: { code: ticket }, headers: { cookie } })).status).toBe(
      422,
    )
    expect(
      (await app.call('POST', '/auth/identities', { token, body: { ticket, password }, headers: { cookie } })).status,
    ).toBe(422)
  })

  test('does not log in with the app or the codes of another login', async () => {
    const other = await buildMember(app, cooperative)
    const theirs = await turnOnTwoSteps(app, await loginMember(app, other, password), password)
    expect((await tryCode(await login(), appCode(theirs.key))).status).toBe(422)
    expect((await tryCode(await login(), theirs.recoveryCodes[0] ?? '')).status).toBe(422)
  })

  // ASVS V6.5.2
  test('finds neither the key of the app, nor a code, nor a ticket in the database', async () => {
    const { ticket } = dataOf(await login())
    const { rows } = await app.admin.query(
      "select concat(encode(a.sealed_key, 'escape'), a.*, r.*, t.*) as text from platform.authenticator a left join platform.recovery_code r using (login_id) left join platform.login_ticket t using (login_id)",
    )
    expect(rows.length).toBeGreaterThan(9)
    for (const { text } of rows) for (const secret of [key, ticket]) expect(text).not.toContain(secret)
  })
})
