import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { removeLoanDocument as contract } from '#features/loans/documents/contract.ts'
import type { TenantActor } from '#core/actor.ts'
import { whyNotRemovePaper } from '#features/loans/loans/rules/loan-papers.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findPaper, lockLoanOfPapers } from './queries.ts'
import { emptyPaper } from './store.ts'

/** Removes a paper's file and keeps its line. Refuses: not_found, loan_papers_closed, loan_paper_removed, loan_paper_is_consent, loan_paper_of_another. */
export async function removeLoanDocument(
  tx: Tx,
  actor: TenantActor,
  { loanId, documentId }: Parsed<typeof contract>,
): Promise<Replied<typeof contract>> {
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
  await emptyPaper(tx, actor, documentId)
  return findPaper(tx, actor, { loanId, documentId }, status)
}
