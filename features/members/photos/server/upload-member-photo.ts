import { createHash } from 'node:crypto'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { uploadMemberPhoto as contract } from '#features/members/photos/contract.ts'
import type { TenantActor } from '#core/actor.ts'
import { refuse } from '#core/refusal.ts'
import type { Tx } from '#platform/db/tx.ts'
import { savePhoto } from './store.ts'

/** Enough to know somebody by at the desk, and about ten kilobytes. */
export const photoSide = 320

/** Refuses: not_found. */
export async function uploadMemberPhoto(
  tx: Tx,
  actor: TenantActor,
  { memberId, file: { content } }: Parsed<typeof contract> & { file: { content: Buffer } },
): Promise<Replied<typeof contract>> {
  const profilePicture = await savePhoto(
    tx,
    actor,
    memberId,
    content,
    createHash('sha256').update(content).digest('hex').slice(0, 16),
  )
  return { profilePicture: profilePicture ?? refuse('not_found') }
}
