import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CooperativeId, DividendRunId } from '#core/ids.ts'
import { type Reply, startTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  agreed,
  buildOfficer,
  dataOf,
  loginMember,
  postJournals,
  statusesOf,
  type TestCooperative,
  type TestMember,
  type TestOfficer,
} from '#dev/testing/builders.ts'
import { appropriateSurplus, buildNamed, buildSurplusSociety, kobo, naira } from '#dev/testing/surplus-society.ts'
import { spendDividend } from './jobs.ts'

const names = ['Ada', 'Bola', 'Chidi', 'Dayo', 'Efe', 'Femi'] as const
type Name = (typeof names)[number]
/** Shares of ₦1,000 each that they hold all year. */
const held: Record<Name, number> = { Ada: 20, Bola: 40, Chidi: 60, Dayo: 30, Efe: 28, Femi: 22 }
const choices: Record<Name, string | undefined> = {
  Ada: undefined,
  Bola: 'shares',
  Chidi: 'loan',
  Dayo: 'bank',
  Efe: 'bank',
  Femi: 'loan',
}
const pool = 31_234.57

let app: TestApp
let cooperative: TestCooperative
let members: Record<Name, TestMember>
let accounts: Map<string, string>
let savingsType: string
let bankId: string
let loanId: string
let terms: object
const tokens = new Map<Name, string>()

const ask = (method: string, path: string, body?: unknown, token = cooperative.token) =>
  app.call(method, path, { token, ...(body !== undefined && { body }) })
const tokenOf = async (name: Name) => {
  const token = tokens.get(name) ?? (await loginMember(app, members[name]))
  tokens.set(name, token)
  return token
}
const account = (code: string) => accounts.get(code) as string
const balanceOf = async (code: string) => {
  const { data } = (await ask('GET', '/financial/accounts?limit=100')).body
  return data.find((each: { code: string }) => each.code === code)?.balance as number
}
const on = async (name: Name, account: string) =>
  dataOf(await ask('GET', `/financial/members/${members[name].id}/accounts`)).find(
    (each: { name: string }) => each.name === account,
  )?.balance as number | undefined

/** What each gets: the pool by shares held, rounded down to kobo, what is left to the largest fractions, less 10 %. */
const parts = (() => {
  const all = names.reduce((sum, name) => sum + held[name], 0)
  const exact = names.map((name) => ({ name, part: kobo(pool) * BigInt(held[name]) }))
  const gross = new Map(exact.map(({ name, part }) => [name, part / BigInt(all)]))
  const left = kobo(pool) - [...gross.values()].reduce((sum, part) => sum + part, 0n)
  const order = exact.toSorted((one, other) => Number((other.part % BigInt(all)) - (one.part % BigInt(all))))
  for (const { name } of order.slice(0, Number(left))) gross.set(name, (gross.get(name) ?? 0n) + 1n)
  return new Map(
    [...gross].map(([name, part]) => {
      const tax = (part + 5n) / 10n
      return [name, { gross: part, tax, net: part - tax }]
    }),
  )
})()
const net = (name: Name) => parts.get(name)?.net ?? 0n
const netOf = (...those: Name[]) => naira(those.reduce((sum, name) => sum + net(name), 0n))

beforeAll(async () => {
  app = await startTestApp()
  const society = await buildSurplusSociety(app)
  ;({ cooperative, accounts, savingsType } = society)
  bankId = dataOf(await ask('GET', '/financial/bank-accounts'))[0].accountId
  dataOf(
    await ask('PUT', '/financial/config', { shareCeilingPercent: 100, shareParValue: 1000, guarantorsRequired: 0 }),
  )
  members = await buildNamed(app, cooperative, names)
  for (const name of names) {
    const bought = { type: 'share_purchase', memberId: members[name].id, shares: held[name] }
    dataOf(
      await ask('POST', '/financial/transactions', {
        ...bought,
        paidThrough: account('1010'),
        occurredOn: '2024-12-01',
      }),
      201,
    )
  }
  await postJournals(app, cooperative, [{ on: '2025-02-01', lines: [['1020', '4110', pool + 1000]] }])
  const accepted = [{ item: 'bank:1020', reason: 'The bank sent no statement' }]
  dataOf(await ask('POST', '/financial/books/close-year', { yearEnd: '2025-12-31', accepted }), 201)
  loanId = await buildLoan(members.Chidi, 3000)
  dataOf(
    await ask('PUT', `/cooperatives/members/${members.Dayo.id}/bank-details`, {
      bankName: 'OPay',
      accountNumber: '8031234560',
      accountName: 'PAYEE DAYO',
    }),
  )
  const accountId = account('2320')
  const { id: appropriationId } = await appropriateSurplus(app, cooperative, [{ accountId, amount: pool }])
  terms = {
    ...{ appropriationId, accountId, basis: 'balance', method: 'closing', taxPercent: 10 },
    accountTypeId: society.sharesType,
  }
})
afterAll(() => app.stop())

