import type { WebhookDeliveryId, WebhookId } from '#core/ids.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

type Attempt = {
  id: WebhookDeliveryId
  answered: number | null
  milliseconds: number
  failure: string | null
  /** Seconds until the next attempt, where there is one. */
  pause: number | null
}

export async function recordAttempts(tx: Tx, attempts: readonly Attempt[]): Promise<void> {
  await tx.run(sql`
    update app.webhook_delivery d set attempts = d.attempts + 1, last_attempt_at = now(), answered = a.answered, milliseconds = a.milliseconds, failure = a.failure,
      delivered_at = case when a.failure is null then now() end, next_attempt_at = now() + make_interval(secs => a.pause)
    from unnest(${attempts.map(({ id }) => id)}::uuid[], ${attempts.map(({ answered }) => answered)}::int[], ${attempts.map(({ milliseconds }) => milliseconds)}::int[],
      ${attempts.map(({ failure }) => failure)}::text[], ${attempts.map(({ pause }) => pause)}::int[]) as a(id, answered, milliseconds, failure, pause)
    where d.delivery_id = a.id`)
}

/** A job for what is due after each of these pauses, in seconds. */
export async function addWebhookJobs(tx: Tx, id: WebhookId, pauses: readonly number[]): Promise<void> {
  if (pauses.length === 0) return
  await tx.run(sql`select app.add_webhook_job(${id}, now() + make_interval(secs => p)) from unnest(${pauses}::int[]) p`)
}
