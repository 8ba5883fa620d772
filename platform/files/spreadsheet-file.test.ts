import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { strToU8, zipSync } from 'fflate'
import { parse } from 'csv-parse/sync'
import readExcelFile from 'read-excel-file/node'
import { describe, expect, test } from 'vitest'
import writeXlsxFile, { type Sheet, type SheetData } from 'write-excel-file/node'
import { defendCell } from '#core/spreadsheets/cell.ts'
import { Refusal } from '#core/refusal.ts'
import { atSize } from '#dev/testing/size.ts'
import { readInProcess } from './read-in-process.ts'
import { readSpreadsheet } from './read-spreadsheet.ts'
import { readSpreadsheetFile } from './spreadsheet-file.ts'
import { readZip } from './zip-archive.ts'
import { splitText } from './delimited-text.ts'
import { plainNumber } from './plain-number.ts'
import { plainParts, readPlainSheet } from './plain-sheet.ts'

const read = (content: Uint8Array | string, rowsMax = 20_000) =>
  readSpreadsheet(Buffer.from(content as Uint8Array), rowsMax)

/** As an upload is read, in a process of its own, which costs half a second. */
const readApart = (content: Uint8Array) => readSpreadsheetFile(Buffer.from(content), 20_000)

/** The code with which a file is refused. */
async function refusalOf(content: Uint8Array | string, rowsMax?: number): Promise<string> {
  return refusalBy(() => read(content, rowsMax))
}

