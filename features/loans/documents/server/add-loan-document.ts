import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { addLoanDocument as contract } from '#features/loans/documents/contract.ts'
import type { TenantActor } from '#core/actor.ts'
import type { DocumentId } from '#core/ids.ts'
import { whyNotAddPaper } from '#features/loans/loans/rules/loan-papers.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { DocumentFile } from '#platform/files/document-file.ts'
import { findPaper, lockLoanOfPapers } from './queries.ts'
import { insertPaper } from './store.ts'

/** Saves a document with a loan. Refuses: not_found, loan_papers_closed, loan_papers_too_many. */
export async function addLoanDocument(
  tx: Tx,
  actor: TenantActor,
  { loanId, file }: Parsed<typeof contract> & { file: DocumentFile },
): Promise<Replied<typeof contract>> {
  const loan = await lockLoanOfPapers(tx, loanId)
  const reason = whyNotAddPaper(actor, loan)
  if (reason) throw reason

  // From here on it must succeed.
  const id = newId<DocumentId>()
  await insertPaper(tx, actor, { ...file, id, loanId, memberId: loan.memberId })
  return findPaper(tx, actor, { loanId, documentId: id }, loan.status)
}
