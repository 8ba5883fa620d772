import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  dataOf,
  loginMember,
  statusesOf,
  type TestCooperative,
} from '#dev/testing/builders.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const pdf = (objects = '') =>
  bytes(`%PDF-1.7\n1 0 obj <</Type /Catalog>> endobj\n${objects}\ntrailer <</Root 1 0 R>>\n%%EOF\n`)

describe('proof of a payment', () => {
  let app: TestApp
  let cooperative: TestCooperative
  let ada: string
  let adaToken: string
  let musaToken: string
  beforeAll(async () => {
    app = await sharedTestApp()
    cooperative = await buildCooperative(app)
    const member = await buildMember(app, cooperative, { firstName: 'Ada', lastName: 'Obi' })
    ada = member.id
    adaToken = await loginMember(app, member)
    musaToken = await loginMember(app, await buildMember(app, cooperative, { firstName: 'Musa' }))
  })
  afterAll(() => app.stop())

  const call = (method: string, url: string, token: string, body?: unknown) =>
    app.call(method, url, { token, ...(body !== undefined && { body }) })
  const report = async () =>
    dataOf(
      await call('POST', '/financial/transactions/deposits', adaToken, { amount: 2500, anotherPayment: true }),
      201,
    ).id as string
  const add = (id: string, content: Uint8Array, { token = adaToken, name = 'transfer.pdf' } = {}) =>
    app.call('POST', `/financial/transactions/${id}/proof`, { token, file: { name, content } })
  const list = async (id: string, token = cooperative.token) =>
    dataOf(await call('GET', `/financial/transactions/${id}/proof`, token))
  const fetched = (id: string, proof: string, token = cooperative.token) =>
    fetch(`${app.url}/financial/transactions/${id}/proof/${proof}`, { headers: { authorization: `Bearer ${token}` } })

  test('goes with a payment that waits; the officers read it and add none', async () => {
    const id = await report()
    const content = pdf()
    const added = dataOf(await add(id, content), 201)
    expect(added).toEqual({
      id: expect.any(String),
      fileName: 'transfer.pdf',
      mediaType: 'application/pdf',
      bytes: content.length,
      addedBy: 'Ada Obi',
      addedAt: expect.any(String),
    })
    expect(await list(id, adaToken)).toEqual({ proofs: [added], addable: true })
    expect(await list(id)).toEqual({ proofs: [added], addable: false })
    for (const token of [adaToken, cooperative.token]) {
      const reply = await fetched(id, added.id, token)
      expect(new Uint8Array(await reply.arrayBuffer())).toEqual(content)
      expect(
        Object.fromEntries(
          [
            'content-type',
            'content-disposition',
            'content-security-policy',
            'x-content-type-options',
            'cache-control',
          ].map((name) => [name, reply.headers.get(name)]),
        ),
      ).toEqual({
        'content-type': 'application/pdf',
        'content-disposition': "attachment; filename*=UTF-8''transfer.pdf",
        'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      })
    }
    expect((await add(id, content, { token: cooperative.token })).status).toBe(403)
  })

  test('as a photograph is drawn again, without where it was taken', async () => {
    const id = await report()
    const photograph = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#0b6b4e' } })
      .withExif({ IFD0: { Artist: 'secret-metadata' } })
      .jpeg()
      .toBuffer()
    const { id: proof } = dataOf(await add(id, photograph, { name: 'teller.jpg' }), 201)
    const kept = Buffer.from(await (await fetched(id, proof)).arrayBuffer())
    expect(kept.includes('secret-metadata')).toBe(false)
    expect(await sharp(kept).metadata()).toMatchObject({ format: 'jpeg', width: 40, height: 30 })
  })

  test('that could act, or is no paper or picture, is refused and not kept', async () => {
    const id = await report()
    expect((await add(id, pdf('2 0 obj <</S /JavaScript /JS (app.alert(1))>> endobj'))).status).toBe(422)
    expect((await add(id, bytes('<html></html>'))).body).toMatchObject({
      status: 415,
      message: 'Choose a PDF, JPEG or PNG file.',
    })
    expect((await add(id, new Uint8Array(5 * 1024 * 1024 + 1))).status).toBe(413)
    expect((await call('POST', `/financial/transactions/${id}/proof`, adaToken)).status).toBe(422)
    expect(await list(id)).toEqual({ proofs: [], addable: false })
  })

  test('is three files at most, also when five arrive at once', async () => {
    const id = await report()
    const replies = await Promise.all([1, 2, 3, 4, 5].map(() => add(id, pdf())))
    const statuses = statusesOf(replies)
    expect([201, 409].map((status) => statuses.filter((each) => each === status).length)).toEqual([3, 2])
    expect((await add(id, pdf())).body.message).toBe('A payment takes at most 3 files.')
    expect((await list(id, adaToken)).addable).toBe(false)
  })

  test('is not taken for what is decided, what an officer recorded, or what is no payment; what was sent stays', async () => {
    const refused = {
      status: 409,
      message:
        'Proof goes with a payment that you reported and that still waits for an officer. Give them what you want to add.',
    }
    const id = await report()
    const { id: proof } = dataOf(await add(id, pdf()), 201)
    dataOf(await call('POST', `/financial/transactions/${id}/approve`, cooperative.token, {}))
    expect((await add(id, pdf())).body).toMatchObject(refused)
    expect((await fetched(id, proof)).status).toBe(200)
    const recorded = dataOf(
      await call('POST', '/financial/transactions', cooperative.token, { type: 'deposit', memberId: ada, amount: 10 }),
      201,
    )
    expect((await add(recorded.id, pdf())).body).toMatchObject(refused)
    const withdrawal = dataOf(
      await call('POST', '/financial/transactions', adaToken, { type: 'withdrawal', amount: 10 }),
      201,
    )
    expect((await add(withdrawal.id, pdf())).body).toMatchObject(refused)
    for (const [method, url] of [
      ['DELETE', `/financial/transactions/${id}/proof/${proof}`],
      ['PUT', `/financial/transactions/${id}/proof/${proof}`],
    ] as const)
      expect((await call(method, url, adaToken)).status).toBe(405)
  })

  test('is no one else’s: another member and another society find nothing', async () => {
    const id = await report()
    const { id: proof } = dataOf(await add(id, pdf()), 201)
    const stranger = await buildCooperative(app)
    for (const token of [musaToken, stranger.token]) {
      expect((await call('GET', `/financial/transactions/${id}/proof`, token)).status).toBe(404)
      expect((await fetched(id, proof, token)).status).toBe(404)
    }
    expect((await add(id, pdf(), { token: musaToken })).status).toBe(404)
    const another = await report()
    expect((await fetched(another, proof, adaToken)).status).toBe(404)
  })
})
