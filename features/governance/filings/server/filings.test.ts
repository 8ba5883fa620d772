import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, addMonthsToDay, dayIn, dayText, type Day } from '#core/calendar.ts'
import { remindOfficers } from '#app/jobs/remind-officers.ts'
import { startTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  buildOfficer,
  dataOf,
  loginMember,
  type TestCooperative,
} from '#dev/testing/builders.ts'

let app: TestApp
let society: TestCooperative
const today = dayIn(new Date())

const ask = (method: string, path: string, body?: unknown, token = society.token) =>
  app.call(method, `/governance/filings${path}`, { token, ...(body !== undefined && { body }) })
const licence = { kind: 'licence', name: 'Renewal of the permit', authority: 'Council', remindDays: 20 }
const added = async (dueOn: Day, change: object = {}) =>
  dataOf(await ask('POST', '', { ...licence, dueOn, ...change }), 201)
const noticesOf = async (name: string) =>
  (
    await app.admin.query(
      'select message from app.officer_notification where cooperative_id = $1 and message like $2 order by created_at, notification_id',
      [society.id, `${name}%`],
    )
  ).rows.map(({ message }) => message)

beforeAll(async () => {
  app = await startTestApp()
  society = await buildCooperative(app, { name: 'On Time' })
})
afterAll(() => app.stop())

describe('the compliance calendar', () => {
  test('has the usual filings of a year once, and their days wait to be confirmed', async () => {
    expect(dataOf(await ask('POST', '/usual'), 201)).toEqual({ added: 3 })
    expect(dataOf(await ask('POST', '/usual'), 201)).toEqual({ added: 0 })
    const rows = dataOf(await ask('GET', '?limit=100'))
    expect(rows.map(({ kind }: { kind: string }) => kind).toSorted()).toEqual([
      'annual_meeting',
      'annual_return',
      'audit',
    ])
    for (const { isPreset, dueOn, everyMonths } of rows) {
      expect([isPreset, everyMonths]).toEqual([true, 12])
      expect(dueOn >= today && dueOn < addMonthsToDay(today, 18)).toBe(true)
    }
    const meeting = rows.find(({ kind }: { kind: string }) => kind === 'annual_meeting')
    // The society's year ends in December; the first quarter ends with March.
    expect(meeting.dueOn.slice(5)).toBe('03-31')
    const { id, doneOn: _, doneBy: __, reference: ___, isPreset: ____, ...plan } = meeting
    expect(dataOf(await ask('PUT', `/${id}`, plan)).isPreset).toBe(false)
  })

  test('what is done stays, and comes again from the day that was due', async () => {
    const due = addDays(today, 10)
    const { id } = await added(due, { everyMonths: 6 })
    const done = dataOf(await ask('POST', `/${id}/done`, { on: today, reference: 'R/77' }))
    expect(done).toMatchObject({ doneOn: today, doneBy: 'On Time', reference: 'R/77' })
    const next = dataOf(await ask('GET', '?q=permit'))
    expect(next.map(({ dueOn }: { dueOn: string }) => dueOn)).toEqual([addMonthsToDay(due, 6)])
    const past = dataOf(await ask('GET', '?show=done'))
    expect(past.map((row: { id: string }) => row.id)).toEqual([id])
    for (const reply of [
      await ask('POST', `/${id}/done`, { on: today }),
      await ask('PUT', `/${id}`, { ...licence, dueOn: due }),
      await ask('DELETE', `/${id}`),
    ])
      expect([reply.status, reply.body.message]).toEqual([409, 'This is done and stays as it is.'])
    await expect(
      app.admin.query("update app.filing set reference = 'forged' where filing_id = $1", [id]),
    ).rejects.toThrow('this filing is done')
    dataOf(await ask('DELETE', `/${next[0].id}`))
  })

  test('nothing is done tomorrow', async () => {
    const { id } = await added(today)
    const reply = await ask('POST', `/${id}/done`, { on: addDays(today, 1) })
    expect([reply.status, reply.body.message]).toEqual([422, 'Enter the day on which it was done, today or earlier.'])
    expect(dataOf(await ask('GET', '?show=done')).map((row: { id: string }) => row.id)).not.toContain(id)
    dataOf(await ask('DELETE', `/${id}`))
  })

  test('officers are told when its time begins, a week before, on the day and each week after it, once each', async () => {
    const name = 'Levy of the union'
    const due = addDays(today, 100)
    const { id } = await added(due, { name })
    const counts: number[] = []
    for (const days of [-21, -20, -20, -19, -8, -7, -1, 0, 0, 1, 6, 7, 13, 14]) {
      await remindOfficers(app.services.database, new Date(`${addDays(due, days)}T10:05:00+01:00`))
      counts.push((await noticesOf(name)).length)
    }
    expect(counts).toEqual([0, 1, 1, 1, 1, 2, 2, 3, 3, 3, 3, 4, 4, 5])
    expect(await noticesOf(name)).toEqual([
      ...Array<string>(3).fill(`${name} is due on ${dayText(due)}.`),
      ...Array<string>(2).fill(`${name} was due on ${dayText(due)} and is not done.`),
    ])
    // After a stop of a month it is told once, not for each week.
    await remindOfficers(app.services.database, new Date(`${addDays(due, 45)}T10:05:00+01:00`))
    expect((await noticesOf(name)).length).toBe(6)
    dataOf(await ask('POST', `/${id}/done`, { on: today }))
    await remindOfficers(app.services.database, new Date(`${addDays(due, 60)}T10:05:00+01:00`))
    expect((await noticesOf(name)).length).toBe(6)
  })

  test('a treasurer and an auditor read it, and members do not', async () => {
    for (const office of ['treasurer', 'auditor'] as const) {
      const { token } = await buildOfficer(app, society, { office })
      expect((await ask('GET', '', undefined, token)).status).toBe(200)
      expect((await ask('POST', '', { ...licence, dueOn: today }, token)).status).toBe(403)
    }
    const member = await loginMember(app, await buildMember(app, society))
    expect((await ask('GET', '', undefined, member)).status).toBe(403)
  })

  test.each([
    [{ dueOn: '2026-02-30' }, 'dueOn', 'There is no such day. Check the month and the day.'],
    [{ name: '' }, 'name', 'Say what is to be done'],
    [{ everyMonths: 0 }, 'everyMonths', 'Enter 1 or more'],
    [{ remindDays: 366 }, 'remindDays', 'Enter a whole number from 0 to 365'],
  ])('%o is refused', async (change, field, sentence) => {
    const reply = await ask('POST', '', { ...licence, dueOn: today, ...change })
    expect([reply.status, reply.body.errors]).toEqual([422, [{ field, message: sentence }]])
  })
})
