import type { addGuaranteePaper as contract } from '#features/loans/consents/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { moneyText } from '#core/money.ts'
import { refuse } from '#core/refusal.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { DocumentFile } from '#platform/files/document-file.ts'
import { findGuarantee, findStanding, whyNot } from '#features/loans/guarantees/server/queries.ts'
import { addLoanDocument } from '#features/loans/documents/server/add-loan-document.ts'
import { lockLoanOfPapers } from '#features/loans/documents/server/queries.ts'
import { notifyOfficers } from '#features/access/notifications/server/notify-members.ts'
import { lockGuarantees } from '#features/loans/running-loans/server/queries.ts'
import { wordedForOfficers } from './confirm-guarantee-paper.ts'
import { findGuarantor, hasOtherConfirmer } from './queries.ts'
import { insertGuaranteePaper } from './store.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/**
 * Saves the form that a guarantor signed with the papers of the loan, for another officer to confirm. Refuses: not_found,
 * guarantee_paper_alone, loan_papers_too_many, and what accepting would be refused for, so that no form waits that can't be confirmed.
 */
export async function addGuaranteePaper(
  tx: Tx,
  actor: TenantActor,
  { loanId, memberId, file }: Parsed<typeof contract> & { file: DocumentFile },
): Promise<Replied<typeof contract>> {
  await lockLoanOfPapers(tx, loanId)
  await lockGuarantees(tx, loanId)
  const { name, borrowerId, borrower, loan, principal } = await findGuarantor(tx, loanId, memberId)
  const [guarantee, standing] = await Promise.all([findGuarantee(tx, loanId, memberId), findStanding(tx, memberId)])
  const refusal = whyNot(guarantee, standing)
  if (refusal) throw wordedForOfficers(refusal)
  if (!(await hasOtherConfirmer(tx, actor.loginId, [borrowerId, memberId]))) refuse('guarantee_paper_alone')
  const { id: documentId, fileName, addedBy, addedAt } = await addLoanDocument(tx, actor, { loanId, file })

  // From here on it must succeed.
  await insertGuaranteePaper(tx, actor, { loanId, memberId, documentId })
  notifyOfficers(tx, actor.cooperativeId, {
    type: 'warning',
    message: fill(strings.addedTheFormThatSigned, {
      officer: actor.name,
      guarantor: name,
      loan,
      principal: moneyText(principal),
      borrower,
    }),
    link: `/coop/loan-management/${loanId}`,
  })
  return { documentId, fileName, addedBy, addedAt }
}
