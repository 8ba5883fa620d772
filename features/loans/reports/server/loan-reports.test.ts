import { parse } from 'csv-parse/sync'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import readExcelFile from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, addMonths, type Day, dayIn, daysBetween, lastDayOf, periodOf } from '#core/calendar.ts'
import type { CooperativeId } from '#core/ids.ts'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  dataOf,
  statusesOf,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'
import { computeLoansOnDay, findLoansOnDay, type RunningOnDay } from './reads.ts'

const today = dayIn(new Date())
/** Month ends that are over, so that nothing here depends on the day on which it runs. */
const end = (back: number): Day => lastDayOf(addMonths(periodOf(today), -back))

const reports = ['loans', 'arrears', 'defaulters', 'portfolio-at-risk', 'provisions'] as const
type Report = (typeof reports)[number]

/** The classes as the settings of microfinance banks have them, written once more: percent of what is outstanding. */
function classOf(daysLate: number): [name: string, percent: number] {
  if (daysLate === 0) return ['Performing', 1]
  if (daysLate <= 30) return ['Pass and watch', 5]
  if (daysLate <= 60) return ['Substandard', 20]
  return daysLate <= 90 ? ['Doubtful', 50] : ['Lost', 100]
}

describe('the reports of loans', () => {
  let app: TestApp
  let cooperative: TestCooperative
  let [ada, musa, chidi]: TestMember[] = []
  let [adas, musas, chidis] = ['', '', '']
  const ask = (method: string, url: string, body?: unknown, token = cooperative.token) =>
    app.call(method, url, { token, ...(body !== undefined && { body }) })
  const report = async (name: Report, query = '') => {
    const reply = await ask('GET', `/financial/reports/${name}?${query}`)
    dataOf(reply)
    const { data, meta } = reply.body
    return { rows: data, meta, summary: meta.summary }
  }
  const lend = async (
    member: TestMember | undefined,
    config: string,
    { principal, instalments, on, first }: { principal: number; instalments: number; on: Day; first: Day },
  ) => {
    const { id } = dataOf(
      await ask('POST', '/financial/loans', { memberId: member?.id, loanConfigId: config, principal, instalments }),
      201,
    )
    dataOf(await ask('POST', `/financial/loans/${id}/approve`))
    dataOf(await ask('POST', `/financial/loans/${id}/disburse`, { to: 'cash', on, firstDueOn: first }), 201)
    return id as string
  }
  const repay = async (loanId: string, amount: number, on: Day) =>
    dataOf(await ask('POST', `/financial/loans/${loanId}/repayments`, { amount, on }), 201)

  // Equal principal at 12 % a year, so that the test can add up by itself: 1 % of the balance a month.
  //   Ada:   120,000 over 12 from end(5); the first instalment (10,000 + 1,200) was paid, nothing since.
  //   Musa:  60,000 over 6 from end(4); the first (10,000 + 600) was paid on end(3), and that was reversed today.
  //   Chidi: 20,000 over 2 from end(4); both were paid on their days, end(3) and end(2).
  beforeAll(async () => {
    app = await sharedTestApp()
    cooperative = await buildCooperative(app, { name: 'Unity Thrift' })
    ada = await buildMember(app, cooperative, { firstName: '=Ada', lastName: 'Obi' })
    musa = await buildMember(app, cooperative, { firstName: 'Músá', lastName: 'Bello' })
    chidi = await buildMember(app, cooperative, { firstName: 'Chidi', lastName: 'Eze' })
    dataOf(await ask('PUT', '/financial/config', { guarantorsRequired: 0 }))
    for (const member of [ada, musa, chidi])
      dataOf(
        await ask('POST', '/financial/transactions', {
          type: 'deposit',
          memberId: member?.id,
          amount: 200_000,
          occurredOn: end(9),
        }),
        201,
      )
    dataOf(
      await ask('POST', '/financial/transactions', {
        type: 'withdrawal',
        memberId: ada?.id,
        amount: 500,
        occurredOn: end(1),
      }),
      201,
    )
    const configs: { id: string; name: string }[] = dataOf(await ask('GET', '/financial/loan-configs'))
    const idOf = (name: string) => configs.find((each) => each.name === name)?.id ?? ''
    for (const name of ['Regular', 'Emergency'])
      dataOf(
        await ask('PUT', `/financial/loan-config/${idOf(name)}`, {
          interestMethod: 'equal_principal',
          annualRatePercent: 12,
          instalmentsMax: 12,
          savingsMultiple: 2,
          guarantorsRequired: 0,
        }),
      )
    adas = await lend(ada, idOf('Regular'), { principal: 120_000, instalments: 12, on: end(5), first: end(4) })
    await repay(adas, 11_200, end(4))
    musas = await lend(musa, idOf('Emergency'), { principal: 60_000, instalments: 6, on: end(4), first: end(3) })
    await repay(musas, 10_600, end(3))
    chidis = await lend(chidi, idOf('Regular'), { principal: 20_000, instalments: 2, on: end(4), first: end(3) })
    await repay(chidis, 10_200, end(3))
    await repay(chidis, 10_100, end(2))
    const { movements } = dataOf(await ask('GET', `/financial/loans/${musas}`))
    const { id } = movements.find(({ kind }: { kind: string }) => kind === 'repayment')
    dataOf(await ask('POST', `/financial/loans/${musas}/movements/${id}/reverse`, { reason: 'Cheque returned' }))
  })
  afterAll(() => app.stop())

  const figures = (row: Record<string, unknown>) => [
    row['name'],
    row['principal'],
    row['repaid'],
    row['outstanding'],
    row['overdue'],
    row['daysLate'],
  ]

  test('the register has each loan as it was at the end of a day', async () => {
    const at = async (day: Day) => (await report('loans', `asOf=${day}`)).rows.map(figures)
    // Before anything was lent, and on the days on which it was.
    expect(await at(addDays(end(5), -1))).toEqual([])
    expect(await at(end(5))).toEqual([['=Ada Obi', 120_000, 0, 120_000, 0, 0]])
    expect(await at(end(4))).toEqual([
      ['=Ada Obi', 120_000, 10_000, 110_000, 0, 0],
      ['Músá Bello', 60_000, 0, 60_000, 0, 0],
      ['Chidi Eze', 20_000, 0, 20_000, 0, 0],
    ])
    // What falls due on a day is late from the next one on; Musa's payment was there until it was reversed.
    expect(await at(end(3))).toEqual([
      ['=Ada Obi', 120_000, 10_000, 110_000, 0, 0],
      ['Músá Bello', 60_000, 10_000, 50_000, 0, 0],
      ['Chidi Eze', 20_000, 10_000, 10_000, 0, 0],
    ])
    const day = addDays(end(2), 1)
    expect(await at(day)).toEqual([
      ['=Ada Obi', 120_000, 10_000, 110_000, 11_100 + 11_000, daysBetween(end(3), day)],
      ['Músá Bello', 60_000, 10_000, 50_000, 10_500, 1],
    ])
    const { rows, summary } = await report('loans')
    expect(rows.map(figures)).toEqual([
      ['=Ada Obi', 120_000, 10_000, 110_000, 11_100 + 11_000 + 10_900, daysBetween(end(3), today)],
      ['Músá Bello', 60_000, 0, 60_000, 10_600 + 10_500 + 10_400, daysBetween(end(3), today)],
    ])
    expect(summary.totals).toMatchObject({ principal: 180_000, repaid: 10_000, outstanding: 170_000, overdue: 64_500 })
    // Both are late by the same days: one class, whose provision their parts come to.
    const [, percent] = classOf(daysBetween(end(3), today))
    expect(summary.totals.provision).toBe((170_000 * percent) / 100)
    expect(rows.map(({ provision }: { provision: number }) => provision)).toEqual([
      (110_000 * percent) / 100,
      (60_000 * percent) / 100,
    ])
    expect(rows[0]).toMatchObject({ loanId: adas, memberId: ada?.id, startOn: end(5), product: 'Regular' })
  })

  const expectTheSame = async () => {
    const inside = { cooperativeId: cooperative.id as CooperativeId, role: 'coop_admin' } as const
    for (const day of [end(5), end(4), end(3), end(2), end(1), today]) {
      const [kept, computed] = await app.services.database.tenant(inside, async (tx) => [
        await findLoansOnDay(tx, day, today),
        await computeLoansOnDay(tx, day),
      ])
      const keys = Object.keys(kept?.[0] ?? {}) as (keyof RunningOnDay)[]
      expect(keys.length).toBeGreaterThan(10)
      expect(computed?.map((loan) => Object.fromEntries(keys.map((key) => [key, loan[key]])))).toEqual(kept)
    }
    const portfolio = dataOf(await ask('GET', '/financial/loans/portfolio'))
    expect((await report('portfolio-at-risk')).summary.totals).toMatchObject({
      outstanding: portfolio.totals.outstanding,
      overdue: portfolio.totals.overdue,
    })
    expect((await report('portfolio-at-risk')).summary.atRisk).toEqual(portfolio.atRisk)
    const { summary } = await report('provisions')
    expect(summary).toMatchObject({ built: portfolio.provision.built, toPost: portfolio.provision.toPost })
    return portfolio.totals as { loans: number }
  }

  test('each day is the same whether loans are read as they are kept or computed from their movements, and today as the portfolio has it', async () => {
    expect((await expectTheSame()).loans).toBe(2)
  })

  test('outstanding principal agrees with the loan accounts of the books on each of these days', async () => {
    for (const day of [end(5), end(4), end(3), end(2), end(1), today]) {
      const { accounts } = dataOf(await ask('GET', `/financial/reports/trial-balance?from=${end(9)}&to=${day}`))
      const lent = accounts
        .filter(({ code }: { code: string }) => code.startsWith('12') && code < '1280')
        .reduce((sum: number, { debit, credit }: { debit: number; credit: number }) => sum + debit - credit, 0)
      const { outstanding } = (await report('loans', `asOf=${day}`)).summary.totals
      expect({ day, outstanding }).toEqual({ day, outstanding: lent })
    }
  })

  test('loans in arrears come the longest first, with the last payment, and defaulters with what they have saved', async () => {
    const day = addDays(end(2), 1)
    const { rows, summary } = await report('arrears', `asOf=${day}`)
    expect(rows).toMatchObject([
      { name: '=Ada Obi', overdue: 22_100, lateSince: end(3), lastPaidOn: end(4), outstanding: 110_000 },
      {
        name: 'Músá Bello',
        overdue: 10_500,
        lateSince: end(2),
        lastPaidOn: end(3),
        daysLate: 1,
        class: 'Pass and watch',
      },
    ])
    expect(summary).toMatchObject({ to: day, totals: { overdue: 32_600, outstanding: 160_000 } })
    expect((await report('arrears', `asOf=${end(3)}`)).rows).toEqual([])

    const debtors = async (query: string) =>
      (await report('defaulters', query)).rows.map((row: Record<string, unknown>) => [
        row['name'],
        row['phone'],
        row['loans'],
        row['overdue'],
        row['savings'],
      ])
    expect(await debtors(`asOf=${day}`)).toEqual([
      ['=Ada Obi', ada?.phone, 1, 22_100, 200_000],
      ['Músá Bello', musa?.phone, 1, 10_500, 200_000],
    ])
    // The withdrawal of end(1) counts from that day on, and what she got as a loan went out in cash.
    expect(await debtors('')).toEqual([
      ['=Ada Obi', ada?.phone, 1, 33_000, 199_500],
      ['Músá Bello', musa?.phone, 1, 31_500, 200_000],
    ])
  })

  test('the portfolio at risk counts the whole balance of late loans, by product', async () => {
    const day = addDays(end(2), 1)
    const late = daysBetween(end(3), day)
    const { rows, summary } = await report('portfolio-at-risk', `asOf=${day}`)
    const over = (days: number) => (late > days ? 110_000 : 0)
    expect(rows).toMatchObject([
      { product: 'Emergency', loans: 1, outstanding: 50_000, overdue: 10_500, late1: 50_000, late30: 0, percent30: 0 },
      {
        product: 'Regular',
        loans: 1,
        outstanding: 110_000,
        overdue: 22_100,
        late1: 110_000,
        late30: over(30),
        late60: over(60),
        late90: 0,
        percent30: late > 30 ? 100 : 0,
      },
    ])
    expect(summary.totals).toMatchObject({ loans: 2, outstanding: 160_000, late1: 160_000, late30: over(30) })
    expect(summary.atRisk.map(({ days, percent }: { days: number; percent: number }) => [days, percent])).toEqual([
      [1, 100],
      [30, late > 30 ? 68.75 : 0],
      [60, late > 60 ? 68.75 : 0],
      [90, 0],
    ])
  })

  test('provisions are of the classes on that day, beside what the books had set aside by then', async () => {
    const day = addDays(end(2), 1)
    const [name, percent] = classOf(daysBetween(end(3), day))
    const wanted = (110_000 * percent) / 100 + (50_000 * 5) / 100
    const before = await report('provisions', `asOf=${day}`)
    expect(before.rows.find((row: { class: string }) => row.class === name)).toMatchObject({
      loans: 1,
      outstanding: 110_000,
      provision: (110_000 * percent) / 100,
    })
    expect(before.summary).toMatchObject({ built: 0, toPost: wanted, totals: { loans: 2, provision: wanted } })
    dataOf(await ask('POST', '/financial/loans/provision'), 201)
    const late = classOf(daysBetween(end(3), today))[1]
    expect((await report('provisions')).summary).toMatchObject({ built: (170_000 * late) / 100, toPost: 0 })
    expect((await report('provisions', `asOf=${day}`)).summary).toMatchObject({ built: 0, toPost: wanted })
  })

  test('are searched, sorted, narrowed and paged, and the totals are of all that was found', async () => {
    const first = await report('loans', `asOf=${end(4)}&sort=-principal&limit=1`)
    expect(first.rows).toMatchObject([{ loanId: adas }])
    expect(first.meta).toMatchObject({ page: 1, total: 3, totalPages: 3, summary: { totals: { principal: 200_000 } } })
    expect((await report('loans', `asOf=${end(4)}&sort=-principal&limit=1&page=3`)).rows).toMatchObject([
      { loanId: chidis },
    ])
    expect(await report('loans', `asOf=${end(4)}&q=musa`)).toMatchObject({
      rows: [{ loanId: musas }],
      summary: { totals: { principal: 60_000 } },
    })
    const { options } = first.summary.choices.find(({ filter }: { filter: string }) => filter === 'loanConfigId')
    const regular = options.find(({ label }: { label: string }) => label === 'Regular').value
    expect((await report('loans', `asOf=${end(4)}&loanConfigId=${regular}`)).meta.total).toBe(2)
    expect((await report('loans', `asOf=${addDays(end(2), 1)}&class=Performing`)).meta.total).toBe(0)
    expect((await ask('GET', '/financial/reports/loans?sort=phone')).body).toMatchObject({
      status: 422,
      errors: [{ field: 'sort' }],
    })
  })

  test('come as CSV, Excel and PDF with the totals under them, and a name that is a formula is none', async () => {
    const file = async (name: Report, format: string) => {
      const response = await fetch(`${app.url}/financial/reports/${name}?format=${format}&asOf=${end(4)}`, {
        headers: { authorization: `Bearer ${cooperative.token}` },
      })
      return Buffer.from(await response.arrayBuffer())
    }
    const csv: string[][] = parse(await file('loans', 'csv'), { bom: true })
    expect(csv.map(([, name, , , principal, , outstanding]) => [name, principal, outstanding])).toEqual([
      ['Member', 'Principal', 'Outstanding'],
      ["'=Ada Obi", '120000.00', '110000.00'],
      ['Músá Bello', '60000.00', '60000.00'],
      ['Chidi Eze', '20000.00', '20000.00'],
      ['', '200000.00', '190000.00'],
    ])
    const [sheet] = await readExcelFile(await file('loans', 'xlsx'))
    expect(sheet?.sheet).toBe('Register of loans')
    expect(sheet?.data[1]?.slice(1, 5)).toEqual(['=Ada Obi', 'Regular', new Date(`${end(5)}T00:00:00Z`), 120_000])
    expect(sheet?.data.at(-1)?.slice(0, 7)).toEqual(['Total', null, null, null, 200_000, 10_000, 190_000])
    const document = await getDocument({ data: new Uint8Array(await file('provisions', 'pdf')), verbosity: 0 }).promise
    const { items } = await (await document.getPage(1)).getTextContent()
    const words = items.map((item) => ('str' in item ? item.str : '')).join('\n')
    for (const word of [
      'Unity Thrift',
      'Provision for loan losses',
      'Performing',
      '1,900.00',
      'Set aside in the books',
    ])
      expect(words).toContain(word)
  })

  test('what a society tolerates is no arrears, and new terms leave a late loan in its class', async () => {
    // Musa owes all of that loan: five instalments of 10,000 are late since end(3), and are given new terms on end(1).
    const late = daysBetween(end(3), end(1))
    dataOf(
      await ask('POST', `/financial/loans/${musas}/reschedule`, {
        instalments: 6,
        on: end(1),
        firstDueOn: addDays(today, 20),
        reason: 'The shop burnt',
      }),
      201,
    )
    await expectTheSame()
    const classes = (await report('provisions')).rows as { class: string; outstanding: number }[]
    expect(classes.find((each) => each.class === classOf(late)[0])?.outstanding).toBeGreaterThanOrEqual(60_000)
    expect((await report('arrears')).rows.map(({ loanId }: { loanId: string }) => loanId)).toEqual([adas])

    // All that is late, and was on the day of the new terms, is below this much.
    dataOf(await ask('PUT', '/financial/config', { arrearsTolerance: 100_000 }))
    await expectTheSame()
    expect((await report('arrears')).rows).toEqual([])
    expect((await report('portfolio-at-risk')).summary.atRisk[0]).toMatchObject({ loans: 0, outstanding: 0 })
    dataOf(await ask('PUT', '/financial/config', { arrearsTolerance: 0 }))
    expect((await report('portfolio-at-risk')).summary.atRisk[0]).toMatchObject({ loans: 2 })
  })

  test('show nothing of another society, and are for those who review loans', async () => {
    const stranger = await buildCooperative(app)
    for (const name of reports) {
      const { body } = await ask('GET', `/financial/reports/${name}`, undefined, stranger.token)
      const outstanding = body.meta.summary.totals.outstanding
      expect({ name, outstanding }).toEqual({ name, outstanding: 0 })
    }
    expect(statusesOf(await Promise.all(reports.map((name) => app.call('GET', `/financial/reports/${name}`))))).toEqual(
      reports.map(() => 401),
    )
    expect(await app.checks()).toEqual([])
  })
})
