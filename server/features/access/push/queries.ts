import type { getPush as contract } from '#contract/access/push.ts'
import type { Replied } from '#contract/endpoint.ts'
import type { Actor } from '#domain/actor.ts'
import type { LoginId, SessionId } from '#domain/ids.ts'
import { refuse } from '#domain/refusal.ts'
import type { Caller, Context } from '#server/context.ts'
import { pushKey } from '#server/credentials/push-key.ts'
import { sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/tx.ts'
import type { Subscription } from './store.ts'

export async function getPush(
  { database, secret }: Context,
  _caller: Caller,
  _input: unknown,
  actor: Actor | undefined,
): Promise<Replied<typeof contract>> {
  if (!actor) return refuse('not_signed_in')
  const found = await database.auth((tx) =>
    tx.maybe(sql`select session_id from platform.push_subscription where session_id = ${actor.sessionId}`),
  )
  return { publicKey: pushKey(secret).publicKey, isOn: found !== undefined }
}

/** The subscription of a session that has not ended, and whose device it is: one person's, or one of a shared login's. */
export async function findSubscription(
  tx: Tx,
  sessionId: SessionId,
  now: Date,
): Promise<(Subscription & { owner: LoginId | SessionId }) | undefined> {
  return tx.maybe(sql`
    select p.endpoint, p.p256dh, p.auth, case when s.member_id is null then s.session_id else s.login_id end as owner
    from platform.push_subscription p join platform.session s on s.session_id = p.session_id
    where p.session_id = ${sessionId} and s.ended_at is null and s.expires_at > ${now} and s.refresh_expires_at > ${now}`)
}
