import { monitorEventLoopDelay } from 'node:perf_hooks'
import { PrometheusExporter } from '@opentelemetry/exporter-prometheus'
import type { BatchObservableCallback, Counter } from '@opentelemetry/api'
import { MeterProvider } from '@opentelemetry/sdk-metrics'

/**
 * What this process counts about itself, for an operator's Prometheus and the health page. No label names a person, a
 * cooperative or an amount, and each has few values, so that what a scrape costs does not grow with use.
 */
export const exporter = new PrometheusExporter({
  preventServerStart: true,
  withoutScopeInfo: true,
  withoutTargetInfo: true,
})
const meter = new MeterProvider({ readers: [exporter] }).getMeter('ajose')

type Labels = Record<string, string>

/**
 * Counts for Prometheus, and keeps the sum since the start of the process for the health page. What has the labels that
 * alerts ask about is there with 0 from the start: the first time it is counted would be no increase otherwise.
 */
class Count {
  total = 0
  readonly #counter: Counter
  constructor(name: string, description: string, fromTheStart: readonly Labels[] = [{}]) {
    this.#counter = meter.createCounter(name, { description })
    for (const labels of fromTheStart) this.add(labels, 0)
  }

  add(labels: Labels = {}, more = 1): void {
    this.total += more
    this.#counter.add(more, labels)
  }
}

/** By `route` (the address as the contract writes it), `method` and `status`. */
export const requests = new Count('ajose_requests', 'Requests that were answered', [])
/** By the `code` of the refusal; `bug` for what is none. */
export const refusals = new Count('ajose_refusals', 'Requests that were refused or failed', [
  { code: 'bug' },
  { code: 'overloaded' },
])
export const postedEntries = new Count('ajose_posted_entries', 'Entries posted to the books')
export const failedLogins = new Count('ajose_failed_logins', 'Wrong passwords, codes and passkeys')
/** By `channel` and `outcome`: delivered, retry, refused. */
export const sentMessages = new Count('ajose_messages', 'Tries to send a message', [])
/** By who has `answered` it: replica, or primary where the replica could not. */
export const replicaReads = new Count('ajose_replica_reads', 'Reads that a replica may answer', [
  { answered: 'replica' },
  { answered: 'primary' },
])

const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
const durations = (name: string, description: string) =>
  meter.createHistogram(name, { description, unit: 's', advice: { explicitBucketBoundaries: bounds } })

/** By `kind`: read, write, file, page. */
export const requestSeconds = durations('ajose_request_seconds', 'How long requests took')
/** By `queue` and `outcome`: done, failed. */
export const jobSeconds = durations('ajose_job_seconds', 'How long jobs took')

export type Reading = { value: number; labels?: Labels }

/**
 * Reads gauges when somebody scrapes, all in one call of `read`, which answers the readings of each by its name. Returns
 * how to end that.
 */
export function observe<Name extends string>(
  descriptions: Record<Name, string>,
  read: () => Promise<Record<Name, readonly Reading[]>> | Record<Name, readonly Reading[]>,
): () => void {
  const gauges = Object.entries<string>(descriptions).map(
    ([name, description]) => [name as Name, meter.createObservableGauge(name, { description })] as const,
  )
  const all = gauges.map(([, gauge]) => gauge)
  const callback: BatchObservableCallback = async (result) => {
    const readings = await read()
    for (const [name, gauge] of gauges)
      for (const { value, labels } of readings[name]) result.observe(gauge, value, labels)
  }
  meter.addBatchObservableCallback(callback, all)
  return () => meter.removeBatchObservableCallback(callback, all)
}

const delay = monitorEventLoopDelay({ resolution: 20 })
delay.enable()

/** How late the slowest hundredth of the event loop's turns ran since it was last asked to begin again, in seconds. */
export function eventLoopDelay({ beginAgain }: { beginAgain: boolean }): number {
  const p99 = delay.percentile(99) / 1e9
  if (beginAgain) delay.reset()
  return p99
}

observe(
  {
    ajose_event_loop_delay_seconds:
      'How late the slowest hundredth of the turns of the event loop ran since the last scrape',
    ajose_memory_bytes: 'Memory in use',
    ajose_start_time_seconds: 'When this process began, as a Unix time',
  },
  () => {
    const { rss, heapUsed, external } = process.memoryUsage()
    return {
      ajose_event_loop_delay_seconds: [{ value: eventLoopDelay({ beginAgain: true }) }],
      ajose_memory_bytes: [
        { value: rss, labels: { part: 'resident' } },
        { value: heapUsed, labels: { part: 'heap' } },
        { value: external, labels: { part: 'external' } },
      ],
      ajose_start_time_seconds: [{ value: Math.floor(performance.timeOrigin / 1000) }],
    }
  },
)
