import { refuse } from '#core/refusal.ts'
import * as contract from '#features/savings/proofs/contract.ts'
import { proofNotWanted, whyNotBill, whyNotProve } from '#features/savings/transactions/rules/proofs.ts'
import { uploadAction } from '#platform/action.ts'
import { readDocumentFile } from '#platform/files/document-file.ts'
import { findProof, findProved } from './reads.ts'
import { insertProof, lockProofsOf } from './writes.ts'

/** Saves proof of a payment that the member reported. Refuses: not_found, proof_not_wanted, proofs_too_many. */
export const addProof = uploadAction(
  contract.addProof,
  readDocumentFile,
  async ({ tx, actor }, { transactionId, file }) => {
    await lockProofsOf(tx, transactionId)
    const facts = await findProved(tx, transactionId)
    const reason = whyNotProve(facts)
    if (reason) throw reason
    const memberId = facts.memberId ?? refuse(proofNotWanted())

    // From here on it must succeed.
    return findProof(tx, await insertProof(tx, actor, { transactionId, memberId }, file))
  },
)

/** Saves the bill of an expense, or the paper of other income. Refuses: not_found, bill_not_wanted, proofs_too_many. */
export const addBill = uploadAction(
  contract.addBill,
  readDocumentFile,
  async ({ tx, actor }, { transactionId, file }) => {
    await lockProofsOf(tx, transactionId)
    const reason = whyNotBill(await findProved(tx, transactionId))
    if (reason) throw reason

    // From here on it must succeed.
    return findProof(tx, await insertProof(tx, actor, { transactionId, memberId: null }, file))
  },
)
