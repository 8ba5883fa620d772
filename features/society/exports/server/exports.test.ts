import { createHash } from 'node:crypto'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seedSample } from '#database/seed/seed-sample.ts'
import { sweep } from '#platform/jobs/sweep.ts'
import { startTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  addPapers,
  buildCooperative,
  buildMember,
  dataOf,
  loginMember,
  newPhone,
  type TestCooperative,
} from '#dev/testing/builders.ts'
import { digestColumns, exportedTables, tablesLeftOut } from './exported-tables.ts'
import { giveUpExport } from './jobs.ts'

type Files = Record<string, Uint8Array>
type Row = Record<string, unknown>
const canary = 'Zzcanary'

let app: TestApp
let other: TestCooperative
let token: string

beforeAll(async () => {
  app = await startTestApp()
  await seedSample({ ...app.services, sampleIsOpen: true })
  // The first is the sample society's.
  newPhone()
  other = await buildCooperative(app, { name: `${canary} Union` })
  const stranger = await buildMember(app, other, { firstName: canary, email: `${canary}@example.com` })
  await loginMember(app, stranger)
  dataOf(
    await app.call('POST', '/financial/transactions', {
      token: other.token,
      body: { type: 'deposit', memberId: stranger.id, amount: 77_777, description: canary },
    }),
    201,
  )
  token = dataOf(
    await app.call('POST', '/cooperatives/login', { body: { identifier: 'AJO-DEM234', password: 'sample-treasurer' } }),
  ).accessToken
  const { rows } = await app.admin.query<{ id: string }>(
    `select member_id as id from app.member join app.cooperative c using (cooperative_id) where c.coop_id = 'AJO-DEM234' order by membership_number limit 1`,
  )
  await addPapers(app, token, rows[0]?.id ?? '')
  await app.settled()
})
afterAll(() => app.stop())

const ask = () => app.call('POST', '/cooperatives/export', { token })
const look = async () => dataOf(await app.call('GET', '/cooperatives/export', { token }))

async function download(): Promise<{ files: Files; name: string; length: number }> {
  const reply = await fetch(`${app.url}/cooperatives/export/file`, { headers: { authorization: `Bearer ${token}` } })
  expect(reply.status).toBe(200)
  const content = new Uint8Array(await reply.arrayBuffer())
  expect(reply.headers.get('content-length')).toBe(String(content.length))
  return { files: unzipSync(content), name: reply.headers.get('content-disposition') ?? '', length: content.length }
}

const textOf = (files: Files, path: string) => Buffer.from(files[path] ?? []).toString()
const rowsOf = (files: Files, table: string): Row[] =>
  textOf(files, `tables/${table}.jsonl`)
    .split('\n')
    .flatMap((line) => (line ? [JSON.parse(line) as Row] : []))

