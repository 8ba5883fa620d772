import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import { buildCooperative, buildMember, dataOf, type TestCooperative } from '#dev/testing/builders.ts'

describe('the trial balance', () => {
  let app: TestApp
  let cooperative: TestCooperative

  beforeAll(async () => {
    app = await sharedTestApp()
    cooperative = await buildCooperative(app)
    for (const [amount, occurredOn] of [
      [100, '2026-01-31'],
      [200.05, '2026-02-01'],
      [400, '2026-02-28'],
    ] as const) {
      const member = await buildMember(app, cooperative)
      dataOf(
        await app.call('POST', '/financial/contributions', {
          token: cooperative.token,
          body: { memberId: member.id, amount, occurredOn },
        }),
        201,
      )
    }
  })
  afterAll(() => app.stop())

  const balance = async (query = '') =>
    dataOf(await app.call('GET', `/financial/reports/trial-balance${query}`, { token: cooperative.token }))

  test.each([
    ['before the first voucher', '2026-01-30', 0],
    ['on the day of the first', '2026-01-31', 100],
    ['between two', '2026-02-27', 300.05],
    ['on the day of the last', '2026-02-28', 700.05],
    ['in the future', '2199-12-31', 700.05],
  ])('%s holds what was posted to the end of that day', async (_, asOf, sum) => {
    expect(await balance(`?asOf=${asOf}`)).toMatchObject({ asOf, totals: { debit: sum, credit: sum }, balanced: true })
  })

  test("sums members' accounts under their control account", async () => {
    const { accounts } = await balance()
    expect(accounts).toMatchObject([
      { code: '1010', name: 'Cash in hand', class: 'asset', debit: 700.05, credit: 0 },
      { code: '2110', name: 'Ordinary savings', class: 'liability', debit: 0, credit: 700.05 },
    ])
  })

  test('is in the list of reports', async () => {
    expect(dataOf(await app.call('GET', '/financial/reports', { token: cooperative.token }))).toContainEqual({
      name: 'trial-balance',
      group: 'Books',
      title: 'Trial balance',
      says: expect.any(String),
      formats: expect.arrayContaining(['json']),
    })
  })

  test('refuses a day that does not exist', async () => {
    expect(
      (await app.call('GET', '/financial/reports/trial-balance?asOf=2026-02-30', { token: cooperative.token })).body,
    ).toMatchObject({
      status: 422,
      errors: [{ field: 'asOf', message: 'There is no such day. Check the month and the day.' }],
    })
  })

  test('of a new cooperative is empty and balances', async () => {
    const fresh = await buildCooperative(app)
    expect(dataOf(await app.call('GET', '/financial/reports/trial-balance', { token: fresh.token }))).toMatchObject({
      accounts: [],
      totals: { debit: 0, credit: 0 },
      balanced: true,
    })
  })
})
