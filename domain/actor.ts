import type { CooperativeId, LoginId, MemberId, SessionId } from './ids.ts'
import type { RefusalCode } from './refusal.ts'

export type Role = 'coop_admin' | 'member' | 'superadmin'

export const cooperativeStatuses = ['pending', 'active', 'suspended', 'rejected'] as const
export type CooperativeStatus = (typeof cooperativeStatuses)[number]

/** Roles that an admin can give a member; `admin` opens the admin area of the member's own cooperative. */
export const memberRoles = ['member', 'admin'] as const
export type MemberRole = (typeof memberRoles)[number]

export const permissions = [
  'profile.read',
  'profile.update',
  'logo.read',
  'photo.read',
  'document.upload',
  'document.read',
  'statistics.read',
  'cooperative.update',
  'cooperative.oversee',
  'member.list',
  'member.read',
  'member.create',
  'member.update',
  'member.delete',
  'member.leave',
  'member.roles',
  'import.run',
  'configuration.read',
  'configuration.update',
  'contribution.list',
  'contribution.post',
  'deduction.read',
  'deduction.manage',
  'transaction.list',
  'transaction.record',
  'transaction.decide',
  'pledge.list',
  'pledge.place',
  'loan.list',
  'loan.apply',
  'loan.decide',
  'loan.disburse',
  'loan.repay',
  'loan.recover',
  'loan.write_off',
  'guarantee.read',
  'guarantee.answer',
  'books.read',
  'books.manage',
  'portal.read',
  'portal.ask',
  'statement.share',
  'erasure.decide',
  'notification.read',
  'notification.send',
  'meeting.read',
  'meeting.manage',
  'contact.answer',
  'platform.watch',
] as const
export type Permission = (typeof permissions)[number]

type ActorBase = { loginId: LoginId; sessionId: SessionId; name: string }

export type CooperativeActor = ActorBase & {
  role: 'coop_admin'
  cooperativeId: CooperativeId
  cooperativeStatus: CooperativeStatus
  /** Who the officer is as a member; undefined on the cooperative's shared login. */
  memberId: MemberId | undefined
}

export type MemberActor = ActorBase & {
  role: 'member'
  cooperativeId: CooperativeId
  cooperativeStatus: CooperativeStatus
  memberId: MemberId
}

export type SuperAdminActor = ActorBase & { role: 'superadmin'; cooperativeId: undefined; memberId: undefined }

/** Who is acting, and for which cooperative. Only a verified session makes one. */
export type Actor = CooperativeActor | MemberActor | SuperAdminActor

/** An actor inside one cooperative: what every use case over a cooperative's rows asks for. */
export type TenantActor = CooperativeActor | MemberActor

const permitted: Record<Role, readonly Permission[]> = {
  coop_admin: [
    'profile.read',
    'profile.update',
    'logo.read',
    'photo.read',
    'document.upload',
    'document.read',
    'statistics.read',
    'cooperative.update',
    'member.list',
    'member.read',
    'member.create',
    'member.update',
    'member.delete',
    'member.leave',
    'member.roles',
    'import.run',
    'configuration.read',
    'configuration.update',
    'contribution.list',
    'contribution.post',
    'deduction.read',
    'deduction.manage',
    'transaction.list',
    'transaction.record',
    'transaction.decide',
    'pledge.list',
    'pledge.place',
    'loan.list',
    'loan.apply',
    'loan.decide',
    'loan.disburse',
    'loan.repay',
    'loan.recover',
    'loan.write_off',
    'books.read',
    'books.manage',
    'statement.share',
    'erasure.decide',
    'notification.read',
    'notification.send',
    'meeting.read',
    'meeting.manage',
  ],
  member: ['logo.read', 'photo.read', 'contribution.list', 'transaction.list', 'transaction.record', 'pledge.list', 'loan.list', 'loan.apply', 'guarantee.read', 'guarantee.answer', 'configuration.read', 'portal.read', 'portal.ask', 'notification.read', 'meeting.read'],
  superadmin: ['document.read', 'statistics.read', 'cooperative.update', 'cooperative.oversee', 'notification.read', 'contact.answer', 'platform.watch'],
}

/** What a cooperative may do before the super admin has verified it: complete its own papers. */
const permittedWhilePending: readonly Permission[] = ['profile.read', 'profile.update', 'logo.read', 'document.upload', 'document.read']

export function may(role: Role, permission: Permission): boolean {
  return permitted[role].includes(permission)
}

/** Why this actor may not use this permission now, or undefined when it may. */
export function whyNotMay(actor: Actor, permission: Permission): RefusalCode | undefined {
  if (!may(actor.role, permission)) return 'not_permitted'
  if (actor.role === 'superadmin' || actor.cooperativeStatus === 'active') return undefined
  if (actor.cooperativeStatus === 'pending') {
    return actor.role === 'coop_admin' && permittedWhilePending.includes(permission) ? undefined : 'cooperative_pending'
  }
  return whyClosed(actor.cooperativeStatus)
}

/** Why a cooperative of this status is closed to its members, or undefined when it is open. */
export function whyClosed(status: CooperativeStatus): RefusalCode | undefined {
  const reasons = { pending: 'cooperative_pending', active: undefined, suspended: 'cooperative_suspended', rejected: 'cooperative_rejected' } as const
  return reasons[status]
}
