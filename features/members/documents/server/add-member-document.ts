import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { addMemberDocument as contract } from '#features/members/documents/contract.ts'
import type { TenantActor } from '#core/actor.ts'
import type { DocumentId } from '#core/ids.ts'
import { memberDocumentsMax } from '#features/members/members/rules/member-documents.ts'
import { refuse } from '#core/refusal.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { DocumentFile } from '#platform/files/document-file.ts'
import { findPaper, lockMemberOfPapers } from './queries.ts'
import { insertPaper } from './store.ts'

/** Saves a document with a member. Refuses: not_found, member_papers_too_many. */
export async function addMemberDocument(
  tx: Tx,
  actor: TenantActor,
  { memberId, file }: Parsed<typeof contract> & { file: DocumentFile },
): Promise<Replied<typeof contract>> {
  const { papers } = await lockMemberOfPapers(tx, memberId)
  if (papers >= memberDocumentsMax) refuse('member_papers_too_many', { max: memberDocumentsMax })

  // From here on it must succeed.
  const id = newId<DocumentId>()
  await insertPaper(tx, actor, { ...file, id, memberId })
  return findPaper(tx, { memberId, documentId: id })
}
