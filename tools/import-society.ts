import { resolve } from 'node:path'
import type pg from 'pg'
import { kobo, moneyText } from '#core/money.ts'
import type { CooperativeId } from '#core/ids.ts'
import { readConfig } from '#platform/config.ts'
import { noLogin } from '#platform/context.ts'
import { readServerSecrets } from '#platform/credentials/server-secret.ts'
import { newId } from '#platform/db/id.ts'
import { migrate } from '#platform/db/migrate.ts'
import { DatabaseClient } from '#platform/db/primary.ts'
import { checkFailures } from '#platform/db/run-checks.ts'
import { fileField, loginsPath, rowsPath } from '#features/society/exports/server/export-manifest.ts'
import { type ExportedTable, exportedTables } from '#features/society/exports/server/exported-tables.ts'
import { runCommand, withDatabase } from './operator-command.ts'
import { ExportFile, UnusableExport } from './read-export.ts'
import { verifyOne } from './verify-books.ts'

const usage = `Brings a society from another installation of Ajose, of the same version: npm run import-society -- FILE.zip`

/** Bytes of files that go into one statement. */
const filesMax = 8 * 1024 * 1024
const connection = { application_name: 'ajose import' }

/**
 * Stores the society of an export with all of its identifiers, in one transaction that ends with the proof of its books and
 * the checks of the database: where anything does not hold, nothing is stored and the answer is false. Throws
 * UnusableExport, with a sentence, for what can't be imported here.
 */
export async function importSociety(adminUrl: string, path: string, say: (line: string) => void): Promise<boolean> {
  const file = await ExportFile.open(path)
  const client = new DatabaseClient({ connectionString: adminUrl, ...connection })
  try {
    await file.verify()
    await client.connect()
    await client.query('begin')
    const {
      cooperative: { cooperativeId, coopId, name },
    } = file.manifest
    const id = cooperativeId as CooperativeId
    await refuseOtherVersion(client, file)
    const phone = await refuseKnown(client, file)
    say(`${coopId} ${name}: ${file.manifest.files.length} files as they were made`)
    await copyRows(client, file, phone)
    await holdAtProviders(client, id)
    const holds = await prove(client, file, id, say)
    if (!holds) {
      await client.query('rollback')
      say('The books do not hold as they came, so nothing was stored.')
      return false
    }
    await recordImport(client, id, coopId)
    await sayWhatCame(client, id, say)
    await client.query('commit')
    say('No password came with it: each person logs in with a new code, from “Forgot password” or from an officer.')
    return true
  } finally {
    // An open transaction ends with its connection.
    await client.end()
    await file.close()
  }
}

/** Refuses an export of another schema: a column would be lost, or be missing. */
async function refuseOtherVersion(client: pg.Client, { manifest }: ExportFile): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select name from migration.applied order by name desc limit 1')
  const [here] = rows
  if (here?.name !== manifest.migration)
    throw new UnusableExport(
      `This export is of the version of Ajose whose last migration is ${manifest.migration}, and this database has ${here?.name}. ${manifest.migration > (here?.name ?? '') ? 'Update this installation to that version first.' : 'Import it into an installation of that version, then update that.'}`,
    )
}

/** Refuses a society that is here already, and one whose shared login would have the phone of another. Answers that phone. */
async function refuseKnown(client: pg.Client, file: ExportFile): Promise<string | null> {
  const { cooperativeId, coopId, name } = file.manifest.cooperative
  const { rows: known } = await client.query(
    'select from app.cooperative where cooperative_id = $1 or coop_id = $2 union all select from platform.login where coop_id = $2',
    [cooperativeId, coopId],
  )
  if (known.length > 0) throw new UnusableExport(`${name} (${coopId}) is in this database already.`)
  let phone: string | null = null
  for await (const lines of file.lines(loginsPath))
    for (const line of lines) {
      const login = JSON.parse(line) as ExportedLogin
      if (login.member_id === null) phone = login.phone
    }
  const { rows: taken } = await client.query(`select from platform.login where kind = 'cooperative' and phone = $1`, [
    phone,
  ])
  if (taken.length > 0)
    throw new UnusableExport(
      `The phone ${phone} is the login of another cooperative here. Change the phone of one of the two first.`,
    )
  return phone
}

type ExportedLogin = { login_id: string; member_id: string | null; phone: string | null }

/**
 * Rows come as they were: no trigger makes them again and no foreign key looks, because `prove` looks at all of it once they
 * are there. What triggers do for good reason even so (references of postings, what waits for its seal) is done.
 */
