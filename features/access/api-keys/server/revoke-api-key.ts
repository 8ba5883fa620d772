import type { Parsed } from '#core/contract/endpoint.ts'
import type { revokeApiKey as contract } from '#features/access/api-keys/contract.ts'
import type { TenantActor } from '#core/actor.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findApiKey, type ShownKey } from './queries.ts'
import { revokeKey } from './store.ts'

/** Refuses: not_found. */
export async function revokeApiKey(
  tx: Tx,
  _actor: TenantActor,
  { keyId }: Parsed<typeof contract>,
  { now }: Context,
): Promise<ShownKey> {
  await revokeKey(tx, keyId)
  return findApiKey(tx, keyId, now)
}
