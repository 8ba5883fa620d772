import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { removeMemberDocument as contract } from '#features/members/documents/contract.ts'
import type { TenantActor } from '#core/actor.ts'
import { refuse } from '#core/refusal.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findPaper, lockMemberOfPapers } from './queries.ts'
import { emptyPaper } from './store.ts'

/** Removes a paper's file and keeps its line. Refuses: not_found, loan_paper_removed. */
export async function removeMemberDocument(
  tx: Tx,
  actor: TenantActor,
  { memberId, documentId }: Parsed<typeof contract>,
): Promise<Replied<typeof contract>> {
  await lockMemberOfPapers(tx, memberId)
  const paper = await findPaper(tx, { memberId, documentId })
  if (paper.removed) refuse('loan_paper_removed')

  // From here on it must succeed.
  await emptyPaper(tx, actor, documentId)
  return findPaper(tx, { memberId, documentId })
}
