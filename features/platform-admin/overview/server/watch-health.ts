import { type Reading, observe } from '#platform/telemetry/instruments.ts'
import type { Services } from '#platform/context.ts'
import { readHealth } from './reads.ts'

/** Gauges of what the health page shows, read from the database when Prometheus asks. Returns how to end that. */
export function watchHealth(services: Services): () => void {
  return observe(
    {
      ajose_database_up: 'Whether the database answered this scrape',
      ajose_database_answer_seconds: 'How long the database took for the readings of this scrape',
      ajose_database_bytes: 'Size of the database',
      ajose_connections: 'Connections of each role by state; waiting is work that waits for one',
      ajose_connections_max: 'The most connections of each role',
      ajose_disk_free_ratio: 'Free part of the disk of the data folder',
      ajose_waiting: 'What waits in each queue',
      ajose_oldest_waiting_seconds: 'Since when the oldest of each queue waits',
      ajose_failing: 'What failed in each queue and is tried again, or was given up in the last 7 days',
      ajose_regular_job_ended_time_seconds: 'When each regular job last ended, as a Unix time',
      ajose_regular_job_failed: 'Whether the last run of each regular job failed',
      ajose_last_backup_time_seconds: 'When the last good backup ended, as a Unix time; absent where none is made here',
      ajose_last_log_stored_time_seconds: 'When changes were last stored in the backup, as a Unix time',
      ajose_backup_problems: 'How many things are wrong with the backups',
      ajose_problems: 'How many things the health page says want attention',
    },
    async () => {
      const connections = services.database.connections().flatMap(({ role, open, idle, waiting, max }) => [
        { role, state: 'taken', value: open - idle, max },
        { role, state: 'idle', value: idle, max },
        { role, state: 'waiting', value: waiting, max },
      ])
      const health = await readHealth(services, new Date()).catch((error: unknown) => {
        services.log.warn({ err: error }, 'the health could not be read')
        return undefined
      })
      const one = (value: number | undefined): Reading[] => (value === undefined ? [] : [{ value }])
      const queues = health
        ? ([
            ['messages', health.messages],
            ['files', health.imports],
          ] as const)
        : []
      const seconds = (at: Date) => at.getTime() / 1000
      const secondsOf = (at: Date | null | undefined) => (at ? seconds(at) : undefined)
      return {
        ajose_database_up: one(health ? 1 : 0),
        ajose_database_answer_seconds: one(health && health.database.answeredInMilliseconds / 1000),
        ajose_database_bytes: one(health?.database.bytes),
        ajose_connections: connections.map(({ role, state, value }) => ({ value, labels: { role, state } })),
        ajose_connections_max: connections
          .filter(({ state }) => state === 'idle')
          .map(({ role, max }) => ({ value: max, labels: { role } })),
        ajose_disk_free_ratio: one(health && health.disk.freePercent / 100),
        ajose_waiting: queues.map(([queue, { waiting }]) => ({ value: waiting, labels: { queue } })),
        ajose_oldest_waiting_seconds: queues.map(([queue, { oldestWaiting }]) => ({
          value: oldestWaiting && health ? seconds(health.checkedAt) - seconds(oldestWaiting) : 0,
          labels: { queue },
        })),
        ajose_failing: queues.map(([queue, { failed }]) => ({ value: failed, labels: { queue } })),
        ajose_regular_job_ended_time_seconds: (health?.jobs ?? []).map(({ job, endedAt }) => ({
          value: seconds(endedAt),
          labels: { job },
        })),
        ajose_regular_job_failed: (health?.jobs ?? []).map(({ job, failure }) => ({
          value: failure === null ? 0 : 1,
          labels: { job },
        })),
        ajose_last_backup_time_seconds: one(secondsOf(health?.backup.lastBackupAt)),
        ajose_last_log_stored_time_seconds: one(secondsOf(health?.backup.lastLogAt)),
        ajose_backup_problems: one(health?.backup.problems.length),
        ajose_problems: one(health?.problems.length),
      }
    },
  )
}
