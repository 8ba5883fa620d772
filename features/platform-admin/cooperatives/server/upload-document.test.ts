import { performance } from 'node:perf_hooks'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readDocumentFile } from '#platform/files/document-file.ts'
import { startTestApp, type TestApp } from '#dev/testing/app.ts'
import { buildCooperative, dataOf, statusesOf, type TestCooperative } from '#dev/testing/builders.ts'

const path = '/cooperatives/cac-document'
const bytes = (text: string) => new TextEncoder().encode(text)
const pdf = (objects = '') =>
  bytes(`%PDF-1.7\n1 0 obj <</Type /Catalog>> endobj\n${objects}\ntrailer <</Root 1 0 R>>\n%%EOF\n`)
const picture = (format: 'jpeg' | 'png') =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#0b6b4e' } })
    .withExif({ IFD0: { Artist: 'secret-metadata', Copyright: '6.5244,3.3792' } })
    .toFormat(format)
    .toBuffer()

describe('uploading the registration certificate', () => {
  let app: TestApp
  let cooperative: TestCooperative

  beforeAll(async () => {
    app = await startTestApp()
    cooperative = await buildCooperative(app)
  })
  afterAll(() => app.stop())

  const upload = (content: Uint8Array, name = 'paper.pdf', token = cooperative.token) =>
    app.call('POST', path, { token, file: { name, content } })
  const download = async (id: string, token = cooperative.token) =>
    fetch(`${app.url}${path}/${id}`, { headers: { authorization: `Bearer ${token}` } })

  test('a PDF is kept as it is, and the profile lists it', async () => {
    const content = pdf()
    const reply = await upload(content, 'CAC certificate (1).pdf')
    expect(reply.status).toBe(201)
    expect(reply.body).toMatchObject({
      message: 'Document received',
      data: {
        id: expect.any(String),
        fileName: 'CAC certificate (1).pdf',
        mediaType: 'application/pdf',
        bytes: content.length,
        uploadedAt: expect.any(String),
      },
    })
    const { documents } = dataOf(await app.call('GET', '/cooperatives/profile', { token: cooperative.token }))
    expect(documents).toContainEqual(reply.body.data)
    const got = await download(reply.body.data.id)
    expect(new Uint8Array(await got.arrayBuffer())).toEqual(content)
  })

  // ASVS V3.2.1, V5.3.1, V5.4.1, V5.4.2
  test('it is sent to be saved, never to be shown or run', async () => {
    const { id } = dataOf(await upload(pdf(), 'Ìwé 1.pdf'), 201)
    const { headers } = await download(id)
    expect(headers.get('content-type')).toBe('application/pdf')
    expect(headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''%C3%8Cw%C3%A9%201.pdf")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toBe("sandbox; default-src 'none'; frame-ancestors 'none'")
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test.each(['jpeg', 'png'] as const)(
    'a %s is drawn again, so that it tells nothing but the picture',
    async (format) => {
      const content = await picture(format)
      expect(content.includes('secret-metadata')).toBe(true)
      const { id, mediaType } = dataOf(await upload(content, `photo.${format}`), 201)
      expect(mediaType).toBe(`image/${format}`)
      const stored = Buffer.from(await (await download(id)).arrayBuffer())
      expect(stored.includes('secret-metadata')).toBe(false)
      expect(await sharp(stored).metadata()).toMatchObject({ format, width: 40, height: 30 })
    },
  )

  // ASVS V1.3.4, V5.2.2
  test.each([
    ['a program', 'paper.pdf', bytes(`MZ${'\0'.repeat(200)}`)],
    [
      'a drawing with a script',
      'logo.svg',
      bytes('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    ],
    ['a web page', 'paper.png', bytes('<!doctype html><script>alert(1)</script>')],
    ['plain text', 'paper.txt', bytes('This is our certificate')],
    ['a GIF', 'paper.jpg', bytes(`GIF89a${'\0'.repeat(30)}`)],
  ])('refuses %s, whatever its name says', async (_, name, content) => {
    expect((await upload(content, name)).body).toMatchObject({
      status: 415,
      message: 'Choose a PDF, JPEG or PNG file.',
      errors: [{ field: 'file' }],
    })
  })

  test.each([
    ['a script', '2 0 obj <</S /JavaScript /JS (app.alert(1))>> endobj'],
    ['a script whose name is disguised', '2 0 obj <</S /J#61vaScript>> endobj'],
    ['a script in another object', '2 0 obj <</S /Rendition /JS 3 0 R>> endobj'],
    ['a program to start', '2 0 obj <</S /Launch /F (cmd.exe)>> endobj'],
    ['something to do when it is opened', '2 0 obj <</OpenAction 3 0 R>> endobj'],
    ['something to do on a page', '2 0 obj <</AA <</O 3 0 R>>>> endobj'],
    ['a file inside', '2 0 obj <</EmbeddedFiles 3 0 R>> endobj'],
    ['a password', 'trailer <</Encrypt 4 0 R>>'],
  ])('refuses a PDF with %s', async (_, objects) => {
    expect((await upload(pdf(objects))).body).toMatchObject({
      status: 422,
      message: expect.stringContaining('carries scripts, attachments or a password'),
    })
  })

  const packed = (
    objects: string,
    {
      description = '/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode',
      content = deflateSync(objects) as Uint8Array,
    } = {},
  ) =>
    Buffer.concat([
      bytes(`%PDF-1.7\n2 0 obj <<${description} /Length ${content.length}>> stream\r\n`),
      content,
      bytes('\nendstream endobj\n%%EOF\n'),
    ])

  test('what is packed into the objects of a PDF is looked at too', async () => {
    expect((await upload(packed('2 0 <</Type /Catalog>>'))).status).toBe(201)
    for (const objects of [
      '2 0 <</S /JavaScript /JS (app.alert(1))>>',
      '2 0 <</S /J#61vaScript>>',
      '2 0 <</OpenAction 3 0 R>>',
    ]) {
      for (const description of ['/Type /ObjStm', '/Type /Obj#53tm', '/First 4 /N 1']) {
        expect((await upload(packed(objects, { description }))).body).toMatchObject({
          status: 422,
          message: expect.stringContaining('carries scripts'),
        })
      }
    }
  })

  test('objects that are packed beyond reading or beyond measure are refused', async () => {
    for (const content of [bytes('no deflated data'), deflateSync(Buffer.alloc(21 * 1024 * 1024, ' '))]) {
      expect((await upload(packed('', { content }))).body).toMatchObject({
        status: 422,
        message: expect.stringContaining('could not be opened'),
      })
    }
  })

  test.each([
    ['#41'],
    ['/A'],
    ['/#41'],
    ['/J#61'],
    ['stream\n'],
    ['/First stream\n'],
    ['/First stream\nx\x9c'],
    ['/ObjStm stream\nx\x9c\x03\x00\x00\x00\x00\x01'],
    ['/JS '],
    ['/AA 1 '],
    ['/JS     '],
  ])('a PDF full of %j keeps no one else waiting', async (text) => {
    const content = Buffer.concat([
      bytes('%PDF-1.7\n'),
      Buffer.alloc(5_000_000, Buffer.from(text, 'latin1')),
      bytes('\n%%EOF\n'),
    ])
    const began = performance.eventLoopUtilization()
    await readDocumentFile({ fileName: 'paper.pdf', content }).catch(() => undefined)
    // A pattern that goes back and forth over 5 MB takes minutes; this leaves a busy machine room.
    expect(performance.eventLoopUtilization(began).active).toBeLessThan(5000)
  })

  test('a large scan is not taken for a script because of two letters in its pixels', async () => {
    const chance = ['/JS\u0001', '/AA\u0002x', '/JS\u00ff', '/AA\u0000\u0001'].join('\u0080').repeat(50)
    const content = Buffer.from(
      `%PDF-1.7\n2 0 obj <</Filter /DCTDecode>> stream\n${chance}\nendstream endobj\n%%EOF\n`,
      'latin1',
    )
    expect((await upload(content)).status).toBe(201)
  })

  test('pictures take one core each', () => {
    expect(sharp.concurrency()).toBe(1)
  })

  test.each([
    ['without a boundary', 'multipart/form-data', '', 400],
    ['with a boundary without end', `multipart/form-data; boundary=${'x'.repeat(300)}`, 'x', 400],
    [
      'that breaks off',
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF',
      400,
    ],
    ['that breaks off in its head', 'multipart/form-data; boundary=x', '--x\r\ncontent-disposition: form', 400],
    [
      'with a field that every object has',
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\n1\r\n--x--\r\n',
      422,
    ],
    [
      'with a field that says it is JSON',
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="a"\r\ncontent-type: application/json\r\n\r\n{\r\n--x--\r\n',
      422,
    ],
  ])("an upload %s is the sender's to mend", async (_, type, body, status) => {
    const response = await fetch(`${app.url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${cooperative.token}`, 'content-type': type },
      body,
    })
    expect(await response.json()).toMatchObject({
      success: false,
      status,
      message: expect.not.stringContaining('our side'),
    })
  })

  test('refuses half a PDF and a broken picture', async () => {
    const message = 'This file could not be opened. Scan the paper again and choose the new file.'
    expect((await upload(bytes('%PDF-1.7\n1 0 obj'))).body).toMatchObject({ status: 422, message })
    expect((await upload((await picture('png')).subarray(0, 60), 'photo.png')).body).toMatchObject({
      status: 422,
      message,
    })
  })

  // ASVS V5.2.1
  test('refuses what is larger than five megabytes', async () => {
    const max = 5 * 1024 * 1024
    const scan = (length: number) => Buffer.concat([pdf(), Buffer.alloc(length - pdf().length)])
    expect((await upload(scan(max))).status).toBe(201)
    // One byte more is not cut off silently, and neither is a great deal more.
    for (const length of [max + 1, max + 1, max + 40_000, 2 * max])
      expect((await upload(scan(length))).body).toMatchObject({ success: false, status: 413 })
  })

  test('refuses a request without a file, and an empty one', async () => {
    expect((await app.call('POST', path, { token: cooperative.token })).body).toMatchObject({
      status: 422,
      message: 'Choose a file.',
    })
    expect((await app.call('POST', path, { token: cooperative.token, body: { file: 'x' } })).body).toMatchObject({
      status: 422,
      message: 'Choose a file.',
    })
    expect((await upload(new Uint8Array(0))).body).toMatchObject({ status: 422, message: 'Choose a file.' })
  })

  // ASVS V1.3.3, V5.3.2
  test('keeps only the last part of a name, without what a path or a header could use', async () => {
    const { fileName } = dataOf(await upload(pdf(), '..\\..\\etc/pass"wd;x.pdf'), 201)
    expect(fileName).not.toMatch(/[\\/";]/)
  })

  test('a pending cooperative stores ten documents and no more, also when they come at once', async () => {
    const pending = await buildCooperative(app, { status: 'pending' })
    // No more at once than the line of one cooperative takes.
    const atOnce = async () =>
      statusesOf(await Promise.all(Array.from({ length: 4 }, () => upload(pdf(), 'paper.pdf', pending.token))))
    expect([await atOnce(), await atOnce(), await atOnce()]).toEqual([
      [201, 201, 201, 201],
      [201, 201, 201, 201],
      [201, 201, 409, 409],
    ])
    expect((await upload(pdf(), 'paper.pdf', pending.token)).body).toMatchObject({
      status: 409,
      message: 'A cooperative stores at most 10 documents. Contact support to have one replaced.',
    })
  })

  test('a pending cooperative may upload and read its own, and no other may', async () => {
    const pending = await buildCooperative(app, { status: 'pending' })
    const { id } = dataOf(await upload(pdf(), 'paper.pdf', pending.token), 201)
    expect((await download(id, pending.token)).status).toBe(200)
    expect((await download(id)).status).toBe(404)
    expect((await download(id, await app.superAdminToken())).status).toBe(200)
  })
})
