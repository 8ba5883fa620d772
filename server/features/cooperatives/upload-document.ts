import type { uploadCacDocument as contract } from '#contract/cooperatives.ts'
import type { Replied } from '#contract/endpoint.ts'
import type { TenantActor } from '#domain/actor.ts'
import type { DocumentId } from '#domain/ids.ts'
import type { Context } from '#server/context.ts'
import { newId } from '#server/db/id.ts'
import type { Tx } from '#server/db/tx.ts'
import { notifyPlatform } from '#server/features/notifications/notify-platform.ts'
import type { DocumentFile } from '#server/files/document-file.ts'
import { findCooperativeName } from './queries.ts'
import { insertDocument } from './store.ts'

export async function uploadDocument(
  tx: Tx,
  actor: TenantActor,
  { file: { fileName, mediaType, content, sha256 } }: { file: DocumentFile },
  { now }: Context,
): Promise<Replied<typeof contract>> {
  const id = newId<DocumentId>()
  const stored = { cooperativeId: actor.cooperativeId, documentId: id, fileName, mediaType, content, sha256, uploadedBy: actor.loginId, uploadedAt: now }
  await insertDocument(tx, stored)
  const name = await findCooperativeName(tx)
  notifyPlatform(tx, { message: `${name} uploaded a document: ${fileName.slice(0, 120)}.`, link: `/superadmin/cooperatives/${actor.cooperativeId}` })
  return { id, fileName, mediaType, bytes: content.length, uploadedAt: now }
}
