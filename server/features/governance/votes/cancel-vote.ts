import type { Parsed } from '#contract/endpoint.ts'
import type { cancelVote as contract } from '#contract/governance/votes.ts'
import type { TenantActor } from '#domain/actor.ts'
import { refuse } from '#domain/refusal.ts'
import type { Tx } from '#server/db/tx.ts'
import { findVote, lockVote, type Vote } from './queries.ts'
import { endVote } from './store.ts'

/** Ends a vote that is open without a result. Refuses: vote_cancelled, vote_closed. */
export async function cancelVote(tx: Tx, actor: TenantActor, { id, reason }: Parsed<typeof contract>): Promise<Vote> {
  const { status } = await lockVote(tx, actor, id)
  if (status === 'cancelled') refuse('vote_cancelled')
  if (status !== 'open') refuse('vote_closed')

  // From here on it must succeed.
  await endVote(tx, id, { status: 'cancelled', by: actor.name, reason })
  return findVote(tx, actor, id)
}
