import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, dayIn, dayText, type Day } from '#core/calendar.ts'
import type { CooperativeId, MemberId } from '#core/ids.ts'
import { sql, type Statement } from '#platform/db/sql.ts'
import { remindOfficers } from '#app/jobs/remind-officers.ts'
import { startTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  buildOfficer,
  dataOf,
  loginMember,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'
import { remindOfActions } from './jobs.ts'

const today = dayIn(new Date())
const plan = {
  kind: 'general',
  title: 'October meeting',
  date: today,
  time: '14:30',
  place: 'Town hall',
  agenda: ['Opening prayer', 'Loans'],
}

let app: TestApp
let society: TestCooperative
let ada: TestMember
let bola: TestMember
let adaToken: string
let bolaToken: string

beforeAll(async () => {
  app = await startTestApp()
  society = await buildCooperative(app, { name: 'Market Women' })
  ada = await buildMember(app, society, { firstName: 'Ada', lastName: 'Obi', email: 'ada@example.org' })
  bola = await buildMember(app, society, { firstName: 'Bola', lastName: 'Ade' })
  adaToken = await loginMember(app, ada)
  bolaToken = await loginMember(app, bola)
})
afterAll(() => app.stop())

const ask = (method: string, path: string, body?: unknown, token = society.token) =>
  app.call(method, `/governance${path}`, { token, ...(body !== undefined && { body }) })
const meeting = async (change: object = {}): Promise<string> =>
  dataOf(await ask('POST', '/meetings', { ...plan, ...change }), 201).id
const action = (change: object = {}) => ({
  wording: 'Paint the office.',
  memberId: ada.id,
  dueOn: addDays(today, 30),
  ...change,
})
const added = async (meetingId: string, change: object = {}) =>
  dataOf(await ask('POST', `/meetings/${meetingId}/actions`, action(change)), 201)
const adopt = async (id: string, body: object = {}) => {
  dataOf(await ask('PUT', `/meetings/${id}/minutes`, { minutes: 'Opened, spoken, closed.' }))
  return dataOf(await ask('POST', `/meetings/${id}/adopt`, body))
}
const told = async (token = adaToken): Promise<string[]> =>
  (await app.call('GET', '/notifications?limit=50', { token })).body.data.map(
    ({ message }: { message: string }) => message,
  )
const forget = () => app.admin.query('delete from app.notification')
const rowsOf = async (query: string, token = society.token) => dataOf(await ask('GET', query, undefined, token))
const wordings = async (query: string, token = society.token): Promise<string[]> =>
  (await rowsOf(query, token)).map(({ wording }: { wording: string }) => wording)
/** As if the meeting and its actions had been some days ago. */
const moveBack = (id: string, days: number) =>
  app.admin.query('update app.meeting set meets_on = meets_on - $2::int where meeting_id = $1', [id, days])

describe('an action', () => {
  test('is recorded from the day of the meeting on, and the member is told at once', async () => {
    const id = await meeting()
    await forget()
    const recorded = await added(id, { agendaLine: 2 })
    expect(recorded).toMatchObject({
      ...action({ agendaLine: 2 }),
      meetingId: id,
      meetingTitle: 'October meeting',
      meetingDate: today,
      memberName: 'Ada Obi',
      status: 'open',
      isOverdue: false,
      isLocked: false,
      endedOn: null,
      note: null,
    })
    expect(await told()).toEqual([
      `Your action from the meeting of ${dayText(today)}: Paint the office. Due on ${dayText(addDays(today, 30))}.`,
    ])
    // Its agenda is what the action refers to, so it stays.
    const reply = await ask('PUT', `/meetings/${id}`, { agenda: [] })
    expect([reply.status, reply.body.message]).toEqual([409, 'This meeting is held, so it can no longer be changed.'])
    expect(dataOf(await ask('GET', `/meetings/${id}`)).actions).toEqual([
      { wording: 'Paint the office.', memberName: 'Ada Obi', dueOn: addDays(today, 30) },
    ])
  })

  test.each([
    [{ wording: 'ab' }, 'wording', 'Use 3 characters or more'],
    [{ wording: '' }, 'wording', 'Say what is to be done'],
    [{ wording: 'a'.repeat(301) }, 'wording', 'Use 300 characters or fewer'],
    [{ dueOn: addDays(today, -1) }, 'dueOn', `Choose the day of the meeting, ${dayText(today)}, or a later one.`],
    [{ dueOn: 'soon' }, 'dueOn', 'Use a date as YYYY-MM-DD'],
    [{ agendaLine: 3 }, 'agendaLine', 'Choose one of the 2 items of the agenda, or none.'],
    [{ agendaLine: 0 }, 'agendaLine', 'Enter 1 or more'],
  ])('with %j is refused', async (change, field, message) => {
    const id = await meeting()
    const reply = await ask('POST', `/meetings/${id}/actions`, action(change))
    expect([reply.status, reply.body.errors]).toEqual([422, [{ field, message }]])
    expect(await rowsOf(`/actions?meetingId=${id}`)).toEqual([])
  })

  test('is of an active member of the society, at a meeting that has begun and was not cancelled', async () => {
    const id = await meeting()
    const other = await buildCooperative(app, { name: 'Other' })
    const stranger = await buildMember(app, other)
    expect((await ask('POST', `/meetings/${id}/actions`, action({ memberId: stranger.id }))).status).toBe(404)
    expect((await ask('POST', `/meetings/${id}/actions`, action(), other.token)).status).toBe(404)
    const sleeping = await buildMember(app, society, { firstName: 'Chi', lastName: 'Eze' })
    await app.admin.query("update app.member set status = 'inactive' where member_id = $1", [sleeping.id])
    const reply = await ask('POST', `/meetings/${id}/actions`, action({ memberId: sleeping.id }))
    expect([reply.status, reply.body.message]).toEqual([
      409,
      'Chi Eze is not an active member. Reactivate the member first.',
    ])
    const coming = await meeting({ date: addDays(today, 5) })
    expect((await ask('POST', `/meetings/${coming}/actions`, action())).body.message).toBe(
      `This meeting is on ${dayText(addDays(today, 5))}. Record it on that day or later.`,
    )
    dataOf(await ask('POST', `/meetings/${coming}/cancel`, { reason: 'Rain' }))
    expect((await ask('POST', `/meetings/${coming}/actions`, action())).status).toBe(409)
  })

  test('a meeting has 60 of them at most, without those that were dropped', async () => {
    const id = await meeting()
    const first = await added(id)
    await app.admin.query(
      `insert into app.meeting_action (cooperative_id, action_id, meeting_id, wording, member_id, member_name, due_on, reminded_on, created_by)
       select cooperative_id, gen_random_uuid(), meeting_id, 'More ' || n, member_id, member_name, due_on, reminded_on, created_by
       from app.meeting_action, generate_series(2, 60) n where action_id = $1`,
      [first.id],
    )
    const reply = await ask('POST', `/meetings/${id}/actions`, action())
    expect([reply.status, reply.body.message]).toEqual([
      409,
      'A meeting has 60 actions at most. Drop one that is not needed, or put two into one.',
    ])
    dataOf(await ask('POST', `/actions/${first.id}/drop`, { reason: 'Twice' }))
    await added(id)
  })

  test('is changed until the minutes are adopted, and whom it concerns is told what is new', async () => {
    const id = await meeting()
    const { id: actionId } = await added(id)
    await forget()
    const change = (body: object) => ask('PUT', `/actions/${actionId}`, action(body))
    dataOf(await change({}))
    dataOf(await change({ agendaLine: 1 }))
    expect(await told()).toEqual([])
    dataOf(await change({ dueOn: addDays(today, 9) }))
    expect(await told()).toEqual([`Your action was changed: Paint the office. Due on ${dayText(addDays(today, 9))}.`])
    await forget()
    dataOf(await change({ memberId: bola.id }))
    expect(await told()).toEqual(['This action is no longer yours: Paint the office.'])
    expect(await told(bolaToken)).toEqual([
      `Your action from the meeting of ${dayText(today)}: Paint the office. Due on ${dayText(addDays(today, 30))}.`,
    ])
    await adopt(id)
    for (const reply of [
      await change({ wording: 'Sell the office.', memberId: bola.id }),
      await ask('POST', `/meetings/${id}/actions`, action()),
    ])
      expect([reply.status, reply.body.message]).toEqual([
        409,
        `These minutes were adopted on ${dayText(today)} and stay as they are. Record a correction in the minutes of the next meeting.`,
      ])
    expect(dataOf(await ask('POST', `/actions/${actionId}/done`, { on: today }))).toMatchObject({ status: 'done' })
  })

  test('is done once on a day since the meeting, or dropped with a reason, also after adoption', async () => {
    const id = await meeting()
    const [one, two] = [await added(id), await added(id, { wording: 'Count the chairs' })]
    await adopt(id)
    await forget()
    for (const on of [addDays(today, -1), addDays(today, 1)]) {
      const reply = await ask('POST', `/actions/${one.id}/done`, { on })
      expect([reply.status, reply.body.errors]).toEqual([
        422,
        [
          {
            field: 'on',
            message: `Enter the day on which it was done, from the meeting on ${dayText(today)} to today.`,
          },
        ],
      ])
    }
    expect(dataOf(await ask('POST', `/actions/${one.id}/done`, { on: today, note: 'In blue' }))).toMatchObject({
      status: 'done',
      endedOn: today,
      endedBy: 'Market Women',
      endedByMember: false,
      note: 'In blue',
      isLocked: true,
    })
    expect((await ask('POST', `/actions/${two.id}/drop`, { reason: ' ' })).status).toBe(422)
    expect(dataOf(await ask('POST', `/actions/${two.id}/drop`, { reason: 'None are left' }))).toMatchObject({
      status: 'dropped',
      note: 'None are left',
    })
    expect(await told()).toEqual(['Your action was dropped: Count the chairs. Reason: None are left'])
    for (const reply of [
      await ask('POST', `/actions/${one.id}/done`, { on: today }),
      await ask('POST', `/actions/${one.id}/drop`, { reason: 'No' }),
    ])
      expect([reply.status, reply.body.message]).toEqual([
        409,
        'This action is done and stays as it is. Record a new one if more is to be done.',
      ])
    // What adopted minutes say stays, whatever became of it.
    expect(dataOf(await ask('GET', `/meetings/${id}`)).actions).toHaveLength(2)
  })

  test('what was dropped before the adoption is not in the minutes', async () => {
    const id = await meeting()
    await added(id)
    const { id: mistaken } = await added(id, { wording: 'Recorded twice' })
    dataOf(await ask('POST', `/actions/${mistaken}/drop`, { reason: 'Recorded twice' }))
    const inMinutes = async () =>
      dataOf(await ask('GET', `/meetings/${id}`)).actions.map(({ wording }: { wording: string }) => wording)
    expect(await inMinutes()).toEqual(['Paint the office.'])
    await adopt(id)
    expect(await inMinutes()).toEqual(['Paint the office.'])
  })

  test('a member sees the own open ones, also of a committee, and says that one is done', async () => {
    const [id, committee] = [await meeting(), await meeting({ kind: 'committee', title: 'Loan committee' })]
    const own = await added(id, { wording: 'Buy cement', memberId: bola.id, dueOn: addDays(today, 3) })
    const ofCommittee = await added(committee, { wording: 'Visit the farm', memberId: bola.id, dueOn: today })
    const others = await added(id, { wording: 'Read the accounts' })
    await app.admin.query('delete from app.officer_notification')
    const seen = await rowsOf('/actions/own', bolaToken)
    expect(
      seen.map((row: { wording: string; meetingTitle: string | null }) => [row.wording, row.meetingTitle]),
    ).toEqual(
      expect.arrayContaining([
        ['Visit the farm', null],
        ['Buy cement', 'October meeting'],
      ]),
    )
    expect(seen.map(({ memberId }: { memberId: string }) => memberId)).toEqual(seen.map(() => bola.id))
    for (const wrong of [others.id, crypto.randomUUID()])
      expect((await ask('POST', `/actions/own/${wrong}/done`, {}, bolaToken)).status).toBe(404)
    expect((await ask('POST', `/actions/${own.id}/done`, { on: today }, bolaToken)).status).toBe(403)

    await adopt(committee)
    expect(dataOf(await ask('POST', `/actions/own/${own.id}/done`, { note: 'Ten bags' }, bolaToken))).toMatchObject({
      status: 'done',
      endedOn: today,
      endedBy: 'Bola Ade',
      endedByMember: true,
      note: 'Ten bags',
    })
    dataOf(await ask('POST', `/actions/own/${ofCommittee.id}/done`, {}, bolaToken))
    expect((await ask('POST', `/actions/own/${own.id}/done`, {}, bolaToken)).status).toBe(409)
    expect(await wordings('/actions/own', bolaToken)).not.toContain('Buy cement')
    const { rows } = await app.admin.query(
      'select message, link from app.officer_notification where cooperative_id = $1 order by message',
      [society.id],
    )
    expect(rows).toEqual([
      { message: 'Bola Ade marked an action as done: Buy cement.', link: '/coop/governance/actions' },
      { message: 'Bola Ade marked an action as done: Visit the farm.', link: '/coop/governance/actions' },
    ])
    // Everybody reads the minutes of a general meeting, and those of a committee are its own.
    expect(dataOf(await ask('GET', `/meetings/${id}`, undefined, adaToken)).actions).toHaveLength(2)
    expect((await ask('GET', `/meetings/${committee}`, undefined, adaToken)).status).toBe(404)
  })

  test('admins and secretaries record them, other officers read them, and another society finds none', async () => {
    const id = await meeting()
    const { id: actionId } = await added(id)
    const other = await buildCooperative(app, { name: 'Another' })
    for (const office of ['secretary', 'treasurer', 'loan_committee', 'auditor'] as const) {
      const { token } = await buildOfficer(app, society, { office })
      const mayWrite = office === 'secretary'
      expect(await wordings(`/actions?meetingId=${id}`, token)).toContain('Paint the office.')
      expect((await ask('POST', `/meetings/${id}/actions`, action(), token)).status).toBe(mayWrite ? 201 : 403)
      expect((await ask('PUT', `/actions/${actionId}`, action(), token)).status).toBe(mayWrite ? 200 : 403)
      expect((await ask('POST', `/actions/${actionId}/drop`, {}, token)).status).toBe(mayWrite ? 422 : 403)
    }
    expect(await rowsOf('/actions', other.token)).toEqual([])
    for (const [method, path, body] of [
      ['PUT', `/actions/${actionId}`, action()],
      ['POST', `/actions/${actionId}/done`, { on: today }],
      ['POST', `/actions/${actionId}/drop`, { reason: 'Foreign' }],
      ['GET', `/meetings/${id}/previous-actions`, undefined],
    ] as const)
      expect((await ask(method, path, body, other.token)).status).toBe(404)
    const foreign = await loginMember(app, await buildMember(app, other))
    expect((await ask('POST', `/actions/own/${actionId}/done`, {}, foreign)).status).toBe(404)
    for (const path of ['/actions', '/actions/file?format=csv', `/meetings/${id}/previous-actions`])
      expect((await ask('GET', path, undefined, adaToken)).status).toBe(403)
  })
})

describe('the list of actions', () => {
  test('has those that are open, overdue, done or dropped, and those of the last meeting', async () => {
    const fresh = await buildCooperative(app, { name: 'Listed' })
    const member = await buildMember(app, fresh, { firstName: 'Ngozi', lastName: 'Okoro' })
    const call = (method: string, path: string, body?: unknown) => ask(method, path, body, fresh.token)
    const planned = async (change: object = {}) =>
      dataOf(await call('POST', '/meetings', { ...plan, ...change }), 201).id
    const record = async (meetingId: string, wording: string, dueOn: Day) =>
      dataOf(await call('POST', `/meetings/${meetingId}/actions`, { wording, memberId: member.id, dueOn }), 201).id
    const last = await planned({ title: 'Last' })
    const late = await record(last, 'Late one', today)
    await record(last, 'Open one', addDays(today, 2))
    dataOf(await call('POST', `/actions/${await record(last, 'Done one', today)}/done`, { on: today }))
    dataOf(await call('POST', `/actions/${await record(last, 'Dropped one', today)}/drop`, { reason: 'No need' }))
    await moveBack(last, 10)
    await app.admin.query('update app.meeting_action set due_on = due_on - 1 where action_id = $1', [late])
    const next = await planned({ title: 'Next' })
    const committee = await planned({ title: 'Committee', kind: 'committee' })
    await record(committee, 'Of the committee', addDays(today, 1))

    const reply = await call('GET', '/actions?show=open')
    expect(reply.body.data.map(({ wording }: { wording: string }) => wording)).toEqual([
      'Late one',
      'Of the committee',
      'Open one',
    ])
    expect(reply.body.data.map(({ isOverdue }: { isOverdue: boolean }) => isOverdue)).toEqual([true, false, false])
    expect(reply.body.meta.summary).toEqual({ overdue: 1 })
    const show = async (query: string) => wordings(query, fresh.token)
    expect(await show('/actions?show=overdue')).toEqual(['Late one'])
    expect(await show('/actions?show=done')).toEqual(['Done one'])
    expect(await show('/actions?show=dropped')).toEqual(['Dropped one'])
    expect(await show('/actions?q=ngozi&sort=-dueOn')).toHaveLength(5)
    expect(await show(`/actions?meetingId=${committee}`)).toEqual(['Of the committee'])
    expect((await show(`/meetings/${next}/previous-actions`)).toSorted()).toEqual([
      'Done one',
      'Dropped one',
      'Late one',
      'Open one',
    ])
    expect(await show(`/meetings/${last}/previous-actions`)).toEqual([])
    expect(await show(`/meetings/${committee}/previous-actions`)).toEqual([])

    const file = await fetch(`${app.url}/governance/actions/file?format=csv&show=open`, {
      headers: { authorization: `Bearer ${fresh.token}` },
    })
    expect(file.headers.get('content-disposition')).toContain(`actions-${today}.csv`)
    const lines = (await file.text()).trim().split('\n')
    expect(lines).toHaveLength(4)
    expect(lines[1]).toContain('"Late one","Ngozi Okoro","Last",')
    expect(lines[1]).toContain('Overdue')
  })
})

describe('reminders', () => {
  const dueOn = addDays(today, 40)
  /** The job as it runs on a day, shortly after ten in Lagos. */
  const run = (day: Day) => remindOfficers(app.services.database, new Date(`${day}T10:23:00+01:00`))
  const remindersOf = async (wording: string, token = adaToken) =>
    (await told(token)).filter((message) => message.includes(wording)).toReversed()

  test('come three days before the day and once when it is over, by the day in Lagos and however often the job runs', async () => {
    await added(await meeting(), { wording: 'Call the surveyor', dueOn })
    await forget()
    const counts: number[] = []
    for (const days of [-4, -3, -3, -2, 0, 1, 1, 2, 30]) {
      await run(addDays(dueOn, days))
      counts.push((await remindersOf('Call the surveyor')).length)
    }
    expect(counts).toEqual([0, 1, 1, 1, 1, 2, 2, 2, 2])
    expect(await remindersOf('Call the surveyor')).toEqual([
      `Your action is due on ${dayText(dueOn)}: Call the surveyor.`,
      `Your action is overdue since ${dayText(dueOn)}: Call the surveyor.`,
    ])
  })

  test('half past midnight in Lagos is the new day, though not yet in Greenwich', async () => {
    const { id } = await added(await meeting(), { wording: 'Sweep the hall', dueOn })
    await forget()
    const scope = { cooperativeId: society.id as CooperativeId, role: 'job' as const }
    const runAt = (now: string) =>
      app.services.database.tenant(scope, (tx) => remindOfActions(tx, scope.cooperativeId, dayIn(new Date(now))))
    await runAt(`${dueOn}T22:59:00Z`)
    expect(await remindersOf('Sweep the hall')).toEqual([`Your action is due today: Sweep the hall.`])
    await runAt(`${dueOn}T23:30:00Z`)
    expect(await remindersOf('Sweep the hall')).toHaveLength(2)
    const { rows } = await app.admin.query('select status from app.meeting_action where action_id = $1', [id])
    expect(rows).toEqual([{ status: 'open' }])
  })

  test('two servers that remind at once tell it once, and one that stopped in between leaves it to the next', async () => {
    await added(await meeting(), { wording: 'Renew the lease', dueOn })
    await forget()
    const scope = { cooperativeId: society.id as CooperativeId, role: 'job' as const }
    await expect(
      app.services.database.tenant(scope, async (tx) => {
        await remindOfActions(tx, scope.cooperativeId, dueOn)
        throw new Error('stopped')
      }),
    ).rejects.toThrow('stopped')
    expect(await remindersOf('Renew the lease')).toEqual([])
    await Promise.all(
      Array.from({ length: 4 }, () =>
        app.services.database.tenant(scope, (tx) => remindOfActions(tx, scope.cooperativeId, dueOn)),
      ),
    )
    expect(await remindersOf('Renew the lease')).toEqual(['Your action is due today: Renew the lease.'])
  })

  test('none come for what is done or dropped, nor to one who has left; a new day is told of again', async () => {
    const id = await meeting()
    const [done, dropped, moved] = [
      await added(id, { wording: 'Done before', dueOn }),
      await added(id, { wording: 'Dropped before', dueOn }),
      await added(id, { wording: 'Moved away', dueOn }),
    ]
    const leaver = await buildMember(app, society, { firstName: 'Gone' })
    await added(id, { wording: 'Of the leaver', dueOn, memberId: leaver.id })
    await app.admin.query('update app.member set removed_at = now() where member_id = $1', [leaver.id])
    dataOf(await ask('POST', `/actions/${done.id}/done`, { on: today }))
    dataOf(await ask('POST', `/actions/${dropped.id}/drop`, { reason: 'No need' }))
    dataOf(await ask('PUT', `/actions/${moved.id}`, action({ wording: 'Moved away', dueOn: addDays(dueOn, 20) })))
    await forget()
    await run(dueOn)
    expect((await told()).filter((message) => /before|Moved/.test(message))).toEqual([])
    await run(addDays(dueOn, 17))
    expect(await remindersOf('Moved away')).toEqual([
      `Your action is due on ${dayText(addDays(dueOn, 20))}: Moved away.`,
    ])
    const { rows } = await app.admin.query('select from app.notification where member_id = $1', [leaver.id])
    expect(rows).toEqual([])
  })

  test('leave by the ways that the member chose for meetings, and else stay in the app', async () => {
    const sent = async (wording: string) =>
      (await app.outbox()).filter(({ text }) => text.includes(wording)).map(({ channel, to }) => `${channel} ${to}`)
    const id = await meeting()
    await added(id, { wording: 'Only in the app', dueOn })
    expect(
      (
        await app.call('PUT', '/member-portal/message-ways', {
          token: adaToken,
          body: { kind: 'meeting', way: 'email' },
        })
      ).status,
    ).toBe(200)
    await added(id, { wording: 'By email too', dueOn })
    await expect.poll(() => sent('By email too')).toEqual(['email ada@example.org'])
    expect(await sent('Only in the app')).toEqual([])
    await run(dueOn)
    await expect.poll(() => sent('Only in the app')).toEqual(['email ada@example.org'])
  })
})

describe('adopted minutes', () => {
  test('name the later meeting that adopted them, and that meeting was held', async () => {
    const first = await meeting({ time: '09:00', title: 'First' })
    const second = await meeting({ time: '15:00', title: 'Second' })
    const adopted = await adopt(first, { atMeetingId: second })
    expect(adopted.adoptedAtMeeting).toEqual({ id: second, title: 'Second', date: today })
    expect((await ask('POST', `/meetings/${second}/cancel`, { reason: 'Too late' })).status).toBe(409)
    expect((await adopt(second)).adoptedAtMeeting).toBeNull()
  })

  test('are adopted by no earlier, cancelled, coming or other kind of meeting', async () => {
    const early = await meeting({ time: '08:00' })
    const id = await meeting({ time: '10:00' })
    const coming = await meeting({ date: addDays(today, 1) })
    const committee = await meeting({ time: '16:00', kind: 'committee' })
    const cancelled = await meeting({ time: '17:00' })
    dataOf(await ask('POST', `/meetings/${cancelled}/cancel`, { reason: 'Rain' }))
    dataOf(await ask('PUT', `/meetings/${id}/minutes`, { minutes: 'Spoken' }))
    for (const atMeetingId of [early, id, coming, committee, cancelled]) {
      const reply = await ask('POST', `/meetings/${id}/adopt`, { atMeetingId })
      expect([reply.status, reply.body.errors?.[0]?.field]).toEqual([422, 'atMeetingId'])
    }
    expect((await ask('POST', `/meetings/${id}/adopt`, { atMeetingId: crypto.randomUUID() })).status).toBe(404)
    expect(dataOf(await ask('GET', `/meetings/${id}`)).adoptedAt).toBeNull()
  })

  test('keep their text, resolutions, attendance and actions in the database too, against every role', async () => {
    const id = await meeting()
    dataOf(await ask('PUT', `/meetings/${id}/attendance`, { arrived: [ada.id] }))
    const { id: actionId } = await added(id)
    await adopt(id)
    const stay = 'the minutes of this meeting are adopted'
    for (const [statement, values] of [
      ["update app.meeting set minutes = 'Forged' where meeting_id = $1", [id]],
      ["update app.meeting set resolutions = '[]' where meeting_id = $1", [id]],
      ['update app.meeting set adopted_at = null where meeting_id = $1', [id]],
      ['delete from app.attendance where meeting_id = $1', [id]],
      [
        'insert into app.attendance (cooperative_id, meeting_id, member_id) select cooperative_id, meeting_id, $2 from app.meeting where meeting_id = $1',
        [id, bola.id],
      ],
      ["update app.meeting_action set wording = 'Forged' where action_id = $1", [actionId]],
      ['update app.meeting_action set due_on = due_on + 1 where action_id = $1', [actionId]],
      ['update app.meeting_action set member_id = $2 where action_id = $1', [actionId, bola.id]],
      ['delete from app.meeting_action where action_id = $1', [actionId]],
      [
        `insert into app.meeting_action (cooperative_id, action_id, meeting_id, wording, member_id, member_name, due_on, reminded_on, created_by)
         select cooperative_id, gen_random_uuid(), meeting_id, 'Forged', member_id, member_name, due_on, reminded_on, created_by from app.meeting_action where action_id = $1`,
        [actionId],
      ],
    ] as const)
      await expect(app.admin.query(statement, [...values]), statement).rejects.toThrow(stay)
    dataOf(await ask('POST', `/actions/own/${actionId}/done`, {}, adaToken))
    await expect(
      app.admin.query("update app.meeting_action set note = 'Forged' where action_id = $1", [actionId]),
    ).rejects.toThrow('this action has ended')
  })

  test('a member’s own session changes no wording and ends no other’s action, also past the program', async () => {
    const id = await meeting()
    const [own, others] = [await added(id), await added(id, { memberId: bola.id })]
    const scope = { cooperativeId: society.id as CooperativeId, role: 'member' as const, memberId: ada.id as MemberId }
    const member = (statement: Statement) => app.services.database.tenant(scope, (tx) => tx.run(statement))
    await expect(
      member(sql`update app.meeting_action set wording = 'Forged' where action_id = ${own.id}`),
    ).rejects.toThrow('a member changes no action')
    expect(await member(sql`update app.meeting_action set reminded_on = ${today} where action_id = ${own.id}`)).toBe(1)
    expect(await member(sql`update app.meeting_action set reminded_on = ${today} where action_id = ${others.id}`)).toBe(
      0,
    )
  })

  test('an erased member is a former member in their actions', async () => {
    const leaver = await buildMember(app, society, { firstName: 'Zainab', lastName: 'Quadri' })
    const id = await meeting()
    const { id: actionId } = await added(id, { memberId: leaver.id, wording: 'Ask Zainab Quadri for the key' })
    await adopt(id)
    dataOf(await ask('POST', `/actions/${actionId}/done`, { on: today }))
    await app.services.database.tenant({ cooperativeId: society.id as CooperativeId, role: 'coop_admin' }, (tx) =>
      tx.run(sql`select app.erase_member(${leaver.id}::uuid, gen_random_uuid(), 'An officer')`),
    )
    const [row] = await rowsOf(`/actions?meetingId=${id}`)
    expect(row.memberName).toMatch(/^Former member \d+$/)
    expect(row.wording).toMatch(/^Ask Former member \d+ for the key$/)
  })
})
