import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DatabaseClient } from '#platform/db/primary.ts'
import { startTestApp, type Reply, type TestApp } from '#dev/testing/app.ts'
import { type Ballot, blindBallot, makeBallot } from '#dev/testing/ballots.ts'
import {
  buildCooperative,
  buildMember,
  buildOfficer,
  dataOf,
  loginMember,
  postJournals,
} from '#dev/testing/builders.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

describe('a year that is closed while officers post', () => {
  const yearEnd = '2025-12-31'

  async function build() {
    const cooperative = await buildCooperative(app)
    const ask = (method: string, path: string, body?: unknown, token = cooperative.token) =>
      app.call(method, path, { token, ...(body !== undefined && { body }) })
    const chart = (await ask('GET', '/financial/accounts?limit=100')).body.data as { id: string; code: string }[]
    const account = (code: string) => chart.find((each) => each.code === code)?.id
    await postJournals(app, cooperative, [{ on: '2025-02-01', lines: [['1020', '4110', 1000]] }])
    const ada = await buildMember(app, cooperative, { registrationDate: '2024-06-01' })
    const income = (amount: number, occurredOn = '2025-12-30') =>
      ask('POST', '/financial/transactions', {
        ...{ type: 'journal', description: `Income of ${amount}`, occurredOn },
        lines: [
          { accountId: account('1020'), debit: amount },
          { accountId: account('4110'), credit: amount },
        ],
      })
    const deposit = (amount: number) =>
      ask('POST', '/financial/transactions', {
        ...{ type: 'deposit', memberId: ada.id, amount, occurredOn: '2025-12-31', anotherPayment: true },
      })
    /** Closes with whatever is open taken as it is, as an officer in a hurry does. */
    async function close(): Promise<Reply> {
      const { items } = dataOf(await ask('GET', `/financial/year-closings/${yearEnd}`))
      const open = items.filter(({ state }: { state: string }) => state === 'open')
      return ask('POST', '/financial/books/close-year', {
        yearEnd,
        ...(open.length > 0 && { accepted: open.map(({ key }: { key: string }) => ({ item: key, reason: 'Later' })) }),
      })
    }
    return { cooperative, ask, income, deposit, close }
  }

  /** By the books: entries of the year that came after its closing, and the surplus that the closing carried, in kobo. */
  async function closingOf(cooperativeId: string) {
    const { rows } = await app.admin.query(
      `with closing as (select entry_no as number from ledger.entry where cooperative_id = $1 and kind = 'closing' order by entry_no desc limit 1)
       select (select count(*)::int from ledger.entry e, closing where e.cooperative_id = $1 and e.effective_on <= $2 and e.entry_no > closing.number) as late,
         (select count(*)::int from closing) as closings`,
      [cooperativeId, yearEnd],
    )
    return rows[0] as { late: number; closings: number }
  }

  test('takes each posting before its closing or not at all: the surplus is the sum of what was accepted', async () => {
    const { cooperative, ask, income, deposit, close } = await build()
    const posting: Promise<{ amount: number; reply: Reply; kind: 'income' | 'deposit' }>[] = []
    let closed: Reply | undefined
    for (let wave = 0; wave < 12; wave += 1) {
      const amount = 10 + wave
      posting.push(
        income(amount).then((reply) => ({ amount, reply, kind: 'income' as const })),
        income(amount + 0.5).then((reply) => ({ amount: amount + 0.5, reply, kind: 'income' as const })),
        deposit(amount).then((reply) => ({ amount, reply, kind: 'deposit' as const })),
      )
      if (wave < 3) continue
      if (closed?.status !== 201) closed = await close()
    }
    const all = await Promise.all(posting)
    for (let tries = 0; closed?.status !== 201 && tries < 5; tries += 1) closed = await close()
    expect(closed?.status).toBe(201)
    const statuses = new Set(all.map(({ reply }) => reply.status))
    // Some came too late, and each of these is told why.
    for (const status of statuses) expect([201, 409, 422]).toContain(status)
    for (const { reply } of all.filter((each) => each.reply.status !== 201))
      expect(reply.body.message).toMatch(/closed|locked/i)
    const sumOf = (kind: string) =>
      all.filter((each) => each.kind === kind && each.reply.status === 201).reduce((sum, { amount }) => sum + amount, 0)
    expect(await closingOf(cooperative.id)).toEqual({ late: 0, closings: 1 })
    expect(dataOf(await ask('GET', `/financial/surpluses/${yearEnd}`)).surplus).toBe(1000 + sumOf('income'))
    const { accounts, balanced } = dataOf(await ask('GET', `/financial/reports/trial-balance?to=${yearEnd}`))
    const { credit = 0 } = accounts.find(({ code }: { code: string }) => code === '2110') ?? {}
    expect([balanced, credit]).toEqual([true, sumOf('deposit')])
    // Afterwards the year takes nothing from anybody.
    for (const late of [await income(1), await deposit(1), await income(1, '2025-01-01')])
      expect(late.status).toBeGreaterThanOrEqual(400)
    expect(await closingOf(cooperative.id)).toEqual({ late: 0, closings: 1 })
    expect(await app.checks()).toEqual([])
  })

  test('with two officers: what is approved as the closing is approved is in the year before it, or stops the closing', async () => {
    const { cooperative, ask, income, close } = await build()
    const second = await buildOfficer(app, cooperative, { firstName: 'Second' })
    const asked = await close()
    expect(asked.status).toBe(202)
    const waiting: string[] = []
    for (const amount of [10, 20, 30, 40]) waiting.push(dataOf(await income(amount), 201).id)
    const approve = (id: string) => ask('POST', `/financial/transactions/${id}/approve`, {}, second.token)
    const agree = () => ask('POST', `/change-requests/${asked.body.data.changeRequestId}/approve`, {}, second.token)
    const [first, ...approvals] = await Promise.all([agree(), ...waiting.map(approve)])
    // One that waits is in the way; where all were posted first, their sums are in the year.
    expect(approvals.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect([200, 409]).toContain(first?.status)
    const { closings } = await closingOf(cooperative.id)
    expect(closings).toBe(first?.status === 200 ? 1 : 0)
    if (closings === 0) dataOf(await agree())
    expect(dataOf(await ask('GET', `/financial/surpluses/${yearEnd}`)).surplus).toBe(1000 + 10 + 20 + 30 + 40)
    expect(await closingOf(cooperative.id)).toEqual({ late: 0, closings: 1 })
    expect(await app.checks()).toEqual([])
  })

  test('ten closings at once close it once', async () => {
    const { cooperative, ask } = await build()
    const { items } = dataOf(await ask('GET', `/financial/year-closings/${yearEnd}`))
    const reasons = items
      .filter(({ state }: { state: string }) => state === 'open')
      .map(({ key }: { key: string }) => ({ item: key, reason: 'Later' }))
    const replies = await Promise.all(
      Array.from({ length: 10 }, () =>
        ask('POST', '/financial/books/close-year', { yearEnd, accepted: reasons.length > 0 ? reasons : undefined }),
      ),
    )
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(9)
    expect(await closingOf(cooperative.id)).toEqual({ late: 0, closings: 1 })
  })
})

describe('a vote that is closed while members vote', () => {
  const voterCount = 12

  async function build(isSecret: boolean) {
    const society = await buildCooperative(app)
    const ask = (method: string, path: string, body?: unknown, token = society.token) =>
      app.call(method, `/governance${path}`, { token, ...(body !== undefined && { body }) })
    const voters: string[] = []
    for (let n = 0; n < voterCount; n += 1)
      voters.push(await loginMember(app, await buildMember(app, society, { firstName: `Voter ${n}` })))
    const vote = dataOf(
      await ask('POST', '/votes', {
        ...{ kind: 'choice', wording: 'Who audits the books?', options: ['Musa & Co', 'Ojo & Co'], isSecret },
        closesAt: new Date(Date.now() + 30 * 60_000).toISOString(),
      }),
      201,
    ) as { id: string; publicKey: string }
    return { society, ask, voters, vote }
  }

  /** Its time is over in so many milliseconds. */
  async function endsIn(voteId: string, milliseconds: number): Promise<void> {
    await app.admin.query('alter table app.vote disable trigger user')
    await app.admin.query(
      "update app.vote set opens_at = now() - interval '2 hours', closes_at = clock_timestamp() + make_interval(secs => $2) where vote_id = $1",
      [voteId, milliseconds / 1000],
    )
    await app.admin.query('alter table app.vote enable trigger user')
  }

  test.each([
    ['a secret vote', true],
    ['an open vote', false],
  ])('%s counts each ballot that was accepted, and no other: none is taken and lost', async (_what, isSecret) => {
    const { ask, voters, vote } = await build(isSecret)
    const choices = voters.map((_, n) => (n % 3 === 0 ? 1 : 2))
    const ballots: Ballot[] = []
    if (isSecret)
      for (const [n, token] of voters.entries())
        ballots.push(
          await makeBallot(
            vote,
            [choices[n] ?? 1],
            async (blinded) =>
              dataOf(await ask('POST', `/votes/${vote.id}/credential`, { blinded }, token), 201).blindSignature,
          ),
        )
    const cast = (n: number) =>
      isSecret
        ? app.call('POST', '/governance/ballots', { body: ballots[n] })
        : ask('POST', `/votes/${vote.id}/open-ballot`, { choices: [choices[n]] }, voters[n])
    // Four before its end; the others and the officers who close it all at once, around the moment at which it ends.
    const early = await Promise.all([0, 1, 2, 3].map(cast))
    expect(early.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    await endsIn(vote.id, 60)
    const closings: Promise<Reply>[] = []
    const casts: Promise<Reply>[] = []
    for (let n = 4; n < voterCount; n += 1) {
      casts.push(cast(n))
      closings.push(ask('POST', `/votes/${vote.id}/close`))
      await new Promise((resolve) => setTimeout(resolve, 12))
    }
    const [closed, late] = [await Promise.all(closings), await Promise.all(casts)]
    const after = await ask('POST', `/votes/${vote.id}/close`)
    expect([...closed, after].filter(({ status }) => status === 200)).toHaveLength(1)
    const taken = [...early, ...late].map(({ status }) => status === 201)
    for (const { status } of late) expect([201, 409]).toContain(status)
    const tally = [1, 2].map((choice) => taken.filter((isTaken, n) => isTaken && choices[n] === choice).length)
    expect(dataOf(await ask('GET', `/votes/${vote.id}`))).toMatchObject({
      ...{ status: 'closed', ballots: taken.filter(Boolean).length, tally },
    })
    // A ballot that comes after is refused, and changes no figure.
    expect((await cast(voterCount - 1)).status).toBe(409)
    const published = dataOf(await ask('GET', `/votes/${vote.id}/ballots`))
    expect(published).toHaveLength(taken.filter(Boolean).length)
    // The box is empty, and what it held is in no second place.
    const { rows } = await app.admin.query('select count(*)::int as n from app.ballot_box where vote_id = $1', [
      vote.id,
    ])
    expect(rows[0].n).toBe(0)
    expect(await app.checks()).toEqual([])
  })

  test.each([
    ['a ballot', true, 'ballot'],
    ['a request for a signature', true, 'credential'],
    ['an open ballot', false, 'open ballot'],
  ])('%s that waits while the vote closes is refused in words, and is not in it', async (_what, isSecret, sends) => {
    const { ask, voters, vote } = await build(isSecret)
    const sign = (blinded: string) => ask('POST', `/votes/${vote.id}/credential`, { blinded }, voters[0])
    const ballot =
      sends === 'ballot' &&
      (await makeBallot(vote, [1], async (blinded) => dataOf(await sign(blinded), 201).blindSignature))
    const send = async () => {
      if (sends === 'credential') return sign((await blindBallot(vote, [1])).blinded)
      return ballot
        ? app.call('POST', '/governance/ballots', { body: ballot })
        : ask('POST', `/votes/${vote.id}/open-ballot`, { choices: [1] }, voters[0])
    }
    // Past the look at its times it waits for the row that the closing holds.
    await app.admin.query('begin')
    await app.admin.query('select from app.vote where vote_id = $1 for update', [vote.id])
    const sent = send()
    const waiting =
      "select from pg_stat_activity where datname = current_database() and usename like 'coop_%' and wait_event_type = 'Lock'"
    const second = new DatabaseClient({ connectionString: app.adminUrl })
    await second.connect()
    while ((await second.query(waiting)).rowCount === 0);
    await second.end()
    await app.admin.query('alter table app.vote disable trigger user')
    await app.admin.query(
      "update app.vote set opens_at = now() - interval '2 hours', closes_at = now() - interval '1 second' where vote_id = $1",
      [vote.id],
    )
    await app.admin.query('alter table app.vote enable trigger user')
    await app.admin.query('commit')
    const { status, body } = await sent
    expect([status, body.message]).toEqual([409, expect.stringMatching(/closed/)])
    expect(dataOf(await ask('POST', `/votes/${vote.id}/close`))).toMatchObject({ ballots: 0 })
  })
})
