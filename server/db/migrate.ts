import { createHmac } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import type { DatabaseRole } from './database.ts'

const folder = new URL('../../database/migrations/', import.meta.url)
const loginRoles: readonly DatabaseRole[] = ['coop_app', 'coop_auth', 'coop_platform', 'coop_jobs']

/** Any number that only we use: one migrator at a time. */
const migratorLock = 7_305_191

/**
 * Brings the database at `adminUrl` to the newest schema and makes the login roles usable. The role behind `adminUrl`
 * must be a superuser. Returns how many migrations the database has.
 */
export async function migrate(adminUrl: string): Promise<number> {
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
    for (const role of loginRoles) await setPassword(client, adminUrl, role)
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

async function setPassword(client: pg.Client, adminUrl: string, role: DatabaseRole): Promise<void> {
  const probe = new pg.Client({ connectionString: roleUrl(adminUrl, role) })
  try {
    await probe.connect()
    await probe.end()
  } catch {
    // A statement of ALTER ROLE takes no bound value; the password is our own hexadecimal text.
    await client.query(`alter role ${role} password '${rolePassword(adminUrl, role)}'`)
  }
}

/** The same for every server that knows the administrator's URL, and of no use without it. */
function rolePassword(adminUrl: string, role: DatabaseRole): string {
  const login = /^postgres(?:ql)?:\/\/([^@/]*)@/.exec(adminUrl)?.[1] ?? ''
  return createHmac('sha256', login).update(role).digest('hex')
}

/** The URL with which the server logs in as one of its roles. */
export function roleUrl(adminUrl: string, role: DatabaseRole): string {
  const withoutLogin = adminUrl.replace(/^(postgres(?:ql)?:\/\/)[^@/]*@/, '$1')
  return withoutLogin.replace(/^(postgres(?:ql)?:\/\/)/, `$1${role}:${rolePassword(adminUrl, role)}@`)
}
