import * as z from 'zod/mini'
import { memberRoles } from '#domain/actor.ts'
import { monthlyContributionMax } from '#domain/contributions/contribution.ts'
import type { CooperativeId, MemberId, TransactionId } from '#domain/ids.ts'
import { genders, memberStatuses } from '#domain/members/member.ts'
import { endpoint } from './endpoint.ts'
import {
  day, id, instant, listQuery, memberPhone, naira, nairaNotNegative, optionalEmail, optionalLowercase, optionalText, period, requiredText,
} from './fields.ts'

/** The most members that one request may register. */
export const membersPerRequestMax = 5000

const memberRole = z.enum(memberRoles, 'Use member or admin')

const gender = z.optional(
  z.nullable(z.string('Use male, female or other').check(z.trim(), z.toLowerCase(), z.refine((text) => (genders as readonly string[]).includes(text), 'Use male, female or other'))),
)

const personFields = {
  email: optionalEmail,
  address: optionalText(300),
  dateOfBirth: z.optional(z.nullable(day)),
  gender,
  maritalStatus: optionalLowercase(),
  employmentStatus: optionalLowercase(),
  monthlyContributions: z.optional(nairaNotNegative(monthlyContributionMax)),
  profilePicture: optionalText(300),
  nextOfKinFirstName: optionalText(),
  nextOfKinLastName: optionalText(),
  nextOfKinPhone: optionalText(32),
  nextOfKinEmail: optionalEmail,
  nextOfKinAddress: optionalText(300),
  nextOfKinRelationship: optionalLowercase(),
  nomineeFirstName: optionalText(),
  nomineeLastName: optionalText(),
  nomineePhone: optionalText(32),
  nomineeEmail: optionalEmail,
  nomineeAddress: optionalText(300),
  nomineeRelationship: optionalLowercase(),
}

const firstName = requiredText('First name is required', 80)
const lastName = requiredText('Last name is required', 80)

/** One member as registration takes it. */
export const newMember = z.strictObject({
  firstName,
  lastName,
  phone: memberPhone,
  ...personFields,
  /** The day of joining, today when left out. */
  registrationDate: z.optional(day),
  roles: z.optional(z.array(memberRole)),
})
export type NewMember = z.output<typeof newMember>

/** A member as every list and page receives it. */
export const member = z.object({
  memberid: id<MemberId>(),
  membershipno: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string(),
  email: z.nullable(z.string()),
  address: z.nullable(z.string()),
  dateOfBirth: z.nullable(day),
  registrationDate: day,
  gender: z.string(),
  maritalStatus: z.string(),
  employmentStatus: z.string(),
  monthlyContributions: naira,
  profilePicture: z.nullable(z.string()),
  nextOfKinFirstName: z.nullable(z.string()),
  nextOfKinLastName: z.nullable(z.string()),
  nextOfKinPhone: z.nullable(z.string()),
  nextOfKinEmail: z.nullable(z.string()),
  nextOfKinAddress: z.nullable(z.string()),
  nextOfKinRelationship: z.nullable(z.string()),
  nomineeFirstName: z.nullable(z.string()),
  nomineeLastName: z.nullable(z.string()),
  nomineePhone: z.nullable(z.string()),
  nomineeEmail: z.nullable(z.string()),
  nomineeAddress: z.nullable(z.string()),
  nomineeRelationship: z.nullable(z.string()),
  tenant_id: id<CooperativeId>(),
  status: z.enum(memberStatuses),
  memberRoles: z.array(z.object({ role: memberRole })),
  /** Whether the member has set a password for the portal. */
  activated: z.boolean(),
})

export const registeredMember = z.extend(member, { activationCode: z.string() })

export const registerMembers = endpoint({
  method: 'POST',
  path: '/cooperatives/members',
  summary: 'Registers members, all or none; each reply carries an activation code that is shown this once.',
  access: 'member.create',
  body: z.strictObject({
    member: z
      .array(newMember, 'Send the members as a list')
      .check(z.minLength(1, 'Send at least one member'), z.maxLength(membersPerRequestMax, `Send at most ${membersPerRequestMax} members at once`)),
  }),
  // As many members as that, each with every field filled.
  bodyBytesMax: 6 * 1024 * 1024,
  reply: z.array(registeredMember),
  status: 201,
  message: 'Members registered',
})

export const createMember = endpoint({
  method: 'POST',
  path: '/members',
  summary: 'Registers one member.',
  access: 'member.create',
  body: newMember,
  reply: registeredMember,
  status: 201,
  message: 'Member registered',
})

