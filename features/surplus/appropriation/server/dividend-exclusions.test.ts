import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  dataOf,
  loginMember,
  postJournals,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'
import { appropriateSurplus, buildNamed, buildSurplusSociety, kobo, naira } from '#dev/testing/surplus-society.ts'

const names = ['Ada', 'Bola', 'Chidi', 'Dayo', 'Efe'] as const
type Name = (typeof names)[number]
/** Shares of ₦1,000 each that they hold all year. Efe has none, and a loan that is late. */
const held: Record<Name, number> = { Ada: 20, Bola: 41, Chidi: 60, Dayo: 33, Efe: 0 }
/** Those of Bola's that were on another record of theirs until it was merged, after the year: they count as Bola's. */
const ofTwin = 20
const pool = 31_234.57

let app: TestApp
let cooperative: TestCooperative
let members: Record<Name, TestMember>
let savingsType: string
let terms: Record<string, string>

const ask = (method: string, path: string, body?: unknown, token = cooperative.token) =>
  app.call(method, path, { token, ...(body !== undefined && { body }) })
const post = async (path: string, body: object, status = 201) => dataOf(await ask('POST', path, body), status)
const daysBefore = (days: number) => new Date(Date.now() + 3_600_000 - days * 86_400_000).toISOString().slice(0, 10)
const preview = (more: object = {}, query = '') =>
  ask('POST', `/financial/dividends/preview?${query}`, { ...terms, ...more })
const run = (more: object) => ask('POST', '/financial/dividends', { ...terms, paidTo: savingsType, ...more })
const setStatus = async (those: Name[], status: 'active' | 'inactive') =>
  post('/members/status', { members: { ids: those.map((name) => members[name].id) }, status, reason: 'A check' }, 200)

/** The pool by shares held of these, rounded down to kobo, and what is left to the largest fractions. */
function partsOf(those: Name[]): Record<string, number> {
  const all = BigInt(those.reduce((sum, name) => sum + held[name], 0))
  const exact = those.map((name) => ({ name, part: kobo(pool) * BigInt(held[name]) }))
  const gross = new Map(exact.map(({ name, part }) => [name, part / all]))
  const left = kobo(pool) - [...gross.values()].reduce((sum, part) => sum + part, 0n)
  const order = exact.toSorted((one, other) => Number((other.part % all) - (one.part % all)))
  for (const { name } of order.slice(0, Number(left))) gross.set(name, (gross.get(name) ?? 0n) + 1n)
  return Object.fromEntries([...gross].map(([name, part]) => [members[name].id, naira(part)]))
}

type Row = { memberId: string; gross: number; net: number; paidTo: string | null; exclusion: string | null }
const excludedIn = (rows: Row[]) =>
  Object.fromEntries(rows.flatMap(({ memberId, exclusion }) => (exclusion ? [[memberId, exclusion]] : [])))
const paidIn = (rows: Row[]) =>
  Object.fromEntries(rows.flatMap(({ memberId, exclusion, gross }) => (exclusion ? [] : [[memberId, gross]])))
const tokens = new Map<Name, string>()
const tokenOf = async (name: Name) => {
  const token = tokens.get(name) ?? (await loginMember(app, members[name]))
  tokens.set(name, token)
  return token
}
const idOf = (name: Name) => members[name].id

