import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Reply, sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  agreed,
  buildCooperative,
  buildOfficer,
  dataOf,
  newKey,
  postJournals,
  statusesOf,
  type TestCooperative,
} from '#dev/testing/builders.ts'

const path = '/financial/reconciliation'

describe('a bank account beside its statements', () => {
  let app: TestApp
  let cooperative: TestCooperative
  let bank: string

  const ask = (method: string, url: string, body?: unknown, token = cooperative.token) =>
    app.call(method, url, { token, ...(body !== undefined && { body }), ...(method === 'POST' && { key: newKey() }) })
  const done = async (method: string, url: string, body?: unknown, status = 200) =>
    dataOf(await ask(method, url, body), status)
  const send = (rows: string[], { name = 'march.csv', to = bank } = {}): Promise<Reply> =>
    app.call('POST', `${path}/${to}/statements`, {
      token: cooperative.token,
      file: { name, content: Buffer.from(['Date,Narration,Debit,Credit,Balance', ...rows].join('\r\n')) },
    })
  const lines = (show: string) => done('GET', `${path}/${bank}/lines?show=${show}&sort=on`)
  const figures = async () => (await done('GET', `${path}/${bank}`)).figures

  const march = [
    '02/03/2026,CASH LODGEMENT ADA,,"50,000.00","150,000.00"',
    '05/03/2026,SMS CHARGE,52.50,,"149,947.50"',
    '09/03/2026,CHQ 0017,"20,000.00",,"129,947.50"',
    '10/03/2026,LODGEMENT BAYO AND CHIKE,,"7,000.00","136,947.50"',
  ]

  beforeAll(async () => {
    app = await sharedTestApp()
  })
  afterAll(() => app.stop())
  beforeEach(async () => {
    cooperative = await buildCooperative(app)
    bank = (await done('GET', path)).find(({ code }: { code: string }) => code === '1020').accountId
    await postJournals(app, cooperative, [
      { on: '2026-02-01', lines: [['1020', '3310', 100_000]] },
      { on: '2026-02-01', lines: [['1010', '3310', 9000]] },
      { on: '2026-03-01', lines: [['1020', '2410', 50_000]] },
      { on: '2026-03-06', lines: [['5710', '1020', 20_000]] },
      { on: '2026-03-09', lines: [['1020', '2410', 3000]] },
      { on: '2026-03-10', lines: [['1020', '2410', 4000]] },
      // Not on the statement yet: a lodgement of its last day, and a cheque that no one has presented.
      {
        on: '2026-03-10',
        lines: [
          ['1020', '1010', 9000],
          ['5710', '1020', 2500],
        ],
      },
    ])
  })

  test('a bank with other names for its columns is asked about once, and read by them from then on', async () => {
    const own = [
      'Value day,What it was,Sum (NGN),What is left',
      '02/03/2026,CASH LODGEMENT ADA,"50,000.00","150,000.00"',
      '09/03/2026,CHQ 0017,"-20,000.00","130,000.00"',
    ]
    const file = { name: 'own.csv', content: Buffer.from(own.join('\r\n')) }
    const post = (to: string, body?: object) =>
      app.call('POST', `${path}/${bank}/${to}`, { token: cooperative.token, file, ...(body && { body }) })
    const refused = await post('statements')
    expect([refused.status, refused.body.errors[0].message]).toEqual([
      422,
      expect.stringContaining('Choose which column is what'),
    ])
    const taken = async (body?: object) => {
      const { columns, missing } = dataOf(await post('statements/read', body))
      return [columns.map(({ heading, field }: Record<string, string>) => [heading, field]), missing]
    }
    expect(await taken()).toEqual([
      [
        ['Value day', null],
        ['What it was', null],
        ['Sum (NGN)', null],
        ['What is left', null],
      ],
      expect.stringContaining('This file has no column “Date”, “Narration”, “Debit” and “Credit”, “Balance”.'),
    ])

    const said = {
      on: 'Value day',
      narration: 'What it was',
      paidOut: null,
      paidIn: null,
      amount: 'Sum (NGN)',
      balance: 'What is left',
    }
    const wrong = async (body: object) =>
      (await ask('PUT', `${path}/${bank}/columns`, { ...said, ...body })).body.errors[0]
    expect(await wrong({ balance: 'value DAY' })).toMatchObject({ field: 'on', message: 'Choose each column once.' })
    expect(await wrong({ amount: null, paidIn: 'Sum (NGN)' })).toMatchObject({ field: 'amount' })
    expect(await wrong({ narration: '' })).toMatchObject({ field: 'narration' })
    expect(await done('PUT', `${path}/${bank}/columns`, said)).toEqual(said)
    const named = [
      ['Value day', 'on'],
      ['What it was', 'narration'],
      ['Sum (NGN)', 'amount'],
      ['What is left', 'balance'],
    ]
    expect(await taken()).toEqual([named, null])
    expect(dataOf(await post('statements'), 201)).toMatchObject({ added: 2, known: 0, proposed: 2 })

    // The bank's usual file is read as before, and another account knows nothing of it.
    expect(dataOf(await send(['10/03/2026,LODGEMENT,,"7,000.00","137,000.00"']), 201).added).toBe(1)
    const cash = (await done('GET', path)).find(({ code }: { code: string }) => code === '1010').accountId
    expect((await app.call('POST', `${path}/${cash}/statements`, { token: cooperative.token, file })).status).toBe(422)
  })

  test('is matched by amount and date, confirmed by a person, and reconciled to zero', async () => {
    expect(await done('GET', `${path}/${bank}`)).toMatchObject({
      name: 'Bank',
      asOf: null,
      figures: null,
      statements: [],
    })
    expect(dataOf(await send(march), 201)).toEqual({
      ...{ added: 4, known: 0, moved: 0, proposed: 3, leftOut: [] },
      ...{ opening: 100_000, closing: 136_947.5 },
    })
    const proposed = await lines('proposed')
    expect(
      proposed.map(
        ({ narration, match }: { narration: string; match: { confirmedBy: null; entries: { amount: number }[] } }) => [
          narration,
          match.confirmedBy,
          match.entries.map(({ amount }) => amount),
        ],
      ),
    ).toEqual([
      ['CASH LODGEMENT ADA', null, [50_000]],
      ['CHQ 0017', null, [-20_000]],
      // Two lodgements that the bank put into one line: nothing else that is open comes to it.
      ['LODGEMENT BAYO AND CHIKE', null, [3000, 4000]],
    ])
    expect(await done('POST', `${path}/${bank}/confirm`, { matchIds: [proposed[0].match.id] })).toEqual({
      confirmed: 1,
    })
    await done('POST', `${path}/${bank}/matches/${proposed[2].match.id}/undo`)
    expect(await done('POST', `${path}/${bank}/confirm`, {})).toEqual({ confirmed: 1 })
    expect((await lines('matched')).map(({ match }: { match: { confirmedBy: string } }) => match.confirmedBy)).toEqual([
      'Test Cooperative',
      'Test Cooperative',
    ])

    // The same by hand.
    const open = await lines('open')
    expect(open.map(({ amount }: { amount: number }) => amount)).toEqual([-52.5, 7000])
    const entries = await done('GET', `${path}/${bank}/entries?sort=amount`)
    expect(entries.map(({ amount }: { amount: number }) => amount)).toEqual([3000, 4000, 6500])
    const both = [entries[0].entryId, entries[1].entryId]
    expect(
      (await ask('POST', `${path}/${bank}/matches`, { lineIds: [open[1].id], entryIds: both.slice(0, 1) })).body,
    ).toMatchObject({
      status: 422,
      errors: [
        {
          field: 'entryIds',
          message: 'The lines come to ₦7,000.00 and the entries to ₦3,000.00. Choose both so that they agree.',
        },
      ],
    })
    await done('POST', `${path}/${bank}/matches`, { lineIds: [open[1].id], entryIds: both }, 201)
    expect((await ask('POST', `${path}/${bank}/matches`, { lineIds: [open[1].id], entryIds: both })).status).toBe(409)

    // 136,947.50 + 6,500 = 143,447.50; the books say 143,500, because the charge is not in them.
    expect(await figures()).toEqual({
      asOf: '2026-03-10',
      statement: 136_947.5,
      deposits: 6500,
      depositsCount: 1,
      payments: 0,
      paymentsCount: 0,
      expected: 143_447.5,
      books: 143_500,
      difference: 52.5,
      notInBooks: -52.5,
      notInBooksCount: 1,
      unexplained: 0,
    })
    await postJournals(app, cooperative, [{ on: '2026-03-05', lines: [['5310', '1020', 52.5]] }])
    expect(await done('POST', `${path}/${bank}/proposals`)).toEqual({ proposed: 1 })
    expect(await figures()).toMatchObject({
      expected: 143_447.5,
      books: 143_447.5,
      difference: 0,
      notInBooks: 0,
      unexplained: 0,
    })
    expect((await done('GET', path)).find(({ code }: { code: string }) => code === '1020')).toMatchObject({
      asOf: '2026-03-10',
      openLines: 0,
      proposals: 1,
    })
    expect(await app.checks()).toEqual([])
  })

  // Remedy: reconciliation_without_statement
  test('is printed once a statement of the account was read', async () => {
    const print = () => ask('GET', `${path}/${bank}/paper`)
    expect((await print()).body).toMatchObject({
      status: 409,
      message: 'Import a statement of this account first; then its reconciliation can be printed.',
    })
    dataOf(await send(march), 201)
    expect((await print()).status).toBe(200)
  })

  test('keeps each line once, from whatever file it comes', async () => {
    dataOf(await send(march), 201)
    const again = await send(march, { name: 'the same.csv' })
    expect([again.status, again.body.message]).toEqual([
      409,
      'Every line of this statement is here already. Nothing was added.',
    ])
    const later = [...march.slice(2), '12/03/2026,TRANSFER,,500,"137,447.50"']
    expect(dataOf(await send(later.toReversed()), 201)).toMatchObject({ added: 1, known: 2 })
    expect(
      (await done('GET', `${path}/${bank}`)).statements.map(
        ({ from, to, lines: count }: { from: string; to: string; lines: number }) => [from, to, count],
      ),
    ).toEqual([
      ['2026-03-09', '2026-03-12', 1],
      ['2026-03-02', '2026-03-10', 4],
    ])
    const both = await Promise.all([1, 2].map(() => send(['13/03/2026,TWICE AT ONCE,,1,"137,448.50"'])))
    expect(statusesOf(both)).toEqual([201, 409])
  })

  test('a match is taken back, and an entry that was undone waits for nothing', async () => {
    dataOf(await send(march), 201)
    const [{ match }] = await lines('proposed')
    expect((await ask('POST', `${path}/${bank}/matches/${match.id}/undo`)).status).toBe(200)
    expect((await ask('POST', `${path}/${bank}/matches/${match.id}/undo`)).status).toBe(404)
    expect((await lines('open')).map(({ amount }: { amount: number }) => amount)).toEqual([50_000, -52.5])
    const before = (await done('GET', `${path}/${bank}/entries`)).length
    const transaction = await done(
      'POST',
      '/financial/transactions',
      {
        type: 'journal',
        description: 'Slip',
        occurredOn: '2026-03-08',
        lines: [
          { accountId: bank, debit: 10, credit: 0 },
          { accountId: await codeOf('2410'), debit: 0, credit: 10 },
        ],
      },
      201,
    )
    expect(await done('GET', `${path}/${bank}/entries`)).toHaveLength(before + 1)
    await done('POST', `/financial/transactions/${transaction.id}/reverse`, { reason: 'A slip' })
    expect(await done('GET', `${path}/${bank}/entries`)).toHaveLength(before)
  })

  const codeOf = async (code: string): Promise<string> =>
    (await done('GET', '/financial/accounts?limit=100')).find((each: { code: string }) => each.code === code).id

  test.each([
    [
      'without its columns',
      'Who,What\nAda,5',
      'This file has no column “Date”, “Narration”, “Debit” and “Credit”, “Balance”.',
    ],
    [
      'with a row that cannot be read',
      'Date,Narration,Debit,Credit,Balance\n02/03/2026,A,,5,5\nsoon,B,,5,10\n03/03/2026,C,x,,10',
      'Row 3: the date could not be read.',
    ],
    [
      'whose balance does not follow',
      'Date,Narration,Debit,Credit,Balance\n02/03/2026,A,,5,5\n03/03/2026,B,,5,11',
      'The balance in row 3 does not follow: ₦5.00 and ₦5.00 come to ₦10.00, and the file has ₦11.00.',
    ],
    ['on which nothing moved', 'Date,Narration,Debit,Credit,Balance\n02/03/2026,Opening balance,,,5', 'no rows'],
  ])('refuses a file %s, and keeps nothing of it', async (_, content, sentence) => {
    const reply = await app.call('POST', `${path}/${bank}/statements`, {
      token: cooperative.token,
      file: { name: 'a.csv', content: Buffer.from(content) },
    })
    expect(reply.status).toBeGreaterThanOrEqual(400)
    expect(reply.status).toBeLessThan(500)
    expect(reply.body.message).toContain(sentence === 'no rows' ? '' : sentence)
    expect((await done('GET', `${path}/${bank}`)).statements).toEqual([])
  })

  // Remedy: bank_line_matched
  test('a line that is entered is matched in the same act, or waits with what was recorded until that is approved', async () => {
    dataOf(await send(march), 201)
    const counts = async () => {
      const { openLines, proposals, matched } = await done('GET', `${path}/${bank}`)
      return { openLines, proposals, matched }
    }
    const of = async (narration: string, show = 'open') =>
      (await lines(show)).find((line: { narration: string }) => line.narration.startsWith(narration))
    const accounts = await done('GET', '/financial/accounts?limit=100')
    const idOf = (code: string) => accounts.find((account: { code: string }) => account.code === code).id
    const charge = { type: 'expense', party: 'The bank', expenseAccountId: idOf('5310'), paidThrough: bank }
    const enter = (bankLineId: string, more: object) =>
      ask('POST', '/financial/transactions', { ...charge, occurredOn: '2026-03-05', bankLineId, ...more })
    expect(await counts()).toEqual({ openLines: 1, proposals: 3, matched: 0 })
    const sms = await of('SMS')
    // Another amount, or another account, is not this line.
    expect((await enter(sms.id, { amount: 52.4 })).body.errors).toEqual([
      { field: 'amount', message: expect.stringContaining('The bank’s line says ₦52.50.') },
    ])
    expect((await enter(sms.id, { amount: 52.5, paidThrough: idOf('1010') })).body.status).toBe(409)
    expect((await enter(sms.id, { amount: 52.5, type: 'income', incomeAccountId: idOf('4410') })).status).toBe(409)
    const { entryId } = dataOf(await enter(sms.id, { amount: 52.5 }), 201)
    expect(await counts()).toEqual({ openLines: 0, proposals: 3, matched: 1 })
    expect((await of('SMS', 'matched')).match).toMatchObject({
      confirmedBy: 'Test Cooperative',
      entries: [{ entryId }],
    })
    const inBooksOnly = async () =>
      (await done('GET', `${path}/${bank}/entries`)).map(({ amount }: { amount: number }) => amount)
    expect(await inBooksOnly()).not.toContain(-52.5)
    expect((await enter(sms.id, { amount: 52.5 })).body).toMatchObject({
      status: 409,
      message: 'This line is matched already. To enter it again, undo it under Matched first.',
    })
    const undo = async () => done('POST', `${path}/${bank}/matches/${(await of('SMS', 'matched')).match.id}/undo`)
    await undo()
    dataOf(await enter(sms.id, { amount: 52.5, anotherPayment: true }), 201)

    // Two officers for expenses: the line waits, is proposed as nothing else and entered by no one again.
    const second = await buildOfficer(app, cooperative, { firstName: 'Bisi' })
    const settings = await ask('PUT', '/financial/config', { withdrawalApprovals: 1, withdrawalApprovalsFrom: 1 })
    dataOf(await agreed(app, settings, second.token))
    dataOf(
      await send(['11/03/2026,RENT OF HALL,"1,000.00",,"135,947.50"', '12/03/2026,COT,10.00,,"135,937.50"'], {
        name: 'more.csv',
      }),
      201,
    )
    const rent = await of('RENT')
    const asked = dataOf(await enter(rent.id, { amount: 1000, occurredOn: '2026-03-11' }), 201)
    expect(asked).toMatchObject({ status: 'pending', entryId: null })
    expect(await of('RENT')).toMatchObject({
      waiting: { transactionId: asked.id, by: 'Test Cooperative' },
      suggestions: [],
    })
    expect((await enter(rent.id, { amount: 1000 })).status).toBe(409)
    await postJournals(app, cooperative, [{ on: '2026-03-11', lines: [['5710', '1020', 1000]] }])
    expect(await done('POST', `${path}/${bank}/proposals`)).toEqual({ proposed: 0 })
    const before = await counts()
    dataOf(await app.call('POST', `/financial/transactions/${asked.id}/approve`, { token: second.token, body: {} }))
    expect(await counts()).toEqual({ ...before, openLines: before.openLines - 1, matched: before.matched + 1 })
    expect((await of('RENT', 'matched')).match.entries).toMatchObject([{ amount: -1000 }])

    // Turned down, the line is open again and can be entered again.
    const cot = await of('COT')
    const turned = dataOf(await enter(cot.id, { amount: 10, occurredOn: '2026-03-12' }), 201)
    await app.call('POST', `/financial/transactions/${turned.id}/reject`, {
      token: second.token,
      body: { reason: 'Not ours' },
    })
    expect((await of('COT')).waiting).toBeNull()
    dataOf(await enter(cot.id, { amount: 10, occurredOn: '2026-03-12' }), 201)
    expect((await of('COT')).waiting).not.toBeNull()
    expect(await app.checks()).toEqual([])
  })

  test('is of cash and bank alone, and of one cooperative', async () => {
    expect((await send(march, { to: await codeOf('2410') })).status).toBe(404)
    dataOf(await send(march), 201)
    const other = await buildCooperative(app)
    for (const [method, url, body] of [
      ['GET', ''],
      ['GET', '/lines'],
      ['GET', '/entries'],
      ['POST', '/proposals'],
      ['POST', '/confirm', {}],
    ] as const) {
      expect((await ask(method, `${path}/${bank}${url}`, body, other.token)).status, url).toBe(404)
    }
  })
})
