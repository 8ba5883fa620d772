import * as z from 'zod/mini'
import type { EntryId, MemberId, TransactionId } from '#domain/ids.ts'
import { endpoint } from './endpoint.ts'
import { day, id, instant, listQuery, naira, period } from './fields.ts'

export const transactionTypes = ['contribution', 'deposit', 'withdrawal', 'transfer', 'share_purchase', 'charge', 'journal'] as const
export const transactionStatuses = ['pending', 'approved', 'rejected', 'reversed'] as const

export const transaction = z.object({
  id: id<TransactionId>(),
  type: z.enum(transactionTypes),
  status: z.enum(transactionStatuses),
  memberId: z.nullable(id<MemberId>()),
  memberName: z.nullable(z.string()),
  membershipno: z.nullable(z.string()),
  account: z.string(),
  amount: naira,
  /** `in`: the member's balance rises. */
  direction: z.enum(['in', 'out']),
  occurredOn: day,
  period: z.nullable(period),
  description: z.string(),
  entryId: z.nullable(id<EntryId>()),
  entryNumber: z.nullable(z.number()),
  recordedBy: z.string(),
  createdAt: instant,
})

export const listTransactions = endpoint({
  method: 'GET',
  path: '/financial/transactions',
  summary: "Money movements on members' accounts, newest first. A member sees his own.",
  access: 'transaction.list',
  query: listQuery(['occurredOn', 'amount', 'entryNumber'], {
    type: z.optional(z.enum(transactionTypes)),
    status: z.optional(z.enum(transactionStatuses)),
    memberId: z.optional(id<MemberId>()),
    from: z.optional(day),
    to: z.optional(day),
  }),
  kind: 'list',
  reply: transaction,
  summaryReply: z.object({ in: naira, out: naira }),
})
