import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { LiveStreams } from '#platform/live/live-streams.ts'
import { startTestApp, superAdminLogin, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  buildOfficer,
  dataOf,
  loginMember,
  resetPassword,
  statusesOf,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'
import { LiveReader } from '#dev/testing/live-reader.ts'
import { PushDevice } from '#dev/testing/push-device.ts'

/** Places of the server: fewer than the 95 that the attack asks for. */
const streams = new LiveStreams(80)
let app: TestApp
let noisy: TestCooperative
let noisyMembers: TestMember[]
let quiet: TestCooperative
let quietMember: TestMember
let quietToken: string

beforeAll(async () => {
  app = await startTestApp(undefined, { live: streams })
  noisy = await buildCooperative(app)
  noisyMembers = []
  for (let n = 0; n < 4; n += 1) {
    const member = await buildMember(app, noisy)
    await loginMember(app, member)
    noisyMembers.push(member)
  }
  quiet = await buildCooperative(app)
  quietMember = await buildMember(app, quiet)
  quietToken = await loginMember(app, quietMember)
})
afterAll(() => app.stop())

const login = async ({ phone: phoneNumber }: TestMember): Promise<string> =>
  dataOf(await app.call('POST', '/member-auth/login', { body: { phoneNumber, password: 'member-password' } }))
    .accessToken

async function sessionsOf(member: TestMember, count: number): Promise<string[]> {
  const tokens: string[] = []
  while (tokens.length < count) tokens.push(await login(member))
  return tokens
}

describe('streams of live events', () => {
  const readers: LiveReader[] = []
  afterEach(async () => {
    readers.splice(0).forEach((reader) => reader.close())
    while (streams.count > 0) await new Promise((done) => setTimeout(done, 5))
  })

  /** Whether a stream was opened. */
  async function follow(token: string): Promise<boolean> {
    const reader = await LiveReader.open(app.url, token).catch(() => undefined)
    if (reader) readers.push(reader)
    return reader !== undefined
  }

  test('a society of four members that asks for 95 gets six for each login and 32 together, and another society’s member gets theirs', async () => {
    const opened = new Map<string, number>()
    let asked = 0
    const take = async (name: string, tokens: readonly string[], each: number) => {
      for (const token of tokens)
        for (let n = 0; n < each && asked < 95; n += 1, asked += 1)
          if (await follow(token)) opened.set(name, (opened.get(name) ?? 0) + 1)
    }
    for (const [n, member] of noisyMembers.entries()) await take(`member ${n}`, await sessionsOf(member, 6), 3)
    const { coopId: identifier, password } = noisy
    const office = []
    for (let n = 0; n < 8; n += 1) {
      const reply = await app.call('POST', '/cooperatives/login', { body: { identifier, password } })
      office.push(dataOf(reply).accessToken as string)
    }
    await take('office', office, 3)
    expect(asked).toBe(95)
    expect(Object.fromEntries(opened)).toEqual({
      ...{ 'member 0': 6, 'member 1': 6, 'member 2': 6, 'member 3': 6 },
      office: 32 - 4 * 6,
    })
    const refused = await app.call('GET', '/api/live', { token: office.at(-1) as string })
    expect([refused.status, refused.body.message]).toEqual([429, expect.stringContaining('Reload the page')])
    const began = performance.now()
    expect(await follow(quietToken)).toBe(true)
    expect(performance.now() - began).toBeLessThan(2000)
  })

  test('one person gets six whatever their sessions are: in two societies, as member and officer, as super administrator', async () => {
    const second = await buildCooperative(app)
    const officer = await buildOfficer(app, noisy)
    const again = await buildMember(app, second, { phone: officer.phone })
    dataOf(await resetPassword(app, officer.phone, again.activationCode, 'member-password'))
    const switched = async (cooperativeId: string, role: string) => {
      const token = await login(officer)
      return dataOf(await app.call('POST', '/member-auth/switch', { token, body: { cooperativeId, role } }))
        .accessToken as string
    }
    const asSuperAdmin = async () => {
      const { username: identifier, password } = superAdminLogin
      return dataOf(await app.call('POST', '/super-admin/login', { body: { identifier, password } }))
        .accessToken as string
    }
    const ways: Record<string, (() => Promise<string>)[]> = {
      'officer, who is a member of two': [
        () => switched(noisy.id, 'member'),
        () => switched(noisy.id, 'coop_admin'),
        () => switched(second.id, 'member'),
        () => switched(second.id, 'member'),
      ],
      'super administrator': Array.from({ length: 4 }, () => asSuperAdmin),
    }
    const opened: Record<string, number> = {}
    for (const [who, sessions] of Object.entries(ways)) {
      opened[who] = 0
      for (const open of sessions) {
        const token = await open()
        for (let n = 0; n < 3; n += 1) if (await follow(token)) opened[who] += 1
      }
    }
    expect(opened).toEqual({ 'officer, who is a member of two': 6, 'super administrator': 6 })
  })
})

describe('pushes', () => {
  let silent: Server
  let service: Server
  const held = new Set<Socket>()
  const received: { path: string; at: number }[] = []
  const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  let colleague: TestMember
  let attackers: string[]

  beforeAll(async () => {
    // Takes what comes and never answers.
    silent = createServer(() => {}).on('connection', (socket) => held.add(socket))
    service = createServer((request, response) => {
      received.push({ path: request.url ?? '', at: performance.now() })
      request.resume().on('end', () => response.writeHead(201).end())
    })
    for (const server of [silent, service])
      await new Promise<void>((done) => server.listen(0, '127.0.0.1', () => done()))
    attackers = await sessionsOf(noisyMembers[0] as TestMember, 4)
    colleague = noisyMembers[1] as TestMember
    await turnOn(await login(colleague), new PushDevice(`${urlOf(service)}/colleague`))
    await turnOn(quietToken, new PushDevice(`${urlOf(service)}/quiet`))
  })
  afterAll(async () => {
    await app.runner.stop()
    for (const socket of held) socket.destroy()
    for (const server of [silent, service]) server.close()
  })

  const turnOn = (token: string, device: PushDevice, more: object = {}) =>
    app.call('PUT', '/auth/push', { token, body: { ...device.subscription, ...more } })
  const tell = async (society: TestCooperative, member: TestMember) =>
    dataOf(
      await app.call('POST', '/notifications', {
        token: society.token,
        body: { message: 'The office is closed on Friday.', to: [member.id] },
      }),
      201,
    )
  /** Milliseconds until a notification is on its device. */
  async function pushed(society: TestCooperative, member: TestMember, path: string): Promise<number> {
    received.length = 0
    const began = performance.now()
    await tell(society, member)
    app.runner.wake('pushes')
    await expect.poll(() => received.some((each) => each.path === path), { timeout: 15_000, interval: 20 }).toBe(true)
    return (received.find((each) => each.path === path)?.at ?? Infinity) - began
  }

  test('four sessions of one member that have 25 greetings each sent to a silent address get six, and no one else’s push is late', async () => {
    const greetings = []
    for (const [n, token] of attackers.entries())
      for (let time = 0; time < 25; time += 1)
        greetings.push(await turnOn(token, new PushDevice(`${urlOf(silent)}/${n}`), { greet: true }))
    expect(statusesOf(greetings).filter((status) => status === 200)).toHaveLength(6)
    const refused = greetings.at(-1)
    expect([refused?.status, refused?.body.message]).toEqual([429, expect.stringMatching(/test notification/)])
    // The sessions that were refused a greeting are told what everybody is told.
    for (const [n, token] of attackers.entries()) await turnOn(token, new PushDevice(`${urlOf(silent)}/${n}`))
    for (let time = 0; time < 25; time += 1) await tell(noisy, noisyMembers[0] as TestMember)
    // A colleague is behind what that member has waiting, each of which is put off at once.
    // Less than one push that gets no answer takes (answerSeconds of send-push.ts), behind which it would wait.
    expect(await pushed(quiet, quietMember, '/quiet')).toBeLessThan(3500)
    expect(await pushed(noisy, colleague, '/colleague')).toBeLessThan(8000)
    expect(held.size).toBeGreaterThan(0)
  })
})

describe('enquiries', () => {
  const complain = (token: string, n: number) =>
    app.call('POST', '/governance/enquiries', {
      token,
      body: { kind: 'complaint', subject: `Complaint ${n}`, text: 'My receipt came late.' },
    })
  const noticesOf = async (society: TestCooperative): Promise<string[]> =>
    dataOf(await app.call('GET', '/notifications?limit=100', { token: society.token }))
      .filter(({ link }: { link: string | null }) => link?.startsWith('/coop/governance/enquiries'))
      .map(({ message }: { message: string }) => message)

  test('of 120 that one member opens at once twenty are taken, the officers have one notification, and another member’s gets through', async () => {
    const token = await login(noisyMembers[2] as TestMember)
    const replies = []
    for (let n = 0; n < 120; n += 1) replies.push(await complain(token, n))
    expect(statusesOf(replies)).toEqual([...Array<number>(20).fill(201), ...Array<number>(100).fill(429)])
    expect(await noticesOf(noisy)).toEqual([
      'Several messages of members or auditors were received. They wait for an answer.',
    ])
    const other = await login(noisyMembers[3] as TestMember)
    expect((await complain(other, 0)).status).toBe(201)
    dataOf(await app.call('PUT', '/notifications/read-all', { token: noisy.token, body: {} }))
    expect((await complain(other, 1)).status).toBe(201)
    expect(await noticesOf(noisy)).toEqual([
      'Complaint received. It waits for an answer.',
      'Several messages of members or auditors were received. They wait for an answer.',
    ])
  })

  test('of 30 requests that one member sends and withdraws twenty reach the officers', async () => {
    const token = await login(noisyMembers[1] as TestMember)
    const statuses: number[] = []
    for (let n = 0; n < 30; n += 1) {
      const asked = await app.call('POST', '/member-portal/requests', {
        token,
        body: { profile: { address: `${n} Road` } },
      })
      statuses.push(asked.status)
      if (asked.status !== 201) continue
      const { id } = dataOf(asked, 201)
      dataOf(await app.call('POST', `/member-portal/requests/${id}/withdraw`, { token }))
    }
    expect(statuses).toEqual([...Array<number>(20).fill(201), ...Array<number>(10).fill(429)])
  })
})
