import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMonthsToDay, dayIn, dayText } from '#core/calendar.ts'
import { usualPosts } from '#features/governance/officers/rules/post.ts'
import { startTestApp, type TestApp } from '#dev/testing/app.ts'
import { blindBallot, makeBallot } from '#dev/testing/ballots.ts'
import {
  agreed,
  buildCooperative,
  buildMember,
  buildOfficer,
  dataOf,
  lastCode,
  loginMember,
  resetPassword,
  type TestMember,
} from '#dev/testing/builders.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

type Voter = TestMember & { token: string }
type Candidate = { id: string; name: string; status: string; excludedBecause: string | null }

const today = dayIn(new Date())
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

/** A society of two admins and these members; the first admin is the bad one. */
async function build(names: readonly string[], tieRule: 'run_off' | 'lots' = 'run_off', isAlone = false) {
  const society = await buildCooperative(app)
  const ask = (method: string, path: string, body?: unknown, token = society.token) =>
    app.call(method, path, { token, ...(body !== undefined && { body }) })
  const { posts } = dataOf(await ask('POST', '/governance/posts', { posts: usualPosts }), 201) as {
    posts: { id: string; name: string }[]
  }
  const postId = posts.find(({ name }) => name === 'Treasurer')?.id ?? ''
  dataOf(
    await ask('PUT', '/governance/election-rules', {
      ...{ termYears: 2, termsMax: 2, seconders: 1, memberForDays: 0, arrearsExcluded: false, turnoutMin: 0 },
      ...{ unopposed: 'declared', tieRule },
    }),
  )
  const voters: Voter[] = []
  for (const firstName of names) {
    const member = await buildMember(app, society, { firstName, lastName: 'Voter', registrationDate: '2015-01-15' })
    voters.push({ ...member, token: await loginMember(app, member) })
  }
  const second = isAlone ? { token: society.token } : await buildOfficer(app, society, { firstName: 'Second' })
  const open = async (more: object = {}): Promise<string> =>
    dataOf(
      await ask('POST', '/governance/elections', {
        ...{
          title: 'Elections',
          posts: [{ postId, seats: 1 }],
          nominationsCloseAt: inMinutes(60),
          takesOfficeOn: today,
        },
        ...more,
      }),
      201,
    ).id
  const stand = async (electionId: string, who: Voter, seconder: Voter): Promise<string> => {
    const election = dataOf(
      await ask(
        'POST',
        `/governance/elections/${electionId}/nominations`,
        { postId, statement: 'I keep books.' },
        who.token,
      ),
      201,
    )
    const { id } = election.posts[0].candidates.findLast((each: { isOwn: boolean }) => each.isOwn)
    dataOf(await ask('POST', `/governance/candidates/${id}/second`, undefined, seconder.token), 201)
    return id
  }
  const closeNominations = (electionId: string) =>
    app.admin.query(
      "update app.election set nominations_open_at = now() - interval '2 hours', nominations_close_at = now() - interval '1 second' where election_id = $1",
      [electionId],
    )
  const askForBallot = (electionId: string, token?: string) =>
    ask('POST', `/governance/elections/${electionId}/ballots`, { postId, closesAt: inMinutes(60) }, token)
  const openBallot = async (
    electionId: string,
    token?: string,
  ): Promise<{ id: string; publicKey: string; options: string[]; wording: string }> => {
    const opened = await askForBallot(electionId, token)
    return dataOf(await ask('GET', `/governance/votes/${dataOf(opened, 201).posts[0].ballots[0].voteId}`))
  }
  const ballotOf = (vote: { id: string; publicKey: string }, choice: number, { token }: { token: string }) =>
    makeBallot(
      vote,
      [choice],
      async (blinded) =>
        dataOf(await ask('POST', `/governance/votes/${vote.id}/credential`, { blinded }, token), 201).blindSignature,
    )
  const cast = async (vote: { id: string; publicKey: string }, choice: number, by: { token: string }) => {
    const ballot = await ballotOf(vote, choice, by)
    dataOf(await app.call('POST', '/governance/ballots', { body: ballot }), 201)
    return ballot
  }
  const endNow = async (voteId: string) => {
    await app.admin.query('alter table app.vote disable trigger user')
    await app.admin.query(
      "update app.vote set opens_at = now() - interval '2 hours', closes_at = now() - interval '1 second' where vote_id = $1",
      [voteId],
    )
    await app.admin.query('alter table app.vote enable trigger user')
  }
  const candidatesOf = async (electionId: string): Promise<Candidate[]> =>
    dataOf(await ask('GET', `/governance/elections/${electionId}`)).posts[0].candidates
  const declare = (electionId: string, more: object = {}, token?: string) =>
    ask('POST', `/governance/elections/${electionId}/results`, { postId, ...more }, token)
  return {
    society,
    second,
    postId,
    ask,
    voters,
    open,
    stand,
    closeNominations,
    askForBallot,
    openBallot,
    ballotOf,
    cast,
    endNow,
    candidatesOf,
    declare,
  }
}

