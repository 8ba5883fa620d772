import type { getOwnWays as readContract, setOwnWay as contract } from '#contract/access/messages.ts'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { TenantActor } from '#domain/actor.ts'
import { refuse } from '#domain/refusal.ts'
import type { Tx } from '#server/db/tx.ts'
import { findOwnWays } from './queries.ts'
import { keepWay } from './store.ts'

export async function getOwnWays(tx: Tx, actor: TenantActor): Promise<Replied<typeof readContract>> {
  return findOwnWays(tx, actor.memberId ?? refuse('not_found'))
}

export async function setOwnWay(
  tx: Tx,
  actor: TenantActor,
  { kind, way }: Parsed<typeof contract>,
): Promise<Replied<typeof contract>> {
  const memberId = actor.memberId ?? refuse('not_found')
  await keepWay(tx, actor.cooperativeId, { memberId, kind, way })
  return findOwnWays(tx, memberId)
}
