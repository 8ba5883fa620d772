import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { passkeysMax } from '#features/access/login/rules/session.ts'
import { type Reply, sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  appCode,
  buildCooperative,
  buildMember,
  dataOf,
  forgetCodes,
  letProofsLapse,
  loginMember,
  signInCookie,
  statusesOf,
  type TestCooperative,
  type TestMember,
  turnOnTwoSteps,
} from '#dev/testing/builders.ts'
import { type Forgery, softwarePasskey } from '#dev/testing/software-passkey.ts'

const password = 'member-password'
const notAccepted = {
  status: 422,
  errors: [{ field: 'passkey', message: 'This passkey was not accepted. Try again, or use a code.' }],
}
const expired = {
  status: 422,
  errors: [{ field: 'passkey', message: 'This took too long or was answered already. Please try again.' }],
}

let app: TestApp
let cooperative: TestCooperative
let member: TestMember
let token: string
beforeAll(async () => {
  app = await sharedTestApp()
  cooperative = await buildCooperative(app)
})
afterAll(() => app.stop())
beforeEach(async () => {
  member = await buildMember(app, cooperative)
  token = await loginMember(app, member, password)
})

type Device = ReturnType<typeof softwarePasskey>

const begin = (as = token) =>
  app.call('POST', '/auth/second-factor/passkeys/challenge', { token: as, body: { password } })
const add = (passkey: object, as = token, name = 'Phone') =>
  app.call('POST', '/auth/second-factor/passkeys', { token: as, body: { name, passkey } })
async function withPasskey(as = token): Promise<{ device: Device; recoveryCodes: string[] }> {
  const device = softwarePasskey(app.url)
  const { recoveryCodes } = dataOf(await add(device.make(dataOf(await begin(as))), as), 201)
  return { device, recoveryCodes }
}

const login = (phone = member.phone) =>
  app.call('POST', '/member-auth/login', { body: { phoneNumber: phone, password } })
const challengeOf = (first: Reply, cookie = signInCookie(first)) =>
  app.call('POST', '/auth/second-factor/session/challenge', {
    body: { ticket: first.body.data.ticket },
    headers: { cookie },
  })
const open = (first: Reply, proof: object, cookie = signInCookie(first)) =>
  app.call('POST', '/auth/second-factor/session', {
    body: { ticket: first.body.data.ticket, ...proof },
    headers: { cookie },
  })
const status = async (as = token) => dataOf(await app.call('GET', '/auth/second-factor', { token: as }))
const lastWord = async () => (await app.outbox()).findLast(({ to }) => to === member.phone)?.text
/** What the cooperative's audit trail has of the member, by name. */
const trail = async () => {
  await app.settled()
  const { rows } = await app.admin.query<{ action: string }>(
    "select action from audit.event where subject_id = $1 and actor_name = 'Ada Obi' order by action",
    [member.id],
  )
  return rows.map(({ action }) => action)
}
/** As if six minutes had passed since anybody gave a password, a code or a passkey. */
const afterAWhile = () => letProofsLapse(app)

