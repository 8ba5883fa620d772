import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  buildOfficer,
  dataOf,
  loginMember,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'

const dayFromNow = (days: number) => new Date(Date.now() + 3_600_000 + days * 86_400_000).toISOString().slice(0, 10)
const shownDay = (day: string) =>
  new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: 'short', year: 'numeric', timeZone: 'UTC' })
    .format(new Date(`${day}T00:00:00Z`))
    .replace('Sept', 'Sep')
const none = { noticeDays: 0, quorumMembers: null, quorumPercent: null }
const noCommittee = { noticeDays: 0, quorumMembers: null }
const rules = {
  general: {
    noticeDays: 14,
    noticeClause: 'Clause 8',
    quorumMembers: null,
    quorumPercent: 25,
    quorumClause: 'Clause 14',
  },
  special: { noticeDays: 21, noticeClause: 'Clause 9', quorumMembers: 30, quorumPercent: null, quorumClause: '' },
  committee: { noticeDays: 2, noticeClause: '', quorumMembers: 3, quorumClause: 'Clause 31' },
}
const plan = { kind: 'annual_general', title: 'AGM', time: '10:00', place: 'Town hall' }

let app: TestApp
beforeAll(async () => {
  app = await sharedTestApp()
})
afterAll(() => app.stop())

const ask = (method: string, path: string, token: string, body?: unknown) =>
  app.call(method, `/governance${path}`, { token, ...(body !== undefined && { body }) })
const planned = async (token: string, change: object = {}) =>
  dataOf(await ask('POST', '/meetings', token, { ...plan, date: dayFromNow(30), ...change }), 201)
const meetingOf = async (token: string, id: string) => dataOf(await ask('GET', `/meetings/${id}`, token))
const notify = (token: string, id: string, body: object = {}) => ask('POST', `/meetings/${id}/notice`, token, body)

async function buildSociety(members: number): Promise<{ society: TestCooperative; first: TestMember }> {
  const society = await buildCooperative(app, { name: 'Meeting Society' })
  const first = await buildMember(app, society, { firstName: 'Ada' })
  for (let n = 1; n < members; n++) await buildMember(app, society)
  return { society, first }
}

