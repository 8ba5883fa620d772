import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { readNotification as contract } from '#features/access/notifications/contract.ts'
import type { SuperAdminActor, TenantActor } from '#core/actor.ts'
import { refuse } from '#core/refusal.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findNotification } from './queries.ts'
import { markRead } from './store.ts'

export async function readNotification(
  tx: Tx,
  actor: TenantActor | SuperAdminActor,
  { id }: Parsed<typeof contract>,
): Promise<Replied<typeof contract>> {
  return (await markRead(tx, actor, id)) ? findNotification(tx, actor, id) : refuse('not_found')
}
