import type * as z from 'zod/mini'
import { hasEnded, permissionsOf, type Role, whyClosed } from '#core/actor.ts'
import { type Day, dayIn, dayText } from '#core/calendar.ts'
import type { CooperativeId, LoginId, MemberId, SessionId, SupportAccessId } from '#core/ids.ts'
import { refusal, refuse } from '#core/refusal.ts'
import type { membership, sessionMember } from '#features/access/login/contract.ts'
import { rolesOn } from '#features/access/login/rules/office.ts'
import {
  accessLifetime,
  refreshLifetimes,
  secondStepLifetime,
  trustedDeviceLifetime,
} from '#features/access/login/rules/session.ts'
import { recordAudit } from '#features/platform-admin/audit-trail/server/record-audit.ts'
import type { Caller, Context } from '#platform/context.ts'
import { newToken, tokenHash } from '#platform/credentials/tokens.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { insert, upsert } from '#platform/db/write.ts'
import {
  findAudit,
  findEndedMembership,
  findSessionCooperative,
  listMemberships,
  type LoginRow,
  type MembershipRow,
} from './reads.ts'
import { insertSession } from './writes.ts'

export const officeEnded = refusal(
  'office_ended',
  403,
  'Your office ended on {on}, so the admin area is closed to you. Ask an admin to extend it.',
)

export type Tokens = { accessToken: string; refreshToken: string }

export type SessionFor = {
  loginId: LoginId
  role: Role
  cooperativeId: CooperativeId | null
  memberId: MemberId | null
  keepSignedIn: boolean
  /** The session that this one replaces: its sign-in is carried on, and its absolute end stays. */
  replaces?: { sessionId: SessionId; expiresAt: Date }
  /** Access that ends on a day of its own: its session is not renewed. */
  supportAccess?: { id: SupportAccessId; expiresAt: Date }
}

/** Opens a session and makes the caller's browser a known device of this login. */
export async function openSession(tx: Tx, caller: Caller, now: Date, wanted: SessionFor): Promise<Tokens> {
  const { loginId, role, cooperativeId, memberId, keepSignedIn: keep, supportAccess, replaces } = wanted
  const tokens = { accessToken: newToken(), refreshToken: newToken() }
  const { idle, absolute } = refreshLifetimes(role, keep)
  const after = (milliseconds: number) => new Date(now.getTime() + milliseconds)
  const expiresAt = supportAccess?.expiresAt ?? replaces?.expiresAt ?? after(absolute)
  const until = (milliseconds: number) => new Date(Math.min(after(milliseconds).getTime(), expiresAt.getTime()))
  const session = {
    ...{ sessionId: newId<SessionId>(), loginId, role, cooperativeId, memberId, keep, device: caller.agent },
    supportAccessId: supportAccess?.id ?? null,
    accessHash: tokenHash(tokens.accessToken),
    accessExpiresAt: supportAccess ? expiresAt : until(accessLifetime),
    refreshHash: tokenHash(tokens.refreshToken),
    refreshExpiresAt: supportAccess ? now : until(idle),
    expiresAt,
  }
  await insertSession(tx, session, replaces?.sessionId ?? null)
  const device = caller.device ?? newToken()
  await upsert(tx, 'platform.trusted_device', ['loginId', 'deviceHash'], {
    ...{ loginId, deviceHash: tokenHash(device), expiresAt: after(trustedDeviceLifetime) },
  })
  caller.trust(device)
  return tokens
}

/**
 * Where a login that has been proved by its password or a third party has a second factor too: a ticket in place of the
 * session. It works once, in this browser only, and opens nothing without a code. Undefined without a second factor.
 */
export async function startSecondStep(
  tx: Tx,
  caller: Caller,
  now: Date,
  { loginId, hasSecondFactor: isAsked }: LoginRow,
  keep: boolean,
): Promise<{ ticket: string } | undefined> {
  if (!isAsked) return undefined
  const ticket = newToken()
  // A browser that links a third party's person keeps the token that it has: the link is bound to it.
  const browser = /^[\w-]{43}$/.test(caller.signIn ?? '') ? (caller.signIn as string) : newToken()
  await insert(tx, 'platform.login_ticket', {
    ...{ ticketHash: tokenHash(ticket), browserHash: tokenHash(browser), loginId, keep },
    expiresAt: new Date(now.getTime() + secondStepLifetime),
  })
  caller.keepSignIn(browser)
  return { ticket }
}

