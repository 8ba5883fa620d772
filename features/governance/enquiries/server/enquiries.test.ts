import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, dayIn } from '#core/calendar.ts'
import { remindOfficers } from '#app/jobs/remind-officers.ts'
import { startTestApp, type TestApp } from '#dev/testing/app.ts'
import { makeTokens } from '#dev/testing/ballots.ts'
import {
  buildCooperative,
  buildMember,
  buildOfficer,
  dataOf,
  loginMember,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'

let app: TestApp
let society: TestCooperative
let [ada, bola]: TestMember[] = []
let [adaToken, bolaToken, auditor, treasurer, committee] = ['', '', '', '', '']

const ask = (method: string, path: string, body?: unknown, token = society.token) =>
  app.call(method, `/governance${path}`, { token, ...(body !== undefined && { body }) })
const complaint = { kind: 'complaint', subject: 'Late receipts', text: 'My receipt came a week late.\nTwice.' }
const listOf = async (token: string, query = '') => ask('GET', `/enquiries?limit=100&${query}`, undefined, token)
const subjectsOf = async (token: string) =>
  dataOf(await listOf(token))
    .map(({ subject }: { subject: string }) => subject)
    .toSorted()
const rowsOf = async () => (await app.admin.query('select count(*)::int as n from app.enquiry_message')).rows[0].n

beforeAll(async () => {
  app = await startTestApp()
  society = await buildCooperative(app, { name: 'Open Ears' })
  ada = await buildMember(app, society, { firstName: 'Ada' })
  bola = await buildMember(app, society, { firstName: 'Bola' })
  adaToken = await loginMember(app, ada)
  bolaToken = await loginMember(app, bola)
  const officer = async (firstName: string, office: 'auditor' | 'treasurer' | 'loan_committee') =>
    (await buildOfficer(app, society, { office, firstName })).token
  auditor = await officer('Audu', 'auditor')
  treasurer = await officer('Tola', 'treasurer')
  committee = await officer('Ladi', 'loan_committee')
})
afterAll(() => app.stop())

describe('a complaint', () => {
  test('goes to the officers, is answered, written on, answered again and closed by the member', async () => {
    const sent = dataOf(await ask('POST', '/enquiries', complaint, adaToken), 201)
    expect(sent).toMatchObject({
      ...{ kind: 'complaint', subject: 'Late receipts', status: 'open', closedBy: null },
      messages: [{ isAnswer: false, author: sent.askedBy, text: complaint.text }],
    })
    expect(sent.askedBy).toMatch(/^Ada /)
    const { summary } = (await listOf(society.token)).body.meta
    expect(summary).toEqual({
      ...{ open: 1, pass: null, canSend: [] },
      kinds: ['complaint', 'suggestion', 'audit_query'],
    })
    const seen = dataOf(await ask('GET', `/enquiries/${sent.id}`))
    expect(seen.messages).toHaveLength(1)

    const first = { text: 'We look into it.', isFinal: false }
    expect(dataOf(await ask('POST', `/enquiries/${sent.id}/answers`, first), 201).status).toBe('in_progress')
    const last = { text: 'They are sent on the same day now.', isFinal: true }
    expect(dataOf(await ask('POST', `/enquiries/${sent.id}/answers`, last), 201).status).toBe('answered')
    const more = dataOf(await ask('POST', `/enquiries/${sent.id}/messages`, { text: 'Not mine.' }, adaToken), 201)
    expect(more.status).toBe('open')
    expect(more.messages.map(({ text, isAnswer }: { text: string; isAnswer: boolean }) => [text, isAnswer])).toEqual([
      [complaint.text, false],
      ['We look into it.', true],
      ['They are sent on the same day now.', true],
      ['Not mine.', false],
    ])
    const closed = dataOf(await ask('POST', `/enquiries/${sent.id}/close`, undefined, adaToken))
    expect([closed.status, closed.closedBy]).toEqual(['closed', sent.askedBy])
    const before = await rowsOf()
    for (const reply of [
      await ask('POST', `/enquiries/${sent.id}/messages`, { text: 'More' }, adaToken),
      await ask('POST', `/enquiries/${sent.id}/answers`, last),
      await ask('POST', `/enquiries/${sent.id}/close`, undefined, adaToken),
    ])
      expect([reply.status, reply.body.message]).toEqual([409, 'This is closed. Send a new one.'])
    expect(await rowsOf()).toBe(before)
    const told = dataOf(await app.call('GET', '/notifications', { token: adaToken }))
    expect(
      told.filter(({ message }: { message: string }) => message.includes('answered your complaint “Late receipts”')),
    ).toHaveLength(2)
    expect(told[0].link).toBe(`/member/meetings/enquiries/${sent.id}`)
  })

  test('is seen by the member who sent it and by the officers who answer for all, and by no one else', async () => {
    const sent = dataOf(await ask('POST', '/enquiries', { ...complaint, subject: 'About loans' }, bolaToken), 201)
    expect(await subjectsOf(bolaToken)).toEqual(['About loans'])
    expect(await subjectsOf(adaToken)).toEqual(['Late receipts'])
    expect(await subjectsOf(society.token)).toEqual(['About loans', 'Late receipts'])
    expect(await subjectsOf(auditor)).toEqual(['About loans', 'Late receipts'])
    // A treasurer answers the auditor alone, because a complaint may be about the treasurer.
    expect(await subjectsOf(treasurer)).toEqual([])
    expect((await listOf(committee)).status).toBe(403)
    const other = await buildCooperative(app)
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['POST', '/messages', { text: 'x' }],
      ['POST', '/close', undefined],
    ] as const) {
      expect((await ask(method, `/enquiries/${sent.id}${path}`, body, adaToken)).status).toBe(404)
      expect((await ask(method, `/enquiries/${sent.id}${path}`, body, treasurer)).status).toBe(path === '' ? 404 : 403)
    }
    expect((await ask('GET', `/enquiries/${sent.id}`, undefined, other.token)).status).toBe(404)
    expect((await ask('POST', `/enquiries/${sent.id}/answers`, { text: 'x', isFinal: true }, treasurer)).status).toBe(
      404,
    )
    // The auditor reads it, and neither answers it nor closes what is the member's.
    expect((await ask('POST', `/enquiries/${sent.id}/answers`, { text: 'x', isFinal: true }, auditor)).status).toBe(403)
    expect((await ask('POST', `/enquiries/${sent.id}/close`, undefined, auditor)).body.message).toBe(
      'Only the member who sent this can go on with it or close it.',
    )
  })

  test.each([
    ['subject', ' ', 'Say in a few words what it is about'],
    ['subject', 'x'.repeat(121), 'Use 120 characters or fewer'],
    ['text', '', 'Write your message'],
    ['text', 'x'.repeat(2001), 'Use 2000 characters or fewer'],
  ])('with a wrong %s is refused and nothing is stored', async (field, value, sentence) => {
    const before = await rowsOf()
    const reply = await ask('POST', '/enquiries', { ...complaint, [field]: value }, adaToken)
    expect([reply.status, reply.body.errors]).toEqual([422, [{ field, message: sentence }]])
    expect(await rowsOf()).toBe(before)
  })

  test('has a limit of messages', async () => {
    const { id } = dataOf(await ask('POST', '/enquiries', complaint, adaToken), 201)
    await app.admin.query(
      `insert into app.enquiry_message (cooperative_id, enquiry_id, message_id, member_id, is_answer, author_name, text)
       select cooperative_id, enquiry_id, gen_random_uuid(), member_id, false, 'Ada', 'x' from app.enquiry, generate_series(1, 199) where enquiry_id = $1`,
      [id],
    )
    const reply = await ask('POST', `/enquiries/${id}/messages`, { text: 'One more' }, adaToken)
    expect([reply.status, reply.body.message]).toEqual([409, 'This has 200 messages already. Send a new one.'])
  })
})

