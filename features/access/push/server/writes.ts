import type { SessionId } from '#core/ids.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

/** What a browser's push service gave it: where to send, and the keys for which a message is encrypted, base64url. */
export type Subscription = { endpoint: string; p256dh: string; auth: string }

export async function removeSubscription(tx: Tx, sessionId: SessionId): Promise<void> {
  await tx.run(sql`delete from platform.push_subscription where session_id = ${sessionId}`)
}

/** One device is told of the notification `id`; or, where it greets, that they are on. What arrives twice is shown once, by its id. */
export type PushJob = { session: SessionId; id: string; greets: boolean }

/** Notifies this device, not before that moment; in the turn of its cooperative, or in its own where there is none. */
export async function addPushJob(tx: Tx, job: PushJob, notBefore: Date): Promise<void> {
  await tx.run(sql`
    select platform.add_job('pushes', coalesce((select cooperative_id from platform.session where session_id = ${job.session}), ${job.session}),
      ${JSON.stringify(job)}::jsonb, ${notBefore})`)
}

/** For this session in place of its earlier one, and in place of another session's of the same browser. */
export async function saveSubscription(
  tx: Tx,
  sessionId: SessionId,
  { endpoint, p256dh, auth }: Subscription,
): Promise<void> {
  await tx.run(sql`delete from platform.push_subscription where endpoint = ${endpoint} and session_id <> ${sessionId}`)
  await tx.run(sql`
    insert into platform.push_subscription (session_id, endpoint, p256dh, auth) values (${sessionId}, ${endpoint}, ${p256dh}, ${auth})
    on conflict (session_id) do update set endpoint = excluded.endpoint, p256dh = excluded.p256dh, auth = excluded.auth`)
}
