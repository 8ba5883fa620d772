import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { startEmbedded, type EmbeddedDatabase, type EmbeddedOptions } from './embedded.ts'
import { isAlive, processesIn } from './process.ts'
import { atSize } from '#dev/testing/size.ts'

/** Where a database was made once, which most tests start on a copy of: making one takes longer than all else. */
let made: string
let dataDir: string
let latest: EmbeddedDatabase | undefined

beforeAll(async () => {
  made = newFolder()
  await (await startEmbedded(made)).stop()
})
afterAll(() => rmSync(made, { recursive: true, force: true }))
beforeEach(() => {
  dataDir = newFolder()
})
afterEach(async () => {
  await latest?.stop()
  latest = undefined
  rmSync(dataDir, { recursive: true, force: true })
})

test('a stopped database keeps its data and its password', async () => {
  copyMade()
  const first = await start()
  await query(first, 'CREATE TABLE note AS SELECT 7 AS kept')
  await first.stop()
  expect(isAlive(first.pid)).toBe(false)

  const second = await start()
  expect(second.adopted).toBe(false)
  expect(second.adminUrl).toBe(first.adminUrl)
  expect(await query(second, 'SELECT kept FROM note')).toEqual([{ kept: 7 }])
})

// ASVS V13.2.1
test('no one but the owner of the machine account reaches it, and only with the password', async () => {
  copyMade()
  const database = await start()
  expect(await query(database, 'SHOW listen_addresses')).toEqual([{ listen_addresses: '' }])
  expect(await query(database, 'SHOW data_checksums')).toEqual([{ data_checksums: 'on' }])
  expect(await query(database, 'SHOW fsync')).toEqual([{ fsync: 'on' }])
  expect(statSync(join(dataDir, 'postgres/password')).mode & 0o777).toBe(0o600)
  expect(statSync(join(dataDir, 'postgres/socket')).mode & 0o777).toBe(0o700)
  const wrong = new pg.Client({ connectionString: database.adminUrl.replace(/:[^:@]+@/, ':guess@') })
  await expect(wrong.connect()).rejects.toThrow(/password authentication failed/)
})

test('what was acknowledged survives kill -9 of every database process', async () => {
  copyMade()
  const first = await start()
  await query(first, 'CREATE TABLE note AS SELECT 7 AS kept')
  const pids = processesIn(dataFolder(), ownerOf(dataFolder()))
  expect(pids).toContain(first.pid)
  for (const pid of pids) process.kill(pid, 'SIGKILL')

  const second = await start()
  expect(second.pid).not.toBe(first.pid)
  expect(await query(second, 'SELECT kept FROM note')).toEqual([{ kept: 7 }])
})

test('kill -9 of the postmaster alone, with a client in a long query, does not end in two servers on one folder', async () => {
  copyMade()
  const first = await start()
  const busy = new pg.Client({ connectionString: first.adminUrl })
  busy.on('error', () => undefined)
  await busy.connect()
  const query = busy.query('DO $$ BEGIN LOOP PERFORM 1; END LOOP; END $$').catch(() => undefined)
  await new Promise((resolve) => setTimeout(resolve, 100))
  process.kill(first.pid, 'SIGKILL')

  const second = await start()
  const orphans = processesIn(dataFolder(), ownerOf(dataFolder())).filter(
    (pid) => parentOf(pid) !== second.pid && pid !== second.pid,
  )
  expect(orphans).toEqual([])
  await query
})

test('a database that a killed run left is adopted, or restarted where other settings are wanted', async () => {
  copyMade()
  const left = await start()
  const adopted = await start()
  expect(adopted).toMatchObject({ adopted: true, pid: left.pid, adminUrl: left.adminUrl })

  const restarted = await start({ settings: { work_mem: '9MB' } })
  expect(restarted.adopted).toBe(false)
  expect(isAlive(left.pid)).toBe(false)
  expect(await query(restarted, 'SHOW work_mem')).toEqual([{ work_mem: '9MB' }])
})

