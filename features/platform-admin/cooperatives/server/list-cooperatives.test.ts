import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  buildOfficer,
  dataOf,
  setCooperativeStatus,
  type TestCooperative,
} from '#dev/testing/builders.ts'

const thisMonth = new Date(Date.now() + 3_600_000).toISOString().slice(0, 7)

describe('overseeing all cooperatives', () => {
  let app: TestApp
  let superAdmin: string
  let all: TestCooperative[]

  beforeAll(async () => {
    app = await startTestApp()
    superAdmin = await app.superAdminToken()
    all = [
      await buildCooperative(app, { name: 'Ọlá Farmers' }),
      await buildCooperative(app, { name: 'alpha Traders' }),
      await buildCooperative(app, { name: 'Zaria Tailors', status: 'pending' }),
      await buildCooperative(app, { name: 'Beta Teachers' }),
    ]
    const [, alpha, , beta] = all as [TestCooperative, TestCooperative, TestCooperative, TestCooperative]
    await buildMember(app, alpha)
    await buildMember(app, alpha)
    await buildMember(app, beta)
    await setCooperativeStatus(app, beta.id, 'suspended')
  })
  afterAll(() => app.stop())

  const list = (query = '', path = '/cooperatives/list') => app.call('GET', `${path}${query}`, { token: superAdmin })
  const names = async (query: string, path?: string) =>
    (await list(query, path)).body.data.map(({ name }: { name: string }) => name)

  test('the list begins with the newest and carries its page under both names', async () => {
    const { body } = await list()
    expect(body.data.map(({ name }: { name: string }) => name)).toEqual([
      'Beta Teachers',
      'Zaria Tailors',
      'alpha Traders',
      'Ọlá Farmers',
    ])
    expect(body.meta).toEqual({ page: 1, limit: 10, total: 4, totalPages: 1 })
    expect(body.pagination).toEqual(body.meta)
    expect(body.data[2]).toMatchObject({
      coop_id: all[1]?.coopId,
      phone: all[1]?.phone,
      status: 'active',
      members: 2,
      createdAt: expect.stringMatching(/Z$/),
    })
  })

  test('pages do not overlap, and one past the end is empty', async () => {
    const pages = [await names('?limit=3'), await names('?limit=3&page=2'), await names('?limit=3&page=3')]
    expect(pages.map((page) => page.length)).toEqual([3, 1, 0])
    expect(new Set(pages.flat()).size).toBe(4)
    expect((await list('?limit=3&page=2')).body.meta).toEqual({ page: 2, limit: 3, total: 4, totalPages: 2 })
  })

  test.each([
    ['name', ['alpha Traders', 'Beta Teachers', 'Zaria Tailors', 'Ọlá Farmers']],
    ['-name', ['Ọlá Farmers', 'Zaria Tailors', 'Beta Teachers', 'alpha Traders']],
    ['createdAt', ['Ọlá Farmers', 'alpha Traders', 'Zaria Tailors', 'Beta Teachers']],
    ['-members', ['alpha Traders', 'Beta Teachers', 'Ọlá Farmers', 'Zaria Tailors']],
  ])('is sorted by %s', async (sort, expected) => {
    expect(await names(`?sort=${sort}`)).toEqual(expected)
  })

  test('is filtered by status, and searched by name, id and phone', async () => {
    expect(await names('?status=pending')).toEqual(['Zaria Tailors'])
    expect(await names('?status=suspended')).toEqual(['Beta Teachers'])
    expect(await names('?q=ola', '/cooperatives/search')).toEqual(['Ọlá Farmers'])
    expect(await names(`?q=${all[1]?.coopId.toLowerCase()}`, '/cooperatives/search')).toEqual(['alpha Traders'])
    expect(await names(`?q=${all[2]?.phone.replace('+234', '0')}`, '/cooperatives/search')).toEqual(['Zaria Tailors'])
    expect(await names('?q=%25', '/cooperatives/search')).toEqual([])
    expect(await names('?q=none', '/cooperatives/search')).toEqual([])
  })

  test('is filtered by plan and by the state of the trial', async () => {
    const [ola, alpha, , beta] = all as [TestCooperative, TestCooperative, TestCooperative, TestCooperative]
    const endsIn = (id: string, days: number) =>
      app.admin.query(
        `update app.cooperative set trial_ends_on = (now() at time zone 'Africa/Lagos')::date + $2::int where cooperative_id = $1`,
        [id, days],
      )
    await Promise.all([endsIn(ola.id, -1), endsIn(alpha.id, 7), endsIn(beta.id, 8)])
    expect(await names('?trial=ended')).toEqual(['Ọlá Farmers'])
    expect(await names('?trial=ending')).toEqual(['alpha Traders'])
    expect(await names('?trial=running')).toEqual(['Beta Teachers'])
    expect(await names('?sort=trialEndsOn&plan=trial')).toEqual([
      'Ọlá Farmers',
      'alpha Traders',
      'Beta Teachers',
      'Zaria Tailors',
    ])
    expect(await names('?sort=-trialEndsOn&plan=trial')).toEqual([
      'Beta Teachers',
      'alpha Traders',
      'Ọlá Farmers',
      'Zaria Tailors',
    ])
    await app.admin.query(`update app.cooperative set plan = 'free' where cooperative_id = $1`, [ola.id])
    expect(await names('?trial=ended')).toEqual([])
    expect(await names('?plan=free', '/cooperatives/search')).toEqual(['Ọlá Farmers'])
  })

  test.each([
    ['page=0', 'page'],
    ['page=x', 'page'],
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['sort=phone', 'sort'],
    ['status=open', 'status'],
    ['plan=gold', 'plan'],
    ['trial=over', 'trial'],
    ['page=1001&limit=100', 'page'],
    [`q=${'x'.repeat(101)}`, 'q'],
  ])('refuses %s', async (query, field) => {
    const reply = await list(`?${query}`)
    expect(reply.status).toBe(422)
    expect(reply.body.errors[0].field).toBe(field)
  })

  test("the platform's figures count cooperatives by status and all members", async () => {
    const { platform, cooperative } = dataOf(await list('', '/cooperatives/statistics'))
    expect(cooperative).toBeNull()
    expect(platform).toMatchObject({
      total: 4,
      pending: 1,
      active: 2,
      suspended: 1,
      rejected: 0,
      members: 3,
      savings: 0,
      transactionsThisMonth: 0,
      amountThisMonth: 0,
      trialsRunning: 2,
      trialsEnded: 0,
      openMessages: 0,
      summedAt: null,
    })
    expect(platform.months).toHaveLength(12)
    expect(platform.months.at(-1)).toEqual({ month: `${thisMonth}-01`, registered: 4 })
    expect(platform.months.slice(0, 11).every(({ registered }: { registered: number }) => registered === 0)).toBe(true)
  })

  test('one cooperative is shown with its papers, without its members', async () => {
    const details = dataOf(await app.call('GET', `/cooperatives/details/${all[1]?.id}`, { token: superAdmin }))
    expect(details).toMatchObject({ name: 'alpha Traders', members: 2, documents: [] })
    expect((await app.call('GET', '/members', { token: superAdmin })).status).toBe(403)
  })

  test("a cooperative's own figures are its members, its money and what is behind this month", async () => {
    const own = await buildCooperative(app)
    const call = async (body: unknown) =>
      dataOf(await app.call('POST', '/financial/contributions', { token: own.token, body }), 201)
    const paid = await buildMember(app, own, { monthlyContributions: 5000 })
    const part = await buildMember(app, own, { monthlyContributions: 4000 })
    await buildMember(app, own, { monthlyContributions: 3000, registrationDate: `${thisMonth}-01` })
    const idle = await buildMember(app, own, { monthlyContributions: 9000 })
    await call({ memberId: paid.id, amount: 6000 })
    await call({ memberId: part.id, amount: 1500.5 })
    dataOf(
      await app.call('PUT', `/cooperatives/members/${idle.id}`, { token: own.token, body: { status: 'inactive' } }),
    )
    const { platform, cooperative } = dataOf(await app.call('GET', '/cooperatives/statistics', { token: own.token }))
    expect(platform).toBeNull()
    expect(cooperative).toMatchObject({
      members: { total: 4, active: 3, joinedThisMonth: 1 },
      savings: 7500.5,
      shares: 0,
      cashAndBank: 7500.5,
      thisMonth: { expected: 12_000, paid: 7500.5, outstanding: 5499.5, membersBehind: 2 },
    })
    expect(cooperative.firstSteps).toEqual({
      rules: false,
      members: true,
      openingBalances: false,
      bank: false,
      employers: false,
      receipt: true,
      secondOfficer: false,
    })
    expect(cooperative.months).toHaveLength(12)
    expect(cooperative.months.at(-1)).toEqual({ month: `${thisMonth}-01`, expected: 12_000, paid: 7500.5 })
    // What the idle one owed before they became so is still owed, as their own list says.
    expect(cooperative.months.at(-2).expected).toBe(18_000)
    const listed = await app.call(
      'GET',
      `/financial/contributions?period=${cooperative.months.at(-2).month.slice(0, 7)}`,
      { token: own.token },
    )
    expect(listed.body.meta.summary.expected).toBe(18_000)
  })

  test('of a new cooperative say which of its first steps are done', async () => {
    const own = await buildCooperative(app)
    const steps = async () =>
      dataOf(await app.call('GET', '/cooperatives/statistics', { token: own.token })).cooperative.firstSteps
    const done = {
      rules: false,
      members: false,
      openingBalances: false,
      bank: false,
      employers: false,
      receipt: false,
      secondOfficer: false,
    }
    expect(await steps()).toEqual(done)
    dataOf(await app.call('PUT', '/financial/config', { token: own.token, body: { sharesMin: 7 } }))
    expect(await steps()).toEqual({ ...done, rules: true })
    dataOf(
      await app.call('POST', '/financial/accounts', {
        token: own.token,
        body: { code: '1021', name: 'Zenith Bank', class: 'asset', holdsCash: true },
      }),
      201,
    )
    dataOf(
      await app.call('POST', '/financial/employers', {
        token: own.token,
        body: { name: 'Ministry of Works', code: 'MOW' },
      }),
      201,
    )
    expect(await steps()).toEqual({ ...done, rules: true, bank: true, employers: true })
    await buildOfficer(app, own)
    expect(await steps()).toEqual({
      ...done,
      rules: true,
      bank: true,
      employers: true,
      members: true,
      secondOfficer: true,
    })
  })
})
