import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registerMembers } from '#features/members/members/member-changes.ts'
import { listContributions, postContribution } from '#features/savings/contributions/contract.ts'
import { listTransactions } from '#features/savings/transactions/contract.ts'
import { addMonths, dayIn, firstDayOf, type Period, periodOf } from '#core/calendar.ts'
import { assignMembers, createEmployer, getEmployer } from '#features/payroll/employers/contract.ts'
import { recordRemittance } from '#features/payroll/remittances/contract.ts'
import { getReturn, postReturn, reverseReturn, updateReturn, uploadReturn } from '#features/payroll/returns/contract.ts'
import {
  createSchedule,
  getDeductionSettings,
  getSchedule,
  listScheduleLines,
  rebuildSchedule,
  sendSchedule,
  updateDeductionSettings,
} from '#features/payroll/schedules/contract.ts'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import { buildCooperative, newPhone } from '#dev/testing/builders.ts'
import { type Client, clientOf } from '#dev/testing/client.ts'

let app: TestApp

beforeAll(async () => {
  app = await sharedTestApp()
})

afterAll(() => app.stop())

type Person = { id: string; staffNumber: string }
type Society = { officer: Client; employerId: string; ada: Person; bola: Person; chidi: Person }

/** The month so many months from this one. */
const month = (from: number): Period => addMonths(periodOf(dayIn(new Date())), from)

/**
 * Three members who save 5,000 a month since three months ago. Ada has paid nothing of those months, Bola 2,000 of the
 * first and all of the second, Chidi everything.
 */
async function buildSociety(settings: { missedSavings?: 'all'; creditOn?: 'remittance' }): Promise<Society> {
  const officer = clientOf(app, (await buildCooperative(app)).token)
  const began = firstDayOf(month(-3))
  const member = ['Ada', 'Bola', 'Chidi'].map((firstName) => ({
    firstName,
    lastName: 'Obi',
    phone: newPhone(),
    registrationDate: began,
    monthlyContributions: 5000,
  }))
  const registered = await officer(registerMembers, { member })
  const { id: employerId } = await officer(createEmployer, { name: 'Ministry of Works', code: 'MW-7' })
  const people = registered.map(({ memberid, membershipno }, n) => ({
    id: memberid,
    membershipno,
    staffNumber: `P${n + 1}`,
  }))
  const rows = people.map(({ membershipno, staffNumber }) => ({ membershipno, staffNumber, from: began }))
  await officer(assignMembers, { employerId, rows })
  await officer(updateDeductionSettings, settings)
  const [ada, bola, chidi] = people
  if (!ada || !bola || !chidi) throw new Error('Three members were registered')
  const pay = (of: Person, from: number, amount: number) =>
    officer(postContribution, { memberId: of.id, amount, period: month(from) })
  await pay(bola, -3, 2000)
  await pay(bola, -2, 5000)
  for (const from of [-3, -2, -1]) await pay(chidi, from, 5000)
  return { officer, employerId, ada, bola, chidi }
}

const drawUp = ({ officer, employerId }: Society, period = month(0)) => officer(createSchedule, { employerId, period })

/** What is asked of each for savings, how much of it for earlier months, and in all. */
async function asked({ officer }: Society, scheduleId: string): Promise<object> {
  const lines = await officer(listScheduleLines, { scheduleId })
  return Object.fromEntries(
    lines.map(({ staffNumber, savings, missed, total }) => [staffNumber, [savings, missed, total]]),
  )
}

async function takeReturn({ officer }: Society, scheduleId: string, rows: readonly (readonly [Person, number])[]) {
  const lines = ['Staff number,Total', ...rows.map(([{ staffNumber }, amount]) => `${staffNumber},${amount}`)]
  const file = { name: 'return.csv', content: Buffer.from(lines.join('\r\n')) }
  const { id: returnId } = await officer(uploadReturn, { scheduleId }, file)
  // What some have paid by hand for the month as well is posted all the same.
  const { paidBefore } = await officer(getReturn, { returnId })
  if (paidBefore) await officer(updateReturn, { returnId, paidBefore: { decision: 'post', paid: paidBefore.paid } })
  await officer(postReturn, { returnId })
  for (;;) {
    const found = await officer(getReturn, { returnId })
    if (found.status === 'failed') throw new Error(found.failure ?? '')
    if (found.status !== 'posting') return found
    await wait(30)
  }
}

/** What a member has paid of each month, from three months ago to this one, and what counts as taken by the employer. */
async function savedOf({ officer }: Society, { id }: Person): Promise<[paid: number, deducted: number][]> {
  const months = await officer(listContributions, { memberId: id, sort: 'period' })
  return months.map(({ paid, deducted }) => [paid, deducted])
}

