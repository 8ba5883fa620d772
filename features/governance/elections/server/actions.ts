import { type Day, dayIn, dayText } from '#core/calendar.ts'
import type { CandidateId, ElectionId, HandOverId, MemberId, PostId } from '#core/ids.ts'
import { refusal, refuse } from '#core/refusal.ts'
import { t } from '#core/sentence.ts'
import { waitingAction } from '#features/access/change-requests/server/waiting-action.ts'
import { announceMessage } from '#features/access/notifications/server/announce-message.ts'
import { notifyMembers } from '#features/access/notifications/server/notify-members.ts'
import * as contract from '#features/governance/elections/contract.ts'
import {
  type CandidateFacts,
  candidateNotStanding,
  electionCancelled,
  ownCandidacy,
  refusalOf,
  whyIneligible,
  whyNotNominateNow,
  whyNotOpenElection,
  whyNotSecond,
} from '#features/governance/elections/rules/election.ts'
import { lockGeneralMeeting } from '#features/governance/meetings/server/reads.ts'
import { openVote } from '#features/governance/votes/server/actions.ts'
import { action, type Ask, memberAction, preparedAction } from '#platform/action.ts'
import { newBlindKey } from '#platform/credentials/blind-key.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { insert, transactionTime, update } from '#platform/db/write.ts'
import { handOver } from './hand-over.ts'
import {
  ballotUnfinished,
  type CandidateRow,
  checkCandidates,
  type Election,
  electionDeclared,
  findCandidate,
  findCandidateFacts,
  findCandidates,
  findElection,
  findElectionRules,
  findNominee,
  findNumbers,
  findOpenedAt,
  findSeats,
  findTerms,
  type HandOver,
  hasOpenElection,
  isActive,
  lockCandidate,
  lockCandidates,
  lockElection,
  lockHandOver,
  standingBallots,
  standsAmong,
  whichPost,
} from './reads.ts'
import { excludeCandidates, insertElectionPosts } from './writes.ts'

const electionPostTwice = refusal('election_post_twice', 422, 'Choose each post once.')
const electionSeatsWrong = refusal('election_seats_wrong', 422, 'Enter no more seats than the post has.')
const electionOpenAlready = refusal(
  'election_open_already',
  409,
  'There is an open election to one of these posts. Finish or cancel it first.',
)
const nominatedAlready = refusal('nominated_already', 409, 'This member is nominated for this post already.')
const proposerNotActive = refusal('proposer_not_active', 409, 'Only active members nominate and second candidates.')
const secondedAlready = refusal('seconded_already', 409, 'You have seconded this candidate already.')
const ballotOpened = refusal(
  'ballot_opened',
  409,
  'The ballot is open, so candidates can’t withdraw any more. If elected, you can resign.',
)
const ballotCounted = refusal('ballot_counted', 409, 'The ballot is counted. Declare the result.')
const electionNoCandidates = refusal(
  'election_no_candidates',
  409,
  'No candidate is eligible for this post. Declare it vacant.',
)
const electionUnopposed = refusal(
  'election_unopposed',
  409,
  'No more candidates are eligible than there are seats. Declare them elected unopposed.',
)
const handOverDone = refusal('hand_over_done', 409, 'This hand-over is done.')
const handOverCancelled = refusal('hand_over_cancelled', 409, 'This hand-over was cancelled.')
const handOverNotFailed = refusal('hand_over_not_failed', 409, 'This hand-over did not fail.')
const handOverFailed = refusal('hand_over_failed', 409, 'The hand-over was not done: {reason}.')

/**
 * Opens an election with the bye-laws of today and tells all members. Refuses: election_times_wrong, election_office_past,
 * election_post_twice, not_found, election_seats_wrong, election_open_already, vote_needs_general_meeting,
 * meeting_cancelled, minutes_adopted, sms_limit_reached.
 */
