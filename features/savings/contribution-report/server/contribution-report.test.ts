import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dayIn, firstDayOf, periodOf } from '#core/calendar.ts'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import { buildCooperative, buildMember, dataOf, type TestCooperative, type TestMember } from '#dev/testing/builders.ts'

const path = '/financial/reports/contributions'

describe('the report of contributions', () => {
  let app: TestApp
  let cooperative: TestCooperative
  let [ada, musa, chidi]: TestMember[] = []
  const ask = (method: string, url: string, body?: unknown, token = cooperative.token) =>
    app.call(method, url, { token, ...(body !== undefined && { body }) })
  const report = async (query: string) => {
    const reply = await ask('GET', `${path}?${query}`)
    dataOf(reply)
    return reply.body
  }
  const figures = async (query: string) =>
    (await report(query)).data.map((row: Record<string, unknown>) => [
      row['name'],
      row['expected'],
      row['paid'],
      row['outstanding'],
    ])
  const contribute = async (member: TestMember | undefined, amount: number, period: string, occurredOn: string) =>
    dataOf(await ask('POST', '/financial/contributions', { memberId: member?.id, amount, period, occurredOn }), 201).id

  // Ada saves 5,000 a month, and 6,000 from March on; Musa 2,000 from February until leaving in March; Chidi 1,000.
  beforeAll(async () => {
    app = await sharedTestApp()
    cooperative = await buildCooperative(app)
    const build = (firstName: string, registrationDate: string, monthlyContributions: number) =>
      buildMember(app, cooperative, { firstName, registrationDate, monthlyContributions })
    ada = await build('Ada', '2026-01-15', 5000)
    musa = await build('Músá', '2026-02-10', 2000)
    chidi = await build('Chidi', '2026-01-02', 1000)
    await app.admin.query(
      "insert into app.contribution_plan (cooperative_id, member_id, effective_from, monthly) values ($1, $2, '2026-03-01', 600000)",
      [cooperative.id, ada.id],
    )
    await app.admin.query('update app.member set monthly_contribution = 600000 where member_id = $1', [ada.id])
    await contribute(ada, 5000, '2026-01', '2026-01-20')
    await contribute(ada, 3000, '2026-02', '2026-02-10')
    await contribute(ada, 2000, '2026-02', '2026-03-05')
    await contribute(ada, 7000, '2026-03', '2026-03-06')
    const wrong = await contribute(chidi, 1000, '2026-01', '2026-01-31')
    dataOf(await ask('POST', `/financial/transactions/${wrong}/reverse`, { reason: 'Cheque returned' }))
    await app.admin.query("update app.member set status = 'left', left_on = '2026-03-10' where member_id = $1", [
      musa.id,
    ])
  })
  afterAll(() => app.stop())

  test('counts what was expected month by month and what was paid for these months by its last day', async () => {
    expect(await figures('from=2026-01-01&to=2026-01-31')).toEqual([
      ['Ada Obi', 5000, 5000, 0],
      ['Chidi Obi', 1000, 1000, 0],
    ])
    expect(await figures('from=2026-01-01&to=2026-02-28')).toEqual([
      ['Ada Obi', 10_000, 8000, 2000],
      ['Músá Obi', 2000, 0, 2000],
      ['Chidi Obi', 2000, 1000, 1000],
    ])
    // The surplus of March pays no other month.
    expect(await figures('from=2026-01-01&to=2026-03-31')).toEqual([
      ['Ada Obi', 16_000, 17_000, 0],
      ['Músá Obi', 2000, 0, 2000],
      ['Chidi Obi', 3000, 1000, 2000],
    ])
    expect(await figures('from=2026-02-01&to=2026-03-05')).toEqual([
      ['Ada Obi', 11_000, 5000, 6000],
      ['Músá Obi', 2000, 0, 2000],
      ['Chidi Obi', 2000, 0, 2000],
    ])
    expect((await report('from=2026-01-01&to=2026-03-31')).meta.summary).toMatchObject({
      from: '2026-01-01',
      to: '2026-03-31',
      totals: { expected: 21_000, paid: 18_000, deducted: 0, outstanding: 4000 },
    })
  })

  test('has no payment any more from the day of its reversal on, and this month is as the list of contributions has it', async () => {
    const today = dayIn(new Date())
    const [, , last] = await figures(`from=2026-01-01&to=${today}`)
    expect(last).toMatchObject(['Chidi Obi', expect.any(Number), 0, expect.any(Number)])
    const month = periodOf(today)
    const list = (await ask('GET', `/financial/contributions?period=${month}`)).body
    const { totals } = (await report(`from=${firstDayOf(month)}&to=${today}`)).meta.summary
    expect(totals).toMatchObject(list.meta.summary)
    expect(totals.expected).toBe(6000 + 1000)
  })

  test('is narrowed, searched, sorted, paged and downloaded', async () => {
    const days = 'from=2026-01-01&to=2026-02-28'
    expect(await figures(`${days}&standing=missing`)).toEqual([['Músá Obi', 2000, 0, 2000]])
    expect(await figures(`${days}&standing=part&sort=outstanding`)).toEqual([
      ['Chidi Obi', 2000, 1000, 1000],
      ['Ada Obi', 10_000, 8000, 2000],
    ])
    expect(await figures(`${days}&q=musa`)).toEqual([['Músá Obi', 2000, 0, 2000]])
    expect((await report(`${days}&limit=2&page=2`)).meta).toMatchObject({
      total: 3,
      totalPages: 2,
      summary: { totals: { expected: 14_000 } },
    })
    const csv: string[][] = parse((await ask('GET', `${path}?${days}&format=csv`)).text, { bom: true })
    expect(csv.at(-1)).toEqual(['Total', '', '14000.00', '9000.00', '0.00', '5000.00'])
    expect((await ask('GET', `${path}?from=2026-03-01&to=2026-02-01`)).status).toBe(422)
  })

  test('shows nothing of another society', async () => {
    const stranger = await buildCooperative(app)
    expect((await ask('GET', path, undefined, stranger.token)).body.data).toEqual([])
    await app.admin.query("update app.member set status = 'active', left_on = null where member_id = $1", [musa?.id])
    expect(await app.checks()).toEqual([])
  })
})
