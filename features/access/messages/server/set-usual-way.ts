import type { setUsualWay as contract } from '#features/access/messages/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findUsualWays } from './queries.ts'
import { saveWay } from './store.ts'

export async function setUsualWay(
  tx: Tx,
  { cooperativeId }: TenantActor,
  { kind, way }: Parsed<typeof contract>,
): Promise<Replied<typeof contract>> {
  await saveWay(tx, cooperativeId, { memberId: null, kind, way })
  return findUsualWays(tx)
}
