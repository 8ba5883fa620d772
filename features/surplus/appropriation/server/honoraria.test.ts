import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  agreed,
  buildCooperative,
  buildMember,
  buildOfficer,
  dataOf,
  loginMember,
  postJournals,
  statusesOf,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'
import { appropriateSurplus, buildSurplusSociety, kobo, naira } from '#dev/testing/surplus-society.ts'

let app: TestApp
let cooperative: TestCooperative
let accounts: Map<string, string>
let savingsType: string
let sharesType: string
let appropriation: { id: string; transactionId: string }

const ask = (method: string, path: string, body?: unknown, token = cooperative.token) =>
  app.call(method, path, { token, ...(body !== undefined && { body }) })
const post = async (path: string, body: object, status = 201) => dataOf(await ask('POST', path, body), status)
const account = (code: string) => accounts.get(code) as string
const today = new Date(Date.now() + 3_600_000).toISOString().slice(0, 10)
const line = 1000.01
const path = '/financial/dividends'
const terms = () => ({
  ...{ appropriationId: appropriation.id, accountId: account('2340'), basis: 'named', taxPercent: 5 },
})
const balanceOf = async (code: string) => {
  const { accounts: rows } = dataOf(await ask('GET', '/financial/reports/trial-balance'))
  const row = rows.find((each: { code: string }) => each.code === code) ?? { debit: 0, credit: 0 }
  return naira(kobo(row.credit) - kobo(row.debit))
}

/** A society that closed 2025 and gave a line of its surplus to honoraria. */
async function openSociety(surplus: number): Promise<void> {
  ;({ cooperative, accounts, savingsType, sharesType } = await buildSurplusSociety(app))
  await postJournals(app, cooperative, [{ on: '2025-02-01', lines: [['1010', '4110', surplus]] }])
}

async function appropriate(): Promise<void> {
  await post('/financial/books/close-year', { yearEnd: '2025-12-31' })
  appropriation = await appropriateSurplus(app, cooperative, [
    { accountId: account('2340'), amount: line },
    { accountId: account('2320'), amount: 2000 },
  ])
}

beforeAll(async () => {
  app = await sharedTestApp()
})
afterAll(() => app.stop())