describe('an audit query', () => {
  test('is asked by an auditor, answered by the treasurer and closed by the auditor', async () => {
    const query = { kind: 'audit_query', subject: 'Voucher 12', text: 'Where is its receipt?' }
    const sent = dataOf(await ask('POST', '/enquiries', query, auditor), 201)
    expect(await subjectsOf(treasurer)).toEqual(['Voucher 12'])
    const answer = { text: 'It is attached to the voucher now.', isFinal: true }
    expect(dataOf(await ask('POST', `/enquiries/${sent.id}/answers`, answer, treasurer), 201).status).toBe('answered')
    expect(dataOf(await ask('POST', `/enquiries/${sent.id}/close`, undefined, auditor)).status).toBe('closed')
    expect((await ask('GET', `/enquiries/${sent.id}`, undefined, adaToken)).status).toBe(404)
  })

  test('is not what a member sends, nor a complaint what an auditor does', async () => {
    const wrong = 'Members send complaints and suggestions, auditors send audit queries. Choose the one that is yours.'
    const query = { kind: 'audit_query', subject: 'Voucher', text: 'Where?' }
    expect((await ask('POST', '/enquiries', query, adaToken)).body.message).toBe(wrong)
    expect((await ask('POST', '/enquiries', complaint, auditor)).body.message).toBe(wrong)
  })
})

