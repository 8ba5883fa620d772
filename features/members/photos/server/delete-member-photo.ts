import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { deleteMemberPhoto as contract } from '#features/members/photos/contract.ts'
import type { TenantActor } from '#core/actor.ts'
import { refuse } from '#core/refusal.ts'
import type { Tx } from '#platform/db/tx.ts'
import { removePhoto } from './store.ts'

/** Refuses: not_found. */
export async function deleteMemberPhoto(
  tx: Tx,
  _actor: TenantActor,
  { memberId }: Parsed<typeof contract>,
): Promise<Replied<typeof contract>> {
  if (!(await removePhoto(tx, memberId))) refuse('not_found')
  return { profilePicture: null }
}
