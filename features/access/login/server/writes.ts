import type { CooperativeId, LoginId, MemberId, SessionId } from '#core/ids.ts'
import {
  type FailureLimit,
  lockDuration,
  passkeyChallengeLifetime,
  passwordLimit,
} from '#features/access/login/rules/session.ts'
import type { ThirdPartyPerson } from '#platform/context.ts'
import { newToken, tokenHash } from '#platform/credentials/tokens.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tables } from '#platform/db/tables.ts'
import type { Tx } from '#platform/db/tx.ts'
import { insert, remove, transactionTime, update, upsert } from '#platform/db/write.ts'
import { failedLogins } from '#platform/telemetry/instruments.ts'

export type NewSession = Omit<Tables['platform.session'], 'signedInAt' | 'provedAt'> & {
  sessionId: SessionId
  loginId: LoginId
  cooperativeId: CooperativeId | null
  memberId: MemberId | null
}

/** Adds a session, which goes on with the sign-in and the proof of the one that it replaces. */
export async function insertSession(tx: Tx, session: NewSession, replaced: SessionId | null): Promise<void> {
  const { loginId, cooperativeId, memberId } = session
  await insert(tx, 'platform.session', {
    ...session,
    signedInAt: sql`coalesce((select o.signed_in_at from platform.session o where o.session_id = ${replaced}), now())`,
    provedAt: sql`coalesce((select o.proved_at from platform.session o where o.session_id = ${replaced}), now())`,
  })
  await update(tx, 'platform.login', { loginId }, { lastLoginAt: transactionTime })
  if (cooperativeId && memberId)
    await update(tx, 'platform.membership', { cooperativeId, memberId, loginId }, { lastUsedAt: transactionTime })
}

/** Moves a session on: the token just spent becomes the previous one, the one before that joins the spent. */
export async function rotateSession(
  tx: Tx,
  sessionId: SessionId,
  next: { accessHash: Buffer; accessExpiresAt: Date; refreshHash: Buffer; refreshExpiresAt: Date; salt: Buffer },
): Promise<void> {
  await tx.run(sql`
    with older as (
      insert into platform.spent_token (refresh_hash, session_id)
      select previous_refresh_hash, session_id from platform.session
      where session_id = ${sessionId} and previous_refresh_hash is not null)
    update platform.session set previous_refresh_hash = refresh_hash, refresh_hash = ${next.refreshHash}, rotation_salt = ${next.salt},
      access_hash = ${next.accessHash}, access_expires_at = ${next.accessExpiresAt}, refresh_expires_at = ${next.refreshExpiresAt},
      rotated_at = now(), last_used_at = now()
    where session_id = ${sessionId}`)
}

/** Ends a session; answers what a session in its place would go on with, or nothing where it had ended already. */
export async function closeSession(
  tx: Tx,
  sessionId: SessionId,
  reason: string,
): Promise<{ keep: boolean; expiresAt: Date } | undefined> {
  return tx.maybe(sql`
    update platform.session set ended_at = now(), end_reason = ${reason} where session_id = ${sessionId} and ended_at is null
    returning keep, expires_at`)
}

/** Ends every open session of a login, but for the one of `but`. */
export async function closeSessions(tx: Tx, loginId: LoginId, reason: string, but?: SessionId): Promise<void> {
  await tx.run(sql`
    update platform.session set ended_at = now(), end_reason = ${reason}
    where login_id = ${loginId} and session_id is distinct from ${but ?? null} and ended_at is null`)
}

