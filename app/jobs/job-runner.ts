import type { PgBoss } from 'pg-boss'
import { type RegularJob, regularJobs } from '#features/platform-admin/overview/rules/regular-job.ts'
import type { Services } from '#platform/context.ts'
import { type JobQueue, openJobLibrary } from '#platform/db/job-library.ts'
import type { FileJob } from '#platform/db/jobs.ts'
import type { WebhookJob } from '#platform/db/webhooks.ts'
import type { PaymentJob } from '#platform/db/payments.ts'
import type { PayoutJob } from '#platform/db/payouts.ts'
import { runPaymentJob } from '#features/payments/online-payments/server/jobs.ts'
import { PushTurns } from '#platform/limits/push-turns.ts'
import { sendPush } from '#features/access/push/server/send-push.ts'
import type { PushJob } from '#features/access/push/server/writes.ts'
import { runPayoutJob } from '#features/payments/payouts/server/jobs.ts'
import { receiveCases } from '#features/payments/cases/server/jobs.ts'
import { spendDividend } from '#features/surplus/appropriation/server/jobs.ts'
import { receiveSettlements } from '#features/payments/settlements/server/jobs.ts'
import { deliverWebhook } from '#features/access/webhooks/server/deliver-webhook.ts'
import type { MessagePort } from '#platform/messages/message-port.ts'
import { traced } from '#platform/telemetry/traces.ts'
import { jobSeconds } from '#platform/telemetry/instruments.ts'
import { regularWork, runJob } from './regular-jobs.ts'
import { giveUpFileJob, runFileJob } from './run-file-job.ts'
import { giveUpMessages, type MessagesJob, sendMessages } from '#platform/jobs/send-messages.ts'

/** How many jobs of a queue run at once in this process. A file takes a connection for as long as it runs, and requests need the others. */
export const workersOf: Record<JobQueue, number> = {
  messages: 4,
  payments: 3,
  payouts: 2,
  webhooks: 4,
  pushes: 8,
  files: 3,
  regular: 3,
  given_up: 1,
}

/** How many jobs of one cooperative run at once in all servers, where it is more than one. */
const ofCooperative: Partial<Record<JobQueue, number>> = { pushes: 2 }

/** Seconds after which a server looks for jobs that others have added, or that are due again. */
export const pollSeconds = 10
/** Seconds between two looks for jobs whose server is gone. */
export const superviseSeconds = 10

/** Runs the jobs of the library's queues: those of this server at once, all others soon. */
export class JobRunner {
  readonly #ports: readonly MessagePort[]
  readonly #workers: Record<JobQueue, number>
  readonly #stopMilliseconds: number
  readonly #workerIds = new Map<JobQueue, string[]>()
  #boss: PgBoss | undefined

  /** `stopMilliseconds`: how long a stop waits for running jobs; then they are given back, and run again elsewhere or at the next start. */
  constructor(
    ports: readonly MessagePort[],
    {
      workers = {},
      stopMilliseconds = 12_000,
    }: { workers?: Partial<Record<JobQueue, number>>; stopMilliseconds?: number } = {},
  ) {
    this.#ports = ports
    this.#workers = { ...workersOf, ...workers }
    this.#stopMilliseconds = stopMilliseconds
  }