describe('adding a passkey', () => {
  test('takes the password, gives recovery codes, ends the other sessions, sends word, and shows it under its name', async () => {
    const other = dataOf(await login()).accessToken
    expect(
      (
        await app.call('POST', '/auth/second-factor/passkeys/challenge', {
          token,
          body: { password: 'not-the-password' },
        })
      ).body.errors,
    ).toEqual([{ field: 'password', message: 'This is not your current password.' }])
    const options = dataOf(await begin())
    expect(options).toMatchObject({
      rp: { id: new URL(app.url).hostname },
      attestation: 'none',
      authenticatorSelection: { userVerification: 'required' },
      excludeCredentials: [],
    })
    const device = softwarePasskey(app.url)
    const { recoveryCodes } = dataOf(await add(device.make(options), token, 'Ada’s phone'), 201)
    expect(new Set(recoveryCodes).size).toBe(10)
    expect((await app.call('GET', '/member-portal/profile', { token: other })).status).toBe(401)
    expect(await lastWord()).toContain('two-step verification is on')
    expect(await status()).toMatchObject({
      authenticator: null,
      recoveryCodesLeft: 10,
      passkeys: [{ name: 'Ada’s phone', lastUsedAt: null }],
    })
    expect(dataOf(await begin()).excludeCredentials).toEqual([
      { id: device.credentialId, type: 'public-key', transports: ['internal'] },
    ])
  })

  test.each<[string, Forgery]>([
    ['for another origin', { origin: 'https://ajose.example.evil' }],
    ['for another site', { rpId: 'evil.example' }],
    ['without checking who holds the device', { isVerified: false }],
    ['for another challenge', { challenge: 'x'.repeat(43) }],
    ['as if it were a login', { type: 'webauthn.get' }],
  ])('refuses one that was made %s, and spends the challenge', async (_, forgery) => {
    const options = dataOf(await begin())
    const device = softwarePasskey(app.url)
    expect((await add(device.make(options, forgery))).body).toMatchObject(notAccepted)
    expect((await add(device.make(options))).body).toMatchObject(expired)
    expect((await status()).passkeys).toEqual([])
  })

  test('is bound to the session that asked, to five minutes, and to one answer', async () => {
    const other = dataOf(await login()).accessToken
    const options = dataOf(await begin())
    expect((await add(softwarePasskey(app.url).make(options), other)).body).toMatchObject(expired)
    await app.admin.query("update platform.passkey_challenge set expires_at = expires_at - interval '5 minutes'")
    expect((await add(softwarePasskey(app.url).make(options))).body).toMatchObject(expired)
    const again = dataOf(await begin())
    const tried = await Promise.all(
      [softwarePasskey(app.url), softwarePasskey(app.url)].map((device) => add(device.make(again))),
    )
    expect(statusesOf(tried)).toEqual([201, 422])
  })

  // Remedy: too_many_passkeys
  test('refuses one that opens another login, and an eleventh', async () => {
    const { device } = await withPasskey()
    const stranger = await buildMember(app, cooperative)
    const theirs = await loginMember(app, stranger, password)
    expect((await add(device.make(dataOf(await begin(theirs))), theirs)).body).toMatchObject({
      status: 409,
      message: 'This passkey opens a login already. Use another device or password manager.',
    })
    for (let count = 1; count < passkeysMax; count += 1) expect((await withPasskey()).recoveryCodes).toEqual([])
    expect(await lastWord()).toContain('a passkey was added')
    expect((await begin()).body).toMatchObject({
      status: 409,
      message: `You have ${passkeysMax} passkeys already. Remove one first.`,
    })
    const [first] = (await status()).passkeys
    dataOf(await app.call('DELETE', `/auth/second-factor/passkeys/${first.id}`, { token }))
    await withPasskey()
  })

  test('beside an authenticator app leaves its recovery codes, and either opens the login', async () => {
    const { key, recoveryCodes } = await turnOnTwoSteps(app, token, password)
    const { device, recoveryCodes: more } = await withPasskey()
    expect(more).toEqual([])
    await forgetCodes(app)
    const byCode = await login()
    dataOf(await open(byCode, { code: appCode(key) }))
    const byPasskey = await login()
    dataOf(await open(byPasskey, { passkey: device.use(dataOf(await challengeOf(byPasskey))) }))
    dataOf(await open(await login(), { code: recoveryCodes[0] }))
  })
})

