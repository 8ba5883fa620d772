import { createHmac, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DatabaseRole } from './database.ts'
import { type EmbeddedDatabase, startEmbedded } from './embedded.ts'
import { migrate, roleUrl } from './migrate.ts'

const roles: readonly DatabaseRole[] = ['coop_app', 'coop_auth', 'coop_platform', 'coop_jobs']

// A cluster of its own: roles belong to the whole cluster, and the other tests log in with theirs.
describe("the passwords of the server's database roles", () => {
  let folder: string
  let postgres: EmbeddedDatabase
  const secret = randomBytes(32)
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'ajose-roles-'))
    postgres = await startEmbedded(folder, { throwaway: true })
    await migrate(postgres.adminUrl, secret)
  })
  afterAll(async () => {
    await postgres?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  async function query(url: string, text: string): Promise<unknown[]> {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      return (await client.query(text)).rows
    } finally {
      await client.end()
    }
  }
  const opens = (role: DatabaseRole, by: Buffer) => query(roleUrl(postgres.adminUrl, role, by), 'select').then(() => true, () => false)
  const withPassword = (role: DatabaseRole, password: string) => postgres.adminUrl.replace(/\/\/[^@]*@/, `//${role}:${password}@`)
  const loginIn = (url: string) => /\/\/([^@]*)@/.exec(url)?.[1] ?? ''
  /** What an older version derived from a DATABASE_URL without a password. */
  const guessable = (role: DatabaseRole) => createHmac('sha256', 'postgres').update(role).digest('hex')

  test('are those of the secret, whatever the address of the database says', () => {
    for (const address of ['postgresql://postgres@db.example/ajose', 'postgresql://db.example/ajose', 'postgresql://postgres:long-password@db.example/ajose']) {
      for (const role of roles) {
        const login = loginIn(roleUrl(address, role, secret))
        expect(login).toMatch(new RegExp(`^${role}:[0-9a-f]{64}$`))
        expect(login).toBe(loginIn(roleUrl(postgres.adminUrl, role, secret)))
        expect(login).not.toBe(`${role}:${guessable(role)}`)
        expect(login).not.toBe(loginIn(roleUrl(address, role, randomBytes(32))))
      }
    }
  })

  test('open each role, and no other secret does', async () => {
    for (const role of roles) expect([role, await opens(role, secret), await opens(role, randomBytes(32))]).toEqual([role, true, false])
  })

  test('replace at the next start what an older version has set', async () => {
    for (const role of roles) await query(postgres.adminUrl, `alter role ${role} password '${guessable(role)}'`)
    expect(await query(withPassword('coop_app', guessable('coop_app')), 'select 1 as one')).toEqual([{ one: 1 }])
    await migrate(postgres.adminUrl, secret)
    for (const role of roles) {
      expect([role, await opens(role, secret)]).toEqual([role, true])
      await expect(query(withPassword(role, guessable(role)), 'select')).rejects.toThrow('password authentication failed')
    }
  })

  test('agree between servers with one APP_SECRET: the start of the second leaves the first logged in', async () => {
    await migrate(postgres.adminUrl, Buffer.from(secret))
    for (const role of roles) expect([role, await opens(role, secret)]).toEqual([role, true])
  })

  test('are in no statement that PostgreSQL could log', async () => {
    await query(postgres.adminUrl, "alter system set log_statement = 'ddl'")
    await query(postgres.adminUrl, 'select pg_reload_conf()')
    await migrate(postgres.adminUrl, secret)
    const logged = await query(postgres.adminUrl, "select pg_read_file(pg_current_logfile()) as log")
    const [{ log }] = logged as [{ log: string }]
    expect(log).toContain('alter role coop_app password')
    for (const role of roles) expect(log).not.toContain(loginIn(roleUrl(postgres.adminUrl, role, secret)).split(':')[1])
  })
})
