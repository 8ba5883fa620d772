import { unzipSync } from 'fflate'
import { pino } from 'pino'
import { Writable } from 'node:stream'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, dayIn } from '#core/calendar.ts'
import { createApp } from '#app/server/app.ts'
import { remindOfficers } from '#app/jobs/remind-officers.ts'
import { LoadShedder } from '#platform/limits/load-shedder.ts'
import { startTestApp, type TestApp } from '#dev/testing/app.ts'
import { makeTokens, type Token } from '#dev/testing/ballots.ts'
import {
  buildCooperative,
  buildMember,
  dataOf,
  loginMember,
  newKey,
  type TestCooperative,
} from '#dev/testing/builders.ts'

let app: TestApp
let society: TestCooperative
const members: { token: string; secrets: string[] }[] = []

beforeAll(async () => {
  app = await startTestApp()
  society = await buildCooperative(app)
  for (const firstName of ['Ada', 'Bola', 'Chidi', 'Dayo', 'Efe', 'Funke']) {
    const member = await buildMember(app, society, { firstName })
    const token = await loginMember(app, member)
    const { rows } = await app.admin.query('select login_id as id from platform.membership where member_id = $1', [
      member.id,
    ])
    members.push({ token, secrets: [member.id, member.phone, member.membershipno, rows[0].id] })
  }
})
afterAll(() => app.stop())

const today = dayIn(new Date())
/** All that is promised to be kept of when it came: its day in Lagos. */
const midnight = Date.parse(`${today}T00:00:00+01:00`)
const subjectOf = (n: number) => `Subject ${n} that is nowhere else`
const textOf = (n: number) => `Text ${n} that is nowhere else`

