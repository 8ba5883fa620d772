import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { attendMeeting } from '#features/governance/meetings/attendance.ts'
import type { TenantActor } from '#core/actor.ts'
import { addDays, type Day, dayIn } from '#core/calendar.ts'
import { attendanceCodeMilliseconds } from '#features/governance/meetings/rules/attendance-code.ts'
import type { CooperativeId, MeetingId, MemberId } from '#core/ids.ts'
import { insertAttendance } from './writes.ts'
import { attendanceCode } from '#platform/credentials/attendance-code.ts'
import { hintOfChange } from '#platform/live/hint-of-change.ts'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  dataOf,
  loginMember,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'
import { testSecret } from '#dev/testing/secret.ts'

const today = dayIn(new Date())
const plan = { kind: 'general', title: 'November meeting', date: today, time: '00:00', place: 'Town hall', quorum: 2 }

describe('attendance by code', () => {
  let app: TestApp
  let society: TestCooperative
  let ada: TestMember
  let bola: TestMember
  let adaToken: string
  let bolaToken: string

  beforeAll(async () => {
    app = await sharedTestApp()
    society = await buildCooperative(app, { name: 'Market Women' })
    ada = await buildMember(app, society, { firstName: 'Ada', lastName: 'Obi' })
    bola = await buildMember(app, society, { firstName: 'Bọ́lá', lastName: 'Ade' })
    adaToken = await loginMember(app, ada)
    bolaToken = await loginMember(app, bola)
  })
  afterAll(() => app.stop())

  const ask = (method: string, path: string, body?: unknown, token = society.token) =>
    app.call(method, `/governance/meetings${path}`, { token, ...(body !== undefined && { body }) })
  const planned = async (change: object = {}): Promise<MeetingId> =>
    dataOf(await ask('POST', '', { ...plan, ...change }), 201).id
  const shownCode = async (id: MeetingId): Promise<string> => dataOf(await ask('GET', `/${id}/attendance/code`)).code
  const attend = (id: MeetingId, code: string, token = adaToken) =>
    ask('PUT', `/${id}/attendance/own`, { attendanceCode: code }, token)
  /** The code that was shown so many turns of ten minutes ago. */
  const formerCode = (id: MeetingId, turns: number) =>
    attendanceCode(testSecret, id, new Date(Date.now() - turns * attendanceCodeMilliseconds))
  const present = async (id: MeetingId) =>
    dataOf(await ask('GET', `/${id}/attendance?show=present`)).map(({ memberId }: { memberId: string }) => memberId)
  /** One that is neither shown now nor was before. */
  const wrongCode = async (id: MeetingId) => ((await shownCode(id)) === '222222' ? '333333' : '222222')

  test('records the members who enter it, each once, beside those whom an officer marks', async () => {
    const id = await planned()
    const { code, secondsLeft } = dataOf(await ask('GET', `/${id}/attendance/code`))
    expect(code).toMatch(/^[2-9A-HJKMNP-Z]{6}$/)
    expect(secondsLeft).toBeGreaterThan(0)
    expect(secondsLeft).toBeLessThanOrEqual(600)
    expect(dataOf(await ask('GET', `/${id}`, undefined, adaToken))).toMatchObject({ ownAttendance: false, present: 0 })

    // As it is typed on a phone.
    const reply = await attend(id, ` ${code.slice(0, 3).toLowerCase()}-${code.slice(3)} `)
    expect(reply.body.message).toBe('You are recorded as present')
    expect(dataOf(reply)).toMatchObject({ ownAttendance: true, present: 1, status: 'held' })
    expect(dataOf(await attend(id, code))).toMatchObject({ ownAttendance: true, present: 1 })
    expect(await present(id)).toEqual([ada.id])
    expect(dataOf(await ask('GET', `/${id}`))).toMatchObject({ ownAttendance: null, present: 1 })

    expect(dataOf(await ask('PUT', `/${id}/attendance`, { arrived: [bola.id] }))).toMatchObject({ present: 2 })
    expect(dataOf(await attend(id, code, bolaToken))).toMatchObject({ ownAttendance: true, present: 2 })
    expect(dataOf(await ask('PUT', `/${id}/attendance`, { left: [ada.id] }))).toMatchObject({ present: 1 })
    expect(dataOf(await ask('GET', `/${id}`, undefined, adaToken))).toMatchObject({ ownAttendance: false, present: 1 })
  })

  test('taken before the hour leaves the meeting planned and to come; it was held once the hour has come', async () => {
    const id = await planned({ title: 'Early birds' })
    dataOf(await attend(id, await shownCode(id)))
    const shown = async (token?: string) => dataOf(await ask('GET', `/${id}`, undefined, token))
    const toCome = async (token?: string) =>
      dataOf(await ask('GET', '?when=upcoming', undefined, token)).map((meeting: { id: string }) => meeting.id)
    const moveBy = (days: number) =>
      app.admin.query('update app.meeting set meets_on = meets_on + $2::int where meeting_id = $1', [id, days])
    await moveBy(1)
    for (const token of [adaToken, society.token]) {
      expect(await shown(token)).toMatchObject({ status: 'planned', present: 1 })
      expect(await toCome(token)).toContain(id)
    }
    await moveBy(-1)
    for (const token of [adaToken, society.token]) {
      expect(await shown(token)).toMatchObject({ status: 'held', present: 1 })
      expect(await toCome(token)).not.toContain(id)
    }
    expect(dataOf(await ask('GET', '?status=held')).map((meeting: { id: string }) => meeting.id)).toContain(id)
  })

  test('counts members who enter it at the same moment', async () => {
    const id = await planned()
    const code = await shownCode(id)
    const replies = await Promise.all([attend(id, code), attend(id, code, bolaToken), attend(id, code)])
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(dataOf(await ask('GET', `/${id}`))).toMatchObject({ present: 2 })
    expect((await present(id)).toSorted()).toEqual([ada.id, bola.id].toSorted())
  })

  test('is accepted while the next one is shown and not after; that of another meeting is not', async () => {
    const [id, other] = [await planned(), await planned({ title: 'Other' })]
    for (const code of [formerCode(id, 2), await shownCode(other)]) {
      const reply = await attend(id, code)
      expect(reply.status).toBe(422)
      expect(reply.body.errors).toEqual([
        {
          field: 'attendanceCode',
          message: 'This code is wrong or has expired. Enter the code that is shown at the meeting now.',
        },
      ])
    }
    expect(await present(id)).toEqual([])
    // Both that are accepted, so that a turn which ends meanwhile changes nothing.
    const replies = [await attend(id, formerCode(id, 1)), await attend(id, await shownCode(id))]
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect((await attend(id, '12-34')).body.errors[0]).toEqual({
      field: 'attendanceCode',
      message: 'Enter the code of 6 letters and digits that is shown at the meeting',
    })
  })

  test('is shown and taken on the day of a general meeting only', async () => {
    const later = await planned({ date: '2198-03-05' })
    const past = await planned()
    await app.admin.query('update app.meeting set meets_on = $1 where meeting_id = $2', [
      addDays(today as Day, -1),
      past,
    ])
    const cancelled = await planned()
    dataOf(await ask('POST', `/${cancelled}/cancel`, { reason: 'Rain' }))
    const committee = await planned({ kind: 'committee' })
    const code = (id: MeetingId) => formerCode(id, 0)
    for (const id of [later, past]) {
      for (const reply of [await attend(id, code(id)), await ask('GET', `/${id}/attendance/code`)])
        expect(reply.body).toMatchObject({
          status: 409,
          message: expect.stringMatching(/^Members record their own attendance on the day of the meeting only, \d\d/),
        })
    }
    expect((await attend(cancelled, code(cancelled))).body.message).toMatch(/^This meeting was cancelled/)
    expect((await ask('GET', `/${committee}/attendance/code`)).body).toMatchObject({
      status: 409,
      message: 'Codes are for general meetings. Mark who is present at a committee meeting in the list.',
    })
    expect((await attend(committee, code(committee))).status).toBe(404)
    for (const id of [later, past, cancelled, committee]) expect(await present(id)).toEqual([])
  })

  test('ends when the minutes are adopted', async () => {
    const id = await planned()
    const code = await shownCode(id)
    dataOf(await attend(id, code))
    dataOf(await ask('PUT', `/${id}/minutes`, { minutes: 'Done' }))
    dataOf(await attend(id, code, bolaToken))
    dataOf(await ask('PUT', `/${id}/attendance`, { left: [bola.id] }))
    dataOf(await ask('POST', `/${id}/adopt`))
    for (const reply of [await attend(id, code, bolaToken), await ask('GET', `/${id}/attendance/code`)])
      expect(reply.body).toMatchObject({ status: 409, message: expect.stringMatching(/^These minutes were adopted/) })
    expect(await present(id)).toEqual([ada.id])
  })

  test('is for active members of the society, each for themselves; officers alone see it', async () => {
    const id = await planned()
    const code = await shownCode(id)
    const idle = await buildMember(app, society)
    const idleToken = await loginMember(app, idle)
    dataOf(
      await app.call('PUT', `/cooperatives/members/${idle.id}`, { token: society.token, body: { status: 'inactive' } }),
    )
    expect((await attend(id, code, idleToken)).body).toMatchObject({
      status: 409,
      message: 'Only active members record their own attendance. Speak to an officer of your society.',
    })
    const foreignSociety = await buildCooperative(app, { name: 'Other' })
    const foreign = await loginMember(app, await buildMember(app, foreignSociety))
    expect((await attend(id, code, foreign)).status).toBe(404)
    expect((await attend(id, code, society.token)).status).toBe(403)
    expect((await ask('GET', `/${id}/attendance/code`, undefined, adaToken)).status).toBe(403)
    expect((await ask('GET', `/${id}/attendance/code`, undefined, foreignSociety.token)).status).toBe(404)
    expect(
      (await ask('PUT', `/${id}/attendance/own`, { attendanceCode: code, memberId: bola.id }, adaToken)).status,
    ).toBe(422)
    expect(await present(id)).toEqual([])
    // Where the code of a use case were wrong, the database still keeps a member to their own row.
    await expect(
      app.services.database.tenant(
        { cooperativeId: society.id as CooperativeId, role: 'member', memberId: ada.id as MemberId },
        (tx) => insertAttendance(tx, id, [bola.id as MemberId]),
      ),
    ).rejects.toThrow('row-level security')
  })

  test('is guessed ten times in a quarter of an hour and no more, by one member', async () => {
    const id = await planned()
    const guesser = await loginMember(app, await buildMember(app, society))
    const wrong = await wrongCode(id)
    const statuses: number[] = []
    for (let n = 0; n < 12; n += 1) statuses.push((await attend(id, wrong, guesser)).status)
    expect(statuses).toEqual([...Array<number>(10).fill(422), 429, 429])
    const right = await attend(id, await shownCode(id), guesser)
    expect(right.status).toBe(429)
    expect(right.body.message).toMatch(
      /^Too many wrong codes\. Try again in 1[45] minutes, or ask an officer to mark you present\.$/,
    )
    expect(dataOf(await attend(id, await shownCode(id)))).toMatchObject({ present: 1 })
  })

  test('is told to officers and to the member, not to every other one', async () => {
    const actor = { cooperativeId: society.id, sessionId: 'one', memberId: ada.id } as unknown as TenantActor
    const input = { id: await planned(), attendanceCode: '7K2M9Q' }
    const hint = hintOfChange(attendMeeting, actor, { input, body: '{}', isWaiting: false })
    expect(hint).toMatchObject({ topics: attendMeeting.changes, officers: true })
    expect(hint.members).toContain(ada.id)
    expect(hint.members).not.toBe('all')
  })

  test('leaves the database as its checks want it', async () => {
    expect(await app.checks()).toEqual([])
  })
})