async function buildLoan({ id: memberId }: TestMember, principal: number): Promise<string> {
  const [config] = dataOf(await ask('GET', '/financial/loan-configs')).filter(
    ({ name }: { name: string }) => name === 'Regular',
  )
  dataOf(await ask('POST', '/financial/transactions', { type: 'deposit', memberId, amount: principal }), 201)
  const body = { memberId, loanConfigId: config.id, principal, instalments: 3 }
  const { id } = dataOf(await ask('POST', '/financial/loans', body), 201)
  dataOf(await ask('POST', `/financial/loans/${id}/approve`))
  dataOf(await ask('POST', `/financial/loans/${id}/disburse`, { to: 'cash' }), 201)
  return id
}

const run = () =>
  ask('POST', '/financial/dividends', { ...terms, paidTo: savingsType, members: 6, net: netOf(...names) })
const reverse = (transactionId: string) =>
  ask('POST', `/financial/transactions/${transactionId}/reverse`, { reason: 'A wrong figure', voucher: true })
const payOut = (amount: number, count = 1) =>
  ask('POST', '/financial/dividends/payments', { accountId: bankId, members: count, amount })

test('members choose where the society lets them, each for themselves', async () => {
  const token = await tokenOf('Bola')
  const choose = (paidTo: string, by = token) => ask('PUT', '/member-portal/dividend-choice', { paidTo }, by)
  expect(dataOf(await ask('GET', '/member-portal/dividend-choice', undefined, token))).toEqual({
    paidTo: 'savings',
    membersChoose: false,
  })
  expect((await choose('shares')).body).toMatchObject({
    status: 409,
    message: 'Your society decides where dividends go. Ask an officer to change it.',
  })
  expect((await choose('cash')).body).toMatchObject({ status: 422, errors: [{ field: 'paidTo' }] })
  dataOf(await ask('PUT', '/financial/dividend-settings', { paidTo: 'savings', membersChoose: true }))
  expect((await ask('GET', '/financial/configs')).body.data[0].changes).toEqual([
    { field: 'dividendSettings', before: 'Savings', after: 'Savings, members choose themselves' },
  ])
  for (const name of names) {
    const paidTo = choices[name]
    if (paidTo) dataOf(await choose(paidTo, await tokenOf(name)))
  }
  expect(dataOf(await ask('GET', '/member-portal/dividend-choice', undefined, token))).toMatchObject({
    paidTo: 'shares',
  })
})

test('the preview says where each part goes, and the parts of all destinations come to the pool less its tax', async () => {
  const { data, meta } = (await ask('POST', '/financial/dividends/preview', terms)).body
  expect(data.map(({ paidTo, net: own }: { paidTo: string; net: number }) => [paidTo, own])).toEqual(
    names.map((name) => [choices[name] ?? 'savings', naira(net(name))]),
  )
  expect(meta.summary.destinations).toEqual([
    { paidTo: 'savings', members: 1, net: netOf('Ada') },
    { paidTo: 'shares', members: 1, net: netOf('Bola') },
    { paidTo: 'loan', members: 2, net: netOf('Chidi', 'Femi') },
    { paidTo: 'bank', members: 2, net: netOf('Dayo', 'Efe') },
  ])
  const sum = meta.summary.destinations.reduce((all: bigint, each: { net: number }) => all + kobo(each.net), 0n)
  expect(naira(sum)).toBe(naira(kobo(pool) - kobo(meta.summary.tax)))
})

