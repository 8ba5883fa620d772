import * as z from 'zod/mini'
import type { AccountTypeId, EntryId, MemberId, TransactionId } from '#domain/ids.ts'
import { movementTypes } from '#domain/transactions/movement.ts'
import { endpoint } from './endpoint.ts'
import { day, id, instant, listQuery, longText, naira, nairaAboveZero, optionalText, period } from './fields.ts'

export const transactionTypes = ['contribution', 'deposit', 'withdrawal', 'transfer', 'share_purchase', 'charge', 'journal', 'disbursement', 'repayment'] as const
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

const sorts = ['occurredOn', 'amount', 'entryNumber'] as const
const filters = {
  status: z.optional(z.enum(transactionStatuses)),
  memberId: z.optional(id<MemberId>()),
  from: z.optional(day),
  to: z.optional(day),
}
/** What is posted, of the whole filtered list. */
const totals = z.object({ in: naira, out: naira })

export const listTransactions = endpoint({
  method: 'GET',
  path: '/financial/transactions',
  summary: "Money movements on members' accounts, newest first. A member sees his own.",
  access: 'transaction.list',
  query: listQuery(sorts, { type: z.optional(z.enum(transactionTypes)), ...filters }),
  kind: 'list',
  reply: transaction,
  summaryReply: totals,
})

export const listDeposits = endpoint({
  method: 'GET',
  path: '/financial/transactions/deposits',
  summary: 'Deposits, newest first. A member sees his own.',
  access: 'transaction.list',
  query: listQuery(sorts, filters),
  kind: 'list',
  reply: transaction,
  summaryReply: totals,
})

const movement = {
  /** The member himself where he asks; an officer names one. */
  memberId: z.optional(id<MemberId>()),
  /** The cooperative's default when left out. */
  accountTypeId: z.optional(id<AccountTypeId>()),
  amount: nairaAboveZero,
  /** Today when left out. */
  occurredOn: z.optional(day),
  description: optionalText(200),
}

const recorded = z.extend(transaction, { receiptNumber: z.nullable(z.string()) })

export const recordMovement = endpoint({
  method: 'POST',
  path: '/financial/transactions',
  summary: "Records a deposit or a withdrawal. An officer's is posted at once; what somebody asks for himself waits for an officer.",
  access: 'transaction.record',
  body: z.strictObject({ type: z.enum(movementTypes, 'Use deposit or withdrawal'), ...movement }),
  reply: recorded,
  status: 201,
  message: 'Transaction recorded',
})

export const recordDeposit = endpoint({
  method: 'POST',
  path: '/financial/transactions/deposits',
  summary: "Records a deposit. An officer's is posted at once; one that a member reports waits for an officer.",
  access: 'transaction.record',
  body: z.strictObject(movement),
  reply: recorded,
  status: 201,
  message: 'Deposit recorded',
})

const transactionParams = z.object({ transactionId: id<TransactionId>() })

export const getTransaction = endpoint({
  method: 'GET',
  path: '/financial/transactions/:transactionId',
  summary: 'One movement, who decided about it and why, and the voucher that it stands on.',
  access: 'transaction.list',
  params: transactionParams,
  reply: z.extend(transaction, {
    decisions: z.array(
      z.object({
        decision: z.enum(['approved', 'rejected', 'reversed']),
        by: z.string(),
        at: instant,
        reason: z.nullable(z.string()),
        /** The number of the reversing entry. */
        entryNumber: z.nullable(z.number()),
      }),
    ),
    /** The movements of the entry it stands on: more than one for a month that was posted together. */
    voucher: z.nullable(z.object({ lines: z.number(), total: naira })),
  }),
})

export const approveTransaction = endpoint({
  method: 'POST',
  path: '/financial/transactions/:transactionId/approve',
  summary: 'Posts a movement that waits. A withdrawal is dated the day it is approved, a deposit the day it was paid, unless another day is given.',
  access: 'transaction.decide',
  params: transactionParams,
  body: z.strictObject({ occurredOn: z.optional(day) }),
  reply: recorded,
  message: 'Transaction posted',
})

const reason = longText('Give the reason', 500)

export const rejectTransaction = endpoint({
  method: 'POST',
  path: '/financial/transactions/:transactionId/reject',
  summary: 'Turns down a movement that waits; nothing is posted.',
  access: 'transaction.decide',
  params: transactionParams,
  body: z.strictObject({ reason }),
  reply: transaction,
  message: 'Transaction rejected',
})

export const reverseTransaction = endpoint({
  method: 'POST',
  path: '/financial/transactions/:transactionId/reverse',
  summary:
    'Undoes a posted movement by an entry of today that reverses its own. Payments that were posted together are reversed together, with `voucher: true`.',
  access: 'transaction.decide',
  params: transactionParams,
  body: z.strictObject({ reason, voucher: z.optional(z.boolean('Use true or false')) }),
  // Naming a size gives the request the time that the largest voucher takes.
  bodyBytesMax: 100 * 1024,
  reply: z.object({ entryNumber: z.number(), receiptNumber: z.string(), reversed: z.number(), total: naira }),
  message: 'Transaction reversed',
})
