import * as z from 'zod/mini'
import { loanStatuses } from '#domain/lending/loans/loan.ts'
import type { MemberId } from '#domain/ids.ts'
import { endpoint } from '#contract/endpoint.ts'
import { day, id, instant, listQuery, naira, period } from '#contract/fields.ts'
import { transactionStatuses, transactionTypes } from '#contract/money/transactions.ts'

export const recordKinds = ['contributions', 'deposits', 'transactions', 'loans'] as const

export const listFinancialRecords = endpoint({
  method: 'GET',
  path: '/financial/members/:id/financial-records',
  summary:
    "A member's contributions, deposits, other movements and loans, newest first, with what they add up to. A member sees their own.",
  access: 'transaction.list',
  params: z.object({ id: id<MemberId>() }),
  query: listQuery(['occurredOn'], { kind: z.optional(z.enum(recordKinds)) }),
  kind: 'list',
  reply: z.object({
    /** Of a transaction or of a loan. */
    id: z.string(),
    record: z.enum(['transaction', 'loan']),
    type: z.enum([...transactionTypes, 'loan']),
    status: z.enum([...transactionStatuses, ...loanStatuses]),
    /** The account type, or the loan configuration. */
    account: z.string(),
    amount: naira,
    /** Null for a loan: asking moves no money. */
    direction: z.nullable(z.enum(['in', 'out'])),
    occurredOn: day,
    period: z.nullable(period),
    description: z.string(),
    createdAt: instant,
  }),
  summaryReply: z.object({
    totalContributions: naira,
    outstandingContributions: naira,
    totalDeposits: naira,
    totalWithdrawals: naira,
    savings: naira,
    shares: naira,
    /** The principal of loans that are approved or running. */
    totalLoans: naira,
  }),
})
