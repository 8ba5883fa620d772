import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { followChanges } from '#core/contract/live.ts'
import { startTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  dataOf,
  loginMember,
  setCooperativeStatus,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'
import { LiveReader } from '#dev/testing/live-reader.ts'
import { LiveStreams } from './live-streams.ts'

describe('live events', () => {
  const streams = new LiveStreams(8)
  const readers: LiveReader[] = []
  let app: TestApp
  let cooperative: TestCooperative
  let ada: TestMember
  let adaToken: string
  let bolaToken: string

  beforeAll(async () => {
    app = await startTestApp(undefined, { live: streams })
    cooperative = await buildCooperative(app, { name: 'Live Society' })
    ada = await buildMember(app, cooperative)
    adaToken = await loginMember(app, ada)
    bolaToken = await loginMember(app, await buildMember(app, cooperative, { firstName: 'Bola' }))
  })
  afterAll(() => app.stop())
  afterEach(async () => {
    for (const reader of readers.splice(0)) reader.close()
    await until(() => streams.count === 0)
  })

  const follow = async (token: string, age?: number) => {
    const reader = await LiveReader.open(app.url, token, age)
    readers.push(reader)
    return reader
  }
  /** Where a refusal is expected. */
  const ask = (token?: string) => app.call('GET', followChanges.path, { ...(token !== undefined && { token }) })
  /** Another browser of the cooperative's shared login. */
  const anotherSession = async ({ coopId: identifier, password }: TestCooperative) =>
    dataOf(await app.call('POST', '/cooperatives/login', { body: { identifier, password } })).accessToken as string
  const deposit = async (memberId: string, token = cooperative.token) =>
    dataOf(
      await app.call('POST', '/financial/transactions', {
        token,
        body: { type: 'deposit', memberId, amount: 500, anotherPayment: true },
      }),
      201,
    )
  /** A hint that each of them hears, so that what was not heard before it was not sent. */
  const all = async (...heard: LiveReader[]) => {
    streams.resync()
    for (const reader of heard) await reader.hears('everything')
  }
  /** As if what was before had been ten seconds ago: further back than a stream looks that begins one second back. */
  const tenSecondsLater = () => {
    const now = performance.now.bind(performance)
    return vi.spyOn(performance, 'now').mockImplementation(() => now() + 10_000)
  }
  const until = async (holds: () => boolean) => {
    while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5))
  }

  test('are for who may read notifications: no stranger, no spent token, no pending cooperative', async () => {
    const pending = await buildCooperative(app, { status: 'pending' })
    const ended = await anotherSession(cooperative)
    dataOf(await app.call('POST', '/cooperatives/logout', { token: ended }))
    const statuses = []
    for (const token of [undefined, 'x'.repeat(43), ended, pending.token]) statuses.push((await ask(token)).status)
    expect(statuses).toEqual([401, 401, 401, 403])
    for (const token of [cooperative.token, adaToken, await app.superAdminToken()]) await follow(token)
    expect(streams.count).toBe(3)
    expect((await app.call('POST', followChanges.path)).status).toBe(405)
  })

  test('come as events that no proxy is to store or to gather', async () => {
    const { headers } = await follow(cooperative.token)
    expect(headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    })
    expect(headers).not.toHaveProperty('content-encoding')
  })

  test('reach the other officers and the member concerned; the browser that acted, other members and other cooperatives hear nothing', async () => {
    const other = await buildCooperative(app, { name: 'Other Society' })
    const [acting, officer, member, otherMember, stranger, superAdmin] = [
      await follow(cooperative.token),
      await follow(await anotherSession(cooperative)),
      await follow(adaToken),
      await follow(bolaToken),
      await follow(await anotherSession(other)),
      await follow(await app.superAdminToken()),
    ]
    // What went before has arrived once this has.
    await buildMember(app, other)
    await stranger.hears('members')
    const others = [acting, otherMember, stranger, superAdmin]
    const before = others.map(({ events }) => events.length)
    await deposit(ada.id)
    await officer.hears('financial/contributions')
    await member.hears('financial/contributions')
    await all(...others)
    expect(others.map(({ events }, n) => events.slice(before[n]))).toEqual(others.map(() => [['everything']]))
  })

  test('begin with what was missed: who acted, other members and other cooperatives missed nothing of it', async () => {
    const society = await buildCooperative(app, { name: 'Missing Society' })
    const [chidi, dupe] = [await buildMember(app, society), await buildMember(app, society, { firstName: 'Dupe' })]
    const [officerToken, chidiToken, dupeToken] = [
      await anotherSession(society),
      await loginMember(app, chidi),
      await loginMember(app, dupe),
    ]
    const stranger = await anotherSession(await buildCooperative(app, { name: 'Elsewhere Society' }))
    const later = tenSecondsLater()
    onTestFinished(() => later.mockRestore())
    const hears = await follow(officerToken)
    await deposit(chidi.id, society.token)
    await hears.hears('financial/contributions')
    const back = async (token: string, age?: number) => {
      const reader = await follow(token, age)
      reader.close()
      return reader.events
    }
    expect(await back(chidiToken, 1)).toEqual([expect.arrayContaining(['financial/contributions'])])
    expect(await back(await anotherSession(society), 1)).toEqual([expect.arrayContaining(['financial/contributions'])])
    // Without an age it begins with what comes.
    expect(await back(chidiToken)).toEqual([])
    for (const token of [dupeToken, stranger])
      expect((await back(token, 1)).flat()).not.toContain('financial/contributions')
    expect((await back(society.token, 1)).flat()).not.toContain('financial/contributions')
  })

  test('of more than this process has heard, the beginning is everything', async () => {
    expect((await follow(adaToken, 999_999)).events).toEqual([['everything']])
    const refused = await app.call('GET', `${followChanges.path}?age=never`, { token: adaToken })
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      [{ field: 'age', message: 'Enter a whole number from 1 to 999999' }],
    ])
  })

  test('a process remembers some thousand hints, and knows when it has forgotten', async () => {
    const actor = { role: 'superadmin', loginId: 'login', sessionId: 'session', cooperativeId: undefined } as never
    const beginning = async (given: LiveStreams) => {
      const stream = given.open(actor, async () => true, { age: 1 })
      const text = String(stream.read())
      stream.destroy()
      await until(() => given.count === 0)
      return /"topics":(?<topics>[^\]]*\])/.exec(text)?.groups?.['topics']
    }
    const given = new LiveStreams()
    expect(await beginning(given)).toBe('["everything"]')
    given.listening()
    const later = tenSecondsLater()
    onTestFinished(() => later.mockRestore())
    expect(await beginning(given)).toBeUndefined()
    const hint = { topics: ['cooperatives/list'], officers: false, members: [] } as const
    for (let n = 0; n < 2000; n += 1) given.deliver(hint)
    expect(await beginning(given)).toBe('["cooperatives/list"]')
    given.deliver(hint)
    expect(await beginning(given)).toBe('["everything"]')
  })

  test('hold beginnings of addresses and nothing else', async () => {
    const officer = await follow(await anotherSession(cooperative))
    await deposit(ada.id)
    await officer.hears('financial/contributions')
    const { text } = officer
    const { data } = /data: (?<data>.*)\n\n/.exec(text)?.groups ?? {}
    expect(JSON.parse(data ?? '')).toEqual({
      topics: expect.arrayContaining(['financial/contributions']),
      spread: expect.any(Number),
    })
    expect(text).not.toContain(ada.id)
    expect(text).not.toContain(cooperative.id)
  })

  test('tell members of a message to them, everybody of a meeting, and the super administrators of a new cooperative', async () => {
    const [member, otherMember] = [await follow(adaToken), await follow(bolaToken)]
    const superAdmin = await follow(await app.superAdminToken())
    const message = { message: 'Come on Friday.', to: [ada.id] }
    dataOf(await app.call('POST', '/notifications', { token: cooperative.token, body: message }), 201)
    await member.hears('everything')
    expect(otherMember.events).toEqual([])
    const meeting = { kind: 'general', title: 'June', date: '2027-06-01', time: '10:00', place: 'The hall' }
    const { id } = dataOf(
      await app.call('POST', '/governance/meetings', { token: cooperative.token, body: meeting }),
      201,
    )
    await otherMember.hears('governance/meetings')
    // What one of them answers is the officers' to see: told to all, a thousand answers would be a million questions.
    const heard = otherMember.events.length
    const officer = await follow(await anotherSession(cooperative))
    const answer = { token: adaToken, body: { isComing: true } }
    dataOf(await app.call('PUT', `/governance/meetings/${id}/answer`, answer))
    await officer.hears('governance/meetings')
    expect(otherMember.events.slice(heard)).toEqual([])
    expect(superAdmin.events).toEqual([])
    await buildCooperative(app, { name: 'New Society', status: 'pending' })
    await superAdmin.hears('notifications')
  })

  test('tell the other officers of results and of what waits once an office is given or has ended, in whichever way', async () => {
    const officer = await follow(await anotherSession(cooperative))
    const change = (method: string, id: string, body?: object) =>
      app.call(method, `/cooperatives/members/${id}`, { token: cooperative.token, ...(body && { body }) })
    const give = (id: string, office: string[]) => change('PUT', `${id}/roles`, { roleIds: ['member', ...office] })
    const ends = [
      (id: string) => give(id, []),
      (id: string) => change('PUT', id, { status: 'inactive' }),
      (id: string) => change('DELETE', id),
      (id: string) => change('POST', `${id}/leaving`, { reason: 'death' }),
    ]
    for (const end of ends) {
      const { id } = await buildMember(app, cooperative, { firstName: 'Dayo' })
      for (const act of [() => give(id, ['secretary']), () => end(id)]) {
        const heard = officer.events.length
        expect((await act()).status).toBeLessThan(202)
        for (const path of ['/governance/votes', '/financial/transactions']) await officer.hearsOf(path, heard)
      }
    }
  })

  test('what a person alone sees is told to their other devices, and to no one else', async () => {
    const chidi = await buildMember(app, cooperative, { firstName: 'Chidi' })
    const device = await follow(await loginMember(app, chidi))
    const body = { phoneNumber: chidi.phone, password: 'member-password' }
    const { accessToken: token } = dataOf(await app.call('POST', '/member-auth/login', { body }))
    const others = [await follow(adaToken), await follow(cooperative.token), await follow(token)]
    dataOf(await app.call('PUT', '/notifications/read-all', { token, body: {} }))
    await device.hears('notifications')
    dataOf(await app.call('DELETE', '/auth/sessions', { token }))
    await device.hears('auth/sessions')
    await all(...others)
    for (const topic of ['notifications', 'auth/sessions'])
      expect(others.flatMap(({ events }) => events.flat())).not.toContain(topic)
  })

  test('a refused change and one that is asked again under its key tell nothing', async () => {
    const officer = await follow(await anotherSession(cooperative))
    const key = crypto.randomUUID()
    const body = { type: 'deposit', memberId: ada.id, amount: 700, anotherPayment: true }
    const post = () => app.call('POST', '/financial/transactions', { token: cooperative.token, body, key })
    dataOf(await post(), 201)
    await officer.hears('financial/contributions')
    const heard = officer.events.length
    dataOf(await post(), 201)
    const refused = { ...body, amount: -1 }
    expect(
      (await app.call('POST', '/financial/transactions', { token: cooperative.token, body: refused })).status,
    ).toBe(422)
    await all(officer)
    expect(officer.events.slice(heard)).toEqual([['everything']])
  })

  test('end within seconds of the session, of a new password elsewhere, and of the cooperative being suspended', async () => {
    const society = await buildCooperative(app, { name: 'Ending Society' })
    const loggedOut = await anotherSession(society)
    const [left, stays] = [await follow(loggedOut), await follow(society.token)]
    dataOf(await app.call('POST', '/cooperatives/logout', { token: loggedOut }))
    await left.when(({ isOver }) => isOver, 8000)
    expect(stays.isOver).toBe(false)
    await setCooperativeStatus(app, society.id, 'suspended')
    await stays.when(({ isOver }) => isOver, 8000)
  })

  test('a session that opens too many is refused with what to do, and so is a server that has as many as it may', async () => {
    for (let n = 0; n < 3; n += 1) await follow(adaToken)
    const refused = await ask(adaToken)
    expect([refused.status, refused.body.message]).toEqual([
      429,
      'Too many windows of this login follow changes live. Close one of them, or reload the page to see changes.',
    ])
    const other = await buildCooperative(app)
    for (const society of [cooperative, other, other, other, other]) await follow(await anotherSession(society))
    const full = await ask(bolaToken)
    expect([full.status, full.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)])
    readers.shift()?.close()
    await until(() => streams.count < 8)
    await follow(bolaToken)
  })

  test('after the connection to the database was lost, everybody asks again once', async () => {
    const reader = await follow(cooperative.token)
    const { rows } = await app.admin.query(
      "select pg_terminate_backend(pid) as ended from pg_stat_activity where application_name = 'ajose live' and datname = current_database()",
    )
    expect(rows).toEqual([{ ended: true }])
    await reader.hears('everything')
    await follow(adaToken)
    await deposit(ada.id)
    await readers[1]?.hears('financial/contributions')
  })

  test('a reader who takes nothing is dropped, whatever comes', () => {
    const few = new LiveStreams()
    const actor = { role: 'superadmin', loginId: 'login', sessionId: 'session', cooperativeId: undefined } as never
    const stream = few.open(actor, async () => true)
    const hint = { topics: ['cooperatives/list'], officers: false, members: [] } as const
    let sent = 0
    for (; !stream.destroyed; sent += 1) few.deliver(hint)
    expect(sent).toBeGreaterThan(100)
    expect(sent).toBeLessThan(2000)
  })
})
