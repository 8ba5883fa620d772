import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Day } from '#core/calendar.ts'
import type { AccountId, CooperativeId, EntryId } from '#core/ids.ts'
import type { Kobo } from '#core/money.ts'
import { entry } from '#features/accounting/books/rules/entry.ts'
import { noLogin } from '#platform/context.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { blockPostings, post } from '#platform/ledger/ledger.ts'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  buildOfficer,
  dataOf,
  loginMember,
  postJournals,
  type TestCooperative,
} from '#dev/testing/builders.ts'

type Item = { key: string; kind: string; state: string; found: string; amount: number | null }

describe('the checklist of a year', () => {
  let app: TestApp
  let cooperative: TestCooperative
  let accounts: Map<string, string>

  beforeAll(async () => {
    app = await sharedTestApp()
  })
  afterAll(() => app.stop())

  const ask = (method: string, path: string, body?: unknown, token = cooperative.token) =>
    app.call(method, path, { token, ...(body !== undefined && { body }) })
  const account = (code: string) => accounts.get(code)
  const build = async () => {
    cooperative = await buildCooperative(app)
    const chart = (await ask('GET', '/financial/accounts?limit=100')).body.data as { id: string; code: string }[]
    accounts = new Map(chart.map(({ id, code }) => [code, id]))
    dataOf(await ask('PUT', '/financial/config', { guarantorsRequired: 0 }))
    await postJournals(app, cooperative, [
      { on: '2025-02-01', lines: [['1020', '4110', 500_000]] },
      { on: '2025-03-01', lines: [['1020', '2410', 7500.5]] },
    ])
  }
  const look = async () => dataOf(await ask('GET', '/financial/year-closings/2025-12-31'))
  const items = async () => new Map(((await look()).items as Item[]).map((item) => [item.key, item]))
  const states = async () => Object.fromEntries([...(await items())].map(([key, { state }]) => [key, state]))
  const close = (accepted?: { item: string; reason: string }[], token?: string) =>
    ask('POST', '/financial/books/close-year', { yearEnd: '2025-12-31', ...(accepted && { accepted }) }, token)

  test('says what is missing with its figures, moves from open to done, and closes with the reasons for the rest', async () => {
    await build()
    const ada = await buildMember(app, cooperative, { registrationDate: '2024-06-01' })
    dataOf(
      await ask('POST', '/financial/transactions', {
        type: 'deposit',
        memberId: ada.id,
        amount: 50_000,
        occurredOn: '2025-01-10',
      }),
      201,
    )
    await postJournals(app, cooperative, [{ on: '2025-01-10', lines: [['1010', '3210', 10_000]] }])
    // A loan of which nothing comes back: paid out in July, so it is late by more than 91 days at the end of the year.
    const { id: loanConfigId } = dataOf(await ask('GET', '/financial/loan-config'))
    const loan = dataOf(
      await ask('POST', '/financial/loans', { memberId: ada.id, loanConfigId, principal: 60_000, instalments: 6 }),
      201,
    )
    dataOf(await ask('POST', `/financial/loans/${loan.id}/approve`))
    dataOf(await ask('POST', `/financial/loans/${loan.id}/disburse`, { on: '2025-07-01', to: 'cash' }), 201)
    // 120,000 over 24 months from October: 15,000 in the year.
    dataOf(
      await ask('POST', '/financial/fixed-assets', {
        name: 'Computers',
        accountId: account('1510'),
        boughtOn: '2025-10-05',
        cost: 120_000,
        lifeMonths: 24,
        paidThrough: account('1020'),
      }),
      201,
    )

    const first = await items()
    expect(await states()).toEqual({
      'bank:1020': 'open',
      below_zero: 'done',
      unallocated: 'open',
      clearing: 'done',
      savings_interest: 'not_needed',
      deposits: 'done',
      accruals: 'not_needed',
      depreciation: 'open',
      provision: 'open',
      approvals: 'done',
      proof: 'done',
    })
    expect(first.get('bank:1020')).toMatchObject({
      amount: 500_000 + 7500.5 - 120_000,
      found: 'No statement of this bank was read',
    })
    expect(first.get('unallocated')?.amount).toBe(7500.5)
    expect(first.get('depreciation')?.amount).toBe(15_000)
    expect(first.get('provision')?.amount).toBe(60_000)

    dataOf(await ask('POST', '/financial/depreciation', { through: '2025-12', amount: 15_000 }), 201)
    dataOf(await ask('POST', '/financial/loans/provision', { on: '2025-12-31' }), 201)
    expect(await states()).toMatchObject({ depreciation: 'done', provision: 'done' })
    // Of income, less depreciation and provision.
    expect((await look()).surplus).toBe(500_000 - 15_000 - 60_000)

    for (const none of [undefined, []])
      expect((await close(none)).body).toMatchObject({ status: 409, message: expect.stringContaining('Bank') })
    expect((await close([{ item: 'bank:1020', reason: 'The bank sent no statement' }])).body).toMatchObject({
      status: 409,
      message: expect.stringContaining('₦7,500.50 was received and is not allocated'),
    })
    const reasons = [
      { item: 'bank:1020', reason: 'The bank sent no statement' },
      { item: 'unallocated', reason: 'The payer is being looked for' },
      { item: 'provision', reason: 'It was open when this was written' },
    ]
    dataOf(await close(reasons), 201)
    const closed = await look()
    expect(closed.closing).toMatchObject({
      number: expect.any(Number),
      accepted: [
        { item: 'bank:1020', found: 'No statement of this bank was read', reason: 'The bank sent no statement' },
        { item: 'unallocated', reason: 'The payer is being looked for' },
      ],
    })
    expect(await app.checks()).toEqual([])
  })

  test('an approval that waits with a date in the year is in the way, whatever reason is given', async () => {
    await build()
    const officer = await buildOfficer(app, cooperative)
    const waits = dataOf(
      await ask('POST', '/financial/transactions', {
        type: 'journal',
        description: 'Rent',
        occurredOn: '2025-12-30',
        lines: [
          { accountId: account('5710'), debit: 100 },
          { accountId: account('1020'), credit: 100 },
        ],
      }),
      201,
    )
    expect(waits).toMatchObject({ status: 'pending' })
    expect((await items()).get('approvals')).toMatchObject({ state: 'blocks', amount: 100 })
    const all = ['approvals', 'bank:1020', 'unallocated'].map((item) => ({ item, reason: 'Later' }))
    for (const accepted of [undefined, all])
      expect((await close(accepted)).body).toMatchObject({
        status: 409,
        message: expect.stringContaining('approve or reject it first'),
      })
    dataOf(await ask('POST', `/financial/transactions/${waits.id}/reject`, { reason: 'Wrong' }, officer.token))
    expect((await items()).get('approvals')).toMatchObject({ state: 'done' })
    // The second officer reads what is left open.
    expect((await close(all.slice(1))).status).toBe(202)
    const [change] = (await ask('GET', '/financial/approvals', undefined, officer.token)).body.data
    expect(change.description).toContain('Left open: bank:1020 (Later), unallocated (Later)')
  })

  test('what is posted to the year while its closing waits for the books is seen, and a later entry does not hinder it', async () => {
    await build()
    const reasons = ['bank:1020', 'unallocated'].map((item) => ({ item, reason: 'Later' }))
    const cooperativeId = cooperative.id as CooperativeId
    const closeWhile = async (work: (tx: Tx) => Promise<unknown>, accepted = reasons) => {
      let closing: ReturnType<typeof close> | undefined
      await app.services.database.tenant({ cooperativeId, role: 'coop_admin' }, async (tx) => {
        await blockPostings(tx, cooperativeId)
        closing = close(accepted)
        const locked =
          "select from pg_stat_activity where datname = current_database() and usename = 'coop_app' and wait_event_type = 'Lock'"
        while ((await app.admin.query(locked)).rowCount === 0);
        await work(tx)
      })
      return closing
    }
    const postTo = (on: Day, credit: string) => (tx: Tx) => {
      const id = newId<EntryId>()
      const [debit = '', credited = ''] = ['1020', credit].map(account)
      const posting = { debit: debit as AccountId, credit: credited as AccountId, amount: 100n as Kobo }
      const journal = entry({ id, on, kind: 'journal', source: { type: 'journal', id }, postings: [posting] })
      return post(tx, cooperativeId, [{ entry: journal, actorId: noLogin, requestId: 'test' }])
    }
    // Money that is with a payment provider makes a third thing open.
    const seen = await closeWhile(postTo('2025-12-31' as Day, '1090'))
    expect(seen?.body).toMatchObject({ status: 409, message: expect.stringContaining('Gateway clearing') })
    const closed = await closeWhile(postTo('2026-01-01' as Day, '4110'), [
      ...reasons,
      { item: 'clearing', reason: 'Paid in January' },
    ])
    expect(dataOf(closed as NonNullable<typeof closed>, 201).closedThrough).toBe('2025-12-31')
    expect((await look()).closing.accepted.map(({ item }: { item: string }) => item)).toEqual([
      'bank:1020',
      'clearing',
      'unallocated',
    ])
    expect(await app.checks()).toEqual([])
  })

  test('a year that is not over has no list, one that is none of the books is refused, and members read none', async () => {
    await build()
    const year = new Date(Date.now() + 3_600_000).getUTCFullYear()
    const running = dataOf(await ask('GET', `/financial/year-closings/${year}-12-31`))
    expect(running).toMatchObject({
      items: [],
      closing: null,
      waitsBecause: expect.stringContaining('when it is over'),
    })
    expect((await ask('GET', '/financial/year-closings/2025-06-30')).status).toBe(422)
    const member = await loginMember(app, await buildMember(app, cooperative))
    expect((await ask('GET', '/financial/year-closings/2025-12-31', undefined, member)).status).toBe(403)
  })
})
