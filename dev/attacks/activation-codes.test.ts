import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  dataOf,
  from,
  lastCode,
  loginMember,
  newPhone,
  resetPassword,
  statusesOf,
  type TestCooperative,
} from '#dev/testing/builders.ts'
import { atSize } from '#dev/testing/size.ts'

const codeWrong = { status: 422, message: 'This code is wrong, used or expired. Ask for a new one.' }

describe('activation codes', () => {
  let app: TestApp
  let cooperative: TestCooperative
  beforeAll(async () => {
    app = await sharedTestApp()
    cooperative = await buildCooperative(app)
  })
  afterAll(() => app.stop())

  let networks = 0
  const newNetwork = () => `203.0.${Math.trunc((networks += 1) / 250)}.${1 + (networks % 250)}`
  const reset = (identifier: string, code: string, network: string) =>
    resetPassword(app, identifier, code, 'first-password', from(network))
  const otherThan = (code: string, n = 0) => String((Number(code) + 1 + n) % 100_000_000).padStart(8, '0')
  const guess = async (phone: string, code: string, times: number, network: string) => {
    const replies = []
    for (let n = 0; n < times; n += 1) replies.push(await reset(phone, otherThan(code, n), network))
    return replies
  }
  /** As if this many minutes had passed for the counts of this phone. */
  const pass = (phone: string, minutes: number) =>
    app.admin.query(
      `update platform.login_failure set locked_until = locked_until - make_interval(mins => $2), window_started_at = window_started_at - make_interval(mins => $2) where subject = 'code ' || $1`,
      [phone, minutes],
    )

  test('a stranger who tries wrong codes does not end the code of a member', async () => {
    const { phone, activationCode } = await buildMember(app, cooperative)
    const stranger = newNetwork()
    const replies = await guess(phone, activationCode, atSize(15, 60), stranger)
    expect(replies.slice(0, 10).map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 422))
    for (const paused of replies.slice(10)) {
      const message =
        'Too many wrong codes were tried. The code still works: try again in 1 minute, or from another network.'
      expect(paused.body).toMatchObject({ status: 429, message, errors: [{ field: 'code', message }] })
      expect(Number(paused.headers.get('retry-after'))).toBeGreaterThan(50)
    }
    expect((await reset(phone, activationCode, newNetwork())).status).toBe(200)
  })

  test('five wrong codes from the network of the member itself leave the code as it is', async () => {
    const { phone, activationCode } = await buildMember(app, cooperative)
    const home = newNetwork()
    await guess(phone, activationCode, 5, home)
    expect((await reset(phone, activationCode, home)).status).toBe(200)
  })

  test('a guesser waits longer each time, and meanwhile the right code says no more than a wrong one', async () => {
    const { phone, activationCode } = await buildMember(app, cooperative)
    const network = newNetwork()
    for (const minutes of [1, 2, 4]) {
      await guess(phone, activationCode, 10, network)
      const [right, wrong] = [
        await reset(phone, activationCode, network),
        await reset(phone, otherThan(activationCode), network),
      ]
      expect({ ...right.body, requestId: '' }).toEqual({ ...wrong.body, requestId: '' })
      expect(right.status).toBe(429)
      expect(right.body.message).toContain(`in ${minutes} minute`)
      await pass(phone, minutes)
    }
    expect((await reset(phone, activationCode, network)).status).toBe(200)
  })

  // ASVS V6.6.3
  test('guessers on many networks together are held to fifty tries an hour, and the code works after it', async () => {
    const { phone, activationCode } = await buildMember(app, cooperative)
    for (let n = 0; n < 5; n += 1)
      expect(statusesOf(await guess(phone, activationCode, 10, newNetwork()))).toEqual(
        Array.from({ length: 10 }, () => 422),
      )
    expect((await reset(phone, activationCode, newNetwork())).status).toBe(429)
    await pass(phone, 60)
    expect((await reset(phone, activationCode, newNetwork())).status).toBe(200)
  })

  test('tries at the same moment are counted like those one after the other', async () => {
    const { phone, activationCode } = await buildMember(app, cooperative)
    const network = newNetwork()
    const replies = await Promise.all(
      Array.from({ length: 15 }, (_, n) => reset(phone, otherThan(activationCode, n), network)),
    )
    expect(replies.filter(({ status }) => status === 422).length).toBeLessThanOrEqual(10)
    expect((await reset(phone, activationCode, network)).status).toBe(429)
    expect((await reset(phone, activationCode, newNetwork())).status).toBe(200)
  })

  test('a phone that no one has is answered like one that waits for its member', async () => {
    const { phone, activationCode } = await buildMember(app, cooperative)
    const [known, unknown] = [
      await guess(phone, activationCode, 12, newNetwork()),
      await guess(newPhone(), activationCode, 12, newNetwork()),
    ]
    expect(unknown.map(({ status, body }) => [status, body.message])).toEqual(
      known.map(({ status, body }) => [status, body.message]),
    )
  })

  test('a pause of activation codes stops no code that a member has asked for', async () => {
    const member = await buildMember(app, cooperative)
    await loginMember(app, member)
    const network = newNetwork()
    await guess(member.phone, member.activationCode, 12, network)
    dataOf(await app.call('POST', '/auth/forgot-password', { body: { identifier: member.phone } }))
    const code = await lastCode(app, member.phone)
    expect((await reset(member.phone, otherThan(code), network)).status).toBe(429)
    expect((await reset(member.phone, code, network)).status).toBe(200)
    expect((await reset(member.phone, code, network)).body).toMatchObject(codeWrong)
  })
})
