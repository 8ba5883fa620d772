import { type ConstructorOptions, PgBoss, type Queue, type QueueOptions } from 'pg-boss'
import type pg from 'pg'
import { type RegularJob, regularJobs } from '#features/platform-admin/overview/rules/regular-job.ts'

/** Where the library keeps its tables, apart from ours (decision 5). */
const schema = 'job'

/** `files` are what an officer has started and reads the outcome of; `given_up` gets what failed at every try. */
export type JobQueue = 'messages' | 'payments' | 'payouts' | 'webhooks' | 'pushes' | 'files' | 'regular' | 'given_up'

const minute = 60
const day = 24 * 60 * minute

/** A server that is gone is noticed by this; the library takes no less. */
const heartbeatSeconds = 10

const common: QueueOptions = {
  heartbeatSeconds,
  retryBackoff: true,
  expireInSeconds: 60 * minute,
  deleteAfterSeconds: 7 * day,
  // What was acknowledged is never dropped because nothing ran for a long time.
  retentionSeconds: 3650 * day,
}

/** In the order in which one needs the other. The first pause before another try is a second or so of `retryDelay`, and it doubles. */
const queues: readonly (Omit<Queue, 'name'> & { name: JobQueue })[] = [
  { ...common, name: 'given_up', retryLimit: 100, retryDelay: 30, retryDelayMax: 60 * minute },
  {
    ...common,
    name: 'messages',
    deadLetter: 'given_up',
    retryLimit: 40,
    retryDelay: 5,
    retryDelayMax: 15 * minute,
    expireInSeconds: 15 * minute,
    deleteAfterSeconds: day,
  },
  // What is given up here is found by the clock.
  {
    ...common,
    name: 'payments',
    retryLimit: 12,
    retryDelay: 5,
    retryDelayMax: 5 * minute,
    expireInSeconds: 15 * minute,
    deleteAfterSeconds: day,
  },
  {
    ...common,
    name: 'payouts',
    retryLimit: 12,
    retryDelay: 5,
    retryDelayMax: 5 * minute,
    expireInSeconds: 30 * minute,
    deleteAfterSeconds: day,
  },
  // Another attempt of a delivery is a job of its own; these are for a database that is not there.
  {
    ...common,
    name: 'webhooks',
    retryLimit: 100,
    retryDelay: 5,
    retryDelayMax: 15 * minute,
    expireInSeconds: 15 * minute,
    deleteAfterSeconds: day,
  },
  // What is not told within a day is in the app.
  {
    ...common,
    name: 'pushes',
    retryLimit: 40,
    retryDelay: 5,
    retryDelayMax: 60 * minute,
    expireInSeconds: 5 * minute,
    deleteAfterSeconds: 10 * minute,
  },
  { ...common, name: 'files', deadLetter: 'given_up', retryLimit: 8, retryDelay: 2, retryDelayMax: 5 * minute },
  // Of one regular job no second one waits or runs, in any server.
  {
    ...common,
    name: 'regular',
    policy: 'exclusive',
    retryLimit: 8,
    retryDelay: 30,
    retryDelayMax: 15 * minute,
    deleteAfterSeconds: day,
  },
]

const schedules: Record<RegularJob, string> = {
  'sum-cooperatives': '*/5 * * * *',
  'check-payments': '* * * * *',
  // Providers settle in the morning of a working day; refunds and disputes are looked for in between.
  'read-settlements': '43 */6 * * *',
  'wake-webhooks': '*/5 * * * *',
  'credit-deductions': '* * * * *',
  'notify-of-deductions': '* * * * *',
  'close-votes': '* * * * *',
  'hand-over-offices': '* * * * *',
  'compute-unpaid-months': '* * * * *',
  'remind-of-trials': '7 * * * *',
  'remind-officers': '23 * * * *',
  'remind-of-instalments': '*/10 * * * *',
  'ask-for-penalties': '*/10 * * * *',
  'seal-audit-events': '* * * * *',
  // One a day: what could not be stored is tried again each hour.
  'anchor-books': '37 * * * *',
  sweep: '17 * * * *',
}

/** The library with what is the same wherever it is used here. */
export function openJobLibrary(
  executeSql: (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>,
  options: ConstructorOptions,
): PgBoss {
  return new PgBoss({
    db: { executeSql },
    schema,
    registerInstance: false,
    // Its tables belong to the administrator, whose autovacuum looks after them.
    reindex: false,
    monitorVacuum: false,
    // Parts of it that we use nothing of.
    openTelemetry: { enabled: false },
    flowIntervalSeconds: day,
    bamIntervalSeconds: day,
    ...options,
  })
}

/**
 * Brings the library's tables, queues and schedules to what this program needs, as the administrator. The roles get their
 * rights by `grantJobLibrary`, once they exist.
 */
export async function installJobLibrary(client: pg.Client): Promise<void> {
  const boss = openJobLibrary((text, values) => client.query(text, values), { supervise: false, schedule: false })
  boss.on('error', () => {})
  await boss.start()
  try {
    const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
    for (const { name, policy, ...options } of queues) {
      if (!existing.has(name)) await boss.createQueue(name, { ...options, ...(policy && { policy }) })
      else await boss.updateQueue(name, options)
    }
    for (const { key } of await boss.getSchedules())
      if (!regularJobs.some((job) => job === key)) await boss.unschedule('regular', key)
    for (const job of regularJobs)
      await boss.schedule('regular', schedules[job], { job }, { key: job, singletonKey: job, missed: 'once' })
  } finally {
    await boss.stop({ close: false, graceful: false })
  }
}

/** One role runs jobs, and the owner's own functions add them; no one else comes near the library's tables. */
export async function grantJobLibrary(client: pg.Client): Promise<void> {
  await client.query(`
    grant usage on schema ${schema} to coop_jobs, coop_owner;
    grant select, insert, update, delete on all tables in schema ${schema} to coop_jobs;
    grant execute on all functions in schema ${schema} to coop_jobs;
    grant select on ${schema}.queue to coop_owner;
    grant insert on ${schema}.job to coop_owner`)
}
