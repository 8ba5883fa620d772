import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  dataOf,
  loginMember,
  type TestCooperative,
  type TestMember,
} from '#server/testing/builders.ts'

describe("a member's financial records", () => {
  let app: TestApp
  let cooperative: TestCooperative
  let ada: TestMember
  let adaToken: string

  beforeAll(async () => {
    app = await startTestApp()
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
