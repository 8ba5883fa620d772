import type { Parsed } from '#core/contract/endpoint.ts'
import type { nominateCandidate as contract } from '#features/governance/elections/contract.ts'
import type { TenantActor } from '#core/actor.ts'
import { type Day, dayIn } from '#core/calendar.ts'
import {
  type CandidateFacts,
  refusalOf,
  whyIneligible,
  whyNotNominateNow,
} from '#features/governance/elections/rules/election.ts'
import type { ElectionId, MemberId, PostId } from '#core/ids.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { notifyMembers } from '#features/access/notifications/server/notify-members.ts'
import { type Election, findCandidateFacts, findElection, findNominee, findTerms, isActive } from './queries.ts'
import { insertCandidate } from './store.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/**
 * A member nominates themselves or another. Refuses: not_found, election_cancelled, nominations_not_open,
 * nominations_closed, nominee_unknown, candidate_not_active, candidate_joined_late, candidate_terms_used,
 * candidate_in_arrears, nominated_already.
 */
export async function nominateCandidate(
  tx: Tx,
  actor: TenantActor,
  { id, postId, membershipno, statement }: Parsed<typeof contract>,
  { now }: Context,
): Promise<Election> {
  const { memberId: own, role, cooperativeId } = actor
  if (role !== 'member') return refuse('not_permitted')
  const election = await findElection(tx, actor, id, now)
  const post = election.posts.find((each) => each.postId === postId) ?? refuse('not_found', { field: 'postId' })
  const early = whyNotNominateNow(election, now)
  if (early) throw early
  await refuseProposer(tx, own)
  const today = dayIn(now)
  const { memberId, facts } = await factsOf(tx, { own, membershipno, electionId: id, postId, today })
  const reason = whyIneligible(facts, election.rules, election.takesOfficeOn, today)
  if (reason) throw refusalOf(reason)

  // From here on it must succeed, but for nominations that close meanwhile and a second nomination.
  const isOwn = memberId === own
  const status = isOwn ? 'accepted' : 'asked'
  const candidate = {
    electionId: id,
    postId,
    memberId,
    proposedBy: own,
    statement: (isOwn && statement) || '',
    status,
  } as const
  if (!(await insertCandidate(tx, cooperativeId, candidate))) refuse('nominated_already', { field: 'membershipno' })
  if (!isOwn)
    notifyMembers(tx, cooperativeId, [
      {
        memberId,
        message: fill(strings.nominatedYouAsAcceptOr, { name: actor.name, title: post.title }),
        link: `/member/meetings/elections/${id}`,
      },
    ])
  return findElection(tx, actor, id, now)
}

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
export async function refuseProposer(tx: Tx, memberId: MemberId): Promise<void> {
  if (!(await isActive(tx, memberId))) refuse('proposer_not_active')
}