  /** `regularly`: also keeps the clock, runs each regular job once now, and looks for jobs whose server is gone. */
  async start(services: Services, { regularly }: { regularly: boolean }): Promise<void> {
    const { database, log } = services
    const boss = openJobLibrary((text, values) => database.library(text, values), {
      migrate: false,
      supervise: regularly,
      schedule: regularly,
      superviseIntervalSeconds: superviseSeconds,
      monitorIntervalSeconds: superviseSeconds,
      cronWorkerIntervalSeconds: pollSeconds,
    })
    boss.on('error', (err) => log.warn({ err }, 'the job library could not do something, and tries again'))
    boss.on('warning', ({ message, data }) => log.warn({ data }, message))
    this.#boss = boss
    await boss.start()
    await this.#work<MessagesJob>('messages', services, (job) => sendMessages(services, this.#ports, job))
    await this.#work<PaymentJob>('payments', services, (job) =>
      'casesOf' in job
        ? receiveCases(services, job)
        : 'settlementsOf' in job
          ? receiveSettlements(services, job)
          : 'dividend' in job
            ? spendDividend(services, job)
            : runPaymentJob(services, job),
    )
    await this.#work<PayoutJob>('payouts', services, (job) => runPayoutJob(services, job))
    await this.#work<WebhookJob>('webhooks', services, (job) => deliverWebhook(services, job))
    const pushTurns = new PushTurns()
    await this.#work<PushJob>('pushes', services, (job) => sendPush(services, pushTurns, job))
    await this.#work<FileJob>('files', services, (job) => runFileJob(services, job))
    await this.#work<{ job: RegularJob }>('regular', services, async ({ job }) => {
      const failure = await runJob(database, log, job, () => regularWork[job](services))
      if (failure) throw failure
    })
    await this.#work<MessagesJob | FileJob>('given_up', services, (job) =>
      'messages' in job ? giveUpMessages(services, job) : giveUpFileJob(services, job),
    )
    if (!regularly) return
    await boss.insert(
      'regular',
      regularJobs.map((job) => ({ data: { job }, singletonKey: job })),
    )
    this.wake('regular')
  }

  /** A job of this queue was committed. Before the start it is found by the start itself. */
  wake(queue: JobQueue): void {
    for (const id of this.#workerIds.get(queue) ?? []) this.#boss?.notifyWorker(id)
  }

  async stop(): Promise<void> {
    this.#workerIds.clear()
    await this.#boss?.stop({ close: false, timeout: this.#stopMilliseconds })
  }

  async #work<Data extends object>(
    queue: JobQueue,
    { log }: Services,
    work: (data: Data) => Promise<void>,
  ): Promise<void> {
    const run = async (data: Data) => {
      const began = performance.now()
      const ended = (outcome: 'done' | 'failed') =>
        jobSeconds.record((performance.now() - began) / 1000, { queue, outcome })
      try {
        await traced(`job ${queue}`, {}, () => work(data))
        ended('done')
      } catch (error) {
        ended('failed')
        log.error({ err: error, queue }, 'a job failed')
        // The library stores all that an error has, and PostgreSQL's have values of rows in them.
        throw new Error(error instanceof Error ? error.message : String(error))
      } finally {
        // The library takes one job a look: a worker that has run one looks for the next at once.
        this.wake(queue)
      }
    }
    const ids: string[] = []
    this.#workerIds.set(queue, ids)
    for (let n = 0; n < this.#workers[queue]; n += 1)
      ids.push(
        // One job of a cooperative at a time in all servers, or a few, so that a flood of one holds up no other.
        await (this.#boss as PgBoss).work<Data>(
          queue,
          { pollingIntervalSeconds: pollSeconds, groupConcurrency: ofCooperative[queue] ?? 1 },
          async (jobs) => {
            for (const { data } of jobs) await run(data)
          },
        ),
      )
  }
}

/** What tells the workers of a server that a job was committed. */
export function wakersOf(
  runner: JobRunner,
): Pick<
  Services,
  'messagesWaiting' | 'fileJobsWaiting' | 'paymentsWaiting' | 'payoutsWaiting' | 'webhooksWaiting' | 'pushesWaiting'
> {
  return {
    messagesWaiting: () => runner.wake('messages'),
    fileJobsWaiting: () => runner.wake('files'),
    paymentsWaiting: () => runner.wake('payments'),
    payoutsWaiting: () => runner.wake('payouts'),
    webhooksWaiting: () => runner.wake('webhooks'),
    pushesWaiting: () => runner.wake('pushes'),
  }
}
