// Prints, from one run on one server: requests a second of POST /financial/contributions over HTTP, the tps of pgbench's
// built-in TPC-B script on the same PostgreSQL, the ratio, and what a posting leaves in the database. Figures in the docs come from here.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '#platform/db/embedded.ts'
import type { RunningServer } from '#e2e/server.ts'
import { ask, exchange, prepareCooperatives, startEmptyServer, type Target } from './bench-server.ts'

const cooperativesCount = 100
const membersEach = 20
const connections = 32
const warmUpSeconds = 5
const seconds = Number(process.env.BENCH_SECONDS ?? 20)

async function main(): Promise<void> {
  const server = await startEmptyServer()
  const { dataDir } = server
  try {
    console.log(`Preparing ${cooperativesCount} cooperatives with ${membersEach} members each …`)
    const targets = await prepareCooperatives(server.url, cooperativesCount, membersEach)
    await load(server.url, targets, warmUpSeconds)
    // pgbench's initialisation ends in the same; a database at work has its statistics from autovacuum.
    await analyze(dataDir)
    await load(server.url, targets, warmUpSeconds)
    const sizeBefore = await sizeOf(dataDir)
    const busyBefore = busyMilliseconds(server)
    const http = await load(server.url, targets, seconds)
    const busy = busyMilliseconds(server)
    const size = await sizeOf(dataDir)
    const checked = await trialBalances(server.url, targets)
    console.log(
      `HTTP     ${rate(http.done, http.seconds)} requests/s  (${http.done} posted in ${http.seconds.toFixed(1)} s, ${connections} connections, ${cooperativesCount} cooperatives; p50 ${http.p50.toFixed(1)} ms, p99 ${http.p99.toFixed(1)} ms; ${checked} trial balances agree)`,
    )
    const each = (name: keyof typeof size) => (size[name] - sizeBefore[name]) / http.done
    console.log(`storage  ${each('rows').toFixed(1)} rows and ${(each('bytes') / 1000).toFixed(1)} kB a posting`)
    if (busy && busyBefore) {
      const spent = (name: keyof typeof busy) => ((busy[name] - busyBefore[name]) / http.done).toFixed(2)
      console.log(
        `busy     ${spent('server')} ms server, ${spent('postgres')} ms PostgreSQL and ${spent('load')} ms load generator a posting, of all processors`,
      )
    }
    const tps = pgbench(dataDir)
    if (tps === undefined)
      console.log('pgbench  skipped: it is not installed here (Debian: apt-get install postgresql-contrib)')
    else {
      console.log(
        `pgbench  ${tps.toFixed(0)} transactions/s  (built-in TPC-B, scale ${connections}, ${connections} clients, same PostgreSQL and settings)`,
      )
      console.log(`ratio    ${(http.done / http.seconds / tps).toFixed(2)}`)
    }
  } finally {
    await server.stop()
  }
}

type Result = { done: number; seconds: number; p50: number; p99: number }

/** Each connection sends its next request when the last is answered, every one with its own key, to any cooperative. */
async function load(url: string, targets: readonly Target[], forSeconds: number): Promise<Result> {
  const { hostname, port } = new URL(url)
  const until = performance.now() + forSeconds * 1000
  const latencies: number[] = []
  const began = performance.now()
  await Promise.all(
    Array.from({ length: connections }, (_, n) =>
      connectionLoop({ hostname, port: Number(port), targets, until, latencies, offset: n }),
    ),
  )
  const elapsed = (performance.now() - began) / 1000
  latencies.sort((a, b) => a - b)
  return {
    done: latencies.length,
    seconds: elapsed,
    p50: latencies[Math.floor(latencies.length * 0.5)] ?? 0,
    p99: latencies[Math.floor(latencies.length * 0.99)] ?? 0,
  }
}

type Loop = {
  hostname: string
  port: number
  targets: readonly Target[]
  until: number
  latencies: number[]
  offset: number
}

