import type { deleteCooperative as contract } from '#features/platform-admin/cooperatives/contract.ts'
import type { Parsed } from '#core/contract/endpoint.ts'
import type { SuperAdminActor } from '#core/actor.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { recordAudit } from '#features/platform-admin/audit-trail/server/record-audit.ts'
import { lockCooperative } from './queries.ts'
import { endSessionsOfCooperative, markDeleted } from './store.ts'

/** Removes a cooperative that has no one's record in it. Refuses: cooperative_has_books. */
export async function deleteCooperative(
  tx: Tx,
  actor: SuperAdminActor,
  { id }: Parsed<typeof contract>,
  context: Context,
): Promise<null> {
  const cooperative = (await lockCooperative(tx, id)) ?? refuse('not_found')
  // Members come before money, and the super admin's role can see neither: their count is enough.
  if (cooperative.members > 0) refuse('cooperative_has_books')

  // From here on the removal must succeed.
  await endSessionsOfCooperative(tx, id, 'cooperative_deleted')
  await markDeleted(tx, id)
  const { name, coop_id, phone, status } = cooperative
  await recordAudit(
    tx,
    actor,
    { action: 'cooperative.delete', cooperativeId: id, before: { name, coop_id, phone, status } },
    context,
  )
  return null
}