/** Counts a wrong password or code; the one that fills the window locks the bucket, each time for longer. Answers whether this one did. */
export async function recordFailure(
  tx: Tx,
  subject: string,
  bucket: string,
  now: Date,
  limit: FailureLimit = passwordLimit(bucket),
): Promise<boolean> {
  failedLogins.add()
  const windowBegan = new Date(now.getTime() - limit.window)
  const { failures, locks } = await tx.one<{ failures: number; locks: number }>(sql`
    insert into platform.login_failure as f (subject, bucket, failures, window_started_at)
    values (${subject}, ${bucket}, 1, ${now})
    on conflict (subject, bucket) do update set
      failures = case when f.window_started_at < ${windowBegan} then 1 else f.failures + 1 end,
      window_started_at = case when f.window_started_at < ${windowBegan} then ${now} else f.window_started_at end
    returning failures, locks`)
  if (failures < limit.allowed) return false
  await tx.run(sql`
    update platform.login_failure set failures = 0, window_started_at = ${now}, locks = locks + 1,
      locked_until = ${new Date(now.getTime() + lockDuration(limit, locks))}
    where subject = ${subject} and bucket = ${bucket}`)
  return true
}

/** Forgets the failures of a subject, of one bucket where it is given. */
export async function clearFailures(tx: Tx, subject: string, bucket?: string): Promise<void> {
  await remove(tx, 'platform.login_failure', { subject, ...(bucket !== undefined && { bucket }) })
}

export async function countTry(tx: Tx, codes: readonly { codeId: string }[]): Promise<void> {
  const codeIds = codes.map(({ codeId }) => codeId)
  await tx.run(
    sql`update platform.code set tries_left = tries_left - 1 where code_id = any(${codeIds}::uuid[]) and tries_left > 0`,
  )
}

/** A code works once, and a new password makes older reset codes worthless too. */
export async function useCode(tx: Tx, codeId: string, loginId: LoginId): Promise<void> {
  await tx.run(sql`
    update platform.code set used_at = now()
    where used_at is null and (code_id = ${codeId} or (login_id = ${loginId} and purpose = 'reset'))`)
}

/** Sets a password, which its owner chose unless it is a first one that ends. */
export async function setPassword(
  tx: Tx,
  loginId: LoginId,
  passwordHash: string,
  firstPasswordEndsAt: Date | null = null,
): Promise<void> {
  await update(tx, 'platform.login', { loginId }, { passwordHash, firstPasswordEndsAt })
  // Someone who knew the old password may have done the first step of a login with it.
  await remove(tx, 'platform.login_ticket', { loginId })
}

export async function confirmMembership(tx: Tx, cooperativeId: CooperativeId, memberId: MemberId): Promise<void> {
  const confirmedAt = sql`coalesce(confirmed_at, now())`
  await update(tx, 'platform.membership', { cooperativeId, memberId }, { confirmedAt })
}

/** A code that only the phone received proves a member's login, once. */
export async function proveByPhone(tx: Tx, loginId: LoginId): Promise<void> {
  await update(
    tx,
    'platform.login',
    { loginId, kind: 'member', provedAt: null },
    { provedAt: transactionTime, provedHow: 'phone' },
  )
}

/** A code that came to the phone proves the phone, and with it every membership of that phone. */
export async function confirmAllMemberships(tx: Tx, loginId: LoginId): Promise<void> {
  await update(tx, 'platform.membership', { loginId, confirmedAt: null }, { confirmedAt: transactionTime })
}

/** Takes away every second factor of a login. */
export async function deleteSecondFactors(tx: Tx, loginId: LoginId): Promise<void> {
  await remove(tx, 'platform.authenticator', { loginId })
  await remove(tx, 'platform.passkey', { loginId })
  await remove(tx, 'platform.recovery_code', { loginId })
}

/** False where there is one of this name. */
export async function insertSuperAdmin(
  tx: Tx,
  loginId: LoginId,
  username: string,
  passwordHash: string,
  firstPasswordEndsAt: Date | null,
): Promise<boolean> {
  const row = { loginId, kind: 'superadmin' as const, username, name: 'Super Admin', passwordHash, firstPasswordEndsAt }
  return insert(tx, 'platform.login', row, { unlessThere: true })
}

/** One return from a third party. */
export type ArrivalRow = ThirdPartyPerson & {
  arrivalId: string
  purpose: 'login' | 'signup' | 'link'
  kind: 'cooperative' | 'member'
  provider: string
}

