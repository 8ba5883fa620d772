import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { buildCooperative, buildMember, buildOfficer, dataOf, newPhone } from '#server/testing/builders.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

test('an officer who decides about no change sees what they asked for, and takes it back; what others asked for they leave', async () => {
  const society = await buildCooperative(app, { name: 'Unity Thrift' })
  const ask = (method: string, path: string, body: unknown, token: string) =>
    app.call(method, path, { token, ...(body !== undefined && { body }) })
  const saver = await buildMember(app, society, { firstName: 'Saver' })
  const secretary = await buildOfficer(app, society, { firstName: 'Sekinat', office: 'secretary' })
  const other = await buildOfficer(app, society, { firstName: 'Other', office: 'secretary' })
  const phone = newPhone()
  const move = (token: string) => ask('PUT', `/cooperatives/members/${saver.id}`, { phone }, token)
  const own = async (token: string) => dataOf(await ask('GET', '/change-requests', undefined, token))
  const reject = (id: string, token: string) =>
    ask('POST', `/change-requests/${id}/reject`, { reason: 'A digit is wrong' }, token)
  const asked = await move(secretary.token)
  expect(asked.status).toBe(202)
  const { changeRequestId } = asked.body.data
  const description = `Phone of Saver Obi: ${saver.phone} → ${phone}`
  expect(await own(secretary.token)).toMatchObject([{ changeRequestId, description }])
  expect([await own(other.token), await own(society.token)]).toEqual([[], []])
  // An officer without a list of approvals is told where it waits.
  expect((await move(secretary.token)).body.message).toBe(
    'This has been asked for already. It waits for another officer; you can take it back on your Dashboard.',
  )
  expect((await reject(changeRequestId, other.token)).status).toBe(403)
  expect((await reject(changeRequestId, saver.id)).status).toBe(401)
  dataOf(await reject(changeRequestId, secretary.token))
  expect(await own(secretary.token)).toEqual([])
  const told = dataOf(await ask('GET', '/notifications?limit=100', undefined, society.token)).map(
    ({ message }: { message: string }) => message,
  )
  expect(told).toContain(`Sekinat Officer took back what they asked for: ${description}. Reason: A digit is wrong`)
  // It can be asked for again, and is then no one’s to decide but those who could before.
  const again = await move(secretary.token)
  expect(
    (await ask('POST', `/change-requests/${again.body.data.changeRequestId}/approve`, {}, secretary.token)).status,
  ).toBe(403)
  dataOf(await ask('POST', `/change-requests/${again.body.data.changeRequestId}/approve`, {}, society.token))
})
