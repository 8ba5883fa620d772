import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { addProof as contract } from '#features/savings/proofs/contract.ts'
import type { TenantActor } from '#core/actor.ts'
import type { ProofId } from '#core/ids.ts'
import { refuse } from '#core/refusal.ts'
import { whyNotProve } from '#features/savings/transactions/rules/proofs.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { DocumentFile } from '#platform/files/document-file.ts'
import { findProof, findProved, lockProofsOf } from './queries.ts'
import { insertProof } from './store.ts'

/**
 * Saves proof of a payment that the member reported. Refuses: not_found, proof_not_wanted, proofs_too_many.
 */
export async function addProof(
  tx: Tx,
  actor: TenantActor,
  { transactionId, file }: Parsed<typeof contract> & { file: DocumentFile },
): Promise<Replied<typeof contract>> {
  await lockProofsOf(tx, transactionId)
  const facts = await findProved(tx, transactionId)
  const reason = whyNotProve(facts)
  if (reason) throw reason
  const memberId = facts.memberId ?? refuse('proof_not_wanted')

  // From here on it must succeed.
  const id = newId<ProofId>()
  await insertProof(tx, actor, { ...file, id, transactionId, memberId })
  return findProof(tx, id)
}