let transactionId: string
let runId: string
test('shares are bought whole, the loan is repaid to the kobo, the rest stays on savings, and the bank’s part is payable', async () => {
  const before = { shares: await on('Bola', 'Shares'), savings: (await on('Chidi', 'Ordinary savings')) ?? 0 }
  const owed = dataOf(await ask('GET', `/financial/loans/${loanId}/settlement-quote`)).amount as number
  expect(kobo(owed)).toBeLessThan(net('Chidi'))
  ;({ transactionId, runId } = dataOf(await run(), 201))
  await app.settled()

  const whole = (net('Bola') / 100_000n) * 100_000n
  expect(await on('Ada', 'Ordinary savings')).toBe(naira(net('Ada')))
  expect(await on('Bola', 'Shares')).toBe((before.shares ?? 0) + naira(whole))
  expect(await on('Bola', 'Ordinary savings')).toBe(naira(net('Bola') - whole))
  expect(dataOf(await ask('GET', `/financial/loans/${loanId}`)).status).toBe('completed')
  expect(await on('Chidi', 'Ordinary savings')).toBe(naira(kobo(before.savings) + net('Chidi') - kobo(owed)))
  expect(await on('Femi', 'Ordinary savings')).toBe(naira(net('Femi')))
  expect(await on('Dayo', 'Dividends payable')).toBe(naira(net('Dayo')))
  const lines = (await ask('GET', `/financial/dividends/${runId}`)).body.data
  expect(
    lines.map(({ spent, keptBecause }: { spent: number; keptBecause: string | null }) => [spent, keptBecause]),
  ).toEqual([
    [0, null],
    [naira(whole), 'Shares are bought whole.'],
    [owed, 'No more was owed on loans.'],
    [0, null],
    [0, null],
    [0, 'There is no loan to repay.'],
  ])
  // The job may run again: after a crash, or twice at once.
  const job = { cooperative: cooperative.id as CooperativeId, dividend: runId as DividendRunId }
  await Promise.all([1, 2].map(() => spendDividend(app.services, job)))
  expect(await on('Bola', 'Shares')).toBe((before.shares ?? 0) + naira(whole))
  const own = (await ask('GET', '/member-portal/dividends', undefined, await tokenOf('Chidi'))).body.data
  expect(own).toMatchObject([{ paidTo: 'loan', spent: owed, keptBecause: 'No more was owed on loans.' }])
  expect(await app.checks()).toEqual([])
})

test('what was used stays while it is used, and the refusal names whose', async () => {
  expect((await reverse(transactionId)).body).toMatchObject({
    status: 409,
    message:
      'Shares were bought or loans repaid of this dividend: Bola Obi, Chidi Obi. Reverse those purchases and repayments first.',
  })
})

let batch: { id: string }
test('members with bank details are paid out once, through a payment batch, and the others stay payable', async () => {
  expect(dataOf(await ask('GET', '/financial/dividends/payable'))).toEqual({
    members: 1,
    amount: netOf('Dayo'),
    withoutAccount: { members: 1, amount: netOf('Efe') },
  })
  expect((await payOut(netOf('Dayo') + 1)).body).toMatchObject({ status: 409, errors: [{ field: 'amount' }] })
  const bank = await balanceOf('1020')
  const replies = await Promise.all([1, 2].map(() => payOut(netOf('Dayo'))))
  expect(statusesOf(replies)).toEqual([201, 409])
  expect(await balanceOf('1020')).toBe(naira(kobo(bank) - net('Dayo')))
  expect((await on('Dayo', 'Dividends payable')) ?? 0).toBe(0)
  expect(dataOf(await ask('GET', '/financial/dividends/payable'))).toMatchObject({ members: 0, amount: 0 })

  const payable = (await ask('GET', `/financial/payable?accountId=${bankId}`)).body.data
  expect(payable).toMatchObject([{ kind: 'withdrawal', memberId: members.Dayo.id, amount: netOf('Dayo') }])
  const entryIds = [payable[0].entryId]
  batch = dataOf(await ask('POST', '/financial/payment-batches', { accountId: bankId, entryIds }), 201)
  expect((await reverse(transactionId)).body).toMatchObject({
    status: 409,
    message: `Some of this dividend was paid to members' banks: Dayo Obi. Reverse those payments under Transactions first.`,
  })
  expect(await app.checks()).toEqual([])
})

