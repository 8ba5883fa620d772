import type { TenantActor } from '#domain/actor.ts'
import type { LoginId } from '#domain/ids.ts'
import { approvalsAsked, type ApprovedKind, whyNotApprove } from '#domain/access/approvals/approvals.ts'
import { refuse } from '#domain/refusal.ts'
import type { Tx } from '#server/db/tx.ts'
import { type ApprovedId, findApproval } from './queries.ts'
import { insertApproval } from './store.ts'

/**
 * Keeps one officer's approval, and says whether it was the last that was asked for. Refuses: maker_is_not_checker,
 * approved_already, own_transaction. The caller holds what is approved, so that two never both come last.
 */
export async function giveApproval(
  tx: Tx,
  actor: TenantActor,
  subject: ApprovedKind,
  subjectId: ApprovedId,
): Promise<boolean> {
  const row = await findApproval(tx, actor, subject, subjectId)
  if (row.is_own) refuse('own_transaction')
  const approvedBy = row.given.map(({ id }): LoginId => id)
  const reason = whyNotApprove(actor.loginId, { madeBy: row.maker_id, approvedBy, officers: row.checkers })
  if (reason) throw reason
  await insertApproval(tx, actor, subject, subjectId)
  return (
    approvedBy.length + 1 >= approvalsAsked(row.needed, { officers: row.checkers, makerIsOfficer: row.maker_decides })
  )
}