test('an admin who makes opponents inactive before the ballot takes none of them off the roll or off the ballot', async () => {
  const of = await build(['Ada', 'Bola', 'Chidi', 'Dayo', 'Efe'])
  const [ada, bola, chidi, dayo, efe] = of.voters as [Voter, Voter, Voter, Voter, Voter]
  const electionId = await of.open()
  await of.stand(electionId, ada, chidi)
  await of.stand(electionId, bola, chidi)
  await of.closeNominations(electionId)
  // An opponent is not removed, and no one is elected unopposed for it.
  expect((await of.ask('DELETE', `/cooperatives/members/${ada.id}`)).body).toMatchObject({
    status: 409,
    message: expect.stringMatching(/^Ada Voter is a candidate in “.+”\. Remove them once the election is over\.$/),
  })
  // The candidate and two who would vote for her, one by one and by the list.
  dataOf(await of.ask('PUT', `/cooperatives/members/${ada.id}`, { status: 'inactive' }))
  const listed = { members: { ids: [dayo.id, efe.id] }, status: 'inactive', reason: 'Moved away' }
  expect(dataOf(await of.ask('POST', '/members/status', listed)).changed).toBe(2)
  const vote = await of.openBallot(electionId)
  expect(vote).toMatchObject({ options: ['Ada Voter', 'Bola Voter'], eligible: 6, excluded: 0 })
  expect((await of.candidatesOf(electionId)).map(({ status }) => status)).toEqual(['accepted', 'accepted'])
  for (const voter of [ada, dayo, efe]) await of.cast(vote, 1, voter)
  for (const voter of [bola, chidi]) await of.cast(vote, 2, voter)
  await of.endNow(vote.id)
  expect(dataOf(await of.ask('POST', `/governance/votes/${vote.id}/close`)).tally).toEqual([3, 2])
  // Who was inactive for longer than the days of membership is not on the roll of the next vote.
  await app.admin.query("update app.member set inactive_since = now() - interval '31 days' where member_id = $1", [
    dayo.id,
  ])
  const next = dataOf(
    await of.ask('POST', '/governance/votes', {
      ...{ kind: 'resolution', wording: 'That the levy be raised.', isSecret: false, closesAt: inMinutes(30) },
    }),
    201,
  )
  expect(next).toMatchObject({ eligible: 5, excluded: 1 })
  expect(await app.checks()).toEqual([])
})

test('an admin alone draws no lots: who was drawn of those who are tied waits for the second officer', async () => {
  const of = await build(['Ada', 'Bola', 'Chidi', 'Dayo'], 'lots')
  const [ada, bola, chidi, dayo] = of.voters as [Voter, Voter, Voter, Voter]
  const { electionId, drawn } = await tie(of, [ada, bola], [chidi, dayo], [of.society.token, of.second.token])
  const asked = await of.declare(electionId, drawn)
  expect(asked.status).toBe(202)
  const undecided = dataOf(await of.ask('GET', `/governance/elections/${electionId}`))
  expect([undecided.posts[0].outcome, undecided.handOvers]).toEqual([null, []])
  const path = `/change-requests/${asked.body.data.changeRequestId}/approve`
  expect((await of.ask('POST', path, {})).status).toBe(409)
  const [waiting] = (await of.ask('GET', '/financial/approvals', undefined, of.second.token)).body.data
  expect(waiting.description).toContain('Elected by lot: Ada Voter. Drawn by me, at home.')
  dataOf(await of.ask('POST', path, {}, of.second.token))
  expect(dataOf(await of.ask('GET', `/governance/elections/${electionId}`))).toMatchObject({
    ...{ status: 'completed', handOvers: [{ name: 'Ada Voter' }] },
  })
  expect(await app.checks()).toEqual([])
})

