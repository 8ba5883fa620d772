import type { recordErasureLetter as contract } from '#contract/society/data-protection.ts'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { TenantActor } from '#domain/actor.ts'
import { dayIn } from '#domain/calendar.ts'
import type { ErasureRequestId } from '#domain/ids.ts'
import { isFormer } from '#domain/members/members/member.ts'
import { refuse } from '#domain/refusal.ts'
import type { Context } from '#server/context.ts'
import { newId } from '#server/db/id.ts'
import type { Tx } from '#server/db/tx.ts'
import { findMember } from '#server/features/members/members/queries.ts'
import { findErasureRequest } from './queries.ts'
import { insertErasureRequest } from './store.ts'

/** Keeps a former member's written wish. Refuses: not_found, erasure_letter_ahead, erasure_asks_himself, erasure_letter_waits. */
export async function recordErasureLetter(
  tx: Tx,
  actor: TenantActor,
  { id: memberId, writtenOn, note }: Parsed<typeof contract>,
  { now }: Context,
): Promise<Replied<typeof contract>> {
  const { status } = await findMember(tx, memberId)
  if (writtenOn > dayIn(now)) refuse('erasure_letter_ahead', { field: 'writtenOn' })
  if (!isFormer(status)) refuse('erasure_asks_himself')
  const id = newId<ErasureRequestId>()
  if (!(await insertErasureRequest(tx, actor, id, memberId, { reason: note, writtenOn })))
    refuse('erasure_letter_waits')
  return findErasureRequest(tx, id)
}
