import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { withdrawRequest as contract } from '#features/members/requests/contract.ts'
import type { TenantActor } from '#core/actor.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findRequest, lockRequest } from './queries.ts'
import { markWithdrawn } from './store.ts'

/** Takes back the member's own request. Refuses: not_found, request_decided. */
export async function withdrawRequest(
  tx: Tx,
  _actor: TenantActor,
  { requestId }: Parsed<typeof contract>,
): Promise<Replied<typeof contract>> {
  await lockRequest(tx, requestId)
  await markWithdrawn(tx, requestId)
  return findRequest(tx, requestId)
}
