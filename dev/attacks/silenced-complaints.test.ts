import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, dayIn } from '#core/calendar.ts'
import { notifyOfEnquiries } from '#features/governance/enquiries/server/jobs.ts'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import { forgeToken, makeTokens, type Token } from '#dev/testing/ballots.ts'
import { buildCooperative, buildMember, dataOf, loginMember, type TestCooperative } from '#dev/testing/builders.ts'

let app: TestApp
let society: TestCooperative
let [loud, quiet] = ['', '']

beforeAll(async () => {
  app = await sharedTestApp()
  society = await buildCooperative(app)
  loud = await loginMember(app, await buildMember(app, society, { firstName: 'Loud' }))
  quiet = await loginMember(app, await buildMember(app, society, { firstName: 'Quiet' }))
})
afterAll(() => app.stop())

const passOf = async (token: string): Promise<string> =>
  (await app.call('GET', '/governance/enquiries', { token })).body.meta.summary.pass
const sign = (token: string) => (blinded?: string[]) =>
  app.call('POST', '/governance/enquiry-tokens', { token, body: { ...(blinded && { blinded }) } })
const tokensOf = (token: string) => makeTokens(async (blinded) => dataOf(await sign(token)(blinded), 201))
const send = (pass: string, token: Token, text: string) =>
  app.call('POST', '/governance/enquiries-without-name', {
    body: { pass, token, kind: 'complaint', subject: 'Receipts', text },
  })
const inBox = async (): Promise<string[]> =>
  (await app.admin.query('select text from app.enquiry_box order by text')).rows.map(({ text }) => text)

describe('a member who writes as much as they can without a name', () => {
  let spent: Token[]

  test('a member who writes without a name as much as they can is stopped at their own share, and another’s message gets through', async () => {
    const pass = await passOf(loud)
    spent = [...(await tokensOf(loud)), ...(await tokensOf(loud))]
    for (const [n, token] of spent.entries()) dataOf(await send(pass, token, `Loud ${n}`), 201)
    // A third device, a token again for another message, and one that was never signed.
    await expect(tokensOf(loud)).rejects.toThrow('409')
    for (const token of spent) expect((await send(pass, token, 'Louder')).status).toBe(409)
    for (let n = 0; n < 40; n += 1) expect((await send(pass, forgeToken(), 'Louder')).status).toBe(403)
    expect(await inBox()).toEqual(spent.map((_, n) => `Loud ${n}`))

    const [token] = await tokensOf(quiet)
    dataOf(await send(await passOf(quiet), token as Token, 'Quiet'), 201)
    expect(await inBox()).toContain('Quiet')
  })

  test('a token gives no second message once the box was emptied, and the same reply for the same message', async () => {
    const pass = await passOf(loud)
    const again = await send(pass, spent[0] as Token, 'Loud 0')
    await app.services.database.tenant({ cooperativeId: society.id as never, role: 'job' }, (tx) =>
      notifyOfEnquiries(tx, society.id as never, addDays(dayIn(new Date()), 1)),
    )
    expect(await inBox()).toEqual([])
    const { reference } = dataOf(again, 201)
    expect(dataOf(await send(pass, spent[0] as Token, 'Loud 0'), 201)).toEqual({ reference })
    expect((await send(pass, spent[1] as Token, 'Louder')).status).toBe(409)
    const { rows } = await app.admin.query('select count(*)::int as n from app.enquiry_message')
    expect(rows[0].n).toBe(spent.length + 1)
  })

  test('a token of another society is not taken, and an officer gets none signed', async () => {
    const other = await buildCooperative(app)
    const foreign = await loginMember(app, await buildMember(app, other))
    const [token] = await tokensOf(foreign)
    expect((await send(await passOf(quiet), token as Token, 'Foreign')).status).toBe(403)
    expect((await sign(society.token)()).status).toBe(403)
  })
})

test('the server keeps of a token nothing that it saw when it signed it, and no line of the trail says who has some', async () => {
  const member = await loginMember(app, await buildMember(app, society, { firstName: 'Third' }))
  const seen: string[] = []
  const tokens = await makeTokens(async (blinded) => {
    const reply = dataOf(await sign(member)(blinded), 201)
    seen.push(...(blinded ?? []), ...reply.signatures)
    return reply
  })
  dataOf(await send(await passOf(member), tokens[0] as Token, 'Third'), 201)
  await app.settled()
  const { rows } = await app.admin.query<{ line: string }>(
    'select to_jsonb(b)::text as line from app.enquiry_box b union all select to_jsonb(b)::text from app.enquiry_batch b',
  )
  const hex = (text: string) => Buffer.from(text, 'base64url').toString('hex')
  for (const { line } of rows)
    for (const secret of [...seen, ...tokens.flatMap(({ serial, signature }) => [serial, signature])])
      expect(line.includes(secret) || line.includes(hex(secret))).toBe(false)
  const { rows: events } = await app.admin.query(
    "select 1 from audit.event where action like '%enquir%' and role = 'member'",
  )
  expect(events).toEqual([])
})

test('a month’s tokens are good in the next month, and no longer', async () => {
  const member = await loginMember(app, await buildMember(app, society, { firstName: 'Fourth' }))
  const tokens = await tokensOf(member)
  const pass = await passOf(member)
  const setBack = (months: number) =>
    app.admin.query(
      "update app.enquiry_key set month = (date_trunc('month', now() at time zone 'Africa/Lagos') - make_interval(months => $2))::date where cooperative_id = $1",
      [society.id, months],
    )
  await app.admin.query('delete from app.enquiry_batch')
  await setBack(1)
  dataOf(await send(pass, tokens[0] as Token, 'Last month'), 201)
  await setBack(2)
  expect((await send(pass, tokens[1] as Token, 'The month before')).status).toBe(403)
})