async function copyRows(client: pg.Client, file: ExportFile, phone: string | null): Promise<void> {
  const { cooperativeId } = file.manifest.cooperative
  await client.query(
    `set local session_replication_role = replica; set local timezone = 'UTC'; set local app.role = 'job'`,
  )
  await client.query(`select set_config('app.coop_id', $1, true)`, [cooperativeId])
  const { logins, renamed } = await matchPersons(client, file)
  for (const exported of exportedTables) await copyTable(client, file, exported, renamed)
  await client.query(
    `delete from audit.unsealed u using audit.seal s where u.cooperative_id = $1 and s.cooperative_id = $1 and s.event_id = u.event_id`,
    [cooperativeId],
  )
  // What was being posted there has no job here.
  const stopped = 'It was being posted when the society was moved. Nothing was stored. Post it again.'
  for (const table of ['app.import', 'app.deduction_return'])
    await client.query(
      `update ${table} set status = 'failed', progress = 0, failure = $2 where cooperative_id = $1 and status = 'posting'`,
      [cooperativeId, stopped],
    )
  await client.query('set local session_replication_role = origin')
  await addLogins(client, file, logins, phone)
}

/** What a payment provider has is one society's, here too: no trigger looked while the rows came. Refuses what another here holds. */
async function holdAtProviders(client: pg.Client, id: CooperativeId): Promise<void> {
  const { rows } = await client.query<{ code: string }>(
    `with named as (
       select 'subaccount' as kind, subaccount as code from app.online_payment_settings where cooperative_id = $1 and subaccount is not null
       union select 'subaccount', subaccount from app.online_payment where cooperative_id = $1 and subaccount is not null
       union select 'subaccount', subaccount from app.transfer_account where cooperative_id = $1 and subaccount is not null
       union select 'account', provider || ' ' || account_number from app.transfer_account where cooperative_id = $1 and account_number is not null),
     held as (
       insert into platform.provider_holding (kind, code, cooperative_id) select kind, code, $1 from named on conflict do nothing)
     select n.code from named n join platform.provider_holding h on h.kind = n.kind and platform.code_key(h.code) = platform.code_key(n.code)
     where h.cooperative_id <> $1 order by n.code`,
    [id],
  )
  const [taken] = rows
  if (taken)
    throw new UnusableExport(
      `${taken.code} at the payment provider is another cooperative’s here. Ask the provider whose it is before you import this society.`,
    )
}

/**
 * Which login is whose here. A person whose phone has a login here keeps that one; where an identifier is taken by another
 * login, a new one is made. `renamed` are the identifiers that are another here.
 */
async function matchPersons(
  client: pg.Client,
  file: ExportFile,
): Promise<{ logins: ExportedLogin[]; renamed: Map<string, string> }> {
  const logins: ExportedLogin[] = []
  const renamed = new Map<string, string>()
  for await (const lines of file.lines(loginsPath)) {
    const some = lines.map((line) => JSON.parse(line) as ExportedLogin)
    logins.push(...some)
    const { rows } = await client.query<{ given: string; known: string | null; taken: boolean }>(
      `select g.login_id as given, l.login_id as known, exists (select from platform.login t where t.login_id = g.login_id) as taken
       from unnest($1::uuid[], $2::text[], $3::boolean[]) g(login_id, phone, is_member)
       left join platform.login l on g.is_member and l.kind = 'member' and l.phone = g.phone`,
      [some.map((each) => each.login_id), some.map((each) => each.phone), some.map((each) => each.member_id !== null)],
    )
    for (const { given, known, taken } of rows)
      if (known !== null ? known !== given : taken) renamed.set(given, known ?? newId())
  }
  return { logins: logins.map((each) => ({ ...each, login_id: renamed.get(each.login_id) ?? each.login_id })), renamed }
}

async function addLogins(
  client: pg.Client,
  file: ExportFile,
  logins: readonly ExportedLogin[],
  phone: string | null,
): Promise<void> {
  const { cooperativeId, coopId } = file.manifest.cooperative
  const shared = logins.find(({ member_id: member }) => member === null)
  if (shared)
    await client.query(
      `insert into platform.login (login_id, kind, cooperative_id, coop_id, phone, name)
       select $1, 'cooperative', cooperative_id, $3, $4, name from app.cooperative where cooperative_id = $2`,
      [shared.login_id, cooperativeId, coopId, phone],
    )
  const members = logins.filter(({ member_id: member }) => member !== null)
  await client.query(
    `with given as (select * from unnest($1::uuid[], $2::uuid[], $3::text[]) g(login_id, member_id, phone)),
     added as (
       insert into platform.login (login_id, kind, phone, name)
       select g.login_id, 'member', g.phone, m.first_name || ' ' || m.last_name
       from given g join app.member m on m.cooperative_id = $4 and m.member_id = g.member_id
       on conflict (login_id) do nothing)
     insert into platform.membership (login_id, cooperative_id, member_id)
     select g.login_id, $4, g.member_id from given g join app.member m on m.cooperative_id = $4 and m.member_id = g.member_id`,
    [
      members.map((each) => each.login_id),
      members.map((each) => each.member_id),
      members.map((each) => each.phone),
      cooperativeId,
    ],
  )
}

