import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import type pg from 'pg'
import { openDataKey } from '#platform/db/data-key.ts'
import { installJobLibrary } from '#platform/db/job-library.ts'

/** The rows of one table in the order of their text, each as PostgreSQL writes it in JSON: no figure passes through JavaScript. */
type RecordedTable = { table: string; rows: string }
export type Recording = { sequences: { sequence: string; last: string }[]; tables: RecordedTable[] }

const ownSchemas = `n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')`

/** All that a database holds, without its definitions: those are the migrations that its `migration.applied` names. */
export async function recordDatabase(client: pg.Client): Promise<Recording> {
  await client.query('begin isolation level repeatable read read only')
  const { rows: names } = await client.query<{ table: string }>(`
    select format('%I.%I', n.nspname, c.relname) as table
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and ${ownSchemas} order by 1`)
  const tables: RecordedTable[] = []
  for (const { table } of names) {
    const { rows } = await client.query<{ rows: string | null }>(
      `select json_agg(row_to_json(t) order by t::text)::text as rows from ${table} t`,
    )
    if (rows[0]?.rows) tables.push({ table, rows: rows[0].rows })
  }
  const { rows: sequences } = await client.query<{ sequence: string; last: string }>(`
    select format('%I.%I', schemaname, sequencename) as sequence, last_value::text as last
    from pg_sequences where last_value is not null order by 1`)
  await client.query('commit')
  return { sequences, tables }
}

export function writeRecording(recording: Recording): Buffer {
  return brotliCompressSync(JSON.stringify(recording))
}

export function readRecording(path: string | URL): Recording {
  return JSON.parse(brotliDecompressSync(readFileSync(path)).toString()) as Recording
}

/** The rows of one recorded table; kobo are whole numbers far below 2^53 there. */
export function recordedRows<T>({ tables }: Recording, name: string): T[] {
  return JSON.parse(tables.find(({ table }) => table === name)?.rows ?? '[]') as T[]
}

/** Makes the recorded database in an empty one: its migrations, then its rows as they were. */
export async function loadRecording(client: pg.Client, recording: Recording): Promise<void> {
  await client.query('create schema migration')
  await client.query(
    'create table migration.applied (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
  )
  // Both make their tables beside the migrations; their rows are the recording's like all others.
  await openDataKey(client, [randomBytes(32)], { isNew: true })
  await installJobLibrary(client)
  for (const { name } of recordedRows<{ name: string }>(recording, 'migration.applied'))
    await client.query(
      `begin; ${readFileSync(new URL(`../database/migrations/${name}`, import.meta.url), 'utf8')}; commit`,
    )
  await client.query('begin')
  // The rows were checked when they were written, and come in another order now: no foreign key and no trigger looks.
  await client.query('set local session_replication_role = replica')
  const { rows: triggers } = await client.query<{ off: string; on: string }>(`
    select format('alter table %s disable trigger %I', t.tgrelid::regclass, t.tgname) as off,
      format('alter table %s enable always trigger %I', t.tgrelid::regclass, t.tgname) as on
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
    where not t.tgisinternal and t.tgenabled = 'A' and ${ownSchemas}`)
  for (const { off } of triggers) await client.query(off)
  for (const { table, rows } of recording.tables) {
    const { rows: columns } = await client.query<{ list: string }>(
      `select string_agg(quote_ident(attname), ', ') as list from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      [table],
    )
    const list = columns[0]?.list
    // What the migrations themselves have put in is in the recording too.
    await client.query(`delete from ${table}`)
    await client.query(
      `insert into ${table} (${list}) overriding system value select ${list} from json_populate_recordset(null::${table}, $1)`,
      [rows],
    )
  }
  for (const { sequence, last } of recording.sequences)
    await client.query('select setval($1::regclass, $2)', [sequence, last])
  for (const { on } of triggers) await client.query(on)
  await client.query('commit')
}
