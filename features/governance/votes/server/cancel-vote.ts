import type { Parsed } from '#core/contract/endpoint.ts'
import type { cancelVote as contract } from '#features/governance/votes/contract.ts'
import type { TenantActor } from '#core/actor.ts'
import { refuse } from '#core/refusal.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { Change } from '#features/access/change-requests/server/ask-for-change.ts'
import { notifyMembers } from '#features/access/notifications/server/notify-members.ts'
import { fill } from '#core/fill.ts'
import { findRoll, findVote, lockVote, type Vote } from './queries.ts'
import { endVote } from './store.ts'
import * as strings from './strings.ts'

type Input = Parsed<typeof contract>

/** Ends a vote that is open without a result, destroys its ballots and tells the voters why. Refuses: vote_cancelled, vote_closed. */
export async function cancelVote(tx: Tx, actor: TenantActor, { id, reason }: Input): Promise<Vote> {
  const { wording } = await lockOpen(tx, actor, id)
  const roll = await findRoll(tx, id)

  // From here on it must succeed.
  await endVote(tx, id, { status: 'cancelled', by: actor.name, reason })
  notifyMembers(
    tx,
    actor.cooperativeId,
    roll
      .filter(({ exclusion }) => exclusion === null)
      .map(({ memberId }) => ({
        memberId,
        type: 'warning',
        message: fill(strings.theVoteWasCancelled, { wording, reason }),
        link: `/member/meetings/votes/${id}`,
      })),
  )
  return findVote(tx, actor, id)
}

/** Members have voted, or are about to: that it comes to nothing is no one officer's decision. */
export async function describeCancelledVote(tx: Tx, actor: TenantActor, { id, reason }: Input): Promise<Change> {
  const { wording } = await lockOpen(tx, actor, id)
  return { description: fill(strings.cancelTheVote, { wording, reason }) }
}

async function lockOpen(tx: Tx, actor: TenantActor, id: Input['id']): Promise<Vote> {
  const vote = await lockVote(tx, actor, id)
  if (vote.status === 'cancelled') refuse('vote_cancelled')
  return vote.status === 'open' ? vote : refuse('vote_closed')
}
