import type { Parsed } from '#core/contract/endpoint.ts'
import type { secondCandidate as contract } from '#features/governance/elections/contract.ts'
import type { TenantActor } from '#core/actor.ts'
import { whyNotNominateNow, whyNotSecond } from '#features/governance/elections/rules/election.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { refuseProposer } from './nominate-candidate.ts'
import { type Election, findCandidate, findElection } from './queries.ts'
import { insertSeconding } from './store.ts'

/**
 * Refuses: not_found, election_cancelled, nominations_not_open, nominations_closed, second_own_candidacy,
 * second_own_proposal, candidate_not_standing, proposer_not_active, seconded_already.
 */
export async function secondCandidate(
  tx: Tx,
  actor: TenantActor,
  { candidateId }: Parsed<typeof contract>,
  { now }: Context,
): Promise<Election> {
  const { memberId, role, cooperativeId } = actor
  if (role !== 'member') return refuse('not_permitted')
  const candidate = await findCandidate(tx, candidateId)
  const election = await findElection(tx, actor, candidate.electionId, now)
  const reason = whyNotNominateNow(election, now) ?? whyNotSecond(candidate, memberId)
  if (reason) throw reason
  await refuseProposer(tx, memberId)
  if (!(await insertSeconding(tx, cooperativeId, { id: candidateId, memberId }))) refuse('seconded_already')
  return findElection(tx, actor, candidate.electionId, now)
}
