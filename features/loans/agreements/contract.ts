import * as z from 'zod/mini'
import type { LoanId } from '#core/ids.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { id } from '#core/contract/fields.ts'

export const getLoanAgreement = endpoint({
  method: 'GET',
  path: '/financial/loans/:loanId/agreement',
  summary:
    'The agreement of an approved loan as a PDF to sign: for officers and the borrower; a guarantor who has accepted gets it with their own guarantee.',
  access: 'loan.list',
  says: ['files', 'Downloaded a loan agreement'],
  params: z.object({ loanId: id<LoanId>() }),
  kind: 'file',
  reply: z.null(),
})
