import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  applicationPurpose,
  applicationsPerHour,
  applicationsWaitingMax,
} from '#features/members/applications/rules/membership-application.ts'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import { buildCooperative, dataOf, from, newPhone, type TestCooperative } from '#dev/testing/builders.ts'

let app: TestApp
beforeAll(async () => {
  app = await sharedTestApp()
})
afterAll(() => app.stop())

async function openSociety(): Promise<TestCooperative> {
  const society = await buildCooperative(app)
  dataOf(await app.call('PUT', '/cooperatives/join-page', { token: society.token, body: { isOpen: true } }))
  return society
}
const apply = ({ coopId }: TestCooperative, address: string, change: object = {}) =>
  app.call('POST', `/join-pages/${coopId}/applications`, {
    body: {
      ...{ firstName: 'Ada', lastName: 'Obi', phone: newPhone(), consentVersion: applicationPurpose.version },
      ...change,
    },
    headers: from(address),
  })
const waitingOf = async ({ token }: TestCooperative): Promise<number> =>
  (await app.call('GET', '/membership-applications?status=waiting&limit=1', { token })).body.meta.total
/** As if an hour had passed since what was sent so far. */
const hourLater = ({ id }: TestCooperative) =>
  app.admin.query(
    "update app.membership_application set created_at = created_at - interval '1 hour 1 minute' where cooperative_id = $1",
    [id],
  )
/** What the same address sent in the hours before, in the place of many requests. */
const filled = ({ id }: TestCooperative, count: number) =>
  app.admin.query(
    `insert into app.membership_application (cooperative_id, application_id, number, first_name, last_name, phone, monthly_contribution, consent_version, search_text, address_hash, created_at)
     select cooperative_id, gen_random_uuid(), 100000 + n, first_name, last_name, phone, monthly_contribution, consent_version, search_text, address_hash, now() - interval '2 hours'
     from app.membership_application, generate_series(1, $2::int) n where cooperative_id = $1 and number = 1`,
    [id, count],
  )
const messages = async () => Number((await app.admin.query('select count(*) from platform.message')).rows[0].count)

test('one address fills the list for itself alone: people behind others still apply, and no SMS leaves', async () => {
  const society = await openSociety()
  const [bad, before] = ['198.51.100.66', await messages()]
  const replies = await Promise.all(Array.from({ length: applicationsPerHour + 20 }, () => apply(society, bad)))
  expect(replies.filter(({ status }) => status === 201).length).toBeLessThanOrEqual(applicationsPerHour + 1)
  expect(replies.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(19)
  await hourLater(society)
  expect((await apply(society, bad)).status).toBe(201)
  // Within a day at forty an hour, the list is full.
  await filled(society, applicationsWaitingMax - (await waitingOf(society)))
  await hourLater(society)
  expect((await apply(society, bad)).status).toBe(409)
  for (let n = 0; n < 20; n += 1) expect((await apply(society, `203.0.113.${n + 1}`)).status).toBe(201)
  expect((await apply(society, bad)).status).toBe(409)
  // Each other network has five there, so that a second address does not fill the rest either.
  for (let n = 0; n < 4; n += 1) expect((await apply(society, '203.0.113.1')).status).toBe(201)
  expect((await apply(society, '203.0.113.1')).status).toBe(409)
  expect(await waitingOf(society)).toBe(applicationsWaitingMax + 24)
  // Nothing that a stranger sends costs the society a message.
  await app.settled()
  expect(await messages()).toBe(before)
})

test('an address that is refused by one society still applies to another, and bad applications use nothing up', async () => {
  const [one, other] = [await openSociety(), await openSociety()]
  const address = '198.51.100.77'
  for (let n = 0; n < 60; n += 1) expect((await apply(one, address, { phone: '12' })).status).toBe(422)
  expect((await apply(one, address)).status).toBe(201)
  for (let n = 0; n < applicationsPerHour - 1; n += 1) await apply(one, address)
  expect((await apply(one, address)).status).toBe(429)
  expect((await apply(other, address)).status).toBe(201)
  expect([await waitingOf(one), await waitingOf(other)]).toEqual([applicationsPerHour, 1])
  // Pages that do not exist, or are closed, keep nothing and say the same of each.
  expect((await apply({ ...one, coopId: 'AJO-ZZZ999' }, address)).status).toBe(404)
})
