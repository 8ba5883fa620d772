import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import { buildOfficer, dataOf, postJournals, statusesOf } from '#dev/testing/builders.ts'
import { appropriateSurplus, buildNamed, buildSurplusSociety } from '#dev/testing/surplus-society.ts'

let app: TestApp
beforeAll(async () => {
  app = await sharedTestApp()
})
afterAll(() => app.stop())

const pool = 9000

/** Three members with shares of ₦10,000 each since before the year, and a dividend of ₦9,000 that the meeting decided: ₦3,000 each. */
async function build() {
  const { cooperative, accounts, savingsType, sharesType } = await buildSurplusSociety(app)
  const ask = (method: string, path: string, body?: unknown, token = cooperative.token) =>
    app.call(method, path, { token, ...(body !== undefined && { body }) })
  const members = await buildNamed(app, cooperative, ['Ada', 'Bola', 'Chidi'])
  const { shareParValue } = dataOf(await ask('PUT', '/financial/config', { shareCeilingPercent: 100 }))
  for (const { id: memberId } of Object.values(members))
    dataOf(
      await ask('POST', '/financial/transactions', {
        ...{ type: 'share_purchase', memberId, shares: 10_000 / shareParValue, occurredOn: '2024-12-01' },
        paidThrough: accounts.get('1010'),
      }),
      201,
    )
  await postJournals(app, cooperative, [{ on: '2025-02-01', lines: [['1010', '4110', pool]] }])
  dataOf(await ask('POST', '/financial/books/close-year', { yearEnd: '2025-12-31' }), 201)
  const accountId = accounts.get('2320')
  const { id: appropriationId } = await appropriateSurplus(app, cooperative, [{ accountId, amount: pool }])
  const terms = { appropriationId, accountId, basis: 'balance', accountTypeId: sharesType, method: 'closing' }
  const run = (token?: string, more: object = {}) =>
    ask('POST', '/financial/dividends', { ...terms, paidTo: savingsType, members: 3, net: pool, ...more }, token)
  const reverse = (transactionId: string, token?: string) =>
    ask('POST', `/financial/transactions/${transactionId}/reverse`, { reason: 'A wrong figure', voucher: true }, token)
  /** What each member has on savings and what is payable as dividend, in naira. */
  const balances = async () => {
    const { rows } = await app.admin.query(
      `select m.first_name as name, coalesce(sum(case when p.credit_id = a.account_id then p.amount else -p.amount end), 0)::bigint as kobo
         from app.member m join ledger.account a on a.cooperative_id = m.cooperative_id and a.member_id = m.member_id
         join app.account_type t on t.account_type_id = a.account_type_id and t.kind = 'savings'
         left join ledger.posting p on p.cooperative_id = a.cooperative_id and a.account_id in (p.debit_id, p.credit_id)
        where m.cooperative_id = $1 group by 1 order by 1`,
      [cooperative.id],
    )
    const chart = (await ask('GET', '/financial/accounts?limit=100')).body.data
    return {
      saved: Object.fromEntries<number>(rows.map(({ name, kobo }) => [name, Number(kobo) / 100])),
      payable: chart.find(({ code }: { code: string }) => code === '2320').balance as number,
    }
  }
  return { cooperative, ask, members, run, reverse, balances, accounts }
}

const paid = { saved: { Ada: 3000, Bola: 3000, Chidi: 3000 }, payable: 0 }

test('ten runs of one dividend at once pay it once', async () => {
  const { run, balances } = await build()
  const replies = await Promise.all(Array.from({ length: 10 }, () => run()))
  expect(statusesOf(replies)).toEqual([201, ...Array.from({ length: 9 }, () => 409)])
  expect(await balances()).toEqual(paid)
  expect(await app.checks()).toEqual([])
})

test('two officers who run it at once leave one that waits, and approvals at once by both post it once', async () => {
  const of = await build()
  const second = await buildOfficer(app, of.cooperative, { firstName: 'Second' })
  const third = await buildOfficer(app, of.cooperative, { firstName: 'Third' }, second.token)
  const replies = await Promise.all([of.run(), of.run(second.token), of.run(third.token)])
  expect(statusesOf(replies)).toEqual([201, 409, 409])
  const { transactionId, status } = dataOf(
    replies.find((reply) => reply.status === 201) as (typeof replies)[number],
    201,
  )
  expect(status).toBe('pending')
  expect((await of.balances()).payable).toBe(pool)
  const approvals = await Promise.all(
    [of.cooperative.token, second.token, third.token, second.token, third.token].map((token) =>
      of.ask('POST', `/financial/transactions/${transactionId}/approve`, {}, token),
    ),
  )
  expect(approvals.filter((reply) => reply.status === 200)).toHaveLength(1)
  expect(await of.balances()).toEqual(paid)
  // Posted, it is neither approved nor run again.
  for (const token of [second.token, third.token]) {
    expect((await of.ask('POST', `/financial/transactions/${transactionId}/approve`, {}, token)).status).toBe(409)
    expect((await of.run(token)).status).toBe(409)
  }
  expect(await of.balances()).toEqual(paid)
  expect(await app.checks()).toEqual([])
})

