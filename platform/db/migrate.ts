import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'
import { CannotStart } from '#platform/cannot-start.ts'
import { connectAsAdministrator, refuseUnsuitable } from './administrator.ts'
import { openDataKey, readDataKey } from './data-key.ts'
import { type DatabaseRole, loginRoles } from './database.ts'
import { grantJobLibrary, installJobLibrary } from './job-library.ts'

const folder = new URL('../../database/migrations/', import.meta.url)

/** Any number that only we use: one migrator at a time. */
const migratorLock = 7_305_191

/** The migrations of before the first release were folded into one file for each business; no database has the one and the other. */
const firstMigration = '0001_core.sql'

type Migration = { name: string; text: string; checksum: string }

/**
 * Brings the database at `adminUrl` to the newest schema and makes the login roles usable with passwords derived from
 * its data key, which is returned; `secrets` are those that may open it (data-key.ts). One server at a time: others that
 * start wait. The role behind `adminUrl` must be a superuser. Throws CannotStart, with nothing changed, where it is not,
 * where the database is not one that this program can work on, or where the roles are another installation's.
 */
export async function migrate(
  adminUrl: string,
  secrets: readonly Buffer[],
  { makeKey }: { makeKey?: () => Buffer } = {},
): Promise<Buffer> {
  const migrations = await readMigrations()
  const client = await connectAsAdministrator(adminUrl, 'ajose migrator')
  try {
    await refuseUnsuitable(client)
    await client.query('select pg_advisory_lock($1)', [migratorLock])
    const others = await rolesOfOthers(client)
    if (others) {
      const key = (await readDataKey(client, secrets)) ?? makeKey?.()
      if (key === undefined || nameOfKey(key) !== others.key) throw new CannotStart(ofOthers(others.database))
    }
    await client.query('create schema if not exists migration')
    await client.query(
      'create table if not exists migration.applied (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    )
    const applied = await readApplied(client)
    checkApplied(applied, migrations)
    const key = await openDataKey(client, secrets, { isNew: applied.size === 0, ...(makeKey && { makeKey }) })
    await installJobLibrary(client)
    for (const migration of migrations.filter(({ name }) => !applied.has(name))) await apply(client, migration)
    await client.query('grant usage on schema migration to coop_jobs; grant select on migration.applied to coop_jobs')
    await grantJobLibrary(client)
    for (const role of loginRoles) await setPassword(client, role, key)
    await claimRoles(client, key)
    return key
  } finally {
    await client.end()
  }
}

/** The migrations of this program that a database lacks. Throws CannotStart where it has others, or was changed. */
export async function migrationsLacking(client: pg.Client): Promise<string[]> {
  const [applied, migrations] = [await readApplied(client), await readMigrations()]
  checkApplied(applied, migrations)
  return migrations.flatMap(({ name }) => (applied.has(name) ? [] : [name]))
}

async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(
    names.map(async (name) => {
      // Git may check the same text out with the line ends of the machine.
      const text = (await readFile(new URL(name, folder), 'utf8')).replaceAll('\r\n', '\n')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/** The checksum of each applied migration. */
async function readApplied(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    // Before the first release there was a time without checksums.
    `select name, coalesce(to_jsonb(a) ->> 'checksum', '') as checksum from migration.applied a order by name`,
  )
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}

function checkApplied(applied: ReadonlyMap<string, string>, migrations: readonly Migration[]): void {
  const checksums = new Map(migrations.map(({ name, checksum }) => [name, checksum]))
  if (applied.size > 0 && !applied.has(firstMigration))
    throw new CannotStart(
      'This database was made by Ajose before its first release and cannot be updated. Start with a new one: an empty database in DATABASE_URL, or a new folder in DATA_DIR.',
    )
  for (const [name, checksum] of applied) {
    if (!checksums.has(name))
      throw new CannotStart(
        `This database is newer than this program: it has the migration ${name}, which is not in database/migrations. Start the version of Ajose that it was last used with, or a later one.`,
      )
    if (checksums.get(name) !== checksum)
      throw new CannotStart(
        `The migration database/migrations/${name} was changed after it was applied to this database. Restore the text that was applied; a change of the schema is a new migration.`,
      )
  }
}

async function apply(client: pg.Client, { name, text, checksum }: Migration): Promise<void> {
  try {
    await client.query('begin')
    // First, so that a second runner that got past the lock notices before it changes anything.
    await client.query('insert into migration.applied (name, checksum) values ($1, $2)', [name, checksum])
    await client.query(text)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`Migration ${name} failed`, { cause: error })
  }
}

/**
 * Roles belong to the whole PostgreSQL: an installation in a second database that set their passwords would lock the first
 * one out. So the first leaves a word on one of them: its database and which key it has.
 */
type Claim = { database: string; key: string }

/** Whose the roles are, where that is another database, which is still there. */
async function rolesOfOthers(client: pg.Client): Promise<Claim | undefined> {
  const { rows } = await client.query<{ claim: string | null; here: string; databases: string[] }>(
    `select (select shobj_description(oid, 'pg_authid') from pg_roles where rolname = $1) as claim, current_database() as here,
            (select array_agg(datname::text) from pg_database) as databases`,
    [loginRoles[0]],
  )
  const [{ claim, here, databases } = { claim: null, here: '', databases: [] }] = rows
  const [, key, database] = /^Ajose, key (\w+), database (.+)$/.exec(claim ?? '') ?? []
  if (key === undefined || database === undefined || database === here || !databases.includes(database)) return
  return { database, key }
}

async function claimRoles(client: pg.Client, key: Buffer): Promise<void> {
  const { rows } = await client.query<{ claims: string }>(
    `select format('comment on role %I is %L', $1::text, format('Ajose, key %s, database %s', $2::text, current_database())) as claims`,
    [loginRoles[0], nameOfKey(key)],
  )
  await client.query(rows[0]?.claims ?? '')
}

/** Which key it is, for who has it; it says nothing about the key to who has not. */
function nameOfKey(key: Buffer): string {
  return createHmac('sha256', key).update('roles').digest('hex').slice(0, 16)
}

function ofOthers(database: string): string {
  return `The database roles ${loginRoles.join(', ')} of this PostgreSQL belong to another installation of Ajose, in the database ${database}, which this start would lock out. Give this one a PostgreSQL of its own in DATABASE_URL. If ${database} is no longer used, drop it or give it another name (ALTER DATABASE … RENAME TO …), and start again.`
}

/** Set at each start, so that a password of an older version, or one under another key, opens nothing any more. */
async function setPassword(client: pg.Client, role: DatabaseRole, key: Buffer): Promise<void> {
  // A statement of ALTER ROLE takes no bound value; the verifier is our own text. Unlike the password it opens nothing
  // where it is in PostgreSQL's log.
  await client.query(`alter role ${role} password '${scramVerifier(rolePassword(role, key))}'`)
}

/** What PostgreSQL stores of a password under SCRAM-SHA-256 (RFC 5803). */
function scramVerifier(password: string): string {
  const [iterations, salt] = [4096, randomBytes(16)]
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256')
  const key = (name: string) => createHmac('sha256', salted).update(name).digest()
  const storedKey = createHash('sha256').update(key('Client Key')).digest()
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey.toString('base64')}:${key('Server Key').toString('base64')}`
}

/** The same for every server of this database, and unknown to who knows only the administrator's URL. */
function rolePassword(role: DatabaseRole, key: Buffer): string {
  return createHmac('sha256', key).update(`database role ${role}`).digest('hex')
}

/** The URL with which the server logs in as one of its roles. */
export function roleUrl(adminUrl: string, role: DatabaseRole, key: Buffer): string {
  const withoutLogin = adminUrl.replace(/^(postgres(?:ql)?:\/\/)[^@/]*@/, '$1')
  return withoutLogin.replace(/^(postgres(?:ql)?:\/\/)/, `$1${role}:${rolePassword(role, key)}@`)
}
