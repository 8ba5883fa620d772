import { Readable } from 'node:stream'
import { dayIn } from '#core/calendar.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import type { CooperativeId, ExportId } from '#core/ids.ts'
import { refusal, refuse } from '#core/refusal.ts'
import * as contract from '#features/society/exports/contract.ts'
import { action } from '#platform/action.ts'
import { type Database, type Scope, scopeOf } from '#platform/db/database.ts'
import { identifier, listOf, sql, type Statement } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import { fileField } from './export-manifest.ts'
import type { ExportedTable } from './exported-tables.ts'

export const exportNotReady = refusal('export_not_ready', 409, 'No export is ready. Make one first.')

export async function readExport(tx: Tx): Promise<Replied<typeof contract.getExport>> {
  const row = await tx.maybe<
    Omit<NonNullable<Replied<typeof contract.getExport>>, 'bytes'> & { bytes: bigint | null }
  >(sql`
    select status, progress, steps, bytes, failure, requested_by_name as "requestedBy", created_at, ready_at
    from app.export`)
  return row ? { ...row, bytes: row.bytes === null ? null : Number(row.bytes) } : null
}

export const getExport = action(contract.getExport, ({ tx }) => readExport(tx))

/** Refuses: export_not_ready. */
export const downloadExport = action(contract.downloadExport, async ({ tx, actor, context }) => {
  const found = await tx.maybe<{ id: ExportId; bytes: bigint | null; coopId: string; createdAt: Date }>(sql`
    select e.export_id as id, e.bytes, c.coop_id, e.created_at from app.export e join app.cooperative c using (cooperative_id)
    where e.status = 'ready'`)
  if (!found || found.bytes === null) return refuse(exportNotReady())
  return {
    fileName: `${found.coopId}-${dayIn(found.createdAt)}.zip`,
    mediaType: 'application/zip',
    bytes: Number(found.bytes),
    pieces: Readable.from(readParts(context.database, scopeOf(actor), found.id), { objectMode: false }),
  }
})

/** One part after the other as the network takes them, each in a transaction of its own: a slow line holds no connection. */
async function* readParts(database: Database, scope: Scope, exportId: ExportId): AsyncGenerator<Buffer> {
  for (let number = 0; ; number += 1) {
    const part = await database.tenant(
      scope,
      (tx) =>
        tx.maybe<{ content: Buffer }>(
          sql`select content from app.export_part where export_id = ${exportId} and number = ${number}`,
        ),
      { readOnly: true },
    )
    if (!part) return
    yield part.content
  }
}