describe('an export of everything', () => {
  let files: Files

  // Remedy: export_not_ready
  test('is made in the background and downloaded once it is ready', async () => {
    expect(await look()).toBe(null)
    expect((await app.call('GET', '/cooperatives/export/file', { token })).body).toMatchObject({
      status: 409,
      message: 'No export is ready. Make one first.',
    })
    expect(dataOf(await ask(), 201)).toMatchObject({ status: 'running', bytes: null, failure: null })
    await app.settled()
    const made = await look()
    const downloaded = await download()
    expect(made).toMatchObject({ status: 'ready', failure: null, bytes: downloaded.length, progress: made.steps })
    expect(downloaded.name).toMatch(/AJO-DEM234-\d{4}-\d\d-\d\d\.zip/)
    files = downloaded.files
  })

  test('says of each file how many bytes it has and their SHA-256, and how the books end', async () => {
    const manifest = JSON.parse(textOf(files, 'manifest.json'))
    const listed = manifest.files as { path: string; rows?: number; bytes: number; sha256: string }[]
    expect(listed.map(({ path }) => path).toSorted()).toEqual(
      Object.keys(files)
        .filter((path) => path !== 'manifest.json')
        .toSorted(),
    )
    for (const { path, rows, bytes, sha256 } of listed) {
      const content = files[path] ?? new Uint8Array()
      expect({ path, bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') }).toEqual({
        path,
        bytes,
        sha256,
      })
      expect({ path, rows: rows && textOf(files, path).split('\n').length - 1 }).toEqual({ path, rows })
    }
    const entries = rowsOf(files, 'ledger.entry')
    const last = entries.find(({ entry_no: number }) => number === entries.length)
    expect(manifest.books).toEqual({
      entries: entries.length,
      headHash: String(last?.hash).replace(String.raw`\x`, ''),
    })
    expect(manifest).toMatchObject({
      format: 'ajose-society',
      version: 1,
      migration: expect.stringMatching(/^\d{4}_\w+\.sql$/),
      cooperative: { coopId: 'AJO-DEM234' },
    })
    expect(textOf(files, 'README.txt')).toContain('150000 is NGN 1,500.00')
  })

  test("has the members' balances that the program shows", async () => {
    const owned = new Map(rowsOf(files, 'ledger.account').map((each) => [each.account_id, each]))
    const sums = new Map<unknown, bigint>()
    const add = (account: unknown, amount: bigint) => {
      const found = owned.get(account)
      if (found?.member_id && found.account_type_id)
        sums.set(found.member_id, (sums.get(found.member_id) ?? 0n) + amount)
    }
    for (const { debit_id: debit, credit_id: credit, amount } of rowsOf(files, 'ledger.posting')) {
      add(debit, -BigInt(amount as number))
      add(credit, BigInt(amount as number))
    }
    const total = [...sums.values()].reduce((sum, each) => sum + each, 0n)
    const { rows } = await app.admin.query<{ total: string }>(`
      select sum(b.credits - b.debits)::text as total from ledger.balance b join ledger.account a using (cooperative_id, account_id)
      join app.cooperative c using (cooperative_id) where c.coop_id = 'AJO-DEM234' and a.member_id is not null and a.account_type_id is not null`)
    expect(total).toBeGreaterThan(0n)
    expect(String(total)).toBe(rows[0]?.total)
    const { rows: counted } = await app.admin.query<{ members: number; loans: number }>(`
      select (select count(*)::int from app.member m where m.cooperative_id = c.cooperative_id) as members,
        (select count(*)::int from app.loan l where l.cooperative_id = c.cooperative_id) as loans
      from app.cooperative c where c.coop_id = 'AJO-DEM234'`)
    expect({ members: rowsOf(files, 'app.member').length, loans: rowsOf(files, 'app.loan').length }).toEqual(counted[0])
  })

  test('has the papers as they are stored, where their rows say', async () => {
    const { rows } = await app.admin.query<{ id: string; content: Buffer }>(`
      select d.document_id as id, d.content from app.document d join app.cooperative c using (cooperative_id) where c.coop_id = 'AJO-DEM234'
      union all select p.proof_id, p.content from app.transaction_proof p join app.cooperative c using (cooperative_id) where c.coop_id = 'AJO-DEM234' and p.content is not null
      union all select l.document_id, l.content from app.loan_document l join app.cooperative c using (cooperative_id) where c.coop_id = 'AJO-DEM234' and l.content is not null
      union all select m.document_id, m.content from app.member_document m join app.cooperative c using (cooperative_id) where c.coop_id = 'AJO-DEM234' and m.content is not null
      union all select f.member_id, f.content from app.member_photo f join app.cooperative c using (cooperative_id) where c.coop_id = 'AJO-DEM234'
      union all select l.cooperative_id, l.content from app.logo l join app.cooperative c using (cooperative_id) where c.coop_id = 'AJO-DEM234'`)
    const named = exportedTables
      .filter(({ file }) => file)
      .flatMap(({ table }) => rowsOf(files, table))
      .flatMap(({ content_file: path }) => (typeof path === 'string' ? [path] : []))
    expect(rows).toHaveLength(3)
    expect(named.toSorted()).toEqual(
      Object.keys(files)
        .filter((path) => path.startsWith('files/'))
        .toSorted(),
    )
    expect(named).toHaveLength(rows.length)
    for (const { id, content } of rows)
      expect(Buffer.from(files[named.find((path) => path.includes(id)) ?? ''] ?? []).equals(content)).toBe(true)
  })

  test('has nothing of another society and nothing that opens a login', async () => {
    const whole = Object.entries(files)
      .filter(([path]) => !path.startsWith('files/'))
      .map(([path]) => textOf(files, path))
      .join('\n')
    const { rows: secrets } = await app.admin.query<{ secret: string }>(`
      select password_hash as secret from platform.login where password_hash is not null
      union all select encode(code_hash, 'hex') from platform.code
      union all select encode(access_hash, 'hex') from platform.session union all select encode(refresh_hash, 'hex') from platform.session
      union all select encode(token_hash, 'hex') from app.statement_link union all select encode(token_hash, 'hex') from app.consent_link
      union all select encode(sealed_key, 'hex') from platform.authenticator`)
    expect(secrets.length).toBeGreaterThan(3)
    for (const text of [canary, other.id, other.coopId, other.phone, ...secrets.map(({ secret }) => secret)])
      expect(whole.includes(text)).toBe(false)
    const { rows } = await app.admin.query<{ id: string }>(
      `select cooperative_id as id from app.cooperative where coop_id = 'AJO-DEM234'`,
    )
    const foreign = exportedTables.flatMap(({ table }) =>
      rowsOf(files, table).filter((row) => row.cooperative_id !== rows[0]?.id),
    )
    expect(foreign).toEqual([])
  })

  test('is in the audit trail, and a new one takes its place', async () => {
    const { rows } = await app.admin.query<{ action: string }>(
      `select action from audit.event where action like '%/cooperatives/export%' order by at`,
    )
    expect(rows.map(({ action }) => action)).toEqual(['POST /cooperatives/export', 'GET /cooperatives/export/file'])
    const before = await look()
    await app.runner.stop()
    dataOf(await ask(), 201)
    expect((await ask()).body).toMatchObject({
      status: 409,
      message: 'An export is being made. Wait until it is ready, then download it.',
    })
    // What a run has left whose server was killed.
    await app.admin.query(
      `insert into app.export_part (cooperative_id, export_id, number, content) select cooperative_id, export_id, n, 'half' from app.export, generate_series(0, 99) n`,
    )
    await app.runner.start(app.services, { regularly: false })
    await app.settled()
    const after = await look()
    expect(after.status).toBe('ready')
    expect((await download()).length).toBe(after.bytes)
    expect(after.createdAt > before.createdAt).toBe(true)
    const counted = await app.admin.query('select from app.export_part where number = 0')
    expect(counted.rowCount).toBe(1)
  })

  test('that no run could finish says so, and can be made again', async () => {
    await app.runner.stop()
    dataOf(await ask(), 201)
    const { rows } = await app.admin.query('select cooperative_id, export_id from app.export')
    await giveUpExport(app.services.database, rows[0].cooperative_id, rows[0].export_id)
    expect(await look()).toMatchObject({
      status: 'failed',
      failure: 'The server stopped while this export was being made. Make it again.',
    })
    // The job of the first does not bring it back.
    await app.runner.start(app.services, { regularly: false })
    await app.settled()
    expect((await look()).status).toBe('failed')
    dataOf(await ask(), 201)
    await app.settled()
    expect((await look()).status).toBe('ready')
  })

  test('is removed after a week', async () => {
    await app.admin.query(`update app.export set created_at = now() - interval '6 days 23 hours'`)
    await sweep(app.services.database)
    expect((await look()).status).toBe('ready')
    await app.admin.query(`update app.export set created_at = now() - interval '7 days 1 hour'`)
    await sweep(app.services.database)
    expect(await look()).toBe(null)
    expect((await app.admin.query('select from app.export_part')).rowCount).toBe(0)
  })
})

describe('what leaves', () => {
  test('is said of every table that has a cooperative, and of every column of bytes', async () => {
    const { rows } = await app.admin.query<{ name: string; columns: string[]; bytes: string[] }>(`
      select n.nspname || '.' || c.relname as name, array_agg(a.attname::text) as columns,
        coalesce(array_agg(a.attname::text) filter (where a.atttypid = 'bytea'::regtype), '{}') as bytes
      from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema') group by 1 having 'cooperative_id' = any (array_agg(a.attname::text))`)
    const decided = [...exportedTables.map(({ table }) => table), ...Object.keys(tablesLeftOut)]
    expect(decided.toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
    for (const { table, leftOut = {}, file } of exportedTables) {
      const found = rows.find(({ name }) => name === table)
      expect({ table, unknown: Object.keys(leftOut).filter((column) => !found?.columns.includes(column)) }).toEqual({
        table,
        unknown: [],
      })
      const undecided = found?.bytes.filter(
        (column) => !(column in leftOut) && column !== file?.column && !digestColumns.includes(`${table}.${column}`),
      )
      expect({ table, undecided }).toEqual({ table, undecided: [] })
    }
  })
})
