import type { uploadCacDocument as contract } from '#features/platform-admin/cooperatives/contract.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { whyNotAddDocument } from '#features/platform-admin/cooperatives/rules/documents.ts'
import type { DocumentId } from '#core/ids.ts'
import type { Context } from '#platform/context.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { notifyPlatform } from '#features/access/notifications/server/notify-members.ts'
import type { DocumentFile } from '#platform/files/document-file.ts'
import { lockDocumentCount } from './queries.ts'
import { insertDocument } from './store.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/** Stores a document of the cooperative and notifies the platform. Refuses: documents_too_many. */
export async function uploadDocument(
  tx: Tx,
  actor: TenantActor,
  { file: { fileName, mediaType, content, sha256 } }: { file: DocumentFile },
  { now }: Context,
): Promise<Replied<typeof contract>> {
  const { name, documents } = await lockDocumentCount(tx)
  const reason = whyNotAddDocument(actor.cooperativeStatus, documents)
  if (reason) throw reason

  // From here on it must succeed.
  const id = newId<DocumentId>()
  const stored = {
    cooperativeId: actor.cooperativeId,
    documentId: id,
    fileName,
    mediaType,
    content,
    sha256,
    uploadedBy: actor.loginId,
    uploadedAt: now,
  }
  await insertDocument(tx, stored)
  notifyPlatform(tx, {
    message: fill(strings.uploadedADocument, { name, file: fileName.slice(0, 120) }),
    link: `/superadmin/cooperatives/${actor.cooperativeId}`,
  })
  return { id, fileName, mediaType, bytes: content.length, uploadedAt: now }
}