async function connectionLoop({ hostname, port, targets, until, latencies, offset }: Loop): Promise<void> {
  const socket = connect(port, hostname)
  socket.setNoDelay(true)
  await new Promise((resolve) => socket.once('connect', resolve))
  for (let n = 0; performance.now() < until; n += 1) {
    const target = targets[(offset + n * connections) % targets.length] as Target
    const body = JSON.stringify({
      memberId: target.members[n % target.members.length],
      amount: 100 + (n % 900) + 0.5,
      anotherPayment: true,
    })
    const began = performance.now()
    const { status } = await exchange(
      socket,
      `POST /api/financial/contributions HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer ${target.token}\r\nidempotency-key: ${crypto.randomUUID()}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    )
    if (status !== 201) throw new Error(`A contribution was answered with ${status}`)
    latencies.push(performance.now() - began)
  }
  socket.destroy()
}

/** How long processors worked for each so far; undefined where the system does not say it as Linux does. */
function busyMilliseconds({ pid, dataDir }: RunningServer) {
  if (!existsSync('/proc/self/stat')) return undefined
  const postmaster = Number(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0])
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim().split(' ').map(Number)
  // The postmaster counts those of its children that have ended.
  const postgres =
    busyOf(postmaster, 4) + children.map((child) => busyOf(child, 2)).reduce((sum, each) => sum + each, 0)
  return { server: busyOf(pid, 2), postgres, load: busyOf(process.pid, 2) }
}

/** Milliseconds by the first of the four counts of proc(5): in user and system mode, the same of ended children. */
function busyOf(pid: number, counts: 2 | 4): number {
  let text: string
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    // It has ended since it was listed, and its parent counts it.
    return 0
  }
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 11 + counts)
  return fields.reduce((sum, ticks) => sum + Number(ticks) * 10, 0)
}

/** The figures count only if every cooperative's books still balance. */
async function trialBalances(url: string, targets: readonly Target[]): Promise<number> {
  for (const { token } of targets) {
    const { balanced } = await ask(url, 'GET', '/financial/reports/trial-balance', token)
    if (!balanced) throw new Error('A trial balance does not balance')
  }
  return targets.length
}

async function analyze(dataDir: string): Promise<void> {
  await onDatabase(dataDir, 'analyze')
}

/** Rows that were ever inserted, and the bytes of tables and indexes. */
async function sizeOf(dataDir: string): Promise<{ rows: number; bytes: number }> {
  return (await onDatabase(
    dataDir,
    `select (select sum(n_tup_ins)::float from pg_stat_user_tables) as rows, pg_database_size(current_database())::float as bytes`,
  )) as { rows: number; bytes: number }
}

async function onDatabase(dataDir: string, statement: string): Promise<unknown> {
  const { adminUrl } = await startEmbedded(dataDir)
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    return (await client.query(statement)).rows[0]
  } finally {
    await client.end()
  }
}

function pgbench(dataDir: string): number | undefined {
  const program = findPgbench()
  if (program === undefined) return undefined
  const password = readFileSync(join(dataDir, 'postgres/password'), 'utf8').trim()
  const env = {
    ...process.env,
    PGPASSWORD: password,
    PGHOST: join(dataDir, 'postgres/socket'),
    PGUSER: 'postgres',
    PGDATABASE: 'postgres',
  }
  execFileSync(program, ['-i', '-q', '-s', String(connections)], { env, stdio: 'ignore' })
  const output = execFileSync(program, ['-c', String(connections), '-j', '2', '-T', String(seconds)], {
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return Number(/tps = ([\d.]+)/.exec(output)?.[1])
}

function findPgbench(): string | undefined {
  const bindir = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' }).stdout?.trim()
  const candidates = [
    bindir ? join(bindir, 'pgbench') : '',
    ...(process.env.PATH ?? '').split(':').map((folder) => join(folder, 'pgbench')),
  ]
  return candidates.find((candidate) => candidate !== '' && existsSync(candidate))
}

const rate = (done: number, elapsed: number) => (done / elapsed).toFixed(0)

await main()
