import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { addMemberDocument as contract } from '#contract/member-documents.ts'
import type { TenantActor } from '#domain/actor.ts'
import type { DocumentId } from '#domain/ids.ts'
import { memberDocumentsMax } from '#domain/members/member-documents.ts'
import { refuse } from '#domain/refusal.ts'
import { newId } from '#server/db/id.ts'
import type { Tx } from '#server/db/tx.ts'
import { readDocumentFile } from '#server/files/document-file.ts'
import { findPaper, holdMemberOfPapers, refuseUnknownMember } from './queries.ts'
import { insertPaper } from './store.ts'

/** Keeps a paper with a member. Refuses: not_found, member_papers_too_many, file_kind_refused, file_active_content, document_unreadable, overloaded. */
export async function addMemberDocument(tx: Tx, actor: TenantActor, { memberId, file }: Parsed<typeof contract> & { file: { fileName: string; content: Buffer } }): Promise<Replied<typeof contract>> {
  await refuseUnknownMember(tx, memberId)
  const read = await readDocumentFile(file.content)
  const { papers } = await holdMemberOfPapers(tx, memberId)
  if (papers >= memberDocumentsMax) refuse('member_papers_too_many', { max: memberDocumentsMax })

  // From here on it must succeed.
  const id = newId<DocumentId>()
  await insertPaper(tx, actor, { ...read, id, memberId, fileName: file.fileName })
  return findPaper(tx, { memberId, documentId: id })
}
