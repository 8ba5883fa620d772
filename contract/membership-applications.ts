import * as z from 'zod/mini'
import type { MemberId, MembershipApplicationId } from '#domain/ids.ts'
import { applicationStatuses } from '#domain/membership-applications/membership-application.ts'
import { endpoint } from './endpoint.ts'
import { day, id, instant, listQuery, longText, naira, optionalLongText } from './fields.ts'
import { registeredMember } from './member-changes.ts'

const application = z.object({
  id: id<MembershipApplicationId>(),
  number: z.string(),
  status: z.enum(applicationStatuses),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string(),
  email: z.nullable(z.string()),
  address: z.nullable(z.string()),
  dateOfBirth: z.nullable(day),
  gender: z.nullable(z.string()),
  maritalStatus: z.nullable(z.string()),
  employmentStatus: z.nullable(z.string()),
  employer: z.nullable(z.string()),
  staffNumber: z.nullable(z.string()),
  monthlyContributions: naira,
  nextOfKinFirstName: z.nullable(z.string()),
  nextOfKinLastName: z.nullable(z.string()),
  nextOfKinPhone: z.nullable(z.string()),
  nextOfKinRelationship: z.nullable(z.string()),
  introducedBy: z.nullable(z.string()),
  note: z.nullable(z.string()),
  createdAt: instant,
  decidedAt: z.nullable(instant),
  decidedBy: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  memberId: z.nullable(id<MemberId>()),
  /** A member in the register who has this phone. */
  samePhone: z.nullable(z.object({ memberId: id<MemberId>(), name: z.string() })),
  /** How many other applications that wait came with this phone. */
  alsoWaiting: z.number(),
})

export const applicationSorts = ['number', 'lastName'] as const

export const listMembershipApplications = endpoint({
  method: 'GET',
  path: '/membership-applications',
  summary: 'Who asks to become a member; those that wait come first in time.',
  access: 'member.list',
  query: listQuery(applicationSorts, { status: z.optional(z.enum(applicationStatuses)) }),
  kind: 'list',
  reply: application,
})

const applicationParams = z.object({ applicationId: id<MembershipApplicationId>() })

export const getMembershipApplication = endpoint({
  method: 'GET',
  path: '/membership-applications/:applicationId',
  summary: 'One application, with the members who may be the same person.',
  access: 'member.list',
  params: applicationParams,
  reply: z.extend(application, {
    /** Members with the same two names, in either order; ten at most. */
    sameName: z.array(z.object({ memberId: id<MemberId>(), name: z.string(), membershipno: z.string() })),
  }),
})

export const approveMembershipApplication = endpoint({
  method: 'POST',
  path: '/membership-applications/:applicationId/approve',
  summary: 'Takes the applicant into the register; the reply carries an activation code that is shown this once.',
  access: 'member.create',
  params: applicationParams,
  body: z.strictObject({ registrationDate: z.optional(day), /** The phone is a member's, who shares it with the applicant. */ sharesPhone: z.optional(z.boolean('Use true or false')) }),
  reply: registeredMember,
  message: 'Application approved',
})

export const declineMembershipApplication = endpoint({
  method: 'POST',
  path: '/membership-applications/:applicationId/decline',
  summary: 'Declines an application; the applicant is told the reason.',
  access: 'member.create',
  params: applicationParams,
  body: z.strictObject({ reason: longText('Say why, for the applicant', 300) }),
  reply: application,
  message: 'Application declined',
})

const joinSettings = z.object({ isOpen: z.boolean(), welcome: z.nullable(z.string()), coopId: z.string(), waiting: z.number() })

export const getJoinSettings = endpoint({
  method: 'GET',
  path: '/cooperatives/join-page',
  summary: 'Whether the society takes applications on its join page, and the words above the form.',
  access: 'member.list',
  reply: joinSettings,
})

export const updateJoinSettings = endpoint({
  method: 'PUT',
  path: '/cooperatives/join-page',
  summary: 'Opens or closes the join page and changes its words.',
  access: 'cooperative.update',
  body: z.strictObject({ isOpen: z.optional(z.boolean('Use true or false')), welcome: optionalLongText(600) }),
  reply: joinSettings,
  message: 'Join page updated',
})
