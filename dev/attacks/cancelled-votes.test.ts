import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { usualPosts } from '#features/governance/officers/rules/post.ts'
import { startTestApp, type TestApp } from '#dev/testing/app.ts'
import { type Ballot, makeBallot } from '#dev/testing/ballots.ts'
import { buildCooperative, buildMember, buildOfficer, dataOf, loginMember } from '#dev/testing/builders.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

type Society = Awaited<ReturnType<typeof buildSociety>>
type OpenVote = { id: string; publicKey: string }

/** A society with two officers who can decide, and three voters besides. */
async function buildSociety() {
  const first = await buildCooperative(app)
  const { posts } = dataOf(
    await app.call('POST', '/governance/posts', { token: first.token, body: { posts: usualPosts } }),
    201,
  )
  const second = await buildOfficer(app, first, { firstName: 'Second' })
  const voters: string[] = []
  for (const firstName of ['Ada', 'Bola', 'Chidi'])
    voters.push(await loginMember(app, await buildMember(app, first, { firstName })))
  const ask = (method: string, path: string, body?: unknown, token = first.token) =>
    app.call(method, path, { token, ...(body !== undefined && { body }) })
  return { id: first.id, postId: posts[0].id as string, first: first.token, second: second.token, voters, ask }
}

const openVote = async ({ ask }: Society, isSecret: boolean): Promise<OpenVote> =>
  dataOf(
    await ask('POST', '/governance/votes', {
      ...{ kind: 'choice', wording: 'Who audits the books?', options: ['Musa & Co', 'Ojo & Co', 'Eze & Co'], isSecret },
      closesAt: new Date(Date.now() + 30 * 60_000).toISOString(),
    }),
    201,
  )

async function castSecretly({ ask, voters }: Society, vote: OpenVote, choices: number[]): Promise<Ballot[]> {
  const ballots: Ballot[] = []
  for (const [n, choice] of choices.entries()) {
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
  return ballots
}

/** Everything that an export of the society has in it, as one text. */
async function exportedText({ ask, first }: Society): Promise<string> {
  dataOf(await ask('POST', '/cooperatives/export'), 201)
  await app.settled()
  const reply = await fetch(`${app.url}/cooperatives/export/file`, { headers: { authorization: `Bearer ${first}` } })
  expect(reply.status).toBe(200)
  return Object.values(unzipSync(new Uint8Array(await reply.arrayBuffer())))
    .map((file) => Buffer.from(file).toString())
    .join('\n')
}

const hexOf = (text: string) => Buffer.from(text, 'base64url').toString('hex')

/** In which tables of the database there is a row with choices of this vote. */
async function ballotsStored(voteId: string): Promise<string[]> {
  const { rows: tables } = await app.admin.query<{ name: string }>(
    "select format('%I.%I', table_schema, table_name) as name from information_schema.columns where column_name = 'choices'",
  )
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await app.admin.query(`select 1 from ${name} t where to_jsonb(t) ->> 'vote_id' = $1`, [voteId])
    if (rows.length > 0) found.push(name)
  }
  return found
}

const cancel = ({ ask }: Society, path: string, reason = 'The hall was flooded.') => ask('POST', path, { reason })
const approve = (of: Society, { body }: { body: { data: { changeRequestId: string } } }, token = of.second) =>
  of.ask('POST', `/change-requests/${body.data.changeRequestId}/approve`, {}, token)

