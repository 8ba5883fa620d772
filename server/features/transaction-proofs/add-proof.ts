import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { addProof as contract } from '#contract/transaction-proofs.ts'
import type { TenantActor } from '#domain/actor.ts'
import type { ProofId } from '#domain/ids.ts'
import { refuse } from '#domain/refusal.ts'
import { whyNotProve } from '#domain/transactions/proofs.ts'
import { newId } from '#server/db/id.ts'
import type { Tx } from '#server/db/tx.ts'
import { readDocumentFile } from '#server/files/document-file.ts'
import { findProof, findProved, holdProofsOf } from './queries.ts'
import { insertProof } from './store.ts'

/**
 * Keeps proof of a payment that the member reported. Refuses: not_found, proof_not_wanted, proofs_too_many,
 * file_kind_refused, file_active_content, document_unreadable, overloaded.
 */
export async function addProof(tx: Tx, actor: TenantActor, { transactionId, file }: Parsed<typeof contract> & { file: { fileName: string; content: Buffer } }): Promise<Replied<typeof contract>> {
  const early = whyNotProve(await findProved(tx, transactionId))
  if (early) throw early
  const read = await readDocumentFile(file.content)
  await holdProofsOf(tx, transactionId)
  const facts = await findProved(tx, transactionId)
  const reason = whyNotProve(facts)
  if (reason) throw reason
  const memberId = facts.memberId ?? refuse('proof_not_wanted')

  // From here on it must succeed.
  const id = newId<ProofId>()
  await insertProof(tx, actor, { ...read, id, transactionId, memberId, fileName: file.fileName })
  return findProof(tx, id)
}
