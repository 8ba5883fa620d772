import { dayText } from '#core/calendar.ts'
import type { Parsed } from '#core/contract/endpoint.ts'
import type { CandidateId, VoteId } from '#core/ids.ts'
import { refusal, refuse } from '#core/refusal.ts'
import { t } from '#core/sentence.ts'
import { waitingAction } from '#features/access/change-requests/server/waiting-action.ts'
import { notifyMembers } from '#features/access/notifications/server/notify-members.ts'
import * as contract from '#features/governance/elections/contract.ts'
import { isCompleted, ownCandidacy, termEnd } from '#features/governance/elections/rules/election.ts'
import type { PostOutcome } from '#features/governance/elections/rules/words.ts'
import { addResolution } from '#features/governance/meetings/server/writes.ts'
import type { Ask } from '#platform/action.ts'
import { update } from '#platform/db/write.ts'
import { handOver } from './hand-over.ts'
import {
  ballotUnfinished,
  type CandidateRow,
  type Checked,
  checkCandidates,
  type Election,
  findCandidates,
  findElection,
  lockCandidates,
  lockElection,
  standingBallots,
  standsAmong,
  whichPost,
} from './reads.ts'
import { excludeCandidates, insertHandOvers, setElected } from './writes.ts'

const ballotNeeded = refusal('ballot_needed', 409, 'Members vote on these candidates first. Open the ballot.')
const runOffNeeded = refusal('run_off_needed', 409, 'Candidates are tied for the last seat. Open a run-off ballot.')
const lotsNeeded = refusal(
  'lots_needed',
  422,
  'Candidates are tied for the last seat. Draw lots, choose who was drawn and write how it was done.',
)
const lotsWrong = refusal('lots_wrong', 422, 'Choose {count} of those who are tied.')
const lotsUnused = refusal('lots_unused', 422, 'No candidates are tied, so no lots are drawn.')

type Input = Parsed<typeof contract.declareResult>
type Post = Election['posts'][number]
type Result = {
  outcome: PostOutcome
  elected: CandidateRow[]
  excluded: Checked['excluded']
  /** Of the drawing of lots, for the minutes. */
  lots: { voteId: VoteId; text: string } | undefined
}

/**
 * Declares who is elected to a post, and plans the hand-over, which is done at once where its day has come. Two officers confirmed the
 * result of a ballot; what no one voted on, and who was drawn of those who are tied, takes two here. A candidate declares no result of
 * their own post, but agrees to what another officer declares. Refuses: not_found, own_candidacy, election_cancelled,
 * nominations_still_open, election_declared, ballot_unfinished, run_off_needed, lots_needed, lots_wrong, lots_unused, ballot_needed, and
 * what addResolution refuses.
 */
export const declareResult = waitingAction(
  contract.declareResult,
  async (ask, input) => {
    const { election, post, result } = await findResult(ask, input)
    if (result.lots) return { description: result.lots.text, isOfOffice: true }
    if (result.outcome !== 'unopposed') return undefined
    return {
      description: t('{title}: declare {names} elected unopposed as {post}, from {takesOfficeOn}', {
        title: election.title,
        names: result.elected.map(({ name }) => name).join(', '),
        post: post.title,
        takesOfficeOn: dayText(election.takesOfficeOn),
      }),
      isOfOffice: true,
    }
  },
  async (ask, input) => {
    const { tx, today } = ask
    const { id: electionId, postId } = input
    const { election, post, result } = await findResult(ask, input)
    const { outcome, elected, excluded, lots } = result
    if (lots && election.meetingId)
      await addResolution(
        tx,
        election.meetingId,
        { ...lots, for: null, against: null, abstain: null, outcome: 'counted' },
        today,
      )

    // From here on it must succeed.
    await excludeCandidates(tx, excluded)
    await update(tx, 'app.election_post', { electionId, postId }, { outcome, note: input.note ?? null })
    await setElected(
      tx,
      { electionId, postId },
      elected.map((each) => each.id),
    )
    if (isCompleted(election.posts.map((each) => (each.postId === postId ? { outcome } : each))))
      await update(tx, 'app.election', { electionId }, { status: 'completed', cancelledReason: null })
    if (elected.length > 0) await planHandOvers(ask, { election, post, outcome, elected })
    return findElection(ask, electionId)
  },
  async ({ tx, actor }, { id, postId }) => {
    const candidates = await findCandidates(tx, id)
    const standing = candidates.filter((each) => each.postId === postId && each.status === 'accepted')
    if (await standsAmong(tx, actor, standing)) refuse(ownCandidacy())
  },
)

