import { afterAll, beforeAll, expect, test } from 'vitest'
import { routes } from '#app/server/app.ts'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import { type Ballot, blindBallot, makeBallot } from '#dev/testing/ballots.ts'
import {
  buildCooperative,
  buildMember,
  dataOf,
  loginMember,
  newKey,
  type TestCooperative,
} from '#dev/testing/builders.ts'

let app: TestApp
let society: TestCooperative
let superAdmin: string
let voters: string[]
let vote: { id: string; publicKey: string }
let ballots: Ballot[]

beforeAll(async () => {
  app = await sharedTestApp()
  society = await buildCooperative(app)
  superAdmin = await app.superAdminToken()
  voters = []
  for (const firstName of ['Ada', 'Bola', 'Chidi'])
    voters.push(await loginMember(app, await buildMember(app, society, { firstName })))
  vote = dataOf(
    await ask('POST', '/governance/votes', {
      ...{ kind: 'choice', wording: 'Who audits?', options: ['Musa & Co', 'Ojo & Co'], isSecret: true },
      closesAt: new Date(Date.now() + 30 * 60_000).toISOString(),
    }),
    201,
  )
  ballots = []
  for (const [n, choice] of [1, 2].entries()) {
    const ballot = await makeBallot(
      vote,
      [choice],
      async (blinded) =>
        dataOf(await ask('POST', `/governance/votes/${vote.id}/credential`, { blinded }, voters[n]), 201)
          .blindSignature,
    )
    dataOf(await app.call('POST', '/governance/ballots', { body: ballot }), 201)
    ballots.push(ballot)
  }
})
afterAll(() => app.stop())

const ask = (method: string, path: string, body?: unknown, token = society.token) =>
  app.call(method, path, { token, ...(body !== undefined && { body }) })

async function openSupport() {
  const body = { cooperativeId: society.id, reason: 'To look at the vote', minutes: 30 }
  const { id } = dataOf(await ask('POST', '/platform/support-access', body, superAdmin), 201)
  dataOf(await ask('POST', `/cooperatives/support-access/${id}/allow`))
  const opened = dataOf(await ask('POST', `/platform/support-access/${id}/open`, undefined, superAdmin))
  return { id: id as string, ...(opened as { accessToken: string; refreshToken: string }) }
}
/** What the society's trail says that support read, by its routes. */
async function readBySupport(): Promise<string[]> {
  await app.settled()
  const lines = dataOf(await ask('GET', '/cooperatives/audit-events?limit=100')) as { parameters: string | null }[]
  return lines.flatMap(({ parameters }) => /records: (\S+)/.exec(parameters ?? '')?.[1] ?? [])
}

test('support reads every page of the society and finds no ballot of the open vote, and each reading is in the trail', async () => {
  const support = await openSupport()
  const hidden = ballots.flatMap(({ serial, signature }) =>
    [serial, signature].flatMap((text) => [text, Buffer.from(text, 'base64url').toString('hex')]),
  )
  const reads = routes
    .map(({ endpoint }) => endpoint)
    .filter(({ method, access, path }) => method === 'GET' && access !== 'public' && path.startsWith('/governance'))
  expect(reads.length).toBeGreaterThan(20)
  const open: string[] = []
  for (const { path } of reads) {
    const reply = await ask('GET', path.replaceAll(/:\w+/g, vote.id), undefined, support.accessToken)
    expect([path, reply.status]).toEqual([path, expect.toSatisfy((status: number) => status < 500)])
    for (const secret of hidden) expect(reply.text).not.toContain(secret)
    expect(reply.text).not.toContain('"choices":')
    if (reply.status === 200) open.push(path)
  }
  expect(open).toContain('/governance/votes/:id/roll')
  expect(open).not.toContain('/governance/votes/:id/ballots')
  expect(open).not.toContain('/governance/votes/:id/verification')
  const trail = new Set(await readBySupport())
  for (const path of open) expect([...trail]).toContain(path)
  expect(dataOf(await ask('GET', `/governance/votes/${vote.id}`, undefined, support.accessToken))).toMatchObject({
    ...{ ballots: 2, tally: null, status: 'open' },
  })
  dataOf(await ask('POST', `/platform/support-access/${support.id}/end`, undefined, superAdmin))
})

test('support casts, signs, closes, cancels and confirms nothing, and follows no live events', async () => {
  const support = await openSupport()
  const { blinded } = await blindBallot(vote, [1])
  for (const [path, body] of [
    [`/governance/votes/${vote.id}/credential`, { blinded }],
    [`/governance/votes/${vote.id}/open-ballot`, { choices: [1] }],
    [`/governance/votes/${vote.id}/close`, undefined],
    [`/governance/votes/${vote.id}/cancel`, { reason: 'By support' }],
    [`/governance/votes/${vote.id}/confirm`, {}],
    ['/cooperatives/export', undefined],
  ] as const) {
    const reply = await app.call('POST', path, { token: support.accessToken, body, key: newKey() })
    expect([path, reply.status]).toEqual([path, 403])
  }
  // When each ballot comes would be told by a stream.
  const stream = await fetch(`${app.url}/api/live`, { headers: { authorization: `Bearer ${support.accessToken}` } })
  expect(stream.status).toBe(403)
  // The super administrator's own session is none of the society.
  for (const path of [`/governance/votes/${vote.id}`, `/governance/votes/${vote.id}/roll`])
    expect((await ask('GET', path, undefined, superAdmin)).status).toBe(403)
  dataOf(await ask('POST', `/platform/support-access/${support.id}/end`, undefined, superAdmin))
  expect(dataOf(await ask('GET', `/governance/votes/${vote.id}`))).toMatchObject({
    ballots: 2,
    issued: 2,
    status: 'open',
  })
})

test('once the society ends it, readings under way and after it get nothing: thirty at once, by token and by its renewal', async () => {
  const support = await openSupport()
  const read = () => ask('GET', `/governance/votes/${vote.id}/roll`, undefined, support.accessToken)
  expect((await read()).status).toBe(200)
  const lines = async () => (await readBySupport()).filter((path) => path === '/governance/votes/:id/roll').length
  const before = await lines()
  const [ended, ...under] = await Promise.all([
    ask('POST', `/cooperatives/support-access/${support.id}/end`),
    ...Array.from({ length: 30 }, read),
  ])
  dataOf(ended)
  // Whatever was answered before the end has its line.
  const answered = under.filter(({ status }) => status === 200).length
  for (const { status } of under) expect([200, 401]).toContain(status)
  const after = await Promise.all(Array.from({ length: 10 }, read))
  expect(after.map(({ status }) => status)).toEqual(after.map(() => 401))
  expect((await lines()) - before).toBe(answered)
  const { refreshToken } = support
  expect((await app.call('POST', '/cooperatives/refresh-token', { body: { refreshToken } })).status).toBe(401)
  expect((await ask('POST', `/platform/support-access/${support.id}/open`, undefined, superAdmin)).status).toBe(409)
})
