import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, dayIn, dayText } from '#core/calendar.ts'
import { remindOfTrials } from '#platform/jobs/remind-of-trials.ts'
import { startTestApp, type TestApp } from '#dev/testing/app.ts'
import { buildCooperative, buildMember, dataOf } from '#dev/testing/builders.ts'

let app: TestApp
let token: string
beforeAll(async () => {
  app = await startTestApp()
  token = await app.superAdminToken()
})
afterAll(() => app.stop())

const today = dayIn(new Date())
const put = (id: string, body: unknown) => app.call('PUT', `/cooperatives/plan/${id}`, { token, body })
const details = async (id: string) => dataOf(await app.call('GET', `/cooperatives/details/${id}`, { token }))
const profile = async (own: string) => dataOf(await app.call('GET', '/cooperatives/profile', { token: own }))

test('the trial begins at the first approval, lasts 30 days, and is not begun again by a suspension', async () => {
  const cooperative = await buildCooperative(app, { status: 'pending' })
  expect(await profile(cooperative.token)).toMatchObject({ plan: 'trial', trialEndsOn: null })
  const set = (body: unknown) => app.call('PUT', `/cooperatives/update/${cooperative.id}`, { token, body })
  expect(dataOf(await set({ status: 'active' }))).toMatchObject({ plan: 'trial', trialEndsOn: addDays(today, 30) })
  expect(await profile(cooperative.token)).toMatchObject({ plan: 'trial', trialEndsOn: addDays(today, 30) })
  dataOf(await put(cooperative.id, { trialEndsOn: addDays(today, 3), reason: 'A test of the end' }))
  dataOf(await set({ status: 'suspended', reason: 'Complaint' }))
  expect(dataOf(await set({ status: 'active', reason: 'Withdrawn' })).trialEndsOn).toBe(addDays(today, 3))
})

test('a trial is extended and a plan is changed with a reason; the cooperative is told and the history keeps it', async () => {
  const cooperative = await buildCooperative(app, { name: 'Umuahia Traders' })
  const until = addDays(today, 60)
  const reply = await put(cooperative.id, { trialEndsOn: until, reason: 'They asked for time.' })
  expect(reply.body).toMatchObject({ message: 'Plan changed', data: { plan: 'trial', trialEndsOn: until } })
  expect((await app.outbox()).findLast(({ to }) => to === cooperative.phone)?.text).toBe(
    `Ajose: The free trial of Umuahia Traders now runs until ${dayText(until)}.`,
  )
  expect((await app.call('GET', '/notifications', { token: cooperative.token })).body.data[0].message).toContain(
    dayText(until),
  )
  dataOf(await put(cooperative.id, { plan: 'standard', reason: 'Signed up' }))
  expect((await profile(cooperative.token)).plan).toBe('standard')
  const [standard, extended, approved] = (await details(cooperative.id)).history
  expect(standard).toMatchObject({
    actorName: 'Super Admin',
    action: 'cooperative.plan',
    before: { plan: 'trial' },
    after: { plan: 'standard' },
    reason: 'Signed up',
    address: '127.0.0.1',
  })
  expect(extended).toMatchObject({
    before: { trialEndsOn: addDays(today, 30) },
    after: { trialEndsOn: until },
    reason: 'They asked for time.',
  })
  expect(approved).toMatchObject({
    action: 'cooperative.status',
    before: { status: 'pending' },
    after: { status: 'active', trialEndsOn: addDays(today, 30) },
  })
  // Back on the trial without a day: a whole new one.
  expect(dataOf(await put(cooperative.id, { plan: 'trial', reason: 'Again' })).trialEndsOn).toBe(addDays(today, 30))
})

test('a cooperative whose trial has ended works on, and the super admin is reminded of it once', async () => {
  const cooperative = await buildCooperative(app, { name: 'Lapsed Thrift' })
  await app.admin.query(`update app.cooperative set trial_ends_on = $2 where cooperative_id = $1`, [
    cooperative.id,
    addDays(today, -1),
  ])
  const member = await buildMember(app, cooperative)
  dataOf(
    await app.call('POST', '/financial/contributions', {
      token: cooperative.token,
      body: { memberId: member.id, amount: 500 },
    }),
    201,
  )
  expect(
    dataOf(await app.call('GET', '/cooperatives/statistics', { token: cooperative.token })).cooperative.savings,
  ).toBe(500)
  await remindOfTrials(app.services.database)
  await remindOfTrials(app.services.database)
  const told = () =>
    app
      .call('GET', '/notifications?q=Lapsed', { token })
      .then(({ body }) => body.data.filter(({ message }: { message: string }) => message.includes('trial')))
  expect(await told()).toMatchObject([
    {
      type: 'warning',
      link: `/superadmin/cooperatives/${cooperative.id}`,
      message: `The free trial of Lapsed Thrift ended on ${dayText(addDays(today, -1))}. Extend it or choose a plan.`,
    },
  ])
  // Extended and ended once more: reminded once more.
  dataOf(await put(cooperative.id, { trialEndsOn: today, reason: 'One day' }))
  await remindOfTrials(app.services.database, new Date(Date.now() + 2 * 86_400_000))
  expect(await told()).toHaveLength(2)
})

// Remedy: trial_not_begun
test('refuses what is no change, a day out of reach, a trial before the approval, and a change without a reason', async () => {
  const cooperative = await buildCooperative(app)
  const before = await details(cooperative.id)
  const refused = async (body: object, id = cooperative.id) => {
    const reply = await put(id, { reason: 'Because', ...body })
    return [reply.status, reply.body.errors?.[0]?.field]
  }
  expect(await refused({ plan: 'trial' })).toEqual([409, 'plan'])
  expect(await refused({})).toEqual([409, 'trialEndsOn'])
  expect(await refused({ trialEndsOn: addDays(today, -1) })).toEqual([422, 'trialEndsOn'])
  expect(await refused({ trialEndsOn: addDays(today, 367) })).toEqual([422, 'trialEndsOn'])
  expect(await refused({ plan: 'free', trialEndsOn: addDays(today, 5) })).toEqual([422, 'trialEndsOn'])
  expect(await refused({ plan: 'gold' })).toEqual([422, 'plan'])
  expect(await refused({ plan: 'free', reason: ' ' })).toEqual([422, 'reason'])
  expect(await refused({ plan: 'free' }, '00000000-0000-4000-8000-000000000000')).toEqual([404, undefined])
  expect(await details(cooperative.id)).toEqual(before)
  const waiting = await buildCooperative(app, { status: 'pending' })
  expect(await refused({ trialEndsOn: addDays(today, 5) }, waiting.id)).toEqual([409, 'trialEndsOn'])
  dataOf(await app.call('PUT', `/cooperatives/update/${waiting.id}`, { token, body: { status: 'active' } }))
  dataOf(await put(waiting.id, { reason: 'Because', trialEndsOn: addDays(today, 5) }))
})
