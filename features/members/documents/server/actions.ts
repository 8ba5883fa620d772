import type { DocumentId } from '#core/ids.ts'
import { refusal, refuse } from '#core/refusal.ts'
import * as contract from '#features/members/documents/contract.ts'
import { memberDocumentsMax } from '#features/members/members/rules/member-documents.ts'
import { action, uploadAction } from '#platform/action.ts'
import { newId } from '#platform/db/id.ts'
import { insert, update } from '#platform/db/write.ts'
import { readDocumentFile } from '#platform/files/document-file.ts'
import { findPaper, lockMemberOfPapers } from './reads.ts'

const papersTooMany = refusal(
  'member_papers_too_many',
  409,
  'A member’s page holds at most {max} papers. Remove one first.',
)

/** Saves a document with a member. Refuses: not_found, member_papers_too_many. */
export const addMemberDocument = uploadAction(
  contract.addMemberDocument,
  readDocumentFile,
  async ({ tx, actor }, { memberId, file: { fileName, mediaType, content, sha256 } }) => {
    const { papers } = await lockMemberOfPapers(tx, memberId)
    if (papers >= memberDocumentsMax) refuse(papersTooMany({ max: memberDocumentsMax }))

    // From here on it must succeed.
    const documentId = newId<DocumentId>()
    await insert(tx, 'app.member_document', {
      ...{ documentId, memberId, fileName, mediaType, bytes: content.length, content, sha256 },
      ...{ addedBy: actor.loginId, addedByName: actor.name },
    })
    return findPaper(tx, { memberId, documentId })
  },
)

/** Removes a paper's file and keeps its line. Refuses: not_found, loan_paper_removed. */
export const removeMemberDocument = action(contract.removeMemberDocument, async ({ tx, actor, now }, paper) => {
  await lockMemberOfPapers(tx, paper.memberId)
  if ((await findPaper(tx, paper)).removed) refuse('loan_paper_removed')

  // From here on it must succeed.
  const removed = { content: null, removedBy: actor.loginId, removedByName: actor.name, removedAt: now }
  await update(tx, 'app.member_document', { documentId: paper.documentId, removedAt: null }, removed)
  return findPaper(tx, paper)
})