const uuids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

async function copyTable(
  client: pg.Client,
  file: ExportFile,
  { table, file: bytes, leftOut = {} }: ExportedTable,
  renamed: ReadonlyMap<string, string>,
): Promise<void> {
  const { manifest } = file
  const id = manifest.cooperative.cooperativeId
  const columns = Object.keys(manifest.columns[table] ?? {})
  const { rows: known } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
    [table],
  )
  const expected = known.flatMap(({ name }) => (name in leftOut || name === bytes?.column ? [] : [name]))
  if (columns.toSorted().join() !== expected.toSorted().join())
    throw new UnusableExport(`The manifest of this export does not describe the table ${table} as it is here.`)
  // What the two hash chains cover stays as it was written; elsewhere a person is who they are here.
  const isChained = table.startsWith('ledger.') || table.startsWith('audit.')
  const rename = (line: string) =>
    renamed.size === 0 || isChained ? line : line.replaceAll(uuids, (found) => renamed.get(found) ?? found)
  const list = columns.map((column) => `"${column}"`).join(', ')
  const source = columns.map((column) => `r."${column}"`).join(', ')
  const statement = bytes
    ? `insert into ${table} (${list}, "${bytes.column}") select ${source}, f.content
       from json_populate_recordset(null::${table}, $1::json) with ordinality r
       join unnest($3::bytea[]) with ordinality f(content, number) on f.number = r.ordinality where r.cooperative_id = $2`
    : `insert into ${table} (${list}) select ${source} from json_populate_recordset(null::${table}, $1::json) r where r.cooperative_id = $2`
  let rows = 0
  const store = async (lines: readonly string[], contents: readonly (Buffer | null)[]) => {
    const values = [`[${lines.map(rename).join(',')}]`, id, ...(bytes ? [contents] : [])]
    const { rowCount } = await client.query(statement, values).catch((cause: unknown) => {
      throw cause instanceof Error && 'code' in cause && /^(?:22|23)/.test(String(cause.code))
        ? new UnusableExport(`A row of ${rowsPath(table)} can't be stored here: ${cause.message}.`, { cause })
        : cause
    })
    if (rowCount !== lines.length) throw new UnusableExport(`${rowsPath(table)} has rows of another society.`)
    rows += lines.length
  }
  for await (const lines of file.lines(rowsPath(table))) {
    if (!bytes) {
      await store(lines, [])
      continue
    }
    let [some, contents, size]: [string[], (Buffer | null)[], number] = [[], [], 0]
    for (const line of lines) {
      const { [fileField]: path } = JSON.parse(line) as { [fileField]?: string | null }
      const content = typeof path === 'string' ? await file.readWhole(path) : null
      some.push(line)
      contents.push(content)
      size += content?.length ?? 0
      if (size < filesMax) continue
      await store(some, contents)
      ;[some, contents, size] = [[], [], 0]
    }
    if (some.length > 0) await store(some, contents)
  }
  const promised = manifest.files.find(({ path }) => path === rowsPath(table))?.rows
  if (rows !== promised)
    throw new UnusableExport(`${rowsPath(table)} has ${rows} rows, and the manifest names ${promised}.`)
}

/** Every foreign key, the proof of the books, the checks of the database, and that both chains end as the manifest says. */
async function prove(
  client: pg.Client,
  { manifest }: ExportFile,
  id: CooperativeId,
  say: (line: string) => void,
): Promise<boolean> {
  // The statements below were planned for tables of this size.
  for (const { table } of exportedTables) await client.query(`analyze ${table}`)
  const wrong = await brokenReferences(client, id)
  for (const reference of wrong) say(`  WRONG  ${reference}`)
  const proved = await verifyOne(client, id, say)
  const failures = (await checkFailures(client)).flatMap(({ check, rows }) => {
    const own = rows.filter((row) => {
      const of = (row as { cooperative_id?: string }).cooperative_id
      return of === undefined || of === id
    })
    return own.length > 0 ? [{ check, rows: own }] : []
  })
  for (const { check, rows } of failures) say(`  WRONG  ${check}: ${JSON.stringify(rows[0])}`)
  const {
    rows: [ends],
  } = await client.query<{ entries: number; head: string; seals: number; seal: string }>(
    `select h.last_no::int as entries, encode(h.hash, 'hex') as head, s.last_number::int as seals, encode(s.hash, 'hex') as seal
     from (select $1::uuid as id) c left join ledger.head h on h.cooperative_id = c.id left join audit.seal_head s on s.cooperative_id = c.id`,
    [id],
  )
  const none = '00'.repeat(32)
  const { books, trail } = manifest
  const sameBooks = (ends?.entries ?? 0) === books.entries && (ends?.head ?? none) === books.headHash
  const sameTrail = (ends?.seals ?? 0) === trail.seals && (ends?.seal ?? none) === trail.headHash
  if (!sameBooks) say('  WRONG  The books do not end as the manifest says.')
  if (!sameTrail) say('  WRONG  The audit trail does not end as the manifest says.')
  return wrong.length === 0 && proved && failures.length === 0 && sameBooks && sameTrail
}