async function refusalBy(reading: () => Promise<unknown>): Promise<string> {
  try {
    await reading()
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
  return 'accepted'
}

type WrittenCell = string | number | Date | boolean | null

async function xlsx(rows: WrittenCell[][]): Promise<Buffer> {
  const cells = rows.map((row) =>
    row.map((value) =>
      value === null ? null : value instanceof Date ? { value, type: Date, format: 'dd/mm/yyyy' } : { value },
    ),
  )
  return writeXlsxFile(cells as SheetData).toBuffer()
}

/** A workbook of one sheet, written by hand. */
function workbook(sheetXml: string, more: Record<string, Uint8Array> = {}): Uint8Array {
  return zipSync(
    {
      'xl/workbook.xml': strToU8(
        '<workbook xmlns:r="r"><sheets><sheet name="Register" sheetId="1" r:id="rId1"/></sheets></workbook>',
      ),
      'xl/_rels/workbook.xml.rels': strToU8(
        '<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
      ),
      'xl/worksheets/sheet1.xml': strToU8(sheetXml),
      ...more,
    },
    { level: 1 },
  )
}

const sheet = (rows: string) => `<?xml version="1.0"?><worksheet><sheetData>${rows}</sheetData></worksheet>`
const inline = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`

/** Changes what the central directory says about an entry, at an offset of its record. */
function patched(zip: Uint8Array, name: string, offset: number, change: (view: Buffer, at: number) => void): Buffer {
  const copy = Buffer.from(zip)
  for (let at = copy.indexOf('PK\x01\x02', 0, 'latin1'); at !== -1; at = copy.indexOf('PK\x01\x02', at + 4, 'latin1')) {
    if (copy.toString('utf8', at + 46, at + 46 + copy.readUInt16LE(at + 28)) === name) change(copy, at + offset)
  }
  return copy
}

describe('an .xlsx workbook', () => {
  test('gives its cells as text: phones in full, money without noise, dates as days', async () => {
    const { columns, rows } = await read(
      await xlsx([
        ['Name', 'Phone', 'Amount', 'Born', 'Paid'],
        ['Ada Obi', 8031234567, 25000.5, new Date('1990-12-31T00:00:00Z'), true],
        [' Ẹniọlá ', '08031234567', 0.1 + 0.2, null, false],
      ]),
    )
    expect(columns).toEqual(['Name', 'Phone', 'Amount', 'Born', 'Paid'])
    expect(rows).toEqual([
      { number: 2, cells: ['Ada Obi', '8031234567', '25000.5', '1990-12-31', 'true'], formulas: [] },
      { number: 3, cells: [' Ẹniọlá ', '08031234567', '0.3', '', 'false'], formulas: [] },
    ])
  })

  test('keeps the numbers that the spreadsheet shows; title, empty rows and trailing columns fall away', async () => {
    const { columns, rows } = await read(
      await xlsx([
        ['Unity Cooperative Society', null, null, ''],
        [null, null, null, null],
        ['Name', null, 'Phone', ' '],
        ['Ada', 'x', '1', ''],
        [null, ' ', null, null],
        ['Bola', null, '2', null],
      ]),
    )
    expect(columns).toEqual(['Name', 'Column B', 'Phone'])
    expect(rows).toEqual([
      { number: 4, cells: ['Ada', 'x', '1'], formulas: [] },
      { number: 6, cells: ['Bola', '', '2'], formulas: [] },
    ])
  })

  test('has the value that each formula last showed, and names those without one', async () => {
    const rows = `<row r="1">${inline('A1', 'Name')}${inline('B1', 'Amount')}${inline('C1', 'Text')}</row>
      <row r="2">${inline('A2', 'Ada')}<c r="B2"><f>2500*2</f><v>5000</v></c>${inline('C2', '=1+1')}</row>
      <row r="3">${inline('A3', 'Bola')}<c r="B3" t="e"><f>1/0</f><v>#DIV/0!</v></c><c r="C3" t="str"><f t="shared" si="0"/><v>x</v></c></row>
      <row r="4">${inline('A4', 'Chidi')}<c r="B4"><f>B2*2</f><v></v></c><c r="C4" t="str"><f>IF(B9="","",B9)</f><v></v></c></row>`
    const table = await read(workbook(sheet(rows)))
    expect(table.rows).toEqual([
      { number: 2, cells: ['Ada', '5000', '=1+1'], formulas: [] },
      { number: 3, cells: ['Bola', '#DIV/0!', 'x'], formulas: [1] },
      { number: 4, cells: ['Chidi', '', ''], formulas: [1] },
    ])
  })

  // A date or an error makes the parser of all XML read it, which has to say the same of hidden rows.
  test.each([
    ['plain cells', '<c r="B2"><v>5</v></c>', '5', []],
    ['an error', '<c r="B2" t="e"><v>#N/A</v></c>', '#N/A', [1]],
    ['an error of a formula', '<c r="B2" t="e"><f>VLOOKUP(A2,X,1)</f><v>#REF!</v></c>', '#REF!', [1]],
  ])('says which rows are hidden, and shows what Excel shows: %s', async (_, cell, text, formulas) => {
    const strings = strToU8(
      '<sst><si><t>Name</t></si><si><t>Amount</t></si><si><t>Ada</t></si><si><t>Resigned</t></si></sst>',
    )
    const row = (number: number, name: number, second: string, attributes = '') =>
      `<row r="${number}"${attributes}><c r="A${number}" t="s"><v>${name}</v></c>${second}</row>`
    const rows = [
      row(1, 0, '<c r="B1" t="s"><v>1</v></c>'),
      row(2, 2, cell),
      row(3, 3, '<c r="B3"><v>7</v></c>', ' spans="1:2" hidden="1"'),
    ]
    const table = await read(workbook(sheet(rows.join('')), { 'xl/sharedStrings.xml': strings }))
    expect(table.rows).toEqual([
      { number: 2, cells: ['Ada', text], formulas },
      { number: 3, cells: ['Resigned', '7'], formulas: [], isHidden: true },
    ])
  })

  test.each([
    ['plain cells', '<c r="C2"><v>5</v></c>'],
    ['a formula', '<c r="C2"><f>2+3</f><v>5</v></c>'],
  ])('says which columns are hidden: %s', async (_, cell) => {
    const rows = `<row r="1">${['A1', 'B1', 'C1', 'D1'].map((at, index) => `<c r="${at}" t="s"><v>${index}</v></c>`).join('')}</row>
<row r="2"><c r="A2"><v>1</v></c><c r="B2"><v>2</v></c>${cell}<c r="D2"><v>4</v></c></row>`
    const strings = strToU8(
      '<sst><si><t>No</t></si><si><t>Phone</t></si><si><t>Amount</t></si><si><t>Name</t></si></sst>',
    )
    const columns =
      '<cols><col min="1" max="1" width="9"/><col min="2" max="3" width="0" hidden="1"/></cols><sheetData>'
    const table = await read(workbook(sheet(rows).replace('<sheetData>', columns), { 'xl/sharedStrings.xml': strings }))
    expect([table.columns, table.hiddenColumns, table.rows[0]?.cells]).toEqual([
      ['No', 'Phone', 'Amount', 'Name'],
      [1, 2],
      ['1', '2', '5', '4'],
    ])
  })

  test.each(['hidden', 'veryHidden'])('is read from a sheet that is shown, not from one that is %s', async (state) => {
    const of = (name: string) =>
      strToU8(
        sheet(
          `<row r="1">${inline('A1', 'Name')}${inline('B1', 'Phone')}</row><row r="2">${inline('A2', name)}${inline('B2', '1')}</row>`,
        ),
      )
    const info = `<workbook xmlns:r="r"><sheets><sheet name="Old" sheetId="1" state="${state}" r:id="rId1"/><sheet name="Register" sheetId="2" r:id="rId2"/></sheets></workbook>`
    const relation = (id: number) =>
      `<Relationship Id="rId${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet${id}.xml"/>`
    const zip = zipSync({
      'xl/workbook.xml': strToU8(info),
      'xl/_rels/workbook.xml.rels': strToU8(`<Relationships>${relation(1)}${relation(2)}</Relationships>`),
      'xl/worksheets/sheet1.xml': of('Left long ago'),
      'xl/worksheets/sheet2.xml': of('Ada'),
    })
    expect((await read(zip)).rows.map(({ cells }) => cells[0])).toEqual(['Ada'])
  })

  describe('with rows on two sheets', () => {
    const table = (name: string) =>
      strToU8(
        sheet(
          `<row r="1">${inline('A1', 'Name')}${inline('B1', 'Phone')}</row><row r="2">${inline('A2', name)}${inline('B2', '1')}</row>`,
        ),
      )
    const sentence = strToU8(
      sheet(
        `<row r="1">${inline('A1', 'How to fill this in')}</row><row r="2">${inline('A2', 'Keep the headings')}</row>`,
      ),
    )
    const written = (sheets: [string, Uint8Array][]) => {
      const info = sheets.map(
        ([name], index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
      )
      const relations = sheets.map(
        (_, index) =>
          `<Relationship Id="rId${index + 1}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
      )
      return zipSync({
        'xl/workbook.xml': strToU8(`<workbook xmlns:r="r"><sheets>${info.join('')}</sheets></workbook>`),
        'xl/_rels/workbook.xml.rels': strToU8(`<Relationships>${relations.join('')}</Relationships>`),
        ...Object.fromEntries(sheets.map(([, xml], index) => [`xl/worksheets/sheet${index + 1}.xml`, xml])),
      })
    }
    const both = written([
      ['How to', sentence],
      ['LAGOS', table('Ada')],
      ['Ibadan &amp; Oyo', table('Bola')],
    ])
    const names = ({ rows }: { rows: { cells: string[] }[] }) => rows.map(({ cells }) => cells[0])

    // Remedy: file_has_sheets
    test('is asked about, and read by the one that is named', async () => {
      const error = await readApart(both).catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(Refusal)
      const { code, detail, also } = error as Refusal
      expect([code, detail]).toEqual(['file_has_sheets', { field: 'file', sheets: 'LAGOS, Ibadan & Oyo' }])
      expect(also.map((each) => each.detail)).toEqual([
        { field: 'sheet', sheet: 'LAGOS' },
        { field: 'sheet', sheet: 'Ibadan & Oyo' },
      ])
      expect(names(await readSpreadsheet(Buffer.from(both), 20_000, 'ibadan & oyo'))).toEqual(['Bola'])
      expect(names(await readSpreadsheet(Buffer.from(both), 20_000, 'LAGOS'))).toEqual(['Ada'])
      expect(await refusalBy(() => readSpreadsheet(Buffer.from(both), 20_000, 'Kano'))).toBe('sheet_unknown')
    })

    test('is read at once where the others have no table', async () => {
      expect(
        names(
          await read(
            written([
              ['How to', sentence],
              ['LAGOS', table('Ada')],
            ]),
          ),
        ),
      ).toEqual(['Ada'])
    })
  })

  test.each(['1', 'true'])('has its days where they are counted from 1904 (date1904="%s")', async (written) => {
    const styles = strToU8('<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>')
    const info = strToU8(
      `<workbook xmlns:r="r"><workbookPr date1904="${written}"/><sheets><sheet name="Register" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    )
    const rows = `<row r="1">${inline('A1', 'Name')}${inline('B1', 'Joined')}</row><row r="2">${inline('A2', 'Ada')}<c r="B2" s="1"><v>44804</v></c></row>`
    const table = await read(workbook(sheet(rows), { 'xl/workbook.xml': info, 'xl/styles.xml': styles }))
    // 44,804 days after 1 January 1904.
    expect(table.rows[0]?.cells).toEqual(['Ada', '2026-09-01'])
  })

  test('is read from its first sheet with content', async () => {
    const sheets: Sheet<Buffer>[] = [
      { data: [[]], sheet: 'Cover' },
      {
        data: [
          [{ value: 'Name' }, { value: 'Phone' }],
          [{ value: 'Ada' }, { value: 1 }],
        ],
        sheet: 'Register',
      },
    ]
    const content = await writeXlsxFile(sheets as Parameters<typeof writeXlsxFile>[0]).toBuffer()
    expect(await read(content)).toMatchObject({
      columns: ['Name', 'Phone'],
      rows: [{ number: 2, cells: ['Ada', '1'], formulas: [] }],
    })
  })

  const most = atSize(4000, 20_000)

  test(`with ${most} rows, where that is the limit, is read, with one more refused`, async () => {
    const rows = Array.from({ length: most + 1 }, (_, index) => [`Member ${index}`, 8_030_000_000 + index, 5000])
    expect((await read(await xlsx([['Name', 'Phone', 'Amount'], ...rows.slice(0, most)]), most)).rows).toHaveLength(
      most,
    )
    expect(await refusalOf(await xlsx([['Name', 'Phone', 'Amount'], ...rows]), most)).toBe('file_too_many_rows')
  })
})

describe('a workbook that is made to harm', () => {
  const bomb = 'xl/worksheets/sheet1.xml'
  const refusalApart = (content: Uint8Array) => refusalBy(() => readApart(content))
  const declare = (zip: Uint8Array, name: string, bytes: number) =>
    patched(zip, name, 24, (view, at) => view.writeUInt32LE(bytes, at))

  // ASVS V5.2.3
  test('is refused when it declares more than it should hold: all of it, one entry, or too much for its length', async () => {
    const mebibyte = 2 ** 20
    const part = 'xl/media/picture.bin'
    const short = workbook(sheet(''), { [part]: new Uint8Array(1) })
    const long = workbook(sheet(''), { [part]: randomBytes(mebibyte) })
    expect(await refusalApart(declare(declare(long, bomb, 60 * mebibyte), part, 60 * mebibyte))).toBe('file_is_bomb')
    expect(await refusalOf(declare(long, bomb, 81 * mebibyte))).toBe('file_is_bomb')
    expect(await refusalOf(declare(short, part, 11 * mebibyte))).toBe('file_is_bomb')
    // What is not wanted is not unpacked, so the size alone is no reason.
    expect(await refusalOf(declare(long, part, 11 * mebibyte))).toBe('file_empty')
  })

  test('is refused when it unpacks to more than it declares', async () => {
    const zip = workbook(sheet(`<!--${'x'.repeat(3_000_000)}-->`))
    expect(await refusalApart(declare(zip, bomb, 1000))).toBe('file_is_bomb')
  })

  // ASVS V5.2.3
  test('is refused for thousands of entries', async () => {
    const entries = Object.fromEntries(
      Array.from({ length: 2001 }, (_, index) => [`xl/${index}.xml`, new Uint8Array(1)]),
    )
    expect(await refusalApart(zipSync(entries))).toBe('file_is_bomb')
  })

  test('is refused when a stray cell far out makes a giant of the table', async () => {
    const stray = sheet(`<row r="1">${inline('A1', 'Name')}</row><row r="1048576">${inline('XFD1048576', 'x')}</row>`)
    expect(await refusalApart(workbook(stray))).toBe('file_is_bomb')
  })

  test('is refused when one long text is in a million cells', async () => {
    const cells = Array.from(
      { length: 100 },
      (_, column) =>
        `<c r="${String.fromCharCode((65 + column / 26) | 0)}${String.fromCharCode(65 + (column % 26))}ROW" t="s"><v>0</v></c>`,
    ).join('')
    const rows = Array.from(
      { length: 2000 },
      (_, index) => `<row r="${index + 1}">${cells.replaceAll('ROW', String(index + 1))}</row>`,
    ).join('')
    const strings = strToU8(`<sst><si><t>${'x'.repeat(32_000)}</t></si></sst>`)
    expect(await refusalApart(workbook(sheet(rows), { 'xl/sharedStrings.xml': strings }))).toBe('file_is_bomb')
  })

  test('costs only its own process when it fills the memory in a way that no count foresees', async () => {
    // The row number is written so that only an XML parser reads it.
    const hidden = sheet(`<row r="&#57;99999999"><c r='A&#57;99999999' t="inlineStr"><is><t>x</t></is></c></row>`)
    const other = sheet(`<row r="&#57;99999999">${inline('A1', 'x')}</row>`)
    for (const xml of [hidden, other]) {
      const task = { kind: 'table', content: workbook(xml), rowsMax: 20_000 } as const
      // The memory is less than an upload has, and is full sooner.
      const limits = { secondsMax: 8, heapMebibytesMax: 128, exhausted: 'file_is_bomb' } as const
      expect(['file_is_bomb', 'file_unreadable']).toContain(await refusalBy(() => readInProcess(task, limits)))
    }
  })

  test.runIf(process.platform === 'linux')('is no bomb where the machine had no time for it', async () => {
    const task = { kind: 'table', content: Buffer.from('Name,Phone\nAda,0803'), rowsMax: 10 } as const
    const answer = refusalBy(() => readInProcess(task, { secondsMax: 1, exhausted: 'file_is_bomb' }))
    const reading = readdirSync('/proc').filter((pid) => {
      if (!/^\d+$/.test(pid)) return false
      try {
        const isOurs = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1] === `${process.pid}`
        return isOurs && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('reading-process')
      } catch {
        return false
      }
    })
    for (const pid of reading) process.kill(Number(pid), 'SIGSTOP')
    expect(await answer).toBe('overloaded')
  })

  // ASVS V1.5.1
  test('never expands an entity', async () => {
    const entities = `<!DOCTYPE x [<!ENTITY a "${'ha'.repeat(1000)}"><!ENTITY b "${'&a;'.repeat(1000)}"><!ENTITY c "${'&b;'.repeat(1000)}"><!ENTITY file SYSTEM "file://${import.meta.filename}">]>`
    const table = `<row r="1">${inline('A1', 'Name')}${inline('B1', 'Phone')}</row><row r="2">${inline('A2', '&c;')}${inline('B2', '&file;')}</row>`
    const { rows } = await readApart(workbook(entities + sheet(table)))
    expect(rows).toEqual([{ number: 2, cells: ['&c;', '&file;'], formulas: [] }])
  })
})

describe('a file that can’t be read', () => {
  const good = workbook(sheet(`<row r="1">${inline('A1', 'Name')}</row><row r="2">${inline('A2', 'Ada')}</row>`))
  const path = 'xl/worksheets/sheet1.xml'

  test.each<[string, Uint8Array | string]>([
    ['a zip that is no workbook', zipSync({ 'readme.txt': strToU8('hello') })],
    ['half a workbook', good.slice(0, good.length / 2)],
    ['an encrypted entry', patched(good, path, 8, (view, at) => view.writeUInt16LE(1, at))],
    ['an unknown compression', patched(good, path, 10, (view, at) => view.writeUInt16LE(12, at))],
    ['an entry beyond the file', patched(good, path, 42, (view, at) => view.writeUInt32LE(9_999_999, at))],
    ['a damaged entry', patched(good, path, 42, (view, at) => view.writeUInt32LE(0, at))],
    ['a text that is not in the book', workbook(sheet('<row r="1"><c r="A1" t="s"><v>9</v></c></row>'))],
    ['a cell without a place', workbook(sheet('<row r="1"><c r="1A"><v>1</v></c></row>'))],
    ['a web page without a table', '<html><body><p>Your session has ended</p></body></html>'],
    ['a quote that never ends', 'Name,Phone\n"Ada,1\nBola,2\n'],
  ])('%s is refused', async (_, content) => {
    expect(await refusalOf(content)).toBe('file_unreadable')
  })

  const oldOffice = (part: string) =>
    Buffer.concat([
      Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
      Buffer.alloc(600),
      Buffer.from(part, 'utf16le'),
    ])
  const packed = (path: string) => zipSync({ [path]: strToU8('x') }, { level: 0 })

  test.each<[string, Uint8Array | string, string]>([
    ['an old .xls', oldOffice('Workbook'), 'This is an old Excel workbook (.xls). '],
    ['an .xlsx with a password', oldOffice('EncryptedPackage'), 'This workbook has a password. '],
    ['an old .doc', oldOffice('WordDocument'), 'This is a Word document. '],
    ['a .docx', packed('word/document.xml'), 'This is a Word document. '],
    ['an .xlsb', packed('xl/workbook.bin'), 'This is a binary Excel workbook (.xlsb). '],
    [
      'an .ods',
      zipSync({ mimetype: strToU8('application/vnd.oasis.opendocument.spreadsheet') }, { level: 0 }),
      'This is a LibreOffice sheet (.ods). ',
    ],
    ['a .numbers', packed('Index/Document.iwa'), 'This is a Numbers sheet. '],
    ['a PDF', '%PDF-1.7\n1 0 obj', 'This is a PDF, '],
    ['an .rtf', String.raw`{\rtf1 Name}`, 'This is a text document (.rtf). '],
    ['a PNG', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0]), 'This is a picture. '],
    ['a JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]), 'This is a picture. '],
  ])('%s is refused by what it is', async (_, content, sentence) => {
    const error = await read(content).catch((thrown: unknown) => thrown)
    if (!(error instanceof Refusal)) throw new Error('It was read')
    expect([error.code, String(error.detail['sentence']).slice(0, sentence.length)]).toEqual([
      'file_of_other_kind',
      sentence,
    ])
  })

  test('statements of two accounts in one OFX file are refused', async () => {
    const account = '<STMTRS><STMTTRN><DTPOSTED>20260901<TRNAMT>5.00<NAME>A</STMTTRN></STMTRS>'
    expect(await refusalOf(`OFXHEADER:100\n<OFX>${account}${account}</OFX>`)).toBe('file_several_accounts')
  })

  test.each([
    ['DTEND', '<DTEND>20260930', 'statement_balance_later'],
    ['no DTEND and the last line', '', 'statement_balance_later'],
    ['the last day of its lines', '<DTEND>20261130', 'accepted'],
  ])('an OFX file is refused whose balance is of a day after its lines, by %s', async (_, end, code) => {
    const line = '<STMTTRN><DTPOSTED>20260920<TRNAMT>-2000.00<NAME>RENT</STMTTRN>'
    const balance = '<LEDGERBAL><BALAMT>250000.00<DTASOF>20261130</LEDGERBAL>'
    const text = `OFXHEADER:100\n<OFX><STMTRS><BANKTRANLIST>${end}${line}</BANKTRANLIST>${balance}</STMTRS></OFX>`
    expect(await refusalOf(text)).toBe(code)
  })

  test.each<[string, Uint8Array | string]>([
    ['a heading alone', 'Name,Phone\n'],
    ['nothing but commas', ',,\n,,\n'],
    ['an empty sheet', workbook(sheet(''))],
  ])('%s is refused as empty', async (_, content) => {
    expect(await refusalOf(content)).toBe('file_empty')
  })

  test('two hundred columns are read, one more refused', async () => {
    const wide = (columns: number) =>
      `${Array.from({ length: columns }, (_, index) => `C${index}`).join(',')}\n${'x,'.repeat(columns - 1)}x\n`
    expect(await refusalOf(wide(200))).toBe('accepted')
    expect(await refusalOf(wide(201))).toBe('file_too_many_columns')
    expect(await refusalOf(`Name\n${'x\n'.repeat(20_001)}`)).toBe('file_too_many_rows')
  })
})

describe('a CSV file', () => {
  test.each([
    ['commas and quotes', 'Name,Phone\r\n"Obi, Ada","0803"\r\n'],
    ['semicolons', 'Name;Phone\n"Obi, Ada";0803\n'],
    ['tabs', 'Name\tPhone\nObi, Ada\t0803\n'],
    ['a byte order mark', '\uFEFFName,Phone\n"Obi, Ada",0803\n'],
    ['old line ends', 'Name,Phone\r"Obi, Ada",0803\r'],
  ])('with %s is read', async (_, text) => {
    expect(await read(text)).toMatchObject({
      columns: ['Name', 'Phone'],
      rows: [{ number: 2, cells: ['Obi, Ada', '0803'], formulas: [] }],
    })
  })

  test('says its own delimiter, which takes a row', async () => {
    expect((await read('sep=;\r\nName;Phone\r\nAda;1\r\n')).rows).toEqual([
      { number: 3, cells: ['Ada', '1'], formulas: [] },
    ])
  })

  test('that Excel saved as “CSV (Macintosh)” is read', async () => {
    const content = Buffer.from('Name,Town\rJos\x8e,Lom\x8e\r', 'latin1')
    expect((await read(content)).rows[0]?.cells).toEqual(['José', 'Lomé'])
  })

  test('in Windows-1252 or UTF-16 is read', async () => {
    expect((await read(Buffer.from('Name,Town\nJosé,Lomé\n', 'latin1'))).rows[0]?.cells).toEqual(['José', 'Lomé'])
    expect((await read(Buffer.from('\uFEFFName\tTown\nẸniọlá\tÌbàdàn\n', 'utf16le'))).rows[0]?.cells).toEqual([
      'Ẹniọlá',
      'Ìbàdàn',
    ])
  })

  test('keeps row numbers over empty lines and cells of several lines', async () => {
    expect(
      (await read('Name,Note\n\nAda,"two\nlines"\n,\nBola,x\n')).rows.map(({ number, cells }) => [number, ...cells]),
    ).toEqual([
      [3, 'Ada', 'two\nlines'],
      [5, 'Bola', 'x'],
    ])
  })

  test('tells its formulas; a text in ="…" and an exported apostrophe are texts', async () => {
    expect((await read(`Name,Phone,Amount\nAda,="0803",=5+5\n'=Bola,'+234803,-5\n`)).rows).toEqual([
      { number: 2, cells: ['Ada', '0803', '=5+5'], formulas: [2] },
      { number: 3, cells: ['=Bola', '+234803', '-5'], formulas: [] },
    ])
  })
})

test('ten thousand cells come back through an export as they were', async () => {
  // What the database can hold and a spreadsheet can show: no NUL, no half character, no empty row.
  const cell = fc
    .string({ unit: 'binary', minLength: 1, maxLength: 40 })
    .filter((text) => text.trim() !== '' && text.isWellFormed() && !/[\p{Cc}--[\t\n\r]]/v.test(text))
  const rows = fc.sample(
    fc.array(fc.oneof(cell, fc.stringMatching(/^'{0,2}[=+@-][ -~]{1,20}$/)), { minLength: 4, maxLength: 4 }),
    { numRuns: 2500, seed: 7 },
  )
  const quote = (text: string) => `"${defendCell(text).replaceAll('"', '""')}"`
  const csv = [['A', 'B', 'C', 'D'], ...rows].map((row) => row.map(quote).join(',')).join('\r\n')
  const table = await read(csv)
  expect(table.rows.map(({ cells }) => cells)).toEqual(rows)
  expect(table.rows.every(({ formulas }) => formulas.length === 0)).toBe(true)
})

test('plain sheets are read as the parser of all XML reads them', async () => {
  // The writer takes __proto__ for a text that it has met already.
  const text = fc
    .string({ unit: 'binary', minLength: 1, maxLength: 20 })
    .filter((each) => each.isWellFormed() && !(each in {}) && !/[\p{Cc}\ufffe\uffff]|_x[0-9a-f]{4}_/iv.test(each))
  const cell = fc.oneof(
    text,
    fc.constantFrom('<&>"\'', ' ', 'Ẹniọlá', null),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e12, max: 1e12 }),
  )
  const rows = fc.sample(fc.array(cell, { minLength: 1, maxLength: 6 }), { numRuns: 800, seed: 11 })
  const content = await xlsx(rows)
  const files = readZip(content, () => true)
  const part = (name: string) => Buffer.from(files.get(name) ?? []).toString('utf8')
  const parts = plainParts(part('xl/sharedStrings.xml'), part('xl/styles.xml'))
  const plain = parts && readPlainSheet(part('xl/worksheets/sheet1.xml'), parts)
  const [parsed] = await readExcelFile(content, { trim: false, parseNumber: plainNumber })
  const width = 6
  const padded = (cells: readonly unknown[]) =>
    Array.from({ length: width }, (_, column) => (typeof cells[column] === 'string' ? cells[column] : ''))
  expect(new Map(plain?.map(({ number, cells }) => [number, padded(cells)]))).toEqual(
    new Map(
      parsed?.data.flatMap((cells, index) =>
        cells.some((each) => each !== null) ? [[index + 1, padded(cells)] as const] : [],
      ),
    ),
  )
})

