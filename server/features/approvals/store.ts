import type { TenantActor } from '#domain/actor.ts'
import type { ReversalId } from '#domain/ids.ts'
import { sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/tx.ts'

/** A reason says that it was turned down. */
export async function markDecided(tx: Tx, actor: TenantActor, id: ReversalId, reason: string | null): Promise<void> {
  await tx.run(sql`
    update app.reversal_request set status = ${reason === null ? 'approved' : 'rejected'}, decided_by = ${actor.loginId}, decided_by_name = ${actor.name},
      decided_at = clock_timestamp(), decided_reason = ${reason}
    where reversal_id = ${id} and status = 'pending'`)
}
