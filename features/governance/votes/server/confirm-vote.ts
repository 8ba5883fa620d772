import type { Parsed } from '#core/contract/endpoint.ts'
import type { confirmVote as contract } from '#features/governance/votes/contract.ts'
import type { TenantActor } from '#core/actor.ts'
import { dayIn } from '#core/calendar.ts'
import { isBelowTurnout } from '#features/governance/elections/rules/election.ts'
import { decidedOutcome, whyNotConfirm } from '#features/governance/votes/rules/vote.ts'
import { voteOutcomeNames } from '#features/governance/votes/rules/words.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { addResolution, type NewResolution } from '#features/governance/meetings/server/add-resolution.ts'
import { findVote, lockVote, type Vote } from './queries.ts'
import { insertConfirmation, setCastingVote, setConfirmed } from './store.ts'
import { verifyPapers } from './verify-vote.ts'

/**
 * An officer confirms the result; with the last confirmation that is needed it is final, and a resolution of its meeting. Where those
 * that it has are enough by now, it is final once one of these officers confirms again.
 * Refuses: vote_cancelled, vote_confirmed, vote_not_counted, own_candidacy, vote_confirmed_by_you, vote_not_tied,
 * vote_casting_vote_missing, vote_casting_vote_differs, vote_result_wrong, and what addResolution refuses.
 */
export async function confirmVote(
  tx: Tx,
  actor: TenantActor,
  { id, castingVote: given }: Parsed<typeof contract>,
  { now }: Context,
): Promise<Vote> {
  const vote = await lockVote(tx, actor, id)
  const { confirmations, confirmationsNeeded } = vote
  const hasConfirmed = confirmations.some(({ isOwn }) => isOwn)
  const reason = whyNotConfirm(vote, {
    hasConfirmed,
    isEnough: confirmations.length >= confirmationsNeeded,
    recorded: vote.castingVote,
    given,
  })
  if (reason) throw reason
  if (vote.isCandidate) refuse('own_candidacy')
  const { isRight, resultHash } = await verifyPapers(tx, vote)
  if (!isRight) refuse('vote_result_wrong')
  const castingVote = given ?? null
  const isLast = confirmations.length + 1 >= confirmationsNeeded
  const outcome = decidedOutcome(vote.outcome ?? 'lost', castingVote)
  if (isLast && vote.meetingId) await addResolution(tx, vote.meetingId, resolutionOf({ ...vote, outcome }), dayIn(now))

  // From here on it must succeed.
  if (castingVote && vote.castingVote === null) await setCastingVote(tx, id, castingVote)
  if (!hasConfirmed) await insertConfirmation(tx, actor, { id, hash: Buffer.from(resultHash, 'hex'), castingVote })
  if (isLast) await setConfirmed(tx, id, outcome)
  return findVote(tx, actor, id)
}

/** The result as a line of the minutes; the figures of a choice are part of its text. */
function resolutionOf(vote: Vote): NewResolution {
  const { id, kind, wording, options, tally, outcome, ballots, eligible, turnoutMin } = vote
  const [yes = 0, no = 0, abstain = 0] = tally ?? []
  if (isBelowTurnout({ cast: ballots, eligible }, turnoutMin))
    return {
      text: `${wording} (Not valid: ${ballots} of ${eligible} voted, less than ${turnoutMin} %)`,
      ...{ for: null, against: null, abstain: null },
      ...{ voteId: id, outcome: 'counted' },
    }
  if (kind === 'resolution')
    return { text: wording, for: yes, against: no, abstain, voteId: id, outcome: outcome ?? 'lost' }
  const figures = options.map((name, n) => `${name} ${tally?.[n] ?? 0}`).join(', ')
  return {
    text: `${wording} (${voteOutcomeNames.counted}: ${figures})`,
    for: null,
    against: null,
    abstain: null,
    voteId: id,
    outcome: 'counted',
  }
}
