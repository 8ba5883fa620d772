import type { Parsed } from '#core/contract/endpoint.ts'
import type { declareResult as contract } from '#features/governance/elections/contract.ts'
import type { TenantActor } from '#core/actor.ts'
import { type Day, dayIn, dayText } from '#core/calendar.ts'
import { isCompleted, termEnd } from '#features/governance/elections/rules/election.ts'
import type { PostOutcome } from '#features/governance/elections/rules/words.ts'
import type { CandidateId, MemberId, VoteId } from '#core/ids.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { Change } from '#features/access/change-requests/server/ask-for-change.ts'
import { notifyMembers } from '#features/access/notifications/server/notify-members.ts'
import { addResolution } from '#features/governance/meetings/server/add-resolution.ts'
import { type Checked, checkCandidates } from './check-candidates.ts'
import { handOver } from './hand-over.ts'
import { standingBallots, whichPost } from './open-ballot.ts'
import {
  type CandidateRow,
  type Election,
  findCandidates,
  findElection,
  lockCandidates,
  lockElection,
  standsAmong,
} from './queries.ts'
import { excludeCandidates, insertHandOvers, setElectionEnded, setResult } from './store.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

type Input = Parsed<typeof contract>
type Post = Election['posts'][number]
type Result = {
  outcome: PostOutcome
  elected: CandidateRow[]
  excluded: Checked['excluded']
  /** Of the drawing of lots, for the minutes. */
  lots: { voteId: VoteId; text: string } | undefined
}

/** A candidate declares no result of their own post, but agrees to what another officer declares. Refuses: own_candidacy. */
export async function refuseCandidate(tx: Tx, actor: TenantActor, { id, postId }: Input): Promise<void> {
  const standing = (await findCandidates(tx, id)).filter((each) => each.postId === postId && each.status === 'accepted')
  if (await standsAmong(tx, actor, standing)) refuse('own_candidacy')
}

/**
 * Declares who is elected to a post, and plans the hand-over, which is done at once where its day has come. Refuses:
 * not_found, election_cancelled, nominations_still_open, election_declared, ballot_unfinished, run_off_needed, lots_needed,
 * lots_wrong, lots_unused, ballot_needed, and what addResolution refuses.
 */
export async function declareResult(tx: Tx, actor: TenantActor, input: Input, context: Context): Promise<Election> {
  const { now } = context
  const { id, postId } = input
  const { election, post, result } = await findResult(tx, actor, input, now)
  const today = dayIn(now)
  if (result.lots && election.meetingId)
    await addResolution(
      tx,
      election.meetingId,
      { ...result.lots, for: null, against: null, abstain: null, outcome: 'counted' },
      today,
    )

  // From here on it must succeed.
  const { outcome, elected, excluded } = result
  await excludeCandidates(tx, excluded)
  await setResult(
    tx,
    { electionId: id, postId },
    { ...{ outcome, note: input.note ?? null }, elected: elected.map((each) => each.id) },
  )
  if (isCompleted(election.posts.map((each) => (each.postId === postId ? { outcome } : each))))
    await setElectionEnded(tx, id, { status: 'completed' })
  if (elected.length > 0) await planHandOvers(tx, actor, { election, post, outcome, elected, today }, context)
  return findElection(tx, actor, id, now)
}

/** Two officers confirmed the result of a ballot; what no one voted on, and who was drawn of those who are tied, takes two here. */
export async function describeResult(
  tx: Tx,
  actor: TenantActor,
  input: Input,
  { now }: Context,
): Promise<Change | undefined> {
  const { election, post, result } = await findResult(tx, actor, input, now)
  if (result.lots) return { description: result.lots.text, isOfOffice: true }
  if (result.outcome !== 'unopposed') return undefined
  const names = result.elected.map(({ name }) => name).join(', ')
  return {
    description: fill(strings.declareElectedUnopposedAsFrom, {
      title: election.title,
      names,
      post: post.title,
      takesOfficeOn: dayText(election.takesOfficeOn),
    }),
    isOfOffice: true,
  }
}

