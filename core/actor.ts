import type { KeyScope } from '#core/key-scope.ts'
import type { Day } from './calendar.ts'
import type { CooperativeId, LoginId, MemberId, SessionId } from './ids.ts'
import type { RefusalCode } from './refusal.ts'

export type Role = 'coop_admin' | 'member' | 'superadmin'

export const cooperativeStatuses = ['pending', 'active', 'suspended', 'rejected'] as const
export type CooperativeStatus = (typeof cooperativeStatuses)[number]

/** Parts of an admin's work that a member can be given alone; a person holds at most one of them. */
export const offices = ['treasurer', 'secretary', 'loan_committee', 'auditor'] as const
export type Office = (typeof offices)[number]

/** What opens the admin area, to whomever: the cooperative’s own login and admins have all of it, who is no member a part that no member is given. */
export type AdminOffice = Office | 'admin' | 'external_auditor'

/** Roles that an admin can give a member; `admin` opens the whole admin area of the member's own cooperative, an office its part. */
export const memberRoles = ['member', 'admin', ...offices] as const
export type MemberRole = (typeof memberRoles)[number]

/** “Loan committee” */
export function roleName(role: MemberRole | AdminOffice): string {
  return role.charAt(0).toUpperCase() + role.slice(1).replace('_', ' ')
}

/** Whether an office is over: its last day, as it is in Lagos, is still the officer's. */
export function hasEnded(endsOn: Day | null | undefined, today: Day): boolean {
  return endsOn !== null && endsOn !== undefined && endsOn < today
}

/** What opens the admin area to one who holds these roles: all of it, an office's part, or nothing. */
export function officeOf(roles: readonly string[]): Office | 'admin' | undefined {
  return roles.includes('admin') ? 'admin' : offices.find((office) => roles.includes(office))
}

export const permissions = [
  'profile.read',
  'profile.update',
  'logo.read',
  'photo.read',
  'document.upload',
  'document.read',
  'statistics.read',
  'cooperative.update',
  'cooperative.export',
  'cooperative.oversee',
  'member.list',
  'member.views',
  'member.read',
  'member.bank_details',
  'member.create',
  'member.update',
  'member.delete',
  'member.roles',
  'leaving.read',
  'leaving.manage',
  'leaving.pay',
  'import.run',
  'configuration.read',
  'configuration.review',
  'configuration.update',
  'contribution.list',
  'contribution.post',
  'employer.read',
  'deduction.read',
  'deduction.manage',
  'transaction.list',
  'transaction.record',
  'transaction.decide',
  'approval.list',
  'office.decide',
  'change.take_back',
  'pledge.list',
  'pledge.place',
  'loan.list',
  'loan.review',
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
  'audit.read',
  'reconciliation.manage',
  'portal.read',
  'portal.ask',
  'statement.share',
  'erasure.list',
  'erasure.decide',
  'notification.read',
  'notification.review',
  'notification.send',
  'message.list',
  'message.send_again',
  'meeting.read',
  'meeting.review',
  'meeting.manage',
  'meeting.answer',
  'vote.cast',
  'enquiry.read',
  'enquiry.ask',
  'enquiry.answer',
  'filing.manage',
  'contact.answer',
  'platform.watch',
  'support.read',
  'support.decide',
  'integration.manage',
] as const
export type Permission = (typeof permissions)[number]

type ActorBase = {
  loginId: LoginId
  sessionId: SessionId
  name: string
  /** Whether this person must choose a password of their own first. */
  passwordMissing?: boolean
  /** Whether this person must set up a second factor first. */
  secondFactorMissing?: boolean
  /** Until when the last password, code or passkey of this person counts; undefined for a program. */
  provedUntil?: Date
  /** Whether a member's login was never proved by a code that only their phone received, nor by officers who saw them. */
  proofMissing?: boolean
}