export const memberSorts = ['membershipno', 'lastName', 'firstName', 'registrationDate', 'savings'] as const

const memberQuery = listQuery(memberSorts, { status: z.optional(z.enum(memberStatuses)), role: z.optional(memberRole) })

/** A row of the register: the member, and what he has saved. */
export const memberRow = z.extend(member, { savings: naira, shares: naira })

export const listMembers = endpoint({
  method: 'GET',
  path: '/members',
  aliases: ['/cooperatives/members'],
  summary: "The cooperative's register, by membership number.",
  access: 'member.list',
  query: memberQuery,
  kind: 'list',
  reply: memberRow,
})

export const searchMembers = endpoint({
  method: 'GET',
  path: '/members/search',
  summary: 'Members whose name, phone or membership number contains `q`, tone marks forgiven.',
  access: 'member.list',
  query: memberQuery,
  kind: 'list',
  reply: memberRow,
})

const memberParams = z.object({ id: requiredText('Give the member', 64) })
const memberIdParams = z.object({ id: id<MemberId>() })

export const getMember = endpoint({
  method: 'GET',
  path: '/cooperatives/members/:id',
  summary: 'One member by id or by membership number (its slash written %2F).',
  access: 'member.read',
  params: memberParams,
  reply: memberRow,
})

export const updateMember = endpoint({
  method: 'PUT',
  path: '/cooperatives/members/:id',
  summary: 'Changes the fields of a member that it names.',
  access: 'member.update',
  params: memberIdParams,
  body: z.strictObject({
    firstName: z.optional(firstName),
    lastName: z.optional(lastName),
    phone: z.optional(memberPhone),
    ...personFields,
    status: z.optional(z.enum(memberStatuses, 'Use active or inactive')),
  }),
  reply: member,
  message: 'Member updated',
})

export const deleteMember = endpoint({
  method: 'DELETE',
  path: '/cooperatives/members/:id',
  summary: 'Removes a member on whose account no money is.',
  access: 'member.delete',
  params: memberIdParams,
  reply: z.null(),
  message: 'Member removed',
})

const roles = z.object({ memberId: id<MemberId>(), roles: z.array(z.object({ id: z.string(), name: z.string() })) })

export const getMemberRoles = endpoint({
  method: 'GET',
  path: '/cooperatives/members/:memberId/roles',
  summary: 'The roles of a member.',
  access: 'member.roles',
  params: z.object({ memberId: id<MemberId>() }),
  reply: roles,
})

export const updateMemberRoles = endpoint({
  method: 'PUT',
  path: '/cooperatives/members/:memberId/roles',
  summary: 'Sets the roles of a member; role ids are their names.',
  access: 'member.roles',
  params: z.object({ memberId: id<MemberId>() }),
  body: z.strictObject({ roleIds: z.array(memberRole, 'Send the roles as a list').check(z.minLength(1, 'Give at least one role')) }),
  reply: roles,
  message: 'Roles updated',
})

const portalTransaction = z.object({
  id: id<TransactionId>(),
  amount: naira,
  type: z.string(),
  description: z.string(),
  createdAt: instant,
})

export const getMemberProfile = endpoint({
  method: 'GET',
  path: '/member-portal/profile',
  summary: "The signed-in member's own record.",
  access: 'portal.read',
  query: z.object({ _t: z.optional(z.string()) }),
  reply: z.extend(member, {
    personalInfo: z.object({ cooperative: z.object({ name: z.string(), logo: z.nullable(z.string()) }) }),
    lastLogin: z.nullable(instant),
  }),
})

export const getMemberDashboard = endpoint({
  method: 'GET',
  path: '/member-portal/dashboard',
  summary: "The signed-in member's figures, last movements and next payments.",
  access: 'portal.read',
  query: z.object({ _t: z.optional(z.string()) }),
  reply: z.object({
    profile: z.object({ firstName: z.string(), lastName: z.string(), membershipno: z.string(), registrationDate: day }),
    financialSummary: z.object({
      totalContributions: naira,
      outstandingContributions: naira,
      totalLoans: naira,
      outstandingLoans: naira,
      totalDeposits: naira,
    }),
    /** The balance of each of the member's accounts. */
    accounts: z.array(z.object({ name: z.string(), balance: naira })),
    recentTransactions: z.array(portalTransaction),
    upcomingPayments: z.array(z.object({ kind: z.literal('contribution'), period, dueOn: day, amount: naira })),
  }),
})