test('an admin who opens nominations later gains no days: whose login is proved after members were told is marked', async () => {
  const of = await build(['Ada', 'Bola', 'Chidi'])
  const [ada, bola, chidi] = of.voters as [Voter, Voter, Voter]
  const quiet = await buildMember(app, of.society, { firstName: 'Quiet', lastName: 'Voter' })
  const electionId = await of.open({ nominationsOpenAt: inMinutes(30) })
  // Between the announcement and the nominations the admin gets a member's login proved, and adds a voter.
  const proved = await loginMember(app, quiet)
  const added = await buildMember(app, of.society, { firstName: 'Added', lastName: 'Voter' })
  await app.admin.query('update app.member set created_at = now() where member_id = $1', [added.id])
  await app.admin.query(
    "update app.election set nominations_open_at = now(), nominations_close_at = now() + interval '1 hour' where election_id = $1",
    [electionId],
  )
  await of.stand(electionId, ada, chidi)
  await of.stand(electionId, bola, chidi)
  await app.admin.query('update app.election set nominations_close_at = now() where election_id = $1', [electionId])
  const vote = await of.openBallot(electionId)
  await of.cast(vote, 1, { token: proved })
  await of.cast(vote, 1, ada)
  const shown = dataOf(await of.ask('GET', `/governance/votes/${vote.id}`))
  expect(shown.marked.provedLate).toBe(1)
  const roll = (await of.ask('GET', `/governance/votes/${vote.id}/roll?limit=100`)).body.data as {
    firstName: string
    exclusion: string | null
    marks: string[]
  }[]
  expect(roll.find(({ firstName }) => firstName === 'Quiet')?.marks).toEqual(['proved_late'])
  expect(roll.find(({ firstName }) => firstName === 'Added')?.exclusion).toBe('joined_late')
})

