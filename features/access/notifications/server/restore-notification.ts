import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { restoreNotification as contract } from '#features/access/notifications/contract.ts'
import type { SuperAdminActor, TenantActor } from '#core/actor.ts'
import { refuse } from '#core/refusal.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findNotification } from './queries.ts'
import { setHidden } from './store.ts'

export async function restoreNotification(
  tx: Tx,
  actor: TenantActor | SuperAdminActor,
  { id }: Parsed<typeof contract>,
): Promise<Replied<typeof contract>> {
  return (await setHidden(tx, actor, id, false)) ? findNotification(tx, actor, id) : refuse('not_found')
}