beforeAll(async () => {
  app = await sharedTestApp()
  const society = await buildSurplusSociety(app)
  ;({ cooperative, savingsType } = society)
  const account = (code: string) => society.accounts.get(code) ?? ''
  const settings = { shareCeilingPercent: 100, shareParValue: 1000, guarantorsRequired: 0, entranceFee: 0 }
  dataOf(await ask('PUT', '/financial/config', settings))
  members = await buildNamed(app, cooperative, names)
  const bola = await buildMember(app, cooperative, { firstName: 'Bola A.', registrationDate: '2024-01-15' })
  const bought = names
    .filter((each) => held[each] > 0)
    .map((name) => ({ memberId: idOf(name), shares: held[name] - (name === 'Bola' ? ofTwin : 0) }))
  for (const { memberId, shares } of [...bought, { memberId: bola.id, shares: ofTwin }])
    await post('/financial/transactions', {
      ...{ type: 'share_purchase', memberId, shares },
      ...{ paidThrough: account('1010'), occurredOn: '2024-12-01' },
    })
  await post(`/cooperatives/members/${bola.id}/merge`, { into: idOf('Bola'), reason: 'Registered twice' }, 200)
  await postJournals(app, cooperative, [{ on: '2025-02-01', lines: [['1010', '4110', pool + 1000]] }])
  const { id: loanConfigId } = await post('/financial/loan-configs', {
    ...{ name: 'Weekly', interestMethod: 'equal_principal', annualRatePercent: 0, instalmentsMax: 60 },
    ...{ savingsMultiple: 2, repaidEvery: 'week', overdueDaysMax: 0, topUpAfterPercent: 0 },
  })
  for (const name of ['Chidi', 'Efe'] as const) {
    const memberId = idOf(name)
    await post('/financial/transactions', { type: 'deposit', memberId, amount: 90_000, occurredOn: daysBefore(200) })
    const loan = await post('/financial/loans', { memberId, loanConfigId, principal: 60_000, instalments: 6 })
    await post(`/financial/loans/${loan.id}/approve`, {}, 200)
    await post(`/financial/loans/${loan.id}/disburse`, { on: daysBefore(30), to: 'cash' })
  }
  await setStatus(['Dayo'], 'inactive')
  await post('/financial/books/close-year', { yearEnd: '2025-12-31' })
  const accountId = account('2320')
  const { id: appropriationId } = await appropriateSurplus(app, cooperative, [{ accountId, amount: pool }])
  terms = { ...{ appropriationId, accountId, basis: 'balance', method: 'closing' }, accountTypeId: society.sharesType }
})
afterAll(() => app.stop())

test('by each rule the excluded are named with the reason, and the others share the whole pool', async () => {
  const expected: [string, Name[], Partial<Record<Name, string>>][] = [
    ['none', ['Ada', 'Bola', 'Chidi', 'Dayo'], {}],
    ['in_arrears', ['Ada', 'Bola', 'Dayo'], { Chidi: 'in_arrears' }],
    ['not_active', ['Ada', 'Bola', 'Chidi'], { Dayo: 'not_active' }],
    ['in_arrears_or_not_active', ['Ada', 'Bola'], { Chidi: 'in_arrears', Dayo: 'not_active' }],
  ]
  for (const [excluding, paid, excluded] of expected) {
    const { data, meta } = (await preview({ excluding })).body
    const named = Object.fromEntries(Object.entries(excluded).map(([name, why]) => [idOf(name as Name), why]))
    expect(excludedIn(data)).toEqual(named)
    expect(paidIn(data)).toEqual(partsOf(paid))
    // By membership number, all in one list; Efe has nothing that counts and is not in it.
    expect(data.map(({ memberId }: Row) => memberId)).toEqual((['Ada', 'Bola', 'Chidi', 'Dayo'] as const).map(idOf))
    expect(data.reduce((sum: bigint, { gross }: Row) => sum + kobo(gross), 0n)).toBe(kobo(pool))
    expect(meta.summary).toMatchObject({ excluding, members: paid.length, gross: pool, net: pool })
    expect(meta.summary.excludedMembers).toBe(Object.keys(excluded).length)
  }
  const { data } = (await preview({ excluding: 'in_arrears' })).body
  expect(data[2]).toMatchObject({ basis: 60_000, gross: 0, tax: 0, net: 0, paidTo: null, exclusion: 'in_arrears' })
})

test('the excluded can be looked at alone, and the file says why', async () => {
  const only = (await preview({ excluding: 'in_arrears_or_not_active' }, 'only=excluded')).body
  expect(only.data.map(({ memberId }: Row) => memberId)).toEqual([idOf('Chidi'), idOf('Dayo')])
  expect(only.meta.summary).toMatchObject({ members: 2, excludedMembers: 2, net: pool })
  const fileOf = async (excluding: string) => (await preview({ excluding }, 'format=csv')).text
  const lines = (await fileOf('in_arrears')).split(/\r?\n/)
  expect(lines.filter((line) => line.includes('In arrears with a loan'))).toEqual([expect.stringContaining('Chidi')])
  expect(await fileOf('none')).not.toContain('Excluded because')
})

