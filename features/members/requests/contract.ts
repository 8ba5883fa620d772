import * as z from 'zod/mini'
import type { MemberId, MemberRequestId } from '#core/ids.ts'
import { requestFields, requestKinds, requestStatuses } from './rules/member-request.ts'
import { monthlyContributionMax } from '#features/members/members/rules/monthly-contribution.ts'
import { people } from '#core/contract/changes.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import {
  id,
  instant,
  listQuery,
  longText,
  naira,
  nairaNotNegative,
  optionalLongText,
  period,
} from '#core/contract/fields.ts'
import { ownFields } from '#features/members/members/own-fields.ts'
import { askedNominees, nominee } from '#features/members/nominees/contract.ts'
import * as strings from '#features/members/members/strings.ts'

const value = z.nullable(z.string())

const memberRequest = z.object({
  id: id<MemberRequestId>(),
  kind: z.enum(requestKinds),
  status: z.enum(requestStatuses),
  memberId: id<MemberId>(),
  memberName: z.string(),
  membershipno: z.string(),
  /** Of a request for another monthly contribution; `before` is what was there when it was asked, `now` what is there. */
  contribution: z.nullable(z.object({ before: naira, after: naira, now: naira, from: period })),
  /** Of a request to change the own record. */
  fields: z.array(z.object({ field: z.enum(requestFields), before: value, after: value, now: value })),
  /** Of a request for other nominees; `now` is whom the member has named today. */
  nominees: z.nullable(z.object({ before: z.array(nominee), after: z.array(nominee), now: z.array(nominee) })),
  /** Whether names or phone change, for which an officer looks at a paper. */
  needsPaper: z.boolean(),
  /** The member's own words. */
  note: value,
  createdAt: instant,
  endedAt: z.nullable(instant),
  decidedBy: value,
  /** Why it was declined. */
  reason: value,
})

export const askForChange = endpoint({
  method: 'POST',
  path: '/member-portal/requests',
  summary:
    "Asks for another monthly contribution, for changes of the member's own record or for other nominees, all of them in their order; one of the same kind that still waits is withdrawn.",
  access: 'portal.ask',
  says: ['members', 'Requested a change of their own record'],
  changes: people,
  needsProof: true,
  body: z.strictObject({
    contribution: z.optional(z.strictObject({ monthly: nairaNotNegative(monthlyContributionMax), from: period })),
    profile: z.optional(z.strictObject(ownFields)),
    nominees: z.optional(askedNominees),
    note: optionalLongText(300),
  }),
  reply: memberRequest,
  status: 201,
  message: 'Request sent',
})

export const listOwnRequests = endpoint({
  method: 'GET',
  path: '/member-portal/requests',
  summary: 'What the signed-in member asked for, newest first, and how each ended.',
  access: 'portal.read',
  query: listQuery(['createdAt'], { status: z.optional(z.enum(requestStatuses)) }),
  kind: 'list',
  reply: memberRequest,
})

const requestParams = z.object({ requestId: id<MemberRequestId>() })

export const withdrawRequest = endpoint({
  method: 'POST',
  path: '/member-portal/requests/:requestId/withdraw',
  summary: 'Takes back a request that waits.',
  access: 'portal.ask',
  says: ['members', 'Withdrew their own request'],
  changes: people,
  needsProof: true,
  params: requestParams,
  reply: memberRequest,
  message: 'Request withdrawn',
})

const requestSorts = ['createdAt', 'lastName'] as const

export const listMemberRequests = endpoint({
  method: 'GET',
  path: '/member-requests',
  summary: 'What members ask to have changed; the first asked comes first.',
  access: 'member.list',
  query: listQuery(requestSorts, {
    status: z.optional(z.enum(requestStatuses)),
    kind: z.optional(z.enum(requestKinds)),
  }),
  kind: 'list',
  reply: memberRequest,
})

export const approveMemberRequest = endpoint({
  method: 'POST',
  path: '/member-requests/:requestId/approve',
  summary: 'Makes the change that the member asked for, as an officer would in the register.',
  access: 'member.update',
  says: ['members', "Approved a member's request"],
  changes: people,
  stepUp: true,
  params: requestParams,
  reply: memberRequest,
  message: 'Request approved',
})

export const declineMemberRequest = endpoint({
  method: 'POST',
  path: '/member-requests/:requestId/decline',
  summary: 'Declines a request; the member reads the reason.',
  access: 'member.update',
  says: ['members', "Declined a member's request"],
  changes: people,
  params: requestParams,
  body: z.strictObject({ reason: longText(strings.sayWhyForTheMember, 300) }),
  reply: memberRequest,
  message: 'Request declined',
})
