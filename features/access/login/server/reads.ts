import type { CooperativeStatus, MemberRole, Role } from '#core/actor.ts'
import type { Day } from '#core/calendar.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import { membershipNumberFrom } from '#core/contract/member-identifier.ts'
import type { CooperativeId, IdentityId, LoginId, MemberId, PasskeyId, SessionId } from '#core/ids.ts'
import { accountPhoneFrom, phoneFrom } from '#core/phone.ts'
import * as own from '#features/access/login/own-login.ts'
import { deviceName } from '#features/access/login/rules/device.ts'
import { auditorNumberFrom } from '#features/access/login/rules/external-auditor.ts'
import type { Holder } from '#features/access/login/rules/office.ts'
import * as second from '#features/access/login/second-factors.ts'
import { openAction, signedInAction } from '#platform/action.ts'
import type { ThirdPartyPerson } from '#platform/context.ts'
import type { KnownPasskey } from '#platform/credentials/passkeys.ts'
import type { Known } from '#platform/credentials/password-rules.ts'
import { rolesInForce } from '#platform/db/current-members.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

export type LoginRow = {
  loginId: LoginId
  kind: 'cooperative' | 'member' | 'superadmin' | 'auditor'
  cooperativeId: CooperativeId | null
  /** Where messages about this login go: its phone, or that of the member who logs in by membership number. */
  phone: string | null
  /** Where they go instead for an external auditor who gave no phone. */
  email: string | null
  username: string | null
  name: string
  /** Whose name a line of the audit trail has. */
  actsAs: string
  passwordHash: string | null
  /** Until when a password that the server made up opens the login; null where its owner chose it. */
  firstPasswordEndsAt: Date | null
  hasSecondFactor: boolean
}

const ofAuditor = sql`left join app.external_auditor x on x.cooperative_id = l.cooperative_id and x.login_id = l.login_id`

const contactPhone = sql`coalesce(l.phone, (
  select m.phone from platform.membership s join app.member m on m.cooperative_id = s.cooperative_id and m.member_id = s.member_id
  where s.login_id = l.login_id and l.kind = 'member' and m.removed_at is null limit 1), x.phone)`

const hasSecondFactor = sql`(exists (select from platform.authenticator a where a.login_id = l.login_id and a.confirmed_at is not null)
  or exists (select from platform.passkey p where p.login_id = l.login_id)) as has_second_factor`

const loginColumns = sql`l.login_id, l.kind, l.cooperative_id, ${contactPhone} as phone, x.email, l.username, l.name, l.acts_as, l.password_hash,
  l.first_password_ends_at, ${hasSecondFactor}`

/** A login of the admin area: a cooperative's by coop_id in any case, or by phone in any accepted form; an external auditor's by number. */
export async function findCooperativeLogin(tx: Tx, identifier: string): Promise<LoginRow | undefined> {
  return tx.maybe(sql`
    select ${loginColumns} from platform.login l ${ofAuditor}
    where l.kind = 'cooperative' and (l.coop_id = ${identifier.toUpperCase()} or l.phone = ${phoneFrom(identifier) ?? ''})
      or l.kind = 'auditor' and l.username = ${auditorNumberFrom(identifier) ?? ''}`)
}

/** A member's login by phone or by whole membership number. */
export async function findMemberLogin(tx: Tx, identifier: string): Promise<LoginRow | undefined> {
  const [coopId, number] = identifier.split('/')
  if (number === undefined)
    return tx.maybe(
      sql`select ${loginColumns} from platform.login l ${ofAuditor} where l.kind = 'member' and l.phone = ${identifier}`,
    )
  return tx.maybe(sql`
    select ${loginColumns} from platform.login c
    join app.member m on m.cooperative_id = c.cooperative_id and m.membership_number = ${Number(number)} and m.removed_at is null
    join platform.membership s on s.cooperative_id = m.cooperative_id and s.member_id = m.member_id
    join platform.login l on l.login_id = s.login_id ${ofAuditor}
    where c.kind = 'cooperative' and c.coop_id = ${coopId}`)
}

