import * as z from 'zod/mini'
import type { LoanId, MemberId } from '#core/ids.ts'
import { guaranteeStatuses } from './rules/guarantee.ts'
import { loanStatuses } from './rules/loan.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { day, id, instant, naira } from '#core/contract/fields.ts'
import { ruleStanding } from './loan-eligibility.ts'

export const getLoanReview = endpoint({
  method: 'GET',
  path: '/financial/loans/:loanId/review',
  summary:
    'What an officer weighs before deciding about an application: balances and arrears of the borrower, other loans, each rule, and what each guarantor could still pledge.',
  access: 'loan.review',
  params: z.object({ loanId: id<LoanId>() }),
  reply: z.object({
    borrower: z.object({
      joinedOn: day,
      savings: naira,
      shares: naira,
      fixedDeposits: naira,
      monthlyContribution: naira,
      netSalary: z.nullable(naira),
      loans: naira,
      contributionArrears: naira,
      loanArrears: naira,
    }),
    /** As if this application were not there yet, as approving asks them. */
    rules: z.array(ruleStanding),
    /** `available` is what of the usual savings account is neither pledged nor asked for; `owes` the principal of own loans. */
    guarantors: z.array(
      z.object({
        memberId: id<MemberId>(),
        name: z.string(),
        membershipno: z.string(),
        status: z.enum(guaranteeStatuses),
        pledge: naira,
        available: naira,
        owes: naira,
      }),
    ),
    /** The borrower's other loans and applications, newest first, at most 20. */
    loans: z.array(
      z.object({
        id: id<LoanId>(),
        loanConfig: z.string(),
        status: z.enum(loanStatuses),
        principal: naira,
        outstanding: naira,
        overdue: naira,
        appliedAt: instant,
      }),
    ),
  }),
})
