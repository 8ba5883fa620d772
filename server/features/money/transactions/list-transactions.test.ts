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

describe('the list of transactions', () => {
  let app: TestApp
  let cooperative: TestCooperative
  let ada: TestMember

  beforeAll(async () => {
    app = await startTestApp()
    cooperative = await buildCooperative(app, { name: 'Unity Thrift' })
    ada = await buildMember(app, cooperative, { firstName: 'Adá', lastName: 'Obi' })
    const musa = await buildMember(app, cooperative, { firstName: 'Musa', lastName: 'Bello' })
    const post = (memberId: string, amount: number, occurredOn: string) =>
      app.call('POST', '/financial/contributions', { token: cooperative.token, body: { memberId, amount, occurredOn } })
    dataOf(await post(ada.id, 100, '2026-01-10'), 201)
    dataOf(await post(musa.id, 300.25, '2026-02-10'), 201)
    dataOf(await post(ada.id, 200, '2026-03-10'), 201)
  })
  afterAll(() => app.stop())

  const list = async (query = '') =>
    (await app.call('GET', `/financial/transactions${query}`, { token: cooperative.token })).body
  const amounts = async (query: string) => (await list(query)).data.map(({ amount }: { amount: number }) => amount)

  test('begins with the newest, says everything about each, and adds up', async () => {
    const { data, meta } = await list()
    expect(data.map(({ amount }: { amount: number }) => amount)).toEqual([200, 300.25, 100])
    expect(data[0]).toEqual({
      id: expect.any(String),
      type: 'contribution',
      status: 'approved',
      memberId: ada.id,
      memberName: 'Adá Obi',
      membershipno: ada.membershipno,
      account: 'Ordinary savings',
      paidThrough: 'Cash in hand',
      party: null,
      amount: 200,
      direction: 'in',
      occurredOn: '2026-03-10',
      period: '2026-03',
      description: 'Contribution for 2026-03',
      reference: null,
      entryId: expect.any(String),
      entryNumber: 3,
      recordedBy: 'Unity Thrift',
      createdAt: expect.stringMatching(/Z$/),
    })
    expect(meta).toEqual({ page: 1, limit: 10, total: 3, totalPages: 1, summary: { in: 600.25, out: 0 } })
  })

  test.each([
    ['?from=2026-02-10', [200, 300.25], 500.25],
    ['?to=2026-02-10', [300.25, 100], 400.25],
    ['?from=2026-02-01&to=2026-02-28', [300.25], 300.25],
    ['?q=ada', [200, 100], 300],
    ['?type=contribution&status=approved', [200, 300.25, 100], 600.25],
    ['?type=withdrawal', [], 0],
    ['?status=reversed', [], 0],
    ['?limit=2', [200, 300.25], 600.25],
    ['?limit=2&page=2', [100], 600.25],
  ])('with %s shows those, and the totals of the whole filter', async (query, expected, sum) => {
    const { data, meta } = await list(query)
    expect(data.map(({ amount }: { amount: number }) => amount)).toEqual(expected)
    expect(meta.summary).toEqual({ in: sum, out: 0 })
  })

  test('is sorted by day, amount and number, both ways', async () => {
    expect(await amounts('?sort=occurredOn')).toEqual([100, 300.25, 200])
    expect(await amounts('?sort=amount')).toEqual([100, 200, 300.25])
    expect(await amounts('?sort=-amount')).toEqual([300.25, 200, 100])
    expect(await amounts('?sort=entryNumber')).toEqual([100, 300.25, 200])
    expect(await amounts('?sort=-entryNumber')).toEqual([200, 300.25, 100])
  })

  test('sorted by number, what waits and has none yet comes last', async () => {
    const token = await loginMember(app, ada)
    const asked = dataOf(
      await app.call('POST', '/financial/transactions', { token, body: { type: 'withdrawal', amount: 7 } }),
      201,
    )
    expect(await amounts('?sort=-entryNumber')).toEqual([200, 300.25, 100, 7])
    expect(await amounts('?sort=entryNumber')).toEqual([100, 300.25, 200, 7])
    await app.call('POST', `/financial/transactions/${asked.id}/reject`, {
      token: cooperative.token,
      body: { reason: 'Only a test' },
    })
  })

  test("another cooperative's member has no transactions here", async () => {
    const other = await buildCooperative(app)
    const { body } = await app.call('GET', `/financial/transactions?memberId=${ada.id}`, { token: other.token })
    expect(body).toMatchObject({ data: [], meta: { total: 0, summary: { in: 0, out: 0 } } })
  })

  test.each(['from=2026-02-30', 'type=gift', 'status=open', 'memberId=x', 'sort=memberName'])(
    'refuses %s',
    async (query) => {
      expect((await list(`?${query}`)).status).toBe(422)
    },
  )
})
