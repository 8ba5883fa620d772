import * as z from 'zod/mini'
import type { MemberId, MembershipApplicationId } from '#core/ids.ts'
import { applicationStatuses } from './rules/membership-application.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { day, id, instant, listQuery, naira } from '#core/contract/fields.ts'

export const application = z.object({
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

const applicationSorts = ['number', 'lastName'] as const

export const listMembershipApplications = endpoint({
  method: 'GET',
  path: '/membership-applications',
  summary: 'Who asks to become a member; those that wait come first in time.',
  access: 'member.list',
  query: listQuery(applicationSorts, { status: z.optional(z.enum(applicationStatuses)) }),
  kind: 'list',
  reply: application,
})

export const applicationParams = z.object({ applicationId: id<MembershipApplicationId>() })

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
