import type { SuperAdminActor } from '#core/actor.ts'
import type { DocumentId } from '#core/ids.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { recordAudit } from '#features/platform-admin/audit-trail/server/record-audit.ts'
import { findDocument } from './queries.ts'

/** A cooperative's certificate, for its verification: the one paper of it that they read, and that they did is written down. */
export async function openDocument(
  tx: Tx,
  actor: SuperAdminActor,
  { documentId }: { documentId: DocumentId },
  context: Context,
): Promise<{ fileName: string; mediaType: string; content: Buffer }> {
  const { cooperativeId, ...document } = await findDocument(tx, documentId)
  await recordAudit(
    tx,
    actor,
    { action: 'document.open', cooperativeId, after: { fileName: document.fileName } },
    context,
  )
  return document
}
