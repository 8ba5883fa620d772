import { isSelf, roleName } from '#core/actor.ts'
import { dayText } from '#core/calendar.ts'
import type { TermId } from '#core/ids.ts'
import { refusal, refuse } from '#core/refusal.ts'
import { waitingAction } from '#features/access/change-requests/server/waiting-action.ts'
import * as contract from '#features/governance/officers/contract.ts'
import { type PostFacts, postsMax, postTitle, whyNotEnd, whyNotTerm } from '#features/governance/officers/rules/post.ts'
import { newId } from '#platform/db/id.ts'
import { insert } from '#platform/db/write.ts'
import {
  countHolders,
  findHolderName,
  findJoining,
  findPosts,
  findTerm,
  getOfficers,
  hasMeeting,
  hasTermWithin,
  isInElection,
  lockPost,
  lockTerm,
} from './reads.ts'
import { endTerms, insertPosts, setPost } from './writes.ts'

const postExists = refusal('post_exists', 409, 'There is a post with this name already. Use another name.')
const postsTooMany = refusal(
  'posts_too_many',
  422,
  'The register holds at most {max} posts. Close those that are no longer used.',
)
const postHeld = refusal('post_held', 409, 'Somebody holds this post. End the term before you close the post.')
const postInElection = refusal(
  'post_in_election',
  409,
  'This post has an open election or a planned hand-over. Finish or cancel it before you close the post.',
)
const postSeatsTaken = refusal('post_seats_taken', 409, 'All seats of this post are taken ({max}). End a term first.')
const termReasonMissing = refusal('term_reason_missing', 422, 'Choose why the term ended.')
const termOverlaps = refusal(
  'term_overlaps',
  409,
  'This member has a term of this post in these days already. Correct the dates.',
)
const ownTerm = refusal('own_term', 403, 'You can’t record or end your own term. Ask another officer.')

/** A post that carries an office decides whose rights an election passes on. Refuses: post_exists, posts_too_many. */
export const addPosts = waitingAction(
  contract.addPosts,
  async (_ask, { posts }) => {
    const words = posts.map((post) => {
      const title = postTitle({ name: post.name, committee: post.committee ?? null })
      return `${title}${post.office ? ` with the rights of ${roleName(post.office).toLowerCase()}` : ''}, seats ${post.seats}`
    })
    return { description: `Add posts: ${words.join('; ')}`, isOfOffice: true }
  },
  async (ask, { posts }) => {
    const { tx, actor } = ask
    const { length: before } = await findPosts(tx)
    if (before + posts.length > postsMax) refuse(postsTooMany({ field: 'posts', max: postsMax }))
    const added = await insertPosts(tx, actor.cooperativeId, posts)
    // Thrown, so that none of them is there.
    if (added < posts.length) refuse(postExists({ field: 'posts' }))
    return getOfficers(ask, {})
  },
)

/** Refuses: not_found, post_held, post_in_election, post_seats_taken, post_exists. */
export const updatePost = waitingAction(
  contract.updatePost,
  async ({ tx }, { postId, ...changes }) => {
    const before = wordsOf(await lockPost(tx, postId))
    const after = changes.isClosed ? 'closed' : wordsOf({ ...changes, committee: changes.committee ?? null })
    return before === after ? undefined : { description: `Post: ${before} → ${after}`, isOfOffice: true }
  },
  async (ask, { postId, name, committee = null, office, seats, isClosed }) => {
    const { tx } = ask
    await lockPost(tx, postId)
    const holders = await countHolders(tx, postId)
    if (isClosed && holders > 0) refuse(postHeld())
    if (seats < holders) refuse(postSeatsTaken({ field: 'seats', max: holders }))
    if (isClosed && (await isInElection(tx, postId))) refuse(postInElection())
    if (!(await setPost(tx, postId, { name, committee, office, seats, isClosed })))
      refuse(postExists({ field: 'name' }))
    return getOfficers(ask, {})
  },
)

function wordsOf(post: PostFacts): string {
  const rights = post.office ? `rights of ${roleName(post.office).toLowerCase()}` : 'no rights'
  return `${postTitle(post)}, ${rights}, seats ${post.seats}`
}

/**
 * Enters who holds or held a post. What is recorded about the past, or on a post that is being elected, waits: terms decide who can be
 * a candidate. One that begins today, as after a meeting, is entered at once. Refuses: not_found, own_term, term_in_future,
 * term_before_joining, term_ends_first, term_reason_missing, term_overlaps, post_seats_taken.
 */
export const recordTerm = waitingAction(
  contract.recordTerm,
  async ({ tx, today }, { postId, memberId, startedOn, endsOn, endedOn }) => {
    if (startedOn >= today && !(await isInElection(tx, postId))) return undefined
    const post = postTitle(await lockPost(tx, postId))
    const name = await findHolderName(tx, memberId)
    const last = endedOn ? `, ended on ${dayText(endedOn)}` : endsOn ? `, until ${dayText(endsOn)}` : ''
    return { description: `Term of ${name} as ${post}: from ${dayText(startedOn)}${last}`, memberId }
  },
  async ({ tx, actor, today }, input) => {
    const { postId, memberId, startedOn, cameBy, endsOn = null, endedOn = null, meetingId = null } = input
    const { seats } = await lockPost(tx, postId)
    const joinedOn = await findJoining(tx, memberId)
    if (meetingId && !(await hasMeeting(tx, meetingId))) refuse('not_found', { field: 'meetingId' })
    const reason = whyNotTerm({ startedOn, endsOn, endedOn, joinedOn }, today)
    if (reason) throw reason
    const endReason = endedOn && (input.endReason ?? refuse(termReasonMissing({ field: 'endReason' })))
    if (await hasTermWithin(tx, { postId, memberId, startedOn, endedOn })) refuse(termOverlaps({ field: 'startedOn' }))
    if (endedOn === null && (await countHolders(tx, postId)) >= seats)
      refuse(postSeatsTaken({ field: 'postId', max: seats }))

    // From here on it must succeed.
    const termId = newId<TermId>()
    await insert(tx, 'app.post_term', {
      ...{ termId, postId, memberId, startedOn, endsOn, endedOn, cameBy, meetingId, endReason },
      endNote: endedOn && input.endNote,
      recordedByName: actor.name,
    })
    return findTerm(tx, termId)
  },
  ({ actor }, { memberId }) => {
    if (isSelf(actor, memberId)) refuse(ownTerm())
  },
)

/**
 * An end before today waits, because how long terms lie back decides who can be a candidate. Refuses: not_found, own_term, term_ended,
 * term_ends_first, term_in_future.
 */
export const endTerm = waitingAction(
  contract.endTerm,
  async ({ tx, today }, { termId, endedOn }) => {
    if (endedOn >= today) return undefined
    const { name, post, startedOn, memberId } = await findTerm(tx, termId)
    return {
      description: `Term of ${name} as ${post}, from ${dayText(startedOn)}: ended on ${dayText(endedOn)}`,
      memberId,
    }
  },
  async ({ tx, today }, { termId, endedOn, endReason, endNote = null }) => {
    const reason = whyNotEnd(await lockTerm(tx, termId), endedOn, today)
    if (reason) throw reason
    await endTerms(tx, [termId], { endedOn, endReason, endNote })
    return findTerm(tx, termId)
  },
  async ({ tx, actor }, { termId }) => {
    const { memberId } = await findTerm(tx, termId)
    if (isSelf(actor, memberId)) refuse(ownTerm())
  },
)
