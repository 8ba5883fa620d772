import type { Parsed } from '#contract/endpoint.ts'
import type { adoptMinutes as contract } from '#contract/governance/governance.ts'
import type { TenantActor } from '#domain/actor.ts'
import { dayIn } from '#domain/calendar.ts'
import { whyNotAdopt } from '#domain/governance/governance/meeting.ts'
import { refuse } from '#domain/refusal.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/tx.ts'
import { factsOf, findMeeting, hasUnfinishedVote, lockMeeting, type Meeting } from './queries.ts'
import { setAdopted } from './store.ts'

/** Refuses: minutes_missing, minutes_adopted, meeting_cancelled, vote_unconfirmed. A trigger keeps them from then on. */
export async function adoptMinutes(
  tx: Tx,
  actor: TenantActor,
  { id }: Parsed<typeof contract>,
  { now }: Context,
): Promise<Meeting> {
  const reason = whyNotAdopt(factsOf(await lockMeeting(tx, id)), dayIn(now))
  if (reason) throw reason
  if (await hasUnfinishedVote(tx, id)) refuse('vote_unconfirmed')
  await setAdopted(tx, actor, id)
  return findMeeting(tx, id)
}
