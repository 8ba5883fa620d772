import * as z from 'zod/mini'
import { accountTypeKinds } from '#domain/configuration/account-kinds.ts'
import type { AccountId, AccountTypeId, EntryId, MemberId, ReversalId, TransactionId } from '#domain/ids.ts'
import { accountClasses } from '#domain/ledger/account.ts'
import { koboMax, zeroKobo } from '#domain/money.ts'
import { movementTypes } from '#domain/transactions/movement-types.ts'
import { endpoint } from './endpoint.ts'
import { day, id, instant, listQuery, longText, naira, nairaAboveZero, nairaNotNegative, optionalText, period } from './fields.ts'

export const transactionTypes = [
  'contribution', 'deposit', 'withdrawal', 'transfer', 'share_purchase', 'share_transfer', 'share_redemption', 'charge', 'journal', 'disbursement', 'repayment',
] as const
export const transactionStatuses = ['pending', 'approved', 'rejected', 'reversed'] as const

export const transaction = z.object({
  id: id<TransactionId>(),
  type: z.enum(transactionTypes),
  status: z.enum(transactionStatuses),
  memberId: z.nullable(id<MemberId>()),
  memberName: z.nullable(z.string()),
  membershipno: z.nullable(z.string()),
  /** The member's account that moved; null for a journal and for a charge that was paid in cash. */
  account: z.nullable(z.string()),
  /** The cash or bank account that the money went through. */
  paidThrough: z.nullable(z.string()),
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

/** What this call records. */
export const recordedTypes = [...movementTypes, 'journal'] as const

const wholeShares = z.int('Enter a whole number of shares').check(z.minimum(1, 'Enter at least one share'), z.maximum(1_000_000_000, 'Enter fewer shares'))

const movement = {
  /** The member himself where he asks; an officer names one. */
  memberId: z.optional(id<MemberId>()),
  /** The cooperative's default when left out. */
  accountTypeId: z.optional(id<AccountTypeId>()),
  amount: nairaAboveZero,
  /** The society's cash or bank account; cash in hand when left out. An officer says so. */
  paidThrough: z.optional(id<AccountId>()),
  /** Today when left out. */
  occurredOn: z.optional(day),
  description: optionalText(200),
}

const recorded = z.extend(transaction, { receiptNumber: z.nullable(z.string()) })

export const journalLinesMax = 200

/** One side of a journal line; nothing where it is left out. */
const side = z._default(nairaNotNegative(koboMax), zeroKobo)

const journalLines = z
  .array(z.strictObject({ accountId: id<AccountId>(), debit: side, credit: side }), 'Send the lines as a list')
  .check(z.minLength(2, 'A journal has at least two lines'), z.maxLength(journalLinesMax, `A journal has at most ${journalLinesMax} lines`))

export const recordMovement = endpoint({
  method: 'POST',
  path: '/financial/transactions',
  summary:
    "Records a deposit, a withdrawal, a transfer between a member's own accounts, a purchase, transfer or redemption of shares, a charge, or a journal between the society's own accounts. An officer's is posted at once unless the settings ask for approvals; what somebody asks for himself waits for an officer.",
  access: 'transaction.record',
  body: z.strictObject({
    ...movement,
    type: z.enum(recordedTypes, `Use one of ${recordedTypes.join(', ')}`),
    /**
     * The member's account that a deposit goes to and everything else comes from. A purchase of shares and a charge
     * without it are paid in cash or by bank; shares are taken from the society's share account when it is left out.
     */
    accountTypeId: z.optional(id<AccountTypeId>()),
    /** Where a transfer goes; the savings into which shares are redeemed, cash or bank when left out. */
    toAccountTypeId: z.optional(id<AccountTypeId>()),
    /** Who gets transferred shares. */
    toMemberId: z.optional(id<MemberId>()),
    /** Shares count whole, at par value. */
    amount: z.optional(nairaAboveZero),
    shares: z.optional(wholeShares),
    /** What a charge is income of. */
    incomeAccountId: z.optional(id<AccountId>()),
    /** A journal's, whose debits and credits agree. */
    lines: z.optional(journalLines),
  }),
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

export const approvals = z.object({
  asked: z.number(),
  /** `alone`: whoever recorded it approved it, because there was no other officer. */
  given: z.array(z.object({ by: z.string(), at: instant, alone: z.boolean() })),
  /** Whether the one who asks may approve it now. */
  open: z.boolean(),
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
    receiptNumber: z.nullable(z.string()),
    /** The other movement of the same transfer. */
    pair: z.nullable(z.object({ id: id<TransactionId>(), memberName: z.string(), account: z.string(), direction: z.enum(['in', 'out']) })),
    /** Who has approved it so far, and how many approvals it takes; null where a member asks, and where it needed none. */
    approvals: z.nullable(approvals),
    /** A reversal that waits for approval. */
    reversal: z.nullable(z.object({ id: id<ReversalId>(), reason: z.string(), askedBy: z.string(), askedAt: instant, approvals })),
    /** What a journal says. */
    lines: z.array(z.object({ code: z.string(), name: z.string(), debit: naira, credit: naira })),
  }),
})

export const approveTransaction = endpoint({
  method: 'POST',
  path: '/financial/transactions/:transactionId/approve',
  summary: 'Approves a movement that waits, and posts it once it has all the approvals that it takes. A withdrawal is dated the day it is approved, a deposit the day it was paid, unless another day is given.',
  access: 'transaction.decide',
  params: transactionParams,
  body: z.strictObject({ occurredOn: z.optional(day), paidThrough: z.optional(id<AccountId>()) }),
  reply: recorded,
  message: 'Transaction approved',
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
    'Undoes a posted movement by an entry of today that reverses its own, or asks for that where the settings want approvals. Payments that were posted together are reversed together, with `voucher: true`.',
  access: 'transaction.decide',
  params: transactionParams,
  body: z.strictObject({ reason, voucher: z.optional(z.boolean('Use true or false')) }),
  // Naming a size gives the request the time that the largest voucher takes.
  bodyBytesMax: 100 * 1024,
  /** Without a number it waits for approval. */
  reply: z.object({ entryNumber: z.nullable(z.number()), receiptNumber: z.nullable(z.string()), reversed: z.number(), total: naira }),
  message: 'Transaction reversed',
})

export const listPostingAccounts = endpoint({
  method: 'GET',
  path: '/financial/posting-accounts',
  summary: "The society's own accounts that an officer can post to: cash and bank accounts, income accounts, or all.",
  access: 'transaction.decide',
  query: z.object({ use: z.optional(z.enum(['money', 'income', 'journal'], 'Use money, income or journal')) }),
  reply: z.array(z.object({ id: id<AccountId>(), code: z.string(), name: z.string(), class: z.enum(accountClasses), isDefault: z.boolean() })),
})

export const listMemberAccounts = endpoint({
  method: 'GET',
  path: '/financial/members/:memberId/accounts',
  summary: "A member's accounts: what stands on each, what of it is pledged or asked for already, and what is free.",
  access: 'transaction.list',
  params: z.object({ memberId: id<MemberId>() }),
  reply: z.array(
    z.object({
      accountTypeId: id<AccountTypeId>(),
      name: z.string(),
      kind: z.enum(accountTypeKinds),
      balance: naira,
      pledged: naira,
      /** Asked for and not decided yet. */
      waiting: naira,
      free: naira,
      /** Whole shares that stand on it. */
      shares: z.nullable(z.number()),
      /** Nothing leaves it before this day. */
      releaseOn: z.nullable(day),
    }),
  ),
})
