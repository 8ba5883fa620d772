import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { castOpenBallot as contract } from '#features/governance/votes/contract.ts'
import type { TenantActor } from '#core/actor.ts'
import { whyNotChoices, whyNotTaking, whyNotVoter } from '#features/governance/votes/rules/vote.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findEntry, findVote } from './queries.ts'
import { refuseClosed } from './refuse-closed.ts'
import { insertOpenBallot, recordProvedLogin } from './store.ts'

/**
 * A member's ballot in an open vote. Refuses: vote_is_secret, vote_cancelled, vote_closed, vote_not_open_yet,
 * vote_not_on_roll, vote_excluded, ballot_choices_wrong, vote_cast_already.
 */
export async function castOpenBallot(
  tx: Tx,
  actor: TenantActor,
  { id, choices }: Parsed<typeof contract>,
  { now }: Context,
): Promise<Replied<typeof contract>> {
  const { role, memberId, cooperativeId } = actor
  if (role !== 'member') return refuse('not_permitted')
  const vote = await findVote(tx, actor, id)
  if (vote.isSecret) refuse('vote_is_secret')
  const reason =
    whyNotTaking(vote, now) ?? whyNotVoter(await findEntry(tx, id, memberId)) ?? whyNotChoices(vote, choices)
  if (reason) throw reason
  const isFirst = await refuseClosed(() => insertOpenBallot(tx, cooperativeId, { id, memberId, choices }))
  if (!isFirst) refuse('vote_cast_already')
  await recordProvedLogin(tx, id, memberId)
  return { ballots: vote.ballots + 1 }
}
