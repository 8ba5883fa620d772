import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { hideNotification as contract } from '#features/access/notifications/contract.ts'
import type { SuperAdminActor, TenantActor } from '#core/actor.ts'
import { refuse } from '#core/refusal.ts'
import type { Tx } from '#platform/db/tx.ts'
import { setHidden } from './store.ts'

export async function hideNotification(
  tx: Tx,
  actor: TenantActor | SuperAdminActor,
  { id }: Parsed<typeof contract>,
): Promise<Replied<typeof contract>> {
  return (await setHidden(tx, actor, id, true)) ? { id } : refuse('not_found')
}
