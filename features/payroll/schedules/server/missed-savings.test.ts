import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMonths, dayIn, firstDayOf, type Period, periodOf } from '#domain/calendar.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { buildCooperative, dataOf, newKey, newPhone, type TestCooperative } from '#server/testing/builders.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})

afterAll(async () => {
  await app.stop()
})

type Person = { id: string; staffNumber: string }
type Society = { cooperative: TestCooperative; employerId: string; ada: Person; bola: Person; chidi: Person }

/** The month so many months from this one. */
const month = (from: number): Period => addMonths(periodOf(dayIn(new Date())), from)

const ask = (cooperative: TestCooperative, method: string, path: string, body?: unknown) =>
  app.call(method, path, {
    token: cooperative.token,
    ...(body !== undefined && { body }),
    ...(method === 'POST' && { key: newKey() }),
  })
const done = async (cooperative: TestCooperative, method: string, path: string, body?: unknown, status = 200) =>
  dataOf(await ask(cooperative, method, path, body), status)

/**
 * Three members who save 5,000 a month since three months ago. Ada has paid nothing of those months, Bola 2,000 of the
 * first and all of the second, Chidi everything.
 */
async function buildSociety(settings: object): Promise<Society> {
  const cooperative = await buildCooperative(app)
  const member = ['Ada', 'Bola', 'Chidi'].map((firstName) => ({
    firstName,
    lastName: 'Obi',
    phone: newPhone(),
    registrationDate: firstDayOf(month(-3)),
    monthlyContributions: 5000,
  }))
  const registered: { memberid: string; membershipno: string }[] = await done(
    cooperative,
    'POST',
    '/cooperatives/members',
    { member },
    201,
  )
  const { id: employerId } = await done(
    cooperative,
    'POST',
    '/financial/employers',
    { name: 'Ministry of Works', code: 'MW-7' },
    201,
  )
  const rows = registered.map(({ membershipno }, n) => ({
    membershipno,
    staffNumber: `P${n + 1}`,
    from: firstDayOf(month(-3)),
  }))
  await done(cooperative, 'PUT', `/financial/employers/${employerId}/members`, { rows })
  await done(cooperative, 'PUT', '/financial/deductions/settings', settings)
  const [ada, bola, chidi] = registered.map(({ memberid }, n) => ({ id: memberid, staffNumber: `P${n + 1}` })) as [
    Person,
    Person,
    Person,
  ]
  const pay = (of: Person, from: number, amount: number) =>
    done(cooperative, 'POST', '/financial/contributions', { memberId: of.id, amount, period: month(from) }, 201)
  await pay(bola, -3, 2000)
  await pay(bola, -2, 5000)
  for (const from of [-3, -2, -1]) await pay(chidi, from, 5000)
  return { cooperative, employerId, ada, bola, chidi }
}

const drawUp = ({ cooperative, employerId }: Society, period = month(0)): Promise<{ id: string; savings: number }> =>
  done(cooperative, 'POST', '/financial/deductions/schedules', { employerId, period }, 201)

/** What is asked of each for savings, and how much of it for earlier months. */
async function asked(
  { cooperative }: Society,
  scheduleId: string,
): Promise<Record<string, [savings: number, missed: number, total: number]>> {
  const lines = await done(cooperative, 'GET', `/financial/deductions/schedules/${scheduleId}/lines`)
  return Object.fromEntries(
    lines.map(
      ({
        staffNumber,
        savings,
        missed,
        total,
      }: {
        staffNumber: string
        savings: number
        missed: number
        total: number
      }) => [staffNumber, [savings, missed, total]],
    ),
  )
}

async function postReturn({ cooperative }: Society, scheduleId: string, rows: (readonly [Person, number])[]) {
  const content = Buffer.from(
    ['Staff number,Total', ...rows.map(([{ staffNumber }, amount]) => `${staffNumber},${amount}`)].join('\r\n'),
  )
  const { id } = dataOf(
    await app.call('POST', `/financial/deductions/schedules/${scheduleId}/returns`, {
      token: cooperative.token,
      file: { name: 'return.csv', content },
    }),
    201,
  )
  await done(cooperative, 'POST', `/financial/deductions/returns/${id}/post`, undefined, 202)
  for (;;) {
    const found = await done(cooperative, 'GET', `/financial/deductions/returns/${id}`)
    if (found.status === 'failed') throw new Error(found.failure)
    if (found.status !== 'posting') return found
    await wait(30)
  }
}

/** What a member has paid of each month, from three months ago to this one, and what counts as taken by the employer. */
async function savedOf({ cooperative }: Society, { id }: Person): Promise<[paid: number, deducted: number][]> {
  const months = await done(cooperative, 'GET', `/financial/contributions?memberId=${id}&sort=period&limit=100`)
  return months.map(({ paid, deducted }: { paid: number; deducted: number }) => [paid, deducted])
}

