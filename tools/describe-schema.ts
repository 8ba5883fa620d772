import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'

/**
 * Describes a migrated database from its catalogue, so that what a migration does to the schema is a difference that a
 * reviewer reads, and what only a hand changed is noticed.
 */
export const schemaFile = new URL('../database/schema.sql', import.meta.url)

const heading = `-- The schema as the migrations leave it, to be read and compared, not to be run.
-- npm run schema writes it again; a test fails where it differs from what the migrations make.
`

const ours = `('app', 'ledger', 'audit', 'platform')`
const visible = `pg_catalog.quote_ident(n.nspname) || '.' || pg_catalog.quote_ident(c.relname)`

/** Each query gives lines in their order, under the object that they belong to. */
const tables = `select ${visible} as name, c.relkind as kind, c.relrowsecurity as locked, c.relforcerowsecurity as forced, pg_get_userbyid(c.relowner) as owner,
    array_to_string(c.reloptions, ', ') as options, case when c.relkind = 'v' then pg_get_viewdef(c.oid, true) end as view
  from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname in ${ours} and c.relkind in ('r', 'p', 'v') order by 1`

const columns = `select ${visible} as name, a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || case when a.attnotnull then ' NOT NULL' else '' end
    || coalesce(' DEFAULT ' || pg_get_expr(d.adbin, d.adrelid), '') as line
  from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
  left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where n.nspname in ${ours} and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped order by 1, a.attnum`

// NOT NULL is with its column.
const constraints = `select ${visible} as name, k.conname || ' ' || pg_get_constraintdef(k.oid) as line
  from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ${ours} and k.contype <> 'n' order by 1, position(k.contype in 'pufc'), k.conname`

const indexes = `select ${visible} as name, pg_get_indexdef(i.indexrelid) as line
  from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ${ours} and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u')) order by 1, 2`

const policies = `select ${visible} as name, p.polname || case when p.polpermissive then '' else ' AS RESTRICTIVE' end
    || ' FOR ' || case p.polcmd when 'r' then 'SELECT' when 'a' then 'INSERT' when 'w' then 'UPDATE' when 'd' then 'DELETE' else 'ALL' end
    || ' TO ' || coalesce((select string_agg(r.rolname, ', ' order by r.rolname) from pg_roles r where r.oid = any (p.polroles)), 'PUBLIC')
    || coalesce(' USING (' || pg_get_expr(p.polqual, p.polrelid) || ')', '') || coalesce(' WITH CHECK (' || pg_get_expr(p.polwithcheck, p.polrelid) || ')', '') as line
  from pg_policy p join pg_class c on c.oid = p.polrelid join pg_namespace n on n.oid = c.relnamespace where n.nspname in ${ours} order by 1, 2`

const triggers = `select ${visible} as name, pg_get_triggerdef(t.oid) || ' (' || case t.tgenabled when 'A' then 'always' when 'O' then 'on' else t.tgenabled::text end || ')' as line
  from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace where n.nspname in ${ours} and not t.tgisinternal order by 1, 2`

const grants = `select name, privileges || ' TO ' || grantee as line from (
    select ${visible} as name, pg_get_userbyid(x.grantee) as grantee, string_agg(x.privilege_type, ', ' order by x.privilege_type) as privileges
    from pg_class c join pg_namespace n on n.oid = c.relnamespace cross join lateral aclexplode(c.relacl) x
    where n.nspname in ${ours} and c.relkind in ('r', 'p', 'v') and x.grantee <> c.relowner group by 1, 2
    union all
    select ${visible}, case x.grantee when 0 then 'PUBLIC' else pg_get_userbyid(x.grantee) end,
      x.privilege_type || ' (' || string_agg(a.attname, ', ' order by a.attnum) || ')'
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace cross join lateral aclexplode(a.attacl) x
    where n.nspname in ${ours} group by 1, 2, x.privilege_type) g order by name, grantee, line`

const functions = `select n.nspname || '.' || p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')' as name, pg_get_functiondef(p.oid) as source,
    pg_get_userbyid(p.proowner) as owner,
    (select string_agg(case x.grantee when 0 then 'PUBLIC' else pg_get_userbyid(x.grantee) end, ', ' order by 1)
      from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) x where x.grantee <> p.proowner) as callers
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname in ${ours} order by 1`

const roles = `select r.rolname || case when r.rolcanlogin then ' LOGIN' else ' NOLOGIN' end || coalesce(' ' || array_to_string(
    (select array_agg(s order by s) from unnest(r.rolconfig) s), ', '), '') as line
  from pg_roles r where r.rolname like 'coop\\_%' or r.rolname = 'ledger_owner' order by r.rolname`

const schemas = `select n.nspname || ' OWNER ' || pg_get_userbyid(n.nspowner) || coalesce(' USAGE TO ' || (
    select string_agg(distinct pg_get_userbyid(x.grantee), ', ') from aclexplode(n.nspacl) x where x.privilege_type = 'USAGE' and x.grantee <> n.nspowner), '') as line
  from pg_namespace n where n.nspname in ${ours} order by n.nspname`

type Table = { name: string; kind: string; locked: boolean; forced: boolean; owner: string; options: string | null; view: string | null }
type Line = { name: string; line: string }
type Source = { name: string; source: string; owner: string; callers: string | null }

export async function describeSchema(client: pg.Client): Promise<string> {
  const linesOf = async (query: string) => (await client.query<{ line: string }>(query)).rows.map(({ line }) => line)
  const byTable = async (query: string) => Map.groupBy((await client.query<Line>(query)).rows, ({ name }) => name)
  const parts = {
    '': await byTable(columns),
    CONSTRAINT: await byTable(constraints),
    INDEX: await byTable(indexes),
    POLICY: await byTable(policies),
    TRIGGER: await byTable(triggers),
    GRANT: await byTable(grants),
  }
  const sections = [heading, titled('Roles', await linesOf(roles)), titled('Schemas', await linesOf(schemas))]
  for (const table of (await client.query<Table>(tables)).rows) {
    const body = Object.entries(parts).flatMap(([word, lines]) => (lines.get(table.name) ?? []).map(({ line }) => `  ${word && `${word} `}${line}`))
    sections.push([titleOf(table), ...body, ''].join('\n'))
  }
  for (const { name, source, owner, callers } of (await client.query<Source>(functions)).rows) {
    sections.push(`-- ${name}: owner ${owner}, callers ${callers ?? 'no one else'}\n${source.trimEnd()}\n`)
  }
  return sections.join('\n')
}

function titled(title: string, lines: readonly string[]): string {
  return [`-- ${title}`, ...lines.map((line) => `  ${line}`), ''].join('\n')
}

function titleOf({ name, kind, locked, forced, owner, options, view }: Table): string {
  const lock = locked ? `, row security${forced ? ' forced' : ''}` : ''
  const title = `${kind === 'v' ? 'VIEW' : 'TABLE'} ${name} (owner ${owner}${lock}${options ? `, ${options}` : ''})`
  return view === null ? title : `${title}\n${view}`
}

if (import.meta.main) {
  const folder = mkdtempSync(join(tmpdir(), 'ajose-schema-'))
  const database = await startEmbedded(folder, { throwaway: true })
  try {
    await migrate(database.adminUrl, randomBytes(32))
    const client = new pg.Client({ connectionString: database.adminUrl })
    await client.connect()
    writeFileSync(schemaFile, await describeSchema(client))
    await client.end()
    console.log('database/schema.sql is written.')
  } finally {
    await database.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