async function paperOf(id: string, token: string): Promise<string> {
  const response = await fetch(`${app.url}/governance/meetings/${id}/minutes/file`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(response.status).toBe(200)
  const document = await getDocument({ data: new Uint8Array(await response.arrayBuffer()), verbosity: 0 }).promise
  const pages = await Promise.all(
    Array.from({ length: document.numPages }, async (_, at) => (await document.getPage(at + 1)).getTextContent()),
  )
  return pages
    .flatMap(({ items }) => items.map((item) => ('str' in item ? item.str + (item.hasEOL ? ' ' : '') : '')))
    .join('')
    .replaceAll(/\s+/g, ' ')
}

describe('the bye-laws on meetings', () => {
  test('are empty until they are entered, wait for a second officer, are in the history, and are read by officers alone', async () => {
    const { society, first } = await buildSociety(1)
    const stored = { ...none, noticeClause: '', quorumClause: '' }
    expect(dataOf(await ask('GET', '/meeting-rules', society.token))).toEqual({
      ...{ general: stored, special: stored, committee: stored, activeMembers: 1 },
    })
    dataOf(await ask('PUT', '/meeting-rules', society.token, rules))
    const { activeMembers, ...read } = dataOf(await ask('GET', '/meeting-rules', society.token))
    expect(read).toEqual({ ...rules, committee: { ...rules.committee, quorumPercent: null } })
    expect(activeMembers).toBe(1)

    const second = await buildOfficer(app, society, { firstName: 'Second' })
    const waits = await ask('PUT', '/meeting-rules', society.token, {
      ...rules,
      special: { ...rules.special, noticeDays: 7 },
    })
    expect(waits.status).toBe(202)
    expect(dataOf(await ask('GET', '/meeting-rules', society.token)).special.noticeDays).toBe(21)
    const approve = `/change-requests/${waits.body.data.changeRequestId}/approve`
    dataOf(await app.call('POST', approve, { token: second.token, body: {} }))
    expect(dataOf(await ask('GET', '/meeting-rules', society.token)).special.noticeDays).toBe(7)
    const { rows } = await app.admin.query(
      'select fields from app.configuration_change where cooperative_id = $1 order by changed_at desc, change_id desc limit 1',
      [society.id],
    )
    expect(JSON.stringify(rows[0].fields)).toContain('Special general meetings: 7 days of notice (Clause 9), quorum 30')

    const member = await loginMember(app, first)
    for (const [method, path, body] of [
      ['GET', '/meeting-rules', undefined],
      ['PUT', '/meeting-rules', rules],
      ['GET', '/agenda-templates', undefined],
      ['PUT', '/agenda-templates/general', { agenda: ['Prayer'] }],
    ] as const)
      expect((await ask(method, path, member, body)).status).toBe(403)
    const secretary = await buildOfficer(app, society, { firstName: 'Sade', office: 'secretary' }, second.token)
    expect((await ask('PUT', '/meeting-rules', secretary.token, rules)).status).toBe(403)
    expect((await ask('GET', '/meeting-rules', secretary.token)).status).toBe(200)
  })

  test.each<[change: object, field: string, message: string]>([
    [{ general: { ...rules.general, noticeDays: 61 } }, 'general.noticeDays', 'Enter a whole number from 0 to 60'],
    [{ special: { ...rules.special, quorumMembers: 0 } }, 'special.quorumMembers', 'Enter 1 or more'],
    [
      { general: { ...rules.general, quorumMembers: 9 } },
      'general.quorumPercent',
      'Enter the quorum as a number of members or as a percentage, not both',
    ],
    ...[0, 100.01, 33.333].map((quorumPercent): [object, string, string] => [
      { general: { ...rules.general, quorumPercent } },
      'general.quorumPercent',
      'Enter a percentage above 0 and up to 100, with at most two decimals',
    ]),
    [
      { special: { ...rules.special, noticeClause: 'x'.repeat(121) } },
      'special.noticeClause',
      'Use 120 characters or fewer',
    ],
  ])('%j is refused with the field that is wrong', async (change, field, message) => {
    const { society } = await buildSociety(1)
    const reply = await ask('PUT', '/meeting-rules', society.token, { ...rules, ...change })
    expect(reply.status).toBe(422)
    expect(reply.body.errors).toEqual([{ field, message }])
  })

  test('a committee has no percentage, because no one here knows who sits on it', async () => {
    const { society } = await buildSociety(1)
    const committee = { ...rules.committee, quorumPercent: 50 }
    expect((await ask('PUT', '/meeting-rules', society.token, { ...rules, committee })).status).toBe(422)
  })
})

describe('the quorum of a meeting', () => {
  test('is a part of the active members, counted when it is planned and for good when members are given notice', async () => {
    const { society } = await buildSociety(9)
    const { token } = society
    dataOf(await ask('PUT', '/meeting-rules', token, rules))
    const meeting = await planned(token)
    // A quarter of 9 is 2.25.
    expect(meeting).toMatchObject({
      ...{ quorum: 3, quorumFromByeLaws: true, quorumPercent: 25, quorumOf: 9, quorumClause: 'Clause 14' },
    })
    for (let n = 0; n < 3; n++) await buildMember(app, society)
    expect((await meetingOf(token, meeting.id)).quorum).toBe(3)
    const extra = await buildMember(app, society)
    // A quarter of 13 is 3.25.
    expect(dataOf(await notify(token, meeting.id), 201)).toMatchObject({ quorum: 4, quorumOf: 13 })
    // Neither a repeated notice, nor later members, nor other bye-laws change it.
    for (let n = 0; n < 4; n++) await buildMember(app, society)
    dataOf(await ask('PUT', '/meeting-rules', token, { ...rules, general: { ...none, quorumMembers: 1 } }))
    expect(dataOf(await notify(token, meeting.id, { to: [extra.id] }), 201)).toMatchObject({ quorum: 4, quorumOf: 13 })
    // With another day it is another notice.
    dataOf(await ask('PUT', `/meetings/${meeting.id}`, token, { date: dayFromNow(40) }))
    expect(dataOf(await notify(token, meeting.id), 201)).toMatchObject({ quorum: 1, quorumOf: null, noticeDays: null })
  })

  test('is what the officer entered, also none, and follows the bye-laws to another kind of meeting until then', async () => {
    const { society, first } = await buildSociety(2)
    const { token } = society
    const before = await planned(token)
    expect(before).toMatchObject({ quorum: null, noticeDays: null, noticeGivenOn: null })
    dataOf(await ask('PUT', '/meeting-rules', token, rules))
    expect((await planned(token, { quorum: 7 })).quorum).toBe(7)
    expect((await planned(token, { quorum: null })).quorum).toBeNull()
    const meeting = await planned(token)
    expect(meeting.quorum).toBe(1)
    const changed = async (change: object) => dataOf(await ask('PUT', `/meetings/${meeting.id}`, token, change))
    expect(await changed({ kind: 'special_general', title: 'SGM' })).toMatchObject({
      ...{ quorum: 30, quorumPercent: null, noticeDays: 21, title: 'SGM', kind: 'special_general' },
    })
    expect(await changed({ place: 'School' })).toMatchObject({ quorum: 30, quorumFromByeLaws: true })
    expect(await changed({ quorum: 12 })).toMatchObject({ quorum: 12, quorumFromByeLaws: false, quorumClause: '' })
    expect((await changed({ kind: 'committee' })).quorum).toBe(12)
    expect(dataOf(await notify(token, meeting.id, { to: [first.id] }), 201).quorum).toBe(12)
  })

  test('is reached by those who are present', async () => {
    const { society, first } = await buildSociety(5)
    const { token } = society
    dataOf(await ask('PUT', '/meeting-rules', token, { ...rules, general: { ...rules.general, quorumPercent: 20.01 } }))
    const meeting = await planned(token, { date: dayFromNow(0), time: '00:01' })
    const attend = async (arrived: string[]) =>
      dataOf(await ask('PUT', `/meetings/${meeting.id}/attendance`, token, { arrived }))
    expect(await attend([first.id])).toMatchObject({ present: 1, quorum: 2, hasQuorum: false })
    const { id } = await buildMember(app, society)
    expect(await attend([id])).toMatchObject({ present: 2, quorum: 2, hasQuorum: true })
  })
})

describe('the notice of a meeting', () => {
  test('is in time up to the day by the bye-laws, and then needs a reason, which is part of the minutes and on their paper', async () => {
    const { society, first } = await buildSociety(2)
    const { token } = society
    const member = await loginMember(app, first)
    dataOf(await ask('PUT', '/meeting-rules', token, rules))

    const inTime = await planned(token, { date: dayFromNow(14) })
    expect(inTime).toMatchObject({ noticeDays: 14, noticeClause: 'Clause 8', isNoticeGiven: false })
    expect((await meetingOf(member, inTime.id)).noticeDays).toBeNull()
    expect(dataOf(await notify(token, inTime.id, { shortNoticeReason: 'Not needed' }), 201)).toMatchObject({
      ...{ isNoticeGiven: true, noticeGivenOn: dayFromNow(0), noticeDays: 14, shortNoticeReason: null },
    })
    // A notice that was given is repeated at any time.
    dataOf(await notify(token, inTime.id), 201)
    // Another day has a notice of its own.
    dataOf(await ask('PUT', `/meetings/${inTime.id}`, token, { date: dayFromNow(13) }))
    expect((await notify(token, inTime.id)).status).toBe(422)

    const late = await planned(token, { title: 'Late AGM', date: dayFromNow(13) })
    for (const body of [{}, { shortNoticeReason: '' }, { shortNoticeReason: '  ' }]) {
      const refused = await notify(token, late.id, body)
      expect(refused.status).toBe(422)
      const message = `By your bye-laws the notice had to be sent by ${shownDay(dayFromNow(-1))}. Give the reason for the short notice; it is part of the minutes.`
      expect(refused.body.errors).toEqual([{ field: 'shortNoticeReason', message }])
    }
    expect(await meetingOf(token, late.id)).toMatchObject({ noticeSentAt: null, isNoticeGiven: false })
    const reason = 'The auditor was ill'
    dataOf(await notify(token, late.id, { shortNoticeReason: reason }), 201)
    const given = {
      ...{ noticeGivenOn: dayFromNow(0), noticeDays: 14, noticeClause: 'Clause 8', shortNoticeReason: reason },
    }
    dataOf(await ask('PUT', '/meeting-rules', token, { general: none, special: none, committee: noCommittee }))
    expect(await meetingOf(token, late.id)).toMatchObject(given)
    expect(await meetingOf(member, late.id)).toMatchObject(given)
  })

  test('to some members is not yet the notice to all of them', async () => {
    const { society, first } = await buildSociety(2)
    const { token } = society
    dataOf(await ask('PUT', '/meeting-rules', token, rules))
    const meeting = await planned(token, { date: dayFromNow(5) })
    const body = { to: [first.id], shortNoticeReason: 'First call' }
    expect(dataOf(await notify(token, meeting.id, body), 201)).toMatchObject({ isNoticeGiven: false })
    expect((await notify(token, meeting.id)).status).toBe(422)
    expect(dataOf(await notify(token, meeting.id, { shortNoticeReason: 'For all' }), 201)).toMatchObject({
      ...{ isNoticeGiven: true, shortNoticeReason: 'For all' },
    })
    const committee = await planned(token, { kind: 'committee', title: 'Loan committee', date: dayFromNow(2) })
    expect(dataOf(await notify(token, committee.id, { to: [first.id] }), 201)).toMatchObject({
      ...{ isNoticeGiven: true, shortNoticeReason: null, noticeDays: 2, quorum: 3 },
    })
  })

  test('that was short is in the minutes as a PDF, with the quorum and where it comes from', async () => {
    const { society, first } = await buildSociety(5)
    const { token } = society
    dataOf(await ask('PUT', '/meeting-rules', token, rules))
    const meeting = await planned(token, { date: dayFromNow(0) })
    dataOf(await notify(token, meeting.id, { shortNoticeReason: 'The bank closes on Friday' }), 201)
    dataOf(await ask('PUT', `/meetings/${meeting.id}/attendance`, token, { present: [first.id] }))
    dataOf(await ask('PUT', `/meetings/${meeting.id}/minutes`, token, { minutes: 'It was agreed.' }))
    const paper = await paperOf(meeting.id, token)
    expect(paper).toContain(`Given on ${shownDay(dayFromNow(0))}, the day of the meeting`)
    expect(paper).toContain(
      'The bye-laws ask for 14 days’ notice (Clause 8). Reason for the short notice: The bank closes on Friday',
    )
    // A quarter of 5 is 1.25.
    expect(paper).toContain('2 members (25% of 5 active members, Clause 14), not reached')
    dataOf(await ask('POST', `/meetings/${meeting.id}/adopt`, token, {}))
    await expect(
      app.admin.query('update app.meeting set short_notice_reason = $1 where meeting_id = $2', ['Other', meeting.id]),
    ).rejects.toThrow('the minutes of this meeting are adopted')
  })
})

test('an agenda begins with the usual template until the society stores its own, and again after it is emptied', async () => {
  const { society } = await buildSociety(1)
  const other = await buildCooperative(app, { name: 'Other Society' })
  const templateOf = async (template: string, token = society.token) =>
    dataOf(await ask('GET', '/agenda-templates', token)).templates.find(
      (each: { template: string }) => each.template === template,
    )
  const usual = await templateOf('annual_general')
  expect(usual).toMatchObject({ isOwn: false })
  expect(usual.agenda).toHaveLength(9)
  const own = { agenda: ['Opening prayer', 'Accounts', 'Closing'] }
  expect(dataOf(await ask('PUT', '/agenda-templates/annual_general', society.token, own))).toEqual({
    ...{ template: 'annual_general', ...own, isOwn: true },
  })
  dataOf(await ask('PUT', '/agenda-templates/annual_general', society.token, { agenda: ['Prayer', 'Closing'] }))
  expect(await templateOf('annual_general')).toEqual({
    ...{ template: 'annual_general', agenda: ['Prayer', 'Closing'], isOwn: true },
  })
  expect(await templateOf('loans')).toMatchObject({ isOwn: false })
  expect(await templateOf('annual_general', other.token)).toEqual(usual)
  dataOf(await ask('PUT', '/agenda-templates/annual_general', society.token, { agenda: [] }))
  expect(await templateOf('annual_general')).toEqual(usual)
  expect((await ask('PUT', '/agenda-templates/party', society.token, own)).status).toBe(422)
  expect((await ask('PUT', '/agenda-templates/general', society.token, { agenda: [''] })).body.errors).toEqual([
    { field: 'agenda.0', message: 'Write the line of the agenda or remove it' },
  ])
})
