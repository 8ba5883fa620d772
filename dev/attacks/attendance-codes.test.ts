import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, dayIn } from '#core/calendar.ts'
import { attendanceCodeMilliseconds } from '#features/governance/meetings/rules/attendance-code.ts'
import type { MeetingId } from '#core/ids.ts'
import { attendanceCode } from '#platform/credentials/attendance-code.ts'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  dataOf,
  loginMember,
  statusesOf,
  type TestCooperative,
} from '#dev/testing/builders.ts'
import { testSecret } from '#dev/testing/secret.ts'

let app: TestApp
beforeAll(async () => {
  app = await sharedTestApp()
})
afterAll(() => app.stop())

const today = dayIn(new Date())
const ask = (method: string, path: string, token: string, body?: unknown) =>
  app.call(method, `/governance/meetings${path}`, { token, ...(body !== undefined && { body }) })
const plan = { kind: 'general', title: 'Meeting', date: today, time: '00:00', place: 'Town hall', quorum: 3 }
const meetingOf = async ({ token }: TestCooperative, change: object = {}): Promise<MeetingId> =>
  dataOf(await ask('POST', '', token, { ...plan, ...change }), 201).id
const codeOf = async ({ token }: TestCooperative, id: MeetingId): Promise<string> =>
  dataOf(await ask('GET', `/${id}/attendance/code`, token)).code
const attend = (id: MeetingId, attendanceCode: string, token: string, more: object = {}) =>
  ask('PUT', `/${id}/attendance/own`, token, { attendanceCode, ...more })
const presentAt = async ({ token }: TestCooperative, id: MeetingId): Promise<string[]> =>
  dataOf(await ask('GET', `/${id}/attendance?show=present`, token)).map(
    ({ memberId }: { memberId: string }) => memberId,
  )

async function build(names: readonly string[]) {
  const society = await buildCooperative(app)
  const members: { id: string; token: string }[] = []
  for (const firstName of names) {
    const member = await buildMember(app, society, { firstName })
    members.push({ id: member.id, token: await loginMember(app, member) })
  }
  return { society, members }
}

test('a code counts for the one whose session sends it, whoever else is named, and once however often', async () => {
  const { society, members } = await build(['Ada', 'Bola'])
  const [ada, bola] = members as [(typeof members)[0], (typeof members)[0]]
  const id = await meetingOf(society)
  const code = await codeOf(society, id)
  // Named in the body or the query, another member is not marked.
  expect((await attend(id, code, ada.token, { memberId: bola.id })).status).toBe(422)
  expect(
    (await ask('PUT', `/${id}/attendance/own?memberId=${bola.id}`, ada.token, { attendanceCode: code })).status,
  ).not.toBe(500)
  expect(await presentAt(society, id)).not.toContain(bola.id)
  // The officers’ list is not the members’ to write.
  for (const body of [{ present: [bola.id] }, { arrived: [bola.id] }])
    expect((await ask('PUT', `/${id}/attendance`, ada.token, body)).status).toBe(403)
  expect((await ask('GET', `/${id}/attendance/code`, ada.token)).status).toBe(403)
  const replies = await Promise.all(Array.from({ length: 20 }, () => attend(id, code, ada.token)))
  expect(new Set(statusesOf(replies))).toEqual(new Set([200]))
  expect(await presentAt(society, id)).toEqual([ada.id])
})

test('a code of another meeting, another society, yesterday or the next turn marks no one', async () => {
  const [{ society, members }, other] = [await build(['Ada']), await build(['Foreign'])]
  const [ada] = members as [(typeof members)[0]]
  const [foreign] = other.members as [(typeof members)[0]]
  const [id, second] = [
    await meetingOf(society),
    await meetingOf(society, { title: 'Another', kind: 'special_general' }),
  ]
  const theirs = await meetingOf(other.society)
  const at = (turns: number, meeting = id) =>
    attendanceCode(testSecret, meeting, new Date(Date.now() + turns * attendanceCodeMilliseconds))
  for (const wrong of [at(-3), at(-144), at(2), await codeOf(society, second), await codeOf(other.society, theirs)])
    expect((await attend(id, wrong, ada.token)).status).toBe(422)
  // With the right code of theirs, one is not a member there; nor are they here.
  expect((await attend(theirs, await codeOf(other.society, theirs), ada.token)).status).toBe(404)
  expect((await attend(id, await codeOf(society, id), foreign.token)).status).toBe(404)
  expect((await ask('GET', `/${theirs}/attendance/code`, society.token)).status).toBe(404)
  // Its time is over with the minutes, and it has none before its day.
  const tomorrow = await meetingOf(society, { date: addDays(today, 1) })
  expect((await attend(tomorrow, at(0, tomorrow), ada.token)).status).toBe(409)
  expect([await presentAt(society, id), await presentAt(other.society, theirs)]).toEqual([[], []])
  expect((await attend(id, await codeOf(society, id), ada.token)).status).toBe(200)
})

test('guesses at once are ten, too: of sixty in parallel no more are compared, and the right code is refused after them', async () => {
  const { society, members } = await build(['Ada', 'Bola'])
  const [ada, bola] = members as [(typeof members)[0], (typeof members)[0]]
  const id = await meetingOf(society)
  const code = await codeOf(society, id)
  const guesses = Array.from(
    { length: 60 },
    (_, n) => `22${String((n % 8) + 2)}${String(Math.floor(n / 8) + 2).slice(0, 1)}22`,
  ).filter((guess) => guess !== code)
  const replies = await Promise.all(guesses.map((guess) => attend(id, guess, ada.token)))
  expect(replies.filter(({ status }) => status === 422)).toHaveLength(10)
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(guesses.length - 10)
  expect((await attend(id, code, ada.token)).status).toBe(429)
  // It is hers alone: who sits beside her is marked.
  expect((await attend(id, code, bola.token)).status).toBe(200)
  expect(await presentAt(society, id)).toEqual([bola.id])
})