const plainCell = '<c r="A1" t="s"><v>0</v></c>'
const plainStrings = '<sst><si><t>Name</t></si></sst>'
const dates =
  '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd/mm/yy"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs></styleSheet>'
test.each([
  ['a plain row', `<row r="1">${plainCell}</row>`, plainStrings, [{ number: 1, cells: ['Name'], formulas: [] }]],
  [
    'a gap and a number',
    `<row r="2"><c r="A2"/><c r="C2" s="0"><v>25000.3</v></c></row>`,
    plainStrings,
    [{ number: 2, cells: ['', '', '25000.3'], formulas: [] }],
  ],
  ['a formula', '<row r="1"><c r="A1"><f>1+1</f><v>2</v></c></row>', plainStrings, undefined],
  ['an inline text', `<row r="1">${inline('A1', 'Name')}</row>`, plainStrings, undefined],
  ['a date', '<row r="1"><c r="A1" s="1"><v>45000</v></c></row>', plainStrings, undefined],
  ['a date of its own format', '<row r="1"><c r="A1" s="2"><v>45000</v></c></row>', plainStrings, undefined],
  ['a style that is not there', '<row r="1"><c r="A1" s="9"><v>45000</v></c></row>', plainStrings, undefined],
  ['a text that is not there', '<row r="1"><c r="A1" t="s"><v>7</v></c></row>', plainStrings, undefined],
  ['a cell of another row', '<row r="2"><c r="A1" t="s"><v>0</v></c></row>', plainStrings, undefined],
  [
    'cells out of order',
    '<row r="1"><c r="B1" t="s"><v>0</v></c><c r="A1" t="s"><v>0</v></c></row>',
    plainStrings,
    undefined,
  ],
  [
    'rows out of order',
    `<row r="2"><c r="A2" t="s"><v>0</v></c></row><row r="1">${plainCell}</row>`,
    plainStrings,
    undefined,
  ],
  ['a comment', `<row r="1">${plainCell}<!-- x --></row>`, plainStrings, undefined],
  [
    'a text in runs',
    `<row r="1">${plainCell}</row>`,
    '<sst><si><r><t>Na</t></r><r><t>me</t></r></si></sst>',
    undefined,
  ],
  [
    'an entity',
    `<row r="1">${plainCell}</row>`,
    '<!DOCTYPE x [<!ENTITY a "b">]><sst><si><t>&a;</t></si></sst>',
    undefined,
  ],
  [
    'another encoding',
    `<row r="1">${plainCell}</row>`,
    `<?xml version="1.0" encoding="UTF-16"?>${plainStrings}`,
    undefined,
  ],
])('the plain reader takes nothing that it would have to interpret: %s', (_, rows, strings, expected) => {
  const parts = plainParts(strings, dates)
  expect(parts && readPlainSheet(sheet(rows), parts)).toEqual(expected)
})

