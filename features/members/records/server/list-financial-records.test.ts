import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MemberId } from '#core/ids.ts'
import { sql } from '#platform/db/sql.ts'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  dataOf,
  loginMember,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'

describe("a member's financial records", () => {
  let app: TestApp
  let cooperative: TestCooperative
  let ada: TestMember
  let adaToken: string

  beforeAll(async () => {
    app = await sharedTestApp()
    cooperative = await buildCooperative(app)
    ada = await buildMember(app, cooperative, { registrationDate: '2026-01-05', monthlyContributions: 1000 })
    adaToken = await loginMember(app, ada)
    const post = async (path: string, body: object, token = cooperative.token) =>
      dataOf(await app.call('POST', path, { token, body }), 201)
    dataOf(await app.call('PUT', '/financial/config', { token: cooperative.token, body: { guarantorsRequired: 0 } }))
    await post('/financial/contributions', { memberId: ada.id, amount: 1000, occurredOn: '2026-01-20' })
    await post('/financial/transactions', { type: 'deposit', memberId: ada.id, amount: 500, occurredOn: '2026-02-01' })
    await post('/financial/transactions', {
      type: 'withdrawal',
      memberId: ada.id,
      amount: 200,
      occurredOn: '2026-03-01',
    })
    await post('/financial/transactions', { type: 'deposit', amount: 70, occurredOn: '2026-04-01' }, adaToken)
    const [config] = dataOf(await app.call('GET', '/financial/loan-configs', { token: cooperative.token }))
    await post(
      '/financial/loans',
      { loanConfigId: config.id, principal: 900, instalments: 3, purpose: 'Rent' },
      adaToken,
    )
  })
  afterAll(() => app.stop())

  const records = async (query = '', token = adaToken) =>
    (await app.call('GET', `/financial/members/${ada.id}/financial-records${query}`, { token })).body
  const types = async (query: string) =>
    (await records(query)).data.map(({ type, amount }: { type: string; amount: number }) => [type, amount])

  test('are all there, newest first, with what they add up to', async () => {
    const { data, meta } = await records()
    expect(data.map(({ type, status, amount }: Record<string, unknown>) => [type, status, amount])).toEqual([
      ['loan', 'submitted', 900],
      ['deposit', 'pending', 70],
      ['withdrawal', 'approved', 200],
      ['deposit', 'approved', 500],
      ['contribution', 'approved', 1000],
    ])
    expect(meta).toMatchObject({
      total: 5,
      summary: {
        totalContributions: 1000,
        totalDeposits: 500,
        totalWithdrawals: 200,
        savings: 1300,
        shares: 0,
        totalLoans: 0,
      },
    })
    expect(meta.summary.outstandingContributions).toBeGreaterThanOrEqual(10_000)
    expect(await records('', cooperative.token)).toEqual({ ...(await records()) })
  })

  test('by kind, paged and searched', async () => {
    expect(await types('?kind=contributions')).toEqual([['contribution', 1000]])
    expect(await types('?kind=deposits')).toEqual([
      ['deposit', 70],
      ['deposit', 500],
    ])
    expect(await types('?kind=transactions&sort=occurredOn')).toEqual([
      ['contribution', 1000],
      ['deposit', 500],
      ['withdrawal', 200],
      ['deposit', 70],
    ])
    expect(await types('?kind=loans')).toEqual([['loan', 900]])
    expect(await types('?limit=2&page=2')).toEqual([
      ['withdrawal', 200],
      ['deposit', 500],
    ])
    expect(await types('?q=rent')).toEqual([['loan', 900]])
    expect((await records('?kind=shares')).status).toBe(422)
  })

  test('are in the profile of the member, the newest of each list with what all of it comes to', async () => {
    const profile = dataOf(await app.call('GET', '/member-portal/profile?_t=1', { token: adaToken }))
    const { data, meta } = await records()
    expect(profile.financialRecords).toEqual({ data, summary: meta.summary })
    const said = ({ data: rows, summary }: { data: { type: string; amount: number }[]; summary: object }) => [
      rows.map(({ type, amount }) => [type, amount]),
      summary,
    ]
    const { outstandingContributions } = meta.summary
    expect(profile.loanStatus).toBe('Waiting')
    expect(said(profile.loans)).toEqual([[['loan', 900]], { total: 1, totalLoans: 0, outstandingLoans: 0 }])
    expect(said(profile.contributions)).toEqual([
      [['contribution', 1000]],
      { total: 1, totalContributions: 1000, outstandingContributions },
    ])
    expect(said(profile.deposits)).toEqual([
      [
        ['deposit', 70],
        ['deposit', 500],
      ],
      { total: 2, totalDeposits: 500 },
    ])
    expect(profile.transactions.data).toHaveLength(4)
    expect(profile.transactions.summary).toEqual({
      total: 4,
      totalContributions: 1000,
      totalDeposits: 500,
      totalWithdrawals: 200,
    })
    expect(profile.portfolioAllocations).toEqual({
      data: [
        { portfolio: 'savings', amount: 1300, percent: 100 },
        { portfolio: 'shares', amount: 0, percent: 0 },
        { portfolio: 'fixed_deposits', amount: 0, percent: 0 },
      ],
      summary: { totalHeld: 1300 },
    })
    expect(profile.roles).toEqual([{ id: 'member', name: 'Member' }])
    expect(profile.financialSummary).toEqual(
      dataOf(await app.call('GET', '/member-portal/dashboard', { token: adaToken })).financialSummary,
    )
  })

  test('are at most ten of each list in the profile, the newest', async () => {
    const busy = await buildMember(app, cooperative, { registrationDate: '2026-01-05' })
    const rows = Array.from({ length: 12 }, (_, index) => index + 1)
    for (const amount of rows)
      dataOf(
        await app.call('POST', '/financial/transactions', {
          token: cooperative.token,
          body: {
            type: 'deposit',
            memberId: busy.id,
            amount,
            occurredOn: `2026-02-${String(amount).padStart(2, '0')}`,
          },
        }),
        201,
      )
    const { deposits, financialRecords, loanStatus } = dataOf(
      await app.call('GET', '/member-portal/profile', { token: await loginMember(app, busy) }),
    )
    expect(loanStatus).toBe('None')
    const amounts = [12, 11, 10, 9, 8, 7, 6, 5, 4, 3]
    expect(deposits.data.map(({ amount }: { amount: number }) => amount)).toEqual(amounts)
    expect(deposits.summary).toEqual({ total: 12, totalDeposits: 78 })
    expect(financialRecords.data.map(({ amount }: { amount: number }) => amount)).toEqual(amounts)
  })

  test('have what was paid out and repaid of a loan, which is dated by its money, and what officers did about it', async () => {
    const bola = await buildMember(app, cooperative, { registrationDate: '2026-01-05' })
    const token = await loginMember(app, bola)
    const post = async (path: string, body: object = {}, status = 201, by = cooperative.token) =>
      dataOf(await app.call('POST', path, { token: by, body }), status)
    const deposit = { type: 'deposit', memberId: bola.id, amount: 5000, occurredOn: '2026-02-01' }
    const { id: depositId } = await post('/financial/transactions', deposit)
    const [{ id: loanConfigId, name }] = dataOf(await app.call('GET', '/financial/loan-configs', { token }))
    const { id: loanId } = await post('/financial/loans', { loanConfigId, principal: 900, instalments: 3 }, 201, token)
    await post(`/financial/loans/${loanId}/approve`, {}, 200)
    await post(`/financial/loans/${loanId}/disburse`, { on: '2026-03-10', to: 'bank' })
    await post(`/financial/loans/${loanId}/repayments`, { on: '2026-04-10', amount: 300 })
    const second = await post('/financial/transactions', { ...deposit, amount: 70, occurredOn: '2026-04-20' })
    await post(`/financial/transactions/${second.id}/reverse`, { reason: 'Another member paid it' }, 200)

    const { data } = (await app.call('GET', `/financial/members/${bola.id}/financial-records`, { token })).body
    const said = data.map((row: Record<string, unknown>) => [
      row['record'],
      row['type'],
      row['status'],
      row['amount'],
      row['direction'],
      row['occurredOn'],
    ])
    expect(said).toEqual([
      ['transaction', 'deposit', 'reversed', 70, 'in', '2026-04-20'],
      ['loan_movement', 'repayment', 'approved', 300, 'in', '2026-04-10'],
      ['loan_movement', 'disbursement', 'approved', 900, 'out', '2026-03-10'],
      ['loan', 'loan', 'active', 900, null, '2026-03-10'],
      ['transaction', 'deposit', 'approved', 5000, 'in', '2026-02-01'],
    ])
    const { recentTransactions } = dataOf(await app.call('GET', '/member-portal/dashboard', { token }))
    expect(
      recentTransactions.map((row: Record<string, unknown>) => [row['type'], row['amount'], row['description']]),
    ).toEqual([
      ['repayment', 300, `Repayment of your ${name} loan`],
      ['disbursement', 900, `${name} loan paid out`],
      ['deposit', 5000, expect.any(String)],
    ])

    const profile = dataOf(await app.call('GET', '/member-portal/profile', { token }))
    const actions = profile.auditLogs.data.map(({ action }: { action: string }) => action)
    expect(actions.slice(0, 5)).toEqual([
      'Reversed a transaction',
      'Recorded a transaction',
      'Recorded a loan repayment',
      'Disbursed a loan',
      'Approved a loan',
    ])
    expect(profile.auditLogs.summary.total).toBe(actions.length)
    expect(actions.filter((action: string) => /\/|\./.test(action))).toEqual([])
    const { rows } = await app.admin.query(
      'select count(*)::int as lines from audit.event where subject_id in ($1, $2)',
      [depositId, loanId],
    )
    expect(rows[0].lines).toBeGreaterThan(2)
    // No one else's: another member reads nothing of it.
    const other = dataOf(await app.call('GET', '/member-portal/profile', { token: adaToken })).auditLogs.data
    expect(other.map(({ action }: { action: string }) => action)).not.toContain('Reversed a transaction')
  })

  test("have beside them what the member did and what was done about them, and nothing of anybody else's", async () => {
    const eve = await buildMember(app, cooperative, { firstName: 'Eve' })
    const token = await loginMember(app, eve)
    dataOf(
      await app.call('PUT', `/cooperatives/members/${eve.id}`, {
        token: cooperative.token,
        body: { address: '4 Market Road' },
      }),
    )
    dataOf(
      await app.call('PUT', `/cooperatives/members/${ada.id}`, {
        token: cooperative.token,
        body: { address: '5 Market Road' },
      }),
    )
    dataOf(await app.call('POST', '/financial/transactions', { token, body: { type: 'deposit', amount: 5 } }), 201)
    const { auditLogs } = dataOf(await app.call('GET', '/member-portal/profile', { token }))
    expect(auditLogs.data.slice(0, 2).map(({ action, by }: Record<string, string>) => [action, by])).toEqual([
      ['Recorded a transaction', 'Eve Obi'],
      ["Changed a member's details", expect.any(String)],
    ])
    expect(auditLogs.data.map(({ id }: { id: string }) => id)).toHaveLength(auditLogs.summary.total)
    // Past every query of ours: the session of a member sees no other line.
    const { rows } = await app.admin.query(
      'select distinct e.cooperative_id, m.login_id from audit.event e join platform.membership m using (cooperative_id) where m.member_id = $1',
      [eve.id],
    )
    const seen = await app.services.database.tenant(
      { cooperativeId: rows[0].cooperative_id, role: 'member', memberId: eve.id as MemberId },
      (tx) => tx.many<{ loginId: string; subjectId: string | null }>(sql`select login_id, subject_id from audit.event`),
    )
    expect(seen.length).toBe(auditLogs.summary.total)
    expect(seen.filter((line) => line.loginId !== rows[0].login_id && line.subjectId !== eve.id)).toEqual([])
    const [{ count }] = (await app.admin.query('select count(*)::int from audit.event')).rows
    expect(count).toBeGreaterThan(seen.length)
  })

  // ASVS V8.2.2
  test('are as missing to a fellow member and to another cooperative as those of no one', async () => {
    const fellow = await loginMember(app, await buildMember(app, cooperative))
    const other = await buildCooperative(app)
    for (const token of [fellow, other.token]) {
      const missing = (
        await app.call('GET', '/financial/members/00000000-0000-4000-8000-000000000001/financial-records', { token })
      ).body
      expect({ ...(await records('', token)), requestId: '' }).toEqual({ ...missing, requestId: '' })
      expect(missing.status).toBe(404)
    }
  })
})
