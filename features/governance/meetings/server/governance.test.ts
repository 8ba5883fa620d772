import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  dataOf,
  loginMember,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'

const dayFromNow = (days: number) => new Date(Date.now() + 3_600_000 + days * 86_400_000).toISOString().slice(0, 10)
const today = dayFromNow(0)
const plan = {
  kind: 'general',
  title: 'October meeting',
  date: today,
  time: '14:30',
  place: 'Town hall',
  agenda: ['Opening prayer', 'Loans'],
  quorum: 2,
}

describe('meetings', () => {
  let app: TestApp
  let cooperative: TestCooperative
  let ada: TestMember
  let bola: TestMember
  let adaToken: string
  let foreign: { cooperative: TestCooperative; member: TestMember }

  beforeAll(async () => {
    app = await sharedTestApp()
    cooperative = await buildCooperative(app, { name: 'Market Women' })
    ada = await buildMember(app, cooperative, { firstName: 'Ada', lastName: 'Obi' })
    bola = await buildMember(app, cooperative, { firstName: 'Bọ́lá', lastName: 'Ade' })
    adaToken = await loginMember(app, ada)
    const other = await buildCooperative(app, { name: 'Other' })
    foreign = { cooperative: other, member: await buildMember(app, other) }
  })
  afterAll(() => app.stop())

  const ask = (method: string, path: string, body?: unknown, token = cooperative.token) =>
    app.call(method, `/governance/meetings${path}`, { token, ...(body !== undefined && { body }) })
  const planned = async (change: object = {}) => dataOf(await ask('POST', '', { ...plan, ...change }), 201)
  const titles = async (query: string, token = cooperative.token) =>
    (await ask('GET', query, undefined, token)).body.data.map(({ title }: { title: string }) => title)

  test('are planned, changed and found by when they are', async () => {
    const meeting = await planned({ title: 'Planned', date: dayFromNow(9) })
    expect(meeting).toMatchObject({
      ...plan,
      title: 'Planned',
      date: dayFromNow(9),
      status: 'planned',
      present: 0,
      noticeSentAt: null,
      minutes: null,
      resolutions: [],
    })
    expect(dataOf(await ask('PUT', `/${meeting.id}`, { place: 'School', agenda: [] }))).toMatchObject({
      place: 'School',
      agenda: [],
      title: 'Planned',
      time: '14:30',
      quorum: 2,
    })
    const sooner = await planned({ title: 'Sooner', date: dayFromNow(3) })
    expect(await titles('?when=upcoming')).toEqual(['Sooner', 'Planned'])
    dataOf(await ask('POST', `/${sooner.id}/cancel`, { reason: 'Rain' }))
    expect(await titles('?when=upcoming')).toEqual(['Planned'])
    expect(await titles('?when=past&q=soon')).toEqual(['Sooner'])
    expect(await titles('?status=cancelled')).toEqual(['Sooner'])
  })

  test.each([
    [{ date: dayFromNow(-1) }, 'date', 'Choose today or a later date for a meeting that is still to come.'],
    [{ date: 'soon' }, 'date', 'Use a date as YYYY-MM-DD'],
    [{ time: '25:00' }, 'time', 'Enter the time as HH:MM'],
    [{ title: ' ' }, 'title', 'Give the meeting a title'],
    [{ place: undefined }, 'place', 'Say where it is held'],
    [{ quorum: 0 }, 'quorum', 'Enter 1 or more'],
    [{ agenda: [''] }, 'agenda.0', 'Write the line of the agenda or remove it'],
    [{ kind: 'party' }, 'kind', 'Use one of general, annual_general, special_general, committee'],
  ])('a plan with %j is refused and nothing is stored', async (change, field, message) => {
    const before = (await ask('GET', '')).body.meta.total
    const reply = await ask('POST', '', { ...plan, ...change })
    expect(reply.status).toBe(422)
    expect(reply.body.errors[0]).toEqual({ field, message })
    expect((await ask('GET', '')).body.meta.total).toBe(before)
  })

  test('the notice reaches every member, says when and where, and is noted', async () => {
    const meeting = await planned({ kind: 'annual_general', title: 'AGM of the year', date: '2198-03-05' })
    const noted = dataOf(await ask('POST', `/${meeting.id}/notice`, { alsoSms: true }), 201)
    expect(noted).toMatchObject({
      noticeRecipients: 2,
      noticeSentAt: expect.stringMatching(/Z$/),
      noticeOutdated: false,
      sms: 2,
      emails: 0,
    })
    const [told] = (await app.call('GET', '/notifications', { token: adaToken })).body.data
    expect(told).toMatchObject({
      message: 'Notice of meeting: Annual general meeting, AGM of the year, 05 Mar 2198 at 2:30pm, Town hall.',
      link: `/member/meetings/${meeting.id}`,
    })
    await expect
      .poll(async () => (await app.outbox()).filter(({ text }) => text.includes('AGM of the year')).length)
      .toBe(2)
    // Reminding one of them is not the notice that both were given.
    expect(dataOf(await ask('POST', `/${meeting.id}/notice`, { to: [ada.id] }), 201)).toMatchObject({
      noticeRecipients: 2,
      noticeSentAt: noted.noticeSentAt,
    })
    expect(dataOf(await ask('PUT', `/${meeting.id}`, { title: 'Same day' }))).toMatchObject({ noticeOutdated: false })
    expect(dataOf(await ask('PUT', `/${meeting.id}`, { time: '15:00' }))).toMatchObject({ noticeOutdated: true })
    expect(dataOf(await ask('POST', `/${meeting.id}/notice`, { to: [ada.id] }), 201)).toMatchObject({
      noticeOutdated: false,
      noticeRecipients: 1,
    })
    dataOf(await ask('POST', `/${meeting.id}/cancel`, { reason: 'The hall is taken' }))
    expect((await app.call('GET', '/notifications', { token: adaToken })).body.data[0]).toMatchObject({
      type: 'warning',
      message: 'Cancelled: Annual general meeting, Same day of 05 Mar 2198. Reason: The hall is taken',
    })
    expect((await ask('POST', `/${meeting.id}/notice`, {})).body.message).toBe(
      'This meeting is cancelled, so it can no longer be changed.',
    )
  })

  test('a committee is told by name, and no member sees its meeting', async () => {
    const meeting = await planned({ kind: 'committee', title: 'Loan committee' })
    expect((await ask('POST', `/${meeting.id}/notice`, {})).body).toMatchObject({
      status: 422,
      errors: [{ field: 'to' }],
    })
    expect((await ask('POST', `/${meeting.id}/notice`, { to: [foreign.member.id] })).status).toBe(404)
    dataOf(await ask('POST', `/${meeting.id}/notice`, { to: [ada.id] }), 201)
    expect((await app.call('GET', '/notifications', { token: adaToken })).body.data[0]).toMatchObject({
      link: null,
      message: expect.stringContaining('Loan committee'),
    })
    expect((await ask('GET', `/${meeting.id}`, undefined, adaToken)).status).toBe(404)
    expect(await titles('?limit=100', adaToken)).not.toContain('Loan committee')
  })

  test('a member says whether they will come, once and until the day is over, and officers read who will', async () => {
    const meeting = await planned({ title: 'Answered', date: dayFromNow(3) })
    const bolaToken = await loginMember(app, bola)
    const answer = (isComing: unknown, token = adaToken, id = meeting.id) =>
      ask('PUT', `/${id}/answer`, { isComing }, token)
    expect(dataOf(await answer(true))).toMatchObject({ ownAnswer: true, answers: null })
    expect(dataOf(await answer(false, bolaToken))).toMatchObject({ ownAnswer: false, answers: null })
    expect(dataOf(await ask('GET', `/${meeting.id}`))).toMatchObject({
      answers: { coming: 1, notComing: 1 },
      ownAnswer: null,
    })
    expect(dataOf(await ask('GET', `/${meeting.id}`, undefined, adaToken))).toMatchObject({ ownAnswer: true })
    const names = async (show: string) =>
      dataOf(await ask('GET', `/${meeting.id}/attendance?show=${show}`)).map(
        ({ firstName, isComing }: { firstName: string; isComing: boolean }) => [firstName, isComing],
      )
    expect(await names('coming')).toEqual([['Ada', true]])
    expect(await names('not_coming')).toEqual([['Bọ́lá', false]])
    // Another answer takes the place of the first.
    expect(dataOf(await answer(false))).toMatchObject({ ownAnswer: false })
    expect(dataOf(await ask('GET', `/${meeting.id}`)).answers).toEqual({ coming: 0, notComing: 2 })

    expect((await answer('yes')).body.errors).toEqual([{ field: 'isComing', message: 'Use true or false' }])
    expect((await answer(true, cooperative.token)).status).toBe(403)
    const committee = await planned({ kind: 'committee', date: dayFromNow(3) })
    expect((await answer(true, adaToken, committee.id)).status).toBe(404)
    for (const { id } of [meeting, committee]) await ask('POST', `/${id}/cancel`, { reason: 'The hall is closed' })
    expect((await answer(true)).status).toBe(409)
    expect(dataOf(await ask('GET', `/${meeting.id}`)).answers).toEqual({ coming: 0, notComing: 2 })
  })

  test('attendance is counted live against the quorum, by one hand or several', async () => {
    const { id } = await planned({ time: '00:00' })
    expect(dataOf(await ask('PUT', `/${id}/attendance`, { present: [ada.id] }))).toEqual({
      present: 1,
      quorum: 2,
      hasQuorum: false,
    })
    const both = await Promise.all([
      ask('PUT', `/${id}/attendance`, { arrived: [bola.id] }),
      ask('PUT', `/${id}/attendance`, { arrived: [ada.id] }),
    ])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect((await ask('GET', `/${id}`)).body.data).toMatchObject({ present: 2, status: 'held' })
    const roll = (await ask('GET', `/${id}/attendance?q=bola`)).body
    expect(roll.data).toEqual([
      {
        memberId: bola.id,
        firstName: 'Bọ́lá',
        lastName: 'Ade',
        membershipno: bola.membershipno,
        present: true,
        isComing: null,
      },
    ])
    expect(roll.meta.summary).toEqual({ present: 2, quorum: 2 })
    expect(dataOf(await ask('PUT', `/${id}/attendance`, { left: [bola.id] }))).toEqual({
      present: 1,
      quorum: 2,
      hasQuorum: false,
    })
    expect(
      (await ask('GET', `/${id}/attendance?show=absent`)).body.data.map(
        ({ memberId }: { memberId: string }) => memberId,
      ),
    ).toEqual([bola.id])
    expect(dataOf(await ask('PUT', `/${id}/attendance`, { present: [bola.id, bola.id] }))).toMatchObject({ present: 1 })
    // A member reads that the meeting had so many, not who they were.
    expect((await ask('GET', `/${id}`, undefined, adaToken)).body.data).toMatchObject({ present: 1 })
    expect((await ask('GET', `/${id}/attendance`, undefined, adaToken)).status).toBe(403)
  })

  test('attendance of another cooperative’s member, before the day, or in two ways at once is refused', async () => {
    const { id } = await planned()
    expect((await ask('PUT', `/${id}/attendance`, { present: [ada.id, foreign.member.id] })).status).toBe(404)
    expect((await ask('PUT', `/${id}/attendance`, { present: [], arrived: [] })).status).toBe(422)
    expect((await ask('PUT', `/${id}/attendance`, {})).status).toBe(422)
    expect((await ask('GET', `/${id}`)).body.data).toMatchObject({ present: 0, status: 'planned' })
    const later = await planned({ date: '2198-01-31' })
    for (const [path, body] of [
      ['attendance', { present: [ada.id] }],
      ['minutes', { minutes: 'Done' }],
    ] as const) {
      expect((await ask('PUT', `/${later.id}/${path}`, body)).body).toMatchObject({
        status: 409,
        message: 'This meeting is on 31 Jan 2198. Record it on that day or later.',
      })
    }
  })

  test('minutes are written, read by members, adopted, and then stay', async () => {
    const { id } = await planned({ title: 'With minutes' })
    expect((await ask('POST', `/${id}/adopt`)).body.message).toBe('Write the minutes before they are adopted.')
    const minutes = 'The meeting opened at 2:30pm.\n\nLoans were discussed.'
    const resolutions = [
      { text: 'Raise the monthly contribution', for: 40, against: 3, abstain: 1 },
      { text: 'Paint the office' },
    ]
    expect(dataOf(await ask('PUT', `/${id}/minutes`, { minutes: 'Draft' }))).toMatchObject({
      status: 'held',
      minutes: 'Draft',
      minutesBy: 'Market Women',
      adoptedAt: null,
    })
    dataOf(await ask('PUT', `/${id}/minutes`, { minutes, resolutions }))
    expect(
      (await ask('PUT', `/${id}/minutes`, { minutes, resolutions: [{ text: 'x', for: -1 }] })).body.errors[0],
    ).toEqual({ field: 'resolutions.0.for', message: 'Enter zero or more' })
    expect(dataOf(await ask('POST', `/${id}/adopt`))).toMatchObject({
      adoptedAt: expect.stringMatching(/Z$/),
      adoptedBy: 'Market Women',
    })
    const stays =
      /^These minutes were adopted on \d\d \w{3} \d{4} and stay as they are\. Record a correction in the minutes of the next meeting\.$/
    for (const [method, path, body] of [
      ['PUT', 'minutes', { minutes: 'Other' }],
      ['PUT', 'attendance', { present: [] }],
      ['POST', 'adopt', undefined],
    ] as const) {
      expect((await ask(method, `/${id}/${path}`, body)).body).toMatchObject({
        status: 409,
        message: expect.stringMatching(stays),
      })
    }
    expect((await ask('POST', `/${id}/cancel`, { reason: 'No' })).status).toBe(409)
    const seen = (await ask('GET', `/${id}`, undefined, adaToken)).body.data
    expect(seen).toMatchObject({
      minutes,
      resolutions: [resolutions[0], { text: 'Paint the office', for: null, against: null, abstain: null }],
    })
    await expect(
      app.admin.query('update app.meeting set minutes = $1 where meeting_id = $2', ['Forged', id]),
    ).rejects.toThrow('the minutes of this meeting are adopted')
  })

  test('another cooperative’s meeting is answered like none at all', async () => {
    const { id } = await planned()
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PUT', '', { title: 'Mine' }],
      ['POST', '/notice', {}],
      ['GET', '/attendance', undefined],
      ['PUT', '/attendance', { present: [] }],
      ['PUT', '/minutes', { minutes: 'Mine' }],
      ['POST', '/adopt', undefined],
      ['POST', '/cancel', { reason: 'Mine' }],
    ] as const) {
      const [theirs, none] = await Promise.all(
        [id, '00000000-0000-4000-8000-000000000000'].map((each) =>
          ask(method, `/${each}${path}`, body, foreign.cooperative.token),
        ),
      )
      expect({ method, path, status: theirs?.status }).toEqual({ method, path, status: 404 })
      expect({ ...theirs?.body, requestId: '' }).toEqual({ ...none?.body, requestId: '' })
    }
    expect((await ask('GET', `/${id}`)).body.data).toMatchObject({ title: 'October meeting', status: 'planned' })
  })

  test('members plan and record nothing', async () => {
    const { id } = await planned()
    const replies = await Promise.all([
      ask('POST', '', plan, adaToken),
      ask('PUT', `/${id}`, { title: 'Mine' }, adaToken),
      ask('POST', `/${id}/notice`, {}, adaToken),
      ask('PUT', `/${id}/minutes`, { minutes: 'Mine' }, adaToken),
    ])
    expect(replies.map(({ status }) => status)).toEqual([403, 403, 403, 403])
  })

  test('leave the database as its checks want it', async () => {
    expect(await app.checks()).toEqual([])
  })
})
