import type { Replied } from '#core/contract/endpoint.ts'
import { may } from '#core/actor.ts'
import type { MemberId, ProofId, TransactionId } from '#core/ids.ts'
import { refuse } from '#core/refusal.ts'
import * as contract from '#features/savings/proofs/contract.ts'
import { whyNotBill, whyNotProve } from '#features/savings/transactions/rules/proofs.ts'
import { action } from '#platform/action.ts'
import { sql, type Statement } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { FileReply } from '#platform/files/file-draft.ts'

type Facts = { memberId: MemberId | null; type: string; status: string; madeByOfficer: boolean; proofs: number }
type Proof = Replied<typeof contract.addProof>

/** The payment; row security hides it from whom it does not concern. Refuses: not_found. */
export async function findProved(tx: Tx, transactionId: TransactionId): Promise<Facts> {
  const found = await tx.maybe<Facts>(sql`
    select t.member_id, t.type, t.status, t.made_by_officer,
      (select count(*)::int from app.transaction_proof p where p.transaction_id = t.transaction_id) as proofs
    from app.transaction t where t.transaction_id = ${transactionId}`)
  return found ?? refuse('not_found')
}

function selectProofs(where: Statement): Statement {
  return sql`
    select proof_id as id, file_name, media_type, bytes, added_by_name as "addedBy", added_at
    from app.transaction_proof where ${where} and content is not null order by added_at, proof_id`
}

export async function findProof(tx: Tx, id: ProofId): Promise<Proof> {
  return tx.one<Proof>(selectProofs(sql`proof_id = ${id}`))
}

export const listProofs = action(contract.listProofs, async ({ tx, actor }, { transactionId }) => {
  const [facts, proofs] = await Promise.all([
    findProved(tx, transactionId),
    tx.many<Proof>(selectProofs(sql`transaction_id = ${transactionId}`)),
  ])
  return {
    proofs,
    addable:
      (actor.role === 'member' ? whyNotProve(facts) : whyNotBill(facts)) === undefined &&
      (actor.role === 'member' || may(actor, 'transaction.decide')),
  }
})

/** Refuses: not_found. */
export const downloadProof = action(contract.downloadProof, async ({ tx }, { transactionId, proofId }) => {
  const found = await tx.maybe<FileReply & { content: Buffer }>(sql`
    select file_name, media_type, content from app.transaction_proof
    where transaction_id = ${transactionId} and proof_id = ${proofId} and content is not null`)
  return found ?? refuse('not_found')
})
