import type { uploadCacDocument as contract } from '#contract/cooperatives.ts'
import type { Replied } from '#contract/endpoint.ts'
import type { TenantActor } from '#domain/actor.ts'
import type { DocumentId } from '#domain/ids.ts'
import type { Context } from '#server/context.ts'
import { newId } from '#server/db/id.ts'
import type { Tx } from '#server/db/tx.ts'
import { readDocumentFile } from '#server/files/document-file.ts'
import { insertDocument } from './store.ts'

export async function uploadDocument(
  tx: Tx,
  actor: TenantActor,
  { file }: { file: { fileName: string; content: Buffer } },
  { now }: Context,
): Promise<Replied<typeof contract>> {
  const { mediaType, content, sha256 } = await readDocumentFile(file.content)
  const id = newId<DocumentId>()
  const stored = { cooperativeId: actor.cooperativeId, documentId: id, fileName: file.fileName, mediaType, content, sha256, uploadedBy: actor.loginId, uploadedAt: now }
  await insertDocument(tx, stored)
  return { id, fileName: file.fileName, mediaType, bytes: content.length, uploadedAt: now }
}