export const openElection = action(contract.openElection, async (ask, input) => {
  const { tx, actor, now, today, context } = ask
  const { title, posts, nominationsCloseAt, takesOfficeOn, meetingId = null, alsoSms } = input
  const nominationsOpenAt = input.nominationsOpenAt ?? now
  const reason = whyNotOpenElection({ nominationsOpenAt, nominationsCloseAt, takesOfficeOn }, now, today)
  if (reason) throw reason
  const ids = posts.map(({ postId }) => postId)
  if (new Set(ids).size < ids.length) refuse(electionPostTwice({ field: 'posts' }))
  const seats = await findSeats(tx, ids)
  if (seats.size < ids.length) refuse('not_found', { field: 'posts' })
  if (posts.some((post) => post.seats > (seats.get(post.postId) ?? 0))) refuse(electionSeatsWrong({ field: 'posts' }))
  if (meetingId) await lockGeneralMeeting(tx, meetingId)
  if (await hasOpenElection(tx, ids)) refuse(electionOpenAlready({ field: 'posts' }))

  // From here on it must succeed, but for the limit of SMS.
  const electionId = newId<ElectionId>()
  const { termYears, termsMax, seconders, memberForDays, arrearsExcluded, unopposed, tieRule, turnoutMin } =
    await findElectionRules(tx)
  await insert(tx, 'app.election', {
    ...{ electionId, title, meetingId, nominationsOpenAt, nominationsCloseAt, takesOfficeOn, termYears, termsMax },
    ...{ seconders, memberForDays, arrearsExcluded, unopposed, tieRule, turnoutMin, openedByName: actor.name },
  })
  await insertElectionPosts(tx, electionId, posts)
  const election = await findElection(ask, electionId)
  await announceMessage(
    tx,
    actor,
    {
      to: 'all',
      message: t(
        '{title}: nominations for {posts} close on {closesOn}. Nominate a member or yourself on the Meetings page.',
        {
          title,
          posts: election.posts.map((post) => post.title).join('; '),
          closesOn: dayText(dayIn(nominationsCloseAt)),
        },
      ),
      link: `/member/meetings/elections/${electionId}`,
      kind: 'meeting',
      subject: t('Nominations for an election'),
      alsoSms,
    },
    context,
  )
  return election
})

/**
 * Members nominated, and may have voted: that it comes to nothing is no one officer's decision. Refuses: not_found,
 * election_cancelled, election_declared, ballot_unfinished.
 */
export const cancelElection = waitingAction(
  contract.cancelElection,
  async (ask, { id, reason }) => {
    const { title } = await lockUndeclared(ask, id)
    return { description: t('Cancel the election “{title}”. Reason: {reason}', { title, reason }) }
  },
  async (ask, { id, reason }) => {
    await lockUndeclared(ask, id)
    await update(ask.tx, 'app.election', { electionId: id }, { status: 'cancelled', cancelledReason: reason })
    return findElection(ask, id)
  },
)

async function lockUndeclared(ask: Ask, id: ElectionId): Promise<Election> {
  const election = await lockElection(ask, id)
  const { status, posts } = election
  if (status === 'cancelled') refuse(electionCancelled())
  if (posts.some(({ outcome }) => outcome !== null)) refuse(electionDeclared())
  if (posts.some(({ ballots }) => ballots.some((ballot) => ballot.status === 'open' || ballot.status === 'closed')))
    refuse(ballotUnfinished())
  return election
}

/**
 * A member nominates themselves or another. Refuses: not_found, election_cancelled, nominations_not_open,
 * nominations_closed, nominee_unknown, candidate_not_active, candidate_joined_late, candidate_terms_used,
 * candidate_in_arrears, nominated_already.
 */
export const nominateCandidate = memberAction(contract.nominateCandidate, async (ask, input) => {
  const { tx, actor, now, today } = ask
  const { id: electionId, postId, membershipno, statement } = input
  const { memberId: own, cooperativeId } = actor
  const election = await findElection(ask, electionId)
  const post = election.posts.find((each) => each.postId === postId) ?? refuse('not_found', { field: 'postId' })
  const early = whyNotNominateNow(election, now)
  if (early) throw early
  await refuseProposer(tx, own)
  const { memberId, facts } = await factsOf(tx, { own, membershipno, electionId, postId, today })
  const reason = whyIneligible(facts, election.rules, election.takesOfficeOn, today)
  if (reason) throw refusalOf(reason)

  // From here on it must succeed, but for nominations that close meanwhile and a second nomination.
  const isOwn = memberId === own
  const isNew = await insert(
    tx,
    'app.candidate',
    {
      ...{ candidateId: newId<CandidateId>(), electionId, postId, memberId, proposedBy: own },
      statement: (isOwn && statement) || '',
      status: isOwn ? 'accepted' : 'asked',
    },
    { unlessThere: true },
  )
  if (!isNew) refuse(nominatedAlready({ field: 'membershipno' }))
  if (!isOwn)
    notifyMembers(tx, cooperativeId, [
      {
        memberId,
        message: t('{name} nominated you as {title}. Accept or decline before nominations close.', {
          name: actor.name,
          title: post.title,
        }),
        link: `/member/meetings/elections/${electionId}`,
      },
    ])
  return findElection(ask, electionId)
})

/** Arrears of another member are checked when they accept, so that the proposer learns nothing of their loans. */
async function factsOf(
  tx: Tx,
  {
    own,
    membershipno,
    electionId,
    postId,
    today,
  }: { own: MemberId; membershipno: string | null | undefined; electionId: ElectionId; postId: PostId; today: Day },
): Promise<{ memberId: MemberId; facts: CandidateFacts }> {
  if (membershipno) {
    const { memberId, ...nominee } = await findNominee(tx, membershipno)
    if (memberId !== own)
      return { memberId, facts: { ...nominee, isInArrears: false, terms: await findTerms(tx, [memberId], postId) } }
  }
  const facts = (await findCandidateFacts(tx, [own], { electionId, postId, today })).get(own)
  return { memberId: own, facts: facts ?? refuse('not_found') }
}

