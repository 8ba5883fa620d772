import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  dataOf,
  lastCode,
  loginMember,
  type TestCooperative,
} from '#dev/testing/builders.ts'

let app: TestApp
beforeAll(async () => {
  app = await sharedTestApp()
})
afterAll(() => app.stop())

const phoneAgent =
  'Mozilla/5.0 (Linux; Android 13; TECNO KG5) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36'
const logIn = async ({ coopId, password }: TestCooperative, agent = 'curl') =>
  dataOf(
    await app.call('POST', '/cooperatives/login', {
      body: { identifier: coopId, password },
      headers: { 'user-agent': agent },
    }),
  ).accessToken as string
const change = (token: string, currentPassword: string, password: string) =>
  app.call('POST', '/auth/change-password', { token, body: { currentPassword, password, confirmPassword: password } })
const works = async (token: string) => (await app.call('GET', '/auth/sessions', { token })).status === 200

describe('changing the password', () => {
  // ASVS V7.4.3
  test('ends every other session, tells the phone, and only the new one logs in', async () => {
    const cooperative = await buildCooperative(app)
    const elsewhere = await logIn(cooperative)
    dataOf(await app.call('POST', '/auth/forgot-password', { body: { identifier: cooperative.coopId } }))
    const code = await lastCode(app, cooperative.phone)
    dataOf(await change(cooperative.token, cooperative.password, 'another-password'))
    expect([await works(cooperative.token), await works(elsewhere)]).toEqual([true, false])
    expect((await app.outbox()).findLast(({ to }) => to === cooperative.phone)?.text).toContain(
      'your password was changed',
    )
    const statuses = []
    for (const password of [cooperative.password, 'another-password'])
      statuses.push(
        (await app.call('POST', '/cooperatives/login', { body: { identifier: cooperative.coopId, password } })).status,
      )
    expect(statuses).toEqual([401, 200])
    const reset = {
      identifier: cooperative.coopId,
      code,
      password: 'thief-password',
      confirmPassword: 'thief-password',
    }
    expect((await app.call('POST', '/auth/reset-password', { body: reset })).status).toBe(422)
  })

  // ASVS V6.2.3
  test('a wrong current password is counted as at the login, and locks', async () => {
    const cooperative = await buildCooperative(app)
    const wrong = []
    for (let tries = 0; tries < 6; tries += 1)
      wrong.push(await change(cooperative.token, 'not-the-password', 'another-password'))
    expect(wrong.map(({ status }) => status)).toEqual([422, 422, 422, 422, 422, 423])
    expect(wrong[0]?.body.errors).toEqual([{ field: 'currentPassword', message: 'This is not your current password.' }])
    expect(
      (
        await app.call('POST', '/cooperatives/login', {
          body: { identifier: cooperative.coopId, password: cooperative.password },
        })
      ).status,
    ).toBe(423)
  })

  test('the new one must be long enough and typed the same twice', async () => {
    const { token, password } = await buildCooperative(app)
    expect((await change(token, password, 'short')).body.errors).toEqual([
      { field: 'password', message: 'Password must be at least 6 characters' },
    ])
    const body = { currentPassword: password, password: 'another-password' }
    const again = async (confirmPassword: string) =>
      (await app.call('POST', '/auth/change-password', { token, body: { ...body, confirmPassword } })).body.message
    expect(await again('other-password')).toBe('Passwords do not match')
    expect(await again('')).toBe('confirmPassword is required')
    expect((await change(await app.superAdminToken(), 'super-admin-password', 'elevenchars')).body.message).toBe(
      'Password must be at least 12 characters',
    )
  })

  // ASVS V6.2.2
  test('a member changes their own', async () => {
    const member = await buildMember(app, await buildCooperative(app))
    dataOf(await change(await loginMember(app, member), 'member-password', 'another-password'))
    expect(
      (
        await app.call('POST', '/member-auth/login', {
          body: { phoneNumber: member.phone, password: 'another-password' },
        })
      ).status,
    ).toBe(200)
  })
})

describe('the list of sessions', () => {
  // ASVS V7.5.2, V16.3.1
  test('names the devices, ends one or all others, and never anybody else’s', async () => {
    const [cooperative, other] = [await buildCooperative(app), await buildCooperative(app)]
    const phone = await logIn(cooperative, phoneAgent)
    const third = await logIn(cooperative)
    const { body } = await app.call('GET', '/auth/sessions', { token: phone })
    expect(body.meta.total).toBe(3)
    expect(body.data[0]).toMatchObject({ device: 'Chrome on an Android phone', current: true, role: 'coop_admin' })
    expect(body.data.slice(1).map(({ current }: { current: boolean }) => current)).toEqual([false, false])

    const thirdId = dataOf(await app.call('GET', '/auth/sessions', { token: third }))[0].id
    expect((await app.call('DELETE', `/auth/sessions/${thirdId}`, { token: other.token })).status).toBe(404)
    expect(await works(third)).toBe(true)
    dataOf(await app.call('DELETE', `/auth/sessions/${thirdId}`, { token: phone }))
    expect(await works(third)).toBe(false)
    dataOf(await app.call('DELETE', '/auth/sessions', { token: phone }))
    expect([await works(phone), await works(cooperative.token), await works(other.token)]).toEqual([true, false, true])
  })
})