test('an open ballot is beyond its admin: voters, candidates, its end, its box, its export and members’ logins', async () => {
  const of = await build(['Ada', 'Bola', 'Chidi', 'Dayo', 'Efe'])
  const [ada, bola, chidi, dayo, efe] = of.voters as [Voter, Voter, Voter, Voter, Voter]
  const silent = await buildMember(app, of.society, {
    firstName: 'Silent',
    lastName: 'Voter',
    registrationDate: '2015-01-15',
  })
  const electionId = await of.open()
  const first = await of.stand(electionId, ada, chidi)
  await of.stand(electionId, bola, chidi)
  await of.closeNominations(electionId)
  const vote = await of.openBallot(electionId)
  const eligible = dataOf(await of.ask('GET', `/governance/votes/${vote.id}`)).eligible as number
  const ballots = [await of.cast(vote, 1, ada), await of.cast(vote, 2, bola), await of.cast(vote, 1, chidi)]

  // Voters: one who is added now is on no roll, with a proved login too.
  const added = await buildMember(app, of.society, { firstName: 'Added', lastName: 'Voter' })
  const addedToken = await loginMember(app, added)
  const { blinded } = await blindBallot(vote, [2])
  const credential = (token: string) => of.ask('POST', `/governance/votes/${vote.id}/credential`, { blinded }, token)
  expect((await credential(addedToken)).status).toBe(403)
  expect((await credential(of.society.token)).status).toBe(403)
  // Logins: the code that an officer sees opens the portal of a silent member, and no ballot.
  dataOf(await resetPassword(app, silent.phone, silent.activationCode, 'chosen-by-the-admin'))
  const taken = dataOf(
    await app.call('POST', '/member-auth/login', {
      body: { phoneNumber: silent.phone, password: 'chosen-by-the-admin' },
    }),
  ).accessToken
  expect((await credential(taken)).status).toBe(428)
  expect((await of.ask('PUT', `/cooperatives/members/${dayo.id}`, { phone: '+2348099999999' })).status).toBe(202)
  // A new code logs a member out: while the ballot is open it takes the second officer too.
  const newCode = await of.ask('POST', `/cooperatives/members/${dayo.id}/activation`, {})
  expect(newCode.status).toBe(202)
  expect((await of.ask('GET', '/member-portal/profile', undefined, dayo.token)).status).toBe(200)
  dataOf(await agreed(app, newCode, of.second.token))
  const { activationCode } = dataOf(await of.ask('POST', `/cooperatives/members/${dayo.id}/activation`, {}))
  // They come back with the one that only the phone received; the officer’s takes no one’s place.
  expect((await credential(dayo.token)).status).toBe(401)
  const sent = await lastCode(app, dayo.phone)
  expect(sent).not.toBe(activationCode)
  await resetPassword(app, dayo.phone, activationCode, 'chosen-by-the-admin')
  const login = (password: string) =>
    app.call('POST', '/member-auth/login', { body: { phoneNumber: dayo.phone, password } })
  expect((await login('chosen-by-the-admin')).status).toBe(401)
  await resetPassword(app, dayo.phone, sent, 'member-password')
  dayo.token = dataOf(await login('member-password')).accessToken

  // Nor is a voter or a candidate removed, whose account is empty.
  for (const [voter, name] of [
    [dayo, 'Dayo Voter'],
    [ada, 'Ada Voter'],
  ] as const)
    expect((await of.ask('DELETE', `/cooperatives/members/${voter.id}`)).body).toMatchObject({
      status: 409,
      message: `${name} is on the roll of “${vote.wording}”. Remove them once its result is confirmed.`,
    })

  // Candidates: neither withdrawn nor renamed on the ballot, by an officer or anybody.
  expect((await of.ask('POST', `/governance/candidates/${first}/withdraw`)).status).toBeGreaterThanOrEqual(403)
  expect((await of.ask('POST', `/governance/candidates/${first}/withdraw`, undefined, ada.token)).status).toBe(409)
  dataOf(await of.ask('PUT', `/cooperatives/members/${ada.id}`, { firstName: 'Withdrawn' }))
  expect(dataOf(await of.ask('GET', `/governance/votes/${vote.id}`)).options).toEqual(['Ada Voter', 'Bola Voter'])
  expect(
    (
      await of.ask('POST', `/governance/elections/${electionId}/ballots`, {
        ...{ postId: dataOf(await of.ask('GET', `/governance/elections/${electionId}`)).posts[0].postId },
        closesAt: inMinutes(5),
      })
    ).status,
  ).toBe(409)

  // Its end: not before its time, nor declared or confirmed before it is counted.
  expect((await of.ask('POST', `/governance/votes/${vote.id}/close`)).status).toBe(409)
  expect((await of.ask('POST', `/governance/votes/${vote.id}/confirm`, {})).status).toBe(409)
  expect((await of.declare(electionId)).status).toBe(409)

  // Its box: no tally, no list, and an export without it.
  for (const path of ['ballots', 'verification'])
    expect((await of.ask('GET', `/governance/votes/${vote.id}/${path}`)).status).toBe(409)
  expect(dataOf(await of.ask('GET', `/governance/votes/${vote.id}`))).toMatchObject({
    ballots: 3,
    tally: null,
    eligible,
  })
  dataOf(await of.ask('POST', '/cooperatives/export'), 201)
  await app.settled()
  const file = await fetch(`${app.url}/cooperatives/export/file`, {
    headers: { authorization: `Bearer ${of.society.token}` },
  })
  const exported = Object.values(unzipSync(new Uint8Array(await file.arrayBuffer())))
    .map((each) => Buffer.from(each).toString())
    .join('\n')
  expect(exported).toContain(vote.id)
  for (const { serial, signature } of ballots)
    for (const each of [serial, signature].flatMap((text) => [text, Buffer.from(text, 'base64url').toString('hex')]))
      expect(exported).not.toContain(each)

  // Counted, the ballots are in the order of their serials: when each came is in neither list nor table.
  ballots.push(await of.cast(vote, 2, dayo), await of.cast(vote, 2, efe))
  await of.endNow(vote.id)
  dataOf(await of.ask('POST', `/governance/votes/${vote.id}/close`))
  const published = (await of.ask('GET', `/governance/votes/${vote.id}/ballots?limit=100`)).body.data as {
    serial: string
  }[]
  const hex = (text: string) => Buffer.from(text, 'base64url').toString('hex')
  expect(published.map(({ serial }) => hex(serial))).toEqual(ballots.map(({ serial }) => hex(serial)).toSorted())
  const { rows: stored } = await app.admin.query(
    'select encode(serial, $2) as serial, count(*) over (partition by xmin::text)::int as together from app.ballot where vote_id = $1 order by ctid',
    [vote.id, 'hex'],
  )
  expect(stored.map(({ serial }) => serial)).toEqual(ballots.map(({ serial }) => hex(serial)).toSorted())
  expect(stored.every(({ together }) => together === 5)).toBe(true)
  expect(dataOf(await of.ask('GET', `/governance/votes/${vote.id}`)).tally).toEqual([2, 3])
  // The admin’s own word does not confirm the count.
  expect(dataOf(await of.ask('POST', `/governance/votes/${vote.id}/confirm`, {})).status).toBe('closed')
  expect((await of.declare(electionId)).status).toBe(409)
  expect((await of.ask('POST', `/governance/votes/${vote.id}/confirm`, {})).status).toBe(409)
  dataOf(await of.ask('POST', `/governance/votes/${vote.id}/confirm`, {}, of.second.token))
  dataOf(await of.declare(electionId))
  expect(await of.candidatesOf(electionId)).toMatchObject([{ status: 'not_elected' }, { status: 'elected' }])
  expect(await app.checks()).toEqual([])
})

