import type { getOwnWays as readContract, setOwnWay as contract } from '#features/access/messages/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findOwnWays } from './queries.ts'
import { saveWay } from './store.ts'

export async function getOwnWays(
  tx: Tx,
  actor: TenantActor,
  _input: unknown,
  { messaging }: Pick<Context, 'messaging'>,
): Promise<Replied<typeof readContract>> {
  return findOwnWays(tx, actor.memberId ?? refuse('not_found'), messaging)
}

/** Choosing WhatsApp is the member's consent to it. Refuses: whatsapp_unavailable. */
export async function setOwnWay(
  tx: Tx,
  actor: TenantActor,
  { kind, way }: Parsed<typeof contract>,
  { messaging }: Pick<Context, 'messaging'>,
): Promise<Replied<typeof contract>> {
  const memberId = actor.memberId ?? refuse('not_found')
  if (way === 'whatsapp' && !messaging.byWhatsApp) refuse('whatsapp_unavailable', { field: 'way' })
  await saveWay(tx, actor.cooperativeId, { memberId, kind, way })
  return findOwnWays(tx, memberId, messaging)
}
