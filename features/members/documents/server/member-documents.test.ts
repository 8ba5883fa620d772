import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { memberDocumentsMax } from '#features/members/members/rules/member-documents.ts'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import { buildCooperative, buildMember, dataOf, loginMember, statusesOf } from '#dev/testing/builders.ts'

let app: TestApp
beforeAll(async () => {
  app = await sharedTestApp()
})
afterAll(() => app.stop())

const bytes = (text: string) => new TextEncoder().encode(text)
const pdf = (objects = '') =>
  bytes(`%PDF-1.7\n1 0 obj <</Type /Catalog>> endobj\n${objects}\ntrailer <</Root 1 0 R>>\n%%EOF\n`)
const picture = async (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#884422' } })
    .withExif({ IFD0: { Copyright: 'secret place' } })
    .jpeg()
    .toBuffer()

async function buildSociety() {
  const cooperative = await buildCooperative(app)
  const member = await buildMember(app, cooperative, { firstName: 'Ada' })
  return {
    cooperative,
    member,
    own: await loginMember(app, member),
    fellow: await loginMember(app, await buildMember(app, cooperative)),
    other: await buildCooperative(app),
  }
}

const add = (memberId: string, token: string, content: Uint8Array = pdf(), name = 'letter.pdf') =>
  app.call('POST', `/financial/members/${memberId}/documents`, { token, file: { name, content } })
const list = (memberId: string, token: string) => app.call('GET', `/financial/members/${memberId}/documents`, { token })
const fetched = (path: string, token: string) =>
  fetch(`${app.url}${path}`, { headers: { authorization: `Bearer ${token}` } })

describe('the papers of a member', () => {
  test('are added by officers, read by them and by themselves, and by no one else', async () => {
    const { cooperative, member, own, fellow, other } = await buildSociety()
    const content = pdf('% of Ada')
    const paper = dataOf(await add(member.id, cooperative.token, content), 201)
    expect(paper).toMatchObject({
      fileName: 'letter.pdf',
      mediaType: 'application/pdf',
      bytes: content.length,
      removed: null,
    })
    for (const token of [cooperative.token, own]) {
      expect(dataOf(await list(member.id, token))).toEqual([paper])
      const file = await fetched(`/financial/members/${member.id}/documents/${paper.id}`, token)
      expect([
        file.status,
        file.headers.get('content-disposition'),
        file.headers.get('content-security-policy'),
      ]).toEqual([200, expect.stringContaining('attachment'), expect.stringContaining('sandbox')])
      expect(new Uint8Array(await file.arrayBuffer())).toEqual(content)
    }
    for (const token of [fellow, other.token]) {
      expect((await list(member.id, token)).status).toBe(404)
      expect((await fetched(`/financial/members/${member.id}/documents/${paper.id}`, token)).status).toBe(404)
    }
    expect((await add(member.id, own)).status).toBe(403)
    expect((await add(member.id, other.token)).status).toBe(404)
  })

  test('that could act by themselves or are no papers are refused, and nothing is kept', async () => {
    const { cooperative, member } = await buildSociety()
    expect((await add(member.id, cooperative.token, pdf('2 0 obj <</S /JavaScript>> endobj'))).status).toBe(422)
    expect((await add(member.id, cooperative.token, bytes('hello'), 'letter.pdf')).status).toBe(415)
    expect(dataOf(await list(member.id, cooperative.token))).toEqual([])
  })

  test('when removed leave the line that says who did it', async () => {
    const { cooperative, member } = await buildSociety()
    const { id } = dataOf(await add(member.id, cooperative.token), 201)
    const remove = () =>
      app.call('DELETE', `/financial/members/${member.id}/documents/${id}`, { token: cooperative.token })
    expect(dataOf(await remove())).toMatchObject({ removed: { by: expect.any(String) } })
    expect((await remove()).body).toMatchObject({ status: 409, message: 'This paper has already been removed.' })
    expect((await fetched(`/financial/members/${member.id}/documents/${id}`, cooperative.token)).status).toBe(404)
    expect(dataOf(await list(member.id, cooperative.token))).toMatchObject([
      { fileName: 'letter.pdf', removed: { by: expect.any(String) } },
    ])
  })

  // Remedy: member_papers_too_many
  test('are so many and no more, also when they come at once', async () => {
    const { cooperative, member } = await buildSociety()
    await app.admin.query(
      `insert into app.member_document (cooperative_id, document_id, member_id, file_name, media_type, bytes, content, sha256, added_by, added_by_name)
       select $1, gen_random_uuid(), $2, 'old.pdf', 'application/pdf', 1, '\\x00', '\\x00', gen_random_uuid(), 'Officer' from generate_series(1, $3::int)`,
      [cooperative.id, member.id, memberDocumentsMax - 1],
    )
    expect(statusesOf(await Promise.all([1, 2, 3].map(() => add(member.id, cooperative.token))))).toEqual([
      201, 409, 409,
    ])
    expect((await add(member.id, cooperative.token)).body.message).toBe(
      'A member’s page holds at most 20 papers. Remove one first.',
    )
    const [paper] = dataOf(await list(member.id, cooperative.token))
    dataOf(
      await app.call('DELETE', `/financial/members/${member.id}/documents/${paper.id}`, { token: cooperative.token }),
    )
    dataOf(await add(member.id, cooperative.token), 201)
  })
})

describe('the photo of a member', () => {
  const upload = async (memberId: string, token: string, content?: Uint8Array, name = 'ada.jpg') =>
    app.call('POST', `/financial/members/${memberId}/photo`, {
      token,
      file: { name, content: content ?? (await picture(900, 400)) },
    })

  test('is cut square, made small and drawn again; officers and themselves see it, at an address that changes with it', async () => {
    const { cooperative, member, own, fellow, other } = await buildSociety()
    const { profilePicture } = dataOf(await upload(member.id, cooperative.token))
    expect(profilePicture).toMatch(new RegExp(`^/financial/members/${member.id}/photo\\?v=[0-9a-f]{16}$`))
    expect(
      dataOf(await app.call('GET', `/cooperatives/members/${member.id}`, { token: cooperative.token })).profilePicture,
    ).toBe(profilePicture)
    expect(dataOf(await app.call('GET', '/member-portal/profile', { token: own })).profilePicture).toBe(profilePicture)
    for (const token of [cooperative.token, own]) {
      const content = Buffer.from(await (await fetched(profilePicture, token)).arrayBuffer())
      expect(await sharp(content).metadata()).toMatchObject({ format: 'webp', width: 320, height: 320 })
      expect(content.includes('secret place')).toBe(false)
    }
    for (const token of [fellow, other.token]) expect((await fetched(profilePicture, token)).status).toBe(404)
    expect((await upload(member.id, own)).status).toBe(403)
    expect((await upload(member.id, other.token)).status).toBe(404)
    expect(
      dataOf(
        await upload(
          member.id,
          cooperative.token,
          await sharp({ create: { width: 64, height: 64, channels: 3, background: 'blue' } })
            .png()
            .toBuffer(),
          'ada.png',
        ),
      ).profilePicture,
    ).not.toBe(profilePicture)
    expect(
      dataOf(await app.call('DELETE', `/financial/members/${member.id}/photo`, { token: cooperative.token })),
    ).toEqual({ profilePicture: null })
    expect((await fetched(`/financial/members/${member.id}/photo`, cooperative.token)).status).toBe(404)
    expect(
      dataOf(await app.call('GET', `/cooperatives/members/${member.id}`, { token: cooperative.token })).profilePicture,
    ).toBeNull()
  })

  test('that is no picture is refused and the one before stays', async () => {
    const { cooperative, member } = await buildSociety()
    const { profilePicture } = dataOf(await upload(member.id, cooperative.token))
    expect(
      (await upload(member.id, cooperative.token, bytes('<svg xmlns="http://www.w3.org/2000/svg"/>'))).body.message,
    ).toBe('Choose a JPEG, PNG or WebP picture.')
    expect((await fetched(profilePicture, cooperative.token)).status).toBe(200)
  })
})
