import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#dev/testing/app.ts'
import { dataOf } from '#dev/testing/builders.ts'

let app: TestApp
let token: string
beforeAll(async () => {
  app = await startTestApp()
  token = await app.superAdminToken()
  for (const [index, name] of ['Ọlá First', 'Ngozi Second', 'Halima Third'].entries()) {
    const body = {
      name,
      email: `writer${index}@example.org`,
      subject: `Subject ${index}`,
      message: `Message 100% of ${index}`,
    }
    dataOf(
      await app.call('POST', '/contact-messages', { body, headers: { 'x-forwarded-for': `203.0.113.${index}` } }),
      201,
    )
  }
})
afterAll(() => app.stop())

const list = async (query = '') => (await app.call('GET', `/contact-messages${query}`, { token })).body
const names = async (query = '') => (await list(query)).data.map((each: { name: string }) => each.name)
const put = (id: string, body: object) => app.call('PUT', `/contact-messages/${id}`, { token, body })

test('the inbox is newest first, searched without tone marks and by number, paged', async () => {
  expect(await names()).toEqual(['Halima Third', 'Ngozi Second', 'Ọlá First'])
  expect(await names('?sort=createdAt')).toEqual(['Ọlá First', 'Ngozi Second', 'Halima Third'])
  expect(await names('?q=ola')).toEqual(['Ọlá First'])
  expect(await names('?q=WRITER1%40')).toEqual(['Ngozi Second'])
  expect(await names('?q=C-000003')).toEqual(['Halima Third'])
  // A percent sign is a percent sign.
  expect(await names('?q=0%25%20of')).toHaveLength(3)
  expect(await names('?q=%25zz%25')).toEqual([])
  const page = await list('?page=2&limit=2')
  expect(page.data.map((each: { name: string }) => each.name)).toEqual(['Ọlá First'])
  expect(page.meta).toEqual({ page: 2, limit: 2, total: 3, totalPages: 2 })
})

test('answering, opening again and noting change what they name, and leave a line in the audit trail', async () => {
  const [message] = (await list('?q=Ngozi')).data
  const answered = dataOf(await put(message.id, { status: 'answered', note: 'Called her.' }))
  expect(answered).toMatchObject({ number: message.number, status: 'answered', note: 'Called her.' })
  expect(await names('?status=open')).toEqual(['Halima Third', 'Ọlá First'])
  expect(await names('?status=answered')).toEqual(['Ngozi Second'])
  // Answered once more: the first answer is the one that counts.
  expect(dataOf(await put(message.id, { status: 'answered' }))).toMatchObject({
    answeredAt: answered.answeredAt,
    note: 'Called her.',
  })
  expect(dataOf(await put(message.id, { status: 'open' }))).toMatchObject({
    status: 'open',
    answeredAt: null,
    note: 'Called her.',
  })
  expect(dataOf(await put(message.id, { note: null }))).toMatchObject({ status: 'open', note: null })
  const { rows } = await app.admin.query(
    `select actor_name, detail from platform.audit_event where action = 'contact_message.update' order by at`,
  )
  expect(rows).toHaveLength(4)
  expect(rows[0].detail).toEqual({
    before: { number: message.number, status: 'open' },
    after: { status: 'answered', noteChanged: true },
  })
  expect(JSON.stringify(rows)).not.toContain('Called her')
})

test('refuses a status that is none, a note too long, and a message that is not there', async () => {
  const [message] = (await list('?q=Halima')).data
  expect((await put(message.id, { status: 'deleted' })).body.errors).toEqual([
    { field: 'status', message: 'Use open or answered' },
  ])
  expect((await put(message.id, { note: 'x'.repeat(1001) })).status).toBe(422)
  expect((await put('01890000-0000-7000-8000-000000000000', { status: 'open' })).status).toBe(404)
  expect((await list('?q=Halima')).data).toEqual([message])
})
