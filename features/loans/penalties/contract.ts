import * as z from 'zod/mini'
import type { LoanId, PenaltyWaiverId } from '#core/ids.ts'
import { lending } from '#core/contract/changes.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, longText } from '#core/contract/fields.ts'
import { loanDetail } from '#features/loans/loans/contract.ts'
import * as strings from '#features/loans/loans/strings.ts'

const reason = longText(strings.giveTheReason, 500)

export const waivePenalties = endpoint({
  method: 'POST',
  path: '/financial/loans/:loanId/penalties/waive',
  summary:
    'Lets go of the penalties that a loan owes today, or of those of one instalment. Later delay is asked for as agreed.',
  access: 'loan.decide',
  stepUp: true,
  says: ['loans', 'Waived loan penalties'],
  changes: lending,
  params: z.object({ loanId: id<LoanId>() }),
  body: z.strictObject({
    /** The number of one instalment in the schedule; all of which a penalty is owed when left out. */
    instalment: z.optional(z.int(strings.enterTheNumberOfAn).check(z.minimum(1, strings.enterTheNumberOfAn))),
    reason,
  }),
  reply: loanDetail,
  status: 201,
  message: 'Penalty waived',
})

export const reversePenaltyWaiver = endpoint({
  method: 'POST',
  path: '/financial/loans/:loanId/penalties/waivers/:waiverId/reverse',
  summary: 'Takes a waiver back: the penalties are owed again.',
  access: 'loan.decide',
  says: ['loans', 'Reversed a waiver of loan penalties'],
  changes: lending,
  stepUp: true,
  mayWait: true,
  params: z.object({ loanId: id<LoanId>(), waiverId: id<PenaltyWaiverId>() }),
  body: z.strictObject({ reason }),
  reply: loanDetail,
  message: 'Waiver taken back',
})
