import * as z from 'zod/mini'
import type { LoanId, TransactionId } from '#core/ids.ts'
import { bankDetails } from '#features/members/bank-details/contract.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { day, id, instant, lengthAtMost, naira, period } from '#core/contract/fields.ts'
import { member } from './contract.ts'
import * as strings from './strings.ts'

const portalTransaction = z.object({
  id: id<TransactionId>(),
  amount: naira,
  type: z.string(),
  description: z.string(),
  createdAt: instant,
})

/** The signed-in member's own record. */
export const ownRecord = z.extend(member, {
  personalInfo: z.object({ cooperative: z.object({ name: z.string(), logo: z.nullable(z.string()) }) }),
  lastLogin: z.nullable(instant),
  bankDetails: z.nullable(bankDetails),
})

/** What a page sends so that no cache answers it. */
export const freshQuery = z.object({
  _t: z.optional(z.string().check(lengthAtMost(64, strings.useATimeInMilliseconds))),
})

/** A member's figures; all are of today. */
export const financialSummary = z.object({
  totalContributions: naira,
  outstandingContributions: naira,
  totalLoans: naira,
  outstandingLoans: naira,
  /** All deposits that were ever paid in; what is on the accounts now is `savings`. */
  totalDeposits: naira,
  /** The balance of all accounts of the member: savings, fixed deposits and shares. */
  totalHeld: naira,
  savings: naira,
  fixedDeposits: naira,
  shares: naira,
  /** What is late by today: contributions of months that are over, and instalments of loans. */
  contributionArrears: naira,
  loanArrears: naira,
})

export const getMemberDashboard = endpoint({
  method: 'GET',
  path: '/member-portal/dashboard',
  summary: "The signed-in member's figures, last movements and next payments.",
  access: 'portal.read',
  query: freshQuery,
  reply: z.object({
    profile: z.object({ firstName: z.string(), lastName: z.string(), membershipno: z.string(), registrationDate: day }),
    financialSummary,
    /** The balance of each of the member's accounts. */
    accounts: z.array(z.object({ name: z.string(), balance: naira })),
    recentTransactions: z.array(portalTransaction),
    /** Loans whose guarantor the member is asked to be, and has not answered. */
    guaranteeRequests: z.number(),
    /** Who deducts what falls due from the member's salary; null where they pay themselves. */
    employer: z.nullable(z.string()),
    /**
     * What is to be paid: what is late comes first, each the oldest first. `contribution_arrears` is what is owed for all months that are over, `period` the
     * first of them; `arrears` all of a loan that is late by now, `instalment` what falls due of it next.
     */
    upcomingPayments: z.array(
      z.union([
        z.object({ kind: z.enum(['contribution_arrears', 'contribution']), period, dueOn: day, amount: naira }),
        z.object({
          kind: z.enum(['arrears', 'instalment']),
          loanId: id<LoanId>(),
          loan: z.string(),
          dueOn: day,
          amount: naira,
        }),
      ]),
    ),
  }),
})
