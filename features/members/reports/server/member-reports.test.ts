import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, dayIn } from '#core/calendar.ts'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  dataOf,
  loginMember,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'

describe('the registers of members and of shares', () => {
  let app: TestApp
  let cooperative: TestCooperative
  let [ada, musa, chidi]: TestMember[] = []
  const par = 500
  const ask = (method: string, url: string, body?: unknown, token = cooperative.token) =>
    app.call(method, url, { token, ...(body !== undefined && { body }) })
  const report = async (name: string, query = '') => {
    const reply = await ask('GET', `/financial/reports/${name}?${query}`)
    dataOf(reply)
    return { rows: reply.body.data, meta: reply.body.meta, totals: reply.body.meta.summary.totals }
  }
  const register = async (query: string) =>
    (await report('members-register', query)).rows.map((row: Record<string, unknown>) => [
      row['name'],
      row['status'],
      row['leftOn'],
      row['savings'],
      row['shares'],
      row['loans'],
    ])

  beforeAll(async () => {
    app = await sharedTestApp()
    cooperative = await buildCooperative(app)
    ada = await buildMember(app, cooperative, { firstName: 'Ada', registrationDate: '2025-01-15' })
    musa = await buildMember(app, cooperative, { firstName: 'Músá', registrationDate: '2026-03-01' })
    chidi = await buildMember(app, cooperative, { firstName: 'Chidi', registrationDate: '2025-06-01' })
    dataOf(
      await ask('PUT', '/financial/config', {
        shareParValue: par,
        sharesMin: 1,
        shareCeilingPercent: 100,
        guarantorsRequired: 0,
      }),
    )
    const record = async (member: TestMember | undefined, given: object) =>
      dataOf(await ask('POST', '/financial/transactions', { memberId: member?.id, ...given }), 201)
    await record(ada, { type: 'deposit', amount: 100_000, occurredOn: '2026-01-10' })
    await record(ada, { type: 'deposit', amount: 250.5, occurredOn: '2026-04-01' })
    await record(ada, { type: 'withdrawal', amount: 100, occurredOn: '2026-06-01' })
    await record(chidi, { type: 'deposit', amount: 80, occurredOn: '2026-01-10' })
    await record(ada, { type: 'share_purchase', shares: 10, occurredOn: '2026-02-01' })
    await record(musa, { type: 'share_purchase', shares: 30, occurredOn: '2026-03-15' })
    const { id: loanConfigId } = dataOf(await ask('GET', '/financial/loan-config'))
    const loan = { memberId: ada?.id, loanConfigId, principal: 12_000, instalments: 12 }
    const { id } = dataOf(await ask('POST', '/financial/loans', loan), 201)
    dataOf(await ask('POST', `/financial/loans/${id}/approve`))
    dataOf(await ask('POST', `/financial/loans/${id}/disburse`, { to: 'cash', on: '2026-04-10' }), 201)
    await record(chidi, { type: 'withdrawal', amount: 80, occurredOn: '2026-05-31' })
    await app.admin.query("update app.member set status = 'left', left_on = '2026-05-31' where member_id = $1", [
      chidi?.id,
    ])
    const change = { members: { ids: [musa?.id] }, status: 'inactive', reason: 'Moved abroad' }
    dataOf(await ask('POST', '/members/status', change))
  })
  afterAll(() => app.stop())

  test('everybody is in the register from the day on which they joined, as they were at the end of a day', async () => {
    expect(await register('asOf=2025-01-14')).toEqual([])
    expect(await register('asOf=2026-02-28')).toEqual([
      ['Ada Obi', 'Active', null, 100_000, 10 * par, 0],
      ['Chidi Obi', 'Active', null, 80, 0, 0],
    ])
    expect(await register('asOf=2026-05-30')).toEqual([
      ['Ada Obi', 'Active', null, 100_250.5, 10 * par, 12_000],
      ['Músá Obi', 'Active', null, 0, 30 * par, 0],
      ['Chidi Obi', 'Active', null, 80, 0, 0],
    ])
    const yesterday = addDays(dayIn(new Date()), -1)
    expect((await register(`asOf=${yesterday}`)).map((row: unknown[]) => row.slice(0, 3))).toEqual([
      ['Ada Obi', 'Active', null],
      ['Músá Obi', 'Active', null],
      ['Chidi Obi', 'Left', '2026-05-31'],
    ])
    expect(await register('')).toEqual([
      ['Ada Obi', 'Active', null, 100_150.5, 10 * par, 12_000],
      ['Músá Obi', 'Inactive', null, 0, 30 * par, 0],
      ['Chidi Obi', 'Left', '2026-05-31', 0, 0, 0],
    ])
  })

  test('the register is narrowed, searched, sorted and paged, with the totals of all that was found', async () => {
    expect((await report('members-register', 'limit=1&page=2')).meta).toMatchObject({ total: 3, totalPages: 3 })
    expect(await report('members-register', 'limit=1&sort=-savings')).toMatchObject({
      rows: [{ memberId: ada?.id, membershipno: ada?.membershipno, phone: ada?.phone }],
      totals: { savings: 100_150.5, shares: 40 * par, loans: 12_000 },
    })
    expect(await report('members-register', 'status=left')).toMatchObject({ rows: [{ name: 'Chidi Obi' }] })
    expect(await report('members-register', 'q=musa')).toMatchObject({ rows: [{ name: 'Músá Obi' }] })
    expect((await report('members-register', 'asOf=2026-05-30&status=left')).rows).toEqual([])
  })

  test('the register of shares says how many there are and their part of the capital, and agrees with the books', async () => {
    const shares = async (query: string) =>
      (await report('shares-register', query)).rows.map((row: Record<string, unknown>) => [
        row['name'],
        row['shares'],
        row['amount'],
        row['percent'],
      ])
    expect(await shares('asOf=2026-01-31')).toEqual([])
    expect(await shares('asOf=2026-02-01')).toEqual([['Ada Obi', 10, 10 * par, 100]])
    expect(await shares('sort=-amount')).toEqual([
      ['Músá Obi', 30, 30 * par, 75],
      ['Ada Obi', 10, 10 * par, 25],
    ])
    const { totals, rows } = await report('shares-register')
    // Ada bought 10 of 40 shares on 1 February, Musa 30: a quarter and three quarters.
    await app.admin.query('update app.configuration set share_ceiling_basis_points = 3000')
    expect(
      (await report('shares-register')).rows.map(({ heldSince, ceiling }: Record<string, unknown>) => [
        heldSince,
        ceiling,
      ]),
    ).toEqual([
      ['2026-02-01', null],
      ['2026-03-15', 'Over 30 %'],
    ])
    expect(totals).toEqual({ shares: 40, amount: 40 * par })
    const { accounts } = dataOf(await ask('GET', '/financial/reports/trial-balance'))
    expect(accounts.find(({ code }: { code: string }) => code === '3110').credit).toBe(40 * par)
    const ledger = await ask(
      'GET',
      `/financial/reports/general-ledger?accountId=${rows[0].accountId}&from=2026-01-01&to=2026-12-31`,
    )
    expect(ledger.body.meta.summary).toMatchObject({ account: { memberId: ada?.id }, closing: 10 * par })
  })

  test('a file of the register has a row for each', async () => {
    const csv: string[][] = parse((await ask('GET', '/financial/reports/members-register?format=csv')).text, {
      bom: true,
    })
    expect(csv.map((row) => [row[1], row[2], row[4], row[7]])).toEqual([
      ['Member', 'Phone', 'Joined on', 'Savings'],
      ['Ada Obi', `'${ada?.phone}`, '2025-01-15', '100150.50'],
      ['Músá Obi', `'${musa?.phone}`, '2026-03-01', '0.00'],
      ['Chidi Obi', `'${chidi?.phone}`, '2025-06-01', '0.00'],
      ['', '', '', '100150.50'],
    ])
  })

  test('are for those who may read what they hold', async () => {
    const officer = await buildMember(app, cooperative)
    const memberToken = await loginMember(app, officer)
    dataOf(await ask('PUT', `/cooperatives/members/${officer.id}/roles`, { roleIds: ['member', 'secretary'] }))
    const statuses = async (token: string) =>
      Promise.all(
        ['members-register', 'shares-register'].map(
          async (name) => (await ask('GET', `/financial/reports/${name}`, undefined, token)).status,
        ),
      )
    expect(await statuses(memberToken)).toEqual([403, 403])
    const { accessToken } = dataOf(
      await ask('POST', '/member-auth/switch', { cooperativeId: cooperative.id, role: 'coop_admin' }, memberToken),
    )
    expect(await statuses(accessToken)).toEqual([200, 403])
  })

  test('show nothing of another society', async () => {
    const stranger = await buildCooperative(app)
    for (const name of ['members-register', 'shares-register'])
      expect((await ask('GET', `/financial/reports/${name}`, undefined, stranger.token)).body.data).toEqual([])
    await app.admin.query("update app.member set status = 'active', left_on = null where member_id = $1", [chidi?.id])
    expect(await app.checks()).toEqual([])
  })
})
