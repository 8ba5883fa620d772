import type { Parsed } from '#contract/endpoint.ts'
import type { recordTerm as contract } from '#contract/governance/officers.ts'
import type { TenantActor } from '#domain/actor.ts'
import { dayIn } from '#domain/calendar.ts'
import { whyNotTerm } from '#domain/governance/officers/post.ts'
import type { TermId } from '#domain/ids.ts'
import { refuse } from '#domain/refusal.ts'
import type { Context } from '#server/context.ts'
import { newId } from '#server/db/id.ts'
import type { Tx } from '#server/db/tx.ts'
import { countHolders, findJoining, findTerm, hasMeeting, hasTermWithin, lockPost, type Term } from './queries.ts'
import { insertTerm } from './store.ts'

/**
 * Enters who holds or held a post. Refuses: not_found, term_in_future, term_before_joining, term_ends_first,
 * term_reason_missing, term_overlaps, post_seats_taken.
 */
export async function recordTerm(
  tx: Tx,
  actor: TenantActor,
  input: Parsed<typeof contract>,
  { now }: Context,
): Promise<Term> {
  const { postId, memberId, startedOn, cameBy, endsOn = null, endedOn = null, meetingId = null, endNote = null } = input
  const { seats } = await lockPost(tx, postId)
  const joinedOn = await findJoining(tx, memberId)
  if (meetingId && !(await hasMeeting(tx, meetingId))) refuse('not_found', { field: 'meetingId' })
  const reason = whyNotTerm({ startedOn, endsOn, endedOn, joinedOn }, dayIn(now))
  if (reason) throw reason
  const endReason = endedOn === null ? null : (input.endReason ?? refuse('term_reason_missing', { field: 'endReason' }))
  if (await hasTermWithin(tx, { postId, memberId, startedOn, endedOn })) refuse('term_overlaps', { field: 'startedOn' })
  if (endedOn === null && (await countHolders(tx, postId)) >= seats)
    refuse('post_seats_taken', { field: 'postId', max: seats })

  // From here on it must succeed.
  const id = newId<TermId>()
  await insertTerm(tx, actor.cooperativeId, {
    ...{ id, postId, memberId, startedOn, endsOn, endedOn, cameBy, meetingId, endReason },
    endNote: endedOn === null ? null : endNote,
    electionId: null,
    recordedBy: actor.name,
  })
  return findTerm(tx, id)
}
