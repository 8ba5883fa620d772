import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type {
  addLoanDocument as addContract,
  downloadLoanDocument as downloadContract,
  listLoanDocuments as listContract,
} from '#features/loans/documents/contract.ts'
import type { TenantActor } from '#core/actor.ts'
import type { DocumentId, LoanId, LoginId, MemberId } from '#core/ids.ts'
import { whyNotAddPaper, whyNotRemovePaper } from '#features/loans/loans/rules/loan-papers.ts'
import type { LoanStatus } from '#features/loans/loans/rules/loan.ts'
import { refuse } from '#core/refusal.ts'
import { sql, type Statement } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

type LoanFacts = { memberId: MemberId; status: LoanStatus; papers: number }

/** The loan that papers are of; row security hides it from whom it does not concern. Refuses: not_found. */
export async function findLoanOfPapers(tx: Tx, loanId: LoanId): Promise<LoanFacts> {
  const found = await tx.maybe<LoanFacts>(sql`
    select l.member_id, l.status, (select count(*)::int from app.loan_document d where d.loan_id = l.loan_id and d.removed_at is null) as papers
    from app.loan l where l.loan_id = ${loanId}`)
  return found ?? refuse('not_found')
}

/** As before, locked: of two who add at once the second counts the first's. */
export async function lockLoanOfPapers(tx: Tx, loanId: LoanId): Promise<LoanFacts> {
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
export type Paper = Replied<typeof addContract>

const columns = sql`document_id as id, file_name, media_type, bytes, added_by_name as "addedBy", added_by as "addedById", added_at,
  removed_by_name as "removedBy", removed_at,
  exists (select from app.guarantee_paper p where p.document_id = loan_document.document_id and p.status in ('waiting', 'confirmed')) as "isConsent"`

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

export async function listLoanDocuments(
  tx: Tx,
  actor: TenantActor,
  { loanId }: Parsed<typeof listContract>,
): Promise<Replied<typeof listContract>> {
  const [loan, rows] = await Promise.all([findLoanOfPapers(tx, loanId), findPapers(tx, sql`loan_id = ${loanId}`)])
  return {
    documents: rows.map((row) => paperFrom(row, actor, loan.status)),
    addable: whyNotAddPaper(actor, loan) === undefined,
  }
}

/** Refuses: not_found, also where only its line is left. */
export async function downloadLoanDocument(
  tx: Tx,
  _actor: TenantActor,
  { loanId, documentId }: Parsed<typeof downloadContract>,
): Promise<{ fileName: string; mediaType: string; content: Buffer }> {
  const found = await tx.maybe<{ fileName: string; mediaType: string; content: Buffer }>(sql`
    select file_name, media_type, content from app.loan_document where loan_id = ${loanId} and document_id = ${documentId} and content is not null`)
  return found ?? refuse('not_found')
}