const csvOptions = { delimiter: ',', relax_quotes: true, relax_column_count: true } as const
test.each(['a,b\n1,2\n', 'a,b\r\n"x, y",2', '"a""b",c\n"",d', 'a,b\n\n1\n', '"a",\n,"b"', 'a,', 'a\n\n', ''])(
  'lines are split as the parser of quoted texts splits them: %j',
  (text) => {
    expect(splitText(text, ',')).toEqual(parse(text, csvOptions))
  },
)

// ASVS V1.2.9
test.each(['.', '*', '+', '?', '^', '$', '|', '(', ')', '[', ']', '{', '}', '\\', '-', '/'])(
  'a delimiter that has a meaning in expressions is a letter like any other: %s',
  (delimiter) => {
    const text = `ab${delimiter}"x${delimiter}y"\n1${delimiter}2`
    expect(splitText(text, delimiter)).toEqual([
      ['ab', `x${delimiter}y`],
      ['1', '2'],
    ])
    expect(parse(text, { ...csvOptions, delimiter })).toEqual(splitText(text, delimiter))
  },
)

test.each([
  'a,"b"c\n1,2',
  '5" pipe,b\n1,2',
  '"open\n1,2',
  'a,b\r1,2\r',
  'a,b\r\n"two\nlines",2',
  ' "a" ,b\n1,2',
  'a\n"',
])('lines that mean more than they show are left to that parser: %j', (text) => {
  expect(splitText(text, ',')).toBeUndefined()
})

test.each([
  ['25000.299999999999', '25000.3'],
  ['8.031234567E9', '8031234567'],
  ['2348031234567', '2348031234567'],
  ['1e-7', '0.0000001'],
  ['-0.5', '-0.5'],
  ['0', '0'],
  ['-0', '0'],
  ['100', '100'],
  ['123456789012345678', '123456789012346000'],
])('the stored number %s is shown as %s', (stored, shown) => {
  expect(plainNumber(stored)).toBe(shown)
})