const ownCandidacy = { status: 409, body: { message: 'You are a candidate for this post. Ask another officer.' } }

test.each(['admin', 'secretary', null])(
  'a candidate with the cooperative’s phone leads no ballot of their own with its login, office %s',
  async (office) => {
    const of = await build(['Ada', 'Bola'])
    const [ada, bola] = of.voters as [Voter, Voter]
    const chair = await chairOf(of, office)
    const electionId = await of.open()
    await of.stand(electionId, chair, bola)
    await of.stand(electionId, ada, bola)
    await of.closeNominations(electionId)
    expect(await of.askForBallot(electionId)).toMatchObject(ownCandidacy)
    const vote = await of.openBallot(electionId, of.second.token)
    await of.cast(vote, 1, chair)
    await of.cast(vote, 1, bola)
    await of.endNow(vote.id)
    dataOf(await of.ask('POST', `/governance/votes/${vote.id}/close`))
    expect(dataOf(await of.ask('GET', `/governance/votes/${vote.id}`))).toMatchObject({
      ...{ isCandidate: true, confirmationsNeeded: 1 },
    })
    const confirm = (token?: string) => of.ask('POST', `/governance/votes/${vote.id}/confirm`, {}, token)
    const waiting = dataOf(await of.ask('GET', '/financial/dashboard')).waiting as { kind: string }[]
    expect(waiting.filter(({ kind }) => kind === 'voteResults')).toEqual([])
    expect(await confirm()).toMatchObject(ownCandidacy)
    expect(dataOf(await confirm(of.second.token))).toMatchObject({ status: 'confirmed', isCandidate: false })
    expect(await of.declare(electionId)).toMatchObject(ownCandidacy)
    expect(dataOf(await of.declare(electionId, {}, of.second.token)).posts[0].outcome).toBe('elected')
    expect(await app.checks()).toEqual([])
  },
)

test('where no other officer could lead it, the cooperative’s own login leads the ballot on which its person stands', async () => {
  const of = await build(['Ada', 'Bola'], 'run_off', true)
  const [ada, bola] = of.voters as [Voter, Voter]
  const chair = await chairOf(of, 'admin')
  // An officer who stands too is no other one.
  dataOf(await of.ask('PUT', `/cooperatives/members/${ada.id}/roles`, { roleIds: ['member', 'secretary'] }))
  const electionId = await of.open()
  await of.stand(electionId, chair, bola)
  await of.stand(electionId, ada, bola)
  await of.closeNominations(electionId)
  const vote = await of.openBallot(electionId)
  await of.cast(vote, 1, chair)
  await of.endNow(vote.id)
  dataOf(await of.ask('POST', `/governance/votes/${vote.id}/close`))
  expect(dataOf(await of.ask('POST', `/governance/votes/${vote.id}/confirm`, {})).status).toBe('confirmed')
  expect(dataOf(await of.declare(electionId)).posts[0].outcome).toBe('elected')
})

