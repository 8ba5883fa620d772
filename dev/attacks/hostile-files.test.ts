import { setTimeout } from 'node:timers/promises'
import { crc32, deflateSync } from 'node:zlib'
import { strToU8, zipSync } from 'fflate'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import { buildCooperative, buildMember, dataOf, type TestCooperative, type TestMember } from '#dev/testing/builders.ts'
import { atSize } from '#dev/testing/size.ts'

/** Between two questions for the health page, which leave the machine to the attack. */
const askingMilliseconds = 25

/** At the quick size other tests have a part of the machine. */
const promptMilliseconds = atSize(3000, 1000)

/** Files that are made to keep the server busy, to fill its memory, or to be taken for something else. */
describe('a hostile file', () => {
  let app: TestApp
  let cooperative: TestCooperative
  let member: TestMember

  beforeAll(async () => {
    app = await sharedTestApp()
    cooperative = await buildCooperative(app)
    member = await buildMember(app, cooperative)
  })
  afterAll(() => app.stop())

  type Attack = { name: string; content: Uint8Array; to?: string; status: number; sentence: string }

  const upload = ({
    name,
    content,
    to = `/financial/members/${member.id}/documents`,
  }: Pick<Attack, 'name' | 'content' | 'to'>) =>
    app.call('POST', to, { token: cooperative.token, file: { name, content } })
  const stored = async () => {
    const { rows } = await app.admin.query<{ stored: string }>(
      `select (select count(*) from app.member_document) + (select count(*) from app.document) + (select count(*) from app.logo) + (select count(*) from app.member_photo) + (select count(*) from app.import) as stored`,
    )
    return Number(rows[0]?.stored)
  }

  /** Does the work while a stranger asks for the health page, and says how long the longest answer took, in milliseconds. */
  const whileHealthIsAsked = async <T>(work: () => Promise<T>): Promise<{ result: T; longest: number }> => {
    let isOver = false
    const working = work().finally(() => (isOver = true))
    let longest = 0
    while (!isOver) {
      const began = performance.now()
      expect((await app.call('GET', '/api/health')).status).toBe(200)
      longest = Math.max(longest, performance.now() - began)
      await setTimeout(askingMilliseconds)
    }
    return { result: await working, longest }
  }

  const unreadable = 'This file could not be opened. Scan the paper again and choose the new file.'
  const attacks = async (): Promise<Attack[]> => {
    const good = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#0b6b4e' } })
      .jpeg()
      .toBuffer()
    const huge = png(30_000, 30_000)
    return [
      { name: 'corrupt.pdf', content: corruptPdf(270), status: 422, sentence: unreadable },
      {
        name: 'books.xlsx',
        content: zipBomb(),
        to: '/cooperatives/members/imports',
        status: 422,
        sentence:
          'This workbook unpacks to far more than it should hold. Save the sheet that you need as a new workbook.',
      },
      { name: 'large.png', content: huge, status: 422, sentence: unreadable },
      {
        name: 'large.png',
        content: huge,
        to: `/financial/members/${member.id}/photo`,
        status: 422,
        sentence: unreadable,
      },
      {
        name: 'paper.jpg',
        content: plainPdf(),
        status: 415,
        sentence: 'The name of this file ends in .jpg, but it is a .pdf file. Rename it, or choose another file.',
      },
      {
        name: 'paper.exe',
        content: plainPdf(),
        status: 415,
        sentence: 'The name of this file ends in .exe, but it is a .pdf file. Rename it, or choose another file.',
      },
      {
        name: 'logo.png',
        content: good,
        to: '/cooperatives/logo',
        status: 415,
        sentence: 'The name of this file ends in .png, but it is a .jpg file. Rename it, or choose another file.',
      },
      {
        name: 'paper.pdf',
        content: Buffer.from('<!doctype html><script>alert(1)</script>'),
        status: 415,
        sentence: 'Choose a PDF, JPEG or PNG file.',
      },
      {
        name: 'page.pdf',
        content: plainPdf('<html><script>alert(1)</script></html>'),
        status: 422,
        sentence: 'This file carries scripts, attachments or a password. Print it to a plain PDF and choose that.',
      },
      {
        name: 'archive.pdf',
        content: Buffer.concat([plainPdf(), zipSync({ 'run.class': strToU8('x') })]),
        status: 422,
        sentence: unreadable,
      },
    ]
  }

  // ASVS V5.2.1
  test('is refused with its sentence, keeps no one waiting, and leaves nothing', async () => {
    const before = await stored()
    for (const attack of await attacks()) {
      const { result, longest } = await whileHealthIsAsked(() => upload(attack))
      expect({ name: attack.name, status: result.status, message: result.body.message }).toEqual({
        name: attack.name,
        status: attack.status,
        message: attack.sentence,
      })
      expect({ name: attack.name, isPrompt: longest < promptMilliseconds }).toEqual({
        name: attack.name,
        isPrompt: true,
      })
    }
    expect(await stored()).toBe(before)
  })

  // ASVS V15.2.2
  test('keeps no one waiting either when many come at once: some are refused, the others are asked to come back', async () => {
    const before = await stored()
    const content = corruptPdf(40)
    const { result, longest } = await whileHealthIsAsked(() =>
      Promise.all(Array.from({ length: atSize(12, 40) }, () => upload({ name: 'corrupt.pdf', content }))),
    )
    for (const { status } of result) expect([422, 429, 503]).toContain(status)
    expect(result.some(({ status }) => status === 422)).toBe(true)
    expect(longest).toBeLessThan(promptMilliseconds)
    expect(await stored()).toBe(before)
    // A paper is accepted as before once they are over.
    dataOf(await upload({ name: 'paper.pdf', content: plainPdf() }), 201)
  })

  // ASVS V5.2.2
  test('that is a picture and something else at once is stored as the picture alone', async () => {
    const good = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#0b6b4e' } })
      .jpeg()
      .toBuffer()
    const { id } = dataOf(
      await upload({
        name: 'photo.jpg',
        content: Buffer.concat([
          good,
          Buffer.from('<script>alert(1)</script>'),
          zipSync({ 'run.class': strToU8('x') }),
        ]),
      }),
      201,
    )
    const { rows } = await app.admin.query<{ content: Buffer }>(
      'select content from app.member_document where document_id = $1',
      [id],
    )
    expect(rows[0]?.content.includes('<script>')).toBe(false)
    expect(rows[0]?.content.includes('PK\x03\x04')).toBe(false)
  })

  test('that comes beside another one is refused, and neither is stored', async () => {
    const before = await stored()
    const png = new Uint8Array(
      await sharp({ create: { width: 8, height: 8, channels: 3, background: 'white' } })
        .png()
        .toBuffer(),
    )
    const form = new FormData()
    form.append('file', new Blob([png]), 'one.png')
    form.append('file', new Blob([png]), 'two.png')
    const reply = await fetch(`${app.url}/financial/members/${member.id}/documents`, {
      method: 'POST',
      headers: { authorization: `Bearer ${cooperative.token}` },
      body: form,
    })
    expect([reply.status, ((await reply.json()) as { message: string }).message]).toEqual([422, 'Send one file.'])
    expect(await stored()).toBe(before)
    expect((await upload({ name: 'one.png', content: png })).status).toBe(201)
  })
})