describe('a login with a passkey', () => {
  let device: Device
  let recoveryCodes: string[]
  beforeEach(async () => {
    ;({ device, recoveryCodes } = await withPasskey())
  })

  test('gets no session for the password alone, and one for the passkey or a recovery code', async () => {
    const first = await login()
    expect(first.body.data).toEqual({ ticket: expect.any(String) })
    const options = dataOf(await challengeOf(first))
    expect(options).toEqual({
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      rpId: new URL(app.url).hostname,
      allowCredentials: [{ id: device.credentialId, type: 'public-key', transports: ['internal'] }],
      timeout: 300_000,
      userVerification: 'required',
    })
    const opened = dataOf(await open(first, { passkey: device.use(options) }))
    expect((await app.call('GET', '/member-portal/profile', { token: opened.accessToken })).status).toBe(200)
    expect((await status()).passkeys[0].lastUsedAt).toEqual(expect.any(String))
    dataOf(await open(await login(), { code: recoveryCodes[0] }))
    expect((await status()).recoveryCodesLeft).toBe(9)
    const third = await login()
    expect((await open(third, { code: '123456' })).status).toBe(422)
    expect((await open(third, {})).status).toBe(422)
  })

  test('takes an answer once, also twice at the same moment, and none that was recorded for a later challenge', async () => {
    const first = await login()
    const used = device.use(dataOf(await challengeOf(first)))
    expect(statusesOf(await Promise.all([open(first, { passkey: used }), open(first, { passkey: used })]))).toEqual([
      200, 422,
    ])
    const later = await login()
    expect((await open(later, { passkey: used })).body).toMatchObject(expired)
    await challengeOf(later)
    expect((await open(later, { passkey: used })).body).toMatchObject(notAccepted)
  })

  test.each<[string, Forgery]>([
    ['at another origin', { origin: 'https://ajose.example.evil' }],
    ['for another site', { rpId: 'evil.example' }],
    ['without checking who holds the device', { isVerified: false }],
    ['as if a passkey were made', { type: 'webauthn.create' }],
  ])('refuses what was signed %s', async (_, forgery) => {
    const first = await login()
    const options = dataOf(await challengeOf(first))
    expect((await open(first, { passkey: device.use(options, forgery) })).body).toMatchObject(notAccepted)
    expect((await open(first, { passkey: device.use(options) })).body).toMatchObject(expired)
    dataOf(await open(first, { passkey: device.use(dataOf(await challengeOf(first))) }))
  })

  test('refuses a counter that goes back or is still, as of a copied device', async () => {
    for (const [counter, expected] of [
      [7, 200],
      [7, 422],
      [6, 422],
      [8, 200],
    ] as const) {
      const first = await login()
      expect((await open(first, { passkey: device.use(dataOf(await challengeOf(first)), { counter }) })).status).toBe(
        expected,
      )
    }
  })

  test('refuses the passkey of another person, and another key under the same name', async () => {
    const other = await buildMember(app, cooperative)
    const { device: theirs } = await withPasskey(await loginMember(app, other, password))
    const first = await login()
    expect((await open(first, { passkey: theirs.use(dataOf(await challengeOf(first))) })).body).toMatchObject(
      notAccepted,
    )
    const forged = {
      ...softwarePasskey(app.url).use(dataOf(await challengeOf(first))),
      credentialId: device.credentialId,
    }
    expect((await open(first, { passkey: forged })).body).toMatchObject(notAccepted)
  })

  test('refuses a challenge of another browser, of another login under way and of the step-up', async () => {
    const [first, elsewhere] = [await login(), await login()]
    const options = dataOf(await challengeOf(first))
    expect((await challengeOf(first, signInCookie(elsewhere))).status).toBe(422)
    expect((await open(first, { passkey: device.use(options) }, signInCookie(elsewhere))).body.message).toBe(
      'This login took too long. Please log in again.',
    )
    expect((await open(elsewhere, { passkey: device.use(options) })).body).toMatchObject(expired)
    const forStepUp = dataOf(await app.call('POST', '/auth/step-up/challenge', { token }))
    expect((await open(elsewhere, { passkey: device.use(forStepUp) })).body).toMatchObject(expired)
    await app.admin.query("update platform.passkey_challenge set expires_at = expires_at - interval '5 minutes'")
    expect((await open(first, { passkey: device.use(options) })).body).toMatchObject(expired)
  })

  test('is locked after five wrong passkeys as after wrong codes, for the right one too', async () => {
    const first = await login()
    const tryOne = async (forgery: Forgery) =>
      (await open(first, { passkey: device.use(dataOf(await challengeOf(first)), forgery) })).status
    const statuses: number[] = []
    for (let tries = 0; tries < 5; tries += 1) statuses.push(await tryOne({ isVerified: false }))
    expect([...statuses, await tryOne({})]).toEqual([422, 422, 422, 422, 422, 423])
    expect(await trail()).toEqual([
      'account.activated',
      'login.locked',
      'passkey.added',
      ...Array(5).fill('second_step.wrong'),
    ])
  })

  test('shows once more who is there with the passkey, in the session that asked', async () => {
    await afterAWhile()
    const remove = async () => (await app.call('DELETE', '/auth/sessions', { token })).status
    expect(await remove()).toBe(428)
    const prove = (passkey: object, as = token) => app.call('POST', '/auth/step-up', { token: as, body: { passkey } })
    const first = await login()
    const { accessToken: elsewhere } = dataOf(
      await open(first, { passkey: device.use(dataOf(await challengeOf(first))) }),
    )
    const options = dataOf(await app.call('POST', '/auth/step-up/challenge', { token }))
    expect((await prove(device.use(options), elsewhere)).body).toMatchObject(expired)
    const used = device.use(options)
    token = dataOf(await prove(used)).accessToken
    expect((await prove(used)).body).toMatchObject(expired)
    expect(await remove()).toBe(200)
  })
})

describe('removing a passkey', () => {
  const remove = async (id: string, as = token) =>
    app.call('DELETE', `/auth/second-factor/passkeys/${id}`, { token: as })

  test('turns two-step verification off with the last one, recovery codes included, and sends word', async () => {
    await withPasskey()
    await withPasskey()
    const [one, two] = (await status()).passkeys
    await afterAWhile()
    expect((await remove(one.id)).status).toBe(428)
    token = dataOf(await app.call('POST', '/auth/step-up', { token, body: { password } })).accessToken
    expect(dataOf(await remove(one.id))).toBe(null)
    expect(await lastWord()).toContain('a passkey was removed')
    expect(await status()).toMatchObject({ passkeys: [{ id: two.id }], recoveryCodesLeft: 10 })
    expect(dataOf(await remove(two.id))).toBe(null)
    expect(await lastWord()).toContain('two-step verification was turned off')
    expect(await status()).toMatchObject({ passkeys: [], recoveryCodesLeft: 0 })
    expect(await trail()).toEqual([
      'account.activated',
      'identity.confirmed',
      'passkey.added',
      'passkey.added',
      'passkey.removed',
      'passkey.removed',
    ])
    expect((await login()).body.data.accessToken).toHaveLength(43)
  })

  test('leaves the authenticator app and the recovery codes, and the other way round', async () => {
    const { key } = await turnOnTwoSteps(app, token, password)
    await withPasskey()
    dataOf(await app.call('DELETE', '/auth/second-factor/authenticator', { token }))
    expect(await lastWord()).toContain('the authenticator app was removed')
    expect(await status()).toMatchObject({ authenticator: null, recoveryCodesLeft: 10 })
    expect((await open(await login(), { code: appCode(key) })).status).toBe(422)
  })

  test('is no one else’s', async () => {
    await withPasskey()
    const [{ id }] = (await status()).passkeys
    const stranger = await loginMember(app, await buildMember(app, cooperative), password)
    expect((await remove(id, stranger)).status).toBe(404)
    expect((await status()).passkeys).toHaveLength(1)
  })
})
