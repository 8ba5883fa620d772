import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { addLoanDocument as contract } from '#contract/loan-documents.ts'
import type { TenantActor } from '#domain/actor.ts'
import type { DocumentId } from '#domain/ids.ts'
import { whyNotAddPaper } from '#domain/loans/loan-papers.ts'
import { newId } from '#server/db/id.ts'
import type { Tx } from '#server/db/tx.ts'
import { readDocumentFile } from '#server/files/document-file.ts'
import { findLoanOfPapers, findPaper, holdLoanOfPapers } from './queries.ts'
import { insertPaper } from './store.ts'

/**
 * Keeps a paper with a loan. Refuses: not_found, loan_papers_closed, loan_papers_too_many, file_kind_refused,
 * file_active_content, document_unreadable, overloaded.
 */
export async function addLoanDocument(tx: Tx, actor: TenantActor, { loanId, file }: Parsed<typeof contract> & { file: { fileName: string; content: Buffer } }): Promise<Replied<typeof contract>> {
  const closed = whyNotAddPaper(actor, await findLoanOfPapers(tx, loanId))
  if (closed) throw closed
  const read = await readDocumentFile(file.content)
  const loan = await holdLoanOfPapers(tx, loanId)
  const reason = whyNotAddPaper(actor, loan)
  if (reason) throw reason

  // From here on it must succeed.
  const id = newId<DocumentId>()
  await insertPaper(tx, actor, { ...read, id, loanId, memberId: loan.memberId, fileName: file.fileName })
  return findPaper(tx, actor, { loanId, documentId: id }, loan.status)
}