/** Spends a code: the same arrival goes on under a ticket. */
export async function takeCode(
  tx: Tx,
  codeHash: Buffer,
  browserHash: Buffer,
  now: Date,
  ticket: { hash: Buffer; expiresAt: Date },
): Promise<ArrivalRow | undefined> {
  return tx.maybe(sql`
    update platform.arrival set stage = 'ticket', code_hash = ${ticket.hash}, expires_at = ${ticket.expiresAt}
    where code_hash = ${codeHash} and browser_hash = ${browserHash} and stage = 'code' and expires_at > ${now}
    returning arrival_id, purpose, kind, provider, issuer, subject, email, name`)
}

export async function takeTicket(
  tx: Tx,
  ticketHash: Buffer,
  browserHash: Buffer,
  now: Date,
): Promise<ArrivalRow | undefined> {
  return tx.maybe(sql`
    update platform.arrival set stage = 'used'
    where code_hash = ${ticketHash} and browser_hash = ${browserHash} and stage = 'ticket' and expires_at > ${now}
    returning arrival_id, purpose, kind, provider, issuer, subject, email, name`)
}

/** A key that an app is to confirm takes the place of one that none did; false where one is confirmed. */
export async function putAuthenticator(tx: Tx, loginId: LoginId, sealedKey: Buffer): Promise<boolean> {
  const put = await tx.maybe(sql`
    insert into platform.authenticator (login_id, sealed_key) values (${loginId}, ${sealedKey})
    on conflict (login_id) do update set sealed_key = excluded.sealed_key, created_at = now() where authenticator.confirmed_at is null
    returning login_id`)
  return put !== undefined
}

/** False where there is none that was confirmed. */
export async function deleteAuthenticator(tx: Tx, loginId: LoginId): Promise<boolean> {
  const deleted = await tx.run(
    sql`delete from platform.authenticator where login_id = ${loginId} and confirmed_at is not null`,
  )
  return deleted === 1
}

/** These take the place of whatever codes the login had. */
export async function putRecoveryCodes(tx: Tx, loginId: LoginId, hashes: readonly Buffer[]): Promise<void> {
  await remove(tx, 'platform.recovery_code', { loginId })
  await tx.run(
    sql`insert into platform.recovery_code (login_id, code_hash) select ${loginId}, h from unnest(${hashes}::bytea[]) as h`,
  )
}

/** Whom a challenge is for, what for, and the ticket or session that alone may answer it. */
export type ChallengeFor = { loginId: LoginId; purpose: 'add' | 'login' | 'step_up'; boundTo: string }

/** A challenge for a passkey, in the place of the one before. */
export async function newChallenge(tx: Tx, { loginId, purpose, boundTo }: ChallengeFor, now: Date): Promise<string> {
  const challenge = newToken()
  const expiresAt = new Date(now.getTime() + passkeyChallengeLifetime)
  const row = { boundHash: tokenHash(boundTo), purpose, loginId, challenge, expiresAt }
  await upsert(tx, 'platform.passkey_challenge', ['boundHash', 'purpose'], row)
  return challenge
}

/** Spends a challenge. */
export async function takeChallenge(
  tx: Tx,
  { loginId, purpose, boundTo }: ChallengeFor,
  now: Date,
): Promise<string | undefined> {
  const taken = await tx.maybe<{ challenge: string }>(sql`
    delete from platform.passkey_challenge where bound_hash = ${tokenHash(boundTo)} and purpose = ${purpose} and login_id = ${loginId} and expires_at > ${now}
    returning challenge`)
  return taken?.challenge
}

/** The person behind a session has just shown again who they are: another access token takes the place of the present one. */
export async function recordProof(
  tx: Tx,
  sessionId: SessionId,
  now: Date,
  access: { hash: Buffer; expiresAt: Date },
): Promise<void> {
  const accessExpiresAt = sql`least(${access.expiresAt}::timestamptz, expires_at)`
  await update(tx, 'platform.session', { sessionId }, { provedAt: now, accessHash: access.hash, accessExpiresAt })
}

/** The officer who uses the own cooperative's login. */
export async function nameCooperativeLogin(tx: Tx, person: string, post: string): Promise<void> {
  await tx.run(sql`select platform.name_cooperative_login(${person}, ${post})`)
}
