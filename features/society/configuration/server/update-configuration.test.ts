import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  dataOf,
  loginMember,
  statusesOf,
  type TestCooperative,
} from '#dev/testing/builders.ts'

describe('the configuration', () => {
  let app: TestApp
  let cooperative: TestCooperative

  beforeAll(async () => {
    app = await sharedTestApp()
    cooperative = await buildCooperative(app, { name: 'Unity Thrift' })
  })
  afterAll(() => app.stop())

  const ask = (method: string, path: string, body?: unknown) =>
    app.call(method, path, { token: cooperative.token, ...(body !== undefined && { body }) })
  const history = async (query = '') => (await ask('GET', `/financial/configs${query}`)).body

  test('changes the settings that are named, leaves the others, and tells who changed what from what', async () => {
    const before = dataOf(await ask('GET', '/financial/config'))
    const reply = await ask('PUT', '/financial/config', {
      waitingMonths: 3,
      shareParValue: 1000.5,
      savingsMultiple: 2.5,
      shareCeilingPercent: 33.33,
      fiscalYearStart: '04-01',
    })
    const changed = {
      waitingMonths: 3,
      shareParValue: 1000.5,
      savingsMultiple: 2.5,
      shareCeilingPercent: 33.33,
      fiscalYearStart: '04-01',
    }
    expect(reply.body).toMatchObject({ success: true, message: 'Settings changed' })
    expect(reply.body.data).toEqual({ ...before, ...changed })
    expect(dataOf(await ask('GET', '/financial/config'))).toEqual({ ...before, ...changed })
    const { data, meta } = await history('?kind=settings')
    expect(meta.total).toBe(1)
    expect(data[0]).toMatchObject({
      kind: 'settings',
      subjectName: 'Settings',
      changedBy: 'Unity Thrift',
      changedAt: expect.stringMatching(/Z$/),
    })
    expect(data[0].changes).toHaveLength(5)
    expect(data[0].changes).toEqual(
      expect.arrayContaining([
        { field: 'waitingMonths', before: 6, after: 3 },
        { field: 'shareParValue', before: 500, after: 1000.5 },
        { field: 'savingsMultiple', before: 2, after: 2.5 },
        { field: 'shareCeilingPercent', before: 20, after: 33.33 },
        { field: 'fiscalYearStart', before: '01-01', after: '04-01' },
      ]),
    )
  })

  test('the same again changes nothing and leaves no line', async () => {
    const { meta } = await history()
    dataOf(await ask('PUT', '/financial/config', { waitingMonths: 3 }))
    dataOf(await ask('PUT', '/financial/config', {}))
    expect((await history()).meta.total).toBe(meta.total)
  })

  test.each([
    [{ fiscalYearStart: '02-29' }, 'fiscalYearStart', 'Use a day of every year as MM-DD, such as 01-01'],
    [{ fiscalYearStart: '13-01' }, 'fiscalYearStart', 'Use a day of every year as MM-DD, such as 01-01'],
    [{ shareParValue: 0 }, 'shareParValue', 'Enter an amount above zero'],
    [{ contributionMin: -1 }, 'contributionMin', 'Enter zero or more'],
    [{ entranceFee: 1.234 }, 'entranceFee', 'Enter naira with at most two decimals'],
    [{ sharesMin: 1.5 }, 'sharesMin', 'Enter a whole number from 0 to 1000000'],
    [{ shareCeilingPercent: 100.01 }, 'shareCeilingPercent', 'Enter a number from 0 to 100'],
    [{ shareCeilingPercent: 33.333 }, 'shareCeilingPercent', 'Enter at most two decimals'],
    [{ savingsMultiple: '2' }, 'savingsMultiple', 'Enter a number from 0 to 100'],
    [{ waitingMonths: 121 }, 'waitingMonths', 'Enter a whole number from 0 to 120'],
    [{ guarantorsRequired: -1 }, 'guarantorsRequired', 'Enter a whole number from 0 to 10'],
    [{ exitNoticeMonths: null }, 'exitNoticeMonths', 'Enter a whole number from 0 to 24'],
    [{ booksBeginOn: '2020-01-01' }, 'booksBeginOn', 'booksBeginOn is not a field of this request'],
  ])('refuses %j and changes nothing', async (body, field, message) => {
    const before = dataOf(await ask('GET', '/financial/config'))
    expect((await ask('PUT', '/financial/config', body)).body).toMatchObject({
      status: 422,
      errors: [{ field, message }],
    })
    expect(dataOf(await ask('GET', '/financial/config'))).toEqual(before)
  })

  test('two officers who change it at once each leave a true line', async () => {
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, n) => ask('PUT', '/financial/config', { guarantorsRequired: n % 4 })),
    )
    expect(statusesOf(replies)).toEqual(Array(8).fill(200))
    const { data } = await history('?kind=settings&limit=100&sort=changedAt')
    const steps = data.flatMap(({ changes }: { changes: { field: string; before: number; after: number }[] }) =>
      changes.filter(({ field }) => field === 'guarantorsRequired'),
    )
    expect(steps[0].before).toBe(2)
    for (const [index, step] of steps.slice(1).entries()) expect(step.before).toBe(steps[index].after)
    expect(dataOf(await ask('GET', '/financial/config')).guarantorsRequired).toBe(steps.at(-1).after)
  })

  test('the history is paged, newest first, and closed to members and to other cooperatives', async () => {
    const first = await history('?limit=2')
    expect(first.data).toHaveLength(2)
    const second = await history('?limit=2&page=2')
    expect(first.data[1].changedAt >= second.data[0].changedAt).toBe(true)
    const member = await loginMember(app, await buildMember(app, cooperative))
    expect((await app.call('GET', '/financial/configs', { token: member })).status).toBe(403)
    expect((await app.call('PUT', '/financial/config', { token: member, body: { waitingMonths: 0 } })).status).toBe(403)
    const other = await buildCooperative(app)
    expect((await app.call('GET', '/financial/configs', { token: other.token })).body.meta.total).toBe(0)
  })

  test('what was written stays: no login of the server may change a line of the history', async () => {
    const { rows } = await app.admin
      .query(`select r from unnest(array['coop_app','coop_auth','coop_platform','coop_jobs']) r
      where has_table_privilege(r, 'app.configuration_change', 'UPDATE') or has_table_privilege(r, 'app.configuration_change', 'DELETE')
        or has_table_privilege(r, 'app.transaction_decision', 'UPDATE') or has_table_privilege(r, 'app.loan_decision', 'UPDATE')`)
    expect(rows).toEqual([])
  })
})
