import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import { dataOf, loginMember, postJournals, type TestCooperative, type TestMember } from '#dev/testing/builders.ts'
import { appropriateSurplus, buildNamed, buildSurplusSociety, kobo, naira } from '#dev/testing/surplus-society.ts'

const names = ['Ada', 'Bola', 'Chidi', 'Dayo', 'Efe'] as const
type Name = (typeof names)[number]
const price = 30_000.5
/** Bags that each received in 2025. Dayo's were handed over in the year after, Efe's hand-over was undone. */
const bags: Record<Name, number> = { Ada: 3, Bola: 1, Chidi: 7, Dayo: 0, Efe: 0 }
const pool = 20_000.01
/** Of the line for the patronage refund. */
const refund = 6000.04

let app: TestApp
let cooperative: TestCooperative
let members: Record<Name, TestMember>
let terms: Record<string, string>
let savingsType: string
let patronageId: string

const ask = (method: string, path: string, body?: unknown, token = cooperative.token) =>
  app.call(method, path, { token, ...(body !== undefined && { body }) })
const post = async (path: string, body: object, status = 201) => dataOf(await ask('POST', path, body), status)

/** A loan for these bags, paid out and handed over on a day. */
async function receive(name: Name, goods: { id: string; loanConfigId: string }, quantity: number, on: string) {
  const memberId = members[name].id
  const { loanConfigId, id } = goods
  const wanted = { memberId, loanConfigId, instalments: 6, goods: [{ goodId: id, quantity }] }
  const loan = await post('/financial/loans', wanted)
  await post(`/financial/loans/${loan.id}/approve`, {}, 200)
  await post(`/financial/loans/${loan.id}/disburse`, { to: 'cash', on })
  await post(`/financial/loans/${loan.id}/deliver`, { on })
  return loan.id as string
}

beforeAll(async () => {
  app = await sharedTestApp()
  const society = await buildSurplusSociety(app)
  ;({ cooperative, savingsType } = society)
  const accountId = society.accounts.get('2320') ?? ''
  dataOf(await ask('PUT', '/financial/config', { guarantorsRequired: 0, waitingMonths: 0, entranceFee: 0 }))
  const { id: loanConfigId } = await post('/financial/loan-configs', {
    ...{ name: 'Goods', interestMethod: 'equal_principal', annualRatePercent: 0, instalmentsMax: 12 },
    ...{ savingsMultiple: 5, overdueDaysMax: null, topUpAfterPercent: 0, forGoods: true },
  })
  await post('/financial/goods', { name: 'Rice', unit: 'bag of 50 kg', price })
  const [{ id }] = dataOf(await ask('GET', '/financial/goods'))
  members = await buildNamed(app, cooperative, names)
  for (const name of names)
    await post('/financial/transactions', {
      ...{ type: 'deposit', memberId: members[name].id, amount: 300_000, occurredOn: '2024-12-01' },
    })
  const goods = { id, loanConfigId }
  await receive('Ada', goods, bags.Ada, '2025-01-01')
  await receive('Bola', goods, bags.Bola, '2025-06-15')
  await receive('Chidi', goods, bags.Chidi, '2025-12-31')
  await receive('Dayo', goods, 4, '2026-01-01')
  const undone = await receive('Efe', goods, 2, '2025-03-01')
  await post(`/financial/loans/${undone}/delivery/undo`, { reason: 'The bags were wet' }, 200)

  await postJournals(app, cooperative, [{ on: '2025-02-01', lines: [['1010', '4110', 30_000]] }])
  await post('/financial/books/close-year', {
    yearEnd: '2025-12-31',
    accepted: [{ item: 'provision', reason: 'The meeting decides on it' }],
  })
  await post('/financial/accounts', { code: '2350', name: 'Patronage refund payable', class: 'liability' })
  const opened = (await ask('GET', '/financial/accounts?limit=100')).body.data as { id: string; code: string }[]
  patronageId = opened.find(({ code }) => code === '2350')?.id as string
  const { id: appropriationId } = await appropriateSurplus(app, cooperative, [
    { accountId, amount: pool },
    { accountId: patronageId, amount: refund },
  ])
  terms = { appropriationId, accountId, basis: 'purchases' }
})
afterAll(() => app.stop())

