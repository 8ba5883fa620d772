import * as z from 'zod/mini'
import type { EntryId, LoanId, MemberId, ReversalId, TransactionId } from '#core/ids.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { day, id, instant, listQuery, naira, period } from '#core/contract/fields.ts'
import { approvals } from '#features/access/approvals/contract.ts'

export const transactionTypes = [
  'contribution',
  'deposit',
  'withdrawal',
  'transfer',
  'share_purchase',
  'share_transfer',
  'share_redemption',
  'charge',
  'journal',
  'expense',
  'income',
  'disbursement',
  'repayment',
  'interest',
  'dividend',
  'fixed_deposit',
  'opening',
  'remittance',
  'leaving_payout',
] as const
export const transactionStatuses = ['pending', 'approved', 'rejected', 'reversed'] as const

export const transaction = z.object({
  /** Of what `record` names. */
  id: id<TransactionId>(),
  /** Where it was recorded; only a `transaction` can be decided about and reversed under its id. */
  record: z.enum(['transaction', 'loan_movement', 'remittance', 'leaving_payout']),
  /** The loan that was paid out or repaid. */
  loanId: z.nullable(id<LoanId>()),
  type: z.enum(transactionTypes),
  status: z.enum(transactionStatuses),
  memberId: z.nullable(id<MemberId>()),
  memberName: z.nullable(z.string()),
  membershipno: z.nullable(z.string()),
  /** Who was paid an expense or a former member's payout, and who paid other income or a remittance; null for everything else. */
  party: z.nullable(z.string()),
  /** The member's account that moved, the product of a loan, or the account of the chart that an expense or other income is for; null for a journal and for a charge that was paid in cash. */
  account: z.nullable(z.string()),
  /** The cash or bank account that the money went through. */
  paidThrough: z.nullable(z.string()),
  amount: naira,
  /**
   * `in`: the member's balance rises, a loan is repaid, or a journal brings money into cash or bank; `out`: the opposite. Null where
   * it moves none, for opening balances, which no one paid in, and where members' own movements have it: the total of an
   * interest run, what an employer pays over for them, and the payout of a settlement.
   */
  direction: z.nullable(z.enum(['in', 'out'])),
  occurredOn: day,
  period: z.nullable(period),
  description: z.string(),
  /** The teller number or the bank's reference. */
  reference: z.nullable(z.string()),
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
/** What is posted, of the whole filtered list; opening balances are neither. */
const totals = z.object({ in: naira, out: naira })

export const listTransactions = endpoint({
  method: 'GET',
  path: '/financial/transactions',
  summary:
    "All movements of money, newest first: on members' accounts, loans paid out and repaid, what employers paid over, expenses, other income and journals. A member sees their own; a key sees loans with `loans.read`.",
  access: 'transaction.list',
  keyScope: 'savings.read',
  query: listQuery(sorts, { type: z.optional(z.enum(transactionTypes)), ...filters }),
  kind: 'list',
  reply: transaction,
  summaryReply: totals,
})

export const listDeposits = endpoint({
  method: 'GET',
  path: '/financial/transactions/deposits',
  summary: 'Deposits, newest first. A member sees their own.',
  access: 'transaction.list',
  keyScope: 'savings.read',
  query: listQuery(sorts, filters),
  kind: 'list',
  reply: transaction,
  summaryReply: totals,
})

/** What was posted, with its receipt; null while it waits. */
export const recorded = z.extend(transaction, { receiptNumber: z.nullable(z.string()) })

export const transactionParams = z.object({ transactionId: id<TransactionId>() })

export const getTransaction = endpoint({
  method: 'GET',
  path: '/financial/transactions/:transactionId',
  summary: 'One movement of the list, who decided about it and why, and the voucher that it is on.',
  access: 'transaction.list',
  keyScope: 'savings.read',
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
    /** The movements of the entry it is on: more than one for a month that was posted together. */
    voucher: z.nullable(z.object({ lines: z.number(), total: naira })),
    receiptNumber: z.nullable(z.string()),
    /** The other movement of the same transfer. */
    pair: z.nullable(
      z.object({
        id: id<TransactionId>(),
        memberName: z.string(),
        account: z.string(),
        direction: z.enum(['in', 'out']),
      }),
    ),
    /** Who has approved it so far, and how many approvals it takes; null where a member asks, and where it needed none. */
    approvals: z.nullable(approvals),
    /** A reversal that waits for approval. */
    reversal: z.nullable(
      z.object({ id: id<ReversalId>(), reason: z.string(), askedBy: z.string(), askedAt: instant, approvals }),
    ),
    /** What a journal says. */
    lines: z.array(z.object({ code: z.string(), name: z.string(), debit: naira, credit: naira })),
  }),
})