test('are not asked for unless the society says so; then one month more each month, or all at once', async () => {
  const society = await buildSociety({})
  const { cooperative } = society
  expect(await done(cooperative, 'GET', '/financial/deductions/settings')).toMatchObject({ missedSavings: 'none' })
  const { id } = await drawUp(society)
  expect(await asked(society, id)).toEqual({ P1: [5000, 0, 5000], P2: [5000, 0, 5000], P3: [5000, 0, 5000] })

  await done(cooperative, 'PUT', '/financial/deductions/settings', { missedSavings: 'one' })
  expect(await done(cooperative, 'POST', `/financial/deductions/schedules/${id}/rebuild`)).toMatchObject({
    savings: 25_000,
    total: 25_000,
  })
  expect(await asked(society, id)).toEqual({
    P1: [10_000, 5000, 10_000],
    P2: [10_000, 5000, 10_000],
    P3: [5000, 0, 5000],
  })

  // Ada: three whole months; Bola: 3,000 of the first and the third.
  await done(cooperative, 'PUT', '/financial/deductions/settings', { missedSavings: 'all' })
  expect(await done(cooperative, 'POST', `/financial/deductions/schedules/${id}/rebuild`)).toMatchObject({
    savings: 38_000,
    total: 38_000,
  })
  expect(await asked(society, id)).toEqual({
    P1: [20_000, 15_000, 20_000],
    P2: [13_000, 8000, 13_000],
    P3: [5000, 0, 5000],
  })
  expect((await ask(cooperative, 'PUT', '/financial/deductions/settings', { missedSavings: 'some' })).status).toBe(422)
})

test('are credited to the months that were missed, the oldest first, and come back whole when the return is reversed', async () => {
  const society = await buildSociety({ missedSavings: 'all' })
  const { cooperative, ada, bola, chidi } = society
  const { id } = await drawUp(society)
  await done(cooperative, 'POST', `/financial/deductions/schedules/${id}/send`)
  // Bola pays the rest of the first month at the office meanwhile, and the employer takes 6,000 instead of 13,000.
  await done(
    cooperative,
    'POST',
    '/financial/contributions',
    { memberId: bola.id, amount: 3000, period: month(-3) },
    201,
  )
  const rows = [
    [ada, 20_000],
    [bola, 6000],
    [chidi, 5000],
  ] as const
  expect(await postReturn(society, id, [...rows])).toMatchObject({
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
  const lines: { memberId: string; amount: number; period: string; description: string }[] = await done(
    cooperative,
    'GET',
    `/financial/transactions?memberId=${ada.id}&limit=100`,
  )
  const byMonth = lines.toSorted((one, other) => (one.period < other.period ? -1 : 1))
  expect(byMonth.map(({ amount, period, description }) => [amount, period, description])).toEqual(
    [-3, -2, -1, 0].map((from) => [5000, month(from), `Contribution for ${month(from)}`]),
  )
  expect(await app.checks()).toEqual([])

  const { returnId } = await done(cooperative, 'GET', `/financial/deductions/schedules/${id}`)
  await done(cooperative, 'POST', `/financial/deductions/returns/${returnId}/reverse`, { reason: 'Wrong file' })
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
  expect(await postReturn(society, id, [...rows])).toMatchObject({ status: 'posted' })
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
  const { cooperative, employerId, ada, bola, chidi } = society
  const { id } = await drawUp(society, month(-1))
  expect(await asked(society, id)).toEqual({
    P1: [15_000, 10_000, 15_000],
    P2: [8000, 3000, 8000],
    P3: [5000, 0, 5000],
  })
  await done(cooperative, 'POST', `/financial/deductions/schedules/${id}/send`)
  // The month before and all that was missed until then are in a list that is not answered.
  const next = await drawUp(society)
  expect(await asked(society, next.id)).toEqual({ P1: [5000, 0, 5000], P2: [5000, 0, 5000], P3: [5000, 0, 5000] })
  expect(
    await postReturn(society, id, [
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
  await done(cooperative, 'POST', `/financial/deductions/schedules/${next.id}/rebuild`)
  expect(await asked(society, next.id)).toEqual({ P1: [5000, 0, 5000], P2: [9000, 4000, 9000], P3: [5000, 0, 5000] })

  await done(cooperative, 'POST', `/financial/deductions/schedules/${id}/remittances`, { amount: 24_000 }, 201)
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
  expect((await done(cooperative, 'GET', `/financial/employers/${employerId}`)).owed).toBe(0)
  expect(await app.checks()).toEqual([])
})
