import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startEmbedded } from '#platform/db/embedded.ts'
import { isAlive, waitUntil } from '#platform/db/process.ts'
import { fillDataDir } from '#dev/testing/prepared-data.ts'

let dataDir: string
let child: ChildProcess | undefined
let server = 0
beforeEach(() => fillDataDir((dataDir = mkdtempSync(join(tmpdir(), 'ajose-npm-')))))
afterEach(async () => {
  for (const pid of [child?.pid, server]) if (pid && isAlive(pid)) process.kill(pid, 'SIGKILL')
  await (await startEmbedded(dataDir)).stop()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Starts the server and returns its address, its process and that of its database once it says that it is ready. */
async function start(
  command: string,
  args: string[],
  more: NodeJS.ProcessEnv = {},
): Promise<{ url: string; postgres: number }> {
  // Variables of the npm that runs these tests would reach the server, as they would not from a person's shell.
  const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')))
  const env = { ...own, PORT: '0', DATA_DIR: dataDir, SEED_DEMO: '0', LOG_LEVEL: 'fatal', ...more }
  const started = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  child = started
  const url = await new Promise<string>((ready, failed) => {
    createInterface(started.stdout).on('line', (line) => {
      const [found] = /(?<=ready at )http\S+/.exec(line) ?? []
      if (found) ready(found)
    })
    started.once('exit', (code) => failed(new Error(`The server ended with ${code}`)))
  })
  server = (JSON.parse(readFileSync(join(dataDir, 'server.lock'), 'utf8')) as { pid: number }).pid
  const [postgres] = readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')
  return { url, postgres: Number(postgres) }
}

test.each(['SIGTERM', 'SIGKILL'] as const)(
  'after npm got %s, the server that it started and the database are gone',
  { timeout: 120_000 },
  async (signal) => {
    const { url, postgres } = await start('npm', ['start'])
    expect((await fetch(`${url}/api/health/ready`)).status).toBe(200)
    child?.kill(signal)
    expect(await waitUntil(() => !isAlive(server) && !isAlive(postgres), 100_000)).toBe(true)
    await expect(fetch(`${url}/api/health/ready`)).rejects.toThrow('fetch failed')
  },
)

test(
  'a server that a shell left behind goes on, also where a variable of npm has reached it',
  { timeout: 120_000 },
  async () => {
    const shell = `"${process.execPath}" app/server/main.ts & wait`
    const { url } = await start('sh', ['-c', shell], {
      npm_lifecycle_event: 'start',
      npm_lifecycle_script: 'nohup node app/server/main.ts &',
    })
    child?.kill('SIGKILL')
    expect(await waitUntil(() => child?.signalCode === 'SIGKILL', 5_000)).toBe(true)
    expect(await waitUntil(() => !isAlive(server), 1_500)).toBe(false)
    expect((await fetch(`${url}/api/health/ready`)).status).toBe(200)
  },
)
