import { describe, expect, test } from 'vitest'
import type { Day } from '#core/calendar.ts'
import { sentenceOf } from '#core/contract/refusals.ts'
import { Refusal } from '#core/refusal.ts'
import type { Corrections } from '#features/accounting/reconciliation/rules/statement-corrections.ts'
import {
  checkStatement,
  readStatement,
  type Reading,
} from '#features/accounting/reconciliation/rules/statement-file.ts'
import { readSpreadsheet } from '#platform/files/read-spreadsheet.ts'

/** Four lines of one month, in kobo; 150,000 before them. What each layout writes of them is its own. */
const movements = [
  { iso: '2026-09-02', time: '10:05:11', who: 'AMAKA BELLO', moved: 4_500_000 },
  { iso: '2026-09-05', time: '07:50:49', who: 'LOAN TO KEMI SANI', moved: -6_000_000 },
  { iso: '2026-09-05', time: '07:50:50', who: 'COMMISSION', moved: -5250 },
  { iso: '2026-09-21', time: '16:40:03', who: 'TRF FROM LADI PAM', moved: 5_000_000 },
]
const opening = 15_000_000
const closing = 18_494_750
const names = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September']

/** 4500000 as 45,000.00, with another mark between the thousands where it is given. */
function money(kobo: number, mark = ','): string {
  const digits = String(Math.abs(kobo)).padStart(3, '0')
  return `${digits.slice(0, -2).replaceAll(/\B(?=(?:\d{3})+$)/g, mark)}.${digits.slice(-2)}`
}

type Line = {
  slashes: string
  short: string
  dashes: string
  iso: string
  time: string
  who: string
  out: string
  in: string
  kobo: number
  size: string
  before: number
  after: number
  balance: string
}
const lines: Line[] = movements.map(({ iso, time, who, moved }, index) => {
  const [year = '', month = '', day = ''] = iso.split('-')
  const before = movements.slice(0, index).reduce((sum, each) => sum + each.moved, opening)
  return {
    slashes: `${day}/${month}/${year}`,
    short: `${day}/${month}/${year.slice(2)}`,
    dashes: `${day}-${(names[Number(month) - 1] ?? '').slice(0, 3)}-${year}`,
    ...{ iso, time, who, kobo: moved, before, after: before + moved },
    out: moved < 0 ? money(moved) : '',
    in: moved > 0 ? money(moved) : '',
    size: money(moved),
    balance: money(before + moved),
  }
})

const quoted = (cells: string[], separator: string) =>
  cells.map((cell) => (cell.includes(separator) || cell.includes('"') ? `"${cell}"` : cell)).join(separator)
const csv = (
  heading: string,
  row: (line: Line) => string[],
  { separator = ',', above = [] as string[], below = [] as string[], order = lines } = {},
) => Buffer.from([...above, heading, ...order.map((line) => quoted(row(line), separator)), ...below, ''].join('\r\n'))

const details = (separator: string) =>
  [
    ['Account Name:', 'ILUPEJU STAFF THRIFT SOCIETY'],
    ['Account No:', '0123456789'],
    ['Currency:', 'NGN'],
    ['Period:', '01/09/2026 - 30/09/2026'],
    ['Opening Balance:', '150000.00'],
  ].map((cells) => quoted(cells, separator))
const sums = ['60,052.50', '95,000.00']
const utf16 = (text: string, order: 'be' | 'le', mark: boolean) => {
  const bytes = Buffer.from(`${mark ? '\ufeff' : ''}${text}`, 'utf16le')
  return order === 'le' ? bytes : bytes.swap16()
}
const plain = csv('Date,Narration,Debit,Credit,Balance', ({ slashes, who, out, in: come, balance }) => [
  slashes,
  who,
  out,
  come,
  balance,
])

