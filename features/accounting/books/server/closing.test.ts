import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CooperativeId } from '#core/ids.ts'
import { sql } from '#platform/db/sql.ts'
import { startTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  agreed,
  buildCooperative,
  buildMember,
  dataOf,
  loginMember,
  postJournals,
  statusesOf,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'

describe('locking and closing the books', () => {
  let app: TestApp
  let cooperative: TestCooperative
  let member: TestMember

  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.stop())
  beforeEach(async () => {
    cooperative = await buildCooperative(app)
    member = await buildMember(app, cooperative)
  })

  const ask = (method: string, path: string, body?: unknown, token = cooperative.token) =>
    app.call(method, path, { token, ...(body !== undefined && { body }) })
  const deposit = (occurredOn: string) =>
    ask('POST', '/financial/transactions', { type: 'deposit', memberId: member.id, amount: 100, occurredOn })
  const lock = (through: string, token = cooperative.token) => ask('POST', '/financial/books/lock', { through }, token)
  const reopen = (through: string | null, token = cooperative.token) =>
    ask('POST', '/financial/books/reopen', { through, reason: 'A receipt came late' }, token)
  const get = async (path: string) => dataOf(await ask('GET', path))
  /** What is left open is the year before; that reason is none of a year without one. */
  const close = (yearEnd: string) =>
    ask('POST', '/financial/books/close-year', {
      yearEnd,
      accepted: [{ item: 'earlier_year', reason: 'It was before our time' }],
    })
  const earn = () =>
    postJournals(app, cooperative, [
      { on: '2024-11-02', lines: [['1010', '4210', 7]] },
      {
        on: '2025-03-01',
        lines: [
          ['1010', '4210', 300.55],
          ['1010', '4110', 100],
          ['5410', '1010', 120.3],
        ],
      },
    ])

  /** A second officer: a member with the role, in the admin area of their own cooperative. */
  const secondOfficer = async () => {
    const person = await buildMember(app, cooperative, { firstName: 'Bisi' })
    dataOf(await ask('PUT', `/cooperatives/members/${person.id}/roles`, { roleIds: ['member', 'admin'] }))
    const token = await loginMember(app, person)
    return dataOf(
      await ask('POST', '/member-auth/switch', { cooperativeId: cooperative.id, role: 'coop_admin' }, token),
    ).accessToken as string
  }

  test('a locked day takes no posting, the day after does, and reopening lets it in again', async () => {
    expect(dataOf(await lock('2026-01-31'))).toMatchObject({
      closedThrough: '2026-01-31',
      changes: [{ kind: 'lock', through: '2026-01-31', before: null }],
    })
    expect((await deposit('2026-01-31')).body).toMatchObject({ status: 409, errors: [{ field: 'occurredOn' }] })
    dataOf(await deposit('2026-02-01'), 201)
    const state = dataOf(await reopen('2025-12-31'))
    expect(state).toMatchObject({
      closedThrough: '2025-12-31',
      officers: 1,
      changes: [
        { kind: 'reopen', through: '2025-12-31', before: '2026-01-31', reason: 'A receipt came late' },
        { kind: 'lock' },
      ],
    })
    dataOf(await deposit('2026-01-31'), 201)
    expect((await deposit('2025-12-31')).status).toBe(409)
    expect(dataOf(await reopen(null)).closedThrough).toBe(null)
    dataOf(await deposit('2025-12-31'), 201)
  })

  test('neither a day to come, an earlier one, nor open books can be locked or reopened', async () => {
    expect((await reopen(null)).body).toMatchObject({
      status: 409,
      message: 'The books are open; there is nothing to reopen.',
    })
    expect((await lock('2199-01-01')).body).toMatchObject({ status: 422, errors: [{ field: 'through' }] })
    dataOf(await lock('2026-01-31'))
    expect((await lock('2026-01-31')).body).toMatchObject({
      status: 409,
      message: 'The books are already locked through 31 Jan 2026. Choose a later date.',
    })
    expect((await reopen('2026-01-31')).status).toBe(409)
    expect((await ask('POST', '/financial/books/reopen', { through: null, reason: ' ' })).body).toMatchObject({
      status: 422,
      errors: [{ field: 'reason' }],
    })
  })

  test('with two officers another one reopens than who locked, and the database itself says so', async () => {
    const other = await secondOfficer()
    dataOf(await lock('2026-01-31'))
    dataOf(await lock('2026-02-28', other))
    expect((await reopen(null)).body).toMatchObject({
      status: 409,
      message: 'You locked these books, so another officer reopens them.',
    })
    expect((await reopen('2026-01-31', other)).status).toBe(409)
    expect(dataOf(await reopen('2026-01-31'))).toMatchObject({ closedThrough: '2026-01-31', officers: 2 })
    expect((await reopen(null)).status).toBe(409)
    expect(dataOf(await reopen(null, other)).closedThrough).toBe(null)
    await expect(app.admin.query('update ledger.lock_change set actor_name = $1', ['Somebody'])).rejects.toThrow(
      'append-only',
    )
  })

  test('a closed year is at zero, shows its figures, and leaves the balance sheet as it was', async () => {
    await earn()
    const sheets = () =>
      Promise.all(
        ['2025-12-30', '2025-12-31', '2026-06-30'].map((day) => get(`/financial/reports/balance-sheet?asOf=${day}`)),
      )
    const income = () => get('/financial/reports/income-statement?from=2025-01-01&to=2025-12-31')
    const [before, earned] = [await sheets(), await income()]
    expect(earned.totals).toEqual({ income: 400.55, expenses: 120.3, surplus: 280.25 })
    const state = dataOf(await close('2025-12-31'), 201)
    expect(state.years.find(({ to }: { to: string }) => to === '2025-12-31')).toMatchObject({
      surplus: 280.25,
      closing: { surplus: 287.25 },
      waitsBecause: expect.stringContaining('closed already'),
    })

    expect(await income()).toEqual(earned)
    const after = await sheets()
    expect(after.map(({ totals, balanced }) => ({ totals, balanced }))).toEqual(
      before.map(({ totals }) => ({ totals, balanced: true })),
    )
    expect(after[1]).toMatchObject({
      funds: [{ code: '3310', amount: 287.25 }],
      surplus: { ofThisYear: -7, ofEarlierYears: 7 },
    })
    expect(after[2]).toMatchObject({
      funds: [{ code: '3310', amount: 287.25 }],
      surplus: { ofThisYear: 0, ofEarlierYears: 0 },
    })
    const { accounts } = await get('/financial/reports/trial-balance?from=2026-01-01&to=2026-12-31')
    expect(accounts.map(({ code }: { code: string }) => code)).toEqual(['1010', '3310'])
  })

  // Remedy: year_closed_later, year_locked
  test('a year is closed once, its closing is reversed once, and then it can be closed again', async () => {
    await earn()
    const undo = (yearEnd: string) =>
      ask('POST', '/financial/books/reverse-closing', { yearEnd, reason: 'The auditor found a receipt' })
    expect(statusesOf(await Promise.all([close('2025-12-31'), close('2025-12-31')]))).toEqual([201, 409])
    expect((await close('2024-12-31')).body.message).toContain(
      '31 Dec 2025 is closed already. Reverse that closing first',
    )
    // Locked further since, it is opened as far as that first.
    dataOf(await lock('2026-01-31'))
    expect((await undo('2025-12-31')).body).toMatchObject({
      status: 409,
      message: 'The books are locked through 31 Jan 2026. Reopen them from 01 Jan 2026 on first.',
    })
    dataOf(await reopen('2025-12-31'))
    const state = dataOf(await undo('2025-12-31'))
    expect(state).toMatchObject({
      closedThrough: null,
      changes: [
        { kind: 'reopen', through: null, before: '2025-12-31', reason: 'The auditor found a receipt' },
        {},
        {},
        { kind: 'lock', through: '2025-12-31', before: null },
      ],
    })
    expect(state.years.every(({ closing }: { closing: unknown }) => closing === null)).toBe(true)
    expect((await undo('2025-12-31')).body).toMatchObject({ status: 409, message: 'This year is not closed.' })
    expect(await get('/financial/reports/income-statement?from=2025-01-01&to=2025-12-31')).toMatchObject({
      totals: { surplus: 280.25 },
    })
    expect(await get('/financial/reports/balance-sheet?asOf=2025-12-31')).toMatchObject({
      surplus: { ofThisYear: 280.25, ofEarlierYears: 7 },
      balanced: true,
    })
    dataOf(await close('2025-12-31'), 201)
    const [accounts] = [await get('/financial/accounts?limit=100')]
    const surplus = accounts.find(({ code }: { code: string }) => code === '3310')
    const { data } = (
      await ask('GET', `/financial/reports/general-ledger?accountId=${surplus.id}&from=2025-01-01&to=2025-12-31`)
    ).body
    expect(data.map(({ kind, reason }: { kind: string; reason?: string }) => [kind, reason])).toEqual([
      ['closing', undefined],
      ['reversal', undefined],
      ['closing', undefined],
    ])
    expect((await ask('GET', `/financial/entries/${data[1].entryId}`)).body.meta.summary).toMatchObject({
      reason: 'The auditor found a receipt',
      reverses: { number: data[0].number },
    })
    // The earlier year is closed once the later one is open, and opened again in the other order.
    dataOf(await undo('2025-12-31'))
    dataOf(await close('2024-12-31'), 201)
    dataOf(await close('2025-12-31'), 201)
    expect((await undo('2024-12-31')).body.message).toContain('31 Dec 2025 is closed already. Reverse that closing')
    dataOf(await undo('2025-12-31'))
    expect(dataOf(await undo('2024-12-31')).closedThrough).toBe(null)
  })

  test('only a fiscal year that is over and has something on it is closed', async () => {
    expect((await close('2025-12-31')).body).toMatchObject({
      status: 409,
      message: expect.stringContaining('nothing to close'),
    })
    expect((await close('2025-06-30')).body).toMatchObject({ status: 422, errors: [{ field: 'yearEnd' }] })
    expect((await close('2198-12-31')).body.status).toBe(409)
    dataOf(await ask('PUT', '/financial/config', { fiscalYearStart: '07-01' }))
    await earn()
    expect((await close('2025-12-31')).status).toBe(422)
    expect(
      dataOf(await close('2025-06-30'), 201).years.find(({ to }: { to: string }) => to === '2025-06-30'),
    ).toMatchObject({ from: '2024-07-01', surplus: 287.25, closing: { surplus: 287.25 } })
  })

  test('where another officer can log in, a year that one of them closes waits for the other', async () => {
    await earn()
    const other = await secondOfficer()
    const closed = async () => (await get('/financial/books')).closedThrough
    const waits = await close('2025-12-31')
    expect([waits.status, await closed()]).toEqual([202, null])
    expect((await agreed(app, waits, cooperative.token)).status).toBe(409)
    expect(await closed()).toBe(null)
    dataOf(await agreed(app, waits, other))
    expect(await closed()).toBe('2025-12-31')
  })

  test('a closed year takes no entry any more, and opens only by reversing its closing', async () => {
    await earn()
    dataOf(await lock('2025-10-31'))
    const closed = dataOf(await close('2025-12-31'), 201)
    expect(closed).toMatchObject({
      closedThrough: '2025-12-31',
      changes: [{ kind: 'lock', through: '2025-12-31', before: '2025-10-31' }, {}],
    })
    const sheet = await get('/financial/reports/balance-sheet?asOf=2025-12-31')
    expect((await deposit('2025-12-31')).body).toMatchObject({ status: 409, errors: [{ field: 'occurredOn' }] })
    await expect(
      postJournals(app, cooperative, [{ on: '2025-12-31', lines: [['5410', '1010', 5]] }]),
    ).rejects.toMatchObject({ code: 'period_closed' })
    expect(await get('/financial/reports/balance-sheet?asOf=2025-12-31')).toEqual(sheet)
    for (const through of [null, '2025-06-30']) {
      expect((await reopen(through)).body).toMatchObject({
        status: 409,
        errors: [
          { field: 'through', message: 'The year to 31 Dec 2025 is closed. To reopen it, reverse its closing.' },
        ],
      })
    }
    // The database itself refuses to open it without the reversal.
    const { entryId } = closed.years.find(({ closing }: { closing: unknown }) => closing).closing
    const scope = { cooperativeId: cooperative.id as CooperativeId, role: 'coop_admin' } as const
    const open = sql`select ledger.reopen_for_reversal(${cooperative.id}, ${entryId}, 'By hand', '00000000-0000-4000-8000-000000000009', 'Forger')`
    await expect(app.services.database.tenant(scope, (tx) => tx.run(open))).rejects.toMatchObject({
      constraint: 'reopened_by_reversal',
    })

    // Two officers reverse it, whoever of them closed it; then the months that were locked before are locked again.
    const other = await secondOfficer()
    const waits = await ask(
      'POST',
      '/financial/books/reverse-closing',
      { yearEnd: '2025-12-31', reason: 'A late bill' },
      other,
    )
    expect(waits.status).toBe(202)
    expect((await deposit('2025-12-31')).status).toBe(409)
    dataOf(await agreed(app, waits, cooperative.token))
    expect((await get('/financial/books')).closedThrough).toBe('2025-10-31')
    dataOf(await deposit('2025-12-31'), 201)
    expect((await deposit('2025-10-31')).status).toBe(409)
  })

  // Remedy: year_locked
  test('a year that is locked already is opened first, so that its closing can be dated in it', async () => {
    await earn()
    dataOf(await lock('2026-01-31'))
    expect((await close('2025-12-31')).body).toMatchObject({
      status: 409,
      message: 'The books are locked through 31 Jan 2026. Reopen them from 31 Dec 2025 on first.',
    })
    dataOf(await reopen('2025-12-30'))
    expect(dataOf(await close('2025-12-31'), 201).closedThrough).toBe('2025-12-31')
  })

  test('leaves every check of the database empty', async () => {
    expect(await app.checks()).toEqual([])
  })
})

