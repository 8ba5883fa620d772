// Prints what the job library costs on the embedded PostgreSQL: installing its tables, starting, an idle minute, adding a job in a
// transaction, and the time until it runs. docs/decisions/0005 has the figures. graphile-worker, which the product does not
// use, is measured beside it after `npm i --no-save graphile-worker@0.18.0`: `npm run bench:jobs -- pg-boss graphile-worker`.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '#platform/db/embedded.ts'
import { installJobLibrary, type JobQueue, openJobLibrary } from '#platform/db/job-library.ts'
import { pollSeconds, superviseSeconds, workersOf } from '#app/jobs/job-runner.ts'

const idleSeconds = Number(process.env.BENCH_SECONDS ?? 60)
const writers = 16
const added = 4000
const looks = 50

type Library = {
  install(): Promise<unknown>
  start(ran: () => void): Promise<void>
  /** Adds a job inside the client's transaction. */
  add(client: pg.PoolClient, n: number): Promise<unknown>
  /** What the server that has added a job does after its commit. */
  wake(): void
  stop(): Promise<void>
}

let statements = 0
// Both libraries send their statements through the driver that the product has.
const send = pg.Client.prototype.query as (...all: unknown[]) => unknown
pg.Client.prototype.query = function count(this: pg.Client, ...all: unknown[]) {
  statements += 1
  return send.apply(this, all)
} as typeof pg.Client.prototype.query

async function main(): Promise<void> {
  const names = process.argv.length > 2 ? process.argv.slice(2) : ['pg-boss']
  for (const name of names) {
    const folder = mkdtempSync(join(tmpdir(), 'ajose-bench-'))
    const { adminUrl, stop } = await startEmbedded(folder)
    try {
      await measure(name, adminUrl)
    } finally {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

async function measure(name: string, adminUrl: string): Promise<void> {
  const pool = poolOf(adminUrl, 'bench', writers)
  const library = name === 'graphile-worker' ? await graphileWorker(adminUrl) : pgBoss(adminUrl)
  console.log(name)
  const say = (what: string, figure: string) => console.log(`  ${what.padEnd(36)} ${figure}`)
  say('installing its tables', `${(await timed(library.install)).toFixed(0)} ms`)

  let heard = () => {}
  statements = 0
  const start = await timed(() => library.start(() => heard()))
  say('starting', `${start.toFixed(0)} ms, ${statements} statements`)
  await pause(3000)
  statements = 0
  await pause(idleSeconds * 1000)
  say('an idle minute with nine schedules', `${Math.round((statements * 60) / idleSeconds)} statements`)
  const { rows } = await pool.query<{ n: number }>(
    "select count(*)::int as n from pg_stat_activity where application_name = 'library'",
  )
  say('connections held', String(rows[0]?.n))

  const latencies: number[] = []
  for (let n = 0; n < looks; n += 1) {
    const began = performance.now()
    const done = new Promise<void>((resolve) => (heard = resolve))
    await inTransaction(pool, (client) => library.add(client, n))
    library.wake()
    await done
    latencies.push(performance.now() - began)
  }
  latencies.sort((one, other) => one - other)
  say('from adding a job to its run, median', `${latencies[looks / 2]?.toFixed(1)} ms`)
  await library.stop()

  await pool.query('create table bench (n int)')
  const write = (adds: boolean) => (n: number) =>
    inTransaction(pool, async (client) => {
      await client.query('insert into bench (n) values ($1)', [n])
      if (adds) await library.add(client, n)
    })
  for (const adds of [false, true, false, true]) {
    const took = await timed(() => spread(added, write(adds)))
    say(
      `${writers} writers ${adds ? 'that add a job each' : 'without jobs'}`,
      `${Math.round((added * 1000) / took)} transactions/s`,
    )
  }
  await pool.end()
}

/** As the product has it: its queues, schedules and workers. */
function pgBoss(adminUrl: string): Library {
  const pool = poolOf(adminUrl, 'library', 4)
  const boss = openJobLibrary((text, values) => pool.query(text, values), {
    migrate: false,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
    cronWorkerIntervalSeconds: pollSeconds,
  })
  boss.on('error', console.error)
  const messageWorkers: string[] = []
  return {
    async install() {
      const client = new pg.Client({ connectionString: adminUrl })
      await client.connect()
      await installJobLibrary(client)
      await client.end()
    },
    async start(ran) {
      await boss.start()
      for (const [queue, count] of Object.entries(workersOf) as [JobQueue, number][]) {
        for (let n = 0; n < count; n += 1) {
          const id = await boss.work(queue, { pollingIntervalSeconds: pollSeconds, groupConcurrency: 1 }, async () =>
            queue === 'messages' ? ran() : undefined,
          )
          if (queue === 'messages') messageWorkers.push(id)
        }
      }
    },
    add: (client, n) =>
      boss.send('messages', { n }, { db: { executeSql: (text, values) => client.query(text, values) } }),
    wake: () => messageWorkers.forEach((id) => boss.notifyWorker(id)),
    async stop() {
      await boss.stop({ close: false })
      await pool.end()
    },
  }
}

type GraphileWorker = {
  run(options: object): Promise<{ stop(): Promise<void> }>
  runMigrations(options: object): Promise<void>
  Logger: new (make: () => () => void) => object
}

async function graphileWorker(adminUrl: string): Promise<Library> {
  const name = 'graphile-worker'
  const { run, runMigrations, Logger } = (await import(name)) as GraphileWorker
  const pgPool = poolOf(adminUrl, 'library', 4)
  const common = { pgPool, logger: new Logger(() => () => {}), noHandleSignals: true }
  const crons = [1, 1, 1, 1, 5, 10, 10, 60, 60].map((minutes) => (minutes === 60 ? '0 *' : `*/${minutes} *`))
  let runner: Awaited<ReturnType<GraphileWorker['run']>> | undefined
  return {
    install: () => runMigrations(common),
    async start(ran) {
      runner = await run({
        ...common,
        concurrency: 11,
        pollInterval: pollSeconds * 1000,
        taskList: { work: () => ran(), regular: () => {} },
        crontab: crons.map((cron, n) => `${cron} * * * regular ?id=n${n}`).join('\n'),
      })
    },
    add: (client, n) => client.query("select graphile_worker.add_job('work', $1)", [{ n }]),
    wake: () => {},
    async stop() {
      await runner?.stop()
      await pgPool.end()
    },
  }
}

function poolOf(connectionString: string, application_name: string, max: number): pg.Pool {
  const pool = new pg.Pool({ connectionString, application_name, max })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

async function inTransaction(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<unknown>): Promise<void> {
  const client = await pool.connect()
  await client.query('begin')
  await work(client)
  await client.query('commit')
  client.release()
}

/** Does this so many times, as many at once as there are writers. */
async function spread(count: number, work: (n: number) => Promise<void>): Promise<void> {
  let next = 0
  await Promise.all(
    Array.from({ length: writers }, async () => {
      while (next < count) await work(next++)
    }),
  )
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

await main()
