import type { askForErasure as contract } from '#features/members/data-protection/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import type { ErasureRequestId } from '#core/ids.ts'
import { refuse } from '#core/refusal.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findErasureRequest, ownMemberId } from './queries.ts'
import { insertErasureRequest } from './store.ts'

/** Saves a member's request for erasure, which the officers decide. Refuses: erasure_asked. */
export async function askForErasure(
  tx: Tx,
  actor: TenantActor,
  { reason }: Parsed<typeof contract>,
): Promise<Replied<typeof contract>> {
  const id = newId<ErasureRequestId>()
  if (!(await insertErasureRequest(tx, actor, id, ownMemberId(actor), { reason: reason || null })))
    refuse('erasure_asked')
  return findErasureRequest(tx, id)
}
