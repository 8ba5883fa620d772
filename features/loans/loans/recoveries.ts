import * as z from 'zod/mini'
import type { LoanId, MemberId } from '#core/ids.ts'
import { recoveryScopes, recoverySources } from './rules/recovery-source.ts'
import { lending } from '#core/contract/changes.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, longText, naira, nairaAboveZero } from '#core/contract/fields.ts'
import { guarantorsMax, loanDetail } from './contract.ts'

const loanParams = z.object({ loanId: id<LoanId>() })

/** What is recovered: what is overdue, or all that settles the loan today. */
const recoveryScope = z.enum(recoveryScopes, `Use one of ${recoveryScopes.join(', ')}`)

export const previewRecovery = endpoint({
  method: 'GET',
  path: '/financial/loans/:loanId/recovery',
  summary:
    "What of an overdue loan could be recovered today: from the borrower's own savings first, then from the guarantors in proportion to what their pledges still hold.",
  access: 'loan.recover',
  params: loanParams,
  query: z.object({ scope: z.optional(recoveryScope) }),
  reply: z.object({
    scope: recoveryScope,
    /** What is overdue, or what settles the loan. */
    wanted: naira,
    /** What all of them bring together, and what that repays, part by part; interest below zero was paid ahead and comes back. */
    amount: naira,
    uses: z.object({ principal: naira, interest: naira, fees: naira, penalties: naira }),
    /** What is left of `wanted` then. */
    missing: naira,
    parts: z.array(
      z.object({
        memberId: id<MemberId>(),
        name: z.string(),
        membershipno: z.string(),
        source: z.enum(recoverySources),
        /** What of their savings could be taken. */ available: naira,
        amount: naira,
      }),
    ),
  }),
})

export const recoverLoan = endpoint({
  method: 'POST',
  path: '/financial/loans/:loanId/recovery',
  summary:
    'Takes what the preview says from these savings, in one entry; each guarantor is released from as much as they paid.',
  access: 'loan.recover',
  says: ['loans', 'Recovered a loan from savings'],
  changes: lending,
  stepUp: true,
  mayWait: true,
  params: loanParams,
  body: z.strictObject({
    scope: recoveryScope,
    /** From whom how much, as the preview told it, so that no one posts what they have not seen. */
    parts: z
      .array(
        z.strictObject({
          memberId: id<MemberId>(),
          source: z.enum(recoverySources, `Use one of ${recoverySources.join(', ')}`),
          amount: nairaAboveZero,
        }),
        'Send the parts that the preview told',
      )
      .check(
        z.minLength(1, 'Send the parts that the preview told'),
        z.maxLength(guarantorsMax + 2, 'Send the parts that the preview told'),
      ),
    reason: longText('Give the reason', 500),
  }),
  reply: loanDetail,
  status: 201,
  message: 'Recovered',
})
