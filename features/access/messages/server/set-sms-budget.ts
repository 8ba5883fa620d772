import type { setSmsBudget as contract } from '#features/access/messages/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { getSmsBudget } from './queries.ts'
import { saveSmsMax } from './store.ts'

/** A new limit is warned of again. */
export async function setSmsBudget(
  tx: Tx,
  actor: TenantActor,
  { max }: Parsed<typeof contract>,
  context: Context,
): Promise<Replied<typeof contract>> {
  await saveSmsMax(tx, actor.cooperativeId, max)
  return getSmsBudget(tx, actor, {}, context)
}