describe('honoraria', () => {
  let members: TestMember[]
  const idOf = (n: number) => members[n]?.id as string
  const given = () => [
    { memberId: idOf(0), post: 'President', amount: 600.01 },
    { memberId: idOf(1), post: 'Treasurer until June', amount: 250 },
    { memberId: idOf(2), post: 'Keeper of the store', amount: 150 },
  ]
  /** What each gets, with 5 % of the part to the nearest kobo, a half up. */
  const expected = () =>
    given().map(({ memberId, post: held, amount }) => {
      const tax = (kobo(amount) * 5n + 50n) / 100n
      return { memberId, post: held, basis: amount, gross: amount, tax: naira(tax), net: naira(kobo(amount) - tax) }
    })
  const sumOf = (key: 'tax' | 'net') => naira(expected().reduce((sum, row) => sum + kobo(row[key]), 0n))
  const preview = (more: object = {}, query = '') => ask('POST', `${path}/preview?${query}`, { ...terms(), ...more })
  const run = (more: object = {}) =>
    ask('POST', path, { ...terms(), named: given(), paidTo: savingsType, members: 3, net: sumOf('net'), ...more })

  beforeAll(async () => {
    await openSociety(5000)
    members = []
    for (const firstName of ['Ada', 'Bola', 'Chidi', 'Dayo'])
      members.push(await buildMember(app, cooperative, { firstName, registrationDate: '2024-06-01' }))
    const posts = ['President', 'Treasurer', 'Secretary'].map((name) => ({ name, office: null, seats: 1 }))
    const { posts: added } = await post('/governance/posts', { posts })
    const term = async (n: number, name: string, startedOn: string, endedOn?: string) =>
      post('/governance/terms', {
        postId: added.find((each: { name: string }) => each.name === name).id,
        ...{ memberId: idOf(n), startedOn, cameBy: 'earlier' },
        ...(endedOn && { endedOn, endReason: 'term_over' }),
      })
    await term(0, 'President', '2024-07-01')
    await term(1, 'Treasurer', '2024-07-01', '2025-06-30')
    await term(3, 'Secretary', '2024-07-01', '2024-12-31')
    await appropriate()
  })

  test('the officers of the year are proposed, those of other years are not', async () => {
    const { officers } = dataOf(await ask('GET', '/financial/surpluses/2025-12-31'))
    expect(officers).toMatchObject([
      { memberId: idOf(0), post: 'President' },
      { memberId: idOf(1), post: 'Treasurer' },
    ])
  })

  test('each is shown with post, amount, tax and net, and together they are the line', async () => {
    const { data, meta } = (await preview({ named: given() })).body
    expect(data).toMatchObject(expected().map((row) => ({ ...row, paidTo: 'savings', exclusion: null })))
    expect(data.reduce((sum: bigint, { gross }: { gross: number }) => sum + kobo(gross), 0n)).toBe(kobo(line))
    expect(meta.summary).toMatchObject({
      ...{ basis: 'named', name: 'Honoraria', members: 3, excludedMembers: 0 },
      ...{ gross: line, tax: sumOf('tax'), net: sumOf('net') },
    })
    const file = (await preview({ named: given() }, 'format=csv')).text.split(/\r?\n/)
    expect(file.find((each) => each.includes('Chidi'))).toContain('Keeper of the store')
  })

  test('what is above the line, below it, twice, unknown or not fit is refused with its row, and nothing is posted', async () => {
    const [ada, bola, chidi] = given() as [object, object, object]
    const stranger = await buildMember(app, await buildCooperative(app))
    const refused: [object, string, string?][] = [
      [{ named: [ada, bola, { ...chidi, amount: 150.01 }] }, 'named.2.amount', 'This is ₦0.01 more than is left'],
      [{ named: [ada, bola, { ...chidi, amount: 149.99 }] }, 'named', '₦0.01 of the line is given to no one'],
      [{ named: [] }, 'named'],
      [{}, 'named'],
      [{ named: [ada, { ...bola, memberId: idOf(0) }, chidi] }, 'named.1.memberId', 'entered twice'],
      [{ named: [ada, { ...bola, memberId: stranger.id }, chidi] }, 'named.1.memberId'],
      [{ named: [ada, { ...bola, post: ' ' }, chidi] }, 'named.1.post'],
      [{ named: [ada, { ...bola, post: 'x'.repeat(81) }, chidi] }, 'named.1.post'],
      [{ named: [{ ...ada, amount: 0 }] }, 'named.0.amount'],
      [{ named: given(), excluding: 'in_arrears' }, 'excluding'],
      [{ named: given(), excludedByName: [{ memberId: idOf(3), reason: 'Sanctioned' }] }, 'excludedByName'],
      [{ named: given(), basis: 'balance', accountTypeId: sharesType }, 'basis'],
    ]
    for (const [more, field, message = ''] of refused) {
      expect((await preview(more)).body).toMatchObject({
        ...{ status: 422, errors: [{ field }], message: expect.stringContaining(message) },
      })
      expect((await run({ named: undefined, ...more })).body).toMatchObject({ status: 422, errors: [{ field }] })
    }
    expect((await run({ net: 1 })).body).toMatchObject({ status: 409, errors: [{ field: 'net' }] })
    expect(await Promise.all(['2340', '2420'].map(balanceOf))).toEqual([line, 0])
  })

  test('they are paid as one entry once, where members choose, each reads the own post, and it is undone as one', async () => {
    const ada = await loginMember(app, members[0] as TestMember)
    const chidi = await loginMember(app, members[2] as TestMember)
    dataOf(await ask('PUT', '/financial/dividend-settings', { paidTo: 'savings', membersChoose: true }))
    dataOf(await ask('PUT', '/member-portal/dividend-choice', { paidTo: 'bank' }, chidi))
    const replies = await Promise.all([run(), run()])
    expect(statusesOf(replies)).toEqual([201, 409])
    const paid = dataOf(replies.find(({ status }) => status === 201) as (typeof replies)[number], 201)
    expect(await Promise.all(['2340', '2420'].map(balanceOf))).toEqual([0, sumOf('tax')])
    // The line of the dividend is still there to be paid.
    expect(await balanceOf('2320')).toBe(2000)
    expect((await ask('GET', `${path}/${paid.runId}`)).body.data).toMatchObject(
      expected().map((row, n) => ({ ...row, paidTo: n === 2 ? 'bank' : 'savings' })),
    )
    expect((await ask('GET', path)).body.data).toMatchObject([
      { runId: paid.runId, basis: 'named', name: 'Honoraria', members: 3, gross: line, net: sumOf('net') },
    ])
    expect((await ask('GET', '/financial/reports/dividends')).body.data).toMatchObject(
      expected().map(({ post: held, gross, tax, net }) => ({
        ...{ dividend: 'Honoraria', by: held, counted: gross, gross, tax, net, yearEnd: '2025-12-31', paidOn: today },
      })),
    )
    expect(dataOf(await ask('GET', '/financial/dividends/payable')).withoutAccount).toEqual({
      members: 1,
      amount: expected()[2]?.net,
    })

    const own = async (token: string) => (await ask('GET', '/member-portal/dividends', undefined, token)).body.data
    expect(await own(ada)).toMatchObject([
      { name: 'Honoraria', basis: 'named', post: 'President', gross: 600.01, net: expected()[0]?.net, balances: [] },
    ])
    const [notice] = (await ask('GET', '/notifications', undefined, ada)).body.data
    expect(notice.message).toContain('Your part of Honoraria for the year to 31 Dec 2025 is on your account.')
    expect(await own(chidi)).toMatchObject([{ post: 'Keeper of the store', paidTo: 'bank' }])
    expect(await own(await loginMember(app, members[3] as TestMember))).toEqual([])
    expect(await app.checks()).toEqual([])

    const reverse = (id: string) =>
      ask('POST', `/financial/transactions/${id}/reverse`, { reason: 'Error', voucher: true })
    expect((await reverse(appropriation.transactionId)).status).toBe(409)
    dataOf(await reverse(paid.transactionId))
    expect(await Promise.all(['2340', '2420'].map(balanceOf))).toEqual([line, 0])
    expect(await own(ada)).toEqual([])
    dataOf(await run(), 201)
    expect(await app.checks()).toEqual([])
  })

  test('the check finds a payment by name that pays others than it names', async () => {
    await app.admin.query(
      `update app.transaction set paid_members = array[$1::uuid] where paid_members is not null and status = 'approved' and cooperative_id = $2`,
      [idOf(3), cooperative.id],
    )
    expect(JSON.stringify(await app.checks())).toContain('payment by name that does not name whom it pays')
    await app.admin.query(
      `update app.transaction t set paid_members = (select array_agg(l.member_id) from app.dividend_line l join app.dividend_run r using (cooperative_id, run_id)
        where r.transaction_id = t.transaction_id) where paid_members is not null and status = 'approved' and cooperative_id = $1`,
      [cooperative.id],
    )
    expect(await app.checks()).toEqual([])
  })
})

