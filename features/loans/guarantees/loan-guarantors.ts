import * as z from 'zod/mini'
import type { LoanId, MemberId } from '#core/ids.ts'
import { loanCases } from '#core/contract/changes.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, longText, requiredText } from '#core/contract/fields.ts'
import { loanDetail } from '#features/loans/loans/contract.ts'
import * as strings from '#features/loans/loans/strings.ts'

const loanParams = z.object({ loanId: id<LoanId>() })

export const withdrawLoan = endpoint({
  method: 'POST',
  path: '/financial/loans/:loanId/withdraw',
  summary:
    'Takes an application back before anything is paid out; its guarantors are free again. Once it is approved only the borrower does, and officers cancel it.',
  access: 'loan.apply',
  says: ['loans', 'Withdrew a loan application'],
  changes: loanCases,
  needsProof: true,
  params: loanParams,
  reply: loanDetail,
  message: 'Application withdrawn',
})

export const cancelLoan = endpoint({
  method: 'POST',
  path: '/financial/loans/:loanId/cancel',
  summary:
    'Takes back the approval of a loan of which nothing was paid out, with the reason that the member reads; its guarantors are free again.',
  access: 'loan.decide',
  says: ['loans', 'Cancelled the approval of a loan'],
  changes: loanCases,
  params: loanParams,
  body: z.strictObject({ reason: longText(strings.giveTheReason, 500) }),
  reply: loanDetail,
  message: 'Loan cancelled',
})

export const askGuarantor = endpoint({
  method: 'POST',
  path: '/financial/loans/:loanId/guarantors',
  summary: 'Asks another member to be in the place of a guarantor, who stays until the new one has accepted.',
  access: 'loan.apply',
  says: ['loans', 'Requested another guarantor'],
  changes: loanCases,
  needsProof: true,
  params: loanParams,
  body: z.strictObject({ memberId: id<MemberId>(), replaces: id<MemberId>() }),
  reply: loanDetail,
  status: 201,
  message: 'Guarantor asked',
})

export const findGuarantor = endpoint({
  method: 'GET',
  path: '/financial/guarantors',
  summary: 'The member whose membership number or phone is named exactly: the name only, to be asked as guarantor.',
  access: 'loan.apply',
  query: z.object({ named: requiredText(strings.enterAMembershipNumberOr, 40) }),
  reply: z.nullable(z.object({ memberId: id<MemberId>(), name: z.string(), membershipno: z.string() })),
})
