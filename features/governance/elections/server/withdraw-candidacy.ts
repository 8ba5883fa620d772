import type { Parsed } from '#core/contract/endpoint.ts'
import type { withdrawCandidacy as contract } from '#features/governance/elections/contract.ts'
import type { TenantActor } from '#core/actor.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { type Election, findElection, lockCandidate } from './queries.ts'
import { setCandidate } from './store.ts'

/** Refuses: not_found, candidate_not_standing, election_cancelled, ballot_opened. */
export async function withdrawCandidacy(
  tx: Tx,
  actor: TenantActor,
  { candidateId }: Parsed<typeof contract>,
  { now }: Context,
): Promise<Election> {
  // Locked first: a ballot that opens meanwhile is seen below.
  const { electionId, postId, memberId, status } = await lockCandidate(tx, candidateId)
  if (memberId !== actor.memberId || actor.role !== 'member') refuse('not_found')
  if (status !== 'asked' && status !== 'accepted') refuse('candidate_not_standing')
  const election = await findElection(tx, actor, electionId, now)
  if (election.status === 'cancelled') refuse('election_cancelled')
  const post = election.posts.find((each) => each.postId === postId)
  if (post?.ballots.some((ballot) => ballot.status !== 'cancelled')) refuse('ballot_opened')
  await setCandidate(tx, candidateId, { status: 'withdrawn' })
  return findElection(tx, actor, electionId, now)
}
