import { type FailureLimit, lockDuration, passwordLimit } from '#features/access/login/rules/session.ts'
import type { Role } from '#core/actor.ts'
import type { ThirdPartyPerson } from '#platform/context.ts'
import type { CooperativeId, IdentityId, LoginId, MemberId, PasskeyId, SessionId, SupportAccessId } from '#core/ids.ts'
import { tokenHash } from '#platform/credentials/tokens.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import { failedLogins } from '#platform/telemetry/instruments.ts'

export type NewSession = {
  sessionId: SessionId
  loginId: LoginId
  role: Role
  cooperativeId: CooperativeId | null
  memberId: MemberId | null
  supportAccessId: SupportAccessId | null
  keep: boolean
  accessHash: Buffer
  accessExpiresAt: Date
  refreshHash: Buffer
  refreshExpiresAt: Date
  expiresAt: Date
  /** The session whose sign-in this one carries on. */
  replaces: SessionId | undefined
  device: string
}

export async function insertSession(tx: Tx, s: NewSession): Promise<void> {
  await tx.run(sql`
    insert into platform.session (session_id, login_id, role, cooperative_id, member_id, support_access_id, keep, access_hash, access_expires_at,
      refresh_hash, refresh_expires_at, expires_at, signed_in_at, proved_at, device)
    values (${s.sessionId}, ${s.loginId}, ${s.role}, ${s.cooperativeId}, ${s.memberId}, ${s.supportAccessId}, ${s.keep}, ${s.accessHash}, ${s.accessExpiresAt},
      ${s.refreshHash}, ${s.refreshExpiresAt}, ${s.expiresAt},
      coalesce((select o.signed_in_at from platform.session o where o.session_id = ${s.replaces ?? null}), now()),
      coalesce((select o.proved_at from platform.session o where o.session_id = ${s.replaces ?? null}), now()), ${s.device})`)
  await tx.run(sql`update platform.login set last_login_at = now() where login_id = ${s.loginId}`)
  if (s.memberId) {
    await tx.run(sql`update platform.membership set last_used_at = now()
      where cooperative_id = ${s.cooperativeId} and member_id = ${s.memberId} and login_id = ${s.loginId}`)
  }
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
export async function endSession(
  tx: Tx,
  sessionId: SessionId,
  reason: string,
): Promise<{ keep: boolean; expiresAt: Date } | undefined> {
  return tx.maybe(sql`
    update platform.session set ended_at = now(), end_reason = ${reason} where session_id = ${sessionId} and ended_at is null
    returning keep, expires_at`)
}

export async function endSessionsOf(tx: Tx, loginId: LoginId, reason: string): Promise<void> {
  await tx.run(
    sql`update platform.session set ended_at = now(), end_reason = ${reason} where login_id = ${loginId} and ended_at is null`,
  )
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

export async function clearFailures(tx: Tx, subject: string, bucket?: string): Promise<void> {
  await tx.run(
    sql`delete from platform.login_failure where subject = ${subject} and (${bucket ?? null}::text is null or bucket = ${bucket ?? null})`,
  )
}

export async function trustDevice(tx: Tx, loginId: LoginId, deviceHash: Buffer, expiresAt: Date): Promise<void> {
  await tx.run(sql`
    insert into platform.trusted_device (login_id, device_hash, expires_at) values (${loginId}, ${deviceHash}, ${expiresAt})
    on conflict (login_id, device_hash) do update set expires_at = excluded.expires_at`)
}

export async function insertResetCode(
  tx: Tx,
  codeId: string,
  loginId: LoginId,
  codeHash: Buffer,
  expiresAt: Date,
): Promise<void> {
  await tx.run(sql`
    insert into platform.code (code_id, login_id, purpose, code_hash, expires_at)
    values (${codeId}, ${loginId}, 'reset', ${codeHash}, ${expiresAt})`)
}

export async function countTry(tx: Tx, codeIds: readonly string[]): Promise<void> {
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
  await tx.run(
    sql`update platform.login set password_hash = ${passwordHash}, first_password_ends_at = ${firstPasswordEndsAt} where login_id = ${loginId}`,
  )
  // Whoever knew the password until now may have done the first step of a login with it.
  await deleteTickets(tx, loginId)
}

export async function confirmMembership(tx: Tx, cooperativeId: CooperativeId, memberId: MemberId): Promise<void> {
  await tx.run(sql`
    update platform.membership set confirmed_at = coalesce(confirmed_at, now())
    where cooperative_id = ${cooperativeId} and member_id = ${memberId}`)
}

/** What a new member was shown when they set their first password. */
export async function saveConsent(
  tx: Tx,
  cooperativeId: CooperativeId,
  memberId: MemberId,
  version: string,
): Promise<void> {
  await tx.run(
    sql`insert into app.consent (cooperative_id, member_id, version) values (${cooperativeId}, ${memberId}, ${version}) on conflict do nothing`,
  )
}

/** A code that only the phone received proves a member's login, once. */
export async function proveByPhone(tx: Tx, loginId: LoginId): Promise<void> {
  await tx.run(
    sql`update platform.login set proved_at = now(), proved_how = 'phone' where login_id = ${loginId} and kind = 'member' and proved_at is null`,
  )
}

/** A code that came to the phone proves the phone, and with it every membership of that phone. */
export async function confirmAllMemberships(tx: Tx, loginId: LoginId): Promise<void> {
  await tx.run(
    sql`update platform.membership set confirmed_at = now() where login_id = ${loginId} and confirmed_at is null`,
  )
}

/** Takes away every second factor of a login. */
export async function deleteSecondFactors(tx: Tx, loginId: LoginId): Promise<void> {
  await tx.run(sql`delete from platform.authenticator where login_id = ${loginId}`)
  await tx.run(sql`delete from platform.passkey where login_id = ${loginId}`)
  await deleteRecoveryCodes(tx, loginId)
}

/** False where there is one of this name. */
export async function insertSuperAdmin(
  tx: Tx,
  loginId: LoginId,
  username: string,
  passwordHash: string,
  firstPasswordEndsAt: Date | null,
): Promise<boolean> {
  const inserted = await tx.maybe(sql`
    insert into platform.login (login_id, kind, username, name, password_hash, first_password_ends_at)
    values (${loginId}, 'superadmin', ${username}, 'Super Admin', ${passwordHash}, ${firstPasswordEndsAt}) on conflict do nothing returning login_id`)
  return inserted !== undefined
}

/** Ends one session of this login; false where it has no such open one. */
export async function endOwnSession(tx: Tx, loginId: LoginId, sessionId: SessionId): Promise<boolean> {
  const ended = await tx.maybe(sql`
    update platform.session set ended_at = now(), end_reason = 'ended_by_owner'
    where session_id = ${sessionId} and login_id = ${loginId} and ended_at is null returning session_id`)
  return ended !== undefined
}

export async function endSessionsBut(tx: Tx, loginId: LoginId, sessionId: SessionId, reason: string): Promise<void> {
  await tx.run(sql`
    update platform.session set ended_at = now(), end_reason = ${reason}
    where login_id = ${loginId} and session_id <> ${sessionId} and ended_at is null`)
}

/** Codes on their way would undo a password that was just chosen. */
export async function voidResetCodes(tx: Tx, loginId: LoginId): Promise<void> {
  await tx.run(
    sql`update platform.code set used_at = now() where login_id = ${loginId} and purpose = 'reset' and used_at is null`,
  )
}

export type NewArrival = ThirdPartyPerson & {
  arrivalId: string
  stateHash: Buffer
  codeHash: Buffer
  browserHash: Buffer
  purpose: 'login' | 'signup' | 'link'
  kind: 'cooperative' | 'member'
  provider: string
  expiresAt: Date
}

/** False where this state has come back before. */
export async function insertArrival(tx: Tx, a: NewArrival): Promise<boolean> {
  const inserted = await tx.maybe(sql`
    insert into platform.arrival (arrival_id, state_hash, code_hash, browser_hash, purpose, kind, stage, issuer, subject, provider, email, name, expires_at)
    values (${a.arrivalId}, ${a.stateHash}, ${a.codeHash}, ${a.browserHash}, ${a.purpose}, ${a.kind}, 'code', ${a.issuer}, ${a.subject}, ${a.provider},
      ${a.email}, ${a.name}, ${a.expiresAt})
    on conflict (state_hash) do nothing returning arrival_id`)
  return inserted !== undefined
}

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

export async function spendArrival(tx: Tx, arrivalId: string): Promise<void> {
  await tx.run(sql`update platform.arrival set stage = 'used' where arrival_id = ${arrivalId}`)
}

export async function insertIdentity(
  tx: Tx,
  loginId: LoginId,
  kind: 'cooperative' | 'member',
  person: ArrivalRow,
  identityId: IdentityId,
): Promise<void> {
  await tx.run(sql`
    insert into platform.identity (identity_id, login_id, kind, issuer, subject, provider, email, name)
    values (${identityId}, ${loginId}, ${kind}, ${person.issuer}, ${person.subject}, ${person.provider}, ${person.email}, ${person.name})
    on conflict (issuer, subject, kind) do nothing`)
}

export async function deleteIdentity(tx: Tx, loginId: LoginId, identityId: IdentityId): Promise<boolean> {
  return (
    (await tx.maybe(
      sql`delete from platform.identity where login_id = ${loginId} and identity_id = ${identityId} returning identity_id`,
    )) !== undefined
  )
}

export async function touchIdentity(tx: Tx, identityId: IdentityId): Promise<void> {
  await tx.run(sql`update platform.identity set last_used_at = now() where identity_id = ${identityId}`)
}

/** A key that an app is to confirm takes the place of one that none did; false where one is confirmed. */
export async function putAuthenticator(tx: Tx, loginId: LoginId, sealedKey: Buffer): Promise<boolean> {
  const put = await tx.maybe(sql`
    insert into platform.authenticator (login_id, sealed_key) values (${loginId}, ${sealedKey})
    on conflict (login_id) do update set sealed_key = excluded.sealed_key, created_at = now() where authenticator.confirmed_at is null
    returning login_id`)
  return put !== undefined
}

export async function confirmAuthenticator(tx: Tx, loginId: LoginId, step: number): Promise<void> {
  await tx.run(
    sql`update platform.authenticator set confirmed_at = now(), last_step = ${step} where login_id = ${loginId}`,
  )
}

/** These take the place of whatever codes the login had. */
export async function putRecoveryCodes(tx: Tx, loginId: LoginId, hashes: readonly Buffer[]): Promise<void> {
  await tx.run(sql`delete from platform.recovery_code where login_id = ${loginId}`)
  await tx.run(
    sql`insert into platform.recovery_code (login_id, code_hash) select ${loginId}, h from unnest(${hashes}::bytea[]) as h`,
  )
}

/** They are in for a second factor, so they go with the last one. */
export async function deleteRecoveryCodes(tx: Tx, loginId: LoginId): Promise<void> {
  await tx.run(sql`delete from platform.recovery_code where login_id = ${loginId}`)
}

export type NewPasskey = {
  passkeyId: PasskeyId
  credentialId: string
  publicKey: Buffer
  counter: number
  transports: readonly string[]
  name: string
}

/** False where this credential is a passkey already, of whomever. */
export async function insertPasskey(tx: Tx, loginId: LoginId, p: NewPasskey): Promise<boolean> {
  const inserted = await tx.maybe(sql`
    insert into platform.passkey (passkey_id, login_id, credential_id, public_key, counter, transports, name)
    values (${p.passkeyId}, ${loginId}, ${p.credentialId}, ${p.publicKey}, ${p.counter}, ${p.transports}::text[], ${p.name})
    on conflict (credential_id) do nothing returning passkey_id`)
  return inserted !== undefined
}

export async function usePasskey(tx: Tx, passkeyId: PasskeyId, counter: number): Promise<void> {
  await tx.run(
    sql`update platform.passkey set counter = ${counter}, last_used_at = now() where passkey_id = ${passkeyId}`,
  )
}

/** False where this login has no such passkey. */
export async function deletePasskey(tx: Tx, loginId: LoginId, passkeyId: PasskeyId): Promise<boolean> {
  const deleted = await tx.maybe(
    sql`delete from platform.passkey where login_id = ${loginId} and passkey_id = ${passkeyId} returning passkey_id`,
  )
  await deleteTickets(tx, loginId)
  return deleted !== undefined
}

/** Whom a challenge is for, what for, and the ticket or session that alone may answer it. */
export type ChallengeFor = { loginId: LoginId; purpose: 'add' | 'login' | 'step_up'; boundTo: string }

/** The newest challenge takes the place of the one before. */
export async function putChallenge(
  tx: Tx,
  { loginId, purpose, boundTo }: ChallengeFor,
  challenge: string,
  expiresAt: Date,
): Promise<void> {
  await tx.run(sql`
    insert into platform.passkey_challenge (bound_hash, purpose, login_id, challenge, expires_at)
    values (${tokenHash(boundTo)}, ${purpose}, ${loginId}, ${challenge}, ${expiresAt})
    on conflict (bound_hash, purpose) do update set login_id = excluded.login_id, challenge = excluded.challenge, expires_at = excluded.expires_at`)
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

export async function useStep(tx: Tx, loginId: LoginId, step: number): Promise<void> {
  await tx.run(
    sql`update platform.authenticator set last_step = ${step}, last_used_at = now() where login_id = ${loginId}`,
  )
}

/** False where the login has no such code that is left. */
export async function useRecoveryCode(tx: Tx, loginId: LoginId, codeHash: Buffer): Promise<boolean> {
  const used = await tx.maybe(sql`
    update platform.recovery_code set used_at = now() where login_id = ${loginId} and code_hash = ${codeHash} and used_at is null returning login_id`)
  return used !== undefined
}

/** False where there is none. */
export async function deleteAuthenticator(tx: Tx, loginId: LoginId): Promise<boolean> {
  const deleted = await tx.maybe(
    sql`delete from platform.authenticator where login_id = ${loginId} and confirmed_at is not null returning login_id`,
  )
  await deleteTickets(tx, loginId)
  return deleted !== undefined
}

export async function insertTicket(
  tx: Tx,
  t: { ticketHash: Buffer; loginId: LoginId; browserHash: Buffer; keep: boolean; expiresAt: Date },
): Promise<void> {
  await tx.run(sql`
    insert into platform.login_ticket (ticket_hash, login_id, browser_hash, keep, expires_at)
    values (${t.ticketHash}, ${t.loginId}, ${t.browserHash}, ${t.keep}, ${t.expiresAt})`)
}

/** Spends a ticket; false where it was spent before. */
export async function spendTicket(tx: Tx, ticketHash: Buffer): Promise<boolean> {
  return (
    (await tx.maybe(sql`delete from platform.login_ticket where ticket_hash = ${ticketHash} returning ticket_hash`)) !==
    undefined
  )
}

export async function deleteTickets(tx: Tx, loginId: LoginId): Promise<void> {
  await tx.run(sql`delete from platform.login_ticket where login_id = ${loginId}`)
}

/** The person behind a session has just shown again who they are. */
export async function recordProof(tx: Tx, sessionId: SessionId, now: Date): Promise<void> {
  await tx.run(sql`update platform.session set proved_at = ${now} where session_id = ${sessionId}`)
}

/** Another access token in the place of the session's present one, which ends. */
export async function replaceAccessToken(tx: Tx, sessionId: SessionId, hash: Buffer, expiresAt: Date): Promise<void> {
  await tx.run(sql`
    update platform.session set access_hash = ${hash}, access_expires_at = least(${expiresAt}::timestamptz, expires_at)
    where session_id = ${sessionId}`)
}

/** The officer who uses the own cooperative's login. */
export async function nameCooperativeLogin(tx: Tx, person: string, post: string): Promise<void> {
  await tx.run(sql`select platform.name_cooperative_login(${person}, ${post})`)
}