test('the bye-laws name what the dividend and the patronage refund are each shared by, and each line is held to its own', async () => {
  const byBalance = { basis: 'balance', accountTypeId: savingsType }
  const set = async (patronage: object) =>
    dataOf(
      await ask('PUT', '/financial/dividend-rules', {
        ...{ ...byBalance, method: null, heldMonths: null, capPercent: null },
        ...patronage,
      }),
    )
  const departures = async (line: object) =>
    (await ask('POST', '/financial/dividends/preview', { ...terms, ...line })).body.meta.summary.departures
  const dividend = { accountId: terms['accountId'] }
  const patronage = { accountId: patronageId }
  const seen = async () => [
    await departures({ ...dividend, ...byBalance }),
    await departures({ ...dividend, basis: 'purchases' }),
    await departures({ ...patronage, ...byBalance }),
    await departures({ ...patronage, basis: 'purchases' }),
  ]
  // Nothing is said on the refund: what the dividend is shared by is no rule for it.
  await set({})
  expect(await seen()).toEqual([[], ['basis'], [], []])
  const named = { patronageBasis: 'purchases', patronageClause: 'Bye-law 45' }
  expect(await set(named)).toMatchObject({ ...byBalance, ...named })
  expect(await seen()).toEqual([[], ['basis'], ['basis'], []])
  // An app of before does not know of them, and leaves them as they are.
  expect(await set({})).toMatchObject(named)
  const paying = { ...terms, ...patronage, paidTo: savingsType, net: refund }
  const unexplained = await ask('POST', '/financial/dividends', { ...paying, ...byBalance, members: names.length })
  expect(unexplained.body).toMatchObject({ status: 422, errors: [{ field: 'departure' }] })
  await post('/financial/dividends', { ...paying, members: 3 })
  expect((await ask('GET', '/financial/dividends')).body.data).toMatchObject([
    { name: 'Patronage refund', basis: 'purchases', gross: refund, departure: null },
  ])
  const nothing = { basis: null, accountTypeId: null, patronageBasis: null, patronageClause: '' }
  expect(await set(nothing)).toMatchObject({ basis: null, patronageBasis: null })
})

test('patronage is shared by what the goods cost that members received in the year, to the kobo', async () => {
  const all = BigInt(bags.Ada + bags.Bola + bags.Chidi)
  const buyers = (['Ada', 'Bola', 'Chidi'] as const).map((name) => ({ name, part: kobo(pool) * BigInt(bags[name]) }))
  const gross = new Map(buyers.map(({ name, part }) => [name, part / all]))
  const left = Number(kobo(pool) - [...gross.values()].reduce((sum, part) => sum + part, 0n))
  expect(left).toBeGreaterThan(0)
  for (const { name } of buyers.toSorted((one, other) => Number((other.part % all) - (one.part % all))).slice(0, left))
    gross.set(name, (gross.get(name) ?? 0n) + 1n)

  const { data, meta } = (await ask('POST', '/financial/dividends/preview', terms)).body
  expect(data).toMatchObject(
    buyers.map(({ name }) => ({
      memberId: members[name].id,
      basis: naira(kobo(price) * BigInt(bags[name])),
      gross: naira(gross.get(name) ?? 0n),
    })),
  )
  expect(data).toHaveLength(3)
  expect(meta.summary).toMatchObject({ basis: 'purchases', accountType: null, method: null, gross: pool })

  const before = await balances()
  await post('/financial/dividends', { ...terms, paidTo: savingsType, members: 3, net: pool })
  for (const name of names)
    expect([name, kobo(await balanceOf(name)) - kobo(before[name])]).toEqual([name, gross.get(name as 'Ada') ?? 0n])
  const [own] = dataOf(await ask('GET', '/member-portal/dividends', undefined, await loginMember(app, members.Chidi)))
  expect(own).toMatchObject({ basis: 'purchases', counted: naira(kobo(price) * 7n), balances: [] })
  expect(await app.checks()).toEqual([])
})

async function balanceOf(name: Name): Promise<number> {
  const accounts: { accountType: string; balance: number }[] = dataOf(
    await ask('GET', `/financial/members/${members[name].id}/accounts`),
  )
  return accounts[0]?.balance ?? 0
}

async function balances(): Promise<Record<Name, number>> {
  const found = await Promise.all(names.map(async (name) => [name, await balanceOf(name)] as const))
  return Object.fromEntries(found) as Record<Name, number>
}
