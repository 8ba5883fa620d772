import { parse } from 'csv-parse/sync'
import readExcelFile from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reports } from '#features/accounting/books/rules/report.ts'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  dataOf,
  postJournals,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'
import { atSize } from '#dev/testing/size.ts'

describe('the reports of the books', () => {
  let app: TestApp
  let cooperative: TestCooperative
  let ada: TestMember
  let transactionId: string
  let accounts: Record<string, string>

  beforeAll(async () => {
    app = await sharedTestApp()
    cooperative = await buildCooperative(app, { name: 'Ìfẹ́dọ̀tun Cooperative' })
    ada = await buildMember(app, cooperative, { firstName: 'Adébáyọ̀', lastName: '=Ọjọ́' })
    const musa = await buildMember(app, cooperative, { firstName: 'Musa', lastName: 'Bello' })
    const record = async (type: string, memberId: string, amount: number, occurredOn: string) =>
      dataOf(
        await app.call('POST', '/financial/transactions', {
          token: cooperative.token,
          body: { type, memberId, amount, occurredOn },
        }),
        201,
      ).id
    await record('deposit', ada.id, 1000, '2025-12-30')
    await record('deposit', musa.id, 500.25, '2026-01-10')
    transactionId = await record('withdrawal', ada.id, 200, '2026-02-01')
    await postJournals(app, cooperative, [
      { on: '2025-12-31', lines: [['1010', '4210', 50]] },
      { on: '2026-01-15', lines: [['1020', '1010', 600]] },
      {
        on: '2026-01-20',
        lines: [
          ['1010', '4210', 30.5],
          ['5310', '1020', 12.75],
        ],
      },
    ])
    accounts = Object.fromEntries(
      (await get('/financial/accounts?limit=100')).map(({ code, id }: { code: string; id: string }) => [code, id]),
    )
  })
  afterAll(() => app.stop())

  const ask = (path: string, token = cooperative.token) => app.call('GET', path, { token })
  const get = async (path: string) => dataOf(await ask(path))
  const year = 'from=2026-01-01&to=2026-12-31'

  test('a trial balance has what was before, what moved and what is, and each column agrees', async () => {
    const { from, asOf, accounts: lines, totals, balanced } = await get(`/financial/reports/trial-balance?${year}`)
    expect([from, asOf, balanced]).toEqual(['2026-01-01', '2026-12-31', true])
    expect(
      lines.map((line: { code: string; opening: object; movement: object; debit: number; credit: number }) => [
        line.code,
        line.opening,
        line.movement,
        line.debit,
        line.credit,
      ]),
    ).toEqual([
      ['1010', { debit: 1050, credit: 0 }, { debit: 530.75, credit: 800 }, 780.75, 0],
      ['1020', { debit: 0, credit: 0 }, { debit: 600, credit: 12.75 }, 587.25, 0],
      ['2110', { debit: 0, credit: 1000 }, { debit: 200, credit: 500.25 }, 0, 1300.25],
      ['4210', { debit: 0, credit: 50 }, { debit: 0, credit: 30.5 }, 0, 80.5],
      ['5310', { debit: 0, credit: 0 }, { debit: 12.75, credit: 0 }, 12.75, 0],
    ])
    expect(totals).toEqual({
      opening: { debit: 1050, credit: 1050 },
      movement: { debit: 1343.5, credit: 1343.5 },
      debit: 1380.75,
      credit: 1380.75,
    })
  })

  test('an income statement holds its period only', async () => {
    expect(await get(`/financial/reports/income-statement?${year}`)).toMatchObject({
      income: [{ code: '4210', name: 'Entrance fees', amount: 30.5 }],
      expenses: [{ code: '5310', amount: 12.75 }],
      totals: { income: 30.5, expenses: 12.75, surplus: 17.75 },
    })
    expect((await get('/financial/reports/income-statement?from=2025-01-01&to=2025-12-31')).totals).toEqual({
      income: 50,
      expenses: 0,
      surplus: 50,
    })
  })

  test('a balance sheet balances on every day, with the surplus that no closing has moved yet', async () => {
    for (const day of [
      '2025-12-29',
      '2025-12-30',
      '2025-12-31',
      '2026-01-01',
      '2026-01-20',
      '2026-12-31',
      '2027-06-30',
    ]) {
      const { balanced, totals } = await get(`/financial/reports/balance-sheet?asOf=${day}`)
      expect({ day, balanced, same: totals.assets === totals.liabilitiesAndFunds }).toEqual({
        day,
        balanced: true,
        same: true,
      })
    }
    expect(await get('/financial/reports/balance-sheet?asOf=2026-12-31')).toMatchObject({
      assets: [
        { code: '1010', amount: 780.75 },
        { code: '1020', amount: 587.25 },
      ],
      liabilities: [{ code: '2110', amount: 1300.25 }],
      surplus: { ofThisYear: 17.75, ofEarlierYears: 50 },
      totals: { assets: 1368, liabilities: 1300.25, funds: 67.75, liabilitiesAndFunds: 1368 },
    })
  })

  test('receipts and payments lead from one balance of cash to the next, and moving cash to the bank is neither', async () => {
    expect(await get(`/financial/reports/receipts-and-payments?${year}`)).toMatchObject({
      cash: [
        { code: '1010', opening: 1050, closing: 780.75 },
        { code: '1015', opening: 0, closing: 0 },
        { code: '1020', opening: 0, closing: 587.25 },
      ],
      receipts: [
        { code: '2110', amount: 500.25 },
        { code: '4210', amount: 30.5 },
      ],
      payments: [
        { code: '2110', amount: 200 },
        { code: '5310', amount: 12.75 },
      ],
      totals: { opening: 1050, receipts: 530.75, payments: 212.75, closing: 1368 },
      balanced: true,
    })
  })

  test('a cash book runs day by day with the sums of each day', async () => {
    const { body } = await ask(`/financial/reports/cash-book?${year}&limit=100`)
    expect(body.meta.summary).toMatchObject({ opening: 1050, receipts: 1130.75, payments: 812.75, closing: 1368 })
    expect(
      body.data.map((line: Record<string, unknown>) => [
        line.on,
        line.account,
        line.receipts,
        line.payments,
        line.balance,
        line.endOfDay,
      ]),
    ).toEqual([
      ['2026-01-10', 'Cash in hand', 500.25, 0, 1550.25, { receipts: 500.25, payments: 0 }],
      ['2026-01-15', 'Cash in hand', 0, 600, 950.25, null],
      ['2026-01-15', 'Bank', 600, 0, 1550.25, { receipts: 600, payments: 600 }],
      ['2026-01-20', 'Cash in hand', 30.5, 0, 1580.75, null],
      ['2026-01-20', 'Bank', 0, 12.75, 1568, { receipts: 30.5, payments: 12.75 }],
      ['2026-02-01', 'Cash in hand', 0, 200, 1368, { receipts: 0, payments: 200 }],
    ])
    const bank = (await ask(`/financial/reports/cash-book?${year}&accountId=${accounts['1020']}`)).body
    expect(bank.meta.summary).toMatchObject({ opening: 0, receipts: 600, payments: 12.75, closing: 587.25 })
    expect((await ask(`/financial/reports/cash-book?${year}&accountId=${accounts['4210']}`)).status).toBe(404)
  })

  test('a general ledger has the balance after every entry, page by page and in both directions', async () => {
    const path = `/financial/reports/general-ledger?${year}&accountId=${accounts['1010']}`
    const pages = await Promise.all([1, 2].map(async (page) => (await ask(`${path}&limit=2&page=${page}`)).body))
    expect(pages[0].meta).toMatchObject({
      total: 4,
      totalPages: 2,
      summary: {
        account: { code: '1010', name: 'Cash in hand', isControl: false },
        opening: 1050,
        debit: 530.75,
        credit: 800,
        closing: 780.75,
      },
    })
    const lines = pages
      .flatMap(({ data }) => data)
      .map((line: Record<string, unknown>) => [line.on, line.debit, line.credit, line.balance, line.against])
    expect(lines).toEqual([
      ['2026-01-10', 500.25, 0, 1550.25, 'Ordinary savings'],
      ['2026-01-15', 0, 600, 950.25, 'Bank'],
      ['2026-01-20', 30.5, 0, 980.75, 'Entrance fees'],
      ['2026-02-01', 0, 200, 780.75, 'Ordinary savings'],
    ])
    const backwards = (await ask(`${path}&sort=-on`)).body.data.map((line: Record<string, unknown>) => [
      line.on,
      line.debit,
      line.credit,
      line.balance,
      line.against,
    ])
    expect(backwards).toEqual(lines.toReversed())
  })

  test('the whole general ledger is every account with its entries, and agrees with the trial balance', async () => {
    const path = `/financial/reports/general-ledger?${year}`
    const { status, body } = await ask(`${path}&limit=100`)
    expect([status, body.errors ?? []]).toEqual([200, []])
    const { data, meta } = body
    expect(meta.summary).toMatchObject({ account: null, opening: 0, closing: 0 })
    const { accounts: lines, totals } = await get(`/financial/reports/trial-balance?${year}`)
    type Sides = { debit: number; credit: number }
    type Told = { code: string; opening: Sides; movement: Sides } & Sides
    const kobo = (naira: number) => Math.round(naira * 100)
    const net = ({ debit, credit }: Sides) => Math.abs(kobo(debit) - kobo(credit))
    expect(
      meta.summary.accounts.map((each: Record<string, number>) => [
        each['code'],
        kobo(each['opening'] ?? 0),
        kobo(each['closing'] ?? 0),
      ]),
    ).toEqual(lines.map((line: Told) => [line.code, net(line.opening), net(line)]))
    // Of each account the lines come to what moved, each balance follows the one before, and together they are the movement.
    const sums = { debit: 0, credit: 0 }
    for (const { code, class: kind, opening, debit, credit, closing } of meta.summary.accounts) {
      const sign = ['asset', 'expense'].includes(kind) ? 1 : -1
      const own = data.filter((line: { account: { code: string } }) => line.account.code === code)
      const moved = { debit: 0, credit: 0 }
      let balance = kobo(opening)
      for (const line of own) {
        moved.debit += kobo(line.debit)
        moved.credit += kobo(line.credit)
        balance += sign * (kobo(line.debit) - kobo(line.credit))
        expect([code, kobo(line.balance)]).toEqual([code, balance])
      }
      expect([code, moved, balance]).toEqual([code, { debit: kobo(debit), credit: kobo(credit) }, kobo(closing)])
      sums.debit += moved.debit
      sums.credit += moved.credit
    }
    expect(sums).toEqual({ debit: 134_350, credit: 134_350 })
    expect(sums).toEqual({ debit: kobo(totals.movement.debit), credit: kobo(totals.movement.credit) })
    expect([kobo(meta.summary.debit), kobo(meta.summary.credit)]).toEqual([sums.debit, sums.credit])
    // Page by page it is the same, and an account alone is its part of it.
    const pages = await Promise.all([1, 2, 3].map(async (page) => (await ask(`${path}&limit=4&page=${page}`)).body))
    expect(pages.flatMap((page) => page.data)).toEqual(data.slice(0, 12))
    expect(pages[0].meta.total).toBe(data.length)
    const cash = (await ask(`${path}&limit=100&accountId=${accounts['1010']}`)).body.data
    expect(cash).toEqual(data.filter((line: { account: { code: string } }) => line.account.code === '1010'))
    // As a file: each account from its opening to its closing balance, and the total at the end.
    const csv = await (
      await fetch(`${app.url}${path}&format=csv`, { headers: { authorization: `Bearer ${cooperative.token}` } })
    ).text()
    const rows = csv.trim().split('\r\n')
    expect(rows).toHaveLength(1 + data.length + 2 * meta.summary.accounts.length + 1)
    expect(rows[1]).toBe('"1010","Cash in hand","","","Opening balance","","","","1050.00"')
    expect(rows.at(-1)).toContain('"All accounts","","1343.50","1343.50"')
    for (const format of ['xlsx', 'pdf']) {
      const file = await fetch(`${app.url}${path}&format=${format}`, {
        headers: { authorization: `Bearer ${cooperative.token}` },
      })
      expect([format, file.status]).toEqual([format, 200])
      await file.arrayBuffer()
    }
  })

  test("the control account's ledger is its members' entries, and a member's own account is theirs", async () => {
    const control = (
      await ask(`/financial/reports/general-ledger?accountId=${accounts['2110']}&from=2025-01-01&to=2026-12-31`)
    ).body
    expect(control.meta.summary).toMatchObject({ opening: 0, debit: 200, credit: 1500.25, closing: 1300.25 })
    expect(control.data[0]).toMatchObject({ description: 'Deposit, Adébáyọ̀ =Ọjọ́', balance: 1000 })
    const {
      data: [line],
    } = (await ask(`/financial/entries/${control.data[0].entryId}`)).body
    const own = (
      await ask(`/financial/reports/general-ledger?accountId=${line.credit.accountId}&to=2026-12-31&from=2025-01-01`)
    ).body
    expect(own.meta.summary).toMatchObject({ account: { memberName: 'Adébáyọ̀ =Ọjọ́', memberId: ada.id }, closing: 800 })
  })

  test('an entry names its postings, its maker, its hash, and the transaction behind it', async () => {
    const { entryId } = await get(`/financial/transactions/${transactionId}`)
    const { data, meta } = (await ask(`/financial/entries/${entryId}`)).body
    expect(data).toEqual([
      {
        line: 1,
        debit: {
          accountId: expect.any(String),
          code: expect.stringMatching(/^2110-/),
          name: 'Ordinary savings',
          memberId: ada.id,
          memberName: 'Adébáyọ̀ =Ọjọ́',
        },
        credit: { accountId: accounts['1010'], code: '1010', name: 'Cash in hand', memberId: null, memberName: null },
        amount: 200,
        transactionId,
      },
    ])
    expect(meta.summary).toMatchObject({
      number: 3,
      on: '2026-02-01',
      kind: 'withdrawal',
      by: 'Ìfẹ́dọ̀tun Cooperative',
      total: 200,
      reverses: null,
      reversedBy: null,
      source: { type: 'withdrawal', transactions: 1, importId: null },
    })
    expect(meta.summary.hash).toMatch(/^[0-9a-f]{64}$/)
    const before = (
      await ask(`/financial/reports/general-ledger?accountId=${accounts['1010']}&to=2026-01-10&from=2026-01-10`)
    ).body.data[0]
    expect((await ask(`/financial/entries/${before.entryId}`)).body.meta.summary.hash).toBe(meta.summary.previousHash)
  })

  test('a reversed entry and its reversal both stay, name each other, and make receipts smaller', async () => {
    const other = await buildCooperative(app)
    const member = await buildMember(app, other)
    const call = (method: string, path: string, body?: unknown) =>
      app.call(method, path, { token: other.token, ...(body !== undefined && { body }) })
    const { id } = dataOf(
      await call('POST', '/financial/transactions', { type: 'deposit', memberId: member.id, amount: 75 }),
      201,
    )
    dataOf(await call('POST', `/financial/transactions/${id}/reverse`, { reason: 'Typed twice' }))
    const [cash] = dataOf(await call('GET', '/financial/accounts?limit=100'))
    const { data } = (await call('GET', `/financial/reports/general-ledger?accountId=${cash.id}`)).body
    expect(data).toMatchObject([
      { number: 1, debit: 75, reverses: null, reversedBy: { number: 2, entryId: data[1].entryId } },
      {
        number: 2,
        credit: 75,
        description: 'Reversal of entry No. 1: Typed twice',
        reverses: { number: 1, entryId: data[0].entryId },
        reversedBy: null,
        balance: 0,
      },
    ])
    expect((await call('GET', `/financial/entries/${data[1].entryId}`)).body.meta.summary).toMatchObject({
      reason: 'Typed twice',
      reverses: { number: 1 },
    })
    expect(dataOf(await call('GET', '/financial/reports/receipts-and-payments'))).toMatchObject({
      receipts: [],
      payments: [],
      balanced: true,
    })
  })

  test('each comes as CSV, Excel and PDF, with names as they are and formulas made harmless', async () => {
    for (const [n, { name }] of reports.entries()) {
      const query = name === 'general-ledger' ? `accountId=${accounts['2110']}&` : ''
      const formats = name === 'audit-pack' ? ['xlsx', 'pdf'] : ['csv', 'xlsx', 'pdf']
      // At the quick size by turns: a file of each format is made by one thing for all reports.
      for (const format of atSize([formats[n % formats.length] as string], formats)) {
        const response = await fetch(`${app.url}/financial/reports/${name}?${query}format=${format}&asOf=2026-12-31`, {
          headers: { authorization: `Bearer ${cooperative.token}` },
        })
        const content = Buffer.from(await response.arrayBuffer())
        expect({
          name,
          format,
          status: response.status,
          disposition: response.headers.get('content-disposition'),
        }).toMatchObject({
          status: 200,
          disposition: expect.stringMatching(new RegExp(`${name}.*2026-12-31\\.${format}$`)),
        })
        expect(content.subarray(0, 4).toString('latin1')).toBe({ csv: 'ï»¿"', xlsx: 'PK\x03\x04', pdf: '%PDF' }[format])
      }
    }
    const rows: string[][] = parse(
      (await ask('/financial/reports/trial-balance?format=csv&from=2026-01-01&to=2026-12-31')).text,
      { bom: true },
    )
    expect(rows.at(-1)).toEqual(['', 'Total', '1050.00', '1050.00', '1343.50', '1343.50', '1380.75', '1380.75'])
    const held: string[][] = parse((await ask('/financial/reports/member-balances?format=csv&asOf=2026-12-31')).text, {
      bom: true,
    })
    expect(held.slice(1).map(([, ...rest]) => rest)).toEqual([
      ['Adébáyọ̀ =Ọjọ́', '800.00', '800.00'],
      ['Musa Bello', '500.25', '500.25'],
      ['All members', '1300.25', '1300.25'],
      ['The books say', '1300.25', '1300.25'],
    ])
  })

  test('figures and days of a workbook are numbers and dates', async () => {
    const response = await fetch(
      `${app.url}/financial/reports/general-ledger?format=xlsx&accountId=${accounts['1010']}&${year}`,
      { headers: { authorization: `Bearer ${cooperative.token}` } },
    )
    const [sheet] = await readExcelFile(Buffer.from(await response.arrayBuffer()))
    expect(sheet?.data.slice(1, 3)).toEqual([
      [null, null, 'Opening balance', null, null, null, 1050],
      [new Date('2026-01-10T00:00:00Z'), 2, 'Deposit, Musa Bello', 'Ordinary savings', 500.25, null, 1550.25],
    ])
  })

  // Remedy: days_wrong_way
  test('are the listed ones, refuse what makes no sense, and show nothing of another cooperative', async () => {
    expect((await get('/financial/reports')).map(({ name }: { name: string }) => name)).toEqual(
      reports.map(({ name }) => name),
    )
    expect((await ask('/financial/reports/cash-book?format=doc')).body).toMatchObject({
      status: 422,
      errors: [{ field: 'format' }],
    })
    expect((await ask('/financial/reports/income-statement?from=2026-02-01&to=2026-01-31')).body).toMatchObject({
      status: 422,
      errors: [
        { field: 'from', message: 'The period ends on 31 Jan 2026. Choose that day or an earlier one as its first.' },
      ],
    })
    for (const from of ['2026-01-31', '2026-01-30'])
      expect((await ask(`/financial/reports/income-statement?from=${from}&to=2026-01-31`)).status).toBe(200)
    const stranger = await buildCooperative(app)
    const entryId = (await get(`/financial/transactions/${transactionId}`)).entryId
    expect((await ask(`/financial/entries/${entryId}`, stranger.token)).status).toBe(404)
    expect((await ask(`/financial/reports/general-ledger?accountId=${accounts['1010']}`, stranger.token)).status).toBe(
      404,
    )
    expect(dataOf(await ask('/financial/reports/balance-sheet', stranger.token))).toMatchObject({
      assets: [],
      totals: { assets: 0 },
      balanced: true,
    })
  })

  test('leave every check of the database empty', async () => {
    expect(await app.checks()).toEqual([])
  })
})
