import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import type { DatabaseRole } from './database.ts'

const folder = new URL('../../database/migrations/', import.meta.url)
const loginRoles: readonly DatabaseRole[] = ['coop_app', 'coop_auth', 'coop_platform', 'coop_jobs']

/** Any number that only we use: one migrator at a time. */
const migratorLock = 7_305_191

/**
 * Brings the database at `adminUrl` to the newest schema and makes the login roles usable with passwords
 * derived from the server's secret. The role behind `adminUrl` must be a superuser. Returns how many migrations the database has.
 */
export async function migrate(adminUrl: string, secret: Buffer): Promise<number> {
  const client = new pg.Client({ connectionString: adminUrl, application_name: 'ajose migrator' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migratorLock])
    await client.query('create schema if not exists migration')
    await client.query(
      'create table if not exists migration.applied (name text primary key, applied_at timestamptz not null default now())',
    )
    const { rows } = await client.query<{ name: string }>('select name from migration.applied')
    const applied = new Set(rows.map((row) => row.name))
    const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
    for (const name of names.filter((candidate) => !applied.has(candidate))) await apply(client, name)
    await client.query('grant usage on schema migration to coop_jobs; grant select on migration.applied to coop_jobs')
    for (const role of loginRoles) await setPassword(client, role, secret)
    return names.length
  } finally {
    await client.end()
  }
}

async function apply(client: pg.Client, name: string): Promise<void> {
  const text = await readFile(new URL(name, folder), 'utf8')
  try {
    await client.query('begin')
    // First, so that a second runner that got past the lock notices before it changes anything.
    await client.query('insert into migration.applied (name) values ($1)', [name])
    await client.query(text)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`Migration ${name} failed`, { cause: error })
  }
}

/** Set at each start, so that a password of an older version, or one under another secret, opens nothing any more. */
async function setPassword(client: pg.Client, role: DatabaseRole, secret: Buffer): Promise<void> {
  // A statement of ALTER ROLE takes no bound value; the verifier is our own text. Unlike the password it opens nothing
  // where it is in PostgreSQL's log.
  await client.query(`alter role ${role} password '${scramVerifier(rolePassword(role, secret))}'`)
}

/** What PostgreSQL stores of a password under SCRAM-SHA-256 (RFC 5803). */
function scramVerifier(password: string): string {
  const [iterations, salt] = [4096, randomBytes(16)]
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256')
  const key = (name: string) => createHmac('sha256', salted).update(name).digest()
  const storedKey = createHash('sha256').update(key('Client Key')).digest()
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey.toString('base64')}:${key('Server Key').toString('base64')}`
}

/** The same for every server with this secret, and unknown to whoever knows only the administrator's URL. */
function rolePassword(role: DatabaseRole, secret: Buffer): string {
  return createHmac('sha256', secret).update(`database role ${role}`).digest('hex')
}

/** The URL with which the server logs in as one of its roles. */
export function roleUrl(adminUrl: string, role: DatabaseRole, secret: Buffer): string {
  const withoutLogin = adminUrl.replace(/^(postgres(?:ql)?:\/\/)[^@/]*@/, '$1')
  return withoutLogin.replace(/^(postgres(?:ql)?:\/\/)/, `$1${role}:${rolePassword(role, secret)}@`)
}
