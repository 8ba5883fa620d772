import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { hideNotification as contract } from '#features/access/notifications/contract.ts'
import type { SuperAdminActor, TenantActor } from '#domain/actor.ts'
import { refuse } from '#domain/refusal.ts'
import type { Tx } from '#server/db/tx.ts'
import { setHidden } from './store.ts'

export async function hideNotification(
  tx: Tx,
  actor: TenantActor | SuperAdminActor,
  { id }: Parsed<typeof contract>,
): Promise<Replied<typeof contract>> {
  return (await setHidden(tx, actor, id, true)) ? { id } : refuse('not_found')
}
