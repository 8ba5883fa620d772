import type { Parsed } from '#contract/endpoint.ts'
import type { cancelElection as contract } from '#contract/governance/elections.ts'
import type { TenantActor } from '#domain/actor.ts'
import { refuse } from '#domain/refusal.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/tx.ts'
import { type Election, findElection, lockElection } from './queries.ts'
import { setElectionEnded } from './store.ts'

/** Refuses: not_found, election_cancelled, election_declared, ballot_unfinished. */
export async function cancelElection(
  tx: Tx,
  actor: TenantActor,
  { id, reason }: Parsed<typeof contract>,
  { now }: Context,
): Promise<Election> {
  const { status, posts } = await lockElection(tx, actor, id, now)
  if (status === 'cancelled') refuse('election_cancelled')
  if (posts.some(({ outcome }) => outcome !== null)) refuse('election_declared')
  if (posts.some(({ ballots }) => ballots.some((ballot) => ballot.status === 'open' || ballot.status === 'closed')))
    refuse('ballot_unfinished')
  await setElectionEnded(tx, id, { status: 'cancelled', reason })
  return findElection(tx, actor, id, now)
}
