import * as z from 'zod/mini'
import type { LoanId, MemberId } from '#domain/ids.ts'
import { endpoint } from './endpoint.ts'
import { id } from './fields.ts'
import { loanDetail } from './loans.ts'

const loanParams = z.object({ loanId: id<LoanId>() })

export const withdrawLoan = endpoint({
  method: 'POST',
  path: '/financial/loans/:loanId/withdraw',
  summary: 'Takes an application back while nobody has decided about it; its guarantors are free again.',
  access: 'loan.apply',
  params: loanParams,
  reply: loanDetail,
  message: 'Application withdrawn',
})

export const askGuarantor = endpoint({
  method: 'POST',
  path: '/financial/loans/:loanId/guarantors',
  summary: 'Asks another member to stand in the place of a guarantor, who stays until the new one has accepted.',
  access: 'loan.apply',
  params: loanParams,
  body: z.strictObject({ memberId: id<MemberId>(), replaces: id<MemberId>() }),
  reply: loanDetail,
  status: 201,
  message: 'Guarantor asked',
})