export type CooperativeActor = ActorBase & {
  role: 'coop_admin'
  cooperativeId: CooperativeId
  cooperativeStatus: CooperativeStatus
  /** Who the officer is as a member; undefined on the cooperative's shared login. */
  memberId: MemberId | undefined
  /** On the shared login, the records of the person behind it, while another admin can do what is about their money. */
  alsoOwn?: readonly MemberId[]
  /** Where they approve what another officer asked for about them: what is their own is no reason to refuse it then. */
  agreesToOwn?: true
  /** What of the admin area is theirs; the shared login has all of it. */
  office: AdminOffice
  /** A super administrator whom an officer let look at the records for a while: they read only. */
  isSupport?: true
  /** Where a program calls with an API key: what the key was made for. Login and member are those of the administrator who made it. */
  keyScopes?: readonly KeyScope[]
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

/** Whether an officer acts for their own record, or a member for theirs; not where they agree to what another officer asked for. */
export function isSelf(actor: TenantActor, memberId: MemberId | null | undefined): boolean {
  if (!memberId) return false
  if (actor.role === 'member') return memberId === actor.memberId
  return !actor.agreesToOwn && (memberId === actor.memberId || actor.alsoOwn?.includes(memberId) === true)
}

/** In whose name something is recorded, also by a job after that person's session has ended. */
export type Author = Pick<TenantActor, 'cooperativeId' | 'loginId' | 'name'>

/** What every officer reads, because each page of the admin area shows some of it. */
const inEveryOffice = [
  'profile.read',
  'logo.read',
  'photo.read',
  'document.read',
  'statistics.read',
  'member.list',
  'member.read',
  'configuration.read',
  'employer.read',
  'notification.read',
  'meeting.read',
  'meeting.review',
] as const satisfies readonly Permission[]

/** Who may do what in the admin area. A row of its own for each office: what an office gains is here and nowhere else. */
const permittedInOffice: Record<Office | 'admin', readonly Permission[]> = {
  admin: [
    'profile.update',
    'document.upload',
    'cooperative.update',
    'cooperative.export',
    'member.views',
    'member.bank_details',
    'member.create',
    'member.update',
    'member.delete',
    'member.roles',
    'leaving.read',
    'leaving.manage',
    'leaving.pay',
    'import.run',
    'configuration.review',
    'configuration.update',
    'contribution.list',
    'contribution.post',
    'deduction.read',
    'deduction.manage',
    'transaction.list',
    'transaction.record',
    'transaction.decide',
    'approval.list',
    'office.decide',
    'change.take_back',
    'pledge.list',
    'pledge.place',
    'loan.list',
    'loan.review',
    'loan.apply',
    'loan.decide',
    'loan.disburse',
    'loan.repay',
    'loan.recover',
    'loan.write_off',
    'books.read',
    'books.manage',
    'audit.read',
    'reconciliation.manage',
    'statement.share',
    'erasure.list',
    'erasure.decide',
    'notification.review',
    'notification.send',
    'message.list',
    'message.send_again',
    'meeting.manage',
    'enquiry.read',
    'enquiry.answer',
    'filing.manage',
    'support.read',
    'support.decide',
    'integration.manage',
  ],
  treasurer: [
    'change.take_back',
    'member.views',
    'member.bank_details',
    'leaving.read',
    'leaving.pay',
    'import.run',
    'contribution.list',
    'contribution.post',
    'deduction.read',
    'deduction.manage',
    'transaction.list',
    'transaction.record',
    'transaction.decide',
    'approval.list',
    'pledge.list',
    'pledge.place',
    'loan.list',
    'loan.review',
    'loan.apply',
    'loan.disburse',
    'loan.repay',
    'books.read',
    'reconciliation.manage',
    'statement.share',
    'message.list',
    'message.send_again',
    'enquiry.read',
    'enquiry.answer',
  ],
  secretary: [
    'change.take_back',
    'member.views',
    'member.bank_details',
    'member.create',
    'member.update',
    'import.run',
    'statement.share',
    'notification.review',
    'notification.send',
    'message.list',
    'message.send_again',
    'meeting.manage',
    'enquiry.read',
    'enquiry.answer',
    'filing.manage',
  ],
  loan_committee: [
    'change.take_back',
    'member.views',
    'contribution.list',
    'transaction.list',
    'approval.list',
    'pledge.list',
    'loan.list',
    'loan.review',
    'loan.decide',
  ],
  auditor: [
    'leaving.read',
    'configuration.review',
    'contribution.list',
    'deduction.read',
    'transaction.list',
    'approval.list',
    'pledge.list',
    'loan.list',
    'loan.review',
    'books.read',
    'audit.read',
    'erasure.list',
    'notification.review',
    'message.list',
    'enquiry.read',
    'enquiry.ask',
    'support.read',
  ],
}

const permittedElsewhere: Record<Exclude<Role, 'coop_admin'>, readonly Permission[]> = {
  member: [
    'logo.read',
    'photo.read',
    'contribution.list',
    'transaction.list',
    'transaction.record',
    'pledge.list',
    'loan.list',
    'loan.apply',
    'guarantee.read',
    'guarantee.answer',
    'configuration.read',
    'portal.read',
    'portal.ask',
    'notification.read',
    'meeting.read',
    'meeting.answer',
    'vote.cast',
    'enquiry.read',
    'enquiry.ask',
  ],
  superadmin: [
    'document.read',
    'statistics.read',
    'cooperative.update',
    'cooperative.oversee',
    'notification.read',
    'contact.answer',
    'platform.watch',
    'message.list',
    'message.send_again',
  ],
}

/** What a cooperative may do before the super admin has verified it: complete its own papers. */
const permittedWhilePending: readonly Permission[] = [
  'profile.read',
  'profile.update',
  'logo.read',
  'document.upload',
  'document.read',
]

/** As which office support reads a cooperative's records. */
export const supportOffice: Office = 'auditor'

/** In which role somebody acts, and as an officer in which office. */
export type Standing = { role: 'coop_admin'; office: AdminOffice } | { role: Exclude<Role, 'coop_admin'> }

export function may(who: Standing, permission: Permission): boolean {
  return (who.role === 'coop_admin' ? permissionsOf(who.office) : permittedElsewhere[who.role]).includes(permission)
}

/** What this office may do in the admin area. */
export function permissionsOf(office: AdminOffice): Permission[] {
  // Who is invited from outside reads what an auditor reads, sends nothing, and is told nothing.
  return office === 'external_auditor'
    ? permissionsOf('auditor').filter((each) => each !== 'enquiry.ask' && each !== 'notification.read')
    : [...inEveryOffice, ...permittedInOffice[office]]
}

/** The roles of a member by which they may do this in the admin area. */
export function rolesThatMay(permission: Permission): (Office | 'admin')[] {
  return (['admin', ...offices] as const).filter((office) => permissionsOf(office).includes(permission))
}

/** Why this actor may not use this permission now, or undefined when it may. */
export function whyNotMay(actor: Actor, permission: Permission): RefusalCode | undefined {
  if (!may(actor, permission)) return 'not_permitted'
  if (actor.role === 'superadmin' || actor.cooperativeStatus === 'active') return undefined
  if (actor.cooperativeStatus === 'pending') {
    return actor.role === 'coop_admin' && permittedWhilePending.includes(permission) ? undefined : 'cooperative_pending'
  }
  return whyClosed(actor.cooperativeStatus)
}

/** Why a cooperative of this status is closed to its members, or undefined when it is open. */
export function whyClosed(status: CooperativeStatus): RefusalCode | undefined {
  const reasons = {
    pending: 'cooperative_pending',
    active: undefined,
    suspended: 'cooperative_suspended',
    rejected: 'cooperative_rejected',
  } as const
  return reasons[status]
}
