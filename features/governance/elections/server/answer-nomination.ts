import type { Parsed } from '#core/contract/endpoint.ts'
import type { answerNomination as contract } from '#features/governance/elections/contract.ts'
import type { TenantActor } from '#core/actor.ts'
import { dayIn } from '#core/calendar.ts'
import { refusalOf, whyIneligible, whyNotNominateNow } from '#features/governance/elections/rules/election.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { type Election, findCandidateFacts, findElection, lockCandidate } from './queries.ts'
import { setCandidate } from './store.ts'

/**
 * A member accepts or declines a nomination; one who accepted can change the statement while nominations are open. Refuses:
 * not_found, candidate_not_standing, election_cancelled, nominations_not_open, nominations_closed, and as a nomination does
 * who is not eligible.
 */
export async function answerNomination(
  tx: Tx,
  actor: TenantActor,
  { candidateId, isAccepted, statement }: Parsed<typeof contract>,
  { now }: Context,
): Promise<Election> {
  const { electionId, postId, memberId, status } = await lockCandidate(tx, candidateId)
  if (memberId !== actor.memberId || actor.role !== 'member') refuse('not_found')
  if (status !== 'asked' && !(status === 'accepted' && isAccepted)) refuse('candidate_not_standing')
  const election = await findElection(tx, actor, electionId, now)
  const early = whyNotNominateNow(election, now)
  if (early) throw early
  if (isAccepted) {
    const today = dayIn(now)
    const facts = (await findCandidateFacts(tx, [memberId], { electionId, postId, today })).get(memberId)
    const reason = facts && whyIneligible(facts, election.rules, election.takesOfficeOn, today)
    if (reason) throw refusalOf(reason)
  }
  await setCandidate(tx, candidateId, { status: isAccepted ? 'accepted' : 'declined', statement })
  return findElection(tx, actor, electionId, now)
}