describe('an officer who is paid', () => {
  test('neither approves nor posts alone what was entered for that officer; another officer does', async () => {
    await openSociety(5000)
    await appropriate()
    const member = await buildMember(app, cooperative, { firstName: 'Plain' })
    const paid = await buildOfficer(app, cooperative, { firstName: 'Paid' })
    const other = await buildOfficer(app, cooperative, { firstName: 'Other' }, paid.token)
    const named = [
      { memberId: paid.id, post: 'Treasurer', amount: 900 },
      { memberId: member.id, post: 'Trustee', amount: 100.01 },
    ]
    const run = (token?: string) =>
      ask('POST', path, { ...terms(), taxPercent: 0, named, paidTo: savingsType, members: 2, net: line }, token)
    const decide = (id: string, what: string, token: string) =>
      ask('POST', `/financial/transactions/${id}/${what}`, what === 'reject' ? { reason: 'No' } : {}, token)
    const mine = async (token: string) =>
      (await ask('GET', '/financial/approvals?mine=true&kind=dividend', undefined, token)).body.data.length

    const made = dataOf(await run(), 201)
    expect(made.status).toBe('pending')
    expect(await balanceOf('2340')).toBe(line)
    // The officer who approves it reads first who gets what.
    expect((await ask('GET', `${path}/${made.runId}`, undefined, other.token)).body.data).toMatchObject([
      { memberId: member.id, post: 'Trustee', gross: 100.01 },
      { memberId: paid.id, post: 'Treasurer', gross: 900 },
    ])
    expect([await mine(paid.token), await mine(other.token)]).toEqual([0, 1])
    for (const what of ['approve', 'reject'])
      expect((await decide(made.transactionId, what, paid.token)).body).toMatchObject({
        status: 409,
        message: 'You can’t record or decide on your own money. Ask another officer.',
      })
    expect(dataOf(await decide(made.transactionId, 'approve', other.token)).status).toBe('approved')
    expect(await balanceOf('2340')).toBe(0)
    expect(await app.checks()).toEqual([])
  })

  test('approves a list that pays every officer but the one who recorded it, who does not', async () => {
    await openSociety(5000)
    await appropriate()
    const paid = await buildOfficer(app, cooperative, { firstName: 'Paid' })
    const named = [{ memberId: paid.id, post: 'Treasurer', amount: line }]
    const made = dataOf(
      await ask('POST', path, { ...terms(), taxPercent: 0, named, paidTo: savingsType, members: 1, net: line }),
      201,
    )
    const approve = (token?: string) => ask('POST', `/financial/transactions/${made.transactionId}/approve`, {}, token)
    expect((await approve()).body).toMatchObject({
      status: 409,
      message: 'You recorded this yourself, so another officer has to approve it.',
    })
    expect(await balanceOf('2340')).toBe(line)
    expect(dataOf(await approve(paid.token)).status).toBe('approved')
    expect(await balanceOf('2340')).toBe(0)
  })

  test('where nothing waits, it is another officer who posts it', async () => {
    await openSociety(5000)
    await appropriate()
    const paid = await buildOfficer(app, cooperative, { firstName: 'Paid' })
    dataOf(await agreed(app, await ask('PUT', '/financial/config', { journalApprovals: 0 }), paid.token))
    const named = [{ memberId: paid.id, post: 'Treasurer', amount: line }]
    const run = (token?: string) =>
      ask('POST', path, { ...terms(), taxPercent: 0, named, paidTo: savingsType, members: 1, net: line }, token)
    expect((await run(paid.token)).body).toMatchObject({
      status: 409,
      message: 'You can’t record or decide on your own money. Ask another officer.',
    })
    expect(await balanceOf('2340')).toBe(line)
    expect(dataOf(await run(), 201).status).toBe('approved')
    expect(await balanceOf('2340')).toBe(0)
    expect(await app.checks()).toEqual([])
  })
})
