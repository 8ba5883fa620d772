import type { TenantActor } from '#core/actor.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import type { DocumentId, LoanId, LoginId, MemberId } from '#core/ids.ts'
import { refuse } from '#core/refusal.ts'
import * as contract from '#features/loans/documents/contract.ts'
import { whyNotAddPaper, whyNotRemovePaper } from '#features/loans/loans/rules/loan-papers.ts'
import type { LoanStatus } from '#features/loans/loans/rules/loan.ts'
import { action } from '#platform/action.ts'
import { sql, type Statement } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

type LoanOfPapers = { memberId: MemberId; status: LoanStatus; papers: number }

/** The loan with how many papers it has; row security hides it from those whom it does not concern. Refuses: not_found. */
async function findLoanOfPapers(tx: Tx, loanId: LoanId): Promise<LoanOfPapers> {
  const found = await tx.maybe<LoanOfPapers>(sql`
    select l.member_id, l.status, (select count(*)::int from app.loan_document d where d.loan_id = l.loan_id and d.removed_at is null) as papers
    from app.loan l where l.loan_id = ${loanId}`)
  return found ?? refuse('not_found')
}

/** The same, locked, so that of two who add a paper at once the second counts the paper of the first. Refuses: not_found. */
export async function lockLoanOfPapers(tx: Tx, loanId: LoanId): Promise<LoanOfPapers> {
  await tx.run(sql`select from app.loan where loan_id = ${loanId} for no key update`)
  return findLoanOfPapers(tx, loanId)
}

type PaperRow = {
  id: DocumentId
  fileName: string
  mediaType: string
  bytes: number
  addedBy: string
  addedById: LoginId
  addedAt: Date
  removedBy: string | null
  removedAt: Date | null
  isConsent: boolean
}
type Paper = Replied<typeof contract.addLoanDocument>

const columns = sql`document_id as id, file_name, media_type, bytes, added_by_name as added_by, added_by as added_by_id, added_at,
  removed_by_name as removed_by, removed_at,
  exists (select from app.guarantee_paper p where p.document_id = loan_document.document_id and p.status in ('waiting', 'confirmed')) as is_consent`

function paperFrom(
  { addedById, removedBy, removedAt, isConsent, ...row }: PaperRow,
  actor: TenantActor,
  status: LoanStatus,
): Paper {
  return {
    ...row,
    removable:
      whyNotRemovePaper(actor, { status, addedBy: addedById, isRemoved: removedAt !== null, isConsent }) === undefined,
    removed: removedBy !== null && removedAt ? { by: removedBy, at: removedAt } : null,
  }
}

async function findPapers(tx: Tx, where: Statement): Promise<PaperRow[]> {
  return tx.many(sql`select ${columns} from app.loan_document where ${where} order by added_at, document_id`)
}

/** Refuses: not_found. */
export async function findPaper(
  tx: Tx,
  actor: TenantActor,
  { loanId, documentId }: { loanId: LoanId; documentId: DocumentId },
  status: LoanStatus,
): Promise<Paper & Pick<PaperRow, 'addedById' | 'isConsent'>> {
  const [row] = await findPapers(tx, sql`loan_id = ${loanId} and document_id = ${documentId}`)
  return row
    ? { ...paperFrom(row, actor, status), addedById: row.addedById, isConsent: row.isConsent }
    : refuse('not_found')
}

export const listLoanDocuments = action(contract.listLoanDocuments, async ({ tx, actor }, { loanId }) => {
  const [loan, rows] = await Promise.all([findLoanOfPapers(tx, loanId), findPapers(tx, sql`loan_id = ${loanId}`)])
  return {
    documents: rows.map((row) => paperFrom(row, actor, loan.status)),
    addable: whyNotAddPaper(actor, loan) === undefined,
  }
})

/** Refuses: not_found, also where the file was removed. */
export const downloadLoanDocument = action(contract.downloadLoanDocument, async ({ tx }, { loanId, documentId }) => {
  const found = await tx.maybe<{ fileName: string; mediaType: string; content: Buffer }>(sql`
    select file_name, media_type, content from app.loan_document where loan_id = ${loanId} and document_id = ${documentId} and content is not null`)
  return found ?? refuse('not_found')
})
