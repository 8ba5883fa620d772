import type { Parsed } from '#contract/endpoint.ts'
import type { revokeApiKey as contract } from '#features/access/api-keys/contract.ts'
import type { TenantActor } from '#domain/actor.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/tx.ts'
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
