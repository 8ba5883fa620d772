import type { TenantActor } from '#core/actor.ts'
import type { ApprovedKind } from '#features/access/approvals/rules/approvals.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { ApprovedId } from './queries.ts'

/** One officer's word; the database looks up who made what they approve. */
export async function insertApproval(
  tx: Tx,
  actor: TenantActor,
  kind: ApprovedKind,
  subjectId: ApprovedId,
): Promise<void> {
  await tx.run(sql`
    insert into app.approval (cooperative_id, kind, subject_id, approved_by, approved_by_name, maker_id, alone)
    values (${actor.cooperativeId}, ${kind}, ${subjectId}, ${actor.loginId}, ${actor.name}, ${actor.loginId}, false)`)
}
