import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { readNotification as contract } from '#features/access/notifications/contract.ts'
import type { SuperAdminActor, TenantActor } from '#domain/actor.ts'
import { refuse } from '#domain/refusal.ts'
import type { Tx } from '#server/db/tx.ts'
import { findNotification } from './queries.ts'
import { markRead } from './store.ts'

export async function readNotification(
  tx: Tx,
  actor: TenantActor | SuperAdminActor,
  { id }: Parsed<typeof contract>,
): Promise<Replied<typeof contract>> {
  return (await markRead(tx, actor, id)) ? findNotification(tx, actor, id) : refuse('not_found')
}