/** Only active members propose and second. Refuses: proposer_not_active. */
async function refuseProposer(tx: Tx, memberId: MemberId): Promise<void> {
  if (!(await isActive(tx, memberId))) refuse(proposerNotActive())
}

/**
 * A member accepts or declines a nomination; one who accepted can change the statement while nominations are open. Refuses:
 * not_found, candidate_not_standing, election_cancelled, nominations_not_open, nominations_closed, and as a nomination does
 * who is not eligible.
 */
export const answerNomination = action(contract.answerNomination, async (ask, input) => {
  const { tx, actor, now, today } = ask
  const { candidateId, isAccepted, statement } = input
  const { electionId, postId, memberId, status } = await lockCandidate(tx, candidateId)
  if (memberId !== actor.memberId || actor.role !== 'member') refuse('not_found')
  if (status !== 'asked' && !(status === 'accepted' && isAccepted)) refuse(candidateNotStanding())
  const election = await findElection(ask, electionId)
  const early = whyNotNominateNow(election, now)
  if (early) throw early
  if (isAccepted) {
    const facts = (await findCandidateFacts(tx, [memberId], { electionId, postId, today })).get(memberId)
    const reason = facts && whyIneligible(facts, election.rules, election.takesOfficeOn, today)
    if (reason) throw refusalOf(reason)
  }
  const answer = { status: isAccepted ? 'accepted' : 'declined', statement: statement ?? undefined } as const
  await update(tx, 'app.candidate', { candidateId }, answer)
  return findElection(ask, electionId)
})

/** Refuses: not_found, candidate_not_standing, election_cancelled, ballot_opened. */
export const withdrawCandidacy = action(contract.withdrawCandidacy, async (ask, { candidateId }) => {
  const { tx, actor } = ask
  // Locked first: a ballot that opens meanwhile is seen below.
  const { electionId, postId, memberId, status } = await lockCandidate(tx, candidateId)
  if (memberId !== actor.memberId || actor.role !== 'member') refuse('not_found')
  if (status !== 'asked' && status !== 'accepted') refuse(candidateNotStanding())
  const election = await findElection(ask, electionId)
  if (election.status === 'cancelled') refuse(electionCancelled())
  const post = election.posts.find((each) => each.postId === postId)
  if (post?.ballots.some((ballot) => ballot.status !== 'cancelled')) refuse(ballotOpened())
  await update(tx, 'app.candidate', { candidateId }, { status: 'withdrawn' })
  return findElection(ask, electionId)
})

/**
 * Refuses: not_found, election_cancelled, nominations_not_open, nominations_closed, second_own_candidacy,
 * second_own_proposal, candidate_not_standing, proposer_not_active, seconded_already.
 */
export const secondCandidate = memberAction(contract.secondCandidate, async (ask, { candidateId }) => {
  const { tx, actor, now } = ask
  const { memberId } = actor
  const candidate = await findCandidate(tx, candidateId)
  const election = await findElection(ask, candidate.electionId)
  const reason = whyNotNominateNow(election, now) ?? whyNotSecond(candidate, memberId)
  if (reason) throw reason
  await refuseProposer(tx, memberId)
  if (!(await insert(tx, 'app.seconding', { candidateId, memberId }, { unlessThere: true }))) refuse(secondedAlready())
  return findElection(ask, candidate.electionId)
})

/**
 * Opens the secret ballot for a post, or the run-off among those who are tied. Refuses: not_found, election_cancelled,
 * nominations_still_open, election_declared, own_candidacy, ballot_unfinished, ballot_counted, election_no_candidates,
 * election_unopposed, and what openVote refuses.
 */
export const openBallot = preparedAction(
  contract.openBallot,
  async () => newBlindKey(),
  async (ask, { id, postId, opensAt, closesAt, alsoSms, prepared }) => {
    const { tx, actor } = ask
    const election = await lockElection(ask, id)
    const post = whichPost(election, postId)
    await lockCandidates(tx, { electionId: id, postId })
    const { candidates, seats } = await standingOf(ask, election, post)
    if (await standsAmong(tx, actor, candidates)) refuse(ownCandidacy())
    const { title } = election
    const vote = await openVote(ask, {
      ...{ meetingId: election.meetingId, closesAt, alsoSms, prepared, isSecret: true },
      announcedAt: await findOpenedAt(tx, id),
      ...(opensAt && { opensAt }),
      ...(candidates.length > seats
        ? {
            kind: 'choice',
            wording: t('{title}: who is elected {post}?', { title, post: post.title }),
            options: await optionsOf(tx, candidates),
            chooseMax: seats,
          }
        : {
            kind: 'resolution',
            wording: t('{title}: that {candidates} be elected {post}.', {
              title,
              candidates: candidates.map(({ name }) => name).join(', '),
              post: post.title,
            }),
          }),
    })
    await insert(tx, 'app.election_ballot', {
      ...{ electionId: id, postId, voteId: vote.id, seats, candidates: candidates.map((each) => each.id) },
      round: post.ballots.length + 1,
    })
    return findElection(ask, id)
  },
)