/** The foreign keys that a row of the society contradicts, which nothing looked at while the rows came. */
async function brokenReferences(client: pg.Client, id: CooperativeId): Promise<string[]> {
  const { rows: keys } = await client.query<{ name: string; child: string; parent: string; pairs: string[][] }>(`
    select k.conname as name, k.conrelid::regclass::text as child, k.confrelid::regclass::text as parent,
      (select jsonb_agg(jsonb_build_array(quote_ident(c.attname), quote_ident(p.attname)))
       from unnest(k.conkey, k.confkey) x(child, parent)
       join pg_attribute c on c.attrelid = k.conrelid and c.attnum = x.child
       join pg_attribute p on p.attrelid = k.confrelid and p.attnum = x.parent) as pairs
    from pg_constraint k join pg_class t on t.oid = k.conrelid join pg_namespace n on n.oid = t.relnamespace
    where k.contype = 'f' and n.nspname in ('app', 'ledger', 'audit') order by 2, 1`)
  const broken: string[] = []
  for (const { name, child, parent, pairs } of keys) {
    const { rowCount } = await client.query(
      `select from ${child} c where c.cooperative_id = $1 and ${pairs.map(([own]) => `c.${own} is not null`).join(' and ')}
         and not exists (select from ${parent} p where ${pairs.map(([own, other]) => `p.${other} = c.${own}`).join(' and ')}) limit 1`,
      [id],
    )
    if (rowCount !== 0) broken.push(`A row of ${child} refers to a row of ${parent} that did not come (${name}).`)
  }
  return broken
}

async function recordImport(client: pg.Client, id: CooperativeId, coopId: string): Promise<void> {
  await client.query(
    `insert into platform.audit_event (event_id, login_id, actor_name, action, cooperative_id, detail, request_id)
     values ($1, $2, 'Command line of the server', 'cooperative.import', $3, $4, $5)`,
    [newId(), noLogin, id, JSON.stringify({ before: {}, after: { coopId } }), newId()],
  )
}

async function sayWhatCame(client: pg.Client, id: CooperativeId, say: (line: string) => void): Promise<void> {
  const {
    rows: [came],
  } = await client.query<{
    members: number
    entries: number
    savings: string
    loans: number
    owed: string
    head: string
  }>(
    `select (select count(*)::int from app.member where cooperative_id = $1) as members,
       (select count(*)::int from ledger.entry where cooperative_id = $1) as entries,
       (select coalesce(sum(b.credits - b.debits), 0)::text from ledger.balance b join ledger.account a using (cooperative_id, account_id)
        join app.account_type y using (cooperative_id, account_type_id) where cooperative_id = $1 and y.kind = 'savings') as savings,
       (select count(*)::int from app.loan where cooperative_id = $1) as loans,
       (select coalesce(sum(disbursed - paid_principal - written_off), 0)::text from app.loan where cooperative_id = $1) as owed,
       (select encode(hash, 'hex') from ledger.head where cooperative_id = $1) as head`,
    [id],
  )
  if (!came) return
  say(
    `${came.members} members, ${came.entries} entries, ${moneyText(kobo(came.savings))} of savings, ${came.loans} loans with ${moneyText(kobo(came.owed))} outstanding.`,
  )
  say(`The last entry has the hash ${came.head ?? 'of no entry'}, as in the manifest.`)
}

async function main(path: string | undefined): Promise<boolean> {
  if (path === undefined) throw new UnusableExport(usage)
  const config = readConfig(process.env)
  return withDatabase(async (adminUrl) => {
    await migrate(adminUrl, await readServerSecrets(resolve(config.DATA_DIR), config))
    return importSociety(adminUrl, path, (line) => console.log(line))
  })
}

if (import.meta.main) await runCommand(usage, { words: 1 }, ({ words: [path] }) => main(path))
