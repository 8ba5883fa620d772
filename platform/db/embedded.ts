import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { CannotStart } from '#platform/cannot-start.ts'
import { prepareHome, type Home } from './embedded-home.ts'
import { accessFile, settingsFile } from './embedded-settings.ts'
import { DatabaseClient } from './primary.ts'
import { isAlive, processesIn, runsProgram, startMark, waitUntil } from './process.ts'

export interface EmbeddedDatabase {
  /** Connects as the database's superuser. */
  adminUrl: string
  pid: number
  /** True where a server left by a killed run was taken over as it was. */
  adopted: boolean
  /** Ends open transactions, writes everything out and waits until the process is gone. */
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  /** Lines for postgresql.conf over our own. */
  settings?: Record<string, string>
  /** Trades safety against crashes for speed; for databases that no one will miss. */
  throwaway?: boolean
  /** How long the start may read the log, where it is not what a crash has left. */
  recoveryMilliseconds?: number
}

const recoveryLimitMs = 10 * 60_000
const stopLimitMs = 60_000

/** Runs the PostgreSQL that comes with Ajose on `dataDir`, making the database at the first call. */
export async function startEmbedded(dataDir: string, options: EmbeddedOptions = {}): Promise<EmbeddedDatabase> {
  const home = await prepareHome(dataDir)
  const data = join(home.folder, 'data')
  const passwordIsNew = makePassword(home)
  if (existsSync(data) && passwordIsNew) await stopRunning(home, data)
  if (!existsSync(data)) await createCluster(home, data, options)
  else if (passwordIsNew) resetPassword(home, data)

  const settings = settingsFor(home, options)
  const adopted = await adoptRunning(home, data, settings)
  if (adopted) return adopted
  await stopRunning(home, data)

  writeOwned(home, join(data, 'postgresql.conf'), settings)
  writeOwned(home, join(data, 'pg_hba.conf'), accessFile)
  const pid = await launch(home, data, options.recoveryMilliseconds)
  const database = handle(home, data, pid, false)
  await ping(database.adminUrl)
  return database
}

/** Reports whether the password is a new one. A draft renamed into place is never half a password. */
function makePassword(home: Home): boolean {
  const path = join(home.folder, 'password')
  if (existsSync(path)) return false
  const draft = `${path}.new`
  writeOwned(home, draft, randomBytes(24).toString('base64url'))
  renameSync(draft, path)
  return true
}

/** Made beside its place and renamed when complete, so a folder named data is always a whole cluster. */
async function createCluster(home: Home, data: string, { throwaway }: EmbeddedOptions): Promise<void> {
  for (const name of readdirSync(home.folder)) {
    if (name.startsWith('making-')) rmSync(join(home.folder, name), { recursive: true, force: true, maxRetries: 10 })
  }
  const draft = join(home.folder, `making-${randomBytes(4).toString('hex')}`)
  const child = spawn(
    home.programs.initdb,
    [
      `--pgdata=${draft}`,
      '--username=postgres',
      `--pwfile=${join(home.folder, 'password')}`,
      '--auth=scram-sha-256',
      '--data-checksums',
      '--encoding=UTF8',
      // An index must not depend on the collation of this machine's C library.
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--no-instructions',
      ...(throwaway ? ['--no-sync'] : []),
    ],
    { ...spawnSettings(home), stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let output = ''
  child.stdout.on('data', (chunk) => (output += String(chunk)))
  child.stderr.on('data', (chunk) => (output += String(chunk)))
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve))
  if (code !== 0)
    throw new CannotStart(
      `The database could not be made in ${home.folder}: ${output.trim().split('\n').slice(-5).join(' ')}`,
    )
  renameSync(draft, data)
}