/** What was typed to name a member's account, as findMemberLogin takes it; undefined where it is neither phone nor membership number. */
export function memberIdentifierFrom(text: string): string | undefined {
  return accountPhoneFrom(text) ?? membershipNumberFrom(text)
}

export async function findSuperAdminLogin(tx: Tx, username: string): Promise<LoginRow | undefined> {
  return tx.maybe(sql`
    select ${loginColumns} from platform.login l ${ofAuditor}
    where l.kind = 'superadmin' and l.username = ${username}`)
}

export type CooperativeRow = {
  cooperativeId: CooperativeId
  coopId: string
  name: string
  phone: string
  email: string | null
  status: CooperativeStatus
}

export async function findSessionCooperative(
  tx: Tx,
  cooperativeId: CooperativeId,
): Promise<CooperativeRow | undefined> {
  return tx.maybe(sql`
    select cooperative_id, coop_id, name, phone, email, status from app.cooperative
    where cooperative_id = ${cooperativeId} and deleted_at is null`)
}

export type MembershipRow = {
  cooperativeId: CooperativeId
  cooperativeName: string
  cooperativeStatus: CooperativeStatus
  coopId: string
  cooperativePhone: string
  cooperativeEmail: string | null
  memberId: MemberId
  membershipno: string
  firstName: string
  lastName: string
  phone: string | null
  email: string | null
  roles: MemberRole[]
  officeEndsOn: Day | null
}

/** The memberships that a person has proved and that have not ended, the one used last first. */
export async function listMemberships(tx: Tx, loginId: LoginId): Promise<MembershipRow[]> {
  return tx.many(sql`
    select c.cooperative_id, c.name as cooperative_name, c.status as cooperative_status, c.coop_id, c.phone as cooperative_phone,
      c.email as cooperative_email, m.member_id, m.membershipno, m.first_name, m.last_name, m.phone, m.email, ${rolesInForce} as roles, m.office_ends_on
    from platform.membership s
    join app.member m on m.cooperative_id = s.cooperative_id and m.member_id = s.member_id
    join app.cooperative c on c.cooperative_id = s.cooperative_id
    where s.login_id = ${loginId} and s.confirmed_at is not null and m.removed_at is null and m.status in ('active', 'inactive') and c.deleted_at is null
    order by c.status = 'active' desc, s.last_used_at desc nulls last, c.name`)
}

/**
 * Whether an officer has ended this person's sessions at a cooperative since they signed in. The membership is locked
 * until this transaction ends, so that an officer who ends them now meets the session that it opens.
 */
export async function isLoggedOut(
  tx: Tx,
  sessionId: SessionId,
  cooperativeId: CooperativeId,
  memberId: MemberId,
): Promise<boolean> {
  const { loggedOut } = await tx.one<{ loggedOut: boolean }>(sql`
    select coalesce(m.sessions_ended_at >= s.signed_in_at, false) as logged_out
    from platform.membership m join platform.session s on s.login_id = m.login_id and s.session_id = ${sessionId}
    where m.cooperative_id = ${cooperativeId} and m.member_id = ${memberId} for no key update of m`)
  return loggedOut
}

/** The cooperative whose membership ended last of those that this person has proved. */
export async function findEndedMembership(tx: Tx, loginId: LoginId): Promise<string | undefined> {
  const found = await tx.maybe<{ name: string }>(sql`
    select c.name from platform.membership s
    join app.member m on m.cooperative_id = s.cooperative_id and m.member_id = s.member_id
    join app.cooperative c on c.cooperative_id = s.cooperative_id
    where s.login_id = ${loginId} and s.confirmed_at is not null and m.removed_at is null and m.status in ('left', 'deceased') and c.deleted_at is null
    order by s.last_used_at desc nulls last limit 1`)
  return found?.name
}

/** How long this account stays locked for this bucket, or undefined. */
export async function findLock(tx: Tx, subject: string, bucket: string): Promise<Date | undefined> {
  const row = await tx.maybe<{ lockedUntil: Date | null }>(sql`
    select locked_until from platform.login_failure where subject = ${subject} and bucket = ${bucket}`)
  return row?.lockedUntil ?? undefined
}

