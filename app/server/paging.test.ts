import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type SampleLogins, seedSample } from '#database/seed/seed-sample.ts'
import { routes } from './app.ts'
import { startTestApp, superAdminLogin, type TestApp } from '#dev/testing/app.ts'
import { dataOf } from '#dev/testing/builders.ts'

/** These work out what a posting would do, and ask for its day and account besides. */
const previews = [
  '/financial/interest/preview',
  '/financial/dividends/preview',
  '/financial/depreciation/preview',
  '/financial/loan-accruals/preview',
  '/financial/loan-accruals/preview/deposits',
]

/** These are of one account. */
const ofAccount = ['/financial/payable']

/** Every list that is asked for with a login alone. */
const lists = routes
  .filter(
    ({ endpoint: { kind, path, access } }) =>
      kind === 'list' && !path.includes(':') && access !== 'public' && !previews.includes(path),
  )
  .map(({ endpoint: { path } }) => path)

describe('on the sample society', () => {
  let app: TestApp
  let tokens: string[]
  let cashId: string
  const counts = new Map<string, number>()
  beforeAll(async () => {
    app = await startTestApp()
    const { cooperative, member } = (await seedSample({ ...app.services, sampleIsOpen: true })) as SampleLogins
    const logins = [
      ['/cooperatives/login', { identifier: cooperative.coopId, password: cooperative.password }],
      ['/member-auth/login', { phoneNumber: member.phone, password: member.password }],
      ['/super-admin/login', { identifier: superAdminLogin.username, password: superAdminLogin.password }],
    ] as const
    tokens = await Promise.all(
      logins.map(async ([path, body]) => dataOf(await app.call('POST', path, { body })).accessToken as string),
    )
    cashId = dataOf(await app.call('GET', '/financial/accounts?limit=100', { token: tokens[0] ?? '' })).find(
      ({ code }: { code: string }) => code === '1010',
    ).id
  })
  afterAll(() => app.stop())

  test.each(lists)('the pages of %s follow each other without a gap and without a row twice', async (path) => {
    for (const token of tokens) {
      // The line of a refusal is written after its reply, and would shift the pages of an audit trail.
      await app.settled()
      const page = (query: string) =>
        app.call('GET', `${path}?${query}${ofAccount.includes(path) ? `&accountId=${cashId}` : ''}`, { token })
      const all = await page('page=1&limit=3')
      if (all.status === 403) continue
      const [first, second, third] = await Promise.all([
        page('page=1&limit=1'),
        page('page=2&limit=1'),
        page('page=3&limit=1'),
      ])
      const rows = dataOf(all) as unknown[]
      expect([...dataOf(first), ...dataOf(second), ...dataOf(third)]).toEqual(rows)
      const { total, totalPages } = first.body.meta as { total: number; totalPages: number }
      expect([total >= rows.length, totalPages]).toEqual([true, total])
      counts.set(path, Math.max(counts.get(path) ?? 0, rows.length))
    }
  })

  test.each(lists)('%s says how many results a search found, and is 10 rows at first', async (path) => {
    for (const token of tokens) {
      const ask = (query: string) =>
        app.call('GET', `${path}?${query}${ofAccount.includes(path) ? `&accountId=${cashId}` : ''}`, { token })
      const found = await ask('q=zzzz')
      if (found.status === 403) continue
      expect([found.status, found.body.message, found.body.meta]).toEqual([
        200,
        `Found ${found.body.meta.total} ${found.body.meta.total === 1 ? 'result' : 'results'}`,
        expect.objectContaining({ page: 1, limit: 10 }),
      ])
    }
  })

  test('short lists are searched and sorted by name', async () => {
    for (const [name, price] of [
      ['Rice', 60_000],
      ['Beans', 40_000],
    ])
      dataOf(
        await app.call('POST', '/financial/goods', { token: tokens[0] ?? '', body: { name, unit: 'bag', price } }),
        201,
      )
    for (const path of [
      '/financial/account-types',
      '/financial/loan-configs',
      '/financial/goods',
      '/financial/accounts',
      '/financial/interest',
    ]) {
      const names = async (query: string) =>
        dataOf(await app.call('GET', `${path}?limit=100&${query}`, { token: tokens[0] ?? '' })).map(
          ({ name }: { name: string }) => name,
        ) as string[]
      const all = await names('')
      const [first = ''] = all
      const sorted = all.toSorted((a, b) => a.localeCompare(b))
      expect([path, await names('sort=name')]).toEqual([path, sorted])
      expect([path, (await names('sort=-name'))[0]]).toEqual([path, sorted.at(-1)])
      expect(await names(`q=${encodeURIComponent(first)}`)).toContain(first)
      expect(await names('q=zzzz')).toEqual([])
    }
    const statuses = dataOf(await app.call('GET', '/financial/loan-statuses?q=wait', { token: tokens[1] ?? '' }))
    expect(statuses).toEqual([{ status: 'submitted', label: 'Waiting' }])
  })

  test('on most lists there was more than one page', () => {
    const filled = [...counts].filter(([, count]) => count > 1).map(([path]) => path)
    expect(filled.length, filled.join(' ')).toBeGreaterThan(10)
  })
})
