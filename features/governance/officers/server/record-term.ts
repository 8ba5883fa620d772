import type { Parsed } from '#core/contract/endpoint.ts'
import type { recordTerm as contract } from '#features/governance/officers/contract.ts'
import { isSelf, type TenantActor } from '#core/actor.ts'
import { dayIn, dayText } from '#core/calendar.ts'
import { postTitle, whyNotTerm } from '#features/governance/officers/rules/post.ts'
import type { TermId } from '#core/ids.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { Change } from '#features/access/change-requests/server/ask-for-change.ts'
import {
  countHolders,
  findHolderName,
  findJoining,
  findTerm,
  hasMeeting,
  hasTermWithin,
  isInElection,
  lockPost,
  type Term,
} from './queries.ts'
import { insertTerm } from './store.ts'

type Input = Parsed<typeof contract>

/**
 * Enters who holds or held a post. Refuses: not_found, term_in_future, term_before_joining, term_ends_first,
 * term_reason_missing, term_overlaps, post_seats_taken.
 */
export async function recordTerm(tx: Tx, actor: TenantActor, input: Input, { now }: Context): Promise<Term> {
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

/** Refuses: own_term. */
export function refuseOwnTerm(_tx: Tx, actor: TenantActor, { memberId }: Input): void {
  if (isSelf(actor, memberId)) refuse('own_term')
}

/**
 * What is recorded about the past, or on a post that is being elected: terms decide who can be a candidate. One that begins
 * today, as after a meeting, is entered at once. Refuses: not_found.
 */
export async function describeTerm(
  tx: Tx,
  _actor: TenantActor,
  { postId, memberId, startedOn, endsOn, endedOn }: Input,
  { now }: Context,
): Promise<Change | undefined> {
  const today = dayIn(now)
  if (startedOn >= today && !(await isInElection(tx, postId))) return undefined
  const post = postTitle(await lockPost(tx, postId))
  const name = await findHolderName(tx, memberId)
  const last = endedOn ? `, ended on ${dayText(endedOn)}` : endsOn ? `, until ${dayText(endsOn)}` : ''
  return { description: `Term of ${name} as ${post}: from ${dayText(startedOn)}${last}`, memberId }
}