describe('an officer who cancels a vote to read its ballots', () => {
  test('an officer cancels no vote alone: it goes on, and the same officer does not approve it', async () => {
    const of = await buildSociety()
    const vote = await openVote(of, true)
    await castSecretly(of, vote, [2])
    const asked = await cancel(of, `/governance/votes/${vote.id}/cancel`)
    expect(asked.status).toBe(202)
    expect((await approve(of, asked, of.first)).status).toBe(409)
    expect(dataOf(await of.ask('GET', `/governance/votes/${vote.id}`)).status).toBe('open')
    await castSecretly({ ...of, voters: of.voters.slice(1) }, vote, [1])
    expect(dataOf(await of.ask('GET', `/governance/votes/${vote.id}`)).ballots).toBe(2)
  })

  test.each([
    ['a secret vote', true],
    ['an open vote', false],
  ])(
    'two officers who cancel %s find no ballot: the box is destroyed, and no export has a choice',
    async (_, isSecret) => {
      const of = await buildSociety()
      const vote = await openVote(of, isSecret)
      const ballots = isSecret ? await castSecretly(of, vote, [2, 3]) : []
      if (!isSecret)
        for (const token of of.voters.slice(0, 2))
          dataOf(await of.ask('POST', `/governance/votes/${vote.id}/open-ballot`, { choices: [2] }, token), 201)
      expect(await ballotsStored(vote.id)).toHaveLength(1)
      dataOf(await approve(of, await cancel(of, `/governance/votes/${vote.id}/cancel`)))
      expect(await ballotsStored(vote.id)).toEqual([])
      const text = await exportedText(of)
      expect(text).toContain(vote.id)
      expect(text).not.toContain('"choices":[')
      for (const { serial, signature } of ballots)
        for (const each of [serial, signature, hexOf(serial), hexOf(signature)]) expect(text).not.toContain(each)
      for (const path of ['ballots', 'verification'])
        expect((await of.ask('GET', `/governance/votes/${vote.id}/${path}`)).status).toBe(409)
      const { rows: keys } = await app.admin.query('select 1 from app.vote_key where vote_id = $1', [vote.id])
      expect(keys).toEqual([])

      // Each voter is told, and reads why.
      const token = of.voters[2]
      expect(dataOf(await of.ask('GET', `/governance/votes/${vote.id}`, undefined, token))).toMatchObject({
        ...{ status: 'cancelled', cancelledReason: 'The hall was flooded.', ballots: 0, tally: null },
      })
      expect((await of.ask('GET', '/notifications', undefined, token)).body.data[0]).toMatchObject({
        message: expect.stringContaining('The hall was flooded.'),
        link: `/member/meetings/votes/${vote.id}`,
      })
    },
  )

  test('a vote that was counted meanwhile is not cancelled, and its ballots stay', async () => {
    const of = await buildSociety()
    const vote = await openVote(of, true)
    const asked = await cancel(of, `/governance/votes/${vote.id}/cancel`)
    await castSecretly(of, vote, [1, 1, 2])
    await app.admin.query('alter table app.vote disable trigger user')
    await app.admin.query(
      "update app.vote set opens_at = now() - interval '2 hours', closes_at = now() - interval '1 second' where vote_id = $1",
      [vote.id],
    )
    await app.admin.query('alter table app.vote enable trigger user')
    expect(dataOf(await of.ask('POST', `/governance/votes/${vote.id}/close`)).tally).toEqual([2, 1, 0])
    expect((await approve(of, asked)).status).toBe(409)
    expect(await ballotsStored(vote.id)).toEqual(['app.ballot'])
    await expect(app.admin.query('delete from app.ballot where vote_id = $1', [vote.id])).rejects.toThrow(
      'never changed',
    )
  })
})

test('no export of a running open vote has its ballots, and neither an officer nor support reads them before the count', async () => {
  const of = await buildSociety()
  const vote = await openVote(of, false)
  dataOf(await of.ask('POST', `/governance/votes/${vote.id}/open-ballot`, { choices: [3] }, of.voters[0]), 201)
  expect(await exportedText(of)).not.toContain('"choices":[')
  const superAdmin = await app.superAdminToken()
  const { id } = dataOf(
    await app.call('POST', '/platform/support-access', {
      token: superAdmin,
      body: { cooperativeId: of.id, reason: 'To look at the vote', minutes: 30 },
    }),
    201,
  )
  dataOf(await of.ask('POST', `/cooperatives/support-access/${id}/allow`))
  const { accessToken } = dataOf(await app.call('POST', `/platform/support-access/${id}/open`, { token: superAdmin }))
  for (const token of [of.first, accessToken])
    for (const path of ['ballots', 'verification'])
      expect((await of.ask('GET', `/governance/votes/${vote.id}/${path}`, undefined, token)).status).toBe(409)
  expect((await of.ask('GET', '/cooperatives/export/file', undefined, accessToken)).status).toBe(403)
})

test('an election is cancelled by two officers too, and a member reads why', async () => {
  const of = await buildSociety()
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  const election = dataOf(
    await of.ask('POST', '/governance/elections', {
      ...{ title: 'Election', posts: [{ postId: of.postId, seats: 1 }] },
      ...{ nominationsCloseAt: inDays(7), takesOfficeOn: inDays(30).slice(0, 10) },
    }),
    201,
  )
  const asked = await cancel(of, `/governance/elections/${election.id}/cancel`, 'Too few nominations.')
  expect(asked.status).toBe(202)
  const asSeen = async () =>
    dataOf(await of.ask('GET', `/governance/elections/${election.id}`, undefined, of.voters[0]))
  expect((await asSeen()).status).not.toBe('cancelled')
  dataOf(await approve(of, asked))
  expect(await asSeen()).toMatchObject({ status: 'cancelled', cancelledReason: 'Too few nominations.' })
})