test('an unknown rule, a dividend for no member and a list that has changed are refused', async () => {
  expect((await preview({ excluding: 'late' })).body).toMatchObject({ status: 422, errors: [{ field: 'excluding' }] })
  await setStatus(['Ada', 'Bola'], 'inactive')
  const rule = { excluding: 'in_arrears_or_not_active' }
  expect((await preview(rule)).body).toMatchObject({
    status: 409,
    message: 'Every member who would get something is excluded. Choose others to exclude.',
    errors: [{ field: 'excluding' }],
  })
  await setStatus(['Ada', 'Bola', 'Dayo'], 'active')
  // Two were looked at; Dayo is active again.
  expect((await run({ ...rule, members: 2, net: pool })).body).toMatchObject({
    status: 409,
    message: expect.stringContaining('3 members would get ₦31,234.57 now'),
  })
  await setStatus(['Dayo'], 'inactive')
})

const byName = [
  { name: 'Chidi', reason: 'Sanctioned by the general meeting' },
  { name: 'Bola', reason: 'Asked for no dividend this year' },
  { name: 'Efe', reason: 'Under enquiry' },
] as const
const excludedByName = () => byName.map(({ name, reason }) => ({ memberId: idOf(name), reason }))
const reasonsIn = (rows: (Row & { exclusionReason: string | null })[]) =>
  Object.fromEntries(rows.flatMap((row) => (row.exclusion ? [[row.memberId, row.exclusionReason]] : [])))

test('members are excluded by name with a reason of their own, which counts before the rule, and the pool stays whole', async () => {
  const { data, meta } = (await preview({ excluding: 'in_arrears_or_not_active', excludedByName: excludedByName() }))
    .body
  // Bola would have got something, Efe nothing anyway, and Chidi is in arrears as well.
  expect(excludedIn(data)).toEqual({
    ...Object.fromEntries(byName.map(({ name }) => [idOf(name), 'by_name'])),
    [idOf('Dayo')]: 'not_active',
  })
  expect(reasonsIn(data)).toEqual({
    ...Object.fromEntries(byName.map(({ name, reason }) => [idOf(name), reason])),
    [idOf('Dayo')]: null,
  })
  expect(paidIn(data)).toEqual(partsOf(['Ada']))
  expect(data.find(({ memberId }: Row) => memberId === idOf('Efe'))).toMatchObject({ basis: 0, net: 0 })
  expect(meta.summary).toMatchObject({ members: 1, excludedMembers: 4, excludedByName: 3, gross: pool, net: pool })
  const alone = (await preview({ excludedByName: excludedByName().slice(0, 1) })).body
  expect(paidIn(alone.data)).toEqual(partsOf(['Ada', 'Bola', 'Dayo']))
  const file = (await preview({ excludedByName: excludedByName() }, 'format=csv')).text
  expect(file.split(/\r?\n/).filter((line) => line.includes('Under enquiry'))).toEqual([expect.stringContaining('Efe')])
})

test('one who is named twice, is unknown, is of another society or has no fit reason is refused with the field', async () => {
  const [one] = excludedByName()
  const other = await buildMember(app, await buildCooperative(app))
  const reason = 'Sanctioned'
  const many = Array.from({ length: 201 }, () => ({ memberId: idOf('Ada'), reason }))
  const refused: [object[], string][] = [
    [[one, { ...one, reason }] as object[], 'excludedByName.1.memberId'],
    [[one, { memberId: other.id, reason }] as object[], 'excludedByName.1.memberId'],
    [[{ memberId: '01900000-0000-7000-8000-000000000001', reason }], 'excludedByName.0.memberId'],
    [[{ ...one, reason: 'No' }], 'excludedByName.0.reason'],
    [[{ ...one, reason: 'x'.repeat(201) }], 'excludedByName.0.reason'],
    [many, 'excludedByName'],
    // As long as a list can be.
    [many.slice(1).map((each) => ({ ...each, reason: 'ẹ'.repeat(200) })), 'excludedByName.1.memberId'],
  ]
  for (const [list, field] of refused) {
    expect((await preview({ excludedByName: list })).body).toMatchObject({ status: 422, errors: [{ field }] })
    expect((await run({ excludedByName: list, members: 3, net: pool })).body.errors).toMatchObject([{ field }])
  }
})

test('a look at a dividend is no change: it leaves no line in the audit trail but for the file', async () => {
  const trail = async () =>
    (await ask('GET', '/cooperatives/audit-events?limit=100')).body.data.filter(({ action }: { action: string }) =>
      action.includes('preview'),
    ).length
  await app.settled()
  const before = await trail()
  await preview({ excludedByName: excludedByName() })
  await app.settled()
  expect(await trail()).toBe(before)
  await preview({ excludedByName: excludedByName() }, 'format=csv')
  expect(await trail()).toBe(before + 1)
})