/** The rows of all tables, as a dump of the database has them: in the order in which they lie, each with its transaction. */
async function dump(): Promise<{ table: string; xmin: string; line: string }[]> {
  const { rows: tables } = await app.admin.query<{ name: string }>(
    "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('app', 'audit', 'platform', 'ledger', 'job')",
  )
  const dumped: { table: string; xmin: string; line: string }[] = []
  for (const { name } of tables) {
    const { rows } = await app.admin.query<{ xmin: string; line: string }>(
      `select xmin::text, to_jsonb(t)::text as line from ${name} t order by ctid`,
    )
    dumped.push(...rows.map((row) => ({ table: name, ...row })))
  }
  return dumped
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
/** Identifiers with a time in them. */
const dated = (line: string) =>
  [...line.matchAll(uuid)].map(([id]) => id).filter((id) => id[14] === '7' && id !== society.id)
const instants = (line: string) =>
  [...line.matchAll(/"(\d{4}-\d\d-\d\d[T ][^"]*)"/g)].map(([, at = '']) => Date.parse(at))

const sendAll = async (url: string): Promise<{ references: string[]; tokens: Token[] }> => {
  const [references, tokens]: [string[], Token[]] = [[], []]
  for (const [n, { token: session }] of members.entries()) {
    const headers = { authorization: `Bearer ${session}`, 'content-type': 'application/json' }
    const post = async (path: string, body: object) => {
      const reply = await fetch(`${url}${path}`, {
        method: 'POST',
        // What a careless client might send: none of it may be used or stored.
        headers: { ...headers, 'idempotency-key': newKey(), cookie: 'ajose_device=0123456789' },
        body: JSON.stringify(body),
      })
      expect(reply.status).toBe(201)
      return ((await reply.json()) as { data: never }).data as Record<string, never>
    }
    const [token] = await makeTokens((blinded) => post('/enquiry-tokens', { ...(blinded && { blinded }) }) as never)
    const list = (await (await fetch(`${url}/enquiries`, { headers })).json()) as {
      meta: { summary: { pass: string } }
    }
    const { reference } = await post('/enquiries-without-name', {
      ...{ pass: list.meta.summary.pass, token, kind: 'complaint', subject: subjectOf(n), text: textOf(n) },
    })
    references.push(reference as unknown as string)
    tokens.push(token as Token)
    // Something with a name in between, by which those who come after could be dated.
    await post('/enquiries', { kind: 'suggestion', subject: `With a name ${n}`, text: 'Mine.' })
  }
  return { references, tokens }
}

test('of a complaint without a name an export, a dump and the log have its words and its day, and nothing by which it can be dated, ordered or named', async () => {
  const lines: string[] = []
  const sink = new Writable({
    write(chunk, _, done) {
      lines.push(String(chunk))
      done()
    },
  })
  const server = createApp(
    { ...app.services, log: pino({ level: 'trace' }, sink) },
    { version: 'test', accessLog: true, shedder: new LoadShedder({ atOnceMin: 400 }) },
  )
  await server.listen({ port: 0, host: '127.0.0.1' })
  const { references, tokens } = await sendAll(
    `http://127.0.0.1:${(server.server.address() as AddressInfo).port}/api/governance`,
  )
  await server.close()
  await app.settled()

  // Whoever polls as an officer sees none of them before the morning, when all are there.
  const seen = async (): Promise<string[]> =>
    dataOf(await app.call('GET', '/governance/enquiries?limit=100', { token: society.token }))
      .map(({ subject }: { subject: string }) => subject)
      .filter((subject: string) => subject.startsWith('Subject'))
  expect(await seen()).toEqual([])
  expect(await exportedRows()).toEqual([])
  await remindOfficers(app.services.database, new Date(`${addDays(today, 1)}T11:00:00+01:00`))
  expect((await seen()).toSorted()).toEqual(members.map((_, n) => subjectOf(n)))

  const { rows: enquiries } = await app.admin.query<{ id: string }>(
    "select enquiry_id as id from app.enquiry where subject like 'Subject%'",
  )
  const ids = enquiries.map(({ id }) => id)
  const hidden = [...members.flatMap(({ secrets }) => secrets), ...references]
  const check = (line: string) => {
    expect(dated(line)).toEqual([])
    expect(instants(line).filter((at) => at !== midnight)).toEqual([])
    for (const secret of hidden) expect(line).not.toContain(secret)
  }

  // The dump: no other row has their words or identifiers, and these tell nothing by their values, their place or their transaction.
  const rows = await dump()
  const theirs = rows.filter(({ line }) => /that is nowhere else/.test(line) || ids.some((id) => line.includes(id)))
  expect(new Set(theirs.map(({ table }) => table))).toEqual(new Set(['app.enquiry', 'app.enquiry_message']))
  expect(theirs).toHaveLength(2 * members.length)
  for (const { line } of theirs) check(line)
  for (const name of ['app.enquiry', 'app.enquiry_message']) {
    const placed = theirs.filter(({ table }) => table === name)
    expect(placed.map(({ line }) => JSON.parse(line).enquiry_id)).toEqual(ids.toSorted())
    expect(new Set(placed.map(({ xmin }) => xmin)).size).toBe(1)
  }
  const spent = rows.filter(({ table }) => table === 'app.enquiry_token_spent')
  expect(spent).toHaveLength(members.length)
  expect(new Set(spent.map(({ xmin }) => xmin)).size).toBe(1)
  const hashes = spent.map(({ line }) => JSON.parse(line).token_hash as string)
  expect(hashes).toEqual(hashes.toSorted())
  const bytes = tokens
    .flatMap(({ serial, signature }) => [serial, signature])
    .flatMap((each) => [each, Buffer.from(each, 'base64url').toString('hex')])
  expect(rows.filter(({ line }) => bytes.some((each) => line.includes(each)))).toEqual([])
  expect(rows.filter(({ table }) => table === 'app.enquiry_box')).toEqual([])
  // Nothing is counted beside them, and no line of the trail has them.
  expect(rows.filter(({ table, line }) => table === 'platform.quota' && line.includes('enquir'))).toEqual([])
  expect(rows.filter(({ table, line }) => table === 'audit.event' && /without-name|enquiry-tokens/.test(line))).toEqual(
    [],
  )

  // The export.
  const exported = await exportedRows()
  expect(exported).toHaveLength(2 * members.length)
  for (const line of exported) check(line)

  // The log has the requests around them.
  expect(lines.some((line) => line.includes('/governance/enquiries'))).toBe(true)
  expect(lines.filter((line) => /without-name|nowhere else/.test(line))).toEqual([])
  for (const reference of references) expect(lines.filter((line) => line.includes(reference))).toEqual([])
})

/** The rows of an export that have words of these complaints, or their identifiers. */
async function exportedRows(): Promise<string[]> {
  dataOf(await app.call('POST', '/cooperatives/export', { token: society.token }), 201)
  await app.settled()
  const reply = await fetch(`${app.url}/cooperatives/export/file`, {
    headers: { authorization: `Bearer ${society.token}` },
  })
  const lines = Object.entries(unzipSync(new Uint8Array(await reply.arrayBuffer())))
    .filter(([path]) => path.endsWith('.jsonl'))
    .flatMap(([, file]) => Buffer.from(file).toString().split('\n'))
  const ids = lines
    .filter((line) => line.includes('Subject'))
    .map((line) => (JSON.parse(line) as { enquiry_id: string }).enquiry_id)
  return lines.filter((line) => line.includes('nowhere else') || ids.some((id) => line.includes(id)))
}
