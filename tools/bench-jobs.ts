// Prints what a job library costs on the embedded PostgreSQL: installing its tables, starting, an idle minute, adding a job in
// a transaction, and the time until it runs. docs/decisions/0048 has the figures. Without an argument it measures pg-boss;
// graphile-worker is measured after `npm i --no-save graphile-worker@0.18.0`, which the product does not need.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { startEmbedded } from '#server/db/embedded.ts'

const idleSeconds = Number(process.env.BENCH_SECONDS ?? 60)
const writers = 16
const added = 4000
/** As many as the product's regular jobs, of which five are due each minute. */
const schedules = [
  '* * * * *',
  '* * * * *',
  '* * * * *',
  '* * * * *',
  '* * * * *',
  '*/5 * * * *',
  '*/10 * * * *',
  '*/10 * * * *',
  '0 * * * *',
]

type Library = {
  install(): Promise<unknown>
  start(ran: () => void): Promise<void>
  /** Adds a job inside the client's transaction. */
  add(client: pg.PoolClient, n: number): Promise<unknown>
  /** What the server that has added a job does after its commit. */
  wake(): void
  stop(): Promise<unknown>
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'ajose-bench-'))
  const postgres = await startEmbedded(folder)
  try {
    const names = process.argv.length > 2 ? process.argv.slice(2) : ['pg-boss']
    for (const name of names) await measure(name, postgres.adminUrl)
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

let statements = 0
// Each library sends its statements through the driver that the product has.
const send = pg.Client.prototype.query as (...all: unknown[]) => unknown
pg.Client.prototype.query = function (this: pg.Client, ...all: unknown[]) {
  statements += 1
  return send.apply(this, all)
} as typeof pg.Client.prototype.query

async function measure(name: string, adminUrl: string): Promise<void> {
  const watcher = new pg.Client({ connectionString: adminUrl, application_name: 'bench' })
  await watcher.connect()
  const library = name === 'graphile-worker' ? await graphileWorker(adminUrl) : pgBoss(adminUrl)
  const pool = new pg.Pool({ connectionString: adminUrl, max: writers, application_name: 'bench' })
  console.log(name)
  const say = (what: string, figure: string) => console.log(`  ${what.padEnd(34)} ${figure}`)
  say('installing its tables', `${(await timed(library.install)).toFixed(0)} ms`)

  let ran = 0
  let heard: (() => void) | undefined
  statements = 0
  const start = await timed(() =>
    library.start(() => {
      ran += 1
      heard?.()
    }),
  )
  say('starting', `${start.toFixed(0)} ms, ${statements} statements`)
  await pause(3000)
  statements = 0
  await pause(idleSeconds * 1000)
  say('an idle minute with nine schedules', `${Math.round((statements * 60) / idleSeconds)} statements`)
  const { rows } = await watcher.query<{ n: number }>(
    "select count(*)::int as n from pg_stat_activity where datname = current_database() and application_name <> 'bench'",
  )
  say('connections held', String(rows[0]?.n))

  const latencies: number[] = []
  for (let n = 0; n < 50; n += 1) {
    const began = performance.now()
    const done = new Promise<void>((resolve) => (heard = resolve))
    await inTransaction(pool, (client) => library.add(client, n))
    library.wake()
    await done
    latencies.push(performance.now() - began)
    heard = undefined
  }
  say('from adding a job to its run, median', `${latencies.toSorted((a, b) => a - b)[25]?.toFixed(1)} ms`)

  await watcher.query('create table if not exists bench (id bigserial primary key, n int)')
  const write = (add: boolean) => async (n: number) => {
    await inTransaction(pool, async (client) => {
      await client.query('insert into bench (n) values ($1)', [n])
      if (add) await library.add(client, n)
    })
  }
  await library.stop()
  for (const add of [false, true]) {
    const took = await timed(() => spread(added, write(add)))
    say(
      `${writers} writers ${add ? 'that add a job each' : 'without jobs'}`,
      `${Math.round((added * 1000) / took)} transactions/s`,
    )
  }
  await pool.end()
  await watcher.end()
}

function pgBoss(adminUrl: string): Library {
  const pool = new pg.Pool({ connectionString: adminUrl, max: 4, application_name: 'pg-boss' })
  const db = { executeSql: async (text: string, values?: unknown[]) => pool.query(text, values) }
  const boss = new PgBoss({
    db,
    schema: 'job',
    supervise: true,
    superviseIntervalSeconds: 15,
    monitorIntervalSeconds: 15,
    flowIntervalSeconds: 3600,
    bamIntervalSeconds: 3600,
    registerInstance: false,
    reindex: false,
    monitorVacuum: false,
    cronWorkerIntervalSeconds: 10,
  })
  let workers: string[] = []
  return {
    async install() {
      await boss.start()
      await boss.createQueue('work')
      for (const [n, cron] of schedules.entries()) await boss.schedule('work', cron, {}, { key: String(n) })
      await boss.stop({ close: false })
    },
    async start(ran) {
      await boss.start()
      workers = [await boss.work('work', { localConcurrency: 3, pollingIntervalSeconds: 30 }, async () => ran())]
    },
    add: (client, n) =>
      boss.send('work', { n }, { db: { executeSql: async (text, values) => client.query(text, values) } }),
    wake: () => workers.forEach((id) => boss.notifyWorker(id)),
    async stop() {
      await boss.stop()
      await pool.end
    },
  }
}

type GraphileWorker = {
  run(options: object): Promise<{ stop(): Promise<void>; events: NodeJS.EventEmitter }>
  runMigrations(options: object): Promise<void>
  Logger: new (make: () => () => void) => object
}

async function graphileWorker(adminUrl: string): Promise<Library> {
  const name = 'graphile-worker'
  const { run, runMigrations, Logger } = (await import(name)) as GraphileWorker
  const pgPool = new pg.Pool({ connectionString: adminUrl, max: 4, application_name: name })
  const common = { pgPool, logger: new Logger(() => () => {}), noHandleSignals: true }
  let runner: Awaited<ReturnType<GraphileWorker['run']>> | undefined
  return {
    install: () => runMigrations(common),
    async start(ran) {
      runner = await run({
        ...common,
        concurrency: 3,
        pollInterval: 30_000,
        taskList: { work: async () => ran() },
        crontab: schedules.map((cron, n) => `${cron} work ?id=n${n}`).join('\n'),
      })
    },
    add: (client, n) => client.query("select graphile_worker.add_job('work', $1)", [{ n }]),
    wake: () => {},
    stop: async () => runner?.stop(),
  }
}

async function inTransaction(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<unknown>): Promise<void> {
  const client = await pool.connect()
  await client.query('begin')
  await work(client)
  await client.query('commit')
  client.release()
}

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