test.runIf(atSize(false, true))(
  'a pid file whose pid now belongs to something else does not stop the start',
  async () => {
    copyMade()
    const first = await start()
    const pidFile = readFileSync(join(dataFolder(), 'postmaster.pid'), 'utf8')
    await first.stop()
    const stranger = spawn('sleep', ['60'])
    writeFileSync(join(dataFolder(), 'postmaster.pid'), pidFile.replace(/^\d+/, String(stranger.pid)))

    const second = await start()
    expect(isAlive(stranger.pid!)).toBe(true)
    stranger.kill()
    expect(await query(second, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  },
)

test.runIf(atSize(false, true))('a half-made database is made again', async () => {
  mkdirSync(join(dataDir, 'postgres/making-0000/base'), { recursive: true })
  writeFileSync(join(dataDir, 'postgres/making-0000/PG_VERSION'), '18\n')
  const database = await start()
  expect(await query(database, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  expect(() => statSync(join(dataDir, 'postgres/making-0000'))).toThrow(/ENOENT/)
})

test.runIf(atSize(false, true))(
  'a run killed while it makes the database leaves nothing that the next one trips over',
  async () => {
    const module = new URL('./embedded.ts', import.meta.url).href
    const script = `const { startEmbedded } = await import(${JSON.stringify(module)}); await startEmbedded(${JSON.stringify(dataDir)})`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' })
    await new Promise((resolve) => setTimeout(resolve, 450))
    child.kill('SIGKILL')
    await new Promise((resolve) => child.once('exit', resolve))
    const database = await start()
    expect(await query(database, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  },
)

// ASVS V13.2.3
test.runIf(atSize(false, true))('a lost password is replaced and the data kept', async () => {
  copyMade()
  const first = await start()
  await query(first, 'CREATE TABLE note AS SELECT 7 AS kept')
  rmSync(join(dataDir, 'postgres/password'))
  const second = await start()
  expect(second.adminUrl).not.toBe(first.adminUrl)
  expect(await query(second, 'SELECT kept FROM note')).toEqual([{ kept: 7 }])
})

test.runIf(atSize(false, true))('a folder too deep for a socket gets one elsewhere', async () => {
  const deep = join(dataDir, 'a'.repeat(60), 'b'.repeat(60))
  latest = await startEmbedded(deep)
  const socketFolder = new URL(latest.adminUrl.replace('@/', '@host/')).searchParams.get('host')!
  onTestFinished(() => rmSync(socketFolder, { recursive: true, force: true }))
  expect(socketFolder.startsWith(tmpdir())).toBe(true)
  expect(await query(latest, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test.runIf(process.getuid?.() === 0)(
  "root's closed folder is served from a place that the database's user may enter",
  async () => {
    const closed = join(dataDir, 'home')
    mkdirSync(closed, { mode: 0o700 })
    latest = await startEmbedded(join(closed, 'data'))
    await query(latest, 'CREATE TABLE note AS SELECT 7 AS kept')
    await latest.stop()
    latest = await startEmbedded(join(closed, 'data'))
    const rows = await query(latest, 'SELECT kept FROM note')
    const elsewhere = realpathSync(join(closed, 'data/postgres'))
    await latest.stop()
    expect(rows).toEqual([{ kept: 7 }])
    expect(elsewhere).toMatch(/^\/var\/lib\/ajose\/data-/)
    expect(statSync(closed).mode & 0o777).toBe(0o700)

    rmSync(elsewhere, { recursive: true })
    await expect(startEmbedded(join(closed, 'data'))).rejects.toThrow(/is missing/)
  },
)

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ajose-embedded-'))
  // The database of a test by root has a user of its own, who must be able to pass through.
  chmodSync(folder, 0o755)
  return folder
}

/** Its files keep their owner and their rights. */
function copyMade(): void {
  execFileSync('cp', ['-a', `${made}/.`, dataDir])
}

async function start(options?: EmbeddedOptions): Promise<EmbeddedDatabase> {
  return (latest = await startEmbedded(dataDir, options))
}

async function query(database: EmbeddedDatabase, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: database.adminUrl })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

function dataFolder(): string {
  return join(realpathSync(dataDir), 'postgres/data')
}

function ownerOf(path: string) {
  const { uid, gid } = statSync(path)
  return process.getuid?.() === 0 ? { uid, gid } : undefined
}

function parentOf(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1])
}