async function findResult(
  ask: Ask,
  { id, postId, drawn, note }: Input,
): Promise<{ election: Election; post: Post; result: Result }> {
  const { tx } = ask
  const election = await lockElection(ask, id)
  const post = whichPost(election, postId)
  await lockCandidates(tx, { electionId: id, postId })
  const candidates = (await findCandidates(tx, id)).filter((each) => each.postId === postId)
  const ballots = standingBallots(post)
  const result =
    ballots.length > 0
      ? resultOfBallots(election, post, candidates, { drawn: drawn ?? [], note })
      : await resultWithoutBallot(ask, election, post)
  if (!result.lots && drawn && drawn.length > 0) refuse(lotsUnused({ field: 'drawn' }))
  return { election, post, result }
}

function resultOfBallots(
  { rules, title }: Election,
  post: Post,
  candidates: readonly CandidateRow[],
  { drawn, note }: { drawn: readonly CandidateId[]; note: string | null | undefined },
): Result {
  const ballots = standingBallots(post)
  if (ballots.some(({ status }) => status !== 'confirmed')) refuse(ballotUnfinished())
  const elected = ballots.flatMap((ballot) => ballot.elected)
  const last = ballots.at(-1)
  let lots: Result['lots']
  if (last && last.tied.length > 0) {
    if (rules.tieRule === 'run_off') refuse(runOffNeeded())
    if (drawn.length === 0 || !note) refuse(lotsNeeded({ field: drawn.length === 0 ? 'drawn' : 'note' }))
    const isWell =
      new Set(drawn).size === last.seatsLeft &&
      drawn.length === last.seatsLeft &&
      drawn.every((id) => last.tied.includes(id))
    if (!isWell) refuse(lotsWrong({ field: 'drawn', count: last.seatsLeft }))
    elected.push(...drawn)
    lots = {
      voteId: last.voteId,
      text: t('{title}: tie for {post} between {tied}. Elected by lot: {drawn}. {note}', {
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

async function resultWithoutBallot(ask: Ask, election: Election, post: Post): Promise<Result> {
  const { eligible, excluded } = await checkCandidates(ask, election, post.postId)
  if (eligible.length === 0) return { outcome: 'vacant', elected: [], excluded, lots: undefined }
  if (eligible.length > post.seats || election.rules.unopposed === 'vote') refuse(ballotNeeded())
  return { outcome: 'unopposed', elected: eligible, excluded, lots: undefined }
}

async function planHandOvers(
  { tx, actor, now, today }: Ask,
  {
    election,
    post,
    outcome,
    elected,
  }: { election: Election; post: Post; outcome: PostOutcome; elected: readonly CandidateRow[] },
): Promise<void> {
  const takesOfficeOn = election.takesOfficeOn < today ? today : election.takesOfficeOn
  const termEndsOn = termEnd(takesOfficeOn, election.rules.termYears)
  const cameBy = outcome === 'unopposed' ? 'unopposed' : 'elected'
  const ids = await insertHandOvers(tx, {
    ...{ electionId: election.id, postId: post.postId, cameBy, takesOfficeOn, termEndsOn, decidedBy: actor.name },
    members: elected.map(({ memberId }) => memberId),
  })
  const message = t('You are elected {title}. Your term begins on {takesOfficeOn}.', {
    title: post.title,
    takesOfficeOn: dayText(takesOfficeOn),
  })
  notifyMembers(
    tx,
    actor.cooperativeId,
    elected.map(({ memberId }) => ({ memberId, message, link: `/member/meetings/elections/${election.id}` })),
  )
  // At most as many as a post has seats.
  if (takesOfficeOn <= today) for (const id of ids) await handOver(tx, actor.cooperativeId, id, now)
}
