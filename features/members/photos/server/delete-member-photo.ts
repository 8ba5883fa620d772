import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { deleteMemberPhoto as contract } from '#features/members/photos/contract.ts'
import type { TenantActor } from '#domain/actor.ts'
import { refuse } from '#domain/refusal.ts'
import type { Tx } from '#server/db/tx.ts'
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
