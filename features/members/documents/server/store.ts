import type { TenantActor } from '#core/actor.ts'
import type { DocumentId, MemberId } from '#core/ids.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { DocumentFile } from '#platform/files/document-file.ts'

export type NewPaper = DocumentFile & { id: DocumentId; memberId: MemberId; fileName: string }

export async function insertPaper(
  tx: Tx,
  actor: TenantActor,
  { id, memberId, fileName, mediaType, content, sha256 }: NewPaper,
): Promise<void> {
  await tx.run(sql`
    insert into app.member_document (cooperative_id, document_id, member_id, file_name, media_type, bytes, content, sha256, added_by, added_by_name)
    values (${actor.cooperativeId}, ${id}, ${memberId}, ${fileName}, ${mediaType}, ${content.length}, ${content}, ${sha256}, ${actor.loginId}, ${actor.name})`)
}

/** The file goes, its line stays. */
export async function emptyPaper(tx: Tx, actor: TenantActor, id: DocumentId): Promise<void> {
  await tx.run(sql`
    update app.member_document set content = null, removed_by = ${actor.loginId}, removed_by_name = ${actor.name}, removed_at = clock_timestamp()
    where document_id = ${id} and removed_at is null`)
}
