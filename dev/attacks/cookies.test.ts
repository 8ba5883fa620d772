import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import { buildCooperative, buildMember, loginMember } from '#dev/testing/builders.ts'

const tls = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'ajose.example' }
const password = 'member-password'

describe('cookies', () => {
  let app: TestApp
  beforeAll(async () => void (app = await sharedTestApp()))
  afterAll(() => app.stop())

  const login = (phoneNumber: string, headers: Record<string, string>, typed = password) =>
    app.call('POST', '/member-auth/login', { body: { phoneNumber, password: typed }, headers })
  const activeMember = async () => {
    const member = await buildMember(app, await buildCooperative(app))
    await loginMember(app, member, password)
    return member
  }
  const cookieOf = (headers: Headers) => headers.get('set-cookie') ?? ''

  // ASVS V3.3.1, V3.3.2, V3.3.3, V3.3.4
  test('under TLS a cookie carries the prefix that keeps a neighbouring site from planting it, and on this machine the plain name', async () => {
    const { phone } = await activeMember()
    expect(cookieOf((await login(phone, tls)).headers)).toMatch(
      /^__Host-ajose_device=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=7776000; Secure$/,
    )
    expect(cookieOf((await login(phone, {})).headers)).toMatch(
      /^ajose_device=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=7776000$/,
    )
    const start = (headers: Record<string, string>) => app.call('GET', '/auth/oidc/start?purpose=login', { headers })
    expect(cookieOf((await start(tls)).headers)).toMatch(
      /^__Host-ajose_sign_in=[\w-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=1200; Secure$/,
    )
    expect(cookieOf((await start({})).headers)).toMatch(
      /^ajose_sign_in=[\w-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=1200$/,
    )
  })

  test('a device from before the prefix is still known under TLS, and gets the new name', async () => {
    const { phone } = await activeMember()
    const old = cookieOf((await login(phone, {})).headers).split(';')[0] ?? ''
    for (let tries = 0; tries < 5; tries += 1) await login(phone, tls, 'wrong-password')
    expect((await login(phone, tls)).status).toBe(423)
    const known = await login(phone, { ...tls, cookie: `theme=dark; ${old}` })
    expect(known.status).toBe(200)
    expect(cookieOf(known.headers)).toContain(`__Host-${old};`)
  })

  test('a planted cookie is behind the own one, and a planted sign-in is none', async () => {
    const { phone } = await activeMember()
    const own = cookieOf((await login(phone, tls)).headers).split(';')[0] ?? ''
    const planted = `ajose_device=${'x'.repeat(43)}`
    const again = await login(phone, { ...tls, cookie: `${planted}; ${own}` })
    expect(cookieOf(again.headers)).toContain(`${own};`)

    const begun = await app.call('GET', '/auth/oidc/start?purpose=login', { headers: tls })
    const state = new URL(begun.headers.get('location') ?? '').searchParams.get('state') ?? ''
    const sealed = (cookieOf(begun.headers).split(';')[0] ?? '').replace('__Host-', '')
    const back = (cookie: string) =>
      app.call('GET', `/auth/oidc/callback?state=${state}&error=access_denied`, { headers: { ...tls, cookie } })
    expect((await back(sealed)).headers.get('location')).toBe('/sign-in#problem=expired')
    expect((await back(`__Host-${sealed}`)).headers.get('location')).toBe('/sign-in#problem=cancelled')
  })
})
