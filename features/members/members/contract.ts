import * as z from 'zod/mini'
import type { CooperativeId, MemberId } from '#core/ids.ts'
import { type RecordText, recordTexts } from './rules/record-texts.ts'
import { memberSorts, memberStatuses } from './rules/member.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { day, id, listQuery, naira, period } from '#core/contract/fields.ts'
import { memberFilters, memberRole } from './member-filters.ts'

const texts = Object.fromEntries(recordTexts.map((text) => [text, z.nullable(z.string())])) as Record<
  RecordText,
  z.ZodMiniNullable<z.ZodMiniString>
>

/** A member as every list and page receives it. */
export const member = z.object({
  memberid: id<MemberId>(),
  membershipno: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  /** null where the member has none. */
  phone: z.nullable(z.string()),
  /** A second number, which opens nothing. */
  otherPhone: z.nullable(z.string()),
  /** Whether the phone is another member's login too, so that this member logs in with the membership number. */
  sharesPhone: z.boolean(),
  dateOfBirth: z.nullable(day),
  registrationDate: day,
  gender: z.string(),
  maritalStatus: z.string(),
  employmentStatus: z.string(),
  monthlyContributions: naira,
  /** The first month whose contribution is due. */
  contributionsDueFrom: period,
  ...texts,
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
