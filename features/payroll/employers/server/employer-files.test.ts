import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listOwnAuditEvents } from '#contract/access/audit-trail.ts'
import { dayIn, periodName, periodOf } from '#domain/calendar.ts'
import { assignMembers, createEmployer, listEmployees, listEmployers } from '#features/payroll/employers/contract.ts'
import { createSchedule, listSchedules, sendSchedule } from '#features/payroll/schedules/contract.ts'
import { sharedTestApp, type TestApp } from '#server/testing/app.ts'
import { buildCooperative, buildMember, type TestCooperative } from '#server/testing/builders.ts'
import { type Client, clientOf } from '#server/testing/client.ts'

const period = periodOf(dayIn(new Date()))

let app: TestApp
let society: TestCooperative
let officer: Client
let works = ''

// Works deducts from Ada (5,000) and Musa (3,000), whose staff number begins with zeros; Health from no one yet.
beforeAll(async () => {
  app = await sharedTestApp()
  society = await buildCooperative(app)
  officer = clientOf(app, society.token)
  const ada = await buildMember(app, society, { firstName: 'Ada', monthlyContributions: 5000 })
  const musa = await buildMember(app, society, { firstName: 'Musa', monthlyContributions: 3000 })
  works = (await officer(createEmployer, { name: 'Ministry of Works', code: '0071' })).id
  await officer(createEmployer, { name: 'Ministry of Health', code: '=2+2' })
  const rows = [
    { membershipno: ada.membershipno, staffNumber: 'W1' },
    { membershipno: musa.membershipno, staffNumber: '0012' },
  ]
  await officer(assignMembers, { employerId: works, rows })
  const { id: scheduleId } = await officer(createSchedule, { employerId: works, period })
  await officer(sendSchedule, { scheduleId })
})
afterAll(() => app.stop())

const file = async (path: string, token = society.token): Promise<string[][]> =>
  parse((await app.call('GET', path, { token })).text, { bom: true })

test('the employers, their members and the schedules are downloaded with the columns of their pages', async () => {
  const byPay = await file('/financial/employers?format=csv&sort=-members&limit=1')
  expect(byPay).toEqual([
    ['Employer', 'Code', 'Members', '0-30 days', '31-60', '61-90', 'Over 90', 'Not remitted'],
    ['Ministry of Works', '0071', '2', '0.00', '0.00', '0.00', '0.00', '0.00'],
    // A text that a spreadsheet would work out is kept from it.
    ['Ministry of Health', "'=2+2", '0', '0.00', '0.00', '0.00', '0.00', '0.00'],
    ['Total', '', '', '0.00', '0.00', '0.00', '0.00', '0.00'],
  ])
  const people = await file(`/financial/employers/${works}/members?format=csv&q=musa`)
  expect(people.map((row) => [row[0], row[2], row[4], row[5]])).toEqual([
    ['Member', 'Staff number', 'Savings a month', 'Shares a month'],
    ['Musa Obi', '0012', '3000.00', '0.00'],
  ])
  expect(await file(`/financial/deductions/schedules?format=csv&state=sent`)).toEqual([
    ['Month', 'Employer', 'Members', 'Scheduled', 'Deducted', 'Not remitted', 'State'],
    [periodName(period), 'Ministry of Works', '2', '8000.00', '0.00', '0.00', 'Sent'],
    ['Total', '', '', '8000.00', '0.00', '0.00', ''],
  ])
  expect(await file('/financial/deductions/schedules?format=csv&state=draft')).toHaveLength(1)
})

test('a download is a line of the audit trail, and one of another kind is refused', async () => {
  const { status } = await app.call('GET', '/financial/employers?format=xlsx', { token: society.token })
  expect(status).toBe(200)
  const trail = await officer(listOwnAuditEvents, { group: 'files', limit: '1' })
  expect(trail).toMatchObject([{ says: 'Downloaded the employers' }])
  expect(await officer.refused(listEmployers, { format: 'doc' as 'csv' })).toMatchObject({
    status: 422,
    fields: ['format'],
  })
})

test('another society’s file has nothing of it', async () => {
  const { token } = await buildCooperative(app)
  expect(await file('/financial/employers?format=csv', token)).toHaveLength(1)
  const strange = clientOf(app, token)
  expect(await strange.refused(listEmployees, { employerId: works, format: 'csv' })).toMatchObject({ status: 404 })
  expect(await strange(listSchedules, {})).toEqual([])
})