test('a run stores who was excluded by name, and each reads the reason', async () => {
  const asked = { excluding: 'not_active', excludedByName: excludedByName() }
  const paid = dataOf(await run({ ...asked, members: 1, net: pool }), 201)
  const shown = (await ask('GET', `/financial/dividends/${paid.runId}`)).body
  expect(reasonsIn(shown.data)).toEqual({
    ...Object.fromEntries(byName.map(({ name, reason }) => [idOf(name), reason])),
    [idOf('Dayo')]: null,
  })
  expect(shown.meta.summary).toMatchObject({ members: 1, excludedMembers: 4, excludedByName: 3 })
  expect((await ask('GET', '/financial/dividends')).body.data[0]).toMatchObject({
    excludedMembers: 4,
    excludedByName: 3,
  })
  expect((await ask('GET', `/financial/dividends/${paid.runId}?format=csv`)).text).toContain(
    'Asked for no dividend this year',
  )
  for (const { name, reason } of byName)
    expect((await ask('GET', '/member-portal/dividends', undefined, await tokenOf(name))).body.data).toMatchObject([
      { exclusion: 'by_name', exclusionReason: reason, net: 0, sharePercent: 0 },
    ])
  expect(await app.checks()).toEqual([])
  dataOf(await ask('POST', `/financial/transactions/${paid.transactionId}/reverse`, { reason: 'Error', voucher: true }))
})

test('a run stores who was excluded and why, each reads the own reason and no other’s, and it is undone as one', async () => {
  const rule = { excluding: 'in_arrears_or_not_active' }
  const paid = dataOf(await run({ ...rule, members: 2, net: pool }), 201)
  // What becomes of members later changes nothing of it.
  await setStatus(['Dayo'], 'active')
  const shown = (await ask('GET', `/financial/dividends/${paid.runId}`)).body
  expect(excludedIn(shown.data)).toEqual({ [idOf('Chidi')]: 'in_arrears', [idOf('Dayo')]: 'not_active' })
  expect(paidIn(shown.data)).toEqual(partsOf(['Ada', 'Bola']))
  expect((await ask('GET', `/financial/dividends/${paid.runId}?only=excluded`)).body.data).toHaveLength(2)
  expect((await ask('GET', '/financial/dividends?limit=1')).body.data).toMatchObject([
    { runId: paid.runId, ...rule, members: 2, excludedMembers: 2, net: pool },
  ])

  const tokens = new Map<Name, string>()
  for (const name of names) tokens.set(name, await tokenOf(name))
  const own = async (name: Name) =>
    (await ask('GET', '/member-portal/dividends', undefined, tokens.get(name))).body.data as object[]
  expect(await own('Chidi')).toMatchObject([
    { exclusion: 'in_arrears', paidTo: null, gross: 0, net: 0, sharePercent: 0, counted: 60_000, pool, balances: [] },
  ])
  expect(await own('Dayo')).toMatchObject([{ exclusion: 'not_active', net: 0, counted: 33_000 }])
  expect(await own('Ada')).toMatchObject([{ exclusion: null, net: partsOf(['Ada', 'Bola'])[idOf('Ada')] }])
  expect(await own('Efe')).toEqual([])
  expect(await app.checks()).toEqual([])

  dataOf(
    await ask('POST', `/financial/transactions/${paid.transactionId}/reverse`, { reason: 'Excluded', voucher: true }),
  )
  expect(await own('Chidi')).toEqual([])
  dataOf(await run({ members: 4, net: pool }), 201)
  const all = partsOf(['Ada', 'Bola', 'Chidi', 'Dayo'])
  expect(await own('Chidi')).toMatchObject([{ exclusion: null, net: all[idOf('Chidi')] }])
  expect(await app.checks()).toEqual([])
})

test('the check finds one who is excluded and has a line', async () => {
  await app.admin.query(
    `insert into app.dividend_exclusion (cooperative_id, run_id, member_id, reason, basis)
     select l.cooperative_id, l.run_id, l.member_id, 'in_arrears', l.basis from app.dividend_line l where l.member_id = $1`,
    [idOf('Ada')],
  )
  const found = JSON.stringify(await app.checks())
  expect(found).toContain('dividends_come_to_their_pool')
  await app.admin.query('delete from app.dividend_exclusion where member_id = $1', [idOf('Ada')])
  expect(await app.checks()).toEqual([])
})
