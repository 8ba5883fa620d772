import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listOwnAuditEvents } from '#features/access/audit-trail/contract.ts'
import {
  getReconciliation,
  listBankLines,
  listBankAccounts,
  listStatementCorrections,
  readStatement,
  reopenLine,
  saveStatementHeadings,
  setLineAside,
  statementLinesMax,
  undoMatch,
  uploadStatement,
} from '#features/accounting/reconciliation/contract.ts'
import { recordLines } from '#features/accounting/reconciliation/recorded-lines.ts'
import { listAccounts } from '#features/accounting/books/books-closing.ts'
import { updateBankAccount } from '#features/accounting/bank-accounts/contract.ts'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import { buildCooperative } from '#dev/testing/builders.ts'
import { type Client, clientOf } from '#dev/testing/client.ts'
import { atSize } from '#dev/testing/size.ts'

const heading = 'Date,Narration,Debit,Credit,Balance'
const file = (rows: string[], name = 'march.csv', above: string[] = []) => ({
  name,
  content: Buffer.from([...above, heading, ...rows].join('\r\n')),
})

describe('a statement before it is stored', () => {
  let app: TestApp
  let officer: Client
  let token: string
  let accountId: string

  const statements = async () => (await officer(getReconciliation, { accountId })).statements

  beforeAll(async () => {
    app = await sharedTestApp()
  })
  afterAll(() => app.stop())
  beforeEach(async () => {
    ;({ token } = await buildCooperative(app))
    officer = clientOf(app, token)
    accountId = (await officer(listBankAccounts)).find(({ code }) => code === '1020')?.accountId ?? ''
  })

  const march = [
    '02/03/2026,LODGEMENT ADA,,"50,000.00","150,000.00"',
    '05/03/2026,SMS CHARGE,52.50,,"149,947.50"',
    '09/03/2026,CHQ 0017,"20,000.00",,"129,947.50"',
    ',TOTAL,"20,052.50","50,000.00",',
  ]

  const ofx = (lines: [on: string, amount: string, reference?: string][], closing: string) => ({
    name: 'march.ofx',
    content: Buffer.from(
      `OFXHEADER:100\n\n<OFX><STMTRS><BANKTRANLIST>${lines
        .map(
          ([on, amount, reference]) =>
            `<STMTTRN><DTPOSTED>${on}<TRNAMT>${amount}${reference ? `<FITID>${reference}` : ''}<NAME>TRF</STMTTRN>`,
        )
        .join('')}</BANKTRANLIST><LEDGERBAL><BALAMT>${closing}</LEDGERBAL></STMTRS></OFX>`,
    ),
  })

  test('brings no line twice that came in another format and another order, or whose reference says so', async () => {
    const rows = [
      '02/03/2026,LODGEMENT ADA,,50,150',
      '02/03/2026,SMS CHARGE,20,,130',
      '03/03/2026,LODGEMENT BOLA,,5,135',
    ]
    await officer(uploadStatement, { accountId }, file(rows))
    const inOfx = ofx([['20260302', '-20'], ['20260302', '50'], ['20260303', '5'], ['20260303', '7']], '142') // prettier-ignore
    expect(await officer(readStatement, { accountId }, inOfx)).toMatchObject({ lines: 4, known: 3, before: null })
    expect(await officer(uploadStatement, { accountId }, inOfx)).toMatchObject({ added: 1, known: 3 })
    const whole = [...rows, '03/03/2026,LODGEMENT EMEKA,,7,142', '04/03/2026,CHQ,2,,140']
    expect(await officer(uploadStatement, { accountId }, file(whole))).toMatchObject({ added: 1, known: 4 })

    // By the bank's references: a day that comes to zero, a repeat that is in no other file, a day that was read at noon.
    const [paid, back] = ['02/04/2026,TRF ADA,,500,600,NIP-2001', '02/04/2026,RVSL TRF ADA,500,,100,NIP-2002']
    const csv = (...rows: string[]) => ({
      name: 'day.csv',
      content: Buffer.from([`${heading},Transaction Reference`, ...rows].join('\r\n')),
    })
    const upload = (of: ReturnType<typeof csv>) => officer(uploadStatement, { accountId }, of)
    expect(await upload(csv(paid, back))).toMatchObject({ added: 2 })
    const evening = csv(paid, back, '02/04/2026,DUES,,20,120,NIP-2004')
    expect(await officer(readStatement, { accountId }, evening)).toMatchObject({ known: 2, rowsWithProblems: 0 })
    expect(await upload(evening)).toMatchObject({ added: 1, known: 2 })
    expect(await upload(csv('05/04/2026,TRF ADA,,7,127,NIP-2005'))).toMatchObject({ added: 1 })
    // Alone it is the same, whatever its reference; with what took the first back it is another.
    const again = '05/04/2026,TRF ADA,,7,127,NIP-2006'
    const asked = await officer.refused(uploadStatement, { accountId }, csv(again))
    expect(asked.message).toBe('Every line of this statement is here already. Nothing was added.')
    const back7 = '05/04/2026,RVSL TRF ADA,7,,120,NIP-2007'
    const whole7 = csv('05/04/2026,TRF ADA,,7,127,NIP-2005', back7, again)
    expect(await upload(whole7)).toMatchObject({ added: 2, known: 1 })
    expect(await officer.refused(uploadStatement, { accountId }, csv(paid))).toMatchObject({
      message: 'Every line of this statement is here already. Nothing was added.',
    })
    const noon = ofx([['20260410', '-9', 'F-31'], ['20260410', '9', 'F-32']], '127') // prettier-ignore
    expect(await upload(noon)).toMatchObject({ added: 2 })
    const night = ofx([['20260410', '4', 'F-33'], ['20260410', '9', 'F-32'], ['20260410', '-9', 'F-31']], '131') // prettier-ignore
    expect(await upload(night)).toMatchObject({ added: 1, known: 2 })
  })

  test('takes a line that repeats one that was taken back for another, and asks where it may be either', async () => {
    const [before, paid, back, again, after] = [
      '01/03/2026,LODGEMENT,,100,100',
      '02/03/2026,TRF ADA,,500,600',
      '02/03/2026,RVSL TRF ADA,500,,100',
      '02/03/2026,TRF ADA,,500,600',
      '03/03/2026,CHARGE,1,,599',
    ]
    await officer(uploadStatement, { accountId }, file([paid, back]))
    // Alone it may be the one of before.
    const sentence =
      'Row 2 may be a line that is here already, or another of the same day and amount: this file does not show which. Choose one of the two, or download the statement from a day before 02 Mar 2026 to a day after it, and read that.'
    expect(await officer(readStatement, { accountId }, file([again]))).toMatchObject({
      rows: [{ row: 2, doubt: { stored: [], answer: null }, problems: [{ column: null, message: sentence }] }],
      rowsWithProblems: 1,
    })
    expect(await officer(readStatement, { accountId, known: [{ row: 2, line: null }] }, file([again]))).toMatchObject({
      ...{ known: 1, rowsWithProblems: 0, rows: [{ row: 2, doubt: { answer: 'known' } }] },
    })
    expect(await officer(readStatement, { accountId, fresh: [{ row: 2, line: null }] }, file([again]))).toMatchObject({
      ...{ known: 0, rowsWithProblems: 0, rows: [{ row: 2, doubt: { answer: 'fresh' } }] },
    })
    expect(await officer.refused(uploadStatement, { accountId }, file([again]))).toMatchObject({
      ...{ status: 409, fields: ['known'] },
      message: sentence,
    })
    expect(await statements()).toHaveLength(1)
    // With the next day it is the last of its own.
    expect(await officer(uploadStatement, { accountId }, file([again, after]))).toMatchObject({ added: 2, known: 0 })
    const whole = file([before, paid, back, again, after])
    expect(await officer(uploadStatement, { accountId }, whole)).toMatchObject({ added: 1, known: 4 })
  })

  // Remedy: statement_line_moved
  test('with a line that the bank has moved to another day is asked about, stored as it is said, and understood from then on', async () => {
    const rows = (day: string) => ['01/03/2026,DUES ADA,,50,150', `${day}/03/2026,TRF BOLA,,30,180`, '06/03/2026,FEE,5,,175'] // prettier-ignore
    const later = [...rows('04'), '07/03/2026,TRF BOLA,,30,205']
    const sentence =
      'Row 3 of 04 Mar 2026 may be a line that is here already: ₦30.00 of 03 Mar 2026, TRF BOLA. This file no longer has it on that day. Choose whether the bank moved it or this is another line.'
    const lines = async () => {
      const found = await officer(listBankLines, { accountId, sort: 'on' })
      return found.map(({ on, amount, id }) => ({ on, amount, id }))
    }
    const begin = async () => {
      ;({ token } = await buildCooperative(app))
      officer = clientOf(app, token)
      accountId = (await officer(listBankAccounts)).find(({ code }) => code === '1020')?.accountId ?? ''
      await officer(uploadStatement, { accountId }, file(rows('03')))
      expect(await officer(readStatement, { accountId }, file(rows('04')))).toMatchObject({
        ...{ rowsWithProblems: 1, known: 2, moved: 0 },
        rows: [{ row: 3, doubt: { stored: [{ on: '2026-03-03', amount: 30 }], answer: null }, problems: [{ message: sentence }] }], // prettier-ignore
      })
      expect(await officer.refused(uploadStatement, { accountId }, file(rows('04')))).toMatchObject({
        ...{ status: 409, fields: ['known'], message: sentence },
      })
      return (await lines())[1]?.id
    }
    const corrections = async () => {
      const [statement] = await statements()
      return officer(listStatementCorrections, { accountId, statementId: statement?.id ?? '' })
    }
    const moved = await begin()
    const same = { accountId, known: [{ row: 3, line: moved ?? '' }] }
    expect(await officer(readStatement, same, file(rows('04')))).toMatchObject({ known: 3, moved: 1, lines: 3 })
    // What fits no question is used for nothing, and is told.
    const [first] = await lines()
    const wrong = { accountId, known: [...same.known, { row: 3, line: first?.id ?? '' }] }
    expect(await officer(readStatement, wrong, file(rows('04')))).toMatchObject({
      ...{ known: 3, moved: 1, unused: [wrong.known[1]] },
    })
    expect(await officer.refused(uploadStatement, wrong, file(rows('04')))).toMatchObject({
      ...{ status: 409, fields: ['known'] },
      message:
        'What was chosen for row 3 no longer applies: it is not asked any more whether the row is that line. Nothing was added. Look at the file again and choose once more where it asks.',
    })
    // Alone it is enough to be stored, and the line keeps what it was matched with.
    expect(await officer(uploadStatement, same, file(rows('04'), 'moved.csv'))).toMatchObject({
      ...{ added: 0, known: 3, moved: 1 },
    })
    expect((await lines())[1]).toEqual({ on: '2026-03-04', amount: 30, id: moved })
    expect((await statements()).map((each) => [each.fileName, each.lines])).toEqual([['moved.csv', 1], ['march.csv', 2]]) // prettier-ignore
    expect(await corrections()).toMatchObject([{ row: 3, kind: 'moved', was: '₦30.00 of 03 Mar 2026, TRF BOLA' }])
    expect(await officer(uploadStatement, { accountId }, file(later))).toMatchObject({ added: 1, known: 3, moved: 0 })
    expect((await officer.refused(uploadStatement, { accountId }, file(later))).message).toContain('is here already')
    expect(await app.checks()).toEqual([])

    const another = await begin()
    expect(
      await officer(uploadStatement, { accountId, fresh: [{ row: 3, line: another ?? '' }] }, file(rows('04'))),
    ).toMatchObject({ added: 1 })
    expect(await corrections()).toMatchObject([{ row: 3, kind: 'another' }])
    expect((await lines()).map(({ on }) => on)).toEqual(['2026-03-01', '2026-03-03', '2026-03-04', '2026-03-06'])
    expect(await officer(uploadStatement, { accountId }, file(later))).toMatchObject({ added: 1, known: 3, moved: 0 })
    // Lines that are missing from days that a file has are named.
    const without = ['01/03/2026,DUES ADA,,50,150', '06/03/2026,FEE,5,,145', '08/03/2026,DUES,,1,146']
    expect(await officer(readStatement, { accountId }, file(without))).toMatchObject({
      ...{ rowsWithProblems: 0, absent: { lines: 2, on: '2026-03-04', amount: 30, narration: 'TRF BOLA' } },
    })
    // What the bank has taken back is told once, and is no open line any more where an officer sets it aside.
    await officer(uploadStatement, { accountId }, file(without, 'without.csv'))
    expect(
      (await officer(readStatement, { accountId }, file([...without, '09/03/2026,DUES,,1,147']))).absent,
    ).toBeNull()
    const show = (which: 'open' | 'aside') => officer(listBankLines, { accountId, show: which, sort: 'on' })
    const gone = (await show('open')).filter(({ missingFrom }) => missingFrom?.fileName === 'without.csv')
    expect(gone.map(({ on }) => on)).toEqual(['2026-03-04', '2026-03-07'])
    const figures = async () => {
      const { openLines, setAside, figures: found } = await officer(getReconciliation, { accountId })
      return [openLines, setAside, found?.notInBooks]
    }
    expect(await figures()).toEqual([6, 0, 136])
    const [dues] = await show('open')
    expect(await officer.refused(setLineAside, { accountId, lineId: dues?.id ?? '' })).toMatchObject({
      ...{ status: 409, fields: ['lineId'] },
      message:
        'Every statement of 01 Mar 2026 that was read has this line. Import a bank statement that no longer has it, with the days before and after, and then set it aside.',
    })
    const lineId = gone[0]?.id ?? ''
    const targetId = (await officer(listAccounts)).find(({ code }) => code === '4410')?.id ?? ''
    const record = { accountId, lineIds: [lineId], as: 'income' as const, targetId, party: 'The bank' }
    await officer(recordLines, record)
    expect((await officer.refused(setLineAside, { accountId, lineId })).status).toBe(409)
    const [matched] = await officer(listBankLines, { accountId, show: 'matched' })
    expect(matched).toMatchObject({ id: lineId, missingFrom: { fileName: 'without.csv' } })
    await officer(undoMatch, { accountId, matchId: matched?.match?.id ?? '' })
    await officer(setLineAside, { accountId, lineId })
    expect(await figures()).toEqual([5, 1, 106])
    expect(await show('aside')).toMatchObject([{ id: lineId, setAside: { by: 'Test Cooperative' } }])
    expect((await officer.refused(recordLines, record)).message).toBe(
      'This line is set aside, because the bank has taken it back. Under “Set aside”, choose “Open again” to record it.',
    )
    await officer(reopenLine, { accountId, lineId })
    expect(await figures()).toEqual([6, 0, 136])
    await officer(setLineAside, { accountId, lineId })
    // A file that has it again opens it.
    const again = ['01/03/2026,DUES ADA,,50,150', '04/03/2026,TRF BOLA,,30,180', '06/03/2026,FEE,5,,175', '08/03/2026,DUES,,1,176', '09/03/2026,X,,1,177'] // prettier-ignore
    expect(await officer(uploadStatement, { accountId }, file(again, 'again.csv'))).toMatchObject({ added: 1 })
    expect(await show('aside')).toEqual([])
    const opened = await officer(listBankLines, { accountId })
    expect(opened.find(({ id }) => id === lineId)).toMatchObject({ missingFrom: null, setAside: null })
    const trail = await officer(listOwnAuditEvents)
    expect(trail.flatMap(({ parameters }) => parameters ?? []).join()).toContain('row 3 another line')
    expect(trail.filter(({ says }) => says === 'Set a line of the bank statement aside')).toMatchObject([{ parameters: 'line: ₦30.00 of 04 Mar 2026, TRF BOLA' }, {}]) // prettier-ignore
    expect(await app.checks()).toEqual([])
  })

  test('that only lacks a line, or only has one again that was set aside, is stored and changes nothing else', async () => {
    const rows = ['01/10/2026,A,,100,100', '10/10/2026,X,,50,150', '12/10/2026,B,,7,157', '31/10/2026,C,,9,166']
    await officer(uploadStatement, { accountId }, file(rows))
    const [first, , ...rest] = rows
    const without = [first ?? '', '12/10/2026,B,,7,107', '31/10/2026,C,,9,116']
    const [x] = (await officer(listBankLines, { accountId, sort: 'on' })).filter(({ narration }) => narration === 'X')
    const lineId = x?.id ?? ''
    expect(rest).toHaveLength(2)
    // Of the last day only a part may be in the file: what is asked of it is here already.
    const answered = async (content: string[]) => {
      const { rows: asked } = await officer(readStatement, { accountId }, file(content))
      return {
        accountId,
        known: asked.flatMap(({ row, doubt }) => (doubt ? { row, line: doubt.stored[0]?.id ?? null } : [])),
      }
    }
    const asWithout = await answered(without)
    expect(await officer(readStatement, asWithout, file(without))).toMatchObject({
      ...{ lines: 3, known: 3, back: 0, rowsWithProblems: 0, absent: { lines: 1, narration: 'X' } },
    })
    expect(await officer(uploadStatement, asWithout, file(without, 'without.csv'))).toMatchObject({ added: 0 })
    await officer(setLineAside, { accountId, lineId })
    const again = await officer.refused(uploadStatement, await answered(without), file(without))
    expect(again.message).toContain('is here already')
    const asWhole = await answered(rows)
    expect(await officer(readStatement, asWhole, file(rows))).toMatchObject({ known: 4, back: 1, absent: null })
    expect(await officer(uploadStatement, asWhole, file(rows, 'again.csv'))).toMatchObject({ added: 0 })
    const open = await officer(listBankLines, { accountId, show: 'open' })
    expect(open.map(({ narration }) => narration).toSorted()).toEqual(['A', 'B', 'C', 'X'])
    expect((await officer.refused(uploadStatement, await answered(rows), file(rows))).message).toContain(
      'is here already',
    )
    expect(await app.checks()).toEqual([])
  })

  test('with more rows to look at than are shown has those that wait for an answer among them', async () => {
    const wrong = Array.from({ length: 60 }, (_, n) => `02/03/2026,DUES ${n},,x,${101 + n}`)
    const cells = wrong.slice(0, 55).map((_, n) => ({ row: n + 2, column: 3, value: '1' }))
    const found = await officer(readStatement, { accountId, cells }, file(wrong))
    expect(found).toMatchObject({ rowsWithProblems: 5 })
    expect(found.rows).toHaveLength(50)
    const waiting = found.rows.filter(({ problems }) => problems.length > 0).map(({ row }) => row)
    expect(waiting).toEqual([57, 58, 59, 60, 61])
  })

  // Remedy: statement_of_other_account
  test('of another account than that of the earliest statement, or of the number that is entered, is refused in each format, until that is corrected', async () => {
    // Where none is entered, the number of the account is that of the earliest statement.
    const of = (number: string, row: string) => file([row], 'march.csv', [`Account Number:,${number},,,`])
    const read = (given: ReturnType<typeof of>) => officer(readStatement, { accountId }, given)
    const earliest = of('0123456789', '02/03/2026,DUES,,50,150')
    expect((await read(earliest)).accountNumber).toBe('0123456789')
    // Nothing is kept of what was only looked at.
    const other = of('9876543210', '03/03/2026,DUES,,50,200')
    expect((await read(other)).accountNumber).toBe('9876543210')
    expect(await officer(uploadStatement, { accountId }, earliest)).toMatchObject({ added: 1 })
    const refused = {
      status: 409,
      message:
        'This file is of account 9876543210, and the first statement of this bank account was of 0123456789. Choose the account whose statement it is, or enter its number under Configuration, Bank accounts.',
    }
    expect(await officer.refused(readStatement, { accountId }, other)).toMatchObject(refused)
    expect(await officer.refused(uploadStatement, { accountId }, other)).toMatchObject(refused)
    expect((await read(of('0123456789', '03/03/2026,DUES,,50,200'))).accountNumber).toBeNull()

    const details = { bank: 'GTBank', accountName: 'Test Cooperative', shownToMembers: false }
    await officer(updateBankAccount, { accountId, ...details, accountNumber: '0123456789' })
    const formats = (number: string) => [
      file(['02/03/2026,DUES,,50,150'], 'march.csv', [`Account Number:,${number},,,`]),
      file(['02/03/2026,DUES,,50,150'], 'titled.csv', [`STATEMENT OF A/C NO ${number},,,,`]),
      {
        name: 'march.ofx',
        content: Buffer.from(
          `OFXHEADER:100\n<OFX><STMTRS><BANKACCTFROM><BANKID>058<ACCTID>${number}</BANKACCTFROM><BANKTRANLIST><STMTTRN><DTPOSTED>20260302<TRNAMT>50<NAME>DUES</STMTTRN></BANKTRANLIST><LEDGERBAL><BALAMT>150</LEDGERBAL></STMTRS></OFX>`,
        ),
      },
      {
        name: 'march.sta',
        content: Buffer.from(
          [
            ':20:S',
            `:25:${number}/NGN`,
            ':60F:C260301NGN100,00',
            ':61:260302C50,00NTRFX',
            ':62F:C260302NGN150,00',
          ].join('\r\n'),
        ),
      },
      {
        name: 'march.xml',
        content: Buffer.from(
          `<?xml version="1.0"?><Document><BkToCstmrStmt><Stmt><Acct><Id><Othr><Id>${number}</Id></Othr></Id></Acct><Bal><Cd>OPBD</Cd><Amt>100.00</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal><Ntry><Amt>50.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><BookgDt><Dt>2026-03-02</Dt></BookgDt></Ntry><Bal><Cd>CLBD</Cd><Amt>150.00</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal></Stmt></BkToCstmrStmt></Document>`,
        ),
      },
    ]
    for (const of of formats('9876543210')) {
      const refusedToo = {
        status: 409,
        message:
          'This file is of account 9876543210, and this bank account has the number 0123456789. Choose the account whose statement it is, or correct the number under Configuration, Bank accounts.',
      }
      expect(await officer.refused(readStatement, { accountId }, of)).toMatchObject(refusedToo)
      expect(await officer.refused(uploadStatement, { accountId }, of)).toMatchObject(refusedToo)
    }
    for (const of of formats('0123456789'))
      expect(await officer(readStatement, { accountId }, of)).toMatchObject({ lines: 1, closing: 150 })
    await officer(updateBankAccount, { accountId, ...details, accountNumber: '9876543210' })
    for (const of of formats('9876543210'))
      expect(await officer(readStatement, { accountId }, of)).toMatchObject({ lines: 1 })
  })

  // Remedy: statement_line_order_unclear
  test('of a line and its reversal, the newest on top, begins with what the account held before, or is asked about', async () => {
    const day = file(['03/03/2026,TRF OUT,500,,100', '03/03/2026,TRF,,500,600'], 'day.csv')
    const read = await officer(readStatement, { accountId }, day)
    expect(read).toMatchObject({ lineOrders: { oldest: 600, newest: 100 }, rowsWithProblems: 0 })
    expect(await officer.refused(uploadStatement, { accountId }, day)).toMatchObject({
      ...{ status: 422, fields: ['lineOrder'] },
      message:
        'The balances of this file fit both ways: with the oldest line of a day on top it begins with ₦600.00, with the newest on top with ₦100.00. Choose “Oldest on top” or “Newest on top”, or read the statement that ends before it.',
    })
    expect(await officer(readStatement, { accountId, lineOrder: 'newest' }, day)).toMatchObject({
      ...{ lineOrders: null, opening: 100, closing: 100 },
    })
    await officer(uploadStatement, { accountId }, file(['02/03/2026,OLD,,100,100'], 'before.csv'))
    expect(await officer(readStatement, { accountId }, day)).toMatchObject({
      lineOrders: null,
      opening: 100,
      before: null,
    })
    expect(await officer(uploadStatement, { accountId }, day)).toMatchObject({ added: 2, opening: 100, closing: 100 })
  })

  test('is shown with what it comes to, and nothing of it is kept', async () => {
    expect(await officer(readStatement, { accountId }, file(march))).toMatchObject({
      ...{ missing: null, asksOrder: false, lines: 3, known: 0, from: '2026-03-02', to: '2026-03-09', pages: 1 },
      ...{ opening: 100_000, moneyIn: 50_000, moneyOut: 20_052.5, closing: 129_947.5, before: null },
      page: [{ row: 2, isKnown: false, amount: 50_000 }, { row: 3 }, { row: 4 }],
      ...{ rows: [], rowsWithProblems: 0, rowsLeftOut: 1 },
      leftOut: [{ row: 5, why: 'total', text: 'TOTAL · 20,052.50 · 50,000.00' }],
    })
    expect(await statements()).toEqual([])
    const trail = await officer(listOwnAuditEvents)
    expect(trail.filter(({ says }) => says.includes('statement'))).toEqual([])

    // With all that is needed, the file alone is enough.
    expect(await officer(uploadStatement, { accountId }, file(march))).toMatchObject({ added: 3, known: 0 })
    expect(await officer(readStatement, { accountId }, file(march))).toMatchObject({ lines: 3, known: 3, before: null })
  })

  test('names each row that can’t be read, and is stored with what was corrected and left out', async () => {
    const rows = [...march, '10/03/2026,FEE,10,x,y', ',Total savings of Bayo,,"1,000.00","130,947.50"']
    const seen = await officer(readStatement, { accountId }, file(rows))
    expect(seen).toMatchObject({ rowsWithProblems: 1, lines: 3 })
    expect(seen.rows).toMatchObject([
      {
        row: 6,
        cells: ['10/03/2026', 'FEE', '10', 'x', 'y'],
        problems: [
          { column: 3, message: 'Row 6: the amount could not be read.' },
          { column: 4, message: 'Row 6: the balance could not be read.' },
        ],
      },
    ])
    expect(seen.leftOut.map(({ row, why }) => [row, why])).toEqual([
      [5, 'total'],
      [7, 'total'],
    ])
    const leaveOut = [6]
    const taken = await officer(readStatement, { accountId, leaveOut, takeBack: [7] }, file(rows))
    expect(taken.rows).toMatchObject([{ row: 7, problems: [{ column: 0 }] }])
    const corrections = { leaveOut, takeBack: [7], cells: [{ row: 7, column: 0, value: '11/03/2026' }] }
    const whole = await officer(readStatement, { accountId, ...corrections }, file(rows))
    expect(whole).toMatchObject({ lines: 4, rowsWithProblems: 0, closing: 130_947.5 })
    expect(whole.rows).toMatchObject([{ row: 7, problems: [], was: [{ column: 0, text: '' }] }])
    expect(whole.leftOut[1]).toMatchObject({ row: 6, why: null })

    const { lines, opening, closing } = whole
    const shown = { lines, opening, closing }
    const store = { accountId, ...corrections, shown }
    const otherwise = await officer.refused(uploadStatement, { ...store, shown: { ...shown, closing: 1 } }, file(rows))
    expect(otherwise).toMatchObject({ status: 409, fields: ['shown'] })
    expect(otherwise.message).toContain('4 lines from ₦100,000.00 to ₦130,947.50, which is not what you were shown')
    expect(await statements()).toEqual([])
    expect(await officer(uploadStatement, store, file(rows))).toMatchObject({ added: 4, closing: 130_947.5 })
    const [stored] = await statements()
    expect(stored).toMatchObject({ fileName: 'march.csv', lines: 4, corrections: 2 })
    const statementId = stored?.id ?? ''
    expect(await officer(listStatementCorrections, { accountId, statementId })).toEqual([
      { row: 6, kind: 'left_out', heading: null, was: '10/03/2026 · FEE · 10 · x · y', became: null },
      { row: 7, kind: 'cell', heading: 'Date', was: '', became: '11/03/2026' },
    ])
    const trail = await officer(listOwnAuditEvents)
    expect(trail.find(({ says }) => says === 'Uploaded a bank statement')?.parameters).toContain(
      'file: march.csv, corrected: row 6 left out: 10/03/2026 · FEE · 10 · x · y; row 7, Date: empty → 11/03/2026',
    )
    const stranger = clientOf(app, (await buildCooperative(app)).token)
    expect(await stranger.refused(listStatementCorrections, { accountId, statementId })).toMatchObject({ status: 404 })
    expect(await app.checks()).toEqual([])
  })

  test('says where it does not begin with what the one before ended with', async () => {
    await officer(uploadStatement, { accountId }, file(march))
    const begins = async (...rows: string[]) => (await officer(readStatement, { accountId }, file(rows))).before
    const before = { to: '2026-03-09', closing: 129_947.5 }
    expect(await begins('12/03/2026,NEXT,,50,"129,997.50"')).toBeNull()
    expect(await begins('12/03/2026,NEXT,,50,"130,997.50"')).toEqual(before)
    // It may begin within the other as long as its first line is known.
    expect(await begins(march[2] ?? '', '12/03/2026,NEXT,,50,"129,997.50"')).toBeNull()
    expect(await begins('06/03/2026,OTHER,,50,"1,000.00"')).toEqual(before)
    expect(await begins('01/02/2026,EARLIER,,50,"50.00"')).toBeNull()
  })

  // Remedy: statement_months_first
  test('asks for the order of its dates, and remembers it with its columns once it is stored', async () => {
    const months = file(['03/21/2026,IN,,10,10', '03/22/2026,IN,,10,20'])
    expect(await officer(readStatement, { accountId }, months)).toMatchObject({
      ...{ asksOrder: true, dayOrder: 'month', from: '2026-03-21', rowsWithProblems: 0 },
    })
    expect((await officer.refused(uploadStatement, { accountId }, months)).message).toContain('Choose “Month first”')
    const columns = {
      ...{ on: 'Date', narration: 'Narration', paidOut: 'Debit', paidIn: 'Credit', amount: null, balance: 'Balance' },
      dayOrder: 'month' as const,
    }
    expect(await officer(readStatement, { accountId, columns }, months)).toMatchObject({ asksOrder: false, lines: 2 })
    await officer(uploadStatement, { accountId, columns }, months)
    const next = file(['04/21/2026,IN,,10,30'])
    expect(await officer(readStatement, { accountId }, next)).toMatchObject({ asksOrder: false, from: '2026-04-21' })
    // A later file with the day first is read so where it goes on from what is stored or has lines of it; else it is asked about.
    await officer(
      uploadStatement,
      { accountId },
      file(['04/01/2026,IN,,10,30', '04/05/2026,IN,,10,40', '04/30/2026,IN,,10,50']),
    )
    const both = (rows: string[]) => officer(readStatement, { accountId }, file(rows))
    expect(await both(['04/05/2026,IN,,10,60', '05/05/2026,IN,,10,70'])).toMatchObject({
      ...{ asksOrder: false, dayOrder: 'day', from: '2026-05-04' },
    })
    expect(await both(['04/05/2026,IN,,10,40', '04/06/2026,IN,,10,50'])).toMatchObject({
      ...{ asksOrder: false, dayOrder: 'month', from: '2026-04-05', known: 1 },
    })
    expect(await both(['04/05/2026,IN,,10,960', '05/05/2026,IN,,10,970'])).toMatchObject({
      ...{ asksOrder: true, dayOrder: 'day', from: '2026-05-04' },
    })
    expect((await officer.refused(uploadStatement, { accountId }, file(['04/05/2026,IN,,10,960']))).message).toContain(
      'make sense both ways',
    )
    await officer(saveStatementHeadings, { accountId, ...columns, dayOrder: 'day' })
    expect(await officer(readStatement, { accountId }, next)).toMatchObject({ asksOrder: true })
  })

  // Remedy: statement_figures_differ
  test('with another closing balance in its details is shown with both, and stored once a person says that every line is here', async () => {
    const stated = file(march, 'march.csv', ['Closing Balance:,"139,947.50",,,'])
    const difference = { row: 1, kind: 'closing', said: 139_947.5, read: 129_947.5 }
    expect((await officer(readStatement, { accountId }, stated)).differences).toEqual([
      { ...difference, isAccepted: false },
    ])
    expect(await officer.refused(uploadStatement, { accountId }, stated)).toMatchObject({
      ...{ status: 422, fields: ['differ'] },
      message:
        'Row 1 says closing balance ₦139,947.50, and the lines of this file come to ₦129,947.50: lines may be missing. Download the statement again with every line of its days, or choose “Every line is here”.',
    })
    const complete = { accountId, differ: [1] }
    expect((await officer(readStatement, complete, stated)).differences).toEqual([{ ...difference, isAccepted: true }])
    expect(await officer(uploadStatement, complete, stated)).toMatchObject({ added: 3 })
    const [statement] = await statements()
    expect(await officer(listStatementCorrections, { accountId, statementId: statement?.id ?? '' })).toMatchObject([
      { row: 1, kind: 'figure', was: 'closing balance ₦139,947.50, lines ₦129,947.50' },
    ])
  })

  test('a correction that is not well formed is refused by its field', async () => {
    const refused = async (body: object | string) => {
      const form = new FormData()
      form.append('body', typeof body === 'string' ? body : JSON.stringify(body))
      form.append('file', new Blob([new Uint8Array(file(march).content)]), 'march.csv')
      const url = `${app.url}/financial/reconciliation/${accountId}/statements/read`
      const reply = await fetch(url, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: form })
      const { errors } = (await reply.json()) as { errors: { field: string }[] }
      return [reply.status, ...errors.map(({ field }) => field)]
    }
    expect(await refused('{')).toEqual([422, 'body'])
    expect(await refused(JSON.stringify({ leaveOut: 'x'.repeat(3 * 1024 * 1024) }))).toEqual([422, 'body'])
    expect(await refused({ leaveOut: 5 })).toEqual([422, 'leaveOut'])
    expect(await refused({ leaveOut: Array.from({ length: 201 }, (_, row) => row) })).toEqual([422, 'leaveOut'])
    expect(await refused({ skip: [2] })).toEqual([422, 'skip'])
    expect(await refused({ leaveOut: [99] })).toEqual([422, 'leaveOut'])
  })

  test('the longest is read and shown within five seconds, one page of it', async ({ task }) => {
    const whole = Math.ceil
    const most = atSize(2000, statementLinesMax)
    const rows = Array.from({ length: most }, (_, n) => {
      const day = new Date(Date.UTC(2025, 0, 1) + Math.floor(n / 60) * 86_400_000).toISOString().slice(0, 10)
      const moved = n % 3 === 2 ? '1500.00,' : ',1000.00'
      const balance = Math.floor(n / 3) * 500 + [1000, 2000, 500][n % 3]!
      return `${day},NIP TRF ${n % 3 === 2 ? 'TO' : 'FROM'} MEMBER ${n} REF${n}00123,${moved},${balance}.00`
    })
    const long = file(rows, 'long.csv')
    const before = process.memoryUsage.rss()
    const started = performance.now()
    const seen = await officer(readStatement, { accountId }, long)
    const seconds = (performance.now() - started) / 1000
    const mebibytes = (process.memoryUsage.rss() - before) / 1024 / 1024
    const kibibytes = JSON.stringify(seen).length / 1024
    task.meta.figures = `${seen.lines} lines (${whole(long.content.length / 1024)} KiB) read in ${whole(seconds * 1000)} ms with ${whole(mebibytes)} MiB more memory, a reply of ${whole(kibibytes)} KiB`
    process.stdout.write(`${task.meta.figures}\n`)
    expect([seen.lines, seen.rowsWithProblems, seen.page.length]).toEqual([most, 0, 10])
    expect(seconds).toBeLessThan(5)
    expect(kibibytes).toBeLessThan(10)
    expect((await officer(readStatement, { accountId, page: 2 }, long)).page[0]?.row).toBe(27)
    const stored = performance.now()
    expect(await officer(uploadStatement, { accountId }, long)).toMatchObject({ added: most, known: 0 })
    process.stdout.write(`stored in ${whole(performance.now() - stored)} ms\n`)
    expect(await officer(readStatement, { accountId }, long)).toMatchObject({ known: most })
  })
})