const layouts: [string, Buffer][] = [
  [
    'Access',
    csv(
      'Posted Date,Value Date,Description,Debit,Credit,Balance',
      ({ dashes, who, out, in: come, balance }) => [dashes, dashes, who, out || '-', come || '-', balance],
      { above: details(',') },
    ),
  ],
  [
    'ALAT and Wema',
    csv(
      'Tran. Date,Value Date,Narration,Reference,Debit(₦),Credit(₦),Balance(₦)',
      ({ slashes, who, out, in: come, balance }) => [slashes, slashes, who, 'S123', out, come, `₦${balance}`],
    ),
  ],
  [
    'Ecobank, with semicolons',
    csv(
      'Transaction Date;Value Date;Narrative;Debit;Credit;Balance',
      ({ slashes, who, out, in: come, balance }) => [slashes, slashes, who, out, come, balance],
      { separator: ';', above: ['\ufeffAccount statement;0123456789', 'Balance on 30.09.2026;184947.50 NGN', ''] },
    ),
  ],
  [
    'Fidelity',
    csv(
      'Transaction Date,Value Date,Channel,Details,Pay In,Pay Out,Balance (NGN)',
      ({ dashes, who, out, in: come, balance }) => [dashes, dashes, 'NIP', who, come, out, balance],
    ),
  ],
  [
    'FCMB',
    csv(
      'Tran Date,Value Date,Narration,Withdrawal(Dr),Lodgement(Cr),Balance',
      ({ slashes, who, out, in: come, balance }) => [slashes, slashes, who, out, come, `${balance} Cr`],
    ),
  ],
  [
    'First Bank',
    csv(
      'TransDate,Reference,Transaction Details,ValueDate,Deposit,Withdrawal,Balance',
      ({ dashes, who, out, in: come, balance }) => [dashes, '', who, dashes, come, out, balance],
      { below: [quoted(['', '', 'Total', '', '95,000.00', '60,052.50', ''], ',')] },
    ),
  ],
  [
    'GTBank',
    csv(
      'Trans. Date,Reference,Value. Date,Debits,Credits,Balance,Originating Branch,Remarks',
      ({ dashes, who, out, in: come, balance }) => [dashes, "'0", dashes, out, come, balance, '205', who],
      {
        above: ['CUSTOMER STATEMENT', ...details(','), ...details(',')],
        below: ['This is a computer generated statement and needs no signature.'],
      },
    ),
  ],
  [
    'GTBank, as a web page',
    Buffer.from(
      `<html><body><span>ILUPEJU</span><table border="1"><tr><td>Trans Date</td><td>Reference</td><td>Debit</td><td>Credit</td><td>Balance</td><td>Remarks</td></tr>${lines.map(({ dashes, who, out, in: come, balance }) => `<tr><td>${dashes}</td><td>&nbsp;</td><td>${out || '&nbsp;'}</td><td>${come || '&nbsp;'}</td><td>${balance}</td><td>${who} &amp; CO</td></tr>`).join('')}</table></body></html>`,
    ),
  ],
  [
    'Jaiz, with tabs',
    csv(
      'Date\tParticulars\tDr\tCr\tBalance',
      ({ slashes, who, out, in: come, balance }) => [slashes, who, out, come, balance],
      { separator: '\t' },
    ),
  ],
  [
    'Keystone, newest first',
    csv(
      'Entry Date,Details,Value Date,Debit,Credit,Balance',
      ({ dashes, who, out, in: come, balance }) => [dashes, who, dashes, out, come, balance],
      { order: lines.toReversed() },
    ),
  ],
  [
    'Kuda',
    csv(
      'Date/Time,Money In,Money out,Category,To / From,Description,Balance',
      ({ short, time, who, out, in: come, balance }) => [
        `${short} ${time}`,
        come && `₦${come}`,
        out && `₦${out}`,
        'transfer',
        who,
        'kip:gtb',
        `₦${balance}`,
      ],
    ),
  ],
  [
    'Moniepoint',
    csv(
      'Date,Account Name,Transaction Type,Transaction Status,Transaction Amount (NGN),Settlement Debit (NGN),Settlement Credit (NGN),Balance Before (NGN),Balance After (NGN),Charge (NGN),Narration',
      ({ slashes, time, who, size, out, in: come, before, balance }) => [
        `${slashes} ${time}`,
        'ILUPEJU',
        'TRANSFER',
        'APPROVED',
        size,
        out || '0.00',
        come || '0.00',
        money(before),
        balance,
        '0.00',
        who,
      ],
    ),
  ],
  [
    'OPay',
    csv(
      'Trans. Date,Value Date,Description,Debit(₦),Credit(₦),Balance After(₦),Channel,Transaction Reference',
      ({ iso, time, who, out, in: come, balance }) => [
        `2026 Sep ${iso.slice(8)} ${time}`,
        `${iso.slice(8)} Sep 2026`,
        who,
        out || '--',
        come || '--',
        balance,
        'Mobile',
        '2609',
      ],
      { above: ['Account Statement', ...details(',')] },
    ),
  ],
  [
    'PalmPay',
    csv('Transaction Time,Bill Details,Type,Amount,Balance', ({ iso, time, who, kobo, size, balance }) => [
      `${iso} ${time}`,
      who,
      kobo < 0 ? 'Debit' : 'Credit',
      size,
      balance,
    ]),
  ],
  [
    'Polaris',
    csv('Txn Date,Val Date,Remarks,Debit(NGN),Credit(NGN),Balance(NGN)', ({ iso, who, out, in: come, balance }) => [
      `${iso.slice(8)}-SEP-26`,
      `${iso.slice(8)}-SEP-26`,
      who,
      out && `NGN\u00a0${out}`,
      come && `NGN\u00a0${come}`,
      `NGN ${balance} CR`,
    ]),
  ],
  [
    'Providus',
    csv(
      'Transaction Date,Actual Transaction Date,Transaction Details,Value Date,Debit Amount,Credit Amount,Current Balance',
      ({ slashes, who, out, in: come, balance }) => [slashes, slashes, who, slashes, out, come, balance],
    ),
  ],
  [
    'Stanbic IBTC',
    csv(
      'Transaction Date,Value Date,Reference,Description,Debit Amount,Credit Amount,Running Balance',
      ({ dashes, who, out, in: come, balance }) => [dashes, dashes, '', who, out && `-${out}`, come, balance],
    ),
  ],
  [
    'Sterling',
    csv('Date,Value Date,Narration,Money Out,Money In,Balance', ({ slashes, who, out, in: come, balance }) => [
      slashes,
      slashes,
      who,
      out,
      come,
      balance,
    ]),
  ],
  [
    'UBA',
    csv(
      'TRAN DATE,VALUE DATE,NARRATION,CHQ. NO,DEBIT,CREDIT,BALANCE',
      ({ dashes, who, out, in: come, balance }) => [dashes, dashes, who, '', out, come, balance],
      { below: [quoted(['', '', 'TOTAL', '', ...sums, ''], ',')] },
    ),
  ],
  [
    'Union',
    csv(
      'Transaction Date,Transaction Details,Reference,Value Date,Withdrawals,Lodgements,Balance',
      ({ dashes, who, out, in: come, balance }) => [dashes, who, '', dashes, out, come, balance],
    ),
  ],
  [
    'Zenith',
    csv(
      'TRANS DATE,VALUE DATE,TRANS ID,DR AMOUNT,CR AMOUNT,BALANCE,REMARKS',
      ({ slashes, who, out, in: come, balance }) => [
        slashes,
        slashes,
        'ZEN-001',
        out || '0.00',
        come || '0.00',
        balance,
        who,
      ],
    ),
  ],
  [
    'with DR and CR beside the amount',
    csv('Transaction Date,Value Date,Particulars,Amount,Dr/Cr,Balance', ({ dashes, who, kobo, size, balance }) => [
      dashes,
      dashes,
      who,
      size,
      kobo < 0 ? 'DR' : 'CR',
      balance,
    ]),
  ],
  [
    'with the minus behind the amount',
    csv('Date,Narration,Amount,Balance', ({ slashes, who, kobo, size, balance }) => [
      slashes,
      who,
      kobo < 0 ? `${size}-` : size,
      balance,
    ]),
  ],
  [
    'with spaces between the thousands',
    csv('Date,Narration,Debit,Credit,Balance', ({ slashes, who, kobo, after }) => [
      slashes,
      who,
      kobo < 0 ? money(kobo, '\u00a0') : '',
      kobo > 0 ? money(kobo, '\u202f') : '',
      money(after, ' '),
    ]),
  ],
  [
    'with pages, each with its headings and balance',
    csv(
      'Date,Narration,Debit,Credit,Balance',
      ({ slashes, who, out, in: come, balance }) => [slashes, who, out, come, balance],
      {
        above: ['Page 1 of 2,,,,'],
        below: [
          'Page 2 of 2,,,,',
          'Date,Narration,Debit,Credit,Balance',
          quoted(['21/09/2026', 'Balance C/F', '', '', '184,947.50'], ','),
          quoted(['', 'Total', ...sums, ''], ','),
        ],
      },
    ),
  ],
  [
    'with its headings in two rows',
    csv('Date,,Debit,Credit,After', ({ slashes, who, out, in: come, balance }) => [slashes, who, out, come, balance], {
      above: ['Transaction,Narration,Amount,,Balance'],
    }),
  ],
  ['in UTF-16, the other way round', utf16(plain.toString(), 'be', true)],
  ['in UTF-16 without its mark', utf16(plain.toString(), 'le', false)],
  ['in UTF-16 of the other order without its mark', utf16(plain.toString(), 'be', false)],
  [
    'MT940',
    Buffer.from(
      [
        ':20:STMT',
        ':25:0123456789',
        ':28C:1/1',
        ':60F:C260901NGN150000,00',
        ...lines.flatMap(({ iso, who, kobo, size }) => [
          `:61:${iso.slice(2).replaceAll('-', '')}${iso.slice(5).replace('-', '')}${kobo < 0 ? 'D' : 'C'}${size.replaceAll(',', '').replace('.', ',')}NTRFNONREF`,
          `:86:${who}`,
        ]),
        ':62F:C260930NGN184947,50',
        '-',
      ].join('\r\n'),
    ),
  ],
  [
    'CAMT.053',
    Buffer.from(
      `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Id>1</Id>${[
        ['OPBD', '150000.00'],
        ['CLBD', '184947.50'],
      ]
        .map(
          ([code, amount]) =>
            `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="NGN">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>`,
        )
        .join('')}${lines
        .map(
          ({ iso, who, kobo, size }) =>
            `<Ntry><Amt Ccy="NGN">${size.replaceAll(',', '')}</Amt><CdtDbtInd>${kobo < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd><BookgDt><Dt>${iso}</Dt></BookgDt><NtryDtls><TxDtls><RmtInf><Ustrd>${who}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
        )
        .join('')}</Stmt></BkToCstmrStmt></Document>`,
    ),
  ],
  [
    'OFX',
    Buffer.from(
      `OFXHEADER:100\nDATA:OFXSGML\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>NGN<BANKTRANLIST>${lines
        .toReversed()
        .map(
          ({ iso, who, kobo, size }) =>
            `<STMTTRN><TRNTYPE>X<DTPOSTED>${iso.replaceAll('-', '')}120000<TRNAMT>${kobo < 0 ? '-' : ''}${size.replaceAll(',', '')}<FITID>1<NAME>${who}</STMTTRN>`,
        )
        .join(
          '',
        )}</BANKTRANLIST><LEDGERBAL><BALAMT>184947.50<DTASOF>20260930</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`,
    ),
  ],
]

const read = async (file: Buffer) => readStatement(await readSpreadsheet(file, 5000), {}, '2026-09-30' as Day)

describe('a statement is read as the bank gives it', () => {
  test.each(layouts)('%s', async (_, file) => {
    const statement = await read(file)
    expect([Number(statement.opening), Number(statement.closing)]).toEqual([opening, closing])
    expect(statement.lines.map(({ on, amount, balance }) => [on, Number(amount), Number(balance)])).toEqual(
      lines.map(({ iso, kobo, after }) => [iso, kobo, after]),
    )
    for (const [index, { narration }] of statement.lines.entries()) expect(narration).toContain(lines[index]?.who)
  })

  test('what is left out of it is named', async () => {
    const file = layouts.find(([name]) => name.startsWith('with pages'))?.[1] ?? Buffer.alloc(0)
    expect((await read(file)).leftOut.map(({ row, why }) => [row, why])).toEqual([
      [1, 'title'],
      [7, 'note'],
      [8, 'heading'],
      [9, 'carried'],
      [10, 'total'],
    ])
  })

  const mt940 = (...fields: string[]) => read(Buffer.from([':20:STMT', ':25:0123456789', ...fields, '-'].join('\r\n')))

  test('MT940 is held to what it begins with, also where it has one line, and where one statement follows another', async () => {
    const line = ':61:2609020902C45000,00NTRFNONREF'
    await expect(mt940(':60F:C260901NGN100000,00', line, ':62F:C260930NGN195000,00')).rejects.toMatchObject({
      detail: { expected: '₦145,000.00', balance: '₦195,000.00' },
    })
    const first = [':60F:C260901NGN100000,00', line, ':62F:C260902NGN145000,00']
    const second = (opens: string) => [
      `:60F:C260902NGN${opens}`,
      line.replace('0902', '0903'),
      ':62F:C260903NGN190000,00',
    ]
    expect((await mt940(...first, ...second('145000,00'))).lines.map(({ balance }) => Number(balance))).toEqual([
      14_500_000, 19_000_000,
    ])
    await expect(mt940(...first, ...second('200000,00'))).rejects.toThrow('statement_does_not_add_up')
    await expect(mt940(...first, ':25:9876543210', ...second('145000,00'))).rejects.toMatchObject({
      code: 'file_several_accounts',
    })
  })

  test('the newest on top in MT940 and CAMT.053 is read as the oldest on top, also of several statements and beside a day that is unreadable', async () => {
    const text = (name: string) => layouts.find(([each]) => each === name)?.[1].toString() ?? ''
    const running = async (content: string) => {
      const { lines: found, problems } = checkStatement(
        await readSpreadsheet(Buffer.from(content), 5000),
        {},
        '2026-09-30' as Day,
      )
      const lines = found.map(({ on, amount, balance }) => [on, Number(amount), Number(balance)])
      return [lines, problems.map(({ row }) => row)] as const
    }
    const turned = (content: string, each: RegExp) => {
      const found = content.match(each) ?? []
      expect(found).toHaveLength(4)
      return content.replace(found.join(''), found.toReversed().join(''))
    }
    const expected = lines.map(({ iso, kobo, after }) => [iso, kobo, after])
    const newest = turned(text('MT940'), /:61:.*\r\n:86:.*\r\n/g)
    expect(await running(newest)).toEqual([expected, []])
    expect(await running(turned(text('CAMT.053'), /<Ntry>.*?<\/Ntry>/g))).toEqual([expected, []])
    const [found] = await running(newest.replace(':61:260905', ':61:26O905'))
    expect(found?.map(([on]) => on)).toEqual(['2026-09-02', '2026-09-05', '2026-09-21'])
    const statement = (day: string, opens: string, closes: string) => [
      `:60F:C260901NGN${opens}`,
      `:61:2609${day}09${day}C50,00NTRFX`,
      `:62F:C2609${day}NGN${closes}`,
    ]
    const two = [...statement('03', '150,00', '200,00'), ...statement('02', '100,00', '150,00')]
    expect((await mt940(...two)).lines.map(({ on, balance }) => [on, Number(balance)])).toEqual([
      ['2026-09-02', 15_000],
      ['2026-09-03', 20_000],
    ])
  })

  test('the months of one account in a CAMT.053 file follow each other, and what is not booked yet is none of its lines', async () => {
    const balance = (code: string, amount: string) =>
      `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="NGN">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>`
    const entry = (on: string, amount: string, status = 'BOOK') =>
      `<Ntry><Amt Ccy="NGN">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>${status}</Sts><BookgDt><Dt>${on}</Dt></BookgDt></Ntry>`
    const statement = (account: string, opens: string, entries: string, closes: string) =>
      `<Stmt><Acct><Id><Othr><Id>${account}</Id></Othr></Id></Acct>${balance('OPBD', opens)}${entries}${balance('CLBD', closes)}</Stmt>`
    const file = (...statements: string[]) =>
      read(
        Buffer.from(`<?xml version="1.0"?><Document><BkToCstmrStmt>${statements.join('')}</BkToCstmrStmt></Document>`),
      )
    const august = statement('0123456789', '100.00', entry('2026-08-05', '20.00'), '120.00')
    const pending = entry('2026-09-08', '7.00', 'PDNG')
    const september = (account: string, opens: string) =>
      statement(account, opens, entry('2026-09-05', '30.00') + pending, '150.00')
    const { lines: found } = await file(august, september('0123456789', '120.00'))
    expect(found.map(({ on, amount, balance: after }) => [on, Number(amount), Number(after)])).toEqual([
      ['2026-08-05', 2000, 12_000],
      ['2026-09-05', 3000, 15_000],
    ])
    await expect(file(august, september('9876543210', '120.00'))).rejects.toMatchObject({
      code: 'file_several_accounts',
    })
    await expect(file(august, september('0123456789', '125.00'))).rejects.toThrow('statement_does_not_add_up')
  })

  test('the bank’s reference of each line is read, from its own format and from its column', async () => {
    const references = async (content: string) => {
      const { lines: found } = await read(Buffer.from(content))
      return found.map(({ reference }) => reference)
    }
    const text = (name: string) => layouts.find(([each]) => each === name)?.[1].toString() ?? ''
    expect(
      await references(text('OFX').replace('<FITID>1<NAME>TRF FROM', '<FITID>B-21 &amp; 1<NAME>TRF FROM')),
    ).toEqual(['1', '1', '1', 'B-21 & 1'])
    expect(await references(text('MT940').replace('45000,00NTRFNONREF', '45000,00NTRFNONREF//BNK77001'))).toEqual([
      ...['BNK77001', undefined, undefined, undefined],
    ])
    const camt = text('CAMT.053').replace('<NtryDtls>', '<AcctSvcrRef>SVC-9</AcctSvcrRef><NtryDtls>')
    expect(await references(camt)).toEqual(['SVC-9', undefined, undefined, undefined])
    expect(await references(text('Zenith'))).toEqual(['ZEN-001', 'ZEN-001', 'ZEN-001', 'ZEN-001'])
    expect(await references(text('GTBank'))).toEqual(['0', '0', '0', '0'])
    expect(await references(text('UBA'))).toEqual([undefined, undefined, undefined, undefined])
  })

  test('a debit above zero in OFX is asked about', async () => {
    const file =
      'OFXHEADER:100\n<OFX><STMTRS><BANKTRANLIST><STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260902<TRNAMT>600.00<NAME>POS &lt;1&gt;</STMTTRN></BANKTRANLIST><LEDGERBAL><BALAMT>300.00</LEDGERBAL></STMTRS></OFX>'
    await expect(read(Buffer.from(file))).rejects.toMatchObject({
      detail: { row: 1, sentence: 'the amount could not be read.' },
    })
    const { lines: found, opening: opens } = await read(Buffer.from(file.replace('600.00', '-600.00')))
    expect([found.map(({ narration }) => narration), Number(opens)]).toEqual([['POS <1>'], 90_000])
  })

  test('a movement that is missing in MT940 shows', async () => {
    const whole = layouts.find(([name]) => name === 'MT940')?.[1].toString() ?? ''
    const without = whole.replace(/:61:260905.*\r\n:86:COMMISSION\r\n/, '')
    expect(without).not.toBe(whole)
    await expect(read(Buffer.from(without))).rejects.toMatchObject({
      detail: { expected: '₦185,000.00', balance: '₦184,947.50' },
    })
  })

  test('a movement that can’t be read is a row to correct, and the others wait for it', async () => {
    const text = (name: string) => layouts.find(([each]) => each === name)?.[1].toString() ?? ''
    const check = async (content: string, corrections: Corrections = {}) =>
      checkStatement(await readSpreadsheet(Buffer.from(content), 5000), corrections, '2026-09-30' as Day)
    const asFound = ({ problems }: Reading) => problems.map(({ row, field }) => [row, field])
    for (const [name, from, to, row, cells] of [
      ['MT940', 'D52,50', 'D5Z,50', 9, [{ column: 2, value: '-52.50' }]],
      ['OFX', '<TRNAMT>-52.50', '<TRNAMT>-5Z.50', 2, [{ column: 2, value: '-52.50' }]],
      ['OFX', '<DTPOSTED>20260902120000', '<DTPOSTED>2 Sept', 4, [{ column: 0, value: '02/09/2026' }]],
    ] as const) {
      const content = text(name).replace(from, to)
      expect(content).not.toBe(text(name))
      const found = await check(content)
      expect(asFound(found)[0]?.[0], name).toBe(row)
      const corrected = await check(content, { cells: cells.map((cell) => ({ row, ...cell })) })
      expect([asFound(corrected), Number(corrected.opening), Number(corrected.closing)], name).toEqual([
        [],
        opening,
        closing,
      ])
    }
  })

  test.each([
    ['QIF', '!Type:Bank\nD02/09/2026\nT45,000.00\nPDUES\n^', 'file_is_qif', 'This is a QIF file'],
    [
      'a list without a balance',
      'Date,Narration,Debit,Credit\n02/09/2026,DUES,,45000',
      'statement_columns_missing',
      'This file has no balance after each line',
    ],
    [
      'OFX without a balance',
      '<OFX><STMTTRN><DTPOSTED>20260902<TRNAMT>5</STMTTRN></OFX>',
      'statement_columns_missing',
      'This file has no balance after each line',
    ],
  ])('%s says what it is, and which download has the balance', async (_, content, code, sentence) => {
    const refused = await read(Buffer.from(content)).catch((error: unknown) => error)
    if (!(refused instanceof Refusal)) throw new Error('It was read')
    expect(refused.message).toBe(code)
    expect(sentenceOf(refused)).toContain(sentence)
    expect(sentenceOf(refused)).toContain('Download the account statement from the bank')
  })
})
