import type { deleteLogo as contract } from '#features/platform-admin/cooperatives/contract.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { refuse } from '#core/refusal.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findCooperative } from './queries.ts'
import { removeLogo } from './store.ts'

export async function deleteLogo(tx: Tx, actor: TenantActor): Promise<Replied<typeof contract>> {
  await removeLogo(tx, actor.cooperativeId)
  return (await findCooperative(tx, actor.cooperativeId)) ?? refuse('not_found')
}
