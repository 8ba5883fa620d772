import type { Logger } from 'pino'
import type { RegularJob } from '#features/platform-admin/overview/rules/regular-job.ts'
import type { Services } from '#platform/context.ts'
import type { Database } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { anchorBooks } from '#platform/jobs/anchor-books.ts'
import { chargeAllPenalties } from './charge-all-penalties.ts'
import { checkPayments } from '#platform/jobs/check-payments.ts'
import { closeVotes } from './close-votes.ts'
import { creditDeductions } from './credit-deductions.ts'
import { handOverOffices } from './hand-over-offices.ts'
import { readSettlements } from '#platform/jobs/read-settlements.ts'
import { computeUnpaidMonths } from '#platform/jobs/compute-unpaid-months.ts'
import { remindOfInstalments } from './remind-of-instalments.ts'
import { remindOfficers } from './remind-officers.ts'
import { remindOfTrials } from '#platform/jobs/remind-of-trials.ts'
import { sealAuditEvents } from '#platform/jobs/seal-audit-events.ts'
import { sumCooperatives } from '#platform/jobs/sum-cooperatives.ts'
import { sweep } from '#platform/jobs/sweep.ts'
import { notifyOfDeductions } from './notify-of-deductions.ts'
import { wakeWebhooks } from '#platform/jobs/wake-webhooks.ts'

const inDatabase =
  (work: (database: Database) => Promise<void>) =>
  ({ database }: Services) =>
    work(database)

/** What each does; platform/db/job-library.ts says when. */
export const regularWork: Record<RegularJob, (services: Services) => Promise<void>> = {
  sweep: inDatabase(sweep),
  'sum-cooperatives': inDatabase(sumCooperatives),
  'ask-for-penalties': inDatabase(chargeAllPenalties),
  'remind-of-instalments': inDatabase(remindOfInstalments),
  'compute-unpaid-months': inDatabase(computeUnpaidMonths),
  'check-payments': checkPayments,
  'read-settlements': readSettlements,
  'wake-webhooks': wakeWebhooks,
  'credit-deductions': inDatabase(creditDeductions),
  'notify-of-deductions': inDatabase(notifyOfDeductions),
  'close-votes': inDatabase(closeVotes),
  'hand-over-offices': inDatabase((database) => handOverOffices(database)),
  'seal-audit-events': inDatabase(sealAuditEvents),
  'anchor-books': anchorBooks,
  'remind-of-trials': inDatabase(remindOfTrials),
  'remind-officers': inDatabase(remindOfficers),
}

/**
 * Runs a job and stores how its last run went, for the health page. Returns the error where nothing could be done: another
 * try then waits longer each time. One that failed for some cooperatives alone runs for the others when it is next due.
 */
export async function runJob(
  database: Database,
  log: Logger,
  job: RegularJob,
  work: () => Promise<void>,
): Promise<Error | undefined> {
  const began = new Date()
  let failure: Error | undefined
  try {
    await work()
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error))
    log.error({ err: error, job }, 'a regular job failed')
  }
  const sentence = failure?.message.slice(0, 300) ?? null
  await database
    .jobs((tx) =>
      tx.run(sql`
        insert into platform.job_run (job, began_at, ended_at, failure) values (${job}, ${began}, now(), ${sentence})
        on conflict (job) do update set began_at = excluded.began_at, ended_at = excluded.ended_at, failure = excluded.failure`),
    )
    .catch((error: unknown) => log.error({ err: error, job }, 'the run of a regular job could not be kept'))
  return failure instanceof AggregateError ? undefined : failure
}
