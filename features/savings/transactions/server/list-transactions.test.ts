import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  dataOf,
  loginMember,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'

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
      record: 'transaction',
      loanId: null,
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

describe('the list of all movements', () => {
  let app: TestApp
  let cooperative: TestCooperative
  let ada: TestMember
  let loanId: string

  const call = (method: string, path: string, body?: unknown, token = cooperative.token) =>
    app.call(method, path, { token, ...(body !== undefined && { body }) })
  const post = async (path: string, body: object = {}, status = 201) => dataOf(await call('POST', path, body), status)
  const list = async (query = '', token = cooperative.token) =>
    (await call('GET', `/financial/transactions${query}`, undefined, token)).body

  beforeAll(async () => {
    app = await startTestApp()
    cooperative = await buildCooperative(app)
    ada = await buildMember(app, cooperative, { registrationDate: '2026-01-05' })
    dataOf(await call('PUT', '/financial/config', { guarantorsRequired: 0 }))
    await post('/financial/transactions', {
      type: 'deposit',
      memberId: ada.id,
      amount: 5000,
      occurredOn: '2026-02-01',
      reference: 'A1',
    })
    const [{ id: loanConfigId }] = dataOf(await call('GET', '/financial/loan-configs'))
    const loan = await post('/financial/loans', { memberId: ada.id, loanConfigId, principal: 900, instalments: 3 })
    loanId = loan.id
    await post(`/financial/loans/${loanId}/approve`, {}, 200)
    await post(`/financial/loans/${loanId}/disburse`, { on: '2026-03-10', to: 'bank' })
    await post(`/financial/loans/${loanId}/repayments`, { on: '2026-04-10', amount: 300 })
    await post(`/financial/loans/${loanId}/repayments`, { on: '2026-04-12', amount: 20.5 })
    const [wrong] = dataOf(await call('GET', `/financial/loans/${loanId}`)).movements.slice(-1)
    await post(`/financial/loans/${loanId}/movements/${wrong.id}/reverse`, { reason: 'Entered twice' }, 200)
    await post('/financial/transactions', {
      type: 'withdrawal',
      memberId: ada.id,
      amount: 40,
      occurredOn: '2026-04-11',
    })
  })
  afterAll(() => app.stop())

  const told = (rows: Record<string, unknown>[]) =>
    rows.map((row) => [row['type'], row['status'], row['amount'], row['direction'], row['occurredOn']])
  const expected = [
    ['repayment', 'reversed', 20.5, 'in', '2026-04-12'],
    ['withdrawal', 'approved', 40, 'out', '2026-04-11'],
    ['repayment', 'approved', 300, 'in', '2026-04-10'],
    ['disbursement', 'approved', 900, 'out', '2026-03-10'],
    ['deposit', 'approved', 5000, 'in', '2026-02-01'],
  ]

  test('has what was paid out and repaid of loans, in its totals too, and pages over all of it', async () => {
    const { data, meta } = await list()
    expect(told(data)).toEqual(expected)
    expect(meta).toMatchObject({ total: 5, summary: { in: 5300, out: 940 } })
    expect(data[3]).toMatchObject({ record: 'loan_movement', loanId, memberId: ada.id, entryId: expect.any(String) })
    const pages = await Promise.all([1, 2, 3].map((page) => list(`?limit=2&page=${page}`)))
    expect(told(pages.flatMap((page) => page.data))).toEqual(expected)
    expect(pages.map((page) => page.meta.total)).toEqual([5, 5, 5])
    expect(told((await list('?type=repayment&status=approved')).data)).toEqual([expected[2]])
    expect(told((await list(`?memberId=${ada.id}&from=2026-03-01&to=2026-04-10&sort=amount`)).data)).toEqual([
      expected[2],
      expected[3],
    ])
    expect(told((await list('?q=zzz')).data)).toEqual([])
  })

  test('is the same to the member, and to no other', async () => {
    expect(told((await list('', await loginMember(app, ada))).data)).toEqual(expected)
    expect((await list('', await loginMember(app, await buildMember(app, cooperative)))).data).toEqual([])
  })

  test('tells of each movement by its id, and a loan is undone in its own place', async () => {
    const { data } = await list()
    for (const row of data) expect(dataOf(await call('GET', `/financial/transactions/${row.id}`))).toMatchObject(row)
    const reversed = await call('POST', `/financial/transactions/${data[3].id}/reverse`, { reason: 'Wrong' })
    expect(reversed.status).toBe(404)
  })

  test('keeps loans from a key that reads savings only', async () => {
    const keyOf = async (...scopes: string[]) =>
      (await post('/cooperatives/api-keys', { name: scopes.join(), scopes })).key
    const types = async (token: string) => (await list('', token)).data.map(({ type }: { type: string }) => type)
    expect(await types(await keyOf('savings.read'))).toEqual(['withdrawal', 'deposit'])
    expect(await types(await keyOf('savings.read', 'loans.read'))).toHaveLength(5)
  })
})