/** The same, and no one else counts a password for this bucket until the transaction ends. */
export async function lockFailures(tx: Tx, subject: string, bucket: string): Promise<Date | undefined> {
  const row = await tx.maybe<{ lockedUntil: Date | null }>(sql`
    select locked_until from platform.login_failure where subject = ${subject} and bucket = ${bucket} for update`)
  return row?.lockedUntil ?? undefined
}

/** Until when the longest lock of these buckets lasts, or undefined. */
export async function findPause(tx: Tx, subject: string, buckets: readonly string[]): Promise<Date | undefined> {
  const { until } = await tx.one<{ until: Date | null }>(sql`
    select max(locked_until) as until from platform.login_failure where subject = ${subject} and bucket = any(${buckets}::text[])`)
  return until ?? undefined
}

export async function isTrustedDevice(tx: Tx, loginId: LoginId, deviceHash: Buffer, now: Date): Promise<boolean> {
  const row = await tx.maybe(sql`
    select from platform.trusted_device where login_id = ${loginId} and device_hash = ${deviceHash} and expires_at > ${now}`)
  return row !== undefined
}

export type RefreshRow = Holder & {
  sessionId: SessionId
  role: Role
  keep: boolean
  refreshExpiresAt: Date
  expiresAt: Date
  endedAt: Date | null
  rotatedAt: Date | null
  rotationSalt: Buffer | null
  standing: 'current' | 'previous' | 'spent'
}

/** The session that a refresh token belongs to, locked, so that two refreshes of one session take turns. */
export async function lockSessionByRefresh(tx: Tx, refreshHash: Buffer): Promise<RefreshRow | undefined> {
  return tx.maybe(sql`
    select s.session_id, s.role, s.keep, ${rolesInForce} as member_roles, x.ended_at is null and x.login_id = s.login_id as audit_is_open,
      coalesce(m.office_ends_on, x.ends_on) as office_ends_on, s.refresh_expires_at, s.expires_at, s.ended_at, s.rotated_at, s.rotation_salt,
      case when s.refresh_hash = ${refreshHash} then 'current' when s.previous_refresh_hash = ${refreshHash} then 'previous' else 'spent' end as standing
    from platform.session s left join app.member m on m.cooperative_id = s.cooperative_id and m.member_id = s.member_id
    left join app.external_auditor x on x.cooperative_id = s.cooperative_id and x.login_id = s.login_id
    where s.refresh_hash = ${refreshHash} or s.previous_refresh_hash = ${refreshHash}
      or s.session_id = (select t.session_id from platform.spent_token t where t.refresh_hash = ${refreshHash})
    for update of s`)
}

export type CodeRow = {
  codeId: string
  purpose: 'activation' | 'reset'
  cooperativeId: CooperativeId | null
  memberId: MemberId | null
  codeHash: Buffer
  /** Whether an activation code left for the phone alone. */
  sentOnly: boolean
}

/** The codes with which this login could still set its password, locked while one of them is tried. */
export async function lockCodes(tx: Tx, loginId: LoginId, now: Date): Promise<CodeRow[]> {
  return tx.many(sql`
    select code_id, purpose, cooperative_id, member_id, code_hash, sent_only from platform.code
    where login_id = ${loginId} and used_at is null and expires_at > ${now} and tries_left > 0
    for update`)
}

/** Locks a login until the transaction ends. */
export async function lockLogin(tx: Tx, loginId: LoginId): Promise<void> {
  await tx.maybe(sql`select from platform.login where login_id = ${loginId} for update`)
}

export async function countRecentResetCodes(tx: Tx, loginId: LoginId, since: Date): Promise<number> {
  const { count } = await tx.one<{ count: number }>(sql`
    select count(*)::int as count from platform.code where login_id = ${loginId} and purpose = 'reset' and created_at > ${since}`)
  return count
}

/** The first super administrator, or one who chose their own password; locked, so that of servers that start together one alone sets a first password. */
export async function lockSuperAdmin(
  tx: Tx,
): Promise<{ loginId: LoginId; username: string; firstPasswordEndsAt: Date | null } | undefined> {
  return tx.maybe(sql`
    select login_id, username, first_password_ends_at from platform.login
    where kind = 'superadmin' order by first_password_ends_at is not null, created_at limit 1 for update`)
}

