import * as z from 'zod/mini'
import type { DocumentId, LoanId } from '#core/ids.ts'
import { loanCases } from '#core/contract/changes.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { id } from '#core/contract/fields.ts'
import { paper, paperBytesMax, removed } from '#core/contract/papers.ts'

const loanParams = z.object({ loanId: id<LoanId>() })
const documentParams = z.object({ loanId: id<LoanId>(), documentId: id<DocumentId>() })

const loanDocument = z.extend(paper<DocumentId>(), {
  /** Whether the one who asks may remove it now. */
  removable: z.boolean(),
  removed,
})

export const listLoanDocuments = endpoint({
  method: 'GET',
  path: '/financial/loans/:loanId/documents',
  summary: 'The papers of a loan, the first added first, and those that were removed.',
  access: 'loan.list',
  params: loanParams,
  reply: z.object({
    documents: z.array(loanDocument),
    /** Whether the one who asks may add one now. */
    addable: z.boolean(),
  }),
})

export const addLoanDocument = endpoint({
  method: 'POST',
  path: '/financial/loans/:loanId/documents',
  summary:
    'Adds a paper (PDF, JPEG or PNG, at most 5 MB) in the field `file`: the borrower until their application is decided, officers afterwards too.',
  access: 'loan.apply',
  says: ['loans', "Added a loan's document"],
  changes: loanCases,
  needsProof: true,
  params: loanParams,
  upload: { bytesMax: paperBytesMax },
  reply: loanDocument,
  status: 201,
  message: 'Paper added',
})

export const downloadLoanDocument = endpoint({
  method: 'GET',
  path: '/financial/loans/:loanId/documents/:documentId',
  summary: 'A paper of a loan as it was stored, for officers and the borrower.',
  access: 'loan.list',
  says: ['files', "Opened a loan's document"],
  params: documentParams,
  kind: 'file',
  reply: z.null(),
})

export const removeLoanDocument = endpoint({
  method: 'DELETE',
  path: '/financial/loans/:loanId/documents/:documentId',
  summary: 'Removes a paper: the file is gone, and its line says who removed it and when.',
  access: 'loan.apply',
  says: ['loans', "Removed a loan's document"],
  changes: loanCases,
  needsProof: true,
  params: documentParams,
  reply: loanDocument,
  message: 'Paper removed',
})
