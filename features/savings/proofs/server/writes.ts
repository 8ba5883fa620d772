import type { TenantActor } from '#core/actor.ts'
import type { MemberId, ProofId, TransactionId } from '#core/ids.ts'
import { newId } from '#platform/db/id.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import { insert } from '#platform/db/write.ts'
import type { DocumentFile } from '#platform/files/document-file.ts'

/** Files for one payment take turns, so that the fourth counts the third. */
export async function lockProofsOf(tx: Tx, transactionId: TransactionId): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('proof ' || ${transactionId}::text, 0))`)
}

export async function insertProof(
  tx: Tx,
  actor: TenantActor,
  of: { transactionId: TransactionId; memberId: MemberId | null },
  { fileName, mediaType, content, sha256 }: DocumentFile & { fileName: string },
): Promise<ProofId> {
  const proofId = newId<ProofId>()
  const file = { fileName, mediaType, bytes: content.length, content, sha256 }
  await insert(tx, 'app.transaction_proof', {
    ...{ proofId, ...of, ...file, addedBy: actor.loginId, addedByName: actor.name },
  })
  return proofId
}
