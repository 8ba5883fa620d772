import * as z from 'zod/mini'
import type { ChangeRequestId, LeavingId, LoanId, MemberId, ReversalId, TransactionId, WriteOffId } from '#core/ids.ts'
import { approvals } from '#features/access/approvals/contract.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { day, id, instant, listQuery, naira } from '#core/contract/fields.ts'
import { transactionTypes } from '#features/savings/transactions/contract.ts'

/** What may wait: movements and journals by their type, reversals, applications for a loan, write-offs, settlements of members who leave, changes that take two officers, forms that guarantors signed on paper. */
export const approvalSubjects = [
  ...transactionTypes,
  'reversal',
  'loan',
  'write_off',
  'leaving',
  'change',
  'guarantee_paper',
] as const

export const listApprovals = endpoint({
  method: 'GET',
  path: '/financial/approvals',
  summary:
    'What waits for approval, the oldest first: movements, journals, reversals, applications for a loan, write-offs, settlements of members who leave, changes that take two officers and forms that guarantors signed, each with who asked and who has approved so far.',
  access: 'approval.list',
  query: listQuery(['askedAt', 'amount'], {
    kind: z.optional(z.enum(approvalSubjects)),
    /** `true`: what the one who asks may approve themselves; `false`: what others have to. */
    mine: z.optional(z.enum(['true', 'false'], 'Use true or false')),
  }),
  kind: 'list',
  reply: z.object({
    kind: z.enum(approvalSubjects),
    /** Null for what is decided on the page of a loan or of a leaving. A signed form has its loan, and the guarantor as the member. */
    transactionId: z.nullable(id<TransactionId>()),
    reversalId: z.nullable(id<ReversalId>()),
    writeOffId: z.nullable(id<WriteOffId>()),
    loanId: z.nullable(id<LoanId>()),
    leavingId: z.nullable(id<LeavingId>()),
    changeRequestId: z.nullable(id<ChangeRequestId>()),
    /** Of a change: whether who asked for it may approve it after seven days without a decision. */
    opensToAsker: z.boolean(),
    memberId: z.nullable(id<MemberId>()),
    memberName: z.nullable(z.string()),
    account: z.nullable(z.string()),
    /** Null for a change that moves no money, and for a signed form that pledges none. */
    amount: z.nullable(naira),
    occurredOn: day,
    description: z.string(),
    askedBy: z.string(),
    askedAt: instant,
    approvals,
    /** What an officer needs to approve or reject it. */
    needs: z.enum(['transaction.decide', 'loan.decide', 'loan.write_off', 'leaving.manage', 'office.decide']),
    /** Of a loan: how many guarantors it needs and have accepted; before the last has, no one can approve it. */
    guarantors: z.nullable(z.object({ required: z.number(), accepted: z.number() })),
  }),
  summaryReply: z.object({ mine: z.number() }),
})
