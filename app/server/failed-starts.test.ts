import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { type AddressInfo, createServer } from 'node:net'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { CannotStart } from '#platform/cannot-start.ts'
import { readConfig } from '#platform/config.ts'
import { processesIn } from '#platform/db/process.ts'
import { roleUrl } from '#platform/db/migrate.ts'
import { start } from './start.ts'
import { freePort } from '#dev/testing/crash-harness.ts'
import { fillDataDir } from '#dev/testing/prepared-data.ts'
import { testSecret } from '#dev/testing/secret.ts'

let dataDir: string
beforeEach(() => void (dataDir = mkdtempSync(join(tmpdir(), 'ajose-failed-'))))
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const settings = () => ({ DATA_DIR: dataDir, PORT: '0', SEED_DEMO: '0', LOG_LEVEL: 'silent' })
const databaseProcesses = () => processesIn(join(dataDir, 'postgres/data'))

type Ending = { status: number | null; said: string; leftRunning: number[] }

/** Runs the server as a shell would, until it ends by itself; `leftRunning` are processes of its database. */
function run(variables: Record<string, string>): Promise<Ending> {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const env = { PATH, NODE_COMPILE_CACHE, ...settings(), ...variables }
  const child = spawn(process.execPath, ['app/server/main.ts'], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (chunk) => (said += String(chunk)))
  return new Promise((resolve, reject) => {
    child.once('error', reject).once('close', (status) => resolve({ status, said, leftRunning: databaseProcesses() }))
  })
}

/** What a process ends with that says one sentence, without a stack, and leaves nothing. */
const failure = (sentence: string): Ending => ({ status: 1, said: `${sentence}\n`, leftRunning: [] })

/** The sentence that a start in this process ends with. The process of its own prints that and no more, as the tests of `run` show. */
async function whyNot(variables: Record<string, string>): Promise<string> {
  const starting = (async () => start(readConfig({ ...settings(), ...variables }), () => {}))()
  const error = await starting.catch((reason: unknown) => reason)
  if (!(error instanceof CannotStart)) throw new Error('It ended without a sentence', { cause: error })
  expect(databaseProcesses()).toEqual([])
  return error.message
}

describe('a start that cannot be ends as a failure and says what to do', { timeout: 60_000 }, () => {
  test('where a setting is no setting', async () => {
    expect(await whyNot({ PORT: 'http' })).toContain("The environment variable PORT can't be used:")
    const short = await run({ APP_SECRET: 'short' })
    expect(short).toEqual(failure(await whyNot({ APP_SECRET: 'short' })))
    expect(short.said).toContain('must have at least 32 characters, such as those of: openssl rand')
  })

  test('where production lacks something, all of it at once, and nothing is made', async () => {
    const said = await whyNot({ AJOSE_ENV: 'production', SEED_DEMO: '1', PUBLIC_URL: 'http://localhost:3000' })
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
    expect(await whyNot({ DATA_DIR: path })).toContain(`The folder ${path} can't be used: it is a file.`)
    expect(await whyNot({ DATA_DIR: join(path, 'data') })).toContain("can't be used: a part of the path is a file.")
  })

  test('where the secret that it had is lost', async () => {
    writeFileSync(join(dataDir, 'secret'), '')
    expect(await whyNot({})).toContain("can't be used: the file is empty. Put the file back from a backup")
  })

  test('where the port is taken, before anything is made', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => taken.once('listening', resolve))
    const { port } = taken.address() as AddressInfo
    try {
      expect(await run({ PORT: String(port) })).toEqual(
        failure(`Another program listens at 127.0.0.1:${port}. Stop it, or set PORT to another number.`),
      )
      expect(await whyNot({ METRICS_PORT: String(port) })).toBe(
        `Another program listens at 127.0.0.1:${port}. Stop it, or set METRICS_PORT to another number.`,
      )
      expect(readdirSync(dataDir)).toEqual([])
    } finally {
      await new Promise((resolve) => taken.close(resolve))
    }
  })

  test('after it has made the first super administrator, whose password it has told by then', async () => {
    fillDataDir(dataDir)
    const port = await freePort()
    const config = readConfig({ ...settings(), PORT: String(port) })
    const lines: string[] = []
    const taken = createServer()
    // Another program takes the port just then, and the start fails at its end; its database ends with it.
    const failed = start(config, (line) => {
      lines.push(line)
      if (line.startsWith('Super admin:')) taken.listen(port, '127.0.0.1')
    })
    await expect(failed).rejects.toThrow(`Another program listens at 127.0.0.1:${port}.`)
    expect(databaseProcesses()).toEqual([])
    await new Promise((resolve) => taken.close(resolve))
    const password = /^Super admin: superadmin \/ (\S{16}) /.exec(lines.at(-1) ?? '')?.[1]
    const started = await start(config, (line) => lines.push(line))
    try {
      const reply = await fetch(`${started.url}/api/super-admin/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ identifier: 'superadmin', password }),
      })
      expect(reply.status).toBe(200)
      expect(lines.filter((line) => line.includes('Super admin'))).toHaveLength(1)
    } finally {
      await started.stop()
    }
  })

  test('where this machine does not have the address', async () => {
    fillDataDir(dataDir)
    expect(await whyNot({ HOST: '192.0.2.77' })).toContain('This machine has no address 192.0.2.77.')
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
  ])('where %s', async (_, url, sentence) => {
    expect(await whyNot({ DATABASE_URL: url() })).toContain(sentence)
  })

  test('where another secret seals its key', async () => {
    const DATABASE_URL = urlOf(name)
    const ended = await run({ DATABASE_URL })
    expect(ended).toEqual(failure(await whyNot({ DATABASE_URL })))
    expect(ended.said).toContain('This database was used with another secret than this one.')
  })

  test('where its encoding holds not every name', async () => {
    const ascii = `${name}_ascii`
    await query(
      'postgres',
      `create database ${ascii} template template0 encoding 'SQL_ASCII' locale_provider libc locale 'C'`,
    )
    expect(await whyNot({ DATABASE_URL: urlOf(ascii) })).toContain('its encoding is SQL_ASCII')
    // It is refused while anybody is connected.
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
    expect(await whyNot({ DATABASE_URL: urlOf(citus) })).toContain(
      "This database can't be used: Citus is installed in it",
    )
    await query('postgres', `drop database ${citus}`)
  })
})
