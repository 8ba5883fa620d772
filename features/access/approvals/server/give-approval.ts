import type { TenantActor } from '#core/actor.ts'
import { refuse, type RefusalCode, type RefusalKind } from '#core/refusal.ts'
import type { ApprovedKind } from '#features/access/approvals/rules/approvals.ts'
import type { Tx } from '#platform/db/tx.ts'
import { insert } from '#platform/db/write.ts'
import { type ApprovedId, findApproval, whyNot } from './reads.ts'

/**
 * Saves one officer's approval, and says whether it was the last that was needed. Refuses: maker_is_not_checker,
 * approved_already, and `own` where it is about their own money. The caller has locked what is approved, so that two never both come last.
 */
export async function giveApproval(
  tx: Tx,
  actor: TenantActor,
  subject: ApprovedKind,
  subjectId: ApprovedId,
  own: RefusalCode | RefusalKind = 'own_transaction',
): Promise<boolean> {
  const row = await findApproval(tx, actor, subject, subjectId)
  if (row.isOwn) refuse(own)
  const reason = whyNot(row)
  if (reason) throw reason
  if (row.hasApproved) return true
  // The database looks up who made what they approve.
  await insert(tx, 'app.approval', {
    ...{ kind: subject, subjectId, approvedBy: actor.loginId, approvedByName: actor.name },
    ...{ makerId: actor.loginId, alone: false },
  })
  return row.given.length + 1 >= row.asked
}

/** Refuses with `own` who can't decide about it, as it is their own money and another officer can. */
export async function refuseOwnDecision(
  tx: Tx,
  actor: TenantActor,
  subject: ApprovedKind,
  subjectId: ApprovedId,
  own: RefusalCode | RefusalKind = 'own_transaction',
): Promise<void> {
  if ((await findApproval(tx, actor, subject, subjectId)).isOwn) refuse(own)
}
