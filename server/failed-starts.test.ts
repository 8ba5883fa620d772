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

/** Runs the server as a shell would, until it ends by itself. */
function run(variables: Record<string, string>): Promise<{ status: number | null; said: string }> {
  const env = {
    PATH: process.env.PATH,
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
    child.once('error', reject).once('close', (status) => resolve({ status, said: said.trim() }))
  })
}

/** It ends as a failure, what it says begins so, and no process of a database stays behind. */
async function expectRefused(variables: Record<string, string>, sentence: string): Promise<void> {
  const { status, said } = await run(variables)
  expect({ status, said }).toEqual({ status: 1, said: expect.stringContaining(sentence) })
  // A sentence, no stack.
  expect(said).not.toMatch(/^\s+at /m)
  if (process.platform === 'linux') expect(processesIn(join(dataDir, 'postgres/data'))).toEqual([])
}

describe('a start that cannot be ends as a failure and says what to do', { timeout: 60_000 }, () => {
  test('where a setting is no setting', async () => {
    await expectRefused({ PORT: 'http' }, "The environment variable PORT can't be used:")
    await expectRefused({ APP_SECRET: 'short' }, 'must have at least 32 characters, such as those of: openssl rand')
  })

  test('where production lacks something, all of it at once, and nothing is made', async () => {
    const { status, said } = await run({ AJOSE_ENV: 'production', SEED_DEMO: '1', PUBLIC_URL: 'http://localhost:3000' })
    expect(status).toBe(1)
    expect(said.split('\n')).toEqual([
      'AJOSE_ENV=production needs more settings:',
      ...['PUBLIC_URL', 'APP_SECRET', 'DATABASE_URL', 'SMS_PROVIDER', 'SEED_DEMO'].map((name) =>
        expect.stringMatching(new RegExp(`^  - (Set|Remove) ${name}\\b.*\\.$`)),
      ),
    ])
    expect(readdirSync(dataDir)).toEqual([])
  })

  test('where the data folder is a file', async () => {
    const path = join(dataDir, 'file')
    writeFileSync(path, '')
    await expectRefused({ DATA_DIR: path }, `The folder ${path} can't be used: it is a file.`)
    await expectRefused({ DATA_DIR: join(path, 'data') }, "can't be used: a part of the path is a file.")
  })

  test('where the secret that it had is lost', async () => {
    writeFileSync(join(dataDir, 'secret'), '')
    await expectRefused({}, "can't be used: the file is empty. Put the file back from a backup")
  })

  test('where the port is taken, and its database ends with it', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => taken.once('listening', resolve))
    const { port } = taken.address() as AddressInfo
    try {
      await expectRefused(
        { PORT: String(port) },
        `Another program listens at 127.0.0.1:${port}. Stop it, or set PORT to another number.`,
      )
    } finally {
      await new Promise((resolve) => taken.close(resolve))
    }
  })

  test('where this machine does not have the address', () =>
    expectRefused({ HOST: '192.0.2.77' }, 'This machine has no address 192.0.2.77.'))
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
  ])('where %s', (_, url, sentence) => expectRefused({ DATABASE_URL: url() }, sentence))

  test('where its encoding holds not every name', async () => {
    const ascii = `${name}_ascii`
    await query(
      'postgres',
      `create database ${ascii} template template0 encoding 'SQL_ASCII' locale_provider libc locale 'C'`,
    )
    await expectRefused({ DATABASE_URL: urlOf(ascii) }, 'its encoding is SQL_ASCII')
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
    await expectRefused({ DATABASE_URL: urlOf(citus) }, "This database can't be used: Citus is installed in it")
    await query('postgres', `drop database ${citus}`)
  })
})
