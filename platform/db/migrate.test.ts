import { createHash, createHmac, randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DatabaseRole, loginRoles as roles } from './database.ts'
import { type EmbeddedDatabase, startEmbedded } from './embedded.ts'
import { migrate, roleUrl } from './migrate.ts'

// A cluster of its own: roles belong to the whole cluster, and the other tests log in with theirs.
let folder: string
let postgres: EmbeddedDatabase
const secret = randomBytes(32)
let key: Buffer
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ajose-roles-'))
  postgres = await startEmbedded(folder, { throwaway: true })
  key = await migrate(postgres.adminUrl, [secret])
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

describe("the passwords of the server's database roles", () => {
  const opens = (role: DatabaseRole, by: Buffer) =>
    query(roleUrl(postgres.adminUrl, role, by), 'select').then(
      () => true,
      () => false,
    )
  const withPassword = (role: DatabaseRole, password: string) =>
    postgres.adminUrl.replace(/\/\/[^@]*@/, `//${role}:${password}@`)
  const loginIn = (url: string) => /\/\/([^@]*)@/.exec(url)?.[1] ?? ''
  /** What an older version derived from a DATABASE_URL without a password. */
  const guessable = (role: DatabaseRole) => createHmac('sha256', 'postgres').update(role).digest('hex')

  // ASVS V13.2.1
  test('are those of the data key, whatever the address of the database says', () => {
    for (const address of [
      'postgresql://postgres@db.example/ajose',
      'postgresql://db.example/ajose',
      'postgresql://postgres:long-password@db.example/ajose',
    ]) {
      for (const role of roles) {
        const login = loginIn(roleUrl(address, role, key))
        expect(login).toMatch(new RegExp(`^${role}:[0-9a-f]{64}$`))
        expect(login).toBe(loginIn(roleUrl(postgres.adminUrl, role, key)))
        expect(login).not.toBe(`${role}:${guessable(role)}`)
        expect(login).not.toBe(loginIn(roleUrl(address, role, randomBytes(32))))
      }
    }
  })

  // ASVS V13.2.3
  test('open each role, and no other key does', async () => {
    for (const role of roles)
      expect([role, await opens(role, key), await opens(role, randomBytes(32))]).toEqual([role, true, false])
  })

  // ASVS V11.2.2
  test('replace at the next start what an older version has set', async () => {
    for (const role of roles) await query(postgres.adminUrl, `alter role ${role} password '${guessable(role)}'`)
    expect(await query(withPassword('coop_app', guessable('coop_app')), 'select 1 as one')).toEqual([{ one: 1 }])
    await migrate(postgres.adminUrl, [secret])
    for (const role of roles) {
      expect([role, await opens(role, key)]).toEqual([role, true])
      await expect(query(withPassword(role, guessable(role)), 'select')).rejects.toThrow(
        'password authentication failed',
      )
    }
  })

  test('agree between servers with one APP_SECRET: the start of the second leaves the first logged in', async () => {
    expect(await migrate(postgres.adminUrl, [Buffer.from(secret)])).toEqual(key)
    for (const role of roles) expect([role, await opens(role, key)]).toEqual([role, true])
  })

  test('stay those of the first installation: a second one in another database does not start, and changes nothing', async () => {
    await query(postgres.adminUrl, 'create database second')
    const second = postgres.adminUrl.replace('/postgres?', '/second?')
    const before = await query(second, 'select nspname from pg_namespace order by 1')
    await expect(migrate(second, [randomBytes(32)])).rejects.toThrow(
      'The database roles coop_app, coop_auth, coop_platform, coop_jobs of this PostgreSQL belong to another installation of Ajose, in the database postgres, which this start would lock out.',
    )
    expect(await query(second, 'select nspname from pg_namespace order by 1')).toEqual(before)
    for (const role of roles) expect([role, await opens(role, key)]).toEqual([role, true])
    // Where what the roles belonged to is dropped, they are free for another.
    await query(postgres.adminUrl, "comment on role coop_app is 'Ajose, key 0123456789abcdef, database dropped'")
    const taken = await migrate(second, [randomBytes(32)])
    for (const role of roles) expect([role, await opens(role, taken)]).toEqual([role, true])
    await expect(migrate(postgres.adminUrl, [secret])).rejects.toThrow(
      'belong to another installation of Ajose, in the database second, which this start would lock out.',
    )
    await query(postgres.adminUrl, 'drop database second')
    expect(await migrate(postgres.adminUrl, [secret])).toEqual(key)
    for (const role of roles) expect([role, await opens(role, key)]).toEqual([role, true])
  })

  // ASVS V16.2.5
  test('are in no statement that PostgreSQL could log', async () => {
    await query(postgres.adminUrl, "alter system set log_statement = 'ddl'")
    await query(postgres.adminUrl, 'select pg_reload_conf()')
    await migrate(postgres.adminUrl, [secret])
    const logged = await query(postgres.adminUrl, 'select pg_read_file(pg_current_logfile()) as log')
    const [{ log }] = logged as [{ log: string }]
    expect(log).toContain('alter role coop_app password')
    for (const role of roles) expect(log).not.toContain(loginIn(roleUrl(postgres.adminUrl, role, key)).split(':')[1])
  })
})

