import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { startEmbedded } from '#server/db/embedded.ts'
import { slowLine } from './slow-line.ts'

export interface Message {
  at: string
  channel: 'sms' | 'email'
  to: string
  subject?: string
  text: string
}

export interface RunningServer {
  url: string
  pid: number
  dataDir: string
  /** What the server has printed, the first start's passwords among it. */
  output(): string
  /** The messages that it would have sent, oldest first. */
  outbox(): Message[]
  /** Ends the server as a restart would and removes its data. */
  stop(): Promise<void>
}

const startLimitMs = 120_000
const onWindows = process.platform === 'win32'

/** The super administrator's, named `superadmin`, on every server of the tests. */
export const superAdminPassword = 'super-admin-of-the-test'

/**
 * A server of its own for one test file: a free port, a data folder, the embedded database, the sample cooperative
 * unless SEED_DEMO says 0. Its data folder is a copy of a prepared one where there is one (global-setup.ts).
 * With SLOW_LINE_MS in the environment its answers come up to so many ms later, each its own time.
 */
export async function startServer(given: Record<string, string> = {}): Promise<RunningServer> {
  // Fewer connections than the product's: each one costs a process, and these servers have few visitors.
  const env = {
    SEED_DEMO: '1',
    QUIET_HOURS: 'none',
    DATABASE_POOL: '6',
    SUPERADMIN_PASSWORD: superAdminPassword,
    ...given,
  }
  const dataDir = given['DATA_DIR'] ?? mkdtempSync(join(tmpdir(), 'ajose-e2e-'))
  const prepared = process.env['E2E_DATA_FOLDERS']
  if (prepared && !given['DATA_DIR'])
    await copyFolder(join(prepared, env.SEED_DEMO === '0' ? 'empty' : 'sample'), dataDir)
  const child = spawn(process.execPath, ['--import', './e2e/replacements.ts', 'server/main.ts'], {
    cwd: resolve(import.meta.dirname, '..'),
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  try {
    const url = await readiness(child)
    const mostMs = Number(process.env['SLOW_LINE_MS'] ?? 0)
    const line = mostMs > 0 ? await slowLine(url, mostMs) : undefined
    return {
      url: line?.url ?? url,
      pid: child.pid ?? 0,
      dataDir,
      output: () => output,
      outbox: () => readOutbox(dataDir),
      async stop() {
        await stop(child, given['DATA_DIR'] ? undefined : dataDir)
        line?.close()
      },
    }
  } catch (cause) {
    await stop(child, given['DATA_DIR'] ? undefined : dataDir)
    throw new Error(`The server did not start.\n${output}`, { cause })
  }
}

/** The database's files keep the owner they have, which on Unix only cp preserves. */
async function copyFolder(from: string, to: string): Promise<void> {
  if (onWindows) return cp(from, to, { recursive: true })
  await promisify(execFile)('cp', ['-a', `${from}/.`, to])
}

function readiness(child: ChildProcess): Promise<string> {
  return new Promise((done, fail) => {
    const limit = setTimeout(() => fail(new Error(`no "ready" line in ${startLimitMs} ms`)), startLimitMs)
    child.once('error', fail)
    child.once('exit', (code) => fail(new Error(`it ended with ${code}`)))
    if (!child.stdout) return fail(new Error('its output cannot be read'))
    createInterface(child.stdout).on('line', (line) => {
      const url = /\bready\b.*?(https?:\/\/[^\s"',]+)|(https?:\/\/[^\s"',]+).*?\bready\b/i.exec(line)
      if (!url) return
      clearTimeout(limit)
      done((url[1] ?? url[2] ?? '').replace(/\/$/, ''))
    })
  })
}

function readOutbox(dataDir: string): Message[] {
  const path = join(dataDir, 'outbox.jsonl')
  if (!existsSync(path)) return []
  // The last line may be half written.
  const whole = readFileSync(path, 'utf8').split('\n').slice(0, -1)
  return whole.map((line) => JSON.parse(line) as Message)
}

async function stop(child: ChildProcess, dataDir?: string): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = new Promise((done) => child.once('exit', done))
    child.kill('SIGTERM')
    await ended
  }
  if (!dataDir) return
  // A server that the test killed leaves its database running.
  if (existsSync(join(dataDir, 'postgres/data/postmaster.pid'))) await (await startEmbedded(dataDir)).stop()
  rmSync(dataDir, { recursive: true, force: true })
}
