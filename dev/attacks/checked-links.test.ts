import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  dataOf,
  from,
  loginMember,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'

let app: TestApp
let society: TestCooperative
let ada: TestMember
let [adaToken, musaToken] = ['', '']

beforeAll(async () => {
  app = await sharedTestApp()
  society = await buildCooperative(app, { name: 'Unity Thrift' })
  ada = await buildMember(app, society, { email: 'ada@example.com', address: '3 Market Road' })
  adaToken = await loginMember(app, ada)
  musaToken = await loginMember(app, await buildMember(app, society, { firstName: 'Musa' }))
})
afterAll(() => app.stop())

const ask = (method: string, path: string, body?: unknown, token = society.token) =>
  app.call(method, path, { token, ...(body !== undefined && { body }) })
const deposit = async (amount: number, occurredOn = '2026-03-01'): Promise<string> =>
  dataOf(
    await ask('POST', '/financial/transactions', {
      ...{ type: 'deposit', memberId: ada.id, amount, occurredOn, anotherPayment: true },
    }),
    201,
  ).id
const reverse = async (id: string) =>
  dataOf(await ask('POST', `/financial/transactions/${id}/reverse`, { reason: 'Typed twice' }))
const link = async (body: object = { from: '2026-01-01', to: '2026-06-30' }, token = adaToken) =>
  dataOf(await ask('POST', '/member-portal/statement-links', { days: 90, ...body }, token), 201) as {
    id: string
    url: string
  }
const page = async (url: string, address?: string) => {
  const reply = await fetch(url, { ...(address !== undefined && { headers: from(address) }) })
  return { status: reply.status, text: await reply.text() }
}

test('an officer and a member deceive no lender: figures whose deposit was reversed since are confirmed no more', async () => {
  await deposit(10_000)
  const honest = await link()
  // Posted for the statement alone, and taken back once it is out.
  const pretended = await deposit(5_000_000)
  const forged = await link()
  expect((await page(forged.url)).text).toContain('₦5,010,000.00')
  expect((await page(forged.url)).text).toContain('>Valid<')
  await reverse(pretended)
  const after = await page(forged.url)
  expect(after.text).not.toContain('>Valid<')
  expect(after.text).toContain('These figures are no longer valid')
  // One that was given out before, or of other days, or after the reversal, is as valid as it was.
  for (const { url } of [honest, await link({ from: '2025-01-01', to: '2025-12-31' }), await link()])
    expect((await page(url)).text).toContain('>Valid<')
  expect((await page(honest.url)).text).toContain('₦10,000.00')
  const earlier = await link({ from: '2026-01-01', to: '2026-01-31' })
  await reverse(await deposit(500))
  expect((await page(earlier.url)).text).toContain('>Valid<')
})

test('a link is no other person’s, tells no phone, mail or address, and its secret is nowhere but in it', async () => {
  const { id, url } = await link()
  const secret = url.split('/').at(-1) ?? ''
  const { text } = await page(url)
  for (const personal of [ada.phone, ada.phone.slice(4), 'ada@example.com', 'Market Road', '5000', ada.id, society.id])
    expect(text).not.toContain(personal)
  for (const path of ['/member-portal/statement-links', `/cooperatives/members/${ada.id}/statement-links`]) {
    const listed = await ask('GET', path, undefined, path.startsWith('/member') ? adaToken : society.token)
    expect(listed.text).not.toContain(secret)
  }
  // Neither another member nor another society lists it or takes it back, or asks for a link of her figures.
  const other = await buildCooperative(app)
  expect((await ask('DELETE', `/member-portal/statement-links/${id}`, undefined, musaToken)).status).toBe(404)
  expect((await ask('GET', '/member-portal/statement-links', undefined, musaToken)).text).not.toContain(id)
  const receipt = { transactionId: await deposit(700), days: 7 }
  expect((await ask('POST', '/member-portal/statement-links', receipt, musaToken)).status).toBe(404)
  for (const token of [musaToken, other.token])
    expect(
      (await ask('POST', `/cooperatives/members/${ada.id}/statement-links`, { ...receipt, days: 7 }, token)).status,
    ).toBeGreaterThanOrEqual(403)
  const tables = (
    await app.admin.query(
      "select format('%I.%I', table_schema, table_name) as name from information_schema.tables where table_type = 'BASE TABLE' and table_schema in ('app', 'platform', 'audit', 'job')",
    )
  ).rows as { name: string }[]
  for (const { name } of tables) {
    const { rowCount } = await app.admin.query(`select 1 from ${name} t where to_jsonb(t)::text like $1 limit 1`, [
      `%${secret}%`,
    ])
    expect([name, rowCount]).toEqual([name, 0])
  }
  dataOf(await ask('DELETE', `/member-portal/statement-links/${id}`, undefined, adaToken))
  const gone = await page(url)
  expect([gone.status, gone.text.includes('Ada')]).toEqual([410, false])
})

test('addresses of links are guessed sixty times in a minute and no more, and each wrong one is answered alike', async () => {
  const { url } = await link()
  const guess = () => `${app.url}/check/${randomBytes(32).toString('base64url')}`
  const seen = new Map<number, number>()
  const texts = new Set<string>()
  for (let n = 0; n < 80; n += 1) {
    const { status, text } = await page(guess(), '198.51.100.7')
    seen.set(status, (seen.get(status) ?? 0) + 1)
    if (status === 404) texts.add(text)
  }
  expect([...seen]).toEqual([
    [404, 60],
    [429, 20],
  ])
  expect(texts.size).toBe(1)
  // What is misshapen is the same page, and others read theirs.
  expect((await page(`${app.url}/check/short`, '198.51.100.9')).text).toBe([...texts][0])
  expect((await page(url, '203.0.113.5')).status).toBe(200)
})
