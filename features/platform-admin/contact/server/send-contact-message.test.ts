import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sweep } from '#platform/jobs/sweep.ts'
import { startTestApp, type TestApp } from '#dev/testing/app.ts'
import { dataOf } from '#dev/testing/builders.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

let lastAddress = 0
const anAddress = () => ({ 'x-forwarded-for': `203.0.113.${(lastAddress += 1)}` })
const words = {
  name: 'Adébáyọ̀ Visitor',
  email: 'visitor@example.org',
  subject: 'Opening hours',
  message: 'When may I call?\nI am in Ìbàdàn.',
}
const send = (body: object, { key, headers = anAddress() }: { key?: string; headers?: Record<string, string> } = {}) =>
  app.call('POST', '/contact-messages', { body, headers, ...(key !== undefined && { key }) })
const stored = async () =>
  Number((await app.admin.query('select count(*) from platform.contact_message')).rows[0].count)

describe('writing to the platform', () => {
  test('keeps the message, gives it a number and sends it to the support address', async () => {
    const reply = await send(words)
    expect(reply.status).toBe(201)
    const { number } = reply.body.data
    expect(number).toMatch(/^C-\d{6}$/)
    const sent = (await app.outbox()).find(
      (message) => 'subject' in message && message.subject === `${number}: Opening hours`,
    )
    expect(sent).toMatchObject({ channel: 'email', to: 'support@ajose.example' })
    expect(sent?.text).toContain(
      'Adébáyọ̀ Visitor <visitor@example.org> wrote on the contact page:\n\nWhen may I call?\nI am in Ìbàdàn.',
    )
    const listed = dataOf(
      await app.call('GET', `/contact-messages?q=${number}`, { token: await app.superAdminToken() }),
    )
    expect(listed).toMatchObject([{ number, ...words, status: 'open', note: null, answeredAt: null }])
  })

  test.each([
    ['name', { name: ' ' }, 'Enter your name'],
    ['name', { name: 'x'.repeat(121) }, 'Use 120 characters or fewer'],
    ['email', { email: 'no one at home' }, 'Invalid email format'],
    ['email', { email: 'a@b.example\nBcc: c@d.example' }, 'Invalid email format'],
    ['subject', { subject: 'Two\nlines' }, 'Use letters, digits and punctuation only'],
    ['message', { message: undefined }, 'Enter a message'],
    ['message', { message: 'x'.repeat(5001) }, 'Use 5000 characters or fewer'],
    [
      'website',
      { website: 'https://advert.example' },
      'Leave this empty: it is there to stop programs that send advertising',
    ],
    ['admin', { admin: true }, 'admin is not a field of this request'],
  ])('names a bad %s and keeps nothing', async (field, wrong, message) => {
    const before = await stored()
    const reply = await send({ ...words, ...wrong })
    expect(reply.status).toBe(422)
    expect(reply.body.errors).toEqual([{ field, message }])
    expect(await stored()).toBe(before)
  })

  test('an empty trap field is what every person sends', async () => {
    expect((await send({ ...words, website: '' })).status).toBe(201)
  })

  test('the same Idempotency-Key is one message with one number', async () => {
    const before = await stored()
    const key = 'contact-form-key-000001'
    const [first, second] = [await send(words, { key }), await send(words, { key })]
    expect(second.body.data).toEqual(first.body.data)
    expect(second.headers.get('idempotent-replayed')).toBe('true')
    expect(await stored()).toBe(before + 1)
  })

  test('five an hour from one address, also when they come at once; others are not held up', async () => {
    const headers = anAddress()
    const replies = await Promise.all(Array.from({ length: 7 }, () => send(words, { headers })))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(5)
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(2)
    const refused = await send(words, { headers })
    expect(refused.body.message).toBe(
      'Too many messages came from your network within an hour. Try again later, or call or email us instead.',
    )
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60)
    expect((await send(words)).status).toBe(201)
    await app.admin.query(`update platform.contact_message set created_at = created_at - interval '61 minutes'`)
    expect((await send(words, { headers })).status).toBe(201)
  })

  test('one IPv6 network is one address, however it is written', async () => {
    const from = (address: string) => send(words, { headers: { 'x-forwarded-for': address } })
    for (const host of ['1', 'a:b:c:d', 'ffff', '2', '0:0:0:3'])
      expect((await from(`2001:db8:0:7:${host.includes(':') ? host : `:${host}`}`)).status).toBe(201)
    expect((await from('2001:db8:0:7::9')).status).toBe(429)
    expect((await from('2001:db8:0:8::9')).status).toBe(201)
  })

  test('the address itself is not kept, its hash for a day, the message for two years', async () => {
    const headers = { 'x-forwarded-for': '198.51.100.77' }
    await send(words, { headers })
    const all = (await app.admin.query('select row_to_json(m)::text as row from platform.contact_message m')).rows
    expect(all.some(({ row }) => row.includes('198.51.100.77'))).toBe(false)
    await app.admin.query(`update platform.contact_message set created_at = now() - interval '25 hours'`)
    await app.admin.query(
      `update platform.contact_message set created_at = now() - interval '25 months' where number = 1`,
    )
    const before = await stored()
    await sweep(app.services.database)
    expect(await stored()).toBe(before - 1)
    expect(
      (
        await app.admin.query(
          'select count(*)::int as kept from platform.contact_message where address_hash is not null',
        )
      ).rows,
    ).toEqual([{ kept: 0 }])
  })
})

describe('the form of the page, without a script', () => {
  const post = async (fields: Record<string, string>, headers = anAddress()) => {
    const reply = await fetch(`${app.url}/contact`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers,
      redirect: 'manual',
    })
    return { status: reply.status, to: reply.headers.get('location') }
  }

  test('is kept in the same way and leads back to the page', async () => {
    const before = await stored()
    expect(await post({ ...words, website: '' })).toEqual({ status: 303, to: '/contact#sent' })
    expect(await stored()).toBe(before + 1)
  })

  test('says so on the page when nothing was kept', async () => {
    const before = await stored()
    expect(await post({ ...words, email: 'no one' })).toEqual({ status: 303, to: '/contact#refused' })
    expect(await post({ ...words, website: 'https://advert.example' })).toEqual({ status: 303, to: '/contact#refused' })
    expect(await stored()).toBe(before)
  })

  // ASVS V3.5.2
  test('no other call takes a form, so no other page of the web can press it', async () => {
    const reply = await fetch(`${app.url}/contact-messages`, { method: 'POST', body: new URLSearchParams(words) })
    expect(reply.status).toBe(415)
  })
})
