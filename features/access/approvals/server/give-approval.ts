import type { TenantActor } from '#core/actor.ts'
import type { ApprovedKind } from '#features/access/approvals/rules/approvals.ts'
import { refuse, type RefusalCode } from '#core/refusal.ts'
import type { Tx } from '#platform/db/tx.ts'
import { type ApprovedId, findApproval, whyNot } from './queries.ts'
import { insertApproval } from './store.ts'

/**
 * Saves one officer's approval, and says whether it was the last that was needed. Refuses: maker_is_not_checker,
 * approved_already, and `own` where it is about their own money. The caller has locked what is approved, so that two never both come last.
 */
export async function giveApproval(
  tx: Tx,
  actor: TenantActor,
  subject: ApprovedKind,
  subjectId: ApprovedId,
  own: RefusalCode = 'own_transaction',
): Promise<boolean> {
  const row = await findApproval(tx, actor, subject, subjectId)
  if (row.isOwn) refuse(own)
  const reason = whyNot(row)
  if (reason) throw reason
  if (row.hasApproved) return true
  await insertApproval(tx, actor, subject, subjectId)
  return row.given.length + 1 >= row.asked
}

/** Refuses with `own` who can't decide about it, as it is their own money and another officer can. */
export async function refuseOwnDecision(
  tx: Tx,
  actor: TenantActor,
  subject: ApprovedKind,
  subjectId: ApprovedId,
  own: RefusalCode = 'own_transaction',
): Promise<void> {
  if ((await findApproval(tx, actor, subject, subjectId)).isOwn) refuse(own)
}
