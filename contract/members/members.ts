import * as z from 'zod/mini'
import type { CooperativeId, MemberId } from '#domain/ids.ts'
import { memberSorts, memberStatuses } from '#domain/members/members/member.ts'
import { endpoint } from '#contract/endpoint.ts'
import { day, id, listQuery, naira, period } from '#contract/fields.ts'
import { memberFilters, memberRole } from './member-filters.ts'

/** A member as every list and page receives it. */
export const member = z.object({
  memberid: id<MemberId>(),
  membershipno: z.string(),
  /** Mr, Mrs, Chief, Alhaji … */
  title: z.nullable(z.string()),
  firstName: z.string(),
  lastName: z.string(),
  /** The society's own number of before Ajose. */
  formerNumber: z.nullable(z.string()),
  /** null where the member has none. */
  phone: z.nullable(z.string()),
  /** A second number, which opens nothing. */
  otherPhone: z.nullable(z.string()),
  /** Whether the phone is another member's login too, so that this member logs in with the membership number. */
  sharesPhone: z.boolean(),
  email: z.nullable(z.string()),
  address: z.nullable(z.string()),
  dateOfBirth: z.nullable(day),
  registrationDate: day,
  gender: z.string(),
  maritalStatus: z.string(),
  employmentStatus: z.string(),
  monthlyContributions: naira,
  /** The first month whose contribution is due. */
  contributionsDueFrom: period,
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
  memberRoles: z.array(z.object({ role: memberRole, /** The last day of an office. */ endsOn: z.optional(day) })),
  /** Whether the member has set a password for the portal. */
  activated: z.boolean(),
})

const memberQuery = listQuery(memberSorts, memberFilters)

/** A member with what they have saved. */
export const memberRow = z.extend(member, { savings: naira, shares: naira })

/** A row of the register. */
const registerRow = z.extend(memberRow, {
  /** What of their running loans is still to come back. */
  loans: naira,
  employer: z.nullable(z.string()),
})

export const listMembers = endpoint({
  method: 'GET',
  path: '/members',
  aliases: ['/cooperatives/members'],
  summary: "The cooperative's register, by membership number.",
  access: 'member.list',
  keyScope: 'members.read',
  query: memberQuery,
  kind: 'list',
  reply: registerRow,
})

export const searchMembers = endpoint({
  method: 'GET',
  path: '/members/search',
  summary: 'Members whose name, phone or membership number contains `q`, tone marks forgiven.',
  access: 'member.list',
  keyScope: 'members.read',
  query: memberQuery,
  kind: 'list',
  reply: registerRow,
})
