import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import { buildCooperative, buildMember, dataOf, type TestCooperative, type TestMember } from '#dev/testing/builders.ts'

describe('the member balances', () => {
  let app: TestApp
  let cooperative: TestCooperative
  let ada: TestMember
  let musa: TestMember

  beforeAll(async () => {
    app = await sharedTestApp()
    cooperative = await buildCooperative(app)
    ada = await buildMember(app, cooperative, { firstName: 'Ada' })
    musa = await buildMember(app, cooperative, { firstName: 'Musa', lastName: 'Bello' })
    const types = dataOf(await app.call('GET', '/financial/account-types', { token: cooperative.token }))
    const shares = types.find(({ code }: { code: string }) => code === 'shares').id
    const post = async (type: string, memberId: string, amount: number, occurredOn: string, accountTypeId?: string) =>
      dataOf(
        await app.call('POST', '/financial/transactions', {
          token: cooperative.token,
          body: { type, memberId, amount, occurredOn, accountTypeId },
        }),
        201,
      )
    await post('deposit', ada.id, 100.5, '2026-01-10')
    dataOf(
      await app.call('POST', '/financial/contributions', {
        token: cooperative.token,
        body: { memberId: ada.id, amount: 40, occurredOn: '2026-02-10', accountTypeId: shares },
      }),
      201,
    )
    await post('deposit', musa.id, 700, '2026-02-11')
    await post('withdrawal', musa.id, 700, '2026-03-11')
  })
  afterAll(() => app.stop())

  const report = async (query = '') =>
    (await app.call('GET', `/financial/reports/member-balances${query}`, { token: cooperative.token })).body
  const totals = async (query: string) =>
    (await report(query)).data.map(({ name, total }: { name: string; total: number }) => [name, total])

  test('hold for the end of any day, per account type, and leave out who holds nothing', async () => {
    expect(await totals('?asOf=2026-01-09')).toEqual([])
    expect(await totals('?asOf=2026-01-10')).toEqual([['Ada Obi', 100.5]])
    expect(await totals('?asOf=2026-02-28')).toEqual([
      ['Ada Obi', 140.5],
      ['Musa Bello', 700],
    ])
    expect(await totals('?asOf=2026-02-28&sort=-total')).toEqual([
      ['Musa Bello', 700],
      ['Ada Obi', 140.5],
    ])
    expect(await totals('?asOf=2026-02-28&q=musa')).toEqual([['Musa Bello', 700]])
    expect(await totals('')).toEqual([['Ada Obi', 140.5]])
    expect((await report('?asOf=2026-02-28')).data[0].balances.map(({ amount }: { amount: number }) => amount)).toEqual(
      [100.5, 40],
    )
  })

  test('agree with the control accounts of the trial balance, on every one of those days', async () => {
    for (const asOf of ['2026-01-09', '2026-01-10', '2026-02-10', '2026-02-28', '2026-03-11']) {
      const { meta } = await report(`?asOf=${asOf}&limit=1`)
      const trial = dataOf(
        await app.call('GET', `/financial/reports/trial-balance?asOf=${asOf}`, { token: cooperative.token }),
      )
      const books = Object.fromEntries(
        trial.accounts.map(({ code, credit }: { code: string; credit: number }) => [code, credit]),
      )
      expect(
        meta.summary.accountTypes.map(({ controlCode, members }: { controlCode: string; members: number }) => [
          controlCode,
          members,
        ]),
      ).toEqual(['2110', '2120', '2130', '3110'].map((code) => [code, books[code] ?? 0]))
      expect(meta.summary.accountTypes.every(({ agrees }: { agrees: boolean }) => agrees)).toBe(true)
      expect(meta.summary.asOf).toBe(asOf)
    }
  })

  test('are one of the reports, for officers', async () => {
    const reports = dataOf(await app.call('GET', '/financial/reports', { token: cooperative.token }))
    expect(reports.map(({ name }: { name: string }) => name)).toContain('member-balances')
  })

  test('show nothing of another cooperative', async () => {
    const other = await buildCooperative(app)
    expect((await app.call('GET', '/financial/reports/member-balances', { token: other.token })).body).toMatchObject({
      data: [],
      meta: { total: 0, summary: { total: 0 } },
    })
  })
})