describe('the data key of a database', () => {
  const sealedUnder = () => query(postgres.adminUrl, 'select secret from migration.data_key')

  // ASVS V11.2.2
  test('is random, and the secret that opens it can be replaced, the old beside the new, without another key', async () => {
    expect(key).toHaveLength(32)
    expect(key).not.toEqual(secret)
    const [next, other] = [randomBytes(32), randomBytes(32)]
    expect(await migrate(postgres.adminUrl, [next, secret])).toEqual(key)
    // Servers that were not started again yet have the old secret alone.
    expect(await sealedUnder()).toHaveLength(2)
    // Where it is replaced back before the old one was given up, both were open all the time.
    expect(await migrate(postgres.adminUrl, [secret, next])).toEqual(key)
    expect(await migrate(postgres.adminUrl, [next, secret])).toEqual(key)
    expect(await migrate(postgres.adminUrl, [next])).toEqual(key)
    expect(await sealedUnder()).toHaveLength(1)
    for (const refused of [[secret], [other], [other, secret]])
      await expect(migrate(postgres.adminUrl, refused)).rejects.toMatchObject({
        name: 'CannotStart',
        message: expect.stringContaining('used with another secret than this one. Set APP_SECRET to that secret'),
      })
    expect(await migrate(postgres.adminUrl, [secret, next])).toEqual(key)
    expect(await migrate(postgres.adminUrl, [secret])).toEqual(key)
  })

  test('of a database from before it was kept is the secret, and stays when that is replaced', async () => {
    const name = `of_${randomBytes(4).toString('hex')}`
    await query(postgres.adminUrl, `create database ${name} template postgres`)
    const url = postgres.adminUrl.replace('/postgres?', `/${name}?`)
    await query(url, 'drop table migration.data_key')
    await query(url, 'comment on role coop_app is null')
    try {
      const next = randomBytes(32)
      expect(await migrate(url, [secret])).toEqual(secret)
      expect(await migrate(url, [next, secret])).toEqual(secret)
      expect(await migrate(url, [next])).toEqual(secret)
    } finally {
      // The roles belong to the whole cluster: their passwords are those of its first database again.
      await query(postgres.adminUrl, `drop database ${name}`)
      await migrate(postgres.adminUrl, [secret])
    }
  })

  test('can be read by no role of the server', async () => {
    for (const role of roles)
      await expect(query(roleUrl(postgres.adminUrl, role, key), 'select * from migration.data_key')).rejects.toThrow(
        'permission denied',
      )
  })
})

describe('the migrations that a database has', () => {
  const migrations = new URL('../../database/migrations/', import.meta.url)
  const names = readdirSync(migrations).toSorted()
  const sha256 = (name: string, addition = '') =>
    createHash('sha256')
      .update(readFileSync(new URL(name, migrations), 'utf8') + addition)
      .digest('hex')

  test('are those of the folder, each with the checksum of its text', async () => {
    expect(await query(postgres.adminUrl, 'select name, checksum from migration.applied order by name')).toEqual(
      names.map((name) => ({ name, checksum: sha256(name) })),
    )
  })

  const last = names.at(-1) ?? ''
  test.each([
    [
      'whose text was changed',
      `update migration.applied set checksum = '${sha256(last, '-- A later thought.')}' where name = '${last}'`,
      `database/migrations/${last} was changed`,
    ],
    [
      'that this program does not have',
      `insert into migration.applied (name, checksum) values ('9999_of_a_later_version.sql', '${sha256(last)}')`,
      'newer than this program: it has the migration 9999_of_a_later_version.sql',
    ],
    [
      'of before the first release',
      `update migration.applied set name = '0001_roles_and_schemas.sql' where name = '${names[0]}'`,
      'before its first release',
    ],
  ])(
    'stop the start with a sentence, before anything is applied, where there is one %s',
    async (_, statement, sentence) => {
      const name = `of_${randomBytes(4).toString('hex')}`
      await query(postgres.adminUrl, `create database ${name} template postgres`)
      const url = postgres.adminUrl.replace('/postgres?', `/${name}?`)
      // The second one is missing too. Applying it again fails with another error, so the sentence came before.
      await query(url, `delete from migration.applied where name = '${names[1]}'`)
      await query(url, statement)
      await expect(migrate(url, [secret])).rejects.toMatchObject({
        name: 'CannotStart',
        message: expect.stringContaining(sentence),
      })
      await query(postgres.adminUrl, `drop database ${name}`)
    },
  )
})