function plainPdf(comment = ''): Buffer {
  return Buffer.from(`%PDF-1.7\n%${comment}\n1 0 obj <</Type /Catalog>> endobj\ntrailer <</Root 1 0 R>>\n%%EOF\n`)
}

/** Streams that unpack to almost as much as is read of one, and are broken at their end. */
function corruptPdf(streams: number): Buffer {
  const packed = deflateSync(Buffer.alloc(18 * 1024 * 1024, ' '), { level: 9 })
  const broken = packed.subarray(0, -4)
  const stream = Buffer.concat([
    Buffer.from(`2 0 obj <</First 4 /Filter /FlateDecode /Length ${broken.length}>> stream\r\n`),
    broken,
    Buffer.alloc(4, 0xff),
    Buffer.from('\nendstream endobj\n'),
  ])
  const whole = Buffer.concat([
    Buffer.from('%PDF-1.7\n'),
    ...Array.from({ length: streams }, () => stream),
    Buffer.from('%%EOF\n'),
  ])
  if (whole.length > 5 * 1024 * 1024) throw new Error('The file is refused for its size already')
  return whole
}

/** A workbook of few bytes whose one sheet unpacks to very many. */
function zipBomb(): Uint8Array {
  const rows = strToU8(`<worksheet><sheetData>${' '.repeat(atSize(30, 300) * 1024 * 1024)}</sheetData></worksheet>`)
  return zipSync({
    'xl/workbook.xml': strToU8(
      '<workbook xmlns:r="r"><sheets><sheet name="Register" sheetId="1" r:id="rId1"/></sheets></workbook>',
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      '<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
    ),
    'xl/worksheets/sheet1.xml': [rows, { level: 9 }],
  })
}

/** A one-colour PNG of so many pixels, in few bytes: its lines are written once and repeated by the packing. */
function png(width: number, height: number): Buffer {
  const line = Buffer.alloc(1 + Math.ceil(width / 8))
  const pixels = deflateSync(Buffer.alloc(line.length * height), { level: 9 })
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([1, 0, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  framed.set(body, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}
