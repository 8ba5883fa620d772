import * as z from 'zod/mini'
import type { LoanId, MeetingId, MemberId } from '#core/ids.ts'
import { loanStatuses } from '#features/loans/loans/rules/loan.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant, listQuery, naira } from '#core/contract/fields.ts'

const decision = z.enum(['approved', 'rejected'])

export const listMeetingLoans = endpoint({
  method: 'GET',
  path: '/governance/meetings/:id/loans',
  summary: 'The loans that were decided at a meeting, by what the officers named when they decided.',
  access: 'loan.review',
  params: z.object({ id: id<MeetingId>() }),
  query: listQuery(['at', 'principal'], {}),
  kind: 'list',
  reply: z.object({
    loanId: id<LoanId>(),
    memberId: id<MemberId>(),
    memberName: z.string(),
    membershipno: z.string(),
    loanConfig: z.string(),
    principal: naira,
    status: z.enum(loanStatuses),
    decision,
    minute: z.nullable(z.string()),
    by: z.string(),
    at: instant,
  }),
})