async function findResult(
  tx: Tx,
  actor: TenantActor,
  { id, postId, drawn, note }: Input,
  now: Date,
): Promise<{ election: Election; post: Post; result: Result }> {
  const election = await lockElection(tx, actor, id, now)
  const post = whichPost(election, postId)
  await lockCandidates(tx, { electionId: id, postId })
  const candidates = (await findCandidates(tx, id)).filter((each) => each.postId === postId)
  const ballots = standingBallots(post)
  const result =
    ballots.length > 0
      ? resultOfBallots(election, post, candidates, { drawn: drawn ?? [], note })
      : await resultWithoutBallot(tx, election, post, now)
  if (!result.lots && drawn && drawn.length > 0) refuse('lots_unused', { field: 'drawn' })
  return { election, post, result }
}

function resultOfBallots(
  { rules, title }: Election,
  post: Post,
  candidates: readonly CandidateRow[],
  { drawn, note }: { drawn: readonly CandidateId[]; note: string | null | undefined },
): Result {
  const ballots = standingBallots(post)
  if (ballots.some(({ status }) => status !== 'confirmed')) refuse('ballot_unfinished')
  const elected = ballots.flatMap((ballot) => ballot.elected)
  const last = ballots.at(-1)
  let lots: Result['lots']
  if (last && last.tied.length > 0) {
    if (rules.tieRule === 'run_off') refuse('run_off_needed')
    if (drawn.length === 0 || !note) refuse('lots_needed', { field: drawn.length === 0 ? 'drawn' : 'note' })
    const isWell =
      new Set(drawn).size === last.seatsLeft &&
      drawn.length === last.seatsLeft &&
      drawn.every((id) => last.tied.includes(id))
    if (!isWell) refuse('lots_wrong', { field: 'drawn', count: last.seatsLeft })
    elected.push(...drawn)
    lots = {
      voteId: last.voteId,
      text: fill(strings.tieForBetweenElectedBy, {
        title,
        post: post.title,
        tied: namesOf(candidates, last.tied),
        drawn: namesOf(candidates, drawn),
        note,
      }).slice(0, 500),
    }
  }
  return {
    outcome: elected.length > 0 ? 'elected' : 'not_elected',
    elected: candidates.filter(({ id }) => elected.includes(id)),
    excluded: [],
    lots,
  }
}

function namesOf(candidates: readonly CandidateRow[], ids: readonly CandidateId[]): string {
  return candidates
    .filter(({ id }) => ids.includes(id))
    .map(({ name }) => name)
    .join(', ')
}

async function resultWithoutBallot(tx: Tx, election: Election, post: Post, now: Date): Promise<Result> {
  const { eligible, excluded } = await checkCandidates(tx, election, post.postId, now)
  if (eligible.length === 0) return { outcome: 'vacant', elected: [], excluded, lots: undefined }
  if (eligible.length > post.seats || election.rules.unopposed === 'vote') refuse('ballot_needed')
  return { outcome: 'unopposed', elected: eligible, excluded, lots: undefined }
}

type Planning = { election: Election; post: Post; outcome: PostOutcome; elected: CandidateRow[]; today: Day }

async function planHandOvers(
  tx: Tx,
  actor: TenantActor,
  { election, post, outcome, elected, today }: Planning,
  { now }: Context,
): Promise<void> {
  const takesOfficeOn = election.takesOfficeOn < today ? today : election.takesOfficeOn
  const termEndsOn = termEnd(takesOfficeOn, election.rules.termYears)
  const cameBy = outcome === 'unopposed' ? 'unopposed' : 'elected'
  const members: MemberId[] = elected.map(({ memberId }) => memberId)
  const ids = await insertHandOvers(
    tx,
    actor,
    { electionId: election.id, postId: post.postId },
    members.map((memberId) => ({ memberId, takesOfficeOn, termEndsOn, cameBy })),
  )
  notifyMembers(
    tx,
    actor.cooperativeId,
    members.map((memberId) => ({
      memberId,
      message: fill(strings.youAreElectedYourTerm, { title: post.title, takesOfficeOn: dayText(takesOfficeOn) }),
      link: `/member/meetings/elections/${election.id}`,
    })),
  )
  // At most as many as a post has seats.
  if (takesOfficeOn <= today) for (const id of ids) await handOver(tx, actor.cooperativeId, id, now)
}