test('an admin alone settles no candidate and no voter out of the society while it votes', async () => {
  const of = await build(['Ada', 'Bola', 'Chidi'], 'run_off', true)
  const [ada, bola, chidi] = of.voters as [Voter, Voter, Voter]
  const electionId = await of.open()
  await of.stand(electionId, ada, bola)
  await of.stand(electionId, chidi, bola)
  for (const { id } of [ada, bola])
    dataOf(await of.ask('POST', `/cooperatives/members/${id}/leaving`, { reason: 'expulsion' }), 201)
  const settle = async ({ id }: Voter) => {
    const { leaving } = dataOf(await of.ask('GET', `/cooperatives/members/${id}/leaving`))
    return of.ask('POST', `/cooperatives/leavings/${leaving.id}/settle`, { net: 0, payees: [] })
  }
  expect((await settle(ada)).body).toMatchObject({
    status: 409,
    message: '1 thing is still to be done. Is a candidate in Elections. Wait for its result.',
  })
  await of.closeNominations(electionId)
  const vote = await of.openBallot(electionId)
  expect(vote.options).toHaveLength(2)
  expect((await settle(bola)).body).toMatchObject({
    status: 409,
    message: `1 thing is still to be done. Is on the roll of “${vote.wording}”. Wait until it is closed.`,
  })
  await of.cast(vote, 1, bola)
  await of.endNow(vote.id)
  dataOf(await of.ask('POST', `/governance/votes/${vote.id}/close`))
  expect(dataOf(await settle(bola)).leaving.status).toBe('settled')
})

test('a candidate declares nothing of their own election, but agrees to what another officer declares without a ballot', async () => {
  const of = await build(['Bola'])
  const [bola] = of.voters as [Voter]
  const chair = await chairOf(of, 'admin')
  const electionId = await of.open()
  await of.stand(electionId, chair, bola)
  await of.closeNominations(electionId)
  expect(await of.declare(electionId)).toMatchObject(ownCandidacy)
  const asked = await of.declare(electionId, {}, of.second.token)
  expect(asked.status).toBe(202)
  // There is no third officer who could.
  dataOf(await agreed(app, asked, of.society.token))
  expect(dataOf(await of.ask('GET', `/governance/elections/${electionId}`)).posts[0].outcome).toBe('unopposed')
})

test('a candidate who is tied draws no lots under either login, but agrees to those that another officer drew', async () => {
  const of = await build(['Ada', 'Bola', 'Dayo'], 'lots')
  const [ada, bola, dayo] = of.voters as [Voter, Voter, Voter]
  const chair = await chairOf(of, 'admin')
  const { electionId, drawn } = await tie(of, [chair, ada], [bola, dayo], [of.second.token])
  const office = { cooperativeId: of.society.id, role: 'coop_admin' }
  const { accessToken: own } = dataOf(await of.ask('POST', '/member-auth/switch', office, chair.token))
  for (const token of [of.society.token, own])
    expect(await of.declare(electionId, drawn, token)).toMatchObject(ownCandidacy)
  const asked = await of.declare(electionId, drawn, of.second.token)
  expect(asked.status).toBe(202)
  // Who drew them does not agree to them, and there is no third officer who could.
  expect((await agreed(app, asked, of.second.token)).status).toBe(409)
  dataOf(await agreed(app, asked, own))
  expect(await of.candidatesOf(electionId)).toMatchObject([{ status: 'elected' }, { status: 'not_elected' }])
  expect(await app.checks()).toEqual([])
})

/** Two candidates with as many votes, confirmed by these officers, and lots of which the first is drawn. */
async function tie(
  of: Awaited<ReturnType<typeof build>>,
  [one, other]: [Voter, Voter],
  [seconder, voter]: [Voter, Voter],
  officers: readonly string[],
) {
  const electionId = await of.open()
  const first = await of.stand(electionId, one, seconder)
  await of.stand(electionId, other, seconder)
  await of.closeNominations(electionId)
  const vote = await of.openBallot(electionId, officers.at(-1))
  for (const [choice, by] of [
    [1, one],
    [1, seconder],
    [2, other],
    [2, voter],
  ] as const)
    await of.cast(vote, choice, by)
  await of.endNow(vote.id)
  dataOf(await of.ask('POST', `/governance/votes/${vote.id}/close`))
  for (const token of officers) dataOf(await of.ask('POST', `/governance/votes/${vote.id}/confirm`, {}, token))
  return { electionId, drawn: { drawn: [first], note: 'Drawn by me, at home.' } }
}

/** A member with the phone of the cooperative's own login, in this office. */
async function chairOf(
  { society, second, ask }: Awaited<ReturnType<typeof build>>,
  office: string | null,
): Promise<Voter> {
  const chair = await buildMember(app, society, { firstName: 'Chair', phone: society.phone })
  const token = await loginMember(app, chair)
  const give = { roleIds: ['member', office] }
  if (office !== null)
    dataOf(await agreed(app, await ask('PUT', `/cooperatives/members/${chair.id}/roles`, give), second.token))
  return { ...chair, token }
}

