import * as z from 'zod/mini'
import { loanStatuses } from '#features/loans/loans/rules/loan.ts'
import type { AuditEventId, MemberId } from '#core/ids.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { day, id, instant, listQuery, naira, period } from '#core/contract/fields.ts'
import { financialSummary, freshQuery, ownRecord } from '#features/members/members/member-portal.ts'
import { transactionStatuses, transactionTypes } from '#features/savings/transactions/contract.ts'

export const recordKinds = ['contributions', 'deposits', 'transactions', 'loans'] as const

const record = z.object({
  /** Of a transaction, of a loan or of a movement of a loan. */
  id: z.string(),
  record: z.enum(['transaction', 'loan', 'loan_movement']),
  type: z.enum([...transactionTypes, 'loan']),
  status: z.enum([...transactionStatuses, ...loanStatuses]),
  /** The account type, or the loan configuration. */
  account: z.string(),
  amount: naira,
  /** Of a movement on the member's account: whether it rises. Of a loan's: `in` for a repayment, which the society gets, and `out` for what it paid out. Null for a loan itself, an opening balance and a rebate: no money moved. */
  direction: z.nullable(z.enum(['in', 'out'])),
  occurredOn: day,
  period: z.nullable(period),
  description: z.string(),
  createdAt: instant,
})

const sums = z.object({
  totalContributions: naira,
  outstandingContributions: naira,
  /** All deposits that were ever paid in; what is on the accounts now is `savings`. */
  totalDeposits: naira,
  totalWithdrawals: naira,
  savings: naira,
  shares: naira,
  /** The principal of loans that are approved or running. */
  totalLoans: naira,
})

export const listFinancialRecords = endpoint({
  method: 'GET',
  path: '/financial/members/:id/financial-records',
  summary:
    "A member's contributions, deposits, other movements and loans, newest first, with what they add up to. A member sees their own.",
  access: 'transaction.list',
  params: z.object({ id: id<MemberId>() }),
  query: listQuery(['occurredOn'], { kind: z.optional(z.enum(recordKinds)) }),
  kind: 'list',
  reply: record,
  summaryReply: sums,
})

const portfolios = ['savings', 'shares', 'fixed_deposits'] as const

/** The newest of a list, and what all of it comes to. */
function newestOf<Row extends z.ZodMiniType, Summary extends z.core.$ZodLooseShape>(row: Row, summary: Summary) {
  return z.object({ data: z.array(row), summary: z.object(summary) })
}

/** The most rows of each list of a member's profile; each has a call of its own for the rest. */
export const profileRowsMax = 10

export const getMemberProfile = endpoint({
  method: 'GET',
  path: '/member-portal/profile',
  summary: `The signed-in member's own record, figures and the newest ${profileRowsMax} of each of their lists.`,
  access: 'portal.read',
  query: freshQuery,
  reply: z.extend(ownRecord, {
    /** Of the loan that runs, else of the newest one. */
    loanStatus: z.string(),
    loans: newestOf(record, { total: z.number(), totalLoans: naira, outstandingLoans: naira }),
    contributions: newestOf(record, { total: z.number(), totalContributions: naira, outstandingContributions: naira }),
    transactions: newestOf(record, {
      total: z.number(),
      totalContributions: naira,
      totalDeposits: naira,
      totalWithdrawals: naira,
    }),
    deposits: newestOf(record, { total: z.number(), totalDeposits: naira }),
    /** What of all that they hold is in each portfolio, in percent with at most two decimals. */
    portfolioAllocations: newestOf(z.object({ portfolio: z.enum(portfolios), amount: naira, percent: z.number() }), {
      totalHeld: naira,
    }),
    /** What they did, and what was done about them. */
    auditLogs: newestOf(
      z.object({ id: id<AuditEventId>(), at: instant, by: z.string(), /** In a sentence. */ action: z.string() }),
      { total: z.number() },
    ),
    roles: z.array(z.object({ id: z.string(), name: z.string() })),
    financialSummary,
    financialRecords: z.object({ data: z.array(record), summary: sums }),
  }),
})
