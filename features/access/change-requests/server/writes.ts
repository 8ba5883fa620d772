import type { TenantActor } from '#core/actor.ts'
import type { ChangeRequestId } from '#core/ids.ts'
import type { Tx } from '#platform/db/tx.ts'
import { clockTime, update } from '#platform/db/write.ts'

/** A reason says that it was rejected. */
export async function markChangeDecided(
  tx: Tx,
  actor: TenantActor,
  changeRequestId: ChangeRequestId,
  reason: string | null,
): Promise<void> {
  await update(
    tx,
    'app.change_request',
    { changeRequestId, status: 'pending' },
    {
      ...{ status: reason === null ? 'approved' : 'rejected', decidedReason: reason },
      ...{ decidedBy: actor.loginId, decidedByName: actor.name, decidedAt: clockTime },
    },
  )
}