test('the account type of what is payable takes nothing else', async () => {
  const { rows } = await app.admin.query<{ id: string }>(
    'select account_type_id as id from app.account_type where is_payable and cooperative_id = $1',
    [cooperative.id],
  )
  for (const change of [{ retired: false }, { interest: { annualRatePercent: 3, method: 'daily', every: 'month' } }])
    expect((await ask('PUT', `/financial/account-types/${rows[0]?.id}`, change)).body).toMatchObject({
      status: 422,
      message:
        'Dividends payable holds what is to be paid to members’ banks and takes nothing else. It stays retired and earns no interest.',
    })
})

let second: TestOfficer
const agree = async (reply: Reply) => dataOf(await agreed(app, reply, second.token))
test('a payment that fails is payable again and can be paid again', async () => {
  second = await buildOfficer(app, cooperative, { firstName: 'Second' })
  const approve = `/financial/payment-batches/${batch.id}/approve`
  await agree(await ask('POST', approve, { accountsChecked: true }))
  const failed = { results: [{ line: 1, outcome: 'failed', reason: 'Account closed' }] }
  await agree(await ask('POST', `/financial/payment-batches/${batch.id}/results`, failed))
  expect(await on('Dayo', 'Dividends payable')).toBe(naira(net('Dayo')))
  expect(dataOf(await ask('GET', '/financial/dividends/payable'))).toMatchObject({ members: 1, amount: netOf('Dayo') })

  // With a second officer the payment takes both, as a withdrawal does.
  const again = await payOut(netOf('Dayo'))
  const paid = again.status === 202 ? await agreed(app, again, second.token) : again
  expect(paid.status).toBeLessThan(300)
  const [entry] = (await ask('GET', `/financial/payable?accountId=${bankId}`)).body.data
  expect(entry).toMatchObject({ memberId: members.Dayo.id, amount: netOf('Dayo') })
  expect(await app.checks()).toEqual([])
})

// Remedy: dividends_payable_none
test('a member who gives their bank details later is paid then', async () => {
  const pay = () => payOut(netOf('Efe'))
  expect((await pay()).body).toMatchObject({
    status: 409,
    message: 'No dividend can be paid to a bank now. Members without bank details have to give them first.',
  })
  await agree(
    await ask('PUT', `/cooperatives/members/${members.Efe.id}/bank-details`, {
      ...{ bankName: 'OPay', accountNumber: '8031234561', accountName: 'PAYEE EFE' },
    }),
  )
  await agree(await pay())
  expect((await on('Efe', 'Dividends payable')) ?? 0).toBe(0)
})

// Remedy: dividend_paid_out, dividend_spent
test('a dividend is reversed once the payments, then the purchases and repayments are', async () => {
  const reason = 'A wrong figure'
  const undo = async (id: string | undefined) => {
    await agree(await reverse(id ?? ''))
    const { reversal } = dataOf(await ask('GET', `/financial/transactions/${id}`))
    dataOf(await ask('POST', `/financial/reversals/${reversal.id}/approve`, undefined, second.token))
  }
  const newest = async (type: string, name: Name) =>
    (await ask('GET', `/financial/transactions?status=approved&type=${type}&memberId=${members[name].id}`)).body.data[0]
      .id as string
  expect((await reverse(transactionId)).body.message).toContain('Dayo Obi, Efe Obi. Reverse those payments')
  for (const name of ['Dayo', 'Efe'] as const) await undo(await newest('withdrawal', name))
  expect((await reverse(transactionId)).body.message).toContain('Bola Obi, Chidi Obi. Reverse those purchases')
  await undo(await newest('share_purchase', 'Bola'))
  const { movements } = dataOf(await ask('GET', `/financial/loans/${loanId}`))
  await agree(await ask('POST', `/financial/loans/${loanId}/movements/${movements.at(-1).id}/reverse`, { reason }))
  await undo(transactionId)
  expect(await balanceOf('2320')).toBe(pool)
  expect(await app.checks()).toEqual([])
})