/** Opens the session of a cooperative whose login has been proved, with its second factor where it has one. Refuses: cooperative_suspended, cooperative_rejected, office_ended. */
export async function openCooperativeSession(tx: Tx, caller: Caller, now: Date, login: LoginRow, keep: boolean) {
  const { loginId, cooperativeId } = login
  if (!cooperativeId) throw new Error(`Login ${loginId} has no cooperative`)
  const cooperative = (await findSessionCooperative(tx, cooperativeId)) ?? refuse('cooperative_not_found')
  const { coopId: coop_id, name, phone, email, status } = cooperative
  if (status === 'suspended') refuse('cooperative_suspended')
  if (status === 'rejected') refuse('cooperative_rejected')
  const office = login.kind === 'auditor' ? await auditOf(tx, login, now) : undefined
  const session = { loginId, role: 'coop_admin', cooperativeId, memberId: null, keepSignedIn: keep } as const
  const tokens = await openSession(tx, caller, now, session)
  const named = login.actsAs === login.name ? {} : { actsAs: login.actsAs }
  return { cooperative: { id: cooperativeId, coop_id, name, phone, email, status, ...named, ...office }, ...tokens }
}

/** What an external auditor's session opens. Refuses: office_ended. */
async function auditOf(tx: Tx, login: LoginRow, now: Date) {
  const { endsOn, endedAt } = await findAudit(tx, login)
  if (endedAt !== null || hasEnded(endsOn, dayIn(now)))
    refuse(officeEnded({ on: dayText(endedAt === null ? endsOn : dayIn(endedAt)) }))
  return { office: 'external_auditor' as const, permissions: permissionsOf('external_auditor') }
}

/** Opens the membership used last of a person whose login has been proved, with its second factor where it has one. Refuses: invalid_credentials without one, membership_ended where the only one has, whatever closes the cooperative. */
export async function openMemberSession(tx: Tx, caller: Caller, now: Date, { loginId }: LoginRow, keep: boolean) {
  const [current, ...others] = await listMemberships(tx, loginId)
  // The login is proved, so this person may know why nothing opens.
  if (!current) {
    const ended = await findEndedMembership(tx, loginId)
    return ended === undefined ? refuse('invalid_credentials') : refuse('membership_ended', { cooperative: ended })
  }
  const closed = whyClosed(current.cooperativeStatus)
  if (closed) refuse(closed)
  const today = dayIn(now)
  const { cooperativeId, memberId } = current
  const session = { loginId, role: 'member', cooperativeId, memberId, keepSignedIn: keep } as const
  const tokens = await openSession(tx, caller, now, session)
  return {
    member: sessionMemberFrom(current, today),
    memberships: others.map((row) => membershipFrom(row, today)),
    ...tokens,
  }
}

/** Opens the session of a super administrator whose login has been proved, with its second factor where it has one. */
export async function openSuperAdminSession(
  tx: Tx,
  context: Context,
  caller: Caller,
  { loginId, name, username, firstPasswordEndsAt: endsAt, hasSecondFactor: has }: LoginRow,
) {
  await recordAudit(tx, { loginId, name }, { action: 'session.login', after: { device: caller.agent } }, context)
  const session = { loginId, role: 'superadmin', cooperativeId: null, memberId: null, keepSignedIn: false } as const
  const tokens = await openSession(tx, caller, context.now, session)
  const missing = { passwordMissing: endsAt !== null, secondFactorMissing: context.secondFactorRequired && !has }
  const superAdmin = { id: loginId, name, username: username ?? name, role: 'superadmin' as const, ...missing }
  return { superAdmin, ...tokens, token: tokens.accessToken }
}

export function sessionMemberFrom(row: MembershipRow, today: Day): z.output<typeof sessionMember> {
  return {
    id: row.memberId,
    firstName: row.firstName,
    lastName: row.lastName,
    phone: row.phone,
    email: row.email,
    membershipId: row.membershipno,
    cooperativeId: row.cooperativeId,
    cooperativeName: row.cooperativeName,
    cooperativeStatus: row.cooperativeStatus,
    roles: rolesOn(row.roles, row.officeEndsOn, today),
  }
}

export function membershipFrom(row: MembershipRow, today: Day): z.output<typeof membership> {
  return {
    cooperativeId: row.cooperativeId,
    cooperativeName: row.cooperativeName,
    memberId: row.memberId,
    membershipId: row.membershipno,
    roles: rolesOn(row.roles, row.officeEndsOn, today),
  }
}
