import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { addBill as contract } from '#features/savings/proofs/contract.ts'
import type { TenantActor } from '#core/actor.ts'
import type { ProofId } from '#core/ids.ts'
import { whyNotBill } from '#features/savings/transactions/rules/proofs.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { DocumentFile } from '#platform/files/document-file.ts'
import { findProof, findProved, lockProofsOf } from './queries.ts'
import { insertProof } from './store.ts'

/** Stores the bill of an expense, or the paper of other income. Refuses: not_found, bill_not_wanted, proofs_too_many. */
export async function addBill(
  tx: Tx,
  actor: TenantActor,
  { transactionId, file }: Parsed<typeof contract> & { file: DocumentFile },
): Promise<Replied<typeof contract>> {
  await lockProofsOf(tx, transactionId)
  const reason = whyNotBill(await findProved(tx, transactionId))
  if (reason) throw reason

  // From here on it must succeed.
  const id = newId<ProofId>()
  await insertProof(tx, actor, { ...file, id, transactionId, memberId: null })
  return findProof(tx, id)
}
