import { setTimeout as wait } from 'node:timers/promises'
import { parse } from 'csv-parse/sync'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addMonths, dayIn, firstDayOf, lastDayOf, periodName, periodOf } from '#core/calendar.ts'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  dataOf,
  newKey,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'

const today = dayIn(new Date())
const period = periodOf(today)

describe('the reports of deductions', () => {
  let app: TestApp
  let cooperative: TestCooperative
  let works: { id: string; schedule: string }
  let health: { id: string; schedule: string }
  let [ada, musa, chidi]: TestMember[] = []
  const ask = (method: string, url: string, body?: unknown, token = cooperative.token) =>
    app.call(method, url, { token, ...(body !== undefined && { body }), ...(method === 'POST' && { key: newKey() }) })
  const report = async (name: string, query = '') => {
    const reply = await ask('GET', `/financial/reports/${name}?${query}`)
    dataOf(reply)
    return { rows: reply.body.data, meta: reply.body.meta, totals: reply.body.meta.summary.totals }
  }
  const employ = async (name: string, members: readonly [TestMember, staffNumber: string, shares: number][]) => {
    const { id } = dataOf(await ask('POST', '/financial/employers', { name, code: name.slice(-3) }), 201)
    const rows = members.map(([{ membershipno }, staffNumber, shares]) => ({
      membershipno,
      staffNumber,
      from: '2025-02-01',
      shares,
    }))
    dataOf(await ask('PUT', `/financial/employers/${id}/members`, { rows }))
    const schedule = dataOf(await ask('POST', '/financial/deductions/schedules', { employerId: id, period }), 201).id
    dataOf(await ask('POST', `/financial/deductions/schedules/${schedule}/send`))
    return { id: id as string, schedule: schedule as string }
  }

  // Works deducts from Ada (5,000 + 1,000 of shares + levy 200) and Musa (3,000 + 200), and Health from Chidi (2,000 + 200).
  beforeAll(async () => {
    app = await sharedTestApp()
    cooperative = await buildCooperative(app)
    const build = (firstName: string, monthlyContributions: number) =>
      buildMember(app, cooperative, { firstName, monthlyContributions })
    ;[ada, musa, chidi] = [await build('Ada', 5000), await build('Musa', 3000), await build('Chidi', 2000)]
    dataOf(await ask('PUT', '/financial/deductions/settings', { levy: 200, creditOn: 'remittance' }))
    works = await employ('Ministry of Works', [
      [ada, 'W1', 1000],
      [musa, 'W2', 0],
    ])
    health = await employ('Ministry of Health', [[chidi, 'H1', 0]])
  })
  afterAll(() => app.stop())

  test('the schedule has each member of all employers with the parts, and leads to their schedules', async () => {
    const { rows, totals, meta } = await report('deduction-schedule')
    expect(meta.summary).toMatchObject({ from: firstDayOf(period), to: lastDayOf(period) })
    expect(
      rows.map((row: Record<string, unknown>) => [
        row['employer'],
        row['scheduleId'],
        row['staffNumber'],
        row['name'],
        row['savings'],
        row['shares'],
        row['levy'],
        row['total'],
      ]),
    ).toEqual([
      ['Ministry of Health', health.schedule, 'H1', 'Chidi Obi', 2000, 0, 200, 2200],
      ['Ministry of Works', works.schedule, 'W1', 'Ada Obi', 5000, 1000, 200, 6200],
      ['Ministry of Works', works.schedule, 'W2', 'Musa Obi', 3000, 0, 200, 3200],
    ])
    expect(totals).toEqual({ loans: 0, levy: 600, savings: 10_000, shares: 1000, total: 11_600 })
    expect(await report('deduction-schedule', `employerId=${works.id}&sort=total`)).toMatchObject({
      rows: [{ memberId: musa?.id }, { memberId: ada?.id }],
      totals: { total: 9400 },
    })
    expect(await report('deduction-schedule', 'q=h1')).toMatchObject({ rows: [{ name: 'Chidi Obi' }] })
    expect((await report('deduction-schedule', `period=${addMonths(period, -1)}`)).rows).toEqual([])
    expect((await report('deduction-schedule', `asOf=${today}&limit=1&page=3`)).meta).toMatchObject({ totalPages: 3 })
  })

  test('employers, their members and schedules are downloaded whole, as they are filtered, with the columns of their pages', async () => {
    const file = async (path: string, token = cooperative.token): Promise<string[][]> =>
      parse((await ask('GET', path, undefined, token)).text, { bom: true })
    dataOf(await ask('POST', '/financial/employers', { name: 'Zuma Mills', code: '=2+2' }), 201)
    const none = ['0.00', '0.00', '0.00', '0.00', '0.00']
    expect(await file('/financial/employers?format=csv&sort=-members&limit=1&page=2')).toEqual([
      ['Employer', 'Code', 'Members', '0-30 days', '31-60', '61-90', 'Over 90', 'Not remitted'],
      ['Ministry of Works', 'rks', '2', ...none],
      ['Ministry of Health', 'lth', '1', ...none],
      // What a spreadsheet would work out is kept from it.
      ['Zuma Mills', "'=2+2", '0', ...none],
      ['Total', '', '', ...none],
    ])
    const people = await file(`/financial/employers/${works.id}/members?format=csv&q=ada`)
    expect(people).toEqual([
      ['Member', 'Number', 'Staff number', 'From', 'Savings a month', 'Shares a month'],
      ['Ada Obi', ada?.membershipno, 'W1', '2025-02-01', '5000.00', '1000.00'],
    ])
    const paper = await fetch(`${app.url}/financial/employers/${works.id}/members?format=pdf`, {
      headers: { authorization: `Bearer ${cooperative.token}` },
    })
    const document = await getDocument({ data: new Uint8Array(await paper.arrayBuffer()), verbosity: 0 }).promise
    const { items } = await (await document.getPage(1)).getTextContent()
    const words = items.map((item) => ('str' in item ? item.str : '')).join('\n')
    for (const word of ['Members at an employer: Ministry of Works', 'Ada Obi', '5,000.00', 'Musa Obi', '3,000.00'])
      expect(words).toContain(word)
    const schedules = await file(`/financial/deductions/schedules?format=csv&state=sent&employerId=${works.id}`)
    expect(schedules).toEqual([
      ['Month', 'Employer', 'Members', 'Scheduled', 'Deducted', 'Not remitted', 'State'],
      [periodName(period), 'Ministry of Works', '2', '9400.00', '0.00', '0.00', 'Sent'],
      ['Total', '', '', '9400.00', '0.00', '0.00', ''],
    ])
    expect((await ask('GET', '/financial/deductions/schedules?state=draft')).body).toMatchObject({
      data: [],
      meta: { summary: { total: 0, employers: 3 } },
    })

    expect((await ask('GET', '/financial/employers?format=xlsx')).status).toBe(200)
    expect((await ask('GET', '/cooperatives/audit-events?group=files&limit=1')).body.data).toMatchObject([
      { says: 'Downloaded the employers', parameters: 'format: xlsx' },
    ])
    const refused = await ask('GET', '/financial/employers?format=doc')
    expect([refused.status, refused.body.errors[0].field]).toEqual([422, 'format'])
  })

  test('the variance has every line that was asked for beside what came back', async () => {
    const figures = async (query = '') =>
      (await report('deduction-variance', query)).rows.map((row: Record<string, unknown>) => [
        row['staffNumber'],
        row['result'],
        row['scheduled'],
        row['deducted'],
        row['difference'],
      ])
    expect(await figures()).toEqual([
      ['H1', 'No return yet', 2200, 0, -2200],
      ['W1', 'No return yet', 6200, 0, -6200],
      ['W2', 'No return yet', 3200, 0, -3200],
    ])
    const content = Buffer.from('STAFF NUMBER,Name,Total\r\nW1,Ada,6000\r\nZ9,Stranger,50\r\n')
    const { id } = dataOf(
      await app.call('POST', `/financial/deductions/schedules/${works.schedule}/returns`, {
        token: cooperative.token,
        file: { name: 'return.csv', content },
      }),
      201,
    )
    expect(await figures()).toEqual([
      ['H1', 'No return yet', 2200, 0, -2200],
      ['W1', 'Short', 6200, 6000, -200],
      ['Z9', 'Unknown', 0, 50, 50],
      ['W2', 'Missing', 3200, 0, -3200],
    ])
    const { totals, meta } = await report('deduction-variance', 'limit=1')
    expect([totals, meta.total]).toEqual([{ scheduled: 11_600, deducted: 6050, difference: -5550 }, 4])
    expect(await figures('kind=short')).toEqual([['W1', 'Short', 6200, 6000, -200]])
    expect(await figures(`employerId=${works.id}&sort=-difference`)).toEqual([
      ['Z9', 'Unknown', 0, 50, 50],
      ['W1', 'Short', 6200, 6000, -200],
      ['W2', 'Missing', 3200, 0, -3200],
    ])

    dataOf(await ask('POST', `/financial/deductions/returns/${id}/post`), 202)
    const status = async () => dataOf(await ask('GET', `/financial/deductions/returns/${id}`)).status
    while ((await status()) === 'posting') await wait(30)
    expect(await status()).toBe('deducted')
    expect(await figures('kind=short')).toEqual([['W1', 'Short', 6200, 6000, -200]])

    // What the employer took and keeps is not the member's debt. Loans and the levy come first, so that shares are short.
    const { data } = (await ask('GET', `/financial/reports/contributions?from=${firstDayOf(period)}&to=${today}`)).body
    expect(data.find(({ memberId }: { memberId: string }) => memberId === ada?.id)).toMatchObject({
      expected: 5000,
      paid: 0,
      deducted: 5000,
      outstanding: 0,
    })
  })

  test('come as files, show nothing of another society, and are for those who see deductions', async () => {
    const csv: string[][] = parse((await ask('GET', '/financial/reports/deduction-schedule?format=csv')).text, {
      bom: true,
    })
    expect(csv.at(-1)).toEqual(['Total', '', '', '', '0.00', '600.00', '10000.00', '1000.00', '11600.00'])
    const variance: string[][] = parse((await ask('GET', '/financial/reports/deduction-variance?format=csv')).text, {
      bom: true,
    })
    expect(variance.at(-1)?.slice(5, 8)).toEqual(['11600.00', '6050.00', '-5550.00'])
    const stranger = await buildCooperative(app)
    for (const name of ['deduction-schedule', 'deduction-variance'])
      expect((await ask('GET', `/financial/reports/${name}`, undefined, stranger.token)).body.data).toEqual([])
    const employers = await ask('GET', '/financial/employers?format=csv', undefined, stranger.token)
    expect(parse(employers.text, { bom: true })).toHaveLength(1)
    const foreign = await ask('GET', `/financial/employers/${works.id}/members?format=csv`, undefined, stranger.token)
    expect(foreign.status).toBe(404)
    expect(await app.checks()).toEqual([])
  })
})