test('a secretary excludes no opponent by past terms that they record alone, nor by one of today while the post is elected', async () => {
  const of = await build(['Ada', 'Bola', 'Chidi'])
  const [ada, bola, chidi] = of.voters as [Voter, Voter, Voter]
  const secretary = await buildOfficer(app, of.society, { office: 'secretary' }, of.second.token)
  const electionId = await of.open()
  await of.stand(electionId, ada, chidi)
  await of.stand(electionId, bola, chidi)
  await of.closeNominations(electionId)
  const [first, middle] = [addMonthsToDay(today, -48), addMonthsToDay(today, -24)]
  const record = (body: object) =>
    of.ask(
      'POST',
      '/governance/terms',
      { postId: of.postId, memberId: ada.id, cameBy: 'elected', ...body },
      secretary.token,
    )
  const replies = [
    await record({ startedOn: first, endedOn: middle, endReason: 'term_over' }),
    await record({ startedOn: middle, endedOn: today, endReason: 'term_over' }),
    await record({ startedOn: today }),
  ]
  expect(replies.map(({ status }) => status)).toEqual([202, 202, 202])
  const [{ changeRequestId: id }] = replies.map(({ body }) => body.data)
  const approvals = dataOf(
    await of.ask('GET', '/financial/approvals?kind=change&limit=100', undefined, of.second.token),
  )
  expect(approvals.find((each: { changeRequestId: string }) => each.changeRequestId === id).description).toBe(
    `Term of Ada Voter as Treasurer: from ${dayText(first)}, ended on ${dayText(middle)}`,
  )
  await of.openBallot(electionId, secretary.token)
  expect((await of.candidatesOf(electionId)).map(({ excludedBecause }) => excludedBecause)).toEqual([null, null])
  dataOf(await of.ask('POST', `/change-requests/${id}/approve`, {}, of.second.token))
  expect(dataOf(await of.ask('GET', `/governance/terms?memberId=${ada.id}`))).toMatchObject([
    { startedOn: first, endedOn: middle },
  ])
})

test('a secretary who has served the most terms becomes no candidate by another end of a term', async () => {
  const of = await build(['Ada', 'Bola'])
  const secretary = await buildOfficer(
    app,
    of.society,
    { office: 'secretary', registrationDate: '2015-01-15' },
    of.second.token,
  )
  const term = async (memberId: string, body: object) => {
    const reply = await of.ask('POST', '/governance/terms', { postId: of.postId, memberId, cameBy: 'elected', ...body })
    expect([200, 201]).toContain((await agreed(app, reply, of.second.token)).status)
  }
  const [first, middle] = [addMonthsToDay(today, -60), addMonthsToDay(today, -40)]
  await term(secretary.id, { startedOn: first, endedOn: middle, endReason: 'term_over' })
  await term(secretary.id, { startedOn: middle })
  const [open] = dataOf(await of.ask('GET', `/governance/terms?memberId=${secretary.id}&show=current`))
  const electionId = await of.open()
  const login = { phoneNumber: secretary.phone, password: 'member-password' }
  const { accessToken: portal } = dataOf(await app.call('POST', '/member-auth/login', { body: login }))
  const nominate = () =>
    of.ask('POST', `/governance/elections/${electionId}/nominations`, { postId: of.postId }, portal)
  expect((await nominate()).body.message).toMatch(/served 2 terms in a row/)
  const early = { endedOn: addMonthsToDay(today, -30), endReason: 'resigned' }
  const end = (body: object, token: string) => of.ask('POST', `/governance/terms/${open.id}/end`, body, token)
  const own = { status: 403, message: 'You can’t record or end your own term. Ask another officer.' }
  expect((await end(early, secretary.token)).body).toMatchObject(own)
  expect((await end({ ...early, endedOn: today }, secretary.token)).body).toMatchObject(own)
  expect(
    (
      await of.ask(
        'POST',
        '/governance/terms',
        { postId: of.postId, memberId: secretary.id, cameBy: 'elected', startedOn: today },
        secretary.token,
      )
    ).body,
  ).toMatchObject(own)
  const asked = await end(early, of.society.token)
  expect(asked.status).toBe(202)
  expect((await nominate()).status).toBe(409)
  dataOf(await of.ask('POST', `/change-requests/${asked.body.data.changeRequestId}/approve`, {}, of.second.token))
  dataOf(await nominate(), 201)
})
