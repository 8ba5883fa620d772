import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { answerMeeting as contract } from '#features/governance/meetings/contract.ts'
import type { TenantActor } from '#core/actor.ts'
import { dayIn } from '#core/calendar.ts'
import { whyNotAnswer } from '#features/governance/meetings/rules/meeting.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { factsOf, findMeeting } from './queries.ts'
import { saveAnswer } from './store.ts'

/** A member's own answer, in place of an earlier one. Refuses: not_found, meeting_not_planned, meeting_over. */
export async function answerMeeting(
  tx: Tx,
  actor: TenantActor,
  { id, isComing }: Parsed<typeof contract>,
  { now }: Context,
): Promise<Replied<typeof contract>> {
  const memberId = actor.memberId ?? refuse('not_found')
  const reason = whyNotAnswer(factsOf(await findMeeting(tx, id)), dayIn(now))
  if (reason) throw reason
  await saveAnswer(tx, actor.cooperativeId, { id, memberId, isComing })
  return findMeeting(tx, id)
}
