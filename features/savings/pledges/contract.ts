import * as z from 'zod/mini'
import type { AccountTypeId, MemberId, PledgeId } from '#core/ids.ts'
import { pledgePurposes } from './rules/pledge.ts'
import { dashboards } from '#core/contract/changes.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant, listQuery, longText, naira, nairaAboveZero } from '#core/contract/fields.ts'

const pledge = z.object({
  id: id<PledgeId>(),
  memberId: id<MemberId>(),
  memberName: z.string(),
  membershipno: z.string(),
  account: z.string(),
  amount: naira,
  /** What of it still holds: a loan's pledges shrink as its principal comes back. */
  held: naira,
  /** `hold`: placed by an officer by hand; the others are for a loan. */
  purpose: z.enum(pledgePurposes),
  reason: z.string(),
  placedBy: z.string(),
  placedAt: instant,
  releasedBy: z.nullable(z.string()),
  releasedAt: z.nullable(instant),
  releasedReason: z.nullable(z.string()),
})

export const listPledges = endpoint({
  method: 'GET',
  path: '/financial/pledges',
  summary: 'What of the savings is pledged and cannot leave, the newest first. A member sees their own.',
  access: 'pledge.list',
  query: listQuery(['placedAt', 'amount'], {
    memberId: z.optional(id<MemberId>()),
    state: z.optional(z.enum(['open', 'released'])),
  }),
  kind: 'list',
  reply: pledge,
  /** Of the open ones in the whole filtered list. */
  summaryReply: z.object({ pledged: naira }),
})

const reason = longText('Give the reason', 500)

export const placePledge = endpoint({
  method: 'POST',
  path: '/financial/pledges',
  summary: "Holds an amount on a member's account: it cannot leave by any way until the pledge is released.",
  access: 'pledge.place',
  says: ['money', 'Placed a hold on savings'],
  changes: ['financial/guarantors', 'financial/loans', 'financial/members', 'financial/pledges', ...dashboards],
  body: z.strictObject({
    memberId: id<MemberId>(),
    /** The cooperative's default when left out. */
    accountTypeId: z.optional(id<AccountTypeId>()),
    amount: nairaAboveZero,
    reason,
  }),
  reply: pledge,
  status: 201,
  message: 'Amount pledged',
})

export const releasePledge = endpoint({
  method: 'POST',
  path: '/financial/pledges/:pledgeId/release',
  summary: 'Releases a pledge that was placed by hand; what it held is free again.',
  access: 'pledge.place',
  stepUp: true,
  says: ['money', 'Released a hold on savings'],
  changes: ['financial/guarantors', 'financial/loans', 'financial/members', 'financial/pledges', ...dashboards],
  params: z.object({ pledgeId: id<PledgeId>() }),
  body: z.strictObject({ reason }),
  reply: pledge,
  message: 'Pledge released',
})
