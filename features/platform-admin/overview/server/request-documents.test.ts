import { afterAll, beforeAll, expect, test } from 'vitest'
import { sumCooperatives } from '#platform/jobs/sum-cooperatives.ts'
import { startTestApp, type TestApp } from '#dev/testing/app.ts'
import { buildCooperative, buildMember, dataOf, newKey, newPhone, statusesOf } from '#dev/testing/builders.ts'

let app: TestApp
let token: string
beforeAll(async () => {
  app = await startTestApp()
  token = await app.superAdminToken()
})
afterAll(() => app.stop())

const details = async (id: string) => dataOf(await app.call('GET', `/cooperatives/details/${id}`, { token }))
const ask = (id: string, message: string, key?: string) =>
  app.call('POST', `/cooperatives/request-documents/${id}`, { token, body: { message }, ...(key && { key }) })

test('a cooperative that waits is asked for documents by SMS, email and in the app, once for one key', async () => {
  const phone = newPhone()
  const body = {
    name: 'Ibadan Weavers',
    phone,
    email: 'office@weavers.example',
    password: 'secret-1',
    confirmpassword: 'secret-1',
  }
  const { id } = dataOf(await app.call('POST', '/cooperatives/register', { body }), 201)
  const key = newKey()
  const message = 'Please send the second page of the certificate.'
  const replies = await Promise.all([ask(id, message, key), ask(id, message, key), ask(id, message, key)])
  expect(statusesOf(replies)).toEqual([201, 201, 201])
  expect(replies.map(({ body: reply }) => reply.data)).toEqual(Array.from({ length: 3 }, () => ({ sms: 1, emails: 1 })))
  const text = `Ajose: To verify Ibadan Weavers we need more from you: ${message} Log in to upload it.`
  expect(
    (await app.outbox())
      .filter((sent) => sent.text === text)
      .map(({ to }) => to)
      .toSorted(),
  ).toEqual([phone, 'office@weavers.example'].toSorted())
  expect((await details(id)).history).toMatchObject([{ action: 'cooperative.documents', reason: message }])
  expect((await details(id)).status).toBe('pending')
  expect((await ask(id, 'Something else', key)).body.status).toBe(422)
})

test('refuses an empty message and a cooperative that is not there', async () => {
  const cooperative = await buildCooperative(app)
  expect((await ask(cooperative.id, ' ')).body.errors).toEqual([{ field: 'message', message: 'Write what you need' }])
  expect((await ask('00000000-0000-4000-8000-000000000000', 'Hello')).status).toBe(404)
})

test('a document that the super admin opens leaves a line, the cooperative’s own look does not', async () => {
  const cooperative = await buildCooperative(app, { status: 'pending' })
  const content = Uint8Array.from(
    atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
    (c) => c.charCodeAt(0),
  )
  const document = dataOf(
    await app.call('POST', '/cooperatives/cac-document', {
      token: cooperative.token,
      file: { name: 'cac.png', content },
    }),
    201,
  )
  expect(
    (await app.call('GET', `/cooperatives/cac-document/${document.id}`, { token: cooperative.token })).status,
  ).toBe(200)
  expect((await details(cooperative.id)).history).toEqual([])
  const opened = await app.call('GET', `/cooperatives/cac-document/${document.id}`, { token })
  expect([opened.status, opened.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect((await details(cooperative.id)).history).toMatchObject([
    { action: 'document.open', after: { fileName: 'cac.png' } },
  ])
})

test('the totals are summed inside each cooperative, and the platform adds them up', async () => {
  const [first, second] = [await buildCooperative(app), await buildCooperative(app)]
  expect((await details(first.id)).totals).toBeNull()
  const pay = async (cooperative: typeof first, amount: number) => {
    const member = await buildMember(app, cooperative)
    dataOf(
      await app.call('POST', '/financial/contributions', {
        token: cooperative.token,
        body: { memberId: member.id, amount },
      }),
      201,
    )
  }
  await pay(first, 1000.5)
  await pay(second, 250)
  await sumCooperatives(app.services.database)
  expect((await details(first.id)).totals).toMatchObject({
    savings: 1000.5,
    shares: 0,
    transactionsThisMonth: 1,
    amountThisMonth: 1000.5,
    lastEntryAt: expect.any(String),
  })
  const statistics = async () => dataOf(await app.call('GET', '/cooperatives/statistics', { token })).platform
  expect(await statistics()).toMatchObject({
    savings: 1250.5,
    transactionsThisMonth: 2,
    amountThisMonth: 1250.5,
    summedAt: expect.any(String),
  })
  await pay(first, 99.5)
  await sumCooperatives(app.services.database)
  expect(await statistics()).toMatchObject({ savings: 1350, transactionsThisMonth: 3 })
  // In the next month these are last month's transactions; the savings stay.
  await sumCooperatives(app.services.database, new Date(Date.now() + 32 * 86_400_000))
  expect(await statistics()).toMatchObject({ savings: 1350, transactionsThisMonth: 0, amountThisMonth: 0 })
  expect((await details(first.id)).totals).toMatchObject({ savings: 1100, transactionsThisMonth: 0 })
  expect(await app.checks()).toEqual([])
})
