import type { Parsed } from '#core/contract/endpoint.ts'
import type { retryHandOver as contract } from '#features/governance/elections/contract.ts'
import type { TenantActor } from '#core/actor.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { handOver } from './hand-over.ts'
import { type Election, findElection, lockHandOver } from './queries.ts'
import { setHandOver } from './store.ts'

/** Refuses: not_found, hand_over_not_failed, hand_over_failed with the reason. */
export async function retryHandOver(
  tx: Tx,
  actor: TenantActor,
  { handOverId }: Parsed<typeof contract>,
  { now }: Context,
): Promise<Election> {
  const { status, electionId } = await lockHandOver(tx, handOverId)
  if (status !== 'failed') refuse('hand_over_not_failed')
  await setHandOver(tx, handOverId, { status: 'planned' })
  await handOver(tx, actor.cooperativeId, handOverId, now)
  const election = await findElection(tx, actor, electionId, now)
  const after = election.handOvers.find(({ id }) => id === handOverId)
  // Thrown, so that officers are not told again of the same failure.
  if (after?.status === 'failed') refuse('hand_over_failed', { reason: after.reason ?? '' })
  return election
}
