import type { Parsed } from '#core/contract/endpoint.ts'
import type { openBallot as contract } from '#features/governance/elections/contract.ts'
import type { TenantActor } from '#core/actor.ts'
import type { CandidateId } from '#core/ids.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { openVote, prepareVote } from '#features/governance/votes/server/open-vote.ts'
import { checkCandidates } from './check-candidates.ts'
import {
  type CandidateRow,
  type Election,
  findCandidates,
  findElection,
  findNumbers,
  findOpenedAt,
  lockCandidates,
  lockElection,
  standsAmong,
} from './queries.ts'
import { excludeCandidates, insertBallot } from './store.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

type Input = Parsed<typeof contract>
type Post = Election['posts'][number]

/** The key pair of the secret vote, made before the transaction. */
export async function prepareBallot(actor: TenantActor, { closesAt }: Input) {
  return prepareVote(actor, { kind: 'choice', wording: '', isSecret: true, closesAt })
}

/**
 * Opens the ballot for a post, or the run-off among those who are tied. Refuses: not_found, election_cancelled,
 * nominations_still_open, election_declared, own_candidacy, ballot_unfinished, ballot_counted, election_no_candidates,
 * election_unopposed, and what openVote refuses.
 */
export async function openBallot(
  tx: Tx,
  actor: TenantActor,
  { id, postId, opensAt, closesAt, alsoSms, prepared }: Input & { prepared: Awaited<ReturnType<typeof prepareBallot>> },
  context: Context,
): Promise<Election> {
  const { now } = context
  const election = await lockElection(tx, actor, id, now)
  const post = whichPost(election, postId)
  await lockCandidates(tx, { electionId: id, postId })
  const { candidates, seats } = await standingOf(tx, election, post, now)
  if (await standsAmong(tx, actor, candidates)) refuse('own_candidacy')
  const isContested = candidates.length > seats
  const vote = await openVote(
    tx,
    actor,
    {
      ...{ meetingId: election.meetingId, closesAt, alsoSms, prepared, isSecret: true },
      announcedAt: await findOpenedAt(tx, id),
      ...(opensAt && { opensAt }),
      ...(isContested
        ? {
            kind: 'choice',
            wording: fill(strings.whoIsElected, { title: election.title, post: post.title }),
            options: await optionsOf(tx, candidates),
            chooseMax: seats,
          }
        : {
            kind: 'resolution',
            wording: fill(strings.thatBeElected, {
              title: election.title,
              candidates: candidates.map(({ name }) => name).join(', '),
              post: post.title,
            }),
          }),
    },
    context,
  )
  await insertBallot(tx, actor.cooperativeId, {
    ...{ electionId: id, postId, voteId: vote.id, seats, candidates: candidates.map((each) => each.id) },
    round: post.ballots.length + 1,
  })
  return findElection(tx, actor, id, now)
}

/** A post of which no result is declared, of an election whose nominations have closed. */
export function whichPost({ phase, posts }: Election, postId: string): Post {
  const post = posts.find((each) => each.postId === postId) ?? refuse('not_found', { field: 'postId' })
  if (phase === 'cancelled') refuse('election_cancelled')
  if (phase === 'announced' || phase === 'nominations') refuse('nominations_still_open')
  return post.outcome === null ? post : refuse('election_declared')
}

/** The ballots that count: a vote that was cancelled or had too low a turnout is held again. */
export function standingBallots({ ballots }: Post): Post['ballots'] {
  return ballots.filter(({ status, isBelowTurnout }) => status !== 'cancelled' && !isBelowTurnout)
}

async function standingOf(
  tx: Tx,
  election: Election,
  post: Post,
  now: Date,
): Promise<{ candidates: CandidateRow[]; seats: number }> {
  const ballots = standingBallots(post)
  if (ballots.some(({ status }) => status !== 'confirmed')) refuse('ballot_unfinished')
  const last = ballots.at(-1)
  if (last) {
    if (last.tied.length === 0 || election.rules.tieRule !== 'run_off') refuse('ballot_counted')
    return { candidates: await candidatesOf(tx, election, last.tied), seats: last.seatsLeft }
  }
  const { eligible, excluded } = await checkCandidates(tx, election, post.postId, now)
  if (eligible.length === 0) refuse('election_no_candidates')
  if (eligible.length <= post.seats && election.rules.unopposed === 'declared') refuse('election_unopposed')
  await excludeCandidates(tx, excluded)
  return { candidates: eligible, seats: Math.min(post.seats, eligible.length) }
}

async function candidatesOf(tx: Tx, election: Election, ids: readonly CandidateId[]): Promise<CandidateRow[]> {
  return (await findCandidates(tx, election.id)).filter(({ id }) => ids.includes(id))
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