export type SuperAdmin = {
  loginId: LoginId
  username: string
  /** Null where they chose their own password; a moment that has passed closes the login. */
  firstPasswordEndsAt: Date | null
  hasSecondFactor: boolean
}

/** All super administrators, the first of them first, locked. */
export async function lockSuperAdmins(tx: Tx): Promise<SuperAdmin[]> {
  return tx.many(sql`
    select login_id, username, first_password_ends_at, ${hasSecondFactor}
    from platform.login l where kind = 'superadmin' order by created_at, login_id for update of l`)
}

/** The password's hash locked until this transaction ends. */
export async function lockPasswordHash(tx: Tx, loginId: LoginId): Promise<string | null> {
  const { hash } = await tx.one<{ hash: string | null }>(
    sql`select password_hash as hash from platform.login where login_id = ${loginId} for update`,
  )
  return hash
}

export async function findLogin(tx: Tx, loginId: LoginId): Promise<LoginRow> {
  return tx.one(sql`select ${loginColumns} from platform.login l ${ofAuditor} where l.login_id = ${loginId}`)
}

/** What others know about whose login this is, which its password must not contain. */
export async function findKnown(tx: Tx, loginId: LoginId): Promise<Known> {
  return tx.one(sql`
    select array(
        select c.name from app.cooperative c where c.cooperative_id = l.cooperative_id
          or c.cooperative_id in (select s.cooperative_id from platform.membership s where s.login_id = l.login_id)) as cooperatives,
      coalesce(l.person, case l.kind when 'member' then l.name else l.username end) as person, ${contactPhone} as phone
    from platform.login l ${ofAuditor} where l.login_id = ${loginId}`)
}

type OpenSession = { id: SessionId; agent: string; role: Role; startedAt: Date; lastUsedAt: Date; total: number }

/** Where the own login is signed in. */
export const listSessions = signedInAction(
  own.listSessions,
  async ({ database, now }, { loginId, sessionId }, { page, limit, sort }) => {
    const order = sort === 'lastUsedAt' ? sql`last_used_at, session_id` : sql`last_used_at desc, session_id`
    const rows = await database.auth((tx) =>
      tx.many<OpenSession>(sql`
        select session_id as id, device as agent, role, created_at as started_at, last_used_at, count(*) over ()::int as total
        from platform.session where login_id = ${loginId} and ended_at is null and refresh_expires_at > ${now} and expires_at > ${now}
        order by session_id = ${sessionId} desc, ${order} limit ${limit} offset ${(page - 1) * limit}`),
    )
    return {
      rows: rows.map(({ agent, total: _, ...row }) => ({
        ...row,
        device: deviceName(agent),
        current: row.id === sessionId,
      })),
      total: rows[0]?.total ?? 0,
    }
  },
)

export const getProviders = openAction(own.getProviders, async ({ thirdParties }) =>
  thirdParties.map(({ name, isSandbox }) => ({ name, isSandbox })),
)

type Identity = Replied<typeof own.listIdentities>[number]

const identityColumns = sql`identity_id as id, provider, name, email, linked_at, last_used_at`

export const listIdentities = signedInAction(own.listIdentities, ({ database }, { loginId }) =>
  database.auth((tx) =>
    tx.many<Identity>(
      sql`select ${identityColumns} from platform.identity where login_id = ${loginId} order by linked_at, identity_id`,
    ),
  ),
)

/** The link of this person to this very login. */
export async function findIdentity(
  tx: Tx,
  loginId: LoginId,
  { issuer, subject }: ThirdPartyPerson,
): Promise<Identity | undefined> {
  return tx.maybe(
    sql`select ${identityColumns} from platform.identity where login_id = ${loginId} and issuer = ${issuer} and subject = ${subject}`,
  )
}

