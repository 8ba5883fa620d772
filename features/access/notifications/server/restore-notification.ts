import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { restoreNotification as contract } from '#features/access/notifications/contract.ts'
import type { SuperAdminActor, TenantActor } from '#domain/actor.ts'
import { refuse } from '#domain/refusal.ts'
import type { Tx } from '#server/db/tx.ts'
import { findNotification } from './queries.ts'
import { setHidden } from './store.ts'

export async function restoreNotification(
  tx: Tx,
  actor: TenantActor | SuperAdminActor,
  { id }: Parsed<typeof contract>,
): Promise<Replied<typeof contract>> {
  return (await setHidden(tx, actor, id, false)) ? findNotification(tx, actor, id) : refuse('not_found')
}
