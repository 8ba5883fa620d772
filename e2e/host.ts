import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import { registerHooks } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import type { Started } from '#app/server/start.ts'
import type { Hosted } from './server.ts'
import { analyzeDatabase, closeCluster, dropDatabase, giveDatabase, openCluster } from './shared-database.ts'

// One process for the servers of all test files, in which the program is loaded and its scripts are compiled once, beside
// one PostgreSQL with a database for each. It prints its address, and ends with its standard input.

const keeper = new URL('../platform/db/embedded-keeper.ts', import.meta.url).href
registerHooks({
  resolve: (specifier, context, next) => {
    const resolved = next(specifier, context)
    return resolved.url === keeper
      ? { ...resolved, url: new URL('shared-database.ts', import.meta.url).href }
      : resolved
  },
})
const [{ readConfig }, { start }] = await Promise.all([import('#platform/config.ts'), import('#app/server/start.ts')])

type Environment = Record<string, string>

const folder = process.argv[2] ?? ''
const running = new Map<string, Started>()

function startOn(dataDir: string, env: Environment): Promise<Started> {
  const config = readConfig({
    ...process.env,
    PORT: '0',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'fatal',
    DATA_DIR: dataDir,
    ...env,
  })
  return start(config, () => undefined)
}

const prepared = (env: Environment) => join(folder, env['SEED_DEMO'] === '0' ? 'empty' : 'sample')

/** A data folder and a database without migrations left to do: empty, and with the sample cooperative. */
async function prepare(): Promise<void> {
  const [empty, sample] = [prepared({ SEED_DEMO: '0' }), prepared({})]
  mkdirSync(empty)
  await giveDatabase(empty)
  await (await startOn(empty, { SEED_DEMO: '0' })).stop()
  // A copy, because the roles of a cluster have their passwords from the key that is in the database.
  await cp(empty, sample, { recursive: true })
  await giveDatabase(sample, empty)
  await (await startOn(sample, { SEED_DEMO: '1' })).stop()
  await analyzeDatabase(sample)
}

// Each start sets the roles' passwords again, and PostgreSQL refuses the second of two at the same time.
let lastStart: Promise<unknown> = Promise.resolve()

async function startServer(env: Environment): Promise<Hosted> {
  const dataDir = mkdtempSync(join(tmpdir(), 'ajose-e2e-'))
  await cp(prepared(env), dataDir, { recursive: true })
  const started = lastStart.then(async () => {
    const adminUrl = await giveDatabase(dataDir, prepared(env))
    return { adminUrl, server: await startOn(dataDir, env) }
  })
  lastStart = started.catch(() => undefined)
  const { adminUrl, server } = await started
  running.set(dataDir, server)
  return { url: server.url, pid: process.pid, dataDir, adminUrl }
}

async function stopServer(dataDir: string): Promise<void> {
  await running.get(dataDir)?.stop()
  running.delete(dataDir)
  await dropDatabase(dataDir)
  rmSync(dataDir, { recursive: true, force: true })
}

async function answer(request: IncomingMessage): Promise<unknown> {
  if (request.method === 'POST') return startServer((await json(request)) as Environment)
  await stopServer(decodeURIComponent((request.url ?? '').slice(1)))
  return {}
}

await openCluster(folder)
await prepare().catch(async (error: unknown) => {
  await closeCluster()
  throw error
})
const host = createServer((request, response) => {
  answer(request).then(
    (given) => response.end(JSON.stringify(given)),
    (error: unknown) => response.writeHead(500).end(error instanceof Error ? error.stack : String(error)),
  )
}).listen(0, '127.0.0.1', () => process.stdout.write(`http://127.0.0.1:${(host.address() as AddressInfo).port}\n`))
// Ctrl-C reaches it too, while the tests still take down what they have here.
process.on('SIGINT', () => undefined)
process.stdin.resume().on('end', () => {
  void Promise.all([...running.values()].map((server) => server.stop()))
    .then(closeCluster)
    .then(() => process.exit())
})