test('are not asked for unless the society says so; then one month more each month, or all at once', async () => {
  const society = await buildSociety({})
  const { officer } = society
  expect(await officer(getDeductionSettings)).toMatchObject({ missedSavings: 'none' })
  const { id } = await drawUp(society)
  expect(await asked(society, id)).toEqual({ P1: [5000, 0, 5000], P2: [5000, 0, 5000], P3: [5000, 0, 5000] })

  await officer(updateDeductionSettings, { missedSavings: 'one' })
  expect(await officer(rebuildSchedule, { scheduleId: id })).toMatchObject({ savings: 25_000, total: 25_000 })
  expect(await asked(society, id)).toEqual({
    P1: [10_000, 5000, 10_000],
    P2: [10_000, 5000, 10_000],
    P3: [5000, 0, 5000],
  })

  // Ada: three whole months; Bola: 3,000 of the first and the third.
  await officer(updateDeductionSettings, { missedSavings: 'all' })
  expect(await officer(rebuildSchedule, { scheduleId: id })).toMatchObject({ savings: 38_000, total: 38_000 })
  expect(await asked(society, id)).toEqual({
    P1: [20_000, 15_000, 20_000],
    P2: [13_000, 8000, 13_000],
    P3: [5000, 0, 5000],
  })
  // @ts-expect-error -- no such choice
  expect(await officer.refused(updateDeductionSettings, { missedSavings: 'some' })).toMatchObject({
    status: 422,
    fields: ['missedSavings'],
  })
})

test('are credited to the months that were missed, the oldest first, and come back whole when the return is reversed', async () => {
  const society = await buildSociety({ missedSavings: 'all' })
  const { officer, ada, bola, chidi } = society
  const { id } = await drawUp(society)
  await officer(sendSchedule, { scheduleId: id })
  // Bola pays the rest of the first month at the office meanwhile, and the employer takes 6,000 instead of 13,000.
  await officer(postContribution, { memberId: bola.id, amount: 3000, period: month(-3) })
  const rows = [
    [ada, 20_000],
    [bola, 6000],
    [chidi, 5000],
  ] as const
  expect(await takeReturn(society, id, rows)).toMatchObject({
    status: 'posted',
    totals: { posted: 31_000, unallocated: 0 },
  })

  expect(await savedOf(society, ada)).toEqual([
    [5000, 0],
    [5000, 0],
    [5000, 0],
    [5000, 0],
  ])
  expect(await savedOf(society, bola)).toEqual([
    [5000, 0],
    [5000, 0],
    [5000, 0],
    [1000, 0],
  ])
  expect(await savedOf(society, chidi)).toEqual([
    [5000, 0],
    [5000, 0],
    [5000, 0],
    [5000, 0],
  ])
  const lines = await officer(listTransactions, { memberId: ada.id })
  const byMonth = lines.toSorted((one, other) => (String(one.period) < String(other.period) ? -1 : 1))
  expect(byMonth.map(({ amount, period, description }) => [amount, period, description])).toEqual(
    [-3, -2, -1, 0].map((from) => [5000, month(from), `Contribution for ${month(from)}`]),
  )
  expect(await app.checks()).toEqual([])

  const { returnId } = await officer(getSchedule, { scheduleId: id })
  await officer(reverseReturn, { returnId: returnId ?? '', reason: 'Wrong file' })
  expect(await savedOf(society, ada)).toEqual([
    [0, 0],
    [0, 0],
    [0, 0],
    [0, 0],
  ])
  expect(await savedOf(society, bola)).toEqual([
    [5000, 0],
    [5000, 0],
    [0, 0],
    [0, 0],
  ])
  expect(await takeReturn(society, id, rows)).toMatchObject({ status: 'posted' })
  expect(await savedOf(society, bola)).toEqual([
    [5000, 0],
    [5000, 0],
    [5000, 0],
    [1000, 0],
  ])
  expect(await app.checks()).toEqual([])
})

test('are not asked for again while they are with the employer or in a list that it has not answered', async () => {
  const society = await buildSociety({ missedSavings: 'all', creditOn: 'remittance' })
  const { officer, employerId, ada, bola, chidi } = society
  const { id } = await drawUp(society, month(-1))
  expect(await asked(society, id)).toEqual({
    P1: [15_000, 10_000, 15_000],
    P2: [8000, 3000, 8000],
    P3: [5000, 0, 5000],
  })
  await officer(sendSchedule, { scheduleId: id })
  // The month before and all that was missed until then are in a list that is not answered.
  const next = await drawUp(society)
  expect(await asked(society, next.id)).toEqual({ P1: [5000, 0, 5000], P2: [5000, 0, 5000], P3: [5000, 0, 5000] })
  expect(
    await takeReturn(society, id, [
      [ada, 15_000],
      [bola, 4000],
      [chidi, 5000],
    ]),
  ).toMatchObject({ status: 'deducted' })
  expect(await savedOf(society, ada)).toEqual([
    [0, 5000],
    [0, 5000],
    [0, 5000],
    [0, 0],
  ])
  // Bola's 4,000: 3,000 for the first month, 1,000 of 5,000 for the list's own.
  expect(await savedOf(society, bola)).toEqual([
    [2000, 3000],
    [5000, 0],
    [0, 1000],
    [0, 0],
  ])
  await officer(rebuildSchedule, { scheduleId: next.id })
  expect(await asked(society, next.id)).toEqual({ P1: [5000, 0, 5000], P2: [9000, 4000, 9000], P3: [5000, 0, 5000] })

  await officer(recordRemittance, { scheduleId: id, amount: 24_000 })
  await app.settled()
  expect(await savedOf(society, ada)).toEqual([
    [5000, 0],
    [5000, 0],
    [5000, 0],
    [0, 0],
  ])
  expect(await savedOf(society, bola)).toEqual([
    [5000, 0],
    [5000, 0],
    [1000, 0],
    [0, 0],
  ])
  expect((await officer(getEmployer, { employerId })).owed).toBe(0)
  expect(await app.checks()).toEqual([])
})
