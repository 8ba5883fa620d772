import * as z from 'zod/mini'
import type { MemberId, ReversalId, TransactionId } from '#domain/ids.ts'
import { endpoint } from './endpoint.ts'
import { day, id, instant, listQuery, longText, naira } from './fields.ts'
import { approvals, transactionTypes } from './transactions.ts'

export const listApprovals = endpoint({
  method: 'GET',
  path: '/financial/approvals',
  summary: 'What waits for approval, the oldest first: movements, journals and reversals, each with who asked and who has approved so far.',
  access: 'transaction.decide',
  query: listQuery(['askedAt', 'amount'], {
    kind: z.optional(z.enum([...transactionTypes, 'reversal'])),
    /** `true`: what the one who asks may approve himself; `false`: what others have to. */
    mine: z.optional(z.enum(['true', 'false'], 'Use true or false')),
  }),
  kind: 'list',
  reply: z.object({
    kind: z.enum([...transactionTypes, 'reversal']),
    transactionId: id<TransactionId>(),
    reversalId: z.nullable(id<ReversalId>()),
    memberId: z.nullable(id<MemberId>()),
    memberName: z.nullable(z.string()),
    account: z.nullable(z.string()),
    amount: naira,
    occurredOn: day,
    description: z.string(),
    askedBy: z.string(),
    askedAt: instant,
    approvals,
  }),
  summaryReply: z.object({ mine: z.number() }),
})

const params = z.object({ reversalId: id<ReversalId>() })

export const approveReversal = endpoint({
  method: 'POST',
  path: '/financial/reversals/:reversalId/approve',
  summary: 'Approves a reversal that waits, and makes it once it has all the approvals that it takes.',
  access: 'transaction.decide',
  params,
  // Naming a size gives the request the time that the largest voucher takes.
  bodyBytesMax: 100 * 1024,
  /** Without a number it still waits for another officer. */
  reply: z.object({ entryNumber: z.nullable(z.number()), receiptNumber: z.nullable(z.string()) }),
  message: 'Reversal approved',
})

export const rejectReversal = endpoint({
  method: 'POST',
  path: '/financial/reversals/:reversalId/reject',
  summary: 'Turns down a reversal that waits; what is posted stays.',
  access: 'transaction.decide',
  params,
  body: z.strictObject({ reason: longText('Give the reason', 500) }),
  reply: z.null(),
  message: 'Reversal rejected',
})
