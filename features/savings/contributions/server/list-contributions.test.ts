import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addMonths, type Period } from '#core/calendar.ts'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import { buildCooperative, buildMember, dataOf, type TestCooperative, type TestMember } from '#dev/testing/builders.ts'

const thisMonth = new Date(Date.now() + 3_600_000).toISOString().slice(0, 7) as Period
const lastMonth = addMonths(thisMonth, -1)

describe('what each member owes', () => {
  let app: TestApp
  let cooperative: TestCooperative
  let ada: TestMember

  beforeAll(async () => {
    app = await sharedTestApp()
    cooperative = await buildCooperative(app)
    const since = { registrationDate: `${addMonths(thisMonth, -3)}-20` }
    ada = await buildMember(app, cooperative, {
      firstName: 'Ada',
      lastName: 'Zubair',
      monthlyContributions: 5000,
      ...since,
    })
    const musa = await buildMember(app, cooperative, {
      firstName: 'Musa',
      lastName: 'Bello',
      monthlyContributions: 4000,
      ...since,
    })
    await buildMember(app, cooperative, { firstName: 'Olú', lastName: 'Ade', monthlyContributions: 3000, ...since })
    await buildMember(app, cooperative, { firstName: 'Free', lastName: 'Eze', monthlyContributions: 0, ...since })
    await buildMember(app, cooperative, {
      firstName: 'New',
      lastName: 'Joiner',
      monthlyContributions: 1000,
      registrationDate: `${thisMonth}-01`,
    })
    const post = (memberId: string, amount: number, period: Period) =>
      app.call('POST', '/financial/contributions', { token: cooperative.token, body: { memberId, amount, period } })
    dataOf(await post(ada.id, 6000, thisMonth), 201)
    dataOf(await post(musa.id, 1000.5, thisMonth), 201)
    dataOf(await post(musa.id, 499.5, thisMonth), 201)
    dataOf(await post(ada.id, 5000, lastMonth), 201)
  })
  afterAll(() => app.stop())

  const list = async (query = '') =>
    (await app.call('GET', `/financial/contributions${query}`, { token: cooperative.token })).body
  const names = async (query: string) =>
    (await list(query)).data.map(({ firstName }: { firstName: string }) => firstName)
  const line = ({ firstName, expected, paid, outstanding, standing }: Record<string, unknown>) => [
    firstName,
    expected,
    paid,
    outstanding,
    standing,
  ]

  test('is this month of everybody, where nothing else is asked', async () => {
    const { data, meta } = await list()
    expect(data.map(line)).toEqual([
      ['Ada', 5000, 6000, 0, 'paid'],
      ['Musa', 4000, 1500, 2500, 'part'],
      ['Olú', 3000, 0, 3000, 'missing'],
      ['Free', 0, 0, 0, 'none'],
      ['New', 1000, 0, 1000, 'missing'],
    ])
    expect(data.every(({ period }: { period: string }) => period === thisMonth)).toBe(true)
    expect(meta).toEqual({
      page: 1,
      limit: 10,
      total: 5,
      totalPages: 1,
      summary: { expected: 13_000, paid: 7500, outstanding: 6500 },
    })
  })

  test('does not expect a member before the month in which they joined', async () => {
    const { data, meta } = await list(`?period=${lastMonth}`)
    expect(data.map(line)).toEqual([
      ['Ada', 5000, 5000, 0, 'paid'],
      ['Musa', 4000, 0, 4000, 'missing'],
      ['Olú', 3000, 0, 3000, 'missing'],
      ['Free', 0, 0, 0, 'none'],
    ])
    expect(meta.summary).toEqual({ expected: 12_000, paid: 5000, outstanding: 7000 })
    expect((await list(`?period=${addMonths(thisMonth, -4)}`)).data).toEqual([])
  })

  test('is every month of one member, the newest first', async () => {
    const { data, meta } = await list(`?memberId=${ada.id}`)
    expect(data.map(({ period, paid }: Record<string, unknown>) => [period, paid])).toEqual([
      [thisMonth, 6000],
      [lastMonth, 5000],
      [addMonths(thisMonth, -2), 0],
      [addMonths(thisMonth, -3), 0],
    ])
    expect(meta.summary).toEqual({ expected: 20_000, paid: 11_000, outstanding: 10_000 })
  })

  test('is filtered by state, and its totals with it', async () => {
    expect(await names('?standing=missing')).toEqual(['Olú', 'New'])
    expect(await names('?standing=part')).toEqual(['Musa'])
    expect(await names('?standing=none')).toEqual(['Free'])
    expect((await list('?standing=missing')).meta).toMatchObject({
      total: 2,
      summary: { expected: 4000, paid: 0, outstanding: 4000 },
    })
  })

  test.each([
    ['-outstanding', ['Olú', 'Musa', 'New', 'Ada', 'Free']],
    ['-paid', ['Ada', 'Musa', 'Olú', 'Free', 'New']],
    ['lastName', ['Olú', 'Musa', 'Free', 'New', 'Ada']],
    ['-membershipno', ['New', 'Free', 'Olú', 'Musa', 'Ada']],
  ])('is sorted by %s over its pages', async (sort, expected) => {
    expect([...(await names(`?sort=${sort}&limit=3`)), ...(await names(`?sort=${sort}&limit=3&page=2`))]).toEqual(
      expected,
    )
  })

  test('is searched by name without marks', async () => {
    expect(await names('?q=olu')).toEqual(['Olú'])
    expect((await list('?q=olu')).meta).toMatchObject({ total: 1, summary: { outstanding: 3000 } })
  })

  test.each(['period=2026-13', 'standing=late', 'memberId=x', 'sort=amount', 'page=-1'])(
    'refuses %s',
    async (query) => {
      expect((await list(`?${query}`)).status).toBe(422)
    },
  )

  test('a month that an employer is still to deduct waits for the employer, one that is over does not', async () => {
    const society = await buildCooperative(app)
    const ask = (method: string, path: string, body?: unknown) =>
      app.call(method, path, { token: society.token, ...(body !== undefined && { body }) })
    const from = `${lastMonth}-01`
    const [paidBySalary, paysAlone] = [
      await buildMember(app, society, { registrationDate: from }),
      await buildMember(app, society, { registrationDate: from }),
    ]
    const employer = dataOf(await ask('POST', '/financial/employers', { name: 'Ministry of Works', code: 'MW' }), 201)
    const rows = [{ membershipno: paidBySalary.membershipno, staffNumber: 'P1', from }]
    dataOf(await ask('PUT', `/financial/employers/${employer.id}/members`, { rows }))
    const waits = async ({ id }: TestMember) =>
      (await ask('GET', `/financial/contributions?memberId=${id}&sort=period`)).body.data.map(
        ({ period, standing, waitsForEmployer }: Record<string, unknown>) => [period, standing, waitsForEmployer],
      )
    expect(await waits(paidBySalary)).toEqual([
      [lastMonth, 'missing', false],
      [thisMonth, 'missing', true],
    ])
    expect(await waits(paysAlone)).toEqual([
      [lastMonth, 'missing', false],
      [thisMonth, 'missing', false],
    ])
  })

  test('what was paid for a month before joining shows, with nothing expected', async () => {
    const early = addMonths(thisMonth, -5)
    const eager = await buildMember(app, await buildCooperative(app), { registrationDate: `${thisMonth}-01` })
    dataOf(
      await app.call('POST', '/financial/contributions', {
        token: cooperative.token,
        body: { memberId: ada.id, amount: 70, period: early },
      }),
      201,
    )
    expect((await list(`?period=${early}`)).data.map(line)).toEqual([['Ada', 0, 70, 0, 'paid']])
    expect((await list(`?memberId=${ada.id}`)).data.at(-1)).toMatchObject({ period: early, expected: 0, paid: 70 })
    expect((await list(`?memberId=${eager.id}`)).data).toEqual([])
  })
})
