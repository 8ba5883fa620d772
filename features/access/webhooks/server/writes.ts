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

/** The old secret signs beside the new one for a day. */
export async function replaceSecret(tx: Tx, id: WebhookId, sealed: Buffer): Promise<void> {
  await tx.run(sql`
    update app.webhook set sealed_old_secret = sealed_secret, old_secret_until = now() + interval '1 day', sealed_secret = ${sealed}
    where webhook_id = ${id}`)
}

/** Gives up what waits for it; false where it was off already. */
export async function switchOff(tx: Tx, id: WebhookId): Promise<boolean> {
  const changed = await tx.run(
    sql`update app.webhook set switched_off_at = now() where webhook_id = ${id} and switched_off_at is null`,
  )
  if (changed > 0)
    await tx.run(
      sql`update app.webhook_delivery set next_attempt_at = null where webhook_id = ${id} and next_attempt_at is not null`,
    )
  return changed > 0
}