describe('without a name', () => {
  const today = dayIn(new Date())
  const passOf = async (token: string) => (await listOf(token)).body.meta.summary.pass as string
  const send = (body: object) => app.call('POST', '/governance/enquiries-without-name', { body })
  const read = (body: object) => app.call('POST', '/governance/enquiries-without-name/read', { body })
  const about = { kind: 'complaint', subject: 'About the treasurer', text: 'Cash is not receipted.' }
  const tokensOf = (token: string) =>
    makeTokens(async (blinded) =>
      dataOf(await ask('POST', '/enquiry-tokens', { ...(blinded && { blinded }) }, token), 201),
    )
  const morning = (day: string, time = '11:00') =>
    remindOfficers(app.services.database, new Date(`${day}T${time}:00+01:00`))
  const notices = async () =>
    (
      await app.admin.query(
        `select message from app.officer_notification where cooperative_id = $1 and message like '%without a name%'`,
        [society.id],
      )
    ).rows.map(({ message }) => message)

  test('it reaches the officers on the next morning, once, and its code reads it and the answer', async () => {
    const pass = await passOf(adaToken)
    expect(await passOf(bolaToken)).toBe(pass)
    const [token] = await tokensOf(adaToken)
    const [other] = await tokensOf(bolaToken)
    const { reference } = dataOf(await send({ ...about, pass, token }), 201)
    dataOf(await send({ ...about, pass, token: other, subject: 'Another' }), 201)
    expect(dataOf(await read({ pass, reference }))).toMatchObject({
      ...{ status: 'open', subject: about.subject },
      messages: [{ text: about.text, author: null }],
    })
    expect(await subjectsOf(society.token)).not.toContain(about.subject)
    await morning(today)
    expect([await subjectsOf(society.token), await notices()]).toEqual([
      expect.not.arrayContaining([about.subject]),
      [],
    ])
    await morning(addDays(today, 1))
    await morning(addDays(today, 1), '12:00')
    expect(await notices()).toEqual(['2 messages without a name were received. They wait for an answer.'])
    const row = dataOf(await listOf(society.token)).find(
      ({ subject }: { subject: string }) => subject === about.subject,
    )
    // The day in Lagos and no time of it.
    expect(row).toMatchObject({ askedBy: null, askedAt: new Date(`${today}T00:00:00+01:00`).toISOString() })
    dataOf(await ask('POST', `/enquiries/${row.id}/answers`, { text: 'We count it.', isFinal: true }), 201)
    const found = dataOf(await read({ pass, reference }))
    expect(found.messages.map(({ text, author }: { text: string; author: string | null }) => [text, author])).toEqual([
      [about.text, null],
      ['We count it.', 'Open Ears'],
    ])
    expect((await read({ pass, reference: 'A'.repeat(22) })).status).toBe(404)
    expect(await subjectsOf(adaToken)).not.toContain(about.subject)
  })

  test('takes no pass of another society, of another day or made up', async () => {
    const [token] = await tokensOf(bolaToken)
    const pass = await passOf(adaToken)
    const [id, proof = ''] = pass.split('.')
    const other = await buildCooperative(app)
    const foreign = Buffer.from(other.id.replaceAll('-', ''), 'hex').toString('base64url')
    for (const wrong of [`${foreign}.${proof}`, `${id}.${'A'.repeat(43)}`])
      expect((await send({ ...about, token, pass: wrong })).body.message).toBe(
        'Your page is more than a day old. Open it again, then send.',
      )
  })
})