async function standingOf(
  ask: Ask,
  election: Election,
  post: Election['posts'][number],
): Promise<{ candidates: CandidateRow[]; seats: number }> {
  const { tx } = ask
  const ballots = standingBallots(post)
  if (ballots.some(({ status }) => status !== 'confirmed')) refuse(ballotUnfinished())
  const last = ballots.at(-1)
  if (last) {
    if (last.tied.length === 0 || election.rules.tieRule !== 'run_off') refuse(ballotCounted())
    const tied = (await findCandidates(tx, election.id)).filter(({ id }) => last.tied.includes(id))
    return { candidates: tied, seats: last.seatsLeft }
  }
  const { eligible, excluded } = await checkCandidates(ask, election, post.postId)
  if (eligible.length === 0) refuse(electionNoCandidates())
  if (eligible.length <= post.seats && election.rules.unopposed === 'declared') refuse(electionUnopposed())
  await excludeCandidates(tx, excluded)
  return { candidates: eligible, seats: Math.min(post.seats, eligible.length) }
}

/** The names as a ballot shows them: with the membership number where two have the same. */
async function optionsOf(tx: Tx, candidates: readonly CandidateRow[]): Promise<string[]> {
  const names = candidates.map(({ name }) => name.toLowerCase())
  if (new Set(names).size === names.length) return candidates.map(({ name }) => name.slice(0, 120))
  const numbers = await findNumbers(
    tx,
    candidates.map(({ memberId }) => memberId),
  )
  return candidates.map(({ name, memberId }) => `${name.slice(0, 90)} (${numbers.get(memberId) ?? ''})`)
}

/** Members elected somebody: that they do not take office is no one officer's decision. Refuses: not_found, hand_over_done, hand_over_cancelled. */
export const cancelHandOver = waitingAction(
  contract.cancelHandOver,
  async (ask, { handOverId, reason }) => {
    const { electionId, memberId, postId, takesOfficeOn } = await lockOpen(ask.tx, handOverId)
    const { posts, handOvers } = await findElection(ask, electionId)
    const name = handOvers.find(({ id }) => id === handOverId)?.name ?? ''
    const title = posts.find((post) => post.postId === postId)?.title ?? ''
    return {
      description: t('Cancel the hand-over of {title} to {name} on {takesOfficeOn}: {reason}', {
        ...{ title, name, takesOfficeOn: dayText(takesOfficeOn), reason },
      }),
      isOfOffice: true,
      memberId,
    }
  },
  async (ask, { handOverId, reason }) => {
    const { tx, actor } = ask
    const { electionId, memberId } = await lockOpen(tx, handOverId)
    await update(tx, 'app.hand_over', { handOverId }, { status: 'cancelled', reason, endedAt: transactionTime })
    notifyMembers(tx, actor.cooperativeId, [
      { memberId, type: 'warning', message: t('Your hand-over was cancelled. Reason: {reason}', { reason }) },
    ])
    return findElection(ask, electionId)
  },
)

async function lockOpen(tx: Tx, id: HandOverId): Promise<HandOver> {
  const plan = await lockHandOver(tx, id)
  if (plan.status === 'done') refuse(handOverDone())
  return plan.status === 'cancelled' ? refuse(handOverCancelled()) : plan
}

/** Refuses: not_found, hand_over_not_failed, hand_over_failed with the reason. */
export const retryHandOver = action(contract.retryHandOver, async (ask, { handOverId }) => {
  const { tx, actor, now } = ask
  const { status, electionId } = await lockHandOver(tx, handOverId)
  if (status !== 'failed') refuse(handOverNotFailed())
  await update(tx, 'app.hand_over', { handOverId }, { status: 'planned', reason: null, endedAt: null })
  await handOver(tx, actor.cooperativeId, handOverId, now)
  const election = await findElection(ask, electionId)
  const after = election.handOvers.find(({ id }) => id === handOverId)
  // Thrown, so that officers are not told again of the same failure.
  if (after?.status === 'failed') refuse(handOverFailed({ reason: after.reason ?? '' }))
  return election
})
