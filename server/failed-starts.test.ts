import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { type AddressInfo, createServer } from 'node:net'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { processesIn } from './db/process.ts'
import { roleUrl } from './db/migrate.ts'
import { testSecret } from './testing/secret.ts'

let dataDir: string
beforeEach(() => void (dataDir = mkdtempSync(join(tmpdir(), 'ajose-failed-'))))
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

type Ending = { status: number | null; said: string; hasStack: boolean; leftRunning: number[] }

/** Runs the server as a shell would, until it ends by itself; `leftRunning` are processes of its database. */
function run(variables: Record<string, string>): Promise<Ending> {
  const env = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    DATA_DIR: dataDir,
    PORT: '0',
    SEED_DEMO: '0',
    LOG_LEVEL: 'silent',
    ...variables,
  }
  const child = spawn(process.execPath, ['server/main.ts'], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (chunk) => (said += String(chunk)))
  return new Promise((resolve, reject) => {
    child
      .once('error', reject)
      .once('close', (status) =>
        resolve({
          status,
          said: said.trim(),
          hasStack: /^\s+at /m.test(said),
          leftRunning: processesIn(join(dataDir, 'postgres/data')),
        }),
      )
  })
}

/** A failure that says what to do. */
const failure = (sentence: string) => ({
  status: 1,
  said: expect.stringContaining(sentence),
  hasStack: false,
  leftRunning: [],
})

describe('a start that cannot be ends as a failure and says what to do', { timeout: 60_000 }, () => {
  test('where a setting is no setting', async () => {
    expect(await run({ PORT: 'http' })).toEqual(failure("The environment variable PORT can't be used:"))
    expect(await run({ APP_SECRET: 'short' })).toEqual(
      failure('must have at least 32 characters, such as those of: openssl rand'),
    )
  })

  test('where production lacks something, all of it at once, and nothing is made', async () => {
    const { status, said } = await run({ AJOSE_ENV: 'production', SEED_DEMO: '1', PUBLIC_URL: 'http://localhost:3000' })
    expect(status).toBe(1)
    expect(said.split('\n')).toEqual([
      'AJOSE_ENV=production needs more settings:',
      ...['PUBLIC_URL', 'APP_SECRET', 'BACKUP_URL', 'SMS_PROVIDER', 'SEED_DEMO'].map((name) =>
        expect.stringMatching(new RegExp(`^  - (Set|Remove) ${name}\\b.*\\.$`)),
      ),
    ])
    expect(readdirSync(dataDir)).toEqual([])
  })

  test('where the data folder is a file', async () => {
    const path = join(dataDir, 'file')
    writeFileSync(path, '')
    expect(await run({ DATA_DIR: path })).toEqual(failure(`The folder ${path} can't be used: it is a file.`))
    expect(await run({ DATA_DIR: join(path, 'data') })).toEqual(failure("can't be used: a part of the path is a file."))
  })

  test('where the secret that it had is lost', async () => {
    writeFileSync(join(dataDir, 'secret'), '')
    expect(await run({})).toEqual(failure("can't be used: the file is empty. Put the file back from a backup"))
  })

  test('where the port is taken, and its database ends with it', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => taken.once('listening', resolve))
    const { port } = taken.address() as AddressInfo
    try {
      expect(await run({ PORT: String(port) })).toEqual(
        failure(`Another program listens at 127.0.0.1:${port}. Stop it, or set PORT to another number.`),
      )
    } finally {
      await new Promise((resolve) => taken.close(resolve))
    }
  })

  test('where this machine does not have the address', async () => {
    expect(await run({ HOST: '192.0.2.77' })).toEqual(failure('This machine has no address 192.0.2.77.'))
  })
})

describe('a start on a database of one’s own that cannot be', { timeout: 60_000 }, () => {
  const admin = inject('adminUrl')
  const name = `failed_${randomBytes(4).toString('hex')}`
  const urlOf = (database: string) => admin.replace('/postgres?', `/${database}?`)
  const query = async (database: string, ...statements: string[]) => {
    const client = new pg.Client({ connectionString: urlOf(database) })
    await client.connect()
    try {
      for (const statement of statements) await client.query(statement)
    } finally {
      await client.end()
    }
  }
  beforeAll(() => query('postgres', `create database ${name} template template_ajose`))
  afterAll(() => query('postgres', `drop database ${name}`))

  test.each([
    ['no server answers', () => 'postgresql://postgres@127.0.0.1:9/ajose', 'No PostgreSQL answers at 127.0.0.1:9.'],
    [
      'the password is wrong',
      () => urlOf(name).replace(/\/\/postgres:[^@]*@/, '//postgres:wrong@'),
      'refuses the password of postgres. Correct it in DATABASE_URL.',
    ],
    ['there is no such database', () => urlOf('no_such_database'), 'has no database no_such_database.'],
    [
      'the role may not migrate',
      () => roleUrl(urlOf(name), 'coop_app', testSecret),
      'the role of DATABASE_URL is no superuser',
    ],
    ['another secret seals its key', () => urlOf(name), 'This database was used with another secret than this one.'],
  ])('where %s', async (_, url, sentence) => {
    expect(await run({ DATABASE_URL: url() })).toEqual(failure(sentence))
  })

  test('where its encoding holds not every name', async () => {
    const ascii = `${name}_ascii`
    await query(
      'postgres',
      `create database ${ascii} template template0 encoding 'SQL_ASCII' locale_provider libc locale 'C'`,
    )
    expect(await run({ DATABASE_URL: urlOf(ascii) })).toEqual(failure('its encoding is SQL_ASCII'))
    await query('postgres', `drop database ${ascii}`)
  })

  test('where Citus is installed, whose shards lose the policies of members', async () => {
    const citus = `${name}_citus`
    await query('postgres', `create database ${citus}`)
    // The extension is in no package here; its row in the catalogue is what shows that it is installed.
    await query(
      citus,
      'set allow_system_table_mods = on',
      `insert into pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
       values (70001, 'citus', 10, 'pg_catalog'::regnamespace, false, '13.2')`,
    )
    expect(await run({ DATABASE_URL: urlOf(citus) })).toEqual(
      failure("This database can't be used: Citus is installed in it"),
    )
    await query('postgres', `drop database ${citus}`)
  })
})
