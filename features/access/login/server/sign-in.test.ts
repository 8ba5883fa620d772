import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openIdThirdParty } from '#platform/credentials/third-party.ts'
import { sandboxClient, sandboxPath } from '#platform/http/sandbox-identity.ts'
import { type Reply, startTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  appCode,
  buildCooperative,
  buildMember,
  dataOf,
  letProofsLapse,
  loginMember,
  newPhone,
  setCooperativeStatus,
  type TestCooperative,
  turnOnTwoSteps,
} from '#dev/testing/builders.ts'
import { sealSignIn, startSignIn, unsealSignIn } from './open-sign-in.ts'

/** A browser as far as it matters here: it keeps cookies by their path and follows where it is led. */
class Browser {
  readonly app: TestApp
  /** Of the third party, where it is not the app itself. */
  readonly elsewhere: TestApp | undefined
  readonly cookies = new Map<string, { site: TestApp; value: string; path: string }>()
  constructor(app: TestApp, elsewhere?: TestApp) {
    this.app = app
    this.elsewhere = elsewhere
  }

  async ask(
    method: string,
    address: string,
    asking: { body?: unknown; token?: string; form?: boolean } = {},
  ): Promise<Reply> {
    const { origin, pathname, search } = new URL(address, this.app.url)
    const site = this.elsewhere && origin === this.elsewhere.url ? this.elsewhere : this.app
    const cookie = [...this.cookies]
      .flatMap(([name, kept]) =>
        kept.site === site && pathname.startsWith(kept.path) ? [`${name}=${kept.value}`] : [],
      )
      .join('; ')
    const reply = await site.call(method, pathname + search, { ...asking, headers: { cookie } })
    for (const text of reply.headers.getSetCookie()) this.#keep(site, text)
    return reply
  }

  #keep(site: TestApp, text: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? []
    const path = /path=([^;]+)/i.exec(text)?.[1] ?? '/'
    const over =
      value === '' ||
      /max-age=0/i.test(text) ||
      (/expires=([^;]+)/i.exec(text)?.[1] ?? '9999') < '' ||
      new Date(/expires=([^;]+)/i.exec(text)?.[1] ?? '2999-01-01') < new Date()
    if (over) this.cookies.delete(name)
    else this.cookies.set(name, { site, value, path })
  }

  /** From our start, past the page of made-up people, to the address at which the third party leads back to us. */
  async visit(purpose: string, person = 'ada-okafor', kind = 'cooperative', provider?: string): Promise<string> {
    const named = provider === undefined ? '' : `&provider=${encodeURIComponent(provider)}`
    const begun = await this.ask('GET', `/auth/oidc/start?purpose=${purpose}&kind=${kind}${named}`)
    if (begun.status !== 303) throw new Error(`The sign-in does not begin: ${begun.text}`)
    const asked = await this.ask('GET', begun.headers.get('location') ?? '')
    const people = new URL(asked.headers.get('location') ?? '', begun.headers.get('location') ?? this.app.url).href
    if (!(await this.ask('GET', people)).text.includes('This is a sandbox.'))
      throw new Error('The page of made-up people does not say what it is')
    let reply = await this.ask('POST', `${people}/${person}`)
    for (let steps = 0; steps < 4; steps += 1) {
      const next = reply.headers.get('location') ?? ''
      if (next.includes('/auth/oidc/callback')) return next
      reply = await this.ask('GET', next)
    }
    throw new Error(`The sandbox does not lead back: ${reply.status} ${reply.text.slice(0, 300)}`)
  }

  /** The page at which the whole journey ends, with its fragment. */
  async arrive(purpose: string, person?: string, kind?: string): Promise<string> {
    const back = await this.ask('GET', await this.visit(purpose, person, kind))
    if (back.status !== 303) throw new Error(`The way back ends here: ${back.text}`)
    return back.headers.get('location') ?? ''
  }

  exchange(arrival: string): Promise<Reply> {
    return this.ask('POST', '/auth/oidc/session', { body: { code: codeIn(arrival) } })
  }

  async ticket(purpose: string, person?: string, kind?: string): Promise<string> {
    return dataOf(await this.exchange(await this.arrive(purpose, person, kind))).ticket
  }
}

