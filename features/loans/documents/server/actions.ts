import type { DocumentId } from '#core/ids.ts'
import * as contract from '#features/loans/documents/contract.ts'
import { whyNotAddPaper, whyNotRemovePaper } from '#features/loans/loans/rules/loan-papers.ts'
import { action, uploadAction } from '#platform/action.ts'
import { newId } from '#platform/db/id.ts'
import { clockTime, insert, update } from '#platform/db/write.ts'
import { readDocumentFile } from '#platform/files/document-file.ts'
import { findPaper, lockLoanOfPapers } from './reads.ts'

/** Saves a document with a loan. Refuses: not_found, loan_papers_closed, loan_papers_too_many. */
export const addLoanDocument = uploadAction(
  contract.addLoanDocument,
  readDocumentFile,
  async ({ tx, actor }, { loanId, file }) => {
    const loan = await lockLoanOfPapers(tx, loanId)
    const reason = whyNotAddPaper(actor, loan)
    if (reason) throw reason

    // From here on it must succeed.
    const id = newId<DocumentId>()
    const { fileName, mediaType, content, sha256 } = file
    await insert(tx, 'app.loan_document', {
      ...{
        documentId: id,
        loanId,
        memberId: loan.memberId,
        fileName,
        mediaType,
        content,
        sha256,
        bytes: content.length,
      },
      ...{ addedBy: actor.loginId, addedByName: actor.name },
    })
    return findPaper(tx, actor, { loanId, documentId: id }, loan.status)
  },
)

/** Removes the file of a paper; its line stays. Refuses: not_found, loan_papers_closed, loan_paper_removed, loan_paper_is_consent, loan_paper_of_another. */
export const removeLoanDocument = action(contract.removeLoanDocument, async ({ tx, actor }, { loanId, documentId }) => {
  const { status } = await lockLoanOfPapers(tx, loanId)
  const paper = await findPaper(tx, actor, { loanId, documentId }, status)
  const reason = whyNotRemovePaper(actor, {
    status,
    addedBy: paper.addedById,
    isRemoved: paper.removed !== null,
    isConsent: paper.isConsent,
  })
  if (reason) throw reason

  // From here on it must succeed.
  await update(
    tx,
    'app.loan_document',
    { documentId, removedAt: null },
    { content: null, removedBy: actor.loginId, removedByName: actor.name, removedAt: clockTime },
  )
  return findPaper(tx, actor, { loanId, documentId }, status)
})