/** Of two who ask at once the second finds the export of the first. */
export async function lockExports(tx: Tx, cooperativeId: CooperativeId): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('export ' || ${cooperativeId}, 0))`)
}

export async function isRunning(tx: Tx, exportId: ExportId): Promise<boolean> {
  return (
    (await tx.maybe(sql`select from app.export where export_id = ${exportId} and status = 'running'`)) !== undefined
  )
}

/** The last migration of the database, which only this role may ask for. */
export async function findMigration(database: Database): Promise<string> {
  const { name } = await database.jobs((tx) =>
    tx.one<{ name: string }>(sql`select name from migration.applied order by name desc limit 1`),
  )
  return name
}

/** A table as the catalogue has it. */
export type CatalogTable = { table: string; columns: string[]; types: string[]; key: string[] }

export function findCatalog(tx: Tx): Promise<CatalogTable[]> {
  return tx.many<CatalogTable>(sql`
    select n.nspname || '.' || c.relname as table, array_agg(a.attname::text order by a.attnum) as columns,
      array_agg(format_type(a.atttypid, a.atttypmod) order by a.attnum) as types,
      coalesce((select array_agg(k.attname::text order by array_position(i.indkey::int2[], k.attnum)) from pg_index i
        join pg_attribute k on k.attrelid = i.indrelid and k.attnum = any (i.indkey::int2[]) where i.indrelid = c.oid and i.indisprimary), '{}') as key
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind = 'r' and n.nspname in ('app', 'ledger', 'audit') group by n.nspname, c.relname, c.oid`)
}

/** What there is to say of the society in the manifest. */
type Ends = {
  cooperativeId: CooperativeId
  coopId: string
  name: string
  entries: bigint
  headHash: string
  seals: bigint
  sealHash: string
}

export function findEnds(tx: Tx): Promise<Ends> {
  return tx.one<Ends>(sql`
    select c.cooperative_id, c.coop_id, c.name,
      coalesce(h.last_no, 0) as entries, encode(coalesce(h.hash, decode(repeat('00', 32), 'hex')), 'hex') as "headHash",
      coalesce(s.last_number, 0) as seals, encode(coalesce(s.hash, decode(repeat('00', 32), 'hex')), 'hex') as "sealHash"
    from app.cooperative c left join ledger.head h using (cooperative_id) left join audit.seal_head s using (cooperative_id)`)
}

/** The rows of a table as JSON in the order of its key, which is the same in every database that has them. */
export function rowsOf({ table, leftOut = {}, ofEndedVotes, file }: ExportedTable, catalog: CatalogTable): Statement {
  const columns = catalog.columns.filter((column) => !(column in leftOut) && column !== file?.column)
  const key = catalog.key.every((column) => columns.includes(column)) ? catalog.key : columns
  const isOver = sql`not exists (select from app.vote v where v.vote_id = t.vote_id and v.status = 'open')`
  const read = listOf([
    ...columns.map((column) => sql`t.${identifier(column)}`),
    ...(file
      ? [
          sql`case when t.${identifier(file.column)} is not null then ${pathOf(table, catalog, file)} end as ${identifier(fileField)}`,
        ]
      : []),
  ])
  return sql`select row_to_json(r)::text as line from (select ${read} from ${identifier(table)} t where ${ofEndedVotes ? isOver : sql`true`}) r order by ${listOf(key.map((column) => sql`r.${identifier(column)}`))}`
}

/** The files of a table, each with its path in the ZIP. */
export function filesOf({ table, file }: ExportedTable, catalog: CatalogTable): Statement {
  if (!file) throw new Error(`${table} has no files`)
  const content = sql`t.${identifier(file.column)}`
  return sql`select ${pathOf(table, catalog, file)} as path, ${content} as content from ${identifier(table)} t
    where ${content} is not null order by ${listOf(catalog.key.map((column) => sql`t.${identifier(column)}`))}`
}

/** Named by the last column of the key, which no two files of a society have in common; what people called it is in its row. */
function pathOf(table: string, { key }: CatalogTable, { mediaType }: NonNullable<ExportedTable['file']>): Statement {
  const id = identifier(key.at(-1) ?? '')
  const ending = mediaType
    ? sql`case t.${identifier(mediaType)} when 'application/pdf' then '.pdf' when 'image/jpeg' then '.jpg' when 'image/png' then '.png' else '' end`
    : sql`'.webp'`
  return sql`${`files/${table}/`}::text || t.${id} || ${ending}`
}

/** Instants are the same text in every database, and a slow store of the parts does not count as idling. */
export async function prepareReading(tx: Tx): Promise<void> {
  await tx.run(sql`set local timezone = 'UTC'`)
  await tx.run(sql`set local idle_in_transaction_session_timeout = '60s'`)
}

/** To read an answer of any length piece by piece. */
export async function openCursor(tx: Tx, statement: Statement): Promise<void> {
  await tx.run(sql`declare exported no scroll cursor for ${statement}`)
}

export async function closeCursor(tx: Tx): Promise<void> {
  await tx.run(sql`close exported`)
}

export function fetchLines(tx: Tx): Promise<{ line: string }[]> {
  return tx.many<{ line: string }>(sql`fetch forward 2000 from exported`)
}

/** Few at a time: a file may have some megabytes. */
export function fetchFiles(tx: Tx): Promise<{ path: string; content: Buffer }[]> {
  return tx.many<{ path: string; content: Buffer }>(sql`fetch forward 8 from exported`)
}

export function loginsOf(): Statement {
  return sql`select row_to_json(l)::text as line from platform.logins_to_export() l order by l.login_id, l.member_id`
}
