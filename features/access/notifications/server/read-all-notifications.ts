import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { readAllNotifications as contract } from '#features/access/notifications/contract.ts'
import type { SuperAdminActor, TenantActor } from '#core/actor.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { markAllRead } from './store.ts'

const unixEpoch = new Date(0)

/** Marks what the person was shown, and not what arrived while they were looking. */
export async function readAllNotifications(
  tx: Tx,
  actor: TenantActor | SuperAdminActor,
  { through }: Parsed<typeof contract>,
  { now }: Context,
): Promise<Replied<typeof contract>> {
  // Nothing was told before computers had clocks, and a date of that kind is no timestamp of PostgreSQL's.
  if (through && through < unixEpoch) return { read: 0 }
  return { read: await markAllRead(tx, actor, through && through < now ? through : now) }
}
