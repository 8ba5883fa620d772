import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import writeXlsxFile, { type SheetData } from 'write-excel-file/node'
import type { CooperativeId, LoginId } from '#core/ids.ts'
import { sql } from '#platform/db/sql.ts'
import { readWorkbookFile } from '#platform/files/spreadsheet-file.ts'
import { type Reply, sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  agreed,
  buildCooperative,
  buildMember,
  buildOfficer,
  dataOf,
  newKey,
  newPhone,
  postJournals,
  statusesOf,
  type TestCooperative,
} from '#dev/testing/builders.ts'

const path = '/financial/opening-balances'
const asOf = '2025-12-31'

type Cells = (string | number | null)[]
const memberHead = ['Membership no.', 'Name', 'Ordinary savings', 'Special savings', 'Shares']
const ledgerHead = ['Code', 'Account', 'Debit', 'Credit']

describe('opening balances', () => {
  let app: TestApp
  let cooperative: TestCooperative
  let second: string | undefined

  const ask = (method: string, url: string, body?: unknown, token = cooperative.token): Promise<Reply> =>
    app.call(method, url, { token, ...(body !== undefined && { body }), ...(method === 'POST' && { key: newKey() }) })
  const done = async (method: string, url: string, body?: unknown, token?: string) =>
    dataOf(await ask(method, url, body, token))
  const sheetData = (rows: Cells[]) =>
    rows.map((row) => row.map((value) => (value === null ? null : { value }))) as SheetData
  const workbook = (members: Cells[], ledger: Cells[]) =>
    writeXlsxFile([
      { data: sheetData([memberHead, ...members]), sheet: 'Members' },
      { data: sheetData([ledgerHead, ...ledger]), sheet: 'General ledger' },
    ]).toBuffer()
  const send = async (content: Buffer, { on = asOf, token = cooperative.token } = {}): Promise<Reply> =>
    app.call('POST', `${path}/${on}/workbook`, {
      token,
      file: { name: 'old-books.xlsx', content: new Uint8Array(content) },
    })
  const read = async (members: Cells[], ledger: Cells[]) => dataOf(await send(await workbook(members, ledger)), 201)
  const sign = (id: string, token?: string) => ask('POST', `${path}/${id}/sign`, undefined, token)
  const told = ({
    differences,
  }: {
    differences: { sheet: string | null; row: number | null; column: string | null; message: string }[]
  }) => differences.map(({ sheet, row, column, message }) => [sheet, row, column, message])
  const balanceOf = async (code: string, on = asOf) => {
    const { accounts } = await done('GET', `/financial/reports/trial-balance?asOf=${on}`)
    const line = accounts.find((account: { code: string }) => account.code === code)
    return line ? line.debit - line.credit : 0
  }
  const officer = async (firstName: string) => (await buildOfficer(app, cooperative, { firstName }, second)).token
  /** Two members, whose balances meet the general ledger. */
  const balances: [Cells[], Cells[]] = [
    [
      [1, 'Second Officer', 1000, null, 500],
      [2, 'Ada Obi', '2,500.50', 300, null],
    ],
    [
      ['1020', 'Bank', 5000.5, null],
      ['2110', 'Ordinary savings', null, 3500.5],
      ['2120', 'Special savings', null, 300],
      ['3110', 'Share capital', null, 500],
      ['3210', 'Statutory reserve', null, 700],
    ],
  ]

  beforeAll(async () => {
    app = await sharedTestApp()
  })
  afterAll(() => app.stop())
  beforeEach(async () => {
    cooperative = await buildCooperative(app)
    second = await officer('Second')
    await buildMember(app, cooperative)
  })

  test('one officer alone is not offered the second signature, and is refused it', async () => {
    cooperative = await buildCooperative(app)
    for (const firstName of ['Ada', 'Bola']) await buildMember(app, cooperative, { firstName, lastName: 'Obi' })
    expect((await done('GET', '/financial/approvals/rules')).officers).toBe(1)
    const { id } = await read(
      [
        [1, 'Ada Obi', 1000, null, null],
        [2, 'Bola Obi', 500, null, null],
      ],
      [
        ['1020', 'Bank', 1500, null],
        ['2110', 'Ordinary savings', null, 1500],
      ],
    )
    expect(dataOf(await sign(id))).toMatchObject({ status: 'pending', open: false })
    expect((await sign(id)).body.message).toMatch(/^Two people sign opening balances, and you have signed\./)
    expect((await done('GET', path)).open).toBe(false)
    expect(await balanceOf('1020')).toBe(0)
  })

  test('three hundred members come from one workbook, signed by two, as one entry', async () => {
    for (let start = 0; start < 300; start += 100) {
      const member = Array.from({ length: 100 }, () => ({
        firstName: 'Bayo',
        lastName: 'Ade',
        registrationDate: '2024-01-15',
        monthlyContributions: 5000,
        phone: newPhone(),
      }))
      dataOf(await ask('POST', '/cooperatives/members', { member }), 201)
    }
    // The workbook that is downloaded has the society's own members, account types and chart.
    const template = await fetch(`${app.url}/api${path}/workbook`, {
      headers: { authorization: `Bearer ${cooperative.token}` },
    })
    expect(template.headers.get('content-type')).toContain('spreadsheetml')
    const [members, ledger] = await readWorkbookFile(Buffer.from(await template.arrayBuffer()), 20_000, [
      'Members',
      'General ledger',
    ])
    expect(members?.rows).toHaveLength(302)
    const codes = ledger?.rows.map(({ cells }) => cells[0]) ?? []
    expect(codes).toEqual(expect.arrayContaining(['1010', '2110', '3110', '3310', '1210', '4110', '5110']))
    for (const left of ['2210', '3910']) expect(codes).not.toContain(left)

    expect(members?.columns).toEqual([
      ...memberHead.slice(0, 2),
      'Shares',
      'Ordinary savings',
      'Special savings',
      'Target savings',
      'Contributions in arrears',
    ])
    const rows = (members?.rows ?? []).map(({ cells }, index): Cells => [
      cells[0] ?? '',
      cells[1] ?? '',
      1000 + index,
      null,
      500,
    ])
    const savings = rows.reduce((sum, row) => sum + Number(row[2]), 0)
    const filled: Cells[] = [
      ['1010', 'Cash in hand', 150, null],
      ['1020', 'Bank', savings + 150_850, null],
      ['2110', 'Ordinary savings', null, savings],
      ['3110', 'Share capital', null, 151_000],
    ]
    const found = await read(rows, filled)
    expect(found).toMatchObject({
      asOf,
      status: 'unsigned',
      members: 302,
      held: savings + 151_000,
      differences: [],
      differencesTotal: 0,
      difference: 0,
      debit: savings + 151_000,
      signatures: [],
      open: true,
    })
    expect(found.controls).toContainEqual({
      code: '2110',
      name: 'Ordinary savings',
      sheet: savings,
      ledger: savings,
      difference: 0,
    })

    const first = dataOf(await sign(found.id))
    expect(first).toMatchObject({
      status: 'pending',
      entryNumber: null,
      signatures: [{ by: 'Test Cooperative' }],
      open: false,
    })
    expect((await sign(found.id)).body).toMatchObject({
      status: 409,
      message: expect.stringMatching(/^Two people sign opening balances, and you have signed\./),
    })
    expect(await balanceOf('1020')).toBe(0)
    expect((await done('GET', path, undefined, second)).open).toBe(true)
    const posted = dataOf(await sign(found.id, second))
    expect(posted).toMatchObject({
      status: 'approved',
      entryNumber: 1,
      signatures: [{ by: 'Test Cooperative' }, { by: 'Second Officer' }],
      open: false,
    })
    expect([
      await balanceOf('1020'),
      await balanceOf('2110'),
      await balanceOf('3110'),
      await balanceOf('3910'),
    ]).toEqual([savings + 150_850, -savings, -151_000, 0])
    expect(await balanceOf('1020', '2025-12-30')).toBe(0)
    // Each member finds their own balance.
    const { data, meta } = (await ask('GET', '/financial/transactions?type=opening&limit=5')).body
    expect(meta).toMatchObject({ total: 1 + 604, summary: { in: 0, out: 0 } })
    expect(data[0]).toMatchObject({ occurredOn: asOf, status: 'approved' })
    expect(await app.checks()).toEqual([])

    // It is once.
    expect((await send(await workbook(...balances))).body).toMatchObject({
      status: 409,
      message:
        'The opening balances are in the books as entry No. 1. Reverse it as one before you read another workbook.',
    })
    expect((await sign(found.id, second)).status).toBe(409)
  })

  test('are no receipts: they are in the balance that each report and the dashboard begin with', async () => {
    // The first of last month, so that the dashboard's year and the period of each report have it in them.
    const now = new Date(Date.now() + 3_600_000)
    const day = (of: number, inMonth: number) =>
      new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - of, inMonth)).toISOString().slice(0, 10)
    const [before, on, after] = [day(2, 1), day(1, 1), day(0, 1)]
    const found = dataOf(await send(await workbook(...balances), { on }), 201)
    const signed = dataOf(await sign(found.id))
    dataOf(await sign(found.id, second))
    await postJournals(app, cooperative, [{ on: after, lines: [['1020', '4310', 20.25]] }])
    const { months, cashAndBank } = await done('GET', '/financial/dashboard')
    const sum = (which: 'received' | 'paid') =>
      months.reduce((total: number, month: Record<string, number>) => total + (month[which] ?? 0), 0)
    expect([sum('received'), sum('paid'), cashAndBank]).toEqual([20.25, 0, 5020.75])
    const period = `from=${before}&to=${after}`
    const statement = await done('GET', `/financial/reports/receipts-and-payments?${period}`)
    expect(statement.totals).toEqual({ opening: 5000.5, receipts: 20.25, payments: 0, closing: 5020.75 })
    expect(statement.balanced).toBe(true)
    expect((await done('GET', `/financial/reports/receipts-and-payments?from=${before}&to=${before}`)).totals).toEqual({
      opening: 0,
      receipts: 0,
      payments: 0,
      closing: 0,
    })
    const book = (await ask('GET', `/financial/reports/cash-book?${period}`)).body
    expect(book.meta.summary).toMatchObject({ opening: 5000.5, receipts: 20.25, payments: 0, closing: 5020.75 })
    expect(book.data.map(({ balance }: { balance: number }) => balance)).toEqual([5020.75])
    expect((await ask('GET', `/financial/transactions?from=${before}`)).body.meta.summary).toEqual({ in: 0, out: 0 })
    // Taken back, they were never there: nothing is paid by that either.
    const body = { reason: 'Another day', voucher: true }
    await done('POST', `/financial/transactions/${signed.transactionId}/reverse`, body)
    const { reversal } = await done('GET', `/financial/transactions/${signed.transactionId}`)
    await done('POST', `/financial/reversals/${reversal.id}/approve`, undefined, second)
    const undone = await done('GET', `/financial/reports/receipts-and-payments?from=${before}`)
    expect(undone.totals).toEqual({ opening: 0, receipts: 20.25, payments: 0, closing: 20.25 })
  })

  test('names each difference by its row and column, and what to do', async () => {
    const found = await read(
      [
        [1, 'Second Officer', 'ten', -5, null],
        [99, 'No one', 10, null, null],
        ['', 'Unnamed', 10, null, null],
        ['Total', '', 10, null, null],
        [2, 'Musa Bello', 5, null, null],
        [2, 'Ada Obi', 5, null, null],
      ],
      [
        ['1020', 'Bank', 100, 20],
        ['8888', 'Unknown', 5, null],
        ['4110', 'Interest on loans', null, 5],
        ['1020', 'Bank', 7, null],
        ['1210', 'Regular loans', 40, null],
        ['2110', 'Ordinary savings', null, 30],
      ],
    )
    expect(told(found)).toEqual([
      ['members', 2, 'Ordinary savings', 'Enter an amount in naira; "ten" is no number'],
      [
        'members',
        2,
        'Special savings',
        'An opening balance is not below zero. Put what the member owes into the general ledger, or leave the cell empty.',
      ],
      [
        'members',
        3,
        'Membership no.',
        'No member of this cooperative has this number. Register the member first, or correct the number.',
      ],
      ['members', 4, 'Membership no.', 'Give the membership number, or delete the row'],
      [
        'members',
        5,
        'Membership no.',
        'Use a membership number such as 42 or AJO-7K2M9Q/00042. Delete the row if it is a total.',
      ],
      ['members', 6, 'Name', 'This number belongs to Ada Obi. Correct the number or the name.'],
      ['members', 7, 'Membership no.', 'The same member is in row 6. Keep one row with the whole balance.'],
      ['ledger', 2, 'Credit', 'An account is on one side. Enter the difference on the larger side.'],
      [
        'ledger',
        3,
        'Code',
        'Your chart has no account of this code. Add it under Reports, Chart of accounts, or delete the row if it is a total.',
      ],
      [
        'ledger',
        4,
        'Code',
        'The year ends on this day, so that its balance sheet has no income or expenses. Put what the year left over into Undistributed surplus.',
      ],
      ['ledger', 5, 'Code', 'The same account is in row 2. Keep one row with the whole balance.'],
      [
        'ledger',
        6,
        null,
        '1210 Regular loans: the principal outstanding on the sheet Loans comes to ₦0.00 and the general ledger says ₦40.00, a difference of ₦40.00. Correct the one that is wrong.',
      ],
      [
        'ledger',
        7,
        null,
        "2110 Ordinary savings: the members' balances come to ₦10.00 and the general ledger says ₦30.00, a difference of ₦20.00. Correct the one that is wrong.",
      ],
      ['ledger', null, null, 'Debits are ₦92.00 more than credits. Correct the sheet until both come to the same.'],
    ])
    expect(found).toMatchObject({ differencesTotal: 14, difference: 92, open: false })
    expect(found.controls).toContainEqual({
      code: '2110',
      name: 'Ordinary savings',
      sheet: 10,
      ledger: 30,
      difference: 20,
    })
    expect((await sign(found.id)).body).toMatchObject({
      status: 409,
      message: '14 differences are still to be put right. Nothing can be signed before.',
    })

    // Read again, what no one has signed is replaced, and a column that names nothing is said.
    await send(
      await writeXlsxFile([
        {
          data: sheetData([
            ['Membership no.', 'Savings'],
            [2, 10],
          ]),
          sheet: 'members',
        },
        { data: sheetData([ledgerHead, ['1020', 'Bank', 10, null], ['3310', '', null, 10]]), sheet: 'General Ledger' },
      ]).toBuffer(),
    )
    const again = await done('GET', path)
    expect(told(again)).toEqual([
      ['members', null, 'Savings', 'This is the name of no savings or share account. Rename or delete the column.'],
    ])
    expect((await sign(found.id)).body).toMatchObject({
      status: 409,
      message: 'This workbook was replaced or turned down meanwhile. Look at what is there now.',
    })
    expect(await app.checks()).toEqual([])
  })

  test('refuses files and days that it cannot take, and entries that would count twice', async () => {
    const good = await workbook(...balances)
    const message = async (content: Buffer, on = asOf) => (await send(content, { on })).body.errors?.[0]?.message
    expect(await message(Buffer.from('Code,Debit,Credit\n1010,5,'))).toContain('no sheet called Members')
    expect(
      await message(await writeXlsxFile([{ data: sheetData([memberHead, [1, 'A', 5]]), sheet: 'Members' }]).toBuffer()),
    ).toContain('no sheet called General ledger')
    expect(
      await message(
        await writeXlsxFile([
          { data: sheetData([memberHead, [1, 'A', 5]]), sheet: 'Members' },
          {
            data: sheetData([
              ['Code', 'Sum'],
              ['1010', 5],
            ]),
            sheet: 'General ledger',
          },
        ]).toBuffer(),
      ),
    ).toContain('no column Debit, Credit')
    expect(
      statusesOf([
        await send(good, { on: '2999-12-31' }),
        await send(good, { on: '1999-12-31' }),
        await send(good, { on: 'yesterday' }),
      ]),
    ).toEqual([422, 422, 422])
    expect(await done('GET', path)).toBeNull()
    await postJournals(app, cooperative, [{ on: '2025-06-01', lines: [['1020', '3310', 100]] }])
    expect(told(await read(...balances))).toEqual([
      [
        null,
        null,
        null,
        '1 entry is dated on that day or before, and would count twice. Reverse them, or choose an earlier date.',
      ],
    ])
    expect(await app.checks()).toEqual([])
  })

  test('are checked while others post', async () => {
    const good = await workbook(...balances)
    // What the check reads and no posting does is locked, so that it is still in the middle.
    await app.admin.query('begin; lock table app.loan_configuration in access exclusive mode')
    const sending = send(good)
    try {
      await expect
        .poll(
          async () =>
            (
              await app.admin.query(
                "select from pg_locks where relation = 'app.loan_configuration'::regclass and not granted",
              )
            ).rowCount,
          { timeout: 15_000 },
        )
        .toBe(1)
      await postJournals(app, cooperative, [{ on: '2026-01-05', lines: [['1020', '3310', 100]] }])
    } finally {
      await app.admin.query('rollback')
    }
    expect(told(dataOf(await sending, 201))).toEqual([])
  })

  // Remedy: uploader_signs_first
  test('is signed first by whoever read it, never twice by one person, and the database holds that too', async () => {
    const found = await read(...balances)
    expect((await done('GET', path, undefined, second)).open).toBe(false)
    expect((await sign(found.id, second)).body).toMatchObject({
      status: 409,
      message: 'Test Cooperative read this workbook and signs first. Another officer signs second.',
    })
    const { transactionId } = dataOf(await sign(found.id))
    const { rows } = await app.admin.query<{ recorded_by: LoginId }>(
      'select recorded_by from app.transaction where transaction_id = $1',
      [transactionId],
    )
    const scope = { cooperativeId: cooperative.id as CooperativeId, role: 'coop_admin' } as const
    const forged = sql`insert into app.approval (cooperative_id, kind, subject_id, approved_by, approved_by_name, maker_id, alone)
      values (${cooperative.id}, 'transaction', ${transactionId}, ${rows[0]?.recorded_by as LoginId}, 'Forger', '00000000-0000-4000-8000-000000000009', true)`
    await expect(app.services.database.tenant(scope, (tx) => tx.run(forged))).rejects.toThrow(/maker_is_not_checker/)
    // What is signed can neither be changed nor removed.
    for (const table of [
      sql`delete from app.opening_balances_row`,
      sql`delete from app.opening_balances`,
      sql`update app.opening_balances set transaction_id = null`,
    ]) {
      expect(await app.services.database.tenant(scope, (tx) => tx.run(table))).toBe(0)
    }
    expect((await send(await workbook(...balances), { token: second })).body.message).toContain(
      'waits for the second signature',
    )
    // Turned down by the second officer, it makes room for another, which that officer reads and signs first.
    dataOf(
      await ask(
        'POST',
        `/financial/transactions/${transactionId}/reject`,
        { reason: 'The bank balance is of January.' },
        second,
      ),
    )
    expect(await done('GET', path)).toBeNull()
    const other = dataOf(await send(await workbook(...balances), { token: second }), 201)
    expect([
      (await sign(other.id)).status,
      (await sign(other.id, second)).status,
      (await sign(other.id, second)).status,
      (await sign(other.id)).status,
    ]).toEqual([409, 200, 409, 200])
    expect(await balanceOf('1020')).toBe(5000.5)
    expect(await app.checks()).toEqual([])
  })

  test('of two who sign at once one posts, and what has changed meanwhile is not posted', async () => {
    const third = await officer('Third')
    const found = await read(...balances)
    dataOf(await sign(found.id))
    const late = dataOf(
      await ask('POST', '/financial/transactions', {
        type: 'journal',
        description: 'Late',
        occurredOn: asOf,
        lines: await journalLines(),
      }),
      201,
    )
    dataOf(await ask('POST', `/financial/transactions/${late.id}/approve`, {}, second))
    expect((await sign(found.id, second)).body).toMatchObject({
      status: 409,
      message: '1 difference is still to be put right. Nothing can be signed before.',
    })
    dataOf(await ask('POST', `/financial/transactions/${late.id}/reverse`, { reason: 'Belongs to the old books' }))
    const { reversal } = await done('GET', `/financial/transactions/${late.id}`)
    dataOf(await ask('POST', `/financial/reversals/${reversal.id}/approve`, {}, second))
    expect(statusesOf(await Promise.all([sign(found.id, second), sign(found.id, third)]))).toEqual([200, 409])
    expect(await app.checks()).toEqual([])
  })

  test('is reversed as one on its own day, and then another can be posted', async () => {
    const found = await read(...balances)
    const { transactionId } = dataOf(await sign(found.id))
    const { entryNumber } = dataOf(await sign(found.id, second))
    const list = (await ask('GET', '/financial/transactions?type=opening')).body.data
    const ofMember = list.find(({ memberId }: { memberId: string | null }) => memberId !== null)
    expect(
      (await ask('POST', `/financial/transactions/${ofMember.id}/reverse`, { reason: 'One of them' })).status,
    ).toBe(409)
    // It asks for approval where the settings want that of reversals.
    dataOf(await agreed(app, await ask('PUT', '/financial/config', { reversalApprovals: 1 }), second))
    expect(
      (
        await done('POST', `/financial/transactions/${transactionId}/reverse`, {
          reason: 'A wrong column',
          voucher: true,
        })
      ).entryNumber,
    ).toBeNull()
    const { reversal } = await done('GET', `/financial/transactions/${transactionId}`)
    expect((await ask('POST', `/financial/reversals/${reversal.id}/approve`)).status).toBe(409)
    expect((await done('POST', `/financial/reversals/${reversal.id}/approve`, undefined, second)).entryNumber).toBe(
      entryNumber + 1,
    )
    expect([await balanceOf('1020'), await balanceOf('2110'), await balanceOf('3910')]).toEqual([0, 0, 0])
    expect(await done('GET', path)).toBeNull()
    const again = await read(...balances)
    expect(statusesOf([await sign(again.id), await sign(again.id, second)])).toEqual([200, 200])
    expect(await balanceOf('2110')).toBe(-3500.5)
    // The days that they speak of are locked with them, and were open in between.
    const { closedThrough, changes } = await done('GET', '/financial/books')
    expect([
      closedThrough,
      changes.map(({ kind, through, reason }: Record<string, unknown>) => [kind, through, reason]),
    ]).toEqual([
      asOf,
      [
        ['lock', asOf, null],
        ['reopen', null, 'A wrong column'],
        ['lock', asOf, null],
      ],
    ])
    const late = await ask('POST', '/financial/transactions', {
      type: 'journal',
      description: 'Late',
      occurredOn: asOf,
      lines: await journalLines(),
    })
    expect(late.body).toMatchObject({
      status: 409,
      errors: [{ field: 'occurredOn', message: expect.stringContaining('The books are closed up to') }],
    })
    expect(await app.checks()).toEqual([])
  })

  test('members owe from the month after them, and what was owed before is one sum', async () => {
    // Ada joined in January 2025 at 5,000 a month; Olu joins in March 2026.
    const olu = await buildMember(app, cooperative, {
      firstName: 'Olu',
      registrationDate: '2026-03-09',
      monthlyContributions: 4000,
    })
    const people = (await ask('GET', '/cooperatives/members')).body.data
    const ada = people.find(({ firstName }: { firstName: string }) => firstName === 'Ada')
    const months = async (memberId: string) =>
      (await ask('GET', `/financial/contributions?memberId=${memberId}&sort=period&limit=100`)).body.data.map(
        ({ period, expected, outstanding, broughtForward }: Record<string, unknown>) => [
          period,
          expected,
          outstanding,
          broughtForward,
        ],
      )
    expect((await months(ada.memberid))[0]).toEqual(['2025-01', 5000, 5000, false])

    const arrears: Cells[] = [
      [...memberHead, 'Contributions in arrears'],
      [1, 'Second Officer', 1000, null, 500, null],
      [2, 'Ada Obi', '2,500.50', 300, null, '12,500.25'],
      [3, 'Olu Obi', null, null, null, 0],
    ]
    const content = await writeXlsxFile([
      { data: sheetData(arrears), sheet: 'Members' },
      { data: sheetData([ledgerHead, ...balances[1]]), sheet: 'General ledger' },
    ]).toBuffer()
    const found = dataOf(await send(content), 201)
    expect(found).toMatchObject({ differences: [], arrears: 12_500.25, members: 2 })
    const { transactionId } = dataOf(await sign(found.id))
    dataOf(await sign(found.id, second))

    const now = new Date(Date.now() + 3_600_000)
    const monthsSince = (now.getUTCFullYear() - 2026) * 12 + now.getUTCMonth() + 1
    const ofAda = await months(ada.memberid)
    expect(ofAda.slice(0, 2)).toEqual([
      ['2025-12', 12_500.25, 12_500.25, true],
      ['2026-01', 5000, 5000, false],
    ])
    expect(ofAda).toHaveLength(1 + monthsSince)
    expect((await months(olu.id))[0]).toEqual(['2026-03', 4000, 4000, false])
    expect(await done('GET', `/cooperatives/members/${ada.memberid}`)).toMatchObject({
      registrationDate: '2025-01-15',
      contributionsDueFrom: '2026-01',
      arrearsBroughtForward: 12_500.25,
    })
    expect((await ask('GET', `/financial/contributions?memberId=${ada.memberid}`)).body.meta.summary.outstanding).toBe(
      12_500.25 + monthsSince * 5000,
    )
    expect(await done('GET', '/financial/config')).toMatchObject({ contributionsDueFrom: '2026-01' })
    // Whoever is registered from now on, and joined before, owes from there too.
    const late = await buildMember(app, cooperative, {
      firstName: 'Late',
      registrationDate: '2019-05-02',
      monthlyContributions: 1000,
    })
    expect((await months(late.id))[0]).toEqual(['2026-01', 1000, 1000, false])

    // It is paid as a month is, in parts too.
    dataOf(
      await ask('POST', '/financial/contributions', { memberId: ada.memberid, amount: 10_000, period: '2025-12' }),
      201,
    )
    expect((await months(ada.memberid))[0]).toEqual(['2025-12', 12_500.25, 2500.25, true])
    expect(await app.checks()).toEqual([])

    // Reversed with the balances, it is owed no more.
    const { reversal } = await done('GET', `/financial/transactions/${transactionId}`)
    expect(reversal).toBeNull()
    const asked = await ask('POST', `/financial/transactions/${transactionId}/reverse`, {
      reason: 'The wrong year',
      voucher: true,
    })
    const waiting =
      dataOf(asked).entryNumber === null
        ? (await done('GET', `/financial/transactions/${transactionId}`)).reversal
        : null
    if (waiting) await done('POST', `/financial/reversals/${waiting.id}/approve`, undefined, second)
    expect((await months(ada.memberid))[0]).toEqual(['2025-12', 0, 0, false])
    expect((await months(ada.memberid))[1]).toEqual(['2026-01', 5000, 5000, false])
    expect(await app.checks()).toEqual([])
  })

  test('who works alone finds a second person first; without members it is reversed whole too', async () => {
    cooperative = await buildCooperative(app)
    await buildMember(app, cooperative)
    dataOf(await agreed(app, await ask('PUT', '/financial/config', { reversalApprovals: 1 }), second))
    const found = await read(
      [[1, 'Ada Obi', null, null, null]],
      [
        ['1020', 'Bank', 700, null],
        ['3210', 'Statutory reserve', null, 700],
      ],
    )
    const { transactionId } = dataOf(await sign(found.id))
    for (const alone of [
      await sign(found.id),
      await ask('POST', `/financial/transactions/${transactionId}/approve`, {}),
    ]) {
      expect(alone.body).toMatchObject({
        status: 409,
        message: expect.stringContaining('make a member an admin under Member Management, Roles.'),
      })
    }
    expect(await balanceOf('1020')).toBe(0)
    const other = await officer('Second')
    expect(dataOf(await sign(found.id, other))).toMatchObject({
      status: 'approved',
      members: 0,
      signatures: [{ by: 'Test Cooperative' }, { by: 'Second Officer' }],
    })
    expect(
      await done('POST', `/financial/transactions/${transactionId}/reverse`, { reason: 'A wrong day' }),
    ).toMatchObject({ entryNumber: null, total: 700 })
    const { reversal } = await done('GET', `/financial/transactions/${transactionId}`)
    await done('POST', `/financial/reversals/${reversal.id}/approve`, undefined, other)
    expect(await balanceOf('1020')).toBe(0)
    expect(await app.checks()).toEqual([])
  })

  test('income and costs to date come in the middle of a year, and are closed with the rest of it', async () => {
    const found = dataOf(
      await send(
        await workbook(
          [[2, 'Ada Obi', 1000, null, null]],
          [
            ['1020', 'Bank', 1250, null],
            ['2110', 'Ordinary savings', null, 1000],
            ['3310', 'Undistributed surplus', null, 100.25],
            ['4110', 'Interest on loans', null, 200],
            ['5310', 'Bank charges', 50.25, null],
          ],
        ),
        { on: '2025-06-30' },
      ),
      201,
    )
    expect(told(found)).toEqual([])
    dataOf(await sign(found.id))
    dataOf(await sign(found.id, second))
    const result = async (from: string, to: string) => {
      const { income, expenses, totals } = await done(
        'GET',
        `/financial/reports/income-statement?from=${from}&to=${to}`,
      )
      return [...income, ...expenses].map(({ code, amount }) => [code, amount]).concat([['surplus', totals.surplus]])
    }
    const toDate = [
      ['4110', 200],
      ['5310', 50.25],
      ['surplus', 149.75],
    ]
    expect(await result('2025-01-01', '2025-06-30')).toEqual(toDate)
    await postJournals(app, cooperative, [
      { on: '2025-09-30', lines: [['1020', '4110', 300.5]] },
      { on: '2025-10-31', lines: [['5310', '1020', 10]] },
      { on: '2026-01-31', lines: [['1020', '4110', 7]] },
    ])
    const year = [
      ['4110', 500.5],
      ['5310', 60.25],
      ['surplus', 440.25],
    ]
    expect(await result('2025-01-01', '2025-12-31')).toEqual(year)
    expect(await result('2025-07-01', '2025-12-31')).toEqual([
      ['4110', 300.5],
      ['5310', 10],
      ['surplus', 290.5],
    ])
    const accepted = ['bank:1020', 'depreciation', 'savings_interest', 'provision', 'accruals', 'earlier_year'].map(
      (item) => ({ item, reason: 'It was before our time' }),
    )
    dataOf(
      await agreed(app, await ask('POST', '/financial/books/close-year', { yearEnd: '2025-12-31', accepted }), second),
    )
    // What the year left over is beside what was there before, once; its statement stays, and the next begins at nothing.
    expect([await balanceOf('3310'), await balanceOf('4110'), await balanceOf('5310')]).toEqual([-540.5, 0, 0])
    expect(await result('2025-01-01', '2025-12-31')).toEqual(year)
    expect(await result('2026-01-01', '2026-12-31')).toEqual([
      ['4110', 7],
      ['surplus', 7],
    ])
    expect(await app.checks()).toEqual([])
  })

  async function journalLines() {
    const accounts = await done('GET', '/financial/accounts?limit=100')
    const idOf = (code: string) => accounts.find((account: { code: string }) => account.code === code).id
    return [
      { accountId: idOf('1010'), debit: 5, credit: 0 },
      { accountId: idOf('3310'), debit: 0, credit: 5 },
    ]
  }
})
