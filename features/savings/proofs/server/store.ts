import type { TenantActor } from '#core/actor.ts'
import type { MemberId, ProofId, TransactionId } from '#core/ids.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { DocumentFile } from '#platform/files/document-file.ts'

export type NewProof = DocumentFile & {
  id: ProofId
  transactionId: TransactionId
  memberId: MemberId | null
  fileName: string
}

export async function insertProof(
  tx: Tx,
  actor: TenantActor,
  { id, transactionId, memberId, fileName, mediaType, content, sha256 }: NewProof,
): Promise<void> {
  await tx.run(sql`
    insert into app.transaction_proof (cooperative_id, proof_id, transaction_id, member_id, file_name, media_type, bytes, content, sha256, added_by, added_by_name)
    values (${actor.cooperativeId}, ${id}, ${transactionId}, ${memberId}, ${fileName}, ${mediaType}, ${content.length}, ${content}, ${sha256}, ${actor.loginId}, ${actor.name})`)
}
