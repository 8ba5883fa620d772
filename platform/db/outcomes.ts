import type { CooperativeId, LoginId } from '#core/ids.ts'
import { noLogin } from '#platform/context.ts'
import { newId } from './id.ts'
import { sql } from './sql.ts'
import type { Tx } from './tx.ts'

/** A reply that was given for an Idempotency-Key. */
export type StoredReply = { loginId: LoginId; keyHash: Buffer; requestHash: Buffer; status: number; sealedBody: Buffer }

type StoredReplyRow = { loginId: LoginId; keyHash: Buffer; requestHash: Buffer; status: number; sealedBody: Buffer }

/** What a request did, for the audit trail. */
export type AuditLine = {
  loginId: LoginId
  actorName: string
  role: string
  action: string
  subjectId: string | undefined
  requestId: string
  detail?: object
}

const fromRow = (row: StoredReplyRow): StoredReply => ({
  loginId: row.loginId,
  keyHash: row.keyHash,
  requestHash: row.requestHash,
  status: row.status,
  sealedBody: row.sealedBody,
})

/** The replies already given by this cooperative's logins under these keys. */
export async function findReplies(
  tx: Tx,
  keys: readonly { loginId: LoginId; keyHash: Buffer }[],
): Promise<StoredReply[]> {
  const rows = await tx.many<StoredReplyRow>(sql`
    select i.login_id, i.key_hash, i.request_hash, i.status, i.sealed_body
    from unnest(${keys.map((key) => key.loginId)}::uuid[], ${keys.map((key) => key.keyHash)}::bytea[]) as k(login_id, key_hash)
    -- The limit keeps each look-up on its key: a plain join may be planned as a walk over all the cooperative's replies.
    cross join lateral (select * from app.idempotency r where r.login_id = k.login_id and r.key_hash = k.key_hash limit 1) i`)
  if (rows.length > 0) repliesAreKept(tx)
  return rows.map(fromRow)
}

/**
 * A reply may be of a commit that no replica has yet, which a failover would lose. A word in the log has this transaction
 * wait for the replica, which then has all that came before.
 */
function repliesAreKept(tx: Tx): void {
  tx.send(sql`select pg_logical_emit_message(true, 'ajose', 'reply given again')`)
}

/**
 * Writes the audit lines and the replies of a transaction's requests. A key that another process stored meanwhile
 * breaks its unique key, which undoes this whole transaction: the retry then finds the other's reply.
 */
export function recordOutcomes(
  tx: Tx,
  cooperativeId: CooperativeId,
  audit: readonly AuditLine[],
  replies: readonly StoredReply[],
): void {
  const insertAudit = sql`
    insert into audit.event (cooperative_id, event_id, login_id, actor_name, role, action, subject_id, request_id, detail)
    select ${cooperativeId}, a.id, a.login_id, a.actor_name, a.role, a.action, a.subject_id, a.request_id, a.detail::jsonb from unnest(
      ${audit.map(() => newId())}::uuid[], ${audit.map((a) => a.loginId)}::uuid[], ${audit.map((a) => a.actorName)}::text[],
      ${audit.map((a) => a.role)}::text[], ${audit.map((a) => a.action)}::text[], ${audit.map((a) => a.subjectId ?? null)}::text[],
      ${audit.map((a) => a.requestId)}::text[], ${audit.map((a) => (a.detail ? JSON.stringify(a.detail) : null))}::text[])
      as a(id, login_id, actor_name, role, action, subject_id, request_id, detail)`
  if (replies.length === 0) {
    tx.send(insertAudit)
    return
  }
  tx.send(sql`
    with replies as (
      insert into app.idempotency (cooperative_id, login_id, key_hash, request_hash, status, sealed_body)
      select ${cooperativeId}, r.* from unnest(
        ${replies.map((r) => r.loginId)}::uuid[], ${replies.map((r) => r.keyHash)}::bytea[], ${replies.map((r) => r.requestHash)}::bytea[],
        ${replies.map((r) => r.status)}::int[], ${replies.map((r) => r.sealedBody)}::bytea[]) as r)
    ${insertAudit}`)
}

/** The same for callers outside any cooperative. */
export async function findOpenReply(tx: Tx, loginId: LoginId, keyHash: Buffer): Promise<StoredReply | undefined> {
  const row = await tx.maybe<StoredReplyRow>(sql`
    select login_id, key_hash, request_hash, status, sealed_body from platform.idempotency
    where login_id = ${loginId} and key_hash = ${keyHash}`)
  if (row) repliesAreKept(tx)
  return row && fromRow(row)
}

/** How many replies to callers whom no one knows are stored at a time. */
const strangersRepliesMax = 10_000

/** The oldest replies to strangers make room, so that fresh keys can't fill the disk. */
export async function recordOpenReply(tx: Tx, reply: StoredReply): Promise<void> {
  if (reply.loginId === noLogin) {
    await tx.run(sql`
      delete from platform.idempotency where login_id = ${noLogin} and key_hash in (
        select key_hash from platform.idempotency where login_id = ${noLogin} order by created_at desc offset ${strangersRepliesMax - 1} limit 100)`)
  }
  await tx.run(sql`
    insert into platform.idempotency (login_id, key_hash, request_hash, status, sealed_body)
    values (${reply.loginId}, ${reply.keyHash}, ${reply.requestHash}, ${reply.status}, ${reply.sealedBody})
    on conflict do nothing`)
}

/** The super admin's, in the transaction of the action itself: a key that is there already undoes it. */
export async function recordPlatformReply(tx: Tx, reply: StoredReply): Promise<void> {
  await tx.run(sql`
    insert into platform.idempotency (login_id, key_hash, request_hash, status, sealed_body)
    values (${reply.loginId}, ${reply.keyHash}, ${reply.requestHash}, ${reply.status}, ${reply.sealedBody})`)
}
