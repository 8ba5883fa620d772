import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import writeXlsxFile, { type SheetData } from 'write-excel-file/node'
import { dayIn, periodOf } from '#core/calendar.ts'
import type { CooperativeId, LoanId } from '#core/ids.ts'
import { nairaNumber } from '#core/money.ts'
import { readWorkbookFile } from '#platform/files/spreadsheet-file.ts'
import { type Reply, sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  agreed,
  buildCooperative,
  buildMember,
  dataOf,
  loginMember,
  newKey,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'
import { findRunningLoan } from '#features/loans/running-loans/server/reads.ts'

const path = '/financial/opening-balances'
const asOf = '2025-12-31'
const today = dayIn(new Date())

type Cells = (string | number | null)[]
type Line = { number: number; dueOn: string; principal: number; interest: number; total: number; owed: number }
const loanHead = [
  'Membership no.',
  'Name',
  'Loan',
  'Original principal',
  'Yearly rate %',
  'Instalments',
  'Started on',
  'Principal outstanding',
  'Interest owed',
  'Overdue principal',
  'Overdue since',
  'Guarantors',
  'Each guarantor pledges',
]

describe('running loans from the old books', () => {
  let app: TestApp
  let cooperative: TestCooperative
  let second: string
  let ada: TestMember
  let flatCode: string
  /** What the level loan of Ada still owes after seven of twelve instalments, by its own schedule. */
  let whole: Line[]
  let left: number

  const ask = (method: string, url: string, body?: unknown, token = cooperative.token): Promise<Reply> =>
    app.call(method, url, { token, ...(body !== undefined && { body }), ...(method === 'POST' && { key: newKey() }) })
  const done = async (method: string, url: string, body?: unknown, status = 200) =>
    dataOf(await ask(method, url, body), status)
  const sheetData = (rows: Cells[]) =>
    rows.map((row) => row.map((value) => (value === null ? null : { value }))) as SheetData
  const send = async (loans: Cells[], ledger: Cells[], head: Cells = loanHead): Promise<Reply> => {
    const sheets = [
      {
        sheet: 'Members',
        data: sheetData([
          ['Membership no.', 'Name', 'Ordinary savings'],
          [1, 'Second Officer', 1000],
          [2, 'Ada Obi', 50_000],
        ]),
      },
      {
        sheet: 'General ledger',
        data: sheetData([
          ['Code', 'Account', 'Debit', 'Credit'],
          ['2110', 'Ordinary savings', null, 51_000],
          ...ledger,
        ]),
      },
      { sheet: 'Loans', data: sheetData([head, ...loans]) },
    ]
    return app.call('POST', `${path}/${asOf}/workbook`, {
      token: cooperative.token,
      file: { name: 'old-books.xlsx', content: new Uint8Array(await writeXlsxFile(sheets).toBuffer()) },
    })
  }
  const rows = (): Cells[] => [
    [2, 'Ada Obi', 'Regular', 120_000, 12, 12, '31/05/2025', left, null, null, null, '1, 3', '600; 0'],
    [3, 'Musa Bello', 'regular', 150_000, null, 12, '2025-05-31', 80_000, 2400, null, '31/10/2025', null],
    [3, 'Musa Bello', 'School fees', 60_000, 12, 12, '31 May 2025', 25_000, null, null, null, null],
    [2, 'Ada Obi', 'Regular', 50_000, 12, 3, '31/03/2025', '20,000.50', 500, null, null, null],
  ]
  const inKobo = (naira: number) => Math.round(naira * 100) / 100
  const ledger = (): Cells[] => [
    ['1210', 'Regular loans', inKobo(left + 100_000.5), null],
    [flatCode, 'School fees', 25_000, null],
    ['3310', 'Undistributed surplus', null, inKobo(left + 74_000.5)],
  ]
  const post = async () => {
    const found = dataOf(await send(rows(), ledger()), 201)
    expect(found.differences).toEqual([])
    expect(found).toMatchObject({ loans: 4, lent: inKobo(left + 125_000.5), open: true })
    await done('POST', `${path}/${found.id}/sign`)
    dataOf(await ask('POST', `${path}/${found.id}/sign`, undefined, second))
    return found.id as string
  }
  const balance = async (code: string) => {
    const { accounts } = await done('GET', '/financial/reports/trial-balance')
    return (accounts as { code: string; debit: number; credit: number }[])
      .filter((line) => line.code === code)
      .reduce((sum, { debit, credit }) => inKobo(sum + debit - credit), 0)
  }
  const loans = async (): Promise<Record<string, string>> => {
    const { data } = (await ask('GET', '/financial/loans?limit=50&status=active')).body
    const names: Record<string, string> = {}
    for (const { id, principal } of data as { id: string; principal: number }[])
      names[principal === left ? 'level' : principal === 80_000 ? 'late' : principal === 25_000 ? 'flat' : 'over'] = id
    return names
  }
  const loanOf = (id: string | undefined) => done('GET', `/financial/loans/${id}`)

  beforeAll(async () => {
    app = await sharedTestApp()
  })
  afterAll(() => app.stop())
  beforeEach(async () => {
    cooperative = await buildCooperative(app)
    const person = await buildMember(app, cooperative, { firstName: 'Second', lastName: 'Officer' })
    const own = await loginMember(app, person)
    await done('PUT', `/cooperatives/members/${person.id}/roles`, { roleIds: ['member', 'admin'] })
    second = dataOf(
      await ask('POST', '/member-auth/switch', { cooperativeId: cooperative.id, role: 'coop_admin' }, own),
    ).accessToken
    ada = await buildMember(app, cooperative)
    await buildMember(app, cooperative, { firstName: 'Musa', lastName: 'Bello' })
    await done(
      'POST',
      '/financial/loan-configs',
      { name: 'School fees', interestMethod: 'flat', annualRatePercent: 12, instalmentsMax: 12, savingsMultiple: 2 },
      201,
    )
    const chart = await done('GET', '/financial/accounts?limit=100')
    flatCode = chart.find(({ name }: { name: string }) => name.includes('School fees')).code
    const preview = await done('POST', '/financial/loans/preview', {
      principal: 120_000,
      annualRatePercent: 12,
      interestMethod: 'equal_instalment',
      instalments: 12,
      every: 1,
      unit: 'month',
      startOn: '2025-05-31',
      dayCount: 'monthly',
    })
    whole = preview.instalments
    left = preview.instalments[6].balance
  })

  test('go on from what was left, with the schedule that they had', async () => {
    await post()
    for (const id of Object.values(await loans())) {
      const { before } = await app.services.database.tenant(
        { cooperativeId: cooperative.id as CooperativeId, role: 'coop_admin' },
        (tx) => findRunningLoan(tx, id as LoanId),
      )
      expect(
        (await loanOf(id)).schedule.map(({ dueOn, principal, interest }: Line) => [dueOn, principal, interest]),
      ).toEqual(
        before.instalments.map(({ dueOn, principal, interest }) => [
          dueOn,
          nairaNumber(principal),
          nairaNumber(interest),
        ]),
      )
    }
    expect([await balance('1210'), await balance(flatCode), await balance('3910')]).toEqual([
      inKobo(left + 100_000.5),
      25_000,
      0,
    ])
    const found = await loans()
    const level = await loanOf(found.level)
    expect(level).toMatchObject({
      status: 'active',
      principal: left,
      // As it was agreed, not as it was brought.
      lent: 120_000,
      submittedAt: '2025-05-31T11:00:00.000Z',
      disbursed: left,
      outstanding: left,
      startOn: asOf,
      movements: [{ kind: 'disbursement', way: 'opening', occurredOn: asOf, amount: left }],
      takenOver: { asOf, beganOn: '2025-05-31', originalPrincipal: 120_000, originalInstalments: 12 },
    })
    expect(
      level.guarantors.map(({ name, status, answeredWay, held }: Record<string, unknown>) => [
        name,
        status,
        answeredWay,
        held,
      ]),
    ).toEqual([
      ['Second Officer', 'accepted', 'old_books', 600],
      ['Musa Bello', 'accepted', 'old_books', 0],
    ])
    expect(level.schedule.map(({ dueOn }: Line) => dueOn)).toEqual(whole.slice(7).map(({ dueOn }) => dueOn))
    // Each instalment is what was agreed, so that the employer's list goes on as it was; the last one takes what rounding left.
    expect((level.schedule as Line[]).map(({ total, interest }) => [total, interest])).toEqual(
      whole.slice(7).map(({ total, interest }) => [total, interest]),
    )
    expect(level.regularInstalment).toBe(whole[0]?.total)
    expect(inKobo((level.schedule as Line[]).reduce((sum, { principal }) => sum + principal, 0))).toBe(left)
    const flat = await loanOf(found.flat)
    expect(flat.schedule.map(({ dueOn, principal, interest }: Line) => [dueOn, principal, interest])).toEqual(
      ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31'].map((dueOn) => [dueOn, 5000, 600]),
    )
    const late = await loanOf(found.late)
    expect(late.schedule[0]).toMatchObject({
      number: 1,
      dueOn: '2025-10-31',
      principal: 30_000,
      interest: 2400,
      owed: 32_400,
    })
    expect(late.schedule).toHaveLength(6)
    expect((await loanOf(found.over)).schedule).toEqual([
      expect.objectContaining({ dueOn: '2025-06-30', principal: 20_000.5, interest: 500, owed: 20_500.5 }),
    ])
    const { totals, atRisk } = await done('GET', '/financial/loans/portfolio')
    expect(totals).toMatchObject({ loans: 4, outstanding: inKobo(left + 125_000.5), overdueLoans: 4 })
    expect(atRisk[0]).toMatchObject({ days: 1, percent: 100 })
    expect(await app.checks()).toEqual([])
  })

  test.each(['cash', 'accrual'])(
    'whose interest the old books had as earned are no income again when they pay it, by %s',
    async (loanInterestBasis) => {
      await done('PUT', '/financial/config', { loanInterestBasis })
      const late: Cells = [
        3,
        'Musa Bello',
        'Regular',
        100_000,
        24,
        12,
        '31/07/2025',
        80_000,
        4000,
        20_000,
        '30/11/2025',
        null,
        null,
      ]
      const ledgerOf = (receivable: number): Cells[] => [
        ['1210', 'Regular loans', 80_000, null],
        ['1280', 'Interest receivable', receivable, null],
        ['3210', 'Statutory reserve', null, 80_000 + receivable - 51_000],
      ]
      const wrong = dataOf(await send([late], ledgerOf(3999.99)), 201)
      expect(wrong.differences).toEqual([
        expect.objectContaining({
          sheet: 'ledger',
          message: expect.stringContaining('₦4,000.00 and the general ledger says ₦3,999.99'),
        }),
      ])
      const found = dataOf(await send([late], ledgerOf(4000)), 201)
      expect(found.differences).toEqual([])
      await done('POST', `${path}/${found.id}/sign`)
      dataOf(await ask('POST', `${path}/${found.id}/sign`, undefined, second))
      const { late: id } = await loans()
      const pay = async (amount: number, on: string) =>
        dataOf(await ask('POST', `/financial/loans/${id}/repayments`, { amount, on, from: 'cash' }), 201)
      expect([await balance('1280'), await balance('4110')]).toEqual([4000, 0])
      expect((await pay(1500, '2026-01-05')).paid).toMatchObject({ interest: 1500 })
      expect([await balance('1280'), await balance('4110')]).toEqual([2500, 0])
      // The rest of what was owed, and nothing of January yet.
      expect((await pay(2500, '2026-01-06')).paid).toMatchObject({ interest: 4000 })
      expect([await balance('1280'), await balance('4110')]).toEqual([0, 0])
      expect(await app.checks()).toEqual([])
      if (loanInterestBasis === 'cash') return
      const preview = (await ask('GET', '/financial/loan-accruals/preview?on=2026-01-31')).body.meta.summary
      expect(preview.before).toMatchObject({ receivable: 0 })
      // January's alone: 2 % of what is outstanding.
      expect(preview.receivable).toBeCloseTo(80_000 * 0.02, 2)
      expect(preview.income).toBe(preview.receivable)
      const { receivable, inAdvance, payable } = preview
      await done('POST', '/financial/loan-accruals', { on: '2026-01-31', receivable, inAdvance, payable }, 201)
      const [accrual] = await done('GET', '/financial/loan-accruals')
      dataOf(await ask('POST', `/financial/transactions/${accrual.transactionId}/approve`, {}, second))
      expect([await balance('1280'), await balance('4110')]).toEqual([receivable, -receivable])
      expect(await app.checks()).toEqual([])
    },
  )

  test('keep what their guarantors pledged, which shrinks with the loan and goes with the opening balances', async () => {
    await post()
    const { level: id } = await loans()
    const officer = (await loanOf(id)).guarantors[0]
    const savings = async () =>
      (await done('GET', `/financial/members/${officer.memberId}/accounts`)).find(
        ({ name }: { name: string }) => name === 'Ordinary savings',
      )
    expect(await savings()).toMatchObject({ balance: 1000, pledged: 600, free: 400 })
    const withdraw = (amount: number) =>
      ask('POST', '/financial/transactions', { type: 'withdrawal', memberId: officer.memberId, amount })
    expect((await withdraw(400.01)).body).toMatchObject({
      status: 409,
      message: 'Only ₦400.00 is free on this account. Enter that or less.',
    })
    // Half of the principal back, half of the pledge is free.
    const [line] = (await loanOf(id)).schedule as Line[]
    dataOf(
      await ask('POST', `/financial/loans/${id}/repayments`, { amount: line?.total, on: '2026-01-31', from: 'cash' }),
      201,
    )
    const { outstanding, principal } = await loanOf(id)
    const held = Math.ceil((600 * 100 * Math.round(outstanding * 100)) / Math.round(principal * 100)) / 100
    expect(await savings()).toMatchObject({ pledged: held, free: inKobo(1000 - held) })
    expect(await app.checks()).toEqual([])

    const movement = (await loanOf(id)).movements.find(({ kind }: { kind: string }) => kind === 'repayment')
    dataOf(
      await agreed(
        app,
        await ask('POST', `/financial/loans/${id}/movements/${movement.id}/reverse`, { reason: 'It never came' }),
        second,
      ),
    )
    const { transactionId } = await done('GET', path)
    dataOf(
      await ask('POST', `/financial/transactions/${transactionId}/reverse`, {
        reason: 'A wrong column',
        voucher: true,
      }),
    )
    const { reversal } = await done('GET', `/financial/transactions/${transactionId}`)
    dataOf(await ask('POST', `/financial/reversals/${reversal.id}/approve`, {}, second))
    expect(await savings()).toMatchObject({ balance: 0, pledged: 0, free: 0 })
    expect(await app.checks()).toEqual([])
  })

  test('ask for what each guarantor pledges, and take no more than their savings', async () => {
    const row = (guarantors: string, pledges: string | null): Cells => [
      3,
      'Musa Bello',
      'Regular',
      100_000,
      12,
      12,
      '31/05/2025',
      80_000,
      null,
      null,
      null,
      guarantors,
      pledges,
    ]
    const told = async (...given: [string, string | null][]) =>
      dataOf(
        await send(
          given.map(([guarantors, pledges]) => row(guarantors, pledges)),
          [],
        ),
        201,
      )
        .differences.filter(({ column }: { column: string }) => column === 'Each guarantor pledges')
        .map(({ row: at, message }: { row: number; message: string }) => [at, message])
    expect(
      await told(
        ['1, 2', null],
        ['1, 2', '1; 2; 3'],
        ['1', 'all'],
        ['2', '80,000.01'],
        ['1, 2', '400'],
        ['1', '600.01'],
        ['', null],
      ),
    ).toEqual([
      [
        2,
        'Enter what each guarantor pledges of their savings, in the same order with semicolons between, such as 50,000; 30,000. Enter 0 for those who gave their word alone.',
      ],
      [3, 'Enter 2 amounts, as many as there are guarantors, with semicolons between'],
      [4, 'Enter an amount in naira for each guarantor, with semicolons between'],
      [5, 'A guarantor pledges at most the ₦80,000.00 that is outstanding.'],
      [
        7,
        'Second Officer would pledge ₦1,000.01 in all, and has ₦1,000.00 on the usual savings account. Enter less, or 0 for their word alone.',
      ],
    ])
  })

  test('are repaid, settled and looked at by their borrower like any loan', async () => {
    await post()
    const found = await loans()
    const late = dataOf(
      await ask('POST', `/financial/loans/${found.late}/repayments`, {
        amount: 20_000,
        on: '2026-01-05',
        from: 'cash',
      }),
      201,
    )
    expect(late).toMatchObject({ paid: { principal: 17_600, interest: 2400 }, outstanding: 62_400 })
    expect(late.schedule[0].owed).toBe(12_400)
    const undone = late.movements.find(({ kind }: { kind: string }) => kind === 'repayment').id
    const paid = dataOf(
      await ask('POST', `/financial/loans/${found.level}/repayments`, {
        amount: (await loanOf(found.level)).schedule[0].total,
        on: '2026-01-31',
        from: 'cash',
      }),
      201,
    )
    expect(paid.schedule[0].owed).toBe(0)
    const quote = await done('GET', `/financial/loans/${found.over}/settlement-quote`)
    expect(quote).toMatchObject({ amount: 20_500.5, outstanding: 20_000.5, interest: 500 })
    expect(await done('POST', `/financial/loans/${found.over}/mark-paid`)).toMatchObject({
      status: 'completed',
      outstanding: 0,
    })
    dataOf(
      await agreed(
        app,
        await ask('POST', `/financial/loans/${found.late}/movements/${undone}/reverse`, { reason: 'It never came' }),
        second,
      ),
    )
    expect(await loanOf(found.late)).toMatchObject({ outstanding: 80_000, paid: { principal: 0, interest: 0 } })
    const [first] = (await loanOf(found.late)).movements
    expect(
      (await ask('POST', `/financial/loans/${found.late}/movements/${first.id}/reverse`, { reason: 'Wrong' })).body,
    ).toMatchObject({ status: 409, message: expect.stringContaining('came from the old books') })
    const own = await loginMember(app, ada)
    expect(dataOf(await ask('GET', `/financial/loans/${found.level}`, undefined, own))).toMatchObject({
      takenOver: { originalPrincipal: 120_000 },
    })
    expect((await ask('GET', `/financial/loans/${found.late}`, undefined, own)).status).toBe(404)
    expect(await app.checks()).toEqual([])
  })

  test('are on the deduction schedule of the employer, and what they deduct repays them', async () => {
    await post()
    const { id: employerId } = await done('POST', '/financial/employers', { name: 'Ministry', code: 'M' }, 201)
    await done('PUT', `/financial/employers/${employerId}/members`, {
      rows: [{ membershipno: ada.membershipno, staffNumber: 'P1', from: '2025-02-01' }],
    })
    await done('POST', `/financial/loans/${(await loans()).over}/mark-paid`)
    await done('PUT', '/financial/deductions/settings', { arrears: true })
    const { level: id } = await loans()
    const { overdue } = await loanOf(id)
    const period = periodOf(today)
    const { id: scheduleId } = await done('POST', '/financial/deductions/schedules', { employerId, period }, 201)
    await done('POST', `/financial/deductions/schedules/${scheduleId}/send`)
    const [line] = await done('GET', `/financial/deductions/schedules/${scheduleId}/lines`)
    expect(line.loans).toBeCloseTo(overdue, 5)
    expect(overdue).toBeGreaterThan(left)
    const file = { name: 'return.csv', content: Buffer.from(`Staff number,Total\r\nP1,${line.total}`) }
    const { id: returnId } = dataOf(
      await app.call('POST', `/financial/deductions/schedules/${scheduleId}/returns`, {
        token: cooperative.token,
        file,
      }),
      201,
    )
    await done('PUT', `/financial/deductions/returns/${returnId}`, { occurredOn: today })
    await done('POST', `/financial/deductions/returns/${returnId}/post`, undefined, 202)
    for (let status = 'posting'; status === 'posting'; await wait(30))
      ({ status } = await done('GET', `/financial/deductions/returns/${returnId}`))
    const level = await loanOf(id)
    expect(level.movements.find(({ way }: { way: string }) => way === 'deduction')).toMatchObject({
      amount: line.loans,
      status: 'posted',
    })
    // What the months of delay cost is known from that payment on; a settlement takes it.
    expect(level.outstanding).toBeLessThan(2000)
    expect(await done('POST', `/financial/loans/${id}/mark-paid`)).toMatchObject({
      status: 'completed',
      outstanding: 0,
    })
    expect(await app.checks()).toEqual([])
  })

  test('get new terms after a deduction, from the day on that it was deducted for', async () => {
    const found = dataOf(
      await send(
        [[2, 'Ada Obi', 'Regular', 240_000, 12, 24, '31/12/2025', 240_000, null, null, null, null, null]],
        [
          ['1210', 'Regular loans', 240_000, null],
          ['3310', 'Undistributed surplus', null, 189_000],
        ],
      ),
      201,
    )
    expect(found.differences).toEqual([])
    await done('POST', `${path}/${found.id}/sign`)
    dataOf(await ask('POST', `${path}/${found.id}/sign`, undefined, second))
    const { id: employerId } = await done('POST', '/financial/employers', { name: 'Ministry', code: 'M' }, 201)
    await done('PUT', `/financial/employers/${employerId}/members`, {
      rows: [{ membershipno: ada.membershipno, staffNumber: 'P1', from: '2025-02-01' }],
    })
    await done('PUT', '/financial/deductions/settings', { arrears: true })
    const { id: scheduleId } = await done(
      'POST',
      '/financial/deductions/schedules',
      { employerId, period: periodOf(today) },
      201,
    )
    await done('POST', `/financial/deductions/schedules/${scheduleId}/send`)
    const [line] = await done('GET', `/financial/deductions/schedules/${scheduleId}/lines`)
    const file = { name: 'return.csv', content: Buffer.from(`Staff number,Total\r\nP1,${line.total}`) }
    const { id: returnId } = dataOf(
      await app.call('POST', `/financial/deductions/schedules/${scheduleId}/returns`, {
        token: cooperative.token,
        file,
      }),
      201,
    )
    await done('PUT', `/financial/deductions/returns/${returnId}`, { occurredOn: today })
    await done('POST', `/financial/deductions/returns/${returnId}/post`, undefined, 202)
    for (let status = 'posting'; status === 'posting'; await wait(30))
      ({ status } = await done('GET', `/financial/deductions/returns/${returnId}`))
    const [{ id }] = await done('GET', '/financial/loans?status=active')
    const { outstanding } = await loanOf(id)
    expect(outstanding).toBeLessThan(240_000)

    // The instalment of this month falls due on its last day, which the deduction waits for.
    const [year, month] = today.split('-').map(Number) as [number, number]
    const monthEnd = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
    const firstDueOn = new Date(Date.UTC(year, month + 1, 0)).toISOString().slice(0, 10)
    const terms = { instalments: 10, firstDueOn }
    const plan = await done('POST', `/financial/loans/${id}/reschedule/preview`, terms)
    expect(plan).toMatchObject({ on: monthEnd, firstDueOn, outstanding, interestOwed: 0 })
    const agreedTerms = await agreed(
      app,
      await ask('POST', `/financial/loans/${id}/reschedule`, { ...terms, reason: 'Pay was cut' }),
      second,
    )
    dataOf(agreedTerms)
    const after = await loanOf(id)
    expect(after).toMatchObject({ outstanding, reschedulings: [{ on: monthEnd, status: 'posted' }] })
    expect(after.schedule.filter(({ owed }: Line) => owed > 0)).toHaveLength(10)
    expect(after.schedule.find(({ owed }: Line) => owed > 0)).toMatchObject({
      dueOn: firstDueOn,
      interest: Math.round(outstanding) / 100,
    })
    expect(await app.checks()).toEqual([])
  })

  // Remedy: opening_loan_repaid
  test('go with the opening balances when these are reversed, unless one was repaid since', async () => {
    await post()
    const found = await loans()
    dataOf(
      await ask('POST', `/financial/loans/${found.flat}/repayments`, { amount: 1000, on: '2026-01-10', from: 'cash' }),
      201,
    )
    const { transactionId } = await done('GET', path)
    const reverse = () =>
      ask('POST', `/financial/transactions/${transactionId}/reverse`, { reason: 'A wrong column', voucher: true })
    expect((await reverse()).body).toMatchObject({
      status: 409,
      message:
        'The School fees loan of Musa Bello has been repaid in part since. Reverse its repayments on its page first.',
    })
    const movement = (await loanOf(found.flat)).movements.find(({ kind }: { kind: string }) => kind === 'repayment')
    dataOf(
      await agreed(
        app,
        await ask('POST', `/financial/loans/${found.flat}/movements/${movement.id}/reverse`, {
          reason: 'It never came',
        }),
        second,
      ),
    )
    dataOf(await reverse())
    const { reversal } = await done('GET', `/financial/transactions/${transactionId}`)
    dataOf(await ask('POST', `/financial/reversals/${reversal.id}/approve`, {}, second))
    expect([await balance('1210'), await balance(flatCode), await balance('2110')]).toEqual([0, 0, 0])
    expect(await loanOf(found.level)).toMatchObject({ status: 'withdrawn', outstanding: 0, schedule: [] })
    await post()
    expect(await balance('1210')).toBe(inKobo(left + 100_000.5))
    expect(await app.checks()).toEqual([])
  })

  test('each cell that is wrong is named, and the sheet agrees with the general ledger', async () => {
    const { differences } = dataOf(
      await send(
        [
          [99, 'No one', 'Regular', 100, null, 12, '31/05/2025', 50, null, null, null, null],
          [2, 'Ada Obi', 'Car loan', 'ten', 'x', 0, 'May', null, -1, null, null, '2, 77'],
          [2, 'Ada Obi', 'Regular', 100, 12, 12, '31/01/2026', 200, null, 300, null, null],
          [2, 'Ada Obi', 'Regular', 100, 12, 12, '31/05/2025', 80, null, 90, null, null],
          [2, 'Ada Obi', 'Regular', 100, 12, 12, '31/05/2025', 80, null, null, '31/01/2026', null],
          [2, 'Ada Obi', 'Regular', 100, 12, 12, '31/05/2025', 80, null, null, null, null],
        ],
        [
          ['1210', 'Regular loans', 70, null],
          ['3310', 'Surplus', 50_930, null],
        ],
      ),
      201,
    )
    expect(
      differences.map(({ sheet, row, column, message }: Record<string, unknown>) => [sheet, row, column, message]),
    ).toEqual([
      [
        'loans',
        2,
        'Membership no.',
        'No member of this cooperative has this number. Register the member first, or correct the number.',
      ],
      [
        'loans',
        3,
        'Guarantors',
        'Borrowers can’t guarantee their own loan. Name somebody else, or leave the cell empty.',
      ],
      [
        'loans',
        3,
        'Guarantors',
        `"77" is no member's number here. Write the numbers with commas between them, or leave the cell empty.`,
      ],
      [
        'loans',
        3,
        'Loan',
        'Your society offers no loan of this name. Use one of Regular, Commodity, Emergency, School fees, or add it under Configuration.',
      ],
      ['loans', 3, 'Original principal', 'Enter an amount in naira; "ten" is no number'],
      ['loans', 3, 'Principal outstanding', 'Enter what of the principal is still owed, or delete the row'],
      ['loans', 3, 'Instalments', 'Enter how many instalments were agreed in all, from 1 to 600'],
      ['loans', 3, 'Started on', 'Use a date such as 31/12/2025'],
      ['loans', 3, 'Yearly rate %', 'Enter the rate of a year in percent, such as 12 or 7.5'],
      ['loans', 3, 'Interest owed', 'Enter an amount that is not below zero'],
      ['loans', 4, 'Started on', 'This is after the day of the balances. Pay it out on its own page.'],
      [
        'loans',
        4,
        'Principal outstanding',
        'This is more than the ₦100.00 that was lent. Enter the principal alone; interest has its own column.',
      ],
      ['loans', 5, 'Overdue principal', 'This is more than the ₦80.00 that is outstanding.'],
      ['loans', 6, 'Overdue since', 'This is after the day of the balances.'],
      [
        'ledger',
        3,
        null,
        '1210 Regular loans: the principal outstanding on the sheet Loans comes to ₦80.00 and the general ledger says ₦70.00, a difference of ₦10.00. Correct the one that is wrong.',
      ],
    ])
    const missing = await send([[2, 'Ada Obi', 'Regular']], [], ['Membership no.', 'Name', 'Loan'])
    expect(missing.body.errors[0].message).toContain(
      'The sheet Loans has no column Original principal, Instalments, Started on, Principal outstanding',
    )
    const template = await fetch(`${app.url}/api${path}/workbook`, {
      headers: { authorization: `Bearer ${cooperative.token}` },
    })
    const [sheet] = await readWorkbookFile(Buffer.from(await template.arrayBuffer()), 20_000, ['Loans'], ['Loans'])
    expect(sheet?.columns).toEqual(loanHead)
    expect(await app.checks()).toEqual([])
  })
})
