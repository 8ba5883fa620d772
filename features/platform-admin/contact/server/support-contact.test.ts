import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Phone } from '#core/phone.ts'
import { support } from '#core/support.ts'
import { contactOf, forgetContact } from './contact-of.ts'
import { serveWeb } from '#platform/http/web-files.ts'
import { startTestApp, type TestApp } from '#dev/testing/app.ts'
import { buildCooperative, dataOf } from '#dev/testing/builders.ts'

let app: TestApp
let token: string
beforeAll(async () => {
  app = await startTestApp()
  token = await app.superAdminToken()
})
afterAll(() => app.stop())

const put = (body: object, as = token) => app.call('PUT', '/support-contact', { token: as, body })
const own = { email: 'help@unity.example', phone: '0201 333 4444', whatsapp: '0803 123 4567' }

test('is the sample until the super admin enters it, is shown at once to everybody, and takes the messages of the contact page', async () => {
  expect(dataOf(await app.call('GET', '/support-contact'))).toEqual({
    email: support.email,
    phone: support.phone,
    whatsapp: support.phone,
    isSample: true,
  })
  const entered = { email: own.email, phone: '+2342013334444', whatsapp: '+2348031234567', isSample: false }
  expect(dataOf(await put(own))).toEqual(entered)
  expect(dataOf(await app.call('GET', '/support-contact'))).toEqual(entered)
  const { rows } = await app.admin.query(
    "select detail from platform.audit_event where action = 'support_contact.update'",
  )
  expect(rows).toMatchObject([{ detail: { before: { email: support.email }, after: { whatsapp: '+2348031234567' } } }])
  expect(dataOf(await put({ ...own, email: 'desk@unity.example' }))).toMatchObject({ email: 'desk@unity.example' })
  expect(dataOf(await app.call('GET', '/support-contact'))).toMatchObject({ email: 'desk@unity.example' })

  const message = { name: 'Ọlá', email: 'ola@example.org', subject: 'Hello', message: 'How do we begin?' }
  dataOf(await app.call('POST', '/contact-messages', { body: message }), 201)
  expect((await app.outbox()).filter(({ text }) => text.includes('How do we begin?'))).toMatchObject([
    { channel: 'email', to: 'desk@unity.example' },
  ])

  // It is not read for each page: what another server process writes is shown within a minute.
  await app.admin.query("update platform.support_contact set email = 'other@unity.example'")
  const now = new Date()
  const shown = async (at: Date) => (await contactOf(app.services.database, at)).email
  expect(dataOf(await app.call('GET', '/support-contact'))).toMatchObject({ email: 'desk@unity.example' })
  expect(await shown(now)).toBe('desk@unity.example')
  expect(await shown(new Date(now.getTime() + 61_000))).toBe('other@unity.example')
  forgetContact(app.services.database)
})

test.each([
  [{ phone: '12345' }, 'phone', 'Enter a Nigerian phone number, such as 0803 123 4567'],
  [{ phone: '+44 20 7946 0000' }, 'phone', 'Enter a Nigerian phone number, such as 0803 123 4567'],
  [{ whatsapp: '0201 333 4444' }, 'whatsapp', 'Enter the mobile number of your WhatsApp, such as 0803 123 4567'],
  [{ whatsapp: '' }, 'whatsapp', 'Enter the mobile number of your WhatsApp, such as 0803 123 4567'],
  [{ email: 'no address' }, 'email', 'Invalid email format'],
])('refuses %o with its field and what to enter, and stores nothing', async (wrong, field, message) => {
  const before = dataOf(await app.call('GET', '/support-contact'))
  const { status, body } = await put({ ...own, ...wrong })
  expect([status, body.errors]).toEqual([422, [{ field, message }]])
  expect(dataOf(await app.call('GET', '/support-contact'))).toEqual(before)
})

test('is for the super admin alone to change', async () => {
  const cooperative = await buildCooperative(app)
  expect((await put(own, cooperative.token)).status).toBe(403)
  expect((await app.call('PUT', '/support-contact', { body: own })).status).toBe(401)
})

test('is in the public pages as soon as it is changed, and a browser that has the page is told that it has', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ajose-pages-'))
  mkdirSync(join(folder, '.vite'))
  mkdirSync(join(folder, '.well-known'))
  const words = `<style></style><a href="tel:${support.phone}">${support.phoneText}</a>`
  for (const name of ['index', 'features', 'integrations', 'contact', 'terms', 'privacy', 'security', 'consent', 'app'])
    writeFileSync(join(folder, `${name}.html`), `${words}${name}`)
  writeFileSync(join(folder, '.vite/first-files.json'), '{}')
  writeFileSync(join(folder, '.well-known/security.txt'), `Contact: mailto:${support.email}`)
  let shown: { email: string; phone: Phone; whatsapp: Phone } | undefined
  let fails = false
  const server = Fastify()
  serveWeb(server, folder, {
    sampleData: false,
    contact: () => (fails ? Promise.reject(new Error('no database')) : Promise.resolve(shown)),
  })
  try {
    const page = (path: string, headers = {}) => server.inject({ url: path, headers })
    expect((await page('/contact')).body).toBe(`${words}contact`)
    shown = { email: own.email, phone: '+2342013334444' as Phone, whatsapp: '+2348031234567' as Phone }
    const changed = await page('/contact')
    expect(changed.body).toBe('<style></style><a href="tel:+2342013334444">+234 201 333 4444</a>contact')
    expect(changed.headers['content-type']).toBe('text/html; charset=utf-8')
    expect((await page('/contact', { 'if-none-match': changed.headers.etag })).statusCode).toBe(304)
    expect((await page('/')).body).toContain('+234 201 333 4444')
    expect((await page('/.well-known/security.txt')).body).toBe(`Contact: mailto:${own.email}`)
    fails = true
    expect((await page('/contact')).body).toBe(changed.body)
  } finally {
    await server.close()
    rmSync(folder, { recursive: true })
  }
})
