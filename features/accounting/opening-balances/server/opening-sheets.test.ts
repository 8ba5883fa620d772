import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import writeXlsxFile, { type SheetData } from 'write-excel-file/node'
import { readWorkbookFile } from '#platform/files/spreadsheet-file.ts'
import { type Reply, sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  agreed,
  buildCooperative,
  buildMember,
  buildOfficer,
  dataOf,
  newKey,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'

type Cells = (string | number | null)[]
type Sheets = Partial<Record<'Members' | 'General ledger' | 'Fixed deposits' | 'Fixed assets' | 'Held money', Cells[]>>

const path = '/financial/opening-balances'
/** A society that starts in the middle of its year. */
const asOf = '2025-06-30'
const heads: Record<keyof Sheets, Cells> = {
  Members: ['Membership no.', 'Name', 'Ordinary savings'],
  'General ledger': ['Code', 'Account', 'Debit', 'Credit'],
  'Fixed deposits': [
    'Membership no.',
    'Name',
    'Deposit',
    'Principal',
    'Opened on',
    'Months',
    'Yearly rate %',
    'Interest at maturity',
    'Interest in the books',
  ],
  'Fixed assets': [
    'Asset',
    'Class',
    'Bought on',
    'Cost',
    'Value at the end of its life',
    'Life in months',
    'Depreciation to date',
  ],
  'Held money': ['From', 'Details', 'Reference', 'Received on', 'Amount'],
}

describe('the old books of a society', () => {
  let app: TestApp
  let cooperative: TestCooperative
  let second: string | undefined
  let ada: TestMember

  beforeAll(async () => {
    app = await sharedTestApp()
  })
  afterAll(() => app.stop())
  beforeEach(async () => {
    cooperative = await buildCooperative(app)
    second = (await buildOfficer(app, cooperative, { firstName: 'Second' })).token
    ada = await buildMember(app, cooperative, { firstName: 'Ada', lastName: 'Obi', registrationDate: '2024-01-01' })
  })

  const ask = (method: string, url: string, body?: unknown, token = cooperative.token): Promise<Reply> =>
    app.call(method, url, { token, ...(body !== undefined && { body }), ...(method === 'POST' && { key: newKey() }) })
  const done = async (method: string, url: string, body?: unknown, status = 200) =>
    dataOf(await ask(method, url, body), status)
  const written = (sheets: Sheets): Promise<Buffer> => {
    const data = { Members: [[2, 'Ada Obi', null]], ...sheets }
    return writeXlsxFile(
      Object.entries(data).map(([sheet, rows]) => ({
        sheet,
        data: [heads[sheet as keyof Sheets], ...rows].map((row) =>
          row.map((value) => (value === null ? null : { value })),
        ) as SheetData,
      })),
    ).toBuffer()
  }
  const send = (content: Uint8Array) =>
    app.call('POST', `${path}/${asOf}/workbook`, {
      token: cooperative.token,
      file: { name: 'old-books.xlsx', content: new Uint8Array(content) },
    })
  const read = async (sheets: Sheets) => dataOf(await send(await written(sheets)), 201)
  const told = ({ differences }: { differences: { sheet: string; column: string | null; message: string }[] }) =>
    differences.map(({ sheet, column, message }) => [sheet, column, message])
  const post = async (sheets: Sheets) => {
    const found = await read(sheets)
    expect(told(found)).toEqual([])
    await done('POST', `${path}/${found.id}/sign`)
    return dataOf(await ask('POST', `${path}/${found.id}/sign`, undefined, second))
  }
  /** The reply of the second officer's approval, or the refusal before it. */
  const undo = async ({ transactionId }: { transactionId: string }): Promise<Reply> => {
    const voucher = `/financial/transactions/${transactionId}`
    const reply = await ask('POST', `${voucher}/reverse`, { reason: 'Wrong sheet', voucher: true })
    if (reply.status >= 400) return reply
    const { reversal } = await done('GET', voucher)
    return ask('POST', `/financial/reversals/${reversal.id}/approve`, undefined, second)
  }
  const balanceOf = async (code: string, on = '2027-12-31') => {
    const { accounts } = await done('GET', `/financial/reports/trial-balance?asOf=${on}`)
    return accounts
      .filter((account: { code: string }) => account.code === code)
      .reduce((sum: number, { debit, credit }: Record<string, number>) => sum + (debit ?? 0) - (credit ?? 0), 0)
  }

  test('is asked for in sheets of their own, which may be empty', async () => {
    const template = await fetch(`${app.url}/api${path}/workbook`, {
      headers: { authorization: `Bearer ${cooperative.token}` },
    })
    const names = ['Fixed deposits', 'Fixed assets', 'Held money'] as const
    const sheets = await readWorkbookFile(Buffer.from(await template.arrayBuffer()), 100, names, names)
    expect(sheets.map(({ columns }) => columns)).toEqual(names.map((name) => heads[name]))
  })

  test('has nothing that is hidden in Excel', async () => {
    const files = unzipSync(
      await written({
        Members: [
          [2, 'Ada Obi', 5000],
          [3, 'Bola Ige', 7000],
        ],
        'General ledger': [['1010', 'Bank', 12_000, null]],
      }),
    )
    const sheet = 'xl/worksheets/sheet1.xml'
    const hide = (xml: (text: string) => string) =>
      send(zipSync({ ...files, [sheet]: strToU8(xml(strFromU8(files[sheet] ?? new Uint8Array()))) }))
    const row = await hide((text) => text.replace('<row r="3"', '<row r="3" hidden="1"'))
    const column = await hide((text) =>
      text.replace('<sheetData>', '<cols><col min="3" max="3" hidden="1"/></cols><sheetData>'),
    )
    expect([row, column].map(({ status, body }) => [status, body.errors])).toEqual(
      ['row 3 is', 'the column “Ordinary savings” is'].map((hidden) => [
        422,
        [
          {
            field: 'file',
            message: `On the sheet Members ${hidden} hidden in Excel. Show or delete what is hidden, save the workbook and choose it again.`,
          },
        ],
      ]),
    )
  })

  describe('with fixed deposits', () => {
    const terms = {
      annualRatePercent: 10,
      months: 12,
      leastAmount: 10_000,
      atMaturity: 'pay_out',
      breakRule: 'forfeit',
    }
    beforeEach(async () => {
      const type = { name: 'Fixed deposit', kind: 'fixed_deposit', fixedDeposit: terms }
      dataOf(await agreed(app, await ask('POST', '/financial/account-types', type), second))
    })
    /** 36,500 at 12 % for a year from 1 March: 12 naira a day, 4,380 in all, of which 121 days are in the books. */
    const inBooks = 121 * 12
    const row: Cells = [2, 'Ada Obi', 'Fixed deposit', 36_500, '01/03/2025', 12, 12, null, inBooks]
    const ledger = (principal: number, interest: number): Cells[] => [
      ['1020', 'Bank', principal + interest, null],
      ['2220', 'Fixed deposit', null, principal],
      ['2310', 'Interest on savings payable', null, interest],
    ]

    test('says to the kobo where the sheet and the general ledger differ', async () => {
      const found = await read({ 'General ledger': ledger(36_499.99, inBooks - 0.01), 'Fixed deposits': [row] })
      expect(told(found)).toEqual([
        [
          'ledger',
          null,
          '2220 Fixed deposit: the principal on the sheet Fixed deposits comes to ₦36,500.00 and the general ledger says ₦36,499.99, a difference of ₦0.01. Correct the one that is wrong.',
        ],
        ['ledger', null, expect.stringContaining('comes to ₦1,452.00 and the general ledger has only ₦1,451.99')],
      ])
      expect(found.controls).toContainEqual({
        ...{ code: '2220', name: 'Fixed deposit' },
        ...{ sheet: 36_500, ledger: 36_499.99, difference: -0.01 },
      })
    })

    test.each([
      [{ 2: 'Long deposit' }, 'Deposit'],
      [{ 3: 0 }, 'Principal'],
      [{ 4: '01/07/2025' }, 'Opened on'],
      [{ 5: 0 }, 'Months'],
      [{ 6: 101 }, 'Yearly rate %'],
      [{ 8: 4380.01 }, 'Interest in the books'],
    ])('a row with %j is to be put right in the column %s', async (change, column) => {
      const wrong = row.map((cell, at) => (change as Record<number, string | number>)[at] ?? cell)
      const found = await read({ 'General ledger': ledger(36_500, inBooks), 'Fixed deposits': [wrong] })
      expect(
        told(found)
          .filter(([sheet]) => sheet === 'deposits')
          .map(([, named]) => named),
      ).toEqual([column])
    })

    const accrueTo = async (on: string) => {
      const { receivable, inAdvance, payable } = (await ask('GET', `/financial/loan-accruals/preview?on=${on}`)).body
        .meta.summary
      await done('POST', '/financial/loan-accruals', { on, receivable, inAdvance, payable }, 201)
      const [{ transactionId }] = await done('GET', '/financial/loan-accruals')
      dataOf(await ask('POST', `/financial/transactions/${transactionId}/approve`, {}, second))
      return { payable, cost: await balanceOf('5110'), owed: await balanceOf('2310') }
    }

    test.each([
      ['cash', null],
      // 305 days by the end of December.
      ['accrual', { payable: 305 * 12, cost: 305 * 12 - inBooks, owed: -305 * 12 }],
    ])(
      'pays each what was agreed, and counts interest that the old books had no second time, by %s',
      async (loanInterestBasis, accrued) => {
        await done('PUT', '/financial/config', { loanInterestBasis })
        const posted = await post({ 'General ledger': ledger(36_500, inBooks), 'Fixed deposits': [row] })
        expect(posted).toMatchObject({ deposits: 1, deposited: 36_500, members: 1 })
        const [deposit] = await done('GET', '/financial/fixed-deposits')
        expect(deposit).toMatchObject({
          ...{ certificate: 'FD-00001', principal: 36_500, annualRatePercent: 12, openedOn: '2025-03-01' },
          ...{ maturesOn: '2026-03-01', interestAtMaturity: 4380, status: 'open', openingId: null },
        })
        // The money is bound, as of any deposit.
        const accounts = await done('GET', `/financial/members/${ada.id}/accounts`)
        expect(accounts).toContainEqual(expect.objectContaining({ name: 'Fixed deposit', balance: 36_500, free: 0 }))
        expect(loanInterestBasis === 'accrual' ? await accrueTo('2025-12-31') : null).toEqual(accrued)
        await agreed(app, await ask('POST', '/financial/fixed-deposits/mature', {}), second)
        expect(await balanceOf('2310')).toBe(0)
        expect(await balanceOf('5110')).toBe(4380 - inBooks)
        expect(await balanceOf('2110')).toBe(-36_500 - 4380)
        // What has ended is not undone beneath its payment.
        expect((await undo(posted)).body.message).toMatch(/FD-00001/)
        expect(await app.checks()).toEqual([])
      },
    )

    test('takes them back with its opening balances, and the interest that was agreed counts to the kobo', async () => {
      const agreedInterest = row.with(7, 4380.37)
      const posted = await post({ 'General ledger': ledger(36_500, inBooks), 'Fixed deposits': [agreedInterest] })
      expect((await done('GET', '/financial/fixed-deposits'))[0].interestAtMaturity).toBe(4380.37)
      dataOf(await undo(posted))
      expect((await done('GET', '/financial/fixed-deposits'))[0].status).toBe('reversed')
      expect(await balanceOf('2220')).toBe(0)
      await post({ 'General ledger': ledger(36_500, inBooks), 'Fixed deposits': [row] })
      expect(await app.checks()).toEqual([])
    })
  })

  describe('with fixed assets', () => {
    /** 240,000 over four years from July 2024: 5,000 a month, of which twelve are in the books. Land loses nothing. */
    const rows: Cells[] = [
      ['Generator', '1510', '10/07/2024', 240_000, 0, 48, 60_000],
      ['Plot at Lugbe', 'Land', '01/02/2020', 1_500_000, null, null, null],
    ]
    const ledger = (cost: number, depreciated: number, classes: { code: string; name: string }[]): Cells[] => [
      [classes[0]?.code ?? '', '', cost, null],
      [classes[1]?.code ?? '', '', 1_500_000, null],
      ['1590', 'Accumulated depreciation', null, depreciated],
      ['3210', 'Statutory reserve', null, cost + 1_500_000 - depreciated],
    ]
    const classesOf = async (): Promise<{ code: string; name: string }[]> =>
      (await ask('GET', '/financial/fixed-assets')).body.meta.summary.accounts.filter(
        ({ isClass }: { isClass: boolean }) => isClass,
      )
    const named = (classes: { code: string; name: string }[]) =>
      rows.map((row, at) => row.with(1, (at === 0 ? classes[0]?.code : classes[1]?.name) ?? ''))

    test('keeps no part of a text that is too long, and says which', async () => {
      const classes = await classesOf()
      const long = (length: number) => 'W'.repeat(length)
      const found = await read({
        'General ledger': ledger(1, 0, classes),
        'Fixed assets': named(classes).map((row, at) => (at === 0 ? row.with(0, long(121)) : row.with(0, '-'))),
        'Held money': [
          [long(121), long(201), long(81), '14/05/2025', 1],
          [long(120), long(200), long(80), '14/05/2025', 1],
        ],
      })
      const cells = found.differences.map(({ sheet, row, column, message }: Record<string, unknown>) => [
        ...[sheet, row, column, message],
      ])
      expect(cells.filter(([, , column]: unknown[]) => column !== null)).toEqual([
        ['assets', 2, 'Asset', 'Use at most 120 characters'],
        ['assets', 3, 'Asset', 'Enter what it is, or delete the row'],
        ['held', 2, 'From', 'Use at most 120 characters'],
        ['held', 2, 'Details', 'Use at most 200 characters'],
        ['held', 2, 'Reference', 'Use at most 80 characters'],
      ])
    })

    test('depreciates on from what is left, and takes them back with its opening balances', async () => {
      const classes = await classesOf()
      const off = await read({ 'General ledger': ledger(240_000, 60_000.01, classes), 'Fixed assets': named(classes) })
      expect(told(off)).toEqual([
        ['ledger', null, expect.stringContaining('comes to ₦60,000.00 and the general ledger says ₦60,000.01')],
      ])
      const sheets = { 'General ledger': ledger(240_000, 60_000, classes), 'Fixed assets': named(classes) }
      const posted = await post(sheets)
      expect(posted).toMatchObject({ assets: 2, bookValue: 240_000 - 60_000 + 1_500_000 })
      const { body } = await ask('GET', '/financial/fixed-assets')
      expect(body.data).toMatchObject([
        { name: 'Generator', cost: 240_000, accumulated: 60_000, depreciatedThrough: '2025-06', state: 'in_use' },
        { name: 'Plot at Lugbe', cost: 1_500_000, accumulated: 0, lifeMonths: null },
      ])
      for (const { register, ledger: inBooks } of body.meta.summary.accounts) expect(register).toBe(inBooks)
      const preview = (await ask('GET', '/financial/depreciation/preview?through=2025-08')).body
      expect(preview.meta.summary.amount).toBe(2 * 5000)
      dataOf(await undo(posted))
      expect((await ask('GET', '/financial/fixed-assets')).body.meta.total).toBe(0)
      await post(sheets)
      expect(await app.checks()).toEqual([])
    })

    test.each([
      [{ 1: 'Bank' }, 'Class'],
      [{ 2: '01/07/2025' }, 'Bought on'],
      [{ 4: 240_000.01 }, 'Value at the end of its life'],
      [{ 5: null }, 'Life in months'],
      [{ 6: 240_000.01 }, 'Depreciation to date'],
    ])('a row with %j is to be put right in the column %s', async (change, column) => {
      const classes = await classesOf()
      const wrong = named(classes)[0]?.map((cell, at) =>
        at in change ? ((change as Record<number, string | number | null>)[at] ?? null) : cell,
      ) as Cells
      const found = await read({ 'General ledger': ledger(240_000, 60_000, classes), 'Fixed assets': [wrong] })
      expect(
        told(found)
          .filter(([sheet]) => sheet === 'assets')
          .map(([, of]) => of),
      ).toEqual([column])
    })
  })

  describe('with held money', () => {
    const rows: Cells[] = [
      ['Ministry of Works', 'Staff 0412, no such member', 'TRF/77', '14/05/2025', 12_000.5],
      ['Unknown', null, null, '02/01/2025', 3000],
    ]
    const ledger = (held: number): Cells[] => [
      ['1020', 'Bank', held, null],
      ['2410', 'Unallocated receipts', null, held],
    ]

    test('lists each payment with its own day, to be allocated or paid back', async () => {
      const off = await read({ 'General ledger': ledger(15_000), 'Held money': rows })
      expect(told(off)).toEqual([
        [
          'ledger',
          null,
          expect.stringContaining('the sheet Held money comes to ₦15,000.50 and the general ledger says ₦15,000.00'),
        ],
      ])
      const posted = await post({ 'General ledger': ledger(15_000.5), 'Held money': rows })
      expect(posted).toMatchObject({ unallocated: 2, unallocatedAmount: 15_000.5 })
      const listed = async () => (await ask('GET', '/financial/held-money')).body
      const { data, meta } = await listed()
      expect(data).toMatchObject([
        { from: 'Unknown', on: '2025-01-02', left: 3000, line: 2 },
        {
          from: 'Ministry of Works',
          detail: 'Staff 0412, no such member',
          reference: 'TRF/77',
          on: '2025-05-14',
          left: 12_000.5,
          line: 1,
        },
      ])
      expect(meta.summary).toMatchObject({ total: 15_000.5, balance: 15_000.5, unmatched: 0 })
      const [, works] = data
      await done('POST', `/financial/held-money/${works.entryId}/allocate`, {
        line: 1,
        memberId: ada.id,
        lines: [{ kind: 'contribution', amount: 2000.5 }],
      })
      const after = await listed()
      expect(after.data.map(({ left }: { left: number }) => left)).toEqual([3000, 10_000])
      expect(after.meta.summary).toMatchObject({ balance: 13_000, unmatched: 0 })
      expect((await undo(posted)).status).toBe(409)
      expect(await app.checks()).toEqual([])
    })
  })
})
