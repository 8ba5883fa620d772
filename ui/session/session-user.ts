import type * as z from 'zod/mini'
import type { Replied } from '#core/contract/endpoint.ts'
import type {
  membership,
  sessionCooperative,
  sessionMember,
  sessionSuperAdmin,
  switchMembership,
} from '#features/access/login/contract.ts'
import { type AdminOffice, type CooperativeStatus, type Permission, type Role, roleName } from '#core/actor.ts'
import type { CooperativeId, MemberId } from '#core/ids.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

export type Membership = z.output<typeof membership>

/** Who is signed in, as `user_data` keeps it: names and ids, nothing that opens a door. */
export type SessionUser = {
  id: string
  name: string
  phone: string | null
  email: string | null
  role: Role
  cooperativeId: CooperativeId | null
  cooperativeName: string | null
  /** The number that people quote, such as AJO-7K2M9Q. */
  coopId: string | null
  cooperativeStatus: CooperativeStatus | null
  memberId: MemberId | null
  membershipId: string | null
  /** The member's roles in this cooperative; empty on the cooperative's shared login. */
  roles: string[]
  memberships: Membership[]
  /** What of the admin area an officer may do; all of it on the cooperative's shared login. */
  office?: AdminOffice
  /** What that office may do; absent where everything of the area is open. */
  permissions?: Permission[] | undefined
  /** Of a super administrator who looks at a cooperative's records: until when, as ISO 8601. */
  supportUntil?: string
  /** Of the super administrator: whether nothing opens until they have chosen a password of their own. */
  passwordMissing?: boolean
  /** Of the super administrator: whether nothing opens until a second factor is set up. */
  secondFactorMissing?: boolean
}

type Cooperative = z.output<typeof sessionCooperative>
type Member = z.output<typeof sessionMember>

export function userOfCooperative(cooperative: Cooperative): SessionUser {
  return {
    id: cooperative.id,
    name: cooperative.actsAs ?? cooperative.name,
    phone: cooperative.phone,
    email: cooperative.email,
    role: 'coop_admin',
    cooperativeId: cooperative.id,
    cooperativeName: cooperative.name,
    coopId: cooperative.coop_id,
    cooperativeStatus: cooperative.status,
    memberId: cooperative.memberId ?? null,
    membershipId: null,
    roles: [],
    memberships: [],
    ...(cooperative.office && { office: cooperative.office }),
    ...(cooperative.permissions && { permissions: cooperative.permissions as Permission[] }),
  }
}

export function userOfMember(member: Member, memberships: Membership[]): SessionUser {
  return {
    id: member.id,
    name: `${member.firstName} ${member.lastName}`.trim(),
    phone: member.phone,
    email: member.email,
    role: 'member',
    cooperativeId: member.cooperativeId,
    cooperativeName: member.cooperativeName,
    coopId: member.membershipId.split('/')[0] ?? null,
    cooperativeStatus: member.cooperativeStatus,
    memberId: member.id,
    membershipId: member.membershipId,
    roles: member.roles,
    memberships,
  }
}

/** A switch answers with the cooperative where the person now works in its admin area. */
export function userOfSwitch({ member, cooperative, memberships }: Replied<typeof switchMembership>): SessionUser {
  const person = userOfMember(member, memberships)
  return cooperative === null
    ? person
    : {
        ...person,
        role: 'coop_admin',
        coopId: cooperative.coop_id,
        cooperativeStatus: cooperative.status,
        office: cooperative.office ?? 'admin',
        permissions: cooperative.permissions as Permission[] | undefined,
      }
}

export function userOfSuperAdmin(admin: z.output<typeof sessionSuperAdmin>): SessionUser {
  return {
    id: admin.id,
    name: admin.name || admin.username || strings.superAdmin,
    phone: null,
    email: null,
    role: 'superadmin',
    cooperativeId: null,
    cooperativeName: null,
    coopId: null,
    cooperativeStatus: null,
    memberId: null,
    membershipId: null,
    roles: [],
    memberships: [],
    passwordMissing: admin.passwordMissing,
    secondFactorMissing: admin.secondFactorMissing,
  }
}

/** What the profile menu says under the name. */
export function roleLabel(user: SessionUser): string {
  if (user.role === 'coop_admin')
    return user.office === undefined || user.office === 'admin' ? strings.cooperativeAdmin : roleName(user.office)
  if (user.role === 'member')
    return user.cooperativeName
      ? fill(strings.memberCooperativeName, { cooperativeName: user.cooperativeName })
      : strings.member
  return user.role
}