/** The login that a third party's person opens: of the kind that they mean, else of the other where `orOther` allows it. */
export async function findLinkedLogin(
  tx: Tx,
  { issuer, subject }: ThirdPartyPerson,
  kind: 'cooperative' | 'member',
  orOther: boolean,
): Promise<(LoginRow & { identityId: IdentityId }) | undefined> {
  return tx.maybe(sql`
    select i.identity_id, ${loginColumns}
    from platform.identity i join platform.login l using (login_id) ${ofAuditor}
    where i.issuer = ${issuer} and i.subject = ${subject} and (i.kind = ${kind} or ${orOther}) order by i.kind = ${kind} desc limit 1`)
}

export type AuthenticatorRow = { sealedKey: Buffer; lastStep: number; confirmedAt: Date | null }

/** The authenticator app of a login, locked, so that two codes at the same moment are checked one after the other. */
export async function lockAuthenticator(tx: Tx, loginId: LoginId): Promise<AuthenticatorRow | undefined> {
  return tx.maybe(
    sql`select sealed_key, last_step, confirmed_at from platform.authenticator where login_id = ${loginId} for update`,
  )
}

/** The login whose first step gave this browser this ticket. */
export async function findTicket(
  tx: Tx,
  ticketHash: Buffer,
  browserHash: Buffer,
  now: Date,
): Promise<{ loginId: LoginId; keep: boolean } | undefined> {
  return tx.maybe(sql`
    select login_id, keep from platform.login_ticket
    where ticket_hash = ${ticketHash} and browser_hash = ${browserHash} and expires_at > ${now}`)
}

/** The second factors of the own login, and whether it must have one. */
export const getSecondFactor = signedInAction(
  second.getSecondFactor,
  ({ database, secondFactorRequired }, { loginId, role }) =>
    database.auth(async (tx) => {
      const authenticator = await tx.maybe<{ since: Date; lastUsedAt: Date | null }>(sql`
        select confirmed_at as since, last_used_at from platform.authenticator where login_id = ${loginId} and confirmed_at is not null`)
      const passkeys = await tx.many<{ id: PasskeyId; name: string; since: Date; lastUsedAt: Date | null }>(sql`
        select passkey_id as id, name, created_at as since, last_used_at from platform.passkey where login_id = ${loginId} order by created_at, passkey_id`)
      const { count } = await tx.one<{ count: number }>(
        sql`select count(*)::int as count from platform.recovery_code where login_id = ${loginId} and used_at is null`,
      )
      return {
        authenticator: authenticator ?? null,
        passkeys,
        recoveryCodesLeft: count,
        required: secondFactorRequired && role === 'superadmin',
      }
    }),
)

/** The passkeys of a login, for a browser to choose from. */
export async function listPasskeys(tx: Tx, loginId: LoginId): Promise<KnownPasskey[]> {
  return tx.many(
    sql`select credential_id, transports from platform.passkey where login_id = ${loginId} order by created_at, passkey_id`,
  )
}

/** A passkey of this very login, locked, so that its counter is compared with one use at a time. */
export async function lockPasskey(
  tx: Tx,
  loginId: LoginId,
  credentialId: string,
): Promise<{ passkeyId: PasskeyId; publicKey: Buffer; counter: number } | undefined> {
  return tx.maybe(sql`
    select passkey_id, public_key, counter::float8 as counter from platform.passkey
    where login_id = ${loginId} and credential_id = ${credentialId} for update`)
}

/** The officers of the own cooperative who are not the person behind this login. */
export async function findOtherOfficers(tx: Tx, loginId: LoginId): Promise<{ name: string }[]> {
  return tx.many(sql`
    select m.first_name || ' ' || m.last_name as name from app.member m
    where m.removed_at is null and m.status = 'active' and m.roles <> '{member}'
      and ('admin' = any(m.roles) or m.office_ends_on is null or m.office_ends_on >= (now() at time zone 'Africa/Lagos')::date)
      and m.member_id not in (select app.people_of(${loginId}))`)
}

/** Until when an external auditor may look, and when an officer ended it before. */
export async function findAudit(tx: Tx, { loginId }: LoginRow): Promise<{ endsOn: Day; endedAt: Date | null }> {
  return tx.one(sql`select x.ends_on, x.ended_at from platform.login l ${ofAuditor} where l.login_id = ${loginId}`)
}
