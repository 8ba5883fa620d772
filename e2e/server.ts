import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { startEmbedded } from '#platform/db/embedded.ts'
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
  /** Connects as the superuser of its database. */
  adminUrl(): Promise<string>
  /** What the server has printed, the first start's passwords among it. */
  output(): string
  /** The messages that it would have sent, oldest first. */
  outbox(): Message[]
  /** Ends the server as a restart would and removes its data. */
  stop(): Promise<void>
}

const startLimitMs = 120_000

/** The super administrator's, named `superadmin`, on every server of the tests. */
export const superAdminPassword = 'super-admin-of-the-test'

/**
 * A server of its own for one test file: a free port, a data folder, a database, the sample cooperative unless SEED_DEMO
 * says 0. In the browser tests it runs in the process of all of them (host.ts), but with a DATA_DIR of its own as a
 * process of its own. With SLOW_LINE_MS in the environment its answers come up to so many ms later, each its own time.
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
  const host = process.env['E2E_HOST']
  const server = await (host && !given['DATA_DIR'] ? startHosted(host, env) : startProcess(env, given['DATA_DIR']))
  const mostMs = Number(process.env['SLOW_LINE_MS'] ?? 0)
  if (mostMs === 0) return server
  const line = await slowLine(server.url, mostMs)
  return {
    ...server,
    url: line.url,
    async stop() {
      await server.stop()
      line.close()
    },
  }
}

/** What host.ts answers of a server that it has started. */
export type Hosted = { url: string; pid: number; dataDir: string; adminUrl: string }

async function startHosted(host: string, env: Record<string, string>): Promise<RunningServer> {
  const answer = await fetch(host, { method: 'POST', body: JSON.stringify(env) })
  if (!answer.ok) throw new Error(`The server did not start.\n${await answer.text()}`)
  const { url, pid, dataDir, adminUrl } = (await answer.json()) as Hosted
  return {
    url,
    pid,
    dataDir,
    adminUrl: () => Promise.resolve(adminUrl),
    output: () => '',
    outbox: () => readOutbox(dataDir),
    async stop() {
      const stopped = await fetch(`${host}/${encodeURIComponent(dataDir)}`, { method: 'DELETE' })
      if (!stopped.ok) throw new Error(`The server did not stop.\n${await stopped.text()}`)
    },
  }
}

async function startProcess(env: Record<string, string>, given: string | undefined): Promise<RunningServer> {
  const dataDir = given ?? mkdtempSync(join(tmpdir(), 'ajose-e2e-'))
  const child = spawn(process.execPath, ['--import', './e2e/replacements.ts', 'app/server/main.ts'], {
    cwd: resolve(import.meta.dirname, '..'),
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  try {
    return {
      url: await readiness(child),
      pid: child.pid ?? 0,
      dataDir,
      adminUrl: async () => (await startEmbedded(dataDir)).adminUrl,
      output: () => output,
      outbox: () => readOutbox(dataDir),
      stop: () => stop(child, given === undefined ? dataDir : undefined),
    }
  } catch (cause) {
    await stop(child, given === undefined ? dataDir : undefined)
    throw new Error(`The server did not start.\n${output}`, { cause })
  }
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
