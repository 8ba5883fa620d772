import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, dayIn } from '#core/calendar.ts'
import type { CooperativeId } from '#core/ids.ts'
import { usualPosts } from '#features/governance/officers/rules/post.ts'
import { sql } from '#platform/db/sql.ts'
import { handOverOffices } from '#app/jobs/hand-over-offices.ts'
import { startTestApp, type Reply, type TestApp } from '#dev/testing/app.ts'
import { makeBallot } from '#dev/testing/ballots.ts'
import {
  agreed,
  buildCooperative,
  buildMember,
  buildOfficer,
  dataOf,
  loginMember,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'
import { buildLateLoan } from '#dev/testing/late-loan.ts'

type Voter = TestMember & { token: string }
type Post = { id: string; name: string; committee: string | null; holders: { memberId: string }[] }
type Candidate = { id: string; name: string; status: string; seconders: number; excludedBecause: string | null }

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
const today = dayIn(new Date())
const tomorrow = addDays(today, 1)
/** The first moment of a day in Lagos, an hour ahead of UTC. */
const midnight = (day: string) => new Date(`${day}T00:00:00+01:00`)

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

/** A society of its own for each test, with its register begun and members who have logged in. */
async function build(names: string[], rules: object = {}) {
  const society = await buildCooperative(app, { name: 'Electing Society' })
  const voters: Voter[] = []
  for (const firstName of names) voters.push(await buildVoter(society, firstName))
  const ask = (method: string, path: string, body?: unknown, token = society.token) =>
    app.call(method, `/governance${path}`, { token, ...(body !== undefined && { body }) })
  const { posts } = dataOf(await ask('POST', '/posts', { posts: usualPosts }), 201) as { posts: Post[] }
  const post = (name: string, committee: string | null = null) =>
    posts.find((each) => each.name === name && each.committee === committee)?.id ?? ''
  dataOf(
    await ask('PUT', '/election-rules', {
      turnoutMin: 0,
      ...{ termYears: 2, termsMax: 2, seconders: 1, memberForDays: 0, arrearsExcluded: false },
      ...{ unopposed: 'declared', tieRule: 'run_off', ...rules },
    }),
  )
  const open = async (change: object = {}) =>
    dataOf(
      await ask('POST', '/elections', {
        ...{ title: 'Elections 2026', posts: [{ postId: post('Treasurer'), seats: 1 }] },
        ...{ nominationsCloseAt: inMinutes(60), takesOfficeOn: today, ...change },
      }),
      201,
    )
  return { society, voters, ask, post, open }
}
type Society = Awaited<ReturnType<typeof build>>

async function buildVoter(of: TestCooperative, firstName: string, given: object = {}): Promise<Voter> {
  const member = await buildMember(app, of, {
    ...{ firstName, lastName: 'Voter', registrationDate: '2015-01-15' },
    ...given,
  })
  return { ...member, token: await loginMember(app, member) }
}

const closeNominations = (electionId: string) =>
  app.admin.query(
    "update app.election set nominations_open_at = now() - interval '2 hours', nominations_close_at = now() - interval '1 second' where election_id = $1",
    [electionId],
  )

const refusal = ({ status, body }: Reply): [number, string] => [status, body.message]
const only = (election: { posts: { candidates: Candidate[] }[] }, name: string): Candidate =>
  election.posts.flatMap(({ candidates }) => candidates).find((each) => each.name.startsWith(name)) as Candidate

/** A member nominates themselves, and another seconds. */
async function stand(
  { ask }: Society,
  electionId: string,
  postId: string,
  [who, seconder]: readonly [Voter, Voter, ...Voter[]],
) {
  const election = dataOf(
    await ask('POST', `/elections/${electionId}/nominations`, { postId, statement: 'I keep books.' }, who.token),
    201,
  )
  const own = election.posts
    .flatMap(({ candidates }: { candidates: (Candidate & { isOwn: boolean })[] }) => candidates)
    .findLast((each: { isOwn: boolean }) => each.isOwn)
  dataOf(await ask('POST', `/candidates/${own.id}/second`, undefined, seconder.token), 201)
  return own.id as string
}

/** Each of these members casts a secret ballot; the vote is closed and its result confirmed. */
async function count(of: Society, voteId: string, choices: number[][]): Promise<void> {
  await close(of, voteId, choices)
  dataOf(await of.ask('POST', `/votes/${voteId}/confirm`, {}))
}

async function close({ ask, voters }: Society, voteId: string, choices: number[][]): Promise<void> {
  const { publicKey } = dataOf(await ask('GET', `/votes/${voteId}`))
  for (const [n, chosen] of choices.entries()) {
    const body = await makeBallot(
      { id: voteId, publicKey },
      chosen,
      async (blinded) =>
        dataOf(await ask('POST', `/votes/${voteId}/credential`, { blinded }, voters[n]?.token), 201).blindSignature,
    )
    dataOf(await app.call('POST', '/governance/ballots', { body }), 201)
  }
  await app.admin.query('alter table app.vote disable trigger user')
  await app.admin.query(
    "update app.vote set opens_at = now() - interval '2 hours', closes_at = now() - interval '1 second' where vote_id = $1",
    [voteId],
  )
  await app.admin.query('alter table app.vote enable trigger user')
  dataOf(await ask('POST', `/votes/${voteId}/close`))
}

const give = async ({ society }: Society, { id }: TestMember, office: string) =>
  dataOf(
    await app.call('PUT', `/cooperatives/members/${id}/roles`, {
      token: society.token,
      body: { roleIds: ['member', office] },
    }),
  )
const enter = async ({ society }: Society, { token }: Voter) =>
  app.call('POST', '/member-auth/switch', { token, body: { cooperativeId: society.id, role: 'coop_admin' } })
const deposit = (token: string, memberId: string) =>
  app.call('POST', '/financial/transactions', {
    token,
    body: { type: 'deposit', memberId, amount: 5000, anotherPayment: true },
  })

/** Two candidates for treasurer, of whom the second wins; who held the post before is in the register. */
async function elect(of: Society, change: object = {}) {
  const { voters, ask, post } = of
  const [old, first, second] = voters as [Voter, Voter, Voter]
  dataOf(
    await ask('POST', '/terms', {
      ...{ postId: post('Treasurer'), memberId: old.id, startedOn: '2024-01-01', cameBy: 'earlier' },
    }),
    201,
  )
  await give(of, old, 'treasurer')
  const { id } = await of.open(change)
  await stand(of, id, post('Treasurer'), [first, old])
  await stand(of, id, post('Treasurer'), [second, old])
  await closeNominations(id)
  const opened = await ask('POST', `/elections/${id}/ballots`, { postId: post('Treasurer'), closesAt: inMinutes(60) })
  const { voteId } = dataOf(opened, 201).posts[0].ballots[0]
  await count(of, voteId, [[2], [1], [2]])
  return { id, old, first, second, voteId }
}

describe('the register of officers', () => {
  // Remedy: post_seats_taken
  test('holders are entered with how they came and went, and rights that differ are shown', async () => {
    const of = await build(['Ada', 'Bola'])
    const { ask, post, voters } = of
    const [ada, bola] = voters as [Voter, Voter]
    const record = (body: object) =>
      ask('POST', '/terms', { postId: post('Treasurer'), cameBy: 'elected', startedOn: '2024-01-01', ...body })
    await give(of, ada, 'treasurer')
    const differences = async () => dataOf(await ask('GET', '/posts')).differences
    expect(await differences()).toEqual([
      { kind: 'not_in_register', memberId: ada.id, name: 'Ada Voter', office: 'treasurer', post: null },
    ])
    const { accessToken } = dataOf(await enter(of, ada))
    /** Of the past, and so with the other officer's approval. */
    const recordPast = async (body: object) => {
      const asked = await record(body)
      expect(asked.status).toBe(202)
      dataOf(await agreed(app, asked, accessToken))
    }
    await recordPast({
      memberId: ada.id,
      startedOn: '2020-01-01',
      endedOn: '2022-01-01',
      endReason: 'term_over',
      cameBy: 'earlier',
    })
    await recordPast({ memberId: ada.id })
    expect(dataOf(await ask('GET', `/terms?memberId=${ada.id}`))[0].number).toBe(2)
    expect(await differences()).toEqual([])
    expect((await record({ memberId: ada.id, startedOn: '2023-01-01' })).body.message).toMatch(
      /has a term of this post/,
    )
    expect((await record({ memberId: bola.id })).body.message).toMatch(/All seats of this post are taken \(1\)/)
    expect((await record({ memberId: bola.id, endedOn: '2025-01-01' })).status).toBe(422)
    dataOf(await record({ memberId: bola.id, postId: post('Secretary'), startedOn: today }), 201)
    expect((await differences())[0]).toMatchObject({ kind: 'without_rights', post: 'Secretary', name: 'Bola Voter' })

    const { holders } = dataOf(await ask('GET', '/posts')).posts.find((each: Post) => each.id === post('Treasurer'))
    dataOf(await ask('POST', `/terms/${holders[0].termId}/end`, { endedOn: today, endReason: 'resigned' }))
    const again = await ask('POST', `/terms/${holders[0].termId}/end`, { endedOn: today, endReason: 'resigned' })
    expect(again.status).toBe(409)
    // Ending the term takes no rights: the register is not a second truth of them.
    expect((await differences())[0]).toMatchObject({ kind: 'not_in_register', name: 'Ada Voter' })
    expect(
      dataOf(await ask('GET', '/terms?show=past')).map(({ endReason }: { endReason: string }) => endReason),
    ).toEqual(['resigned', 'term_over'])
    // Members read who holds which post, and no differences.
    const read = dataOf(await ask('GET', '/posts', undefined, bola.token))
    expect(read.differences).toEqual([])
    expect(
      read.posts.flatMap((each: Post) => each.holders.map((h) => (h as unknown as { name: string }).name)),
    ).toEqual(['Bola Voter'])
    expect((await ask('POST', '/posts', { posts: usualPosts.slice(0, 1) })).body.message).toMatch(
      /a post with this name/,
    )
    dataOf(await record({ memberId: bola.id, startedOn: today }), 201)
  })
})

test('a term names the meeting at which it began, which is one of the society', async () => {
  const of = await build(['Ada'])
  const foreign = await build([])
  const planned = { kind: 'general', title: 'General meeting', date: today, time: '10:00', place: 'Hall' }
  const meetingOf = async ({ ask }: Society) => dataOf(await ask('POST', '/meetings', planned), 201).id as string
  const begun = { postId: of.post('Treasurer'), memberId: of.voters[0]?.id, startedOn: today, cameBy: 'appointed' }
  const wrong = await of.ask('POST', '/terms', { ...begun, meetingId: await meetingOf(foreign) })
  expect(wrong.status).toBe(404)
  const meetingId = await meetingOf(of)
  dataOf(await of.ask('POST', '/terms', { ...begun, meetingId }), 201)
  const { rows } = await app.admin.query('select meeting_id from app.post_term where cooperative_id = $1', [
    of.society.id,
  ])
  expect(rows).toEqual([{ meeting_id: meetingId }])
})

describe('one who goes', () => {
  test('ends their terms by being removed, and is taken out of candidacies and register by an erasure', async () => {
    const of = await build(['Old', 'First', 'Second', 'Gone'])
    const { society, ask, post, voters } = of
    const gone = voters[3] as Voter
    const body = {
      postId: post('Public relations officer'),
      memberId: gone.id,
      startedOn: '2025-01-01',
      cameBy: 'elected',
    }
    dataOf(await ask('POST', '/terms', body), 201)
    dataOf(await app.call('DELETE', `/cooperatives/members/${gone.id}`, { token: society.token }))
    const { id, first } = await elect(of)
    dataOf(await ask('POST', `/elections/${id}/results`, { postId: post('Treasurer') }))
    const past = dataOf(await ask('GET', '/terms?show=past'))
    expect(past.find(({ name }: { name: string }) => name === 'Gone Voter')).toMatchObject({
      endedOn: today,
      endReason: 'left_society',
    })

    // Terms that have ended and votes that are confirmed stay, and do not stop the erasure.
    dataOf(await app.call('DELETE', `/cooperatives/members/${first.id}`, { token: society.token }))
    await app.services.database.tenant({ cooperativeId: society.id as CooperativeId, role: 'coop_admin' }, (tx) =>
      tx.run(sql`select app.erase_member(${first.id}, ${society.id}, 'The secretary')`),
    )
    const { posts } = dataOf(await ask('GET', `/elections/${id}`))
    const [erased] = posts[0].candidates
    expect(erased).toMatchObject({ statement: '', status: 'not_elected' })
    expect(erased.name).toMatch(/^Former member \d+$/)
    const vote = dataOf(await ask('GET', `/votes/${posts[0].ballots[0].voteId}/verification`))
    expect(vote.isRight).toBe(true)
  })
})

describe('nominations', () => {
  test('the bye-laws are kept: terms, time of membership, seconders who are others, and the closing', async () => {
    const of = await build(['Ada', 'Bola', 'Chidi'], { memberForDays: 100 })
    const { society, ask, post, voters } = of
    const [ada, bola, chidi] = voters as [Voter, Voter, Voter]
    const late = await buildVoter(society, 'Late', { registrationDate: addDays(today, -40) })
    const postId = post('Treasurer')
    for (const [startedOn, endedOn] of [
      ['2022-01-01', '2024-01-01'],
      ['2024-01-01', today],
    ])
      dataOf(
        await ask('POST', '/terms', {
          ...{ postId, memberId: ada.id, startedOn, endedOn, endReason: 'term_over', cameBy: 'earlier' },
        }),
        201,
      )
    const { id } = await of.open()
    const nominate = (who: Voter, body: object = {}) =>
      ask('POST', `/elections/${id}/nominations`, { postId, ...body }, who.token)
    const monthsOn = `${Number(today.slice(0, 4)) + 2}`
    const [status, sentence] = refusal(await nominate(ada))
    expect(status).toBe(409)
    expect(sentence).toMatch(/served 2 terms in a row/)
    expect(sentence).toContain(monthsOn)
    expect(refusal(await nominate(bola, { membershipno: ada.membershipno }))[1]).toMatch(/served 2 terms in a row/)
    expect(refusal(await nominate(late))[1]).toMatch(/can be a candidate from/)
    expect((await nominate(bola, { membershipno: 'AJO-000000/99999' })).status).toBe(422)
    expect((await nominate(bola, { postId: post('Secretary') })).status).toBe(404)
    expect((await nominate(bola, { statement: 'x'.repeat(1001) })).status).toBe(422)

    const proposed = dataOf(await nominate(bola, { membershipno: chidi.membershipno }), 201)
    const candidate = only(proposed, 'Chidi')
    expect(candidate).toMatchObject({ status: 'asked', seconders: 0 })
    expect((await nominate(chidi)).status).toBe(409)
    const second = (who: Voter) => ask('POST', `/candidates/${candidate.id}/second`, undefined, who.token)
    expect(refusal(await second(bola))[1]).toMatch(/Another member has to second/)
    expect(refusal(await second(chidi))[1]).toMatch(/can’t second yourself/)
    dataOf(await second(ada), 201)
    expect(refusal(await second(ada))).toEqual([409, 'You have seconded this candidate already.'])
    expect((await ask('POST', `/candidates/${candidate.id}/answer`, { isAccepted: true }, bola.token)).status).toBe(404)
    const accepted = await ask(
      'POST',
      `/candidates/${candidate.id}/answer`,
      { isAccepted: true, statement: 'Books in order.' },
      chidi.token,
    )
    expect(only(dataOf(accepted), 'Chidi')).toMatchObject({ status: 'accepted', seconders: 1 })

    // The database itself takes neither a nomination nor a second once they are closed.
    await closeNominations(id)
    expect(refusal(await nominate(bola))).toEqual([409, 'Nominations are closed.'])
    expect(refusal(await second(late))).toEqual([409, 'Nominations are closed.'])
    await expect(
      app.admin.query(
        "insert into app.candidate (cooperative_id, candidate_id, election_id, post_id, member_id, proposed_by, statement, status) values ($1, gen_random_uuid(), $2, $3, $4, $4, '', 'accepted')",
        [society.id, id, postId, bola.id],
      ),
    ).rejects.toThrow('takes no nominations')
    await expect(
      app.admin.query('insert into app.seconding (cooperative_id, candidate_id, member_id) values ($1, $2, $3)', [
        society.id,
        candidate.id,
        chidi.id,
      ]),
    ).rejects.toThrow('seconded by others')
  })

  // Remedy: candidate_in_arrears
  test('a member in arrears stands once what is overdue is paid', async () => {
    const of = await build(['Ada'], { arrearsExcluded: true })
    const [ada] = of.voters as [Voter]
    const loanId = await buildLateLoan(app, of.society, ada)
    const { id } = await of.open()
    const nominate = () => of.ask('POST', `/elections/${id}/nominations`, { postId: of.post('Treasurer') }, ada.token)
    expect(refusal(await nominate())).toEqual([
      409,
      'By the bye-laws members in arrears with a loan can’t be candidates. Pay what is overdue first.',
    ])
    const loan = (method: string, path = '', body?: object) =>
      app.call(method, `/financial/loans/${loanId}${path}`, { token: of.society.token, ...(body && { body }) })
    const { overdue } = dataOf(await loan('GET'))
    dataOf(await loan('POST', '/repayments', { amount: overdue }), 201)
    dataOf(await nominate(), 201)
  })

  // Remedy: election_open_already
  test('to a post that an open election is for, another is opened once that is cancelled or finished', async () => {
    const of = await build(['Ada'])
    const { id } = await of.open()
    const again = () =>
      of.ask('POST', '/elections', {
        ...{ title: 'Elections again', posts: [{ postId: of.post('Treasurer'), seats: 1 }] },
        ...{ nominationsCloseAt: inMinutes(60), takesOfficeOn: today },
      })
    const refused = [409, 'There is an open election to one of these posts. Finish or cancel it first.']
    expect(refusal(await again())).toEqual(refused)
    dataOf(await of.ask('POST', `/elections/${id}/cancel`, { reason: 'Too early' }))
    const second = dataOf(await again(), 201)
    expect(refusal(await again())).toEqual(refused)
    await closeNominations(second.id)
    dataOf(await of.ask('POST', `/elections/${second.id}/results`, { postId: of.post('Treasurer') }))
    dataOf(await again(), 201)
  })

  test('another society reads and nominates nothing here, and an auditor reads only', async () => {
    const of = await build(['Ada', 'Bola'])
    const other = await build(['Foreign'])
    const { id } = await of.open()
    const closing = { name: 'Treasurer', office: 'treasurer', seats: 1, isClosed: true }
    expect(refusal(await of.ask('PUT', `/posts/${of.post('Treasurer')}`, closing))[1]).toMatch(/has an open election/)
    const again = { title: 'Elections', posts: [{ postId: of.post('Treasurer'), seats: 1 }] }
    const twice = await of.ask('POST', '/elections', {
      ...{ ...again, nominationsCloseAt: inMinutes(60), takesOfficeOn: today },
    })
    expect(refusal(twice)[1]).toMatch(/There is an open election/)
    const own = await stand(of, id, of.post('Treasurer'), of.voters as [Voter, Voter])
    const foreign = other.voters[0]?.token ?? ''
    const body = { postId: of.post('Treasurer') }
    expect((await of.ask('GET', `/elections/${id}`, undefined, foreign)).status).toBe(404)
    expect((await of.ask('POST', `/elections/${id}/nominations`, body, foreign)).status).toBe(404)
    expect((await of.ask('POST', `/candidates/${own}/second`, undefined, foreign)).status).toBe(404)
    expect((await of.ask('POST', `/elections/${id}/cancel`, { reason: 'Mine' }, other.society.token)).status).toBe(404)
    expect((await of.open({ posts: [{ postId: of.post('Auditor'), seats: 1 }] })).posts).toHaveLength(1)
    const foreignPost = await other.ask('POST', '/elections', {
      ...{ title: 'Elections', posts: [{ postId: of.post('Secretary'), seats: 1 }] },
      ...{ nominationsCloseAt: inMinutes(60), takesOfficeOn: today },
    })
    expect(foreignPost.status).toBe(404)

    const auditor = of.voters[1] as Voter
    await app.admin.query(
      "update app.member set roles = '{member,auditor}', office_ends_on = current_date + 30 where member_id = $1",
      [auditor.id],
    )
    const { accessToken } = dataOf(await enter(of, auditor))
    expect((await of.ask('GET', `/elections/${id}`, undefined, accessToken)).status).toBe(200)
    expect((await of.ask('GET', '/posts', undefined, accessToken)).status).toBe(200)
    for (const [path, sent] of [
      [`/elections/${id}/cancel`, { reason: 'No' }],
      [`/elections/${id}/results`, body],
      ['/terms', { ...body, memberId: auditor.id, startedOn: '2024-01-01', cameBy: 'earlier' }],
      [`/elections/${id}/nominations`, body],
    ] as const)
      expect([path, (await of.ask('POST', path, sent, accessToken)).status]).toEqual([path, 403])
  })

  test('one who is excluded when the ballot opens learns why, and other members do not', async () => {
    const of = await build(['Ada', 'Bola', 'Chidi', 'Dayo'])
    const [ada, bola, chidi, dayo] = of.voters as [Voter, Voter, Voter, Voter]
    const { id } = await of.open()
    const postId = of.post('Treasurer')
    await stand(of, id, postId, [ada, bola])
    await stand(of, id, postId, [bola, ada])
    dataOf(await of.ask('POST', `/elections/${id}/nominations`, { postId }, chidi.token), 201)
    const early = await of.ask('POST', `/elections/${id}/ballots`, { postId, closesAt: inMinutes(60) })
    expect(refusal(early)[1]).toMatch(/Nominations are still open/)
    await closeNominations(id)
    const ballot = () => of.ask('POST', `/elections/${id}/ballots`, { postId, closesAt: inMinutes(60) })
    const opened = dataOf(await ballot(), 201)
    expect(only(opened, 'Chidi')).toMatchObject({ status: 'excluded', excludedBecause: 'seconders_missing' })
    expect(refusal(await ballot())[1]).toMatch(/The ballot is not finished/)
    const reasonFor = async ({ token }: Voter) =>
      only(dataOf(await of.ask('GET', `/elections/${id}`, undefined, token)), 'Chidi').excludedBecause
    expect([await reasonFor(chidi), await reasonFor(dayo)]).toEqual(['seconders_missing', null])
    const vote = dataOf(await of.ask('GET', `/votes/${opened.posts[0].ballots[0].voteId}`))
    expect(vote).toMatchObject({ kind: 'choice', isSecret: true, options: ['Ada Voter', 'Bola Voter'], chooseMax: 1 })
    const withdraw = await of.ask('POST', `/candidates/${only(opened, 'Ada').id}/withdraw`, undefined, ada.token)
    expect(refusal(withdraw)[1]).toMatch(/The ballot is open/)
  })
})

describe('a ballot and its hand-over', () => {
  test('most votes win; today the new treasurer records, the old one is out at once, and what waits is decided by others', async () => {
    const of = await build(['Old', 'First', 'Second', 'Dayo'])
    const { ask, post } = of
    const { id, old, first, second } = await elect(of)
    const before = dataOf(await enter(of, old)).accessToken
    dataOf(await deposit(before, first.id), 201)
    // It takes the word of another officer, which a new treasurer can give.
    const waiting = await app.call('POST', '/financial/transactions', {
      token: before,
      body: { type: 'withdrawal', memberId: first.id, amount: 1000 },
    })
    expect(dataOf(waiting, 201).status).toBe('pending')
    const declared = dataOf(await ask('POST', `/elections/${id}/results`, { postId: post('Treasurer') }))
    expect(declared).toMatchObject({ status: 'completed', handOvers: [{ name: 'Second Voter', status: 'done' }] })
    expect([only(declared, 'First'), only(declared, 'Second')]).toMatchObject([
      { status: 'not_elected', ballots: 1 },
      { status: 'elected', ballots: 2 },
    ])
    expect((await deposit(before, first.id)).status).toBe(401)
    const again: string = dataOf(
      await app.call('POST', '/member-auth/login', { body: { phoneNumber: old.phone, password: 'member-password' } }),
    ).accessToken
    expect((await enter(of, { ...old, token: again })).status).toBe(403)
    const { accessToken } = dataOf(await enter(of, second))
    expect((await deposit(accessToken, first.id)).status).toBe(201)
    const approval = `/financial/transactions/${waiting.body.data.id}/approve`
    expect((await app.call('POST', approval, { token: before, body: {} })).status).toBe(401)
    expect(dataOf(await app.call('POST', approval, { token: accessToken, body: {} })).status).toBe('approved')

    const terms = dataOf(await ask('GET', `/terms?postId=${post('Treasurer')}`))
    expect(terms).toMatchObject([
      { name: 'Second Voter', startedOn: today, endedOn: null, cameBy: 'elected', electionId: id },
      { name: 'Old Voter', endedOn: today, endReason: 'succeeded' },
    ])
    expect(dataOf(await ask('GET', '/posts')).differences).toEqual([])
    const { rows } = await app.admin.query(
      "select subject_id from audit.event where cooperative_id = $1 and action = 'office.handed_over'",
      [of.society.id],
    )
    expect(rows).toEqual([{ subject_id: second.id }])
    const told = dataOf(await app.call('GET', '/notifications?limit=20', { token: again }))
    expect(told.some(({ message }: { message: string }) => message.startsWith('Your term as Treasurer ended'))).toBe(
      true,
    )
    expect(refusal(await ask('POST', `/elections/${id}/results`, { postId: post('Treasurer') }))[0]).toBe(409)
    expect(await app.checks()).toEqual([])
  })

  test('the hand-over waits for midnight in Lagos, is done once, and can be cancelled before', async () => {
    const of = await build(['Old', 'First', 'Second'])
    const { ask, post } = of
    const { id, old, second } = await elect(of, { takesOfficeOn: tomorrow })
    const declared = dataOf(await ask('POST', `/elections/${id}/results`, { postId: post('Treasurer') }))
    expect(declared.handOvers).toMatchObject([{ status: 'planned', takesOfficeOn: tomorrow }])
    const roles = async () => {
      const { rows } = await app.admin.query('select first_name, roles from app.member where member_id = any($1)', [
        [old.id, second.id],
      ])
      return Object.fromEntries(rows.map((row) => [row.first_name, row.roles.join()]))
    }
    const { database } = app.services
    await handOverOffices(database, new Date(midnight(tomorrow).getTime() - 1))
    expect(await roles()).toEqual({ Old: 'member,treasurer', Second: 'member' })
    await Promise.all([handOverOffices(database, midnight(tomorrow)), handOverOffices(database, midnight(tomorrow))])
    await handOverOffices(database, midnight(addDays(today, 3)))
    expect(await roles()).toEqual({ Old: 'member', Second: 'member,treasurer' })
    const { rows } = await app.admin.query(
      'select started_on::text, ended_on::text from app.post_term where cooperative_id = $1 order by started_on',
      [of.society.id],
    )
    expect(rows).toEqual([
      { started_on: '2024-01-01', ended_on: tomorrow },
      { started_on: tomorrow, ended_on: null },
    ])
    const handOverId = declared.handOvers[0].id
    expect(refusal(await ask('POST', `/hand-overs/${handOverId}/cancel`, { reason: 'Late' }))[1]).toMatch(/is done/)
  })

  test('cancelled before its day it never happens; after a stop of the server it is made up for', async () => {
    const of = await build(['Old', 'First', 'Second'])
    const { id, old } = await elect(of, { takesOfficeOn: tomorrow })
    const declared = dataOf(await of.ask('POST', `/elections/${id}/results`, { postId: of.post('Treasurer') }))
    const cancelled = await of.ask('POST', `/hand-overs/${declared.handOvers[0].id}/cancel`, { reason: 'A petition.' })
    expect(dataOf(cancelled).handOvers).toMatchObject([{ status: 'cancelled', reason: 'A petition.' }])
    await handOverOffices(app.services.database, midnight(addDays(today, 5)))
    expect((await enter(of, old)).status).toBe(200)

    const late = await build(['Old', 'First', 'Second'])
    const after = await elect(late, { takesOfficeOn: tomorrow })
    dataOf(await late.ask('POST', `/elections/${after.id}/results`, { postId: late.post('Treasurer') }))
    await handOverOffices(app.services.database, midnight(addDays(today, 9)))
    const { rows } = await app.admin.query(
      'select started_on::text from app.post_term where cooperative_id = $1 and ended_on is null',
      [late.society.id],
    )
    expect(rows).toEqual([{ started_on: tomorrow }])
  })

  test('where the winner left meanwhile the old holder stays, officers are told, and it can be tried again', async () => {
    const of = await build(['Old', 'First', 'Second'])
    const { id, old, second } = await elect(of, { takesOfficeOn: tomorrow })
    const { handOvers } = dataOf(await of.ask('POST', `/elections/${id}/results`, { postId: of.post('Treasurer') }))
    dataOf(
      await app.call('PUT', `/cooperatives/members/${second.id}`, {
        token: of.society.token,
        body: { status: 'inactive' },
      }),
    )
    await handOverOffices(app.services.database, midnight(tomorrow))
    expect(dataOf(await of.ask('GET', `/elections/${id}`)).handOvers).toMatchObject([
      { status: 'failed', reason: 'Second Voter is not an active member' },
    ])
    expect((await enter(of, old)).status).toBe(200)
    const told = dataOf(await app.call('GET', '/notifications?limit=20', { token: of.society.token }))
    expect(told.some(({ message }: { message: string }) => message.includes('was not done'))).toBe(true)
    const retry = () => of.ask('POST', `/hand-overs/${handOvers[0].id}/retry`)
    await app.admin.query('update app.hand_over set takes_office_on = $2 where hand_over_id = $1', [
      handOvers[0].id,
      today,
    ])
    expect(refusal(await retry())).toEqual([409, 'The hand-over was not done: Second Voter is not an active member.'])
    dataOf(
      await app.call('PUT', `/cooperatives/members/${second.id}`, {
        token: of.society.token,
        body: { status: 'active' },
      }),
    )
    expect(dataOf(await retry()).handOvers).toMatchObject([{ status: 'done' }])
  })

  test('a winner who holds the rights of another post does not take office until that is settled', async () => {
    const of = await build(['Old', 'First', 'Second'])
    const { ask, post } = of
    const { id, old, second } = await elect(of, { takesOfficeOn: tomorrow })
    // Meanwhile the winner became secretary, by the register and by rights.
    await give(of, second, 'secretary')
    const held = { postId: post('Secretary'), memberId: second.id, startedOn: today, cameBy: 'appointed' }
    dataOf(await ask('POST', '/terms', held), 201)
    dataOf(await ask('POST', `/elections/${id}/results`, { postId: post('Treasurer') }))
    await handOverOffices(app.services.database, midnight(tomorrow))
    expect(dataOf(await ask('GET', `/elections/${id}`)).handOvers).toMatchObject([
      {
        status: 'failed',
        reason: 'Second Voter holds another post with rights of its own. End that term, or make them an admin',
      },
    ])
    // Both keep what they had.
    const rolesOf = async ({ id: memberId }: Voter) =>
      (await app.admin.query('select roles from app.member where member_id = $1', [memberId])).rows[0].roles
    expect(await rolesOf(second)).toEqual(['member', 'secretary'])
    expect(await rolesOf(old)).toEqual(['member', 'treasurer'])
  })

  test('two candidates of one name are told apart by their membership numbers', async () => {
    const of = await build(['Old', 'Ada', 'Ada'])
    const { id, voteId } = await elect(of)
    const { rows } = await app.admin.query(
      `select m.membershipno as number from app.candidate c join app.member m using (member_id) where c.election_id = $1 order by m.membership_number`,
      [id],
    )
    expect(dataOf(await of.ask('GET', `/votes/${voteId}`)).options).toEqual(
      rows.map(({ number }) => `Ada Voter (${number})`),
    )
  })

  test('unopposed candidates are elected without a ballot, once a second officer agrees', async () => {
    const of = await build(['Ada', 'Bola'])
    const admin = await buildOfficer(app, of.society)
    const vacant = of.post('Secretary')
    const postId = of.post('Treasurer')
    const { id } = await of.open({
      posts: [
        { postId, seats: 1 },
        { postId: vacant, seats: 1 },
      ],
    })
    await stand(of, id, postId, of.voters as [Voter, Voter])
    await closeNominations(id)
    const none = await of.ask('POST', `/elections/${id}/ballots`, { postId: vacant, closesAt: inMinutes(60) })
    expect(refusal(none)[1]).toMatch(/Declare it vacant/)
    const declared = dataOf(await of.ask('POST', `/elections/${id}/results`, { postId: vacant }))
    expect(declared).toMatchObject({ status: 'open', handOvers: [] })
    const ballot = await of.ask('POST', `/elections/${id}/ballots`, { postId, closesAt: inMinutes(60) })
    expect(refusal(ballot)[1]).toMatch(/Declare them elected unopposed/)
    const asked = await of.ask('POST', `/elections/${id}/results`, { postId })
    expect(asked.status).toBe(202)
    expect((await enter(of, of.voters[0] as Voter)).status).toBe(403)
    dataOf(
      await app.call('POST', `/change-requests/${asked.body.data.changeRequestId}/approve`, {
        token: admin.token,
        body: {},
      }),
    )
    const election = dataOf(await of.ask('GET', `/elections/${id}`))
    expect(election).toMatchObject({ status: 'completed', posts: [{ outcome: 'vacant' }, { outcome: 'unopposed' }] })
    expect((await enter(of, of.voters[0] as Voter)).status).toBe(200)
  })

  test('a candidate neither opens nor declares their own election', async () => {
    const of = await build(['Ada', 'Bola'], { unopposed: 'vote' })
    const [ada, bola] = of.voters as [Voter, Voter]
    await give(of, ada, 'secretary')
    const { accessToken } = dataOf(await enter(of, ada))
    const member = dataOf(
      await app.call('POST', '/member-auth/login', { body: { phoneNumber: ada.phone, password: 'member-password' } }),
    ).accessToken
    const { id } = await of.open()
    const postId = of.post('Treasurer')
    await stand(of, id, postId, [{ ...ada, token: member }, bola])
    await closeNominations(id)
    const body = { postId, closesAt: inMinutes(60) }
    expect(refusal(await of.ask('POST', `/elections/${id}/ballots`, body, accessToken))[1]).toMatch(
      /You are a candidate/,
    )
    const { posts } = dataOf(await of.ask('POST', `/elections/${id}/ballots`, body), 201)
    // By these bye-laws an only candidate is voted on for or against.
    expect(dataOf(await of.ask('GET', `/votes/${posts[0].ballots[0].voteId}`)).kind).toBe('resolution')
    expect(refusal(await of.ask('POST', `/elections/${id}/results`, { postId }, accessToken))[1]).toMatch(
      /You are a candidate/,
    )
    expect(refusal(await of.ask('POST', `/elections/${id}/results`, { postId }))[1]).toMatch(/not finished/)
    expect(refusal(await of.ask('POST', `/elections/${id}/cancel`, { reason: 'Rain' }))[1]).toMatch(/not finished/)
  })

  // Remedy: ballot_needed
  test.each([
    [[[1], [1], [2]], 'elected', 1],
    [[[2], [2], [1]], 'not_elected', 0],
  ])('an only candidate on whom members vote %j is %s', async (choices, outcome, handOvers) => {
    const of = await build(['Ada', 'Bola', 'Chidi'], { unopposed: 'vote' })
    const postId = of.post('Financial secretary')
    const { id } = await of.open({ posts: [{ postId, seats: 1 }] })
    await stand(of, id, postId, of.voters as [Voter, Voter, Voter])
    await closeNominations(id)
    expect(refusal(await of.ask('POST', `/elections/${id}/results`, { postId }))[1]).toMatch(/Members vote on these/)
    const { posts } = dataOf(await of.ask('POST', `/elections/${id}/ballots`, { postId, closesAt: inMinutes(60) }), 201)
    await count(of, posts[0].ballots[0].voteId, choices)
    const declared = dataOf(await of.ask('POST', `/elections/${id}/results`, { postId }))
    expect(declared).toMatchObject({ status: 'completed', posts: [{ outcome, candidates: [{ status: outcome }] }] })
    expect(declared.handOvers).toHaveLength(handOvers)
  })

  test('a candidate confirms no count, and is not counted among those whose confirmation it takes', async () => {
    const of = await build(['Ada', 'Bola', 'Chidi'], { unopposed: 'vote' })
    const [ada, bola] = of.voters as [Voter, Voter, Voter]
    await give(of, ada, 'secretary')
    const { accessToken } = dataOf(await enter(of, ada))
    const { accessToken: member } = dataOf(
      await app.call('POST', '/member-auth/login', { body: { phoneNumber: ada.phone, password: 'member-password' } }),
    )
    const { id } = await of.open()
    const postId = of.post('Treasurer')
    await stand(of, id, postId, [{ ...ada, token: member }, bola])
    await closeNominations(id)
    const { posts } = dataOf(await of.ask('POST', `/elections/${id}/ballots`, { postId, closesAt: inMinutes(60) }), 201)
    const { voteId } = posts[0].ballots[0]
    await close({ ...of, voters: [{ ...ada, token: member }] }, voteId, [[1]])
    expect(refusal(await of.ask('POST', `/votes/${voteId}/confirm`, {}, accessToken))).toEqual([
      409,
      'You are a candidate for this post. Ask another officer.',
    ])
    expect(dataOf(await of.ask('GET', `/votes/${voteId}`, undefined, accessToken)).isCandidate).toBe(true)
    expect(dataOf(await of.ask('GET', `/votes/${voteId}`))).toMatchObject({
      isCandidate: false,
      confirmationsNeeded: 1,
    })
    // The other returning officer alone is enough.
    expect(dataOf(await of.ask('POST', `/votes/${voteId}/confirm`, {})).status).toBe('confirmed')
  })

  /** Of four members two vote, both for the first of two candidates. */
  async function buildHalf(turnoutMin: number) {
    const of = await build(['Ada', 'Bola', 'Chidi', 'Dayo'], { turnoutMin, turnoutClause: 'Bye-law 31' })
    expect(dataOf(await of.ask('GET', '/election-rules'))).toMatchObject({ turnoutMin, turnoutClause: 'Bye-law 31' })
    const [ada, bola] = of.voters as [Voter, Voter, Voter, Voter]
    const postId = of.post('Treasurer')
    const { id: meetingId } = dataOf(
      await of.ask('POST', '/meetings', {
        ...{ kind: 'special_general', title: 'Election meeting', date: today, time: '10:00', place: 'The hall' },
      }),
      201,
    )
    const { id, rules } = await of.open({ meetingId })
    expect(rules.turnoutMin).toBe(turnoutMin)
    await stand(of, id, postId, [ada, bola])
    await stand(of, id, postId, [bola, ada])
    await closeNominations(id)
    const ballot = () => of.ask('POST', `/elections/${id}/ballots`, { postId, closesAt: inMinutes(60) })
    await count(of, dataOf(await ballot(), 201).posts[0].ballots[0].voteId, [[1], [1]])
    const [shown] = dataOf(await of.ask('GET', `/elections/${id}`)).posts[0].ballots
    const line = dataOf(await of.ask('GET', `/meetings/${meetingId}`)).resolutions.at(-1)
    return { of, ballot, shown, line, declare: () => of.ask('POST', `/elections/${id}/results`, { postId }) }
  }

  test('a ballot in which exactly the least turnout votes is valid', async () => {
    const { shown, line, declare } = await buildHalf(50)
    expect(shown).toMatchObject({ cast: 2, eligible: 4, isBelowTurnout: false, tied: [] })
    expect(shown.elected).toHaveLength(1)
    expect(line.text).toContain('Ada Voter 2')
    expect(dataOf(await declare()).posts[0].outcome).toBe('elected')
  })

  test('a ballot below the least turnout elects no one, is not valid in the minutes, and is held again', async () => {
    const { of, ballot, shown, line, declare } = await buildHalf(51)
    expect(shown).toMatchObject({ cast: 2, eligible: 4, isBelowTurnout: true, elected: [], tied: [] })
    expect(line).toMatchObject({
      outcome: 'counted',
      text: expect.stringContaining('Not valid: 2 of 4 voted, less than 51 %'),
    })
    expect(refusal(await declare())).toEqual([409, expect.stringContaining('Open the ballot')])
    const again = dataOf(await ballot(), 201).posts[0].ballots[1]
    expect(again.round).toBe(2)
    await count(of, again.voteId, [[2], [2], [1]])
    const { posts } = dataOf(await declare())
    expect(only({ posts }, 'Bola').status).toBe('elected')
  })

  test('a tie for the last seat is voted on again where the bye-laws say so', async () => {
    const { of, ballot, declare, expectElected } = await buildTie('run_off')
    expect(refusal(await declare())[1]).toMatch(/Open a run-off ballot/)
    const again = dataOf(await ballot(), 201).posts[0].ballots[1]
    expect(again).toMatchObject({ round: 2, seats: 1 })
    await count(of, again.voteId, [[2], [2], [1]])
    expect(refusal(await ballot())[1]).toMatch(/Declare the result/)
    dataOf(await declare())
    await expectElected()
  })

  test('a tie for the last seat is decided by lot where the bye-laws say so, and the minutes have it', async () => {
    const { of, ballot, declare, candidate, meetingId, expectElected } = await buildTie('lots')
    expect(refusal(await ballot())[1]).toMatch(/Declare the result/)
    expect(refusal(await declare())[1]).toMatch(/Draw lots/)
    const note = 'Drawn by the youngest member before the meeting.'
    expect((await declare({ drawn: [candidate('Ada')], note })).status).toBe(422)
    dataOf(await declare({ drawn: [candidate('Chidi')], note }))
    const { resolutions } = dataOf(await of.ask('GET', `/meetings/${meetingId}`))
    expect(resolutions.at(-1).text).toContain('Elected by lot: Chidi Voter. Drawn by the youngest')
    await expectElected()
  })

  /** Three candidates for two seats, of whom the second and the third have as many votes. */
  async function buildTie(tieRule: 'run_off' | 'lots') {
    const of = await build(['Ada', 'Bola', 'Chidi', 'Dayo'], { tieRule })
    const [ada, bola, chidi] = of.voters as [Voter, Voter, Voter, Voter]
    const postId = of.post('Member', 'Supervisory committee')
    const { id: meetingId } = dataOf(
      await of.ask('POST', '/meetings', {
        ...{ kind: 'special_general', title: 'Election meeting', date: today, time: '10:00', place: 'The hall' },
      }),
      201,
    )
    const { id } = await of.open({ posts: [{ postId, seats: 2 }], meetingId })
    for (const pair of [
      [ada, bola],
      [bola, ada],
      [chidi, ada],
    ] as [Voter, Voter][])
      await stand(of, id, postId, pair)
    await closeNominations(id)
    const ballot = () => of.ask('POST', `/elections/${id}/ballots`, { postId, closesAt: inMinutes(60) })
    const declare = (body: object = {}) => of.ask('POST', `/elections/${id}/results`, { postId, ...body })
    const first = dataOf(await ballot(), 201)
    await count(of, first.posts[0].ballots[0].voteId, [[1, 2], [1, 3], [1]])
    const candidate = (name: string) => only(first, name).id
    expect(dataOf(await of.ask('GET', `/elections/${id}`)).posts[0].ballots[0]).toMatchObject({
      elected: [candidate('Ada')],
      tied: [candidate('Bola'), candidate('Chidi')],
      seatsLeft: 1,
    })
    const expectElected = async () => {
      const fewer = { name: 'Member', committee: 'Supervisory committee', office: null, seats: 1, isClosed: false }
      expect((await of.ask('PUT', `/posts/${postId}`, fewer)).status).toBe(409)
      expect(await app.checks()).toEqual([])
      const { posts } = dataOf(await of.ask('GET', '/posts'))
      const holders = posts.find((each: Post) => each.id === postId).holders.map(({ name }: { name: string }) => name)
      expect(holders.toSorted()).toEqual(['Ada Voter', 'Chidi Voter'])
    }
    return { of, ballot, declare, candidate, meetingId, expectElected }
  }
})
