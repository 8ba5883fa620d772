import type { Logger } from 'pino'
import { type RegularJob, regularJobs } from '#domain/platform/platform/regular-job.ts'
import type { Database } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { askForPenalties } from './ask-for-penalties.ts'
import { creditDeductions } from './credit-deductions.ts'
import { reckonUnpaidMonths } from './reckon-unpaid-months.ts'
import { remindOfInstalments } from './remind-of-instalments.ts'
import { remindOfTrials } from './remind-of-trials.ts'
import { sealAuditEvents } from './seal-audit-events.ts'
import { sumCooperatives } from './sum-cooperatives.ts'
import { sweep } from './sweep.ts'
import { tellOfDeductions } from './tell-of-deductions.ts'

/** Runs a job and keeps how its last run went, for the health page; a failure is logged, and the clock tries again. */
export async function runJob(
  database: Database,
  log: Logger,
  job: RegularJob,
  work: () => Promise<void>,
): Promise<void> {
  const began = new Date()
  let failure: string | null = null
  try {
    await work()
  } catch (error) {
    failure = (error instanceof Error ? error.message : String(error)).slice(0, 300)
    log.error({ err: error, job }, 'a regular job failed')
  }
  await database
    .jobs((tx) =>
      tx.run(sql`
        insert into platform.job_run (job, began_at, ended_at, failure) values (${job}, ${began}, now(), ${failure})
        on conflict (job) do update set began_at = excluded.began_at, ended_at = excluded.ended_at, failure = excluded.failure`),
    )
    .catch((error: unknown) => log.error({ err: error, job }, 'the run of a regular job could not be kept'))
}

const minuteMilliseconds = 60_000

/** What the server does at its start and then by the clock; the returned function ends it, and waits for what is under way. */
export function startRegularJobs(database: Database, log: Logger): () => Promise<void> {
  const jobs: Record<RegularJob, { minutes: number; work: () => Promise<void> }> = {
    sweep: { minutes: 60, work: () => sweep(database) },
    'sum-cooperatives': { minutes: 5, work: () => sumCooperatives(database) },
    'ask-for-penalties': { minutes: 10, work: () => askForPenalties(database) },
    'remind-of-instalments': { minutes: 10, work: () => remindOfInstalments(database) },
    'reckon-unpaid-months': { minutes: 1, work: () => reckonUnpaidMonths(database) },
    'credit-deductions': { minutes: 1, work: () => creditDeductions(database) },
    'tell-of-deductions': { minutes: 1, work: () => tellOfDeductions(database) },
    'seal-audit-events': { minutes: 1, work: () => sealAuditEvents(database) },
    'remind-of-trials': { minutes: 60, work: () => remindOfTrials(database) },
  }
  const stops = regularJobs.map((job) => {
    const { minutes, work } = jobs[job]
    let running: Promise<void> | undefined
    const run = () => {
      running ??= runJob(database, log, job, work).finally(() => {
        running = undefined
      })
    }
    const timer = setInterval(run, minutes * minuteMilliseconds)
    run()
    return async () => {
      clearInterval(timer)
      await running
    }
  })
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}
