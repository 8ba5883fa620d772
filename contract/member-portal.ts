import * as z from 'zod/mini'
import type { LoanId, TransactionId } from '#domain/ids.ts'
import { endpoint } from './endpoint.ts'
import { day, id, instant, lengthAtMost, naira, period } from './fields.ts'
import { member } from './members.ts'

const portalTransaction = z.object({
  id: id<TransactionId>(),
  amount: naira,
  type: z.string(),
  description: z.string(),
  createdAt: instant,
})

export const getMemberProfile = endpoint({
  method: 'GET',
  path: '/member-portal/profile',
  summary: "The signed-in member's own record.",
  access: 'portal.read',
  query: z.object({ _t: z.optional(z.string().check(lengthAtMost(64, 'Use a time in milliseconds'))) }),
  reply: z.extend(member, {
    personalInfo: z.object({ cooperative: z.object({ name: z.string(), logo: z.nullable(z.string()) }) }),
    lastLogin: z.nullable(instant),
  }),
})

export const getMemberDashboard = endpoint({
  method: 'GET',
  path: '/member-portal/dashboard',
  summary: "The signed-in member's figures, last movements and next payments.",
  access: 'portal.read',
  query: z.object({ _t: z.optional(z.string().check(lengthAtMost(64, 'Use a time in milliseconds'))) }),
  reply: z.object({
    profile: z.object({ firstName: z.string(), lastName: z.string(), membershipno: z.string(), registrationDate: day }),
    financialSummary: z.object({
      totalContributions: naira,
      outstandingContributions: naira,
      totalLoans: naira,
      outstandingLoans: naira,
      totalDeposits: naira,
    }),
    /** The balance of each of the member's accounts. */
    accounts: z.array(z.object({ name: z.string(), balance: naira })),
    recentTransactions: z.array(portalTransaction),
    /** What is to be paid, the oldest first: `arrears` is all of a loan that is late by now, `instalment` what falls due of it next. */
    upcomingPayments: z.array(
      z.union([
        z.object({ kind: z.literal('contribution'), period, dueOn: day, amount: naira }),
        z.object({ kind: z.enum(['arrears', 'instalment']), loanId: id<LoanId>(), loan: z.string(), dueOn: day, amount: naira }),
      ]),
    ),
  }),
})