describe('the chart of accounts', () => {
  let app: TestApp
  let cooperative: TestCooperative

  beforeAll(async () => {
    app = await startTestApp()
    cooperative = await buildCooperative(app)
  })
  afterAll(() => app.stop())

  const ask = (method: string, path: string, body?: unknown) =>
    app.call(method, path, { token: cooperative.token, ...(body !== undefined && { body }) })
  const chart = async () =>
    dataOf(await ask('GET', '/financial/accounts?limit=100')) as {
      id: string
      code: string
      name: string
      retired: boolean
      staysBecause: string | null
      balance: number
    }[]
  const idOf = async (code: string) => (await chart()).find((account) => account.code === code)?.id

  test('takes an account, which the cash book knows at once if it holds cash, and keeps the change in the history', async () => {
    const made = dataOf(
      await ask('POST', '/financial/accounts', { code: '1021', name: 'Access Bank', class: 'asset', holdsCash: true }),
      201,
    )
    expect(made).toEqual({
      id: expect.any(String),
      code: '1021',
      name: 'Access Bank',
      class: 'asset',
      isControl: false,
      holdsCash: true,
      balance: 0,
      retired: false,
      staysBecause: null,
    })
    const { meta } = (await ask('GET', '/financial/reports/cash-book')).body
    expect(meta.summary.accounts.map(({ name }: { name: string }) => name)).toContain('Access Bank')
    const [line] = (await ask('GET', '/financial/configs?kind=account')).body.data
    expect(line).toMatchObject({
      kind: 'account',
      subjectName: '1021 Access Bank',
      changes: expect.arrayContaining([{ field: 'code', before: null, after: '1021' }]),
    })
  })

  test.each([
    ['a code that is taken', { code: '1020', name: 'Another bank', class: 'asset' }, 409, 'code'],
    [
      'a name that is taken, however it is written',
      { code: '1029', name: 'CASH in  Hand', class: 'asset' },
      409,
      'name',
    ],
    ['a code of another class', { code: '4999', name: 'Strange', class: 'asset' }, 422, 'class'],
    ['cash that is no asset', { code: '2999', name: 'Strange', class: 'liability', holdsCash: true }, 422, 'holdsCash'],
    ['a code that is none', { code: '12345', name: 'Strange', class: 'asset' }, 422, 'code'],
    ['no name', { code: '1777', name: '', class: 'asset' }, 422, 'name'],
  ])('refuses %s', async (_, body, status, field) => {
    expect((await ask('POST', '/financial/accounts', body)).body).toMatchObject({ status, errors: [{ field }] })
  })

  test('of two who add one code at once, one is told', async () => {
    const add = (name: string) => ask('POST', '/financial/accounts', { code: '5999', name, class: 'expense' })
    expect(statusesOf(await Promise.all([add('Gifts'), add('Presents')]))).toEqual([201, 409])
  })

  // Remedy: account_has_balance
  test('retires an account that is at zero and brings it back; a retired one takes no posting', async () => {
    const id = await idOf('1410')
    expect(
      dataOf(await ask('PUT', `/financial/accounts/${id}`, { retired: true, name: 'Old investments' })),
    ).toMatchObject({ retired: true, name: 'Old investments' })
    await expect(
      postJournals(app, cooperative, [{ on: '2026-01-05', lines: [['1410', '4910', 5]] }]),
    ).rejects.toMatchObject({ constraint: 'account_closed' })
    expect(dataOf(await ask('PUT', `/financial/accounts/${id}`, { retired: false })).retired).toBe(false)
    await postJournals(app, cooperative, [{ on: '2026-01-05', lines: [['1410', '4910', 5]] }])
    expect((await ask('PUT', `/financial/accounts/${id}`, { retired: true })).body).toMatchObject({
      status: 409,
      message: '₦5.00 is on this account. Move it to another account first.',
    })
    const move = [
      { accountId: await idOf('4910'), debit: 5 },
      { accountId: id, credit: 5 },
    ]
    dataOf(await ask('POST', '/financial/transactions', { type: 'journal', description: 'Moved', lines: move }), 201)
    expect(dataOf(await ask('PUT', `/financial/accounts/${id}`, { retired: true })).retired).toBe(true)
  })

  test('keeps control accounts and those that the program posts to, and says why beforehand', async () => {
    for (const [code, words] of [
      ['2110', 'are under this account'],
      ['1010', 'by itself'],
    ] as const) {
      expect((await ask('PUT', `/financial/accounts/${await idOf(code)}`, { retired: true })).body).toMatchObject({
        status: 409,
        message: expect.stringContaining(words),
      })
      expect((await chart()).find((account) => account.code === code)?.staysBecause).toContain(words)
    }
  })

  test("knows no member's account and no other cooperative's", async () => {
    const other = await buildCooperative(app)
    expect(
      (
        await app.call('PUT', `/financial/accounts/${await idOf('1610')}`, {
          token: other.token,
          body: { retired: true },
        })
      ).status,
    ).toBe(404)
    const member = await buildMember(app, cooperative)
    dataOf(await ask('POST', '/financial/contributions', { memberId: member.id, amount: 10 }), 201)
    const {
      rows: [own],
    } = await app.admin.query('select account_id from ledger.account where member_id = $1', [member.id])
    expect((await ask('PUT', `/financial/accounts/${own.account_id}`, { name: 'Mine' })).status).toBe(404)
  })

  test('leaves every check of the database empty', async () => {
    expect(await app.checks()).toEqual([])
  })
})