const codeIn = (arrival: string) => /#code=([\w-]{43})$/.exec(arrival)?.[1] ?? ''

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())
beforeEach(() => app.admin.query('delete from platform.identity'))

async function link(browser: Browser, cooperative: TestCooperative, person?: string): Promise<Reply> {
  const ticket = await browser.ticket('link', person)
  return browser.ask('POST', '/auth/identities', {
    token: cooperative.token,
    body: { ticket, password: cooperative.password },
  })
}

describe('signing in with a third party', () => {
  test('a new cooperative registers with it and later logs in with it alone', async () => {
    const browser = new Browser(app)
    const arrival = await browser.arrive('signup')
    expect(arrival).toMatch(/^\/signup#code=/)
    const met = dataOf(await browser.exchange(arrival))
    expect(met).toMatchObject({
      identity: { provider: 'Sandbox identity', name: 'Ada Okafor', email: 'ada.okafor@example.com' },
      accessToken: null,
      cooperative: null,
    })
    const body = {
      name: 'Ada’s Traders',
      phone: newPhone(),
      password: 'secret-1',
      confirmpassword: 'secret-1',
      ticket: met.ticket,
    }
    const registered = dataOf(await browser.ask('POST', '/cooperatives/register', { body }), 201)
    const opened = dataOf(await browser.exchange(await browser.arrive('login')))
    expect(opened).toMatchObject({ ticket: null, member: null, cooperative: { id: registered.id, status: 'pending' } })
    expect((await app.call('GET', '/cooperatives/profile', { token: opened.accessToken })).body.data.id).toBe(
      registered.id,
    )
    expect(opened.refreshToken).toHaveLength(43)
  })

  test('one who is linked to nothing gets no session, but a ticket; their own password links them', async () => {
    const cooperative = await buildCooperative(app)
    const browser = new Browser(app)
    const met = dataOf(await browser.exchange(await browser.arrive('login')))
    expect([met.accessToken, met.cooperative, met.member]).toEqual([null, null, null])
    const wrong = await browser.ask('POST', '/auth/identities', {
      token: cooperative.token,
      body: { ticket: met.ticket, password: 'not-the-password' },
    })
    expect([wrong.status, wrong.body.errors]).toEqual([
      422,
      [{ field: 'password', message: 'This is not your current password.' }],
    ])
    const linked = dataOf(
      await browser.ask('POST', '/auth/identities', {
        token: cooperative.token,
        body: { ticket: met.ticket, password: cooperative.password },
      }),
      201,
    )
    expect(linked).toMatchObject({ provider: 'Sandbox identity', email: 'ada.okafor@example.com', lastUsedAt: null })
    expect((await app.outbox()).findLast(({ to }) => to === cooperative.phone)?.text).toContain('can now sign in')
    expect(dataOf(await browser.exchange(await browser.arrive('login'))).cooperative.id).toBe(cooperative.id)
    // A login there proves who is there as one here does, for as long.
    await letProofsLapse(app)
    const endOthers = (token: string) => app.call('DELETE', '/auth/sessions', { token })
    expect((await endOthers(cooperative.token)).status).toBe(428)
    const again = dataOf(await browser.exchange(await browser.arrive('login')))
    expect((await endOthers(again.accessToken)).status).toBe(200)
  })

  test('members link it too, and who is both opens the login that they ask for', async () => {
    const cooperative = await buildCooperative(app)
    const member = await buildMember(app, cooperative)
    const token = await loginMember(app, member)
    const browser = new Browser(app)
    dataOf(await link(browser, cooperative), 201)
    const ticket = await browser.ticket('link', 'ada-okafor', 'member')
    dataOf(await browser.ask('POST', '/auth/identities', { token, body: { ticket, password: 'member-password' } }), 201)
    expect(dataOf(await browser.exchange(await browser.arrive('login', 'ada-okafor', 'member'))).member.id).toBe(
      member.id,
    )
    expect(dataOf(await browser.exchange(await browser.arrive('login'))).cooperative.id).toBe(cooperative.id)
  })

  test('does not get around two-step verification: the linked login asks for its code all the same', async () => {
    const cooperative = await buildCooperative(app)
    const browser = new Browser(app)
    dataOf(await link(browser, cooperative), 201)
    const { key } = await turnOnTwoSteps(app, cooperative.token, cooperative.password)
    const met = dataOf(await browser.exchange(await browser.arrive('login')))
    expect(met).toMatchObject({
      ticket: null,
      accessToken: null,
      refreshToken: null,
      cooperative: null,
      secondStepTicket: expect.stringMatching(/^[\w-]{43}$/),
    })
    const body = (code: string) => ({ ticket: met.secondStepTicket, code })
    expect((await browser.ask('POST', '/auth/second-factor/session', { body: body('000000') })).status).toBe(422)
    expect(
      (await new Browser(app).ask('POST', '/auth/second-factor/session', { body: body(appCode(key)) })).status,
    ).toBe(422)
    const opened = dataOf(await browser.ask('POST', '/auth/second-factor/session', { body: body(appCode(key)) }))
    expect(opened.cooperative.id).toBe(cooperative.id)
  })

  test('a login with two-step verification is linked on the way in, in the browser that went to the third party', async () => {
    const cooperative = await buildCooperative(app)
    const { key } = await turnOnTwoSteps(app, cooperative.token, cooperative.password)
    const browser = new Browser(app)
    const { ticket } = dataOf(await browser.exchange(await browser.arrive('login')))
    const first = dataOf(
      await browser.ask('POST', '/cooperatives/login', {
        body: { identifier: cooperative.coopId, password: cooperative.password },
      }),
    )
    const { accessToken: token } = dataOf(
      await browser.ask('POST', '/auth/second-factor/session', { body: { ticket: first.ticket, code: appCode(key) } }),
    )
    expect(
      (await browser.ask('POST', '/auth/identities', { token, body: { ticket, password: cooperative.password } }))
        .status,
    ).toBe(201)
  })

  test('who is linked as a member alone may still sign up a cooperative with it', async () => {
    const member = await buildMember(app, await buildCooperative(app))
    const browser = new Browser(app)
    const ticket = await browser.ticket('link', 'ada-okafor', 'member')
    dataOf(
      await browser.ask('POST', '/auth/identities', {
        token: await loginMember(app, member),
        body: { ticket, password: 'member-password' },
      }),
      201,
    )
    expect(dataOf(await browser.exchange(await browser.arrive('login'))).member.id).toBe(member.id)
    const met = dataOf(await browser.exchange(await browser.arrive('signup')))
    expect([met.accessToken, met.ticket?.length]).toEqual([null, 43])
  })

  // ASVS V7.6.1
  test('unlinking closes that way at once, and no one unlinks another’s', async () => {
    const [cooperative, other] = [await buildCooperative(app), await buildCooperative(app)]
    const browser = new Browser(app)
    const { id } = dataOf(await link(browser, cooperative), 201)
    expect((await app.call('DELETE', `/auth/identities/${id}`, { token: other.token })).status).toBe(404)
    expect(dataOf(await app.call('GET', '/auth/identities', { token: other.token }))).toEqual([])
    dataOf(await app.call('DELETE', `/auth/identities/${id}`, { token: cooperative.token }))
    expect(dataOf(await browser.exchange(await browser.arrive('login'))).accessToken).toBeNull()
  })

  // ASVS V6.3.4
  test('a suspended, rejected or locked login stays closed', async () => {
    const cooperative = await buildCooperative(app)
    const browser = new Browser(app)
    dataOf(await link(browser, cooperative), 201)
    await app.admin.query(
      `insert into platform.login_failure (subject, bucket, failures, window_started_at, locked_until)
      select login_id::text, 'strangers', 0, now(), now() + interval '5 minutes' from platform.login where cooperative_id = $1`,
      [cooperative.id],
    )
    // A stranger's browser shares the locked count; the one that logged in before has its own.
    const stranger = new Browser(app)
    expect((await stranger.exchange(await stranger.arrive('login'))).status).toBe(423)
    await app.admin.query('delete from platform.login_failure')
    await setCooperativeStatus(app, cooperative.id, 'suspended')
    const suspended = await browser.exchange(await browser.arrive('login'))
    expect([suspended.status, suspended.body.message]).toEqual([
      403,
      'This cooperative is suspended. Contact support to reopen it.',
    ])
  })
})

describe('what an attacker tries', () => {
  // ASVS V10.1.2
  test('a code works once, for a minute, and in the browser that earned it', async () => {
    const cooperative = await buildCooperative(app)
    const browser = new Browser(app)
    dataOf(await link(browser, cooperative), 201)
    const arrival = await browser.arrive('login')
    const thief = new Browser(app)
    expect((await thief.exchange(arrival)).status).toBe(422)
    const kept = browser.cookies.get('ajose_sign_in')
    if (!kept) throw new Error('The browser was given nothing to prove itself with')
    expect((await browser.exchange(arrival)).status).toBe(200)
    browser.cookies.set('ajose_sign_in', kept)
    expect((await browser.exchange(arrival)).status).toBe(422)

    const late = await browser.arrive('login')
    await app.admin.query(`update platform.arrival set expires_at = now() - interval '1 second' where stage = 'code'`)
    expect((await browser.exchange(late)).status).toBe(422)
    const { rows } = await app.admin.query('select code_hash from platform.arrival')
    expect(rows.some(({ code_hash: hash }) => hash.toString('base64url') === codeIn(late))).toBe(false)
  })

  // ASVS V10.2.1
  test('the way back can be gone once only, and not with another state', async () => {
    const browser = new Browser(app)
    const back = await browser.visit('login')
    const cookie = browser.cookies.get('ajose_sign_in')
    if (!cookie) throw new Error('No sign-in is under way')
    const forged = back.replace(/state=[^&]+/, 'state=somebody-elses')
    expect((await browser.ask('GET', forged)).headers.get('location')).toBe('/sign-in#problem=failed')
    expect((await browser.ask('GET', '/auth/oidc/callback?error=access_denied')).headers.get('location')).toBe(
      '/sign-in#problem=failed',
    )
    // Neither of them has spoiled the sign-in under way.
    expect((await browser.ask('GET', back)).headers.get('location')).toMatch(/^\/sign-in#code=/)
    browser.cookies.set('ajose_sign_in', cookie)
    expect((await browser.ask('GET', back)).headers.get('location')).toBe('/sign-in#problem=failed')
    browser.cookies.delete('ajose_sign_in')
    expect((await browser.ask('GET', back)).headers.get('location')).toBe('/sign-in#problem=expired')
  })

  // ASVS V10.5.1
  test('an answer to another nonce or another PKCE verifier is refused', async () => {
    for (const forge of [{ nonce: 'n'.repeat(43) }, { verifier: 'v'.repeat(43) }]) {
      const browser = new Browser(app)
      const back = await browser.visit('login')
      const cookie = browser.cookies.get('ajose_sign_in')
      const underWay = unsealSignIn(app.services.secret, cookie?.value ?? '', new Date())
      if (!underWay) throw new Error('No sign-in is under way')
      browser.cookies.set('ajose_sign_in', {
        site: app,
        path: '/',
        value: sealSignIn(app.services.secret, { ...underWay, flow: { ...underWay.flow, ...forge } }),
      })
      expect((await browser.ask('GET', back)).headers.get('location')).toBe('/sign-in#problem=failed')
    }
  })

  // Remedy: identity_taken
  // ASVS V10.5.2
  test('no one slips their own person under another’s login, nor takes a person that opens one', async () => {
    const [victim, attacker] = [await buildCooperative(app), await buildCooperative(app)]
    const [theirs, their] = [new Browser(app), new Browser(app)]
    const ticket = await their.ticket('link', 'musa-ibrahim')
    await theirs.arrive('link', 'chidi-nwosu')
    const slipped = await theirs.ask('POST', '/auth/identities', {
      token: victim.token,
      body: { ticket, password: victim.password },
    })
    expect([slipped.status, slipped.body.message]).toEqual([
      422,
      'This sign-in was used or took too long. Please start it again.',
    ])

    const linked = dataOf(await link(theirs, victim, 'ada-okafor'), 201)
    const taken = await link(their, attacker, 'ada-okafor')
    expect([taken.status, taken.body.message]).toEqual([
      409,
      'This sign-in already opens another login. Unlink it there first.',
    ])
    expect(dataOf(await their.exchange(await their.arrive('login', 'ada-okafor'))).cooperative.id).toBe(victim.id)
    // Unlinked there by whose login it opens, it is free.
    dataOf(await theirs.ask('DELETE', `/auth/identities/${linked.id}`, { token: victim.token }))
    dataOf(await link(their, attacker, 'ada-okafor'), 201)
  })

  // ASVS V3.7.2
  test('no address from outside decides where anybody is led', async () => {
    const browser = new Browser(app)
    const begun = await app.call(
      'GET',
      '/auth/oidc/start?purpose=login&redirect_uri=https://evil.example&return=//evil.example',
      { headers: { 'x-forwarded-host': 'evil.example' } },
    )
    const location = new URL(begun.headers.get('location') ?? '')
    expect([location.origin, new URL(location.searchParams.get('redirect_uri') ?? '').origin]).toEqual([
      app.url,
      app.url,
    ])
    for (const purpose of ['login', 'signup', 'link'])
      expect(await browser.arrive(purpose)).toMatch(/^\/(?:sign-in|signup|coop\/settings\?tab=security)#code=/)
    const elsewhere = location.href.replace(encodeURIComponent(app.url), encodeURIComponent('https://evil.example'))
    const refused = await browser.ask('GET', elsewhere)
    expect([refused.status, refused.headers.get('location')]).toEqual([400, null])
    expect(refused.headers.get('content-security-policy')).toContain("default-src 'none'")
  })

  // ASVS V7.6.2
  test('does not begin where a page of another site sends the browser to its start', async () => {
    const begin = (site: string, query: string) =>
      app.call('GET', `/auth/oidc/start?${query}`, {
        headers: { 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate' },
      })
    for (const [query, page] of [
      ['purpose=login', '/sign-in'],
      ['purpose=login&kind=member', '/sign-in?kind=member'],
      ['purpose=signup', '/signup'],
    ]) {
      const refused = await begin('cross-site', query ?? '')
      expect([refused.status, refused.headers.get('location'), refused.headers.get('set-cookie')]).toEqual([
        303,
        `${page}#problem=elsewhere`,
        null,
      ])
    }
    for (const site of ['same-origin', 'none'])
      expect((await begin(site, 'purpose=login')).headers.get('location')).toContain(`${app.url}/sandbox-identity/`)
  })

  test('a registration with a ticket that is no good registers nothing', async () => {
    const phone = newPhone()
    const body = { name: 'Half', phone, password: 'secret-1', confirmpassword: 'secret-1', ticket: 'x'.repeat(43) }
    const refused = await new Browser(app).ask('POST', '/cooperatives/register', { body })
    expect(refused.body.errors).toEqual([
      { field: 'ticket', message: 'This sign-in was used or took too long. Please start it again.' },
    ])
    expect((await app.admin.query('select from platform.login where phone = $1', [phone])).rowCount).toBe(0)
  })
})

// ASVS V16.5.2
test('a third party that does not answer leads back to the page with a word, and is asked again the next time', async () => {
  const thirdParty = openIdThirdParty({
    name: 'Away',
    isSandbox: false,
    issuer: () => 'http://127.0.0.1:9',
    clientId: 'a',
    clientSecret: 'b',
    origins: () => [app.url],
  })
  for (const [purpose, kind, page] of [
    ['login', 'member', '/sign-in?kind=member'],
    ['signup', 'cooperative', '/signup'],
  ] as const) {
    const caller = {
      device: undefined,
      address: '',
      agent: '',
      origin: app.url,
      isFromOtherSite: false,
      query: '',
      signIn: undefined,
      keepSignIn: () => {},
      trust: () => {},
    }
    const context = {
      ...app.services,
      log: pino({ level: 'silent' }),
      thirdParties: [thirdParty],
      requestId: '',
      now: new Date(),
    }
    expect(await startSignIn(context, caller, { purpose, kind }, undefined)).toEqual({
      location: `${page}#problem=unreachable`,
    })
  }
})

// ASVS V6.8.1, V10.2.2
test('of two third parties each opens what is linked to it, and answers for itself alone', async () => {
  const settings = { isSandbox: false, ...sandboxClient }
  const origins = () => [two.url]
  const first = openIdThirdParty({ ...settings, name: 'First', issuer: () => `${app.url}${sandboxPath}`, origins })
  const second = openIdThirdParty({
    ...settings,
    name: 'Second & more',
    issuer: () => `${other.url}${sandboxPath}`,
    origins,
  })
  const two = await startTestApp(undefined, { thirdParties: [first, second] })
  const other = await startTestApp(undefined, { sandboxFor: two.url })
  try {
    expect(dataOf(await two.call('GET', '/auth/providers'))).toEqual([
      { name: 'First', isSandbox: false },
      { name: 'Second & more', isSandbox: false },
    ])
    const mine = await buildCooperative(two)
    const browser = new Browser(two, other)
    const arrive = async (purpose: string, provider = 'Second & more') =>
      (await browser.ask('GET', await browser.visit(purpose, 'ada-okafor', 'cooperative', provider))).headers.get(
        'location',
      ) ?? ''
    const { ticket } = dataOf(await browser.exchange(await arrive('link')))
    const linked = await browser.ask('POST', '/auth/identities', {
      token: mine.token,
      body: { ticket, password: mine.password },
    })
    expect(linked.status).toBe(201)
    const stored = await two.admin.query('select provider, issuer from platform.identity')
    expect(stored.rows).toEqual([{ provider: 'Second & more', issuer: `${other.url}${sandboxPath}` }])
    const opened = dataOf(await browser.exchange(await arrive('login')))
    expect(opened).toMatchObject({
      identity: { provider: 'Second & more', isSandbox: false },
      cooperative: { coop_id: mine.coopId },
    })

    // The same subject at the first one is another person: the cookie says where this one set out.
    const back = await browser.visit('login', 'ada-okafor', 'cooperative', 'Second & more')
    const cookie = browser.cookies.get('ajose_sign_in')
    const underWay = unsealSignIn(two.services.secret, cookie?.value ?? '', new Date())
    if (!cookie || !underWay) throw new Error('The browser keeps nothing')
    expect(underWay.provider).toBe('Second & more')
    const forged = sealSignIn(two.services.secret, { ...underWay, provider: 'First' })
    browser.cookies.set('ajose_sign_in', { ...cookie, value: forged })
    expect((await browser.ask('GET', back)).headers.get('location')).toBe('/sign-in#problem=failed')
    expect((await two.call('GET', '/auth/oidc/start?purpose=login&provider=Third')).status).toBe(404)
  } finally {
    await other.stop()
    await two.stop()
  }
})

test('where no third party is set up there is no such way', async () => {
  const plain = await startTestApp(undefined, { thirdParties: [] })
  expect(dataOf(await plain.call('GET', '/auth/providers'))).toEqual([])
  expect((await plain.call('GET', '/auth/oidc/start?purpose=login')).status).toBe(404)
  await plain.stop()
  expect(dataOf(await app.call('GET', '/auth/providers'))).toEqual([{ name: 'Sandbox identity', isSandbox: true }])
})