test('run, reversed and run, three times over and each at once, members have it once at the end', async () => {
  const of = await build()
  let transactionId = dataOf(await of.run(), 201).transactionId as string
  for (let round = 0; round < 3; round += 1) {
    const taken = await Promise.all([
      of.reverse(transactionId),
      of.reverse(transactionId),
      of.run(),
      of.reverse(transactionId),
    ])
    expect(taken.filter((reply, place) => place !== 2 && reply.status < 300)).toHaveLength(1)
    // A run that came before the reversal was refused; one that came after it has paid.
    const again = taken[2]?.status === 201 ? taken[2] : await of.run()
    transactionId = dataOf(again as (typeof taken)[number], 201).transactionId
    expect(await of.balances()).toEqual(paid)
  }
  dataOf(await of.reverse(transactionId))
  expect(await of.balances()).toEqual({ saved: { Ada: 0, Bola: 0, Chidi: 0 }, payable: pool })
  expect(await app.checks()).toEqual([])
})

test('a member who drew the dividend keeps it from being reversed and paid a second time', async () => {
  const of = await build()
  const { transactionId } = dataOf(await of.run(), 201)
  const draw = () =>
    of.ask('POST', '/financial/transactions', {
      ...{ type: 'withdrawal', memberId: of.members.Ada.id, amount: 3000, anotherPayment: true },
    })
  // The money and the reversal of it at once: one of both.
  const [drawn, reversed] = await Promise.all([draw(), of.reverse(transactionId)])
  expect(statusesOf([drawn, reversed]).filter((status) => status < 300)).toHaveLength(1)
  const again = await of.run()
  const { saved, payable } = await of.balances()
  const out = drawn.status === 201 ? 3000 : 0
  // What members have, what went out and what is still payable is the pool, once.
  expect(Object.values<number>(saved).reduce((sum, each) => sum + each, 0) + out + payable).toBe(pool)
  expect(again.status).toBe(drawn.status === 201 ? 409 : 201)
  expect(await app.checks()).toEqual([])
})

test('a member does not leave while the dividend waits, and one who leaves as it is run is owed it once or stays', async () => {
  const of = await build()
  dataOf(await of.ask('PUT', '/financial/config', { leavingFee: 0, withdrawalApprovals: 0 }))
  const leavingOf = (memberId: string) => `/cooperatives/members/${memberId}/leaving`
  const settle = async (memberId: string) => {
    const { leaving, statement, payees } = dataOf(await of.ask('GET', leavingOf(memberId)))
    return of.ask('POST', `/cooperatives/leavings/${leaving.id}/settle`, {
      net: statement.net,
      payees: payees.map(({ number }: { number: number }) => ({ number, paidThrough: of.accounts.get('1010') })),
    })
  }
  /** Everything that is on accounts of this member, in naira. */
  const heldBy = async (memberId: string) =>
    dataOf(await of.ask('GET', `/financial/members/${memberId}/accounts`)).reduce(
      (sum: number, { balance }: { balance: number }) => sum + balance,
      0,
    )
  for (const { id } of [of.members.Bola, of.members.Chidi])
    dataOf(await of.ask('POST', leavingOf(id), { reason: 'expulsion' }), 201)
  // Bola is settled and the dividend run at the same moment.
  const [left, first] = await Promise.all([settle(of.members.Bola.id), of.run()])
  expect(left.status < 300 || first.status < 300).toBe(true)
  if (first.status >= 300) dataOf(await of.run(undefined, { members: 3, net: pool }), 201)
  // Settled after the dividend it took the 3,000 too, or was refused because the figure had changed; before it, they are owed.
  const { rows: paidOut } = await app.admin.query(
    "select status from app.leaving where member_id = $1 and status = 'settled'",
    [of.members.Bola.id],
  )
  const held = await heldBy(of.members.Bola.id)
  expect([3000, 13_000]).toContain(held)
  expect(held === 3000).toBe(paidOut.length === 1)
  expect((await of.balances()).payable).toBe(0)

  // With a second officer it waits: Chidi, whose dividend waits, is not settled.
  const { transactionId } = dataOf(await of.ask('GET', '/financial/dividends'))[0]
  dataOf(await of.reverse(transactionId))
  const second = await buildOfficer(app, of.cooperative, { firstName: 'Second' })
  const waiting = dataOf(await of.run(), 201)
  expect(waiting.status).toBe('pending')
  expect((await settle(of.members.Chidi.id)).status).toBe(409)
  expect((await of.ask('DELETE', `/cooperatives/members/${of.members.Chidi.id}`)).status).toBe(409)
  expect(
    (await of.ask('POST', `/financial/transactions/${waiting.transactionId}/approve`, {}, second.token)).status,
  ).toBe(200)
  expect(await heldBy(of.members.Chidi.id)).toBe(13_000)
  expect((await of.balances()).payable).toBe(0)
  expect(await app.checks()).toEqual([])
})