/** With the password lost the superuser can still come in as PostgreSQL's single user, who is asked for none. */
function resetPassword(home: Home, data: string): void {
  const input = `ALTER ROLE postgres PASSWORD '${passwordOf(home)}'\n`
  const { status, stderr } = spawnSync(home.programs.postgres, ['--single', '-D', data, 'postgres'], {
    ...spawnSettings(home),
    input,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`The database's lost password could not be replaced: ${stderr.trim()}`)
}

function settingsFor(home: Home, { settings = {}, throwaway }: EmbeddedOptions): string {
  const place: Record<string, string> = home.socketFolder
    ? { listen_addresses: '', unix_socket_directories: home.socketFolder, unix_socket_permissions: '0700' }
    : { listen_addresses: '127.0.0.1', unix_socket_directories: '' }
  const risks: Record<string, string> = throwaway ? { fsync: 'off', full_page_writes: 'off' } : {}
  return settingsFile({ ...place, log_directory: join(home.folder, 'log') }, { ...risks, ...settings })
}

/** PostgreSQL outlives a killed server. It is kept if it is what we would start, and stopped otherwise. */
async function adoptRunning(home: Home, data: string, settings: string): Promise<EmbeddedDatabase | undefined> {
  const pid = runningPostmaster(home, data)
  if (pid === undefined || !runsProgram(pid, home.programs.postgres, home.owner)) return undefined
  if (readFileSync(join(data, 'postgresql.conf'), 'utf8') !== settings) return undefined
  await waitUntil(() => !isAlive(pid) || readPidFile(data)?.status !== 'starting', recoveryLimitMs)
  const database = handle(home, data, pid, true)
  try {
    await ping(database.adminUrl)
    return database
  } catch {
    return undefined
  }
}

function runningPostmaster(home: Home, data: string): number | undefined {
  const pid = readPidFile(data)?.pid
  if (pid === undefined) return undefined
  const here = process.platform === 'linux' ? processesIn(data, home.owner).includes(pid) : isAlive(pid)
  return here ? pid : undefined
}

/** Leaves the cluster with no process in it and no pid file that would stop the next start. */
async function stopRunning(home: Home, data: string): Promise<void> {
  const pid = runningPostmaster(home, data)
  if (pid !== undefined) await stopPostmaster(home, data, pid)

  // Orphans of a killed postmaster leave by themselves when they notice; a new one beside them would ruin the data.
  for (const signal of [undefined, 'SIGQUIT', 'SIGKILL'] as const) {
    const left = processesIn(data, home.owner)
    if (signal) for (const each of left) killQuietly(each, signal)
    await waitUntil(() => !left.some(isAlive), 5_000)
  }

  const stale = readPidFile(data)?.pid
  // PostgreSQL removes the file of a dead pid after checks of its own, but believes one that something else now has.
  if (stale !== undefined && isAlive(stale) && process.platform === 'linux')
    rmSync(join(data, 'postmaster.pid'), { force: true })
}

async function launch(home: Home, data: string, recoveryMilliseconds = recoveryLimitMs): Promise<number> {
  const logPath = join(home.folder, 'start.log')
  const deadline = Date.now() + 20_000
  if (!home.socketFolder) writeFileSync(join(data, 'postgresql.auto.conf'), `port = ${await freePort()}\n`)
  for (;;) {
    rmSync(logPath, { force: true })
    const log = openSync(logPath, 'w', 0o600)
    // Its own session, so that Ctrl-C reaches only us and requests under way keep their database.
    const child = spawn(home.programs.postgres, ['-D', data], {
      ...spawnSettings(home),
      detached: true,
      stdio: ['ignore', log, log],
    })
    closeSync(log)
    let ended = false
    child.on('error', () => (ended = true)).on('exit', () => (ended = true))
    child.unref()
    const isReady = () => readPidFile(data)?.pid === child.pid && readPidFile(data)?.status === 'ready'
    await waitUntil(() => ended || isReady(), recoveryMilliseconds)
    if (!ended && child.pid !== undefined && isReady()) return child.pid

    const words = readFileSync(logPath, 'utf8').trim()
    const mayPass = /postmaster\.pid|shared memory block/.test(words)
    if (!mayPass || Date.now() > deadline)
      throw new CannotStart(
        /No space left on device/.test(words)
          ? `The disk of ${home.folder} is full, so the database can't start. Make room on it and start again; nothing was lost.`
          : `PostgreSQL did not start. Its log is in ${join(home.folder, 'log')}. ${words}`,
      )
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}

function handle(home: Home, data: string, pid: number, adopted: boolean): EmbeddedDatabase {
  const mark = startMark(pid)
  const place = home.socketFolder
    ? `@/postgres?host=${encodeURIComponent(home.socketFolder)}&port=5432`
    : `@127.0.0.1:${readPidFile(data)?.port}/postgres`
  let stopping: Promise<void> | undefined
  return {
    adminUrl: `postgresql://postgres:${passwordOf(home)}${place}`,
    pid,
    adopted,
    stop: () => (stopping ??= startMark(pid) === mark ? stopPostmaster(home, data, pid) : Promise.resolve()),
  }
}

async function stopPostmaster(home: Home, data: string, pid: number): Promise<void> {
  if (process.platform === 'win32') {
    spawnSync(home.programs.pgCtl, ['stop', '-D', data, '-m', 'fast'], spawnSettings(home))
  }
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (!isAlive(pid)) return
    killQuietly(pid, signal)
    await waitUntil(() => !isAlive(pid), signal === 'SIGINT' ? stopLimitMs : 5_000)
  }
}

async function ping(adminUrl: string): Promise<void> {
  const client = new DatabaseClient({ connectionString: adminUrl, connectionTimeoutMillis: 10_000 })
  try {
    await client.connect()
    await client.query('select 1')
  } finally {
    await client.end()
  }
}

interface PidFile {
  pid: number
  port: number
  status: string
}

function readPidFile(data: string): PidFile | undefined {
  try {
    const lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Number(lines[0])
    return pid > 0 ? { pid, port: Number(lines[3]), status: (lines[7] ?? 'starting').trim() } : undefined
  } catch {
    return undefined
  }
}

function spawnSettings(home: Home) {
  const { PATH, SystemRoot } = process.env
  // Our own environment holds secrets that are none of the database's business.
  return { cwd: home.folder, env: { PATH, SystemRoot, LC_ALL: 'C', TZ: 'UTC' }, ...home.owner }
}

function passwordOf(home: Home): string {
  return readFileSync(join(home.folder, 'password'), 'utf8')
}

function writeOwned(home: Home, path: string, text: string): void {
  writeFileSync(path, text, { mode: 0o600, flush: true })
  if (home.owner) chownSync(path, home.owner.uid, home.owner.gid)
}

function killQuietly(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It was gone first.
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => probe.on('listening', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('No free port.')
  return address.port
}
