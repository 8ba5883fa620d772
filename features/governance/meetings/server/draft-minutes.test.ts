import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dayIn, dayText } from '#core/calendar.ts'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  dataOf,
  loginMember,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'

const today = dayIn(new Date())
const shownDay = dayText(today)
const plan = {
  kind: 'annual_general',
  title: 'The year 2025',
  date: today,
  time: '14:30',
  place: 'Town hall, Ìbàdàn',
  agenda: ['Opening prayer', 'Accounts of the year'],
  quorum: 3,
}

describe('the minutes as a PDF', () => {
  let app: TestApp
  let society: TestCooperative
  let ada: TestMember
  let adaToken: string

  beforeAll(async () => {
    app = await sharedTestApp()
    society = await buildCooperative(app, { name: 'Market Women' })
    ada = await buildMember(app, society, { firstName: 'Ada', lastName: 'Obi' })
    adaToken = await loginMember(app, ada)
  })
  afterAll(() => app.stop())

  const ask = (method: string, path: string, body?: unknown, token = society.token) =>
    app.call(method, `/governance/meetings${path}`, { token, ...(body !== undefined && { body }) })
  const planned = async (change: object = {}): Promise<string> =>
    dataOf(await ask('POST', '', { ...plan, ...change }), 201).id
  const file = (id: string, token: string) =>
    fetch(`${app.url}/governance/meetings/${id}/minutes/file`, { headers: { authorization: `Bearer ${token}` } })
  async function paperOf(id: string, token = society.token) {
    const response = await file(id, token)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/pdf')
    expect(response.headers.get('content-disposition')).toContain(`minutes-${today}.pdf`)
    const document = await getDocument({ data: new Uint8Array(await response.arrayBuffer()), verbosity: 0 }).promise
    const pages = await Promise.all(
      Array.from({ length: document.numPages }, async (_, at) => (await document.getPage(at + 1)).getTextContent()),
    )
    const text = pages
      .flatMap(({ items }) => items.map((item) => ('str' in item ? item.str + (item.hasEOL ? ' ' : '') : '')))
      .join('')
      .normalize('NFC')
      .replaceAll(/\s+/g, ' ')
    return { text, pages: document.numPages }
  }

  test('has the meeting, who was present, what was decided by how many, and the adoption', async () => {
    const id = await planned()
    dataOf(await ask('PUT', `/${id}/attendance`, { arrived: [ada.id] }))
    const minutes = 'The chair opened at 2:40pm.\n\nThe accounts were read by Ọlájídé.'
    const resolutions = [
      { text: 'That the accounts be adopted', for: 41, against: 7, abstain: 3 },
      { text: 'Paint the office' },
    ]
    dataOf(await ask('PUT', `/${id}/minutes`, { minutes, resolutions }))

    const action = { wording: 'Ask the council for water', memberId: ada.id, dueOn: '2099-03-02' }
    dataOf(await ask('POST', `/${id}/actions`, action), 201)

    const draft = await paperOf(id)
    expect(draft.text).toContain('Draft minutes: The year 2025')
    expect(draft.text).toContain(`Written by Market Women on ${shownDay}. Not adopted yet`)
    dataOf(await ask('POST', `/${id}/adopt`))
    const { text, pages } = await paperOf(id)
    expect(pages).toBe(1)
    for (const part of [
      'Market Women',
      `Annual general meeting of ${shownDay}.`,
      `${shownDay}, 2:30pm`,
      'Town hall, Ìbàdàn',
      '1 member',
      '3 members, not reached',
      '1. Opening prayer',
      '2. Accounts of the year',
      'The chair opened at 2:40pm.',
      'The accounts were read by Ọlájídé.',
      'That the accounts be adopted',
      'Paint the office',
      'Ask the council for water',
      'Ada Obi',
      '02 Mar 2099',
      `Adopted on ${shownDay}, recorded by Market Women.`,
    ])
      expect(text).toContain(part)
    expect(text.replaceAll(' ', '')).toContain('Thattheaccountsbeadopted4173')
    expect(text).not.toContain('Draft')
    // A member's is the same paper.
    expect(await paperOf(id, adaToken)).toEqual({ text, pages })
  })

  test('has all of long minutes, on as many pages as they need', async () => {
    const id = await planned()
    const minutes = Array.from({ length: 150 }, (_, at) => `Point ${at + 1} was discussed.`).join('\n')
    dataOf(
      await ask('PUT', `/${id}/minutes`, { minutes: `${'A long sentence of the chair. '.repeat(300)}\n${minutes}` }),
    )
    const { text, pages } = await paperOf(id)
    expect(pages).toBeGreaterThan(2)
    expect(text).toContain('Point 1 was discussed.')
    expect(text).toContain('Point 150 was discussed.')
  })

  test('has the result of a vote beside its figures', async () => {
    const id = await planned()
    dataOf(await ask('PUT', `/${id}/minutes`, { minutes: 'Voted.' }))
    const vote = { text: 'That shares cost 500', for: 12, against: 5, abstain: 0, voteId: id, outcome: 'carried' }
    await app.admin.query('update app.meeting set resolutions = $1 where meeting_id = $2', [JSON.stringify([vote]), id])
    expect((await paperOf(id)).text.replaceAll(' ', '')).toContain('Thatsharescost5001250Carried')
  })

  test('is not there before they are written, nor for members of a committee’s or another society’s', async () => {
    const none = await planned()
    expect((await ask('GET', `/${none}/minutes/file`)).body).toMatchObject({
      status: 409,
      message: 'No minutes of this meeting are written yet. Download them when they are.',
    })
    const committee = await planned({ kind: 'committee' })
    dataOf(await ask('PUT', `/${committee}/minutes`, { minutes: 'Of single members' }))
    expect((await file(committee, adaToken)).status).toBe(404)
    expect((await paperOf(committee)).text).toContain('Of single members')
    const foreign = await buildCooperative(app, { name: 'Other' })
    expect((await file(committee, foreign.token)).status).toBe(404)
  })
})
