import * as z from 'zod/mini'
import type { LoanId, MemberId } from '#core/ids.ts'
import { instalmentUnits } from '#features/loans/loans/rules/due-dates.ts'
import { guaranteeStatuses } from '#features/loans/loans/rules/guarantee.ts'
import { loanStatuses } from '#features/loans/loans/rules/loan.ts'
import { loanCases } from '#core/contract/changes.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant, naira } from '#core/contract/fields.ts'

const guarantee = z.object({
  loanId: id<LoanId>(),
  borrower: z.string(),
  membershipno: z.string(),
  loan: z.string(),
  purpose: z.nullable(z.string()),
  loanStatus: z.enum(loanStatuses),
  /** Asked in the place of another guarantor. */
  inPlace: z.boolean(),
  principal: naira,
  instalments: z.number(),
  repaidEvery: z.enum(instalmentUnits),
  /** Principal that has come back. */
  paid: naira,
  status: z.enum(guaranteeStatuses),
  /** What accepting pledges now, or pledged when it was accepted. */
  amount: naira,
  /** What of `amount` they hold already for a loan that this one settles. */
  alreadyHeld: naira,
  /** What is pledged now. */
  held: naira,
  /** What was recovered from them for the borrower. */
  recovered: naira,
  askedAt: instant,
  answeredAt: z.nullable(instant),
  /** The sentence by which accepting would be refused now; null where nothing is in its way or it was answered. */
  whyNot: z.nullable(z.string()),
})

export const listGuarantees = endpoint({
  method: 'GET',
  path: '/financial/guarantees',
  summary:
    'The loans for which the member is asked to guarantee, and those that they guarantee, what each pledges of their savings, and how much they could still pledge.',
  access: 'guarantee.read',
  reply: z.object({
    /** Of the usual savings account: what is neither pledged nor asked for already. */
    capacity: naira,
    held: naira,
    guarantees: z.array(guarantee),
  }),
})

const params = z.object({ loanId: id<LoanId>(), memberId: id<MemberId>() })

export const acceptGuarantee = endpoint({
  method: 'POST',
  path: '/financial/loans/:loanId/guarantors/:memberId/accept',
  summary:
    'The guarantor agrees to guarantee it: their part of it stays on their savings until the principal has come back.',
  access: 'guarantee.answer',
  stepUp: true,
  says: ['loans', 'Agreed to guarantee a loan'],
  changes: loanCases,
  needsProof: true,
  params,
  reply: guarantee,
  message: 'You guarantee this loan',
})

export const declineGuarantee = endpoint({
  method: 'POST',
  path: '/financial/loans/:loanId/guarantors/:memberId/decline',
  summary: 'The guarantor does not guarantee the loan; the borrower can ask somebody else.',
  access: 'guarantee.answer',
  says: ['loans', 'Declined to guarantee a loan'],
  changes: loanCases,
  needsProof: true,
  params,
  reply: guarantee,
  message: 'Declined',
})
