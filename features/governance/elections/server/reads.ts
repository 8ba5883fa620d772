import type { MemberRole, TenantActor } from '#core/actor.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import type { Day } from '#core/calendar.ts'
import type { CandidateId, ElectionId, HandOverId, MemberId, PostId, VoteId } from '#core/ids.ts'
import { refusal, refuse } from '#core/refusal.ts'
import * as contract from '#features/governance/elections/contract.ts'
import {
  type CandidateFacts,
  electionCancelled,
  type ElectionRules,
  isBelowTurnout,
  phaseOf,
  type TermFacts,
  usualElectionRules,
  whyIneligible,
  winnersOf,
} from '#features/governance/elections/rules/election.ts'
import type { CandidateStatus, HandOverStatus, Ineligibility } from '#features/governance/elections/rules/words.ts'
import type { VoteOutcome } from '#features/governance/votes/rules/outcome.ts'
import type { VoteKind, VoteStatus } from '#features/governance/votes/rules/words.ts'
import { lateOn } from '#features/savings/arrears/server/reads.ts'
import { action, type Ask } from '#platform/action.ts'
import { wasActiveAt } from '#platform/db/current-members.ts'
import { pageOf } from '#platform/db/page-of.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

const nominationsStillOpen = refusal(
  'nominations_still_open',
  409,
  'Nominations are still open. Wait until they close.',
)
export const electionDeclared = refusal('election_declared', 409, 'The result is declared and stays as it is.')
const nomineeUnknown = refusal(
  'nominee_unknown',
  422,
  'No member has this number. Enter the membership number as on the membership card.',
)
export const ballotUnfinished = refusal(
  'ballot_unfinished',
  409,
  'The ballot is not finished. Close it and confirm its result, or cancel the vote.',
)

export type Election = Replied<typeof contract.getElection>
type ElectionPost = Election['posts'][number]
export type Rules = Replied<typeof contract.getElectionRules>

const noClauses = {
  ...{ termClause: '', termsClause: '', secondersClause: '', memberForClause: '', arrearsClause: '' },
  ...{ unopposedClause: '', tieClause: '', turnoutClause: '' },
}

export const getElectionRules = action(contract.getElectionRules, ({ tx }) => findElectionRules(tx))

export async function findElectionRules(tx: Tx): Promise<Rules> {
  const rules = await tx.maybe<Rules>(sql`
    select term_years, term_clause, terms_max, terms_clause, seconders, seconders_clause,
      member_for_days, member_for_clause, arrears_excluded, arrears_clause, unopposed,
      unopposed_clause, tie_rule, tie_clause, turnout_min,
      turnout_clause
    from app.election_rules`)
  return rules ?? { ...usualElectionRules, ...noClauses }
}

const summaryColumns = sql`
  e.election_id as id, e.title, e.meeting_id, m.title as meeting, e.nominations_open_at, e.nominations_close_at,
  e.takes_office_on, e.status`
const source = sql`app.election e left join app.meeting m on m.meeting_id = e.meeting_id`
const titleOf = sql`p.name || coalesce(', ' || p.committee, '')`

type SummaryRow = Omit<Replied<typeof contract.listElections>, 'phase'>

export const listElections = pageOf(contract.listElections, {
  select: sql`${summaryColumns}, (select array_agg(${titleOf} order by p.committee is not null, p.committee, p.added_at, p.post_id)
    from app.election_post x join app.post p on p.post_id = x.post_id where x.election_id = e.election_id) as posts`,
  from: source,
  where: { meetingId: (id) => sql`e.meeting_id = ${id}`, status: (status) => sql`e.status = ${status}` },
  search: { text: sql`e.title` },
  sorts: { nominationsOpenAt: [sql`e.nominations_open_at`, sql`e.election_id`] },
  order: '-nominationsOpenAt',
  last: sql`e.election_id`,
  row: (row: SummaryRow, _besides, { now }) => ({ ...row, phase: phaseOf(row, now) }),
})

type ElectionRow = Omit<Election, 'phase' | 'rules' | 'posts' | 'handOvers'> & ElectionRules
type PostRow = Omit<ElectionPost, 'candidates' | 'ballots'>
export type CandidateRow = {
  id: CandidateId
  postId: PostId
  memberId: MemberId
  proposedBy: MemberId
  name: string
  statement: string
  status: CandidateStatus
  excludedBecause: ElectionPost['candidates'][number]['excludedBecause']
  seconders: number
  hasSeconded: boolean
}
type BallotRow = {
  postId: PostId
  voteId: VoteId
  round: number
  seats: number
  candidates: CandidateId[]
  kind: VoteKind
  status: VoteStatus
  outcome: VoteOutcome | null
  tally: number[] | null
  cast: number
  eligible: number
}

/** An election as this person reads it: a member sees no one's reason for not being eligible but their own. Refuses: not_found. */
export async function findElection({ tx, actor: { memberId, role }, now }: Ask, id: ElectionId): Promise<Election> {
  const [row, posts, candidates, ballots, handOvers] = await Promise.all([
    tx.maybe<ElectionRow>(sql`
      select ${summaryColumns}, e.opened_by_name as "openedBy", e.cancelled_reason, e.term_years, e.terms_max, e.seconders,
        e.member_for_days, e.arrears_excluded, e.unopposed, e.tie_rule,
        e.turnout_min from ${source} where e.election_id = ${id}`),
    tx.many<PostRow>(sql`
      select x.post_id, ${titleOf} as title, p.office, x.seats, x.outcome, x.note from app.election_post x join app.post p on p.post_id = x.post_id
      where x.election_id = ${id} order by p.committee is not null, p.committee, p.added_at, p.post_id`),
    findCandidates(tx, id, memberId),
    findBallots(tx, id),
    tx.many<Election['handOvers'][number]>(sql`
      select hand_over_id as id, post_id, app.name_in_public(member_id) as name, takes_office_on, status, reason from app.hand_over
      where election_id = ${id} order by decided_at, hand_over_id`),
  ])
  if (!row) return refuse('not_found')
  const { termYears, termsMax, seconders, memberForDays, arrearsExcluded, unopposed, tieRule, turnoutMin, ...rest } =
    row
  const isOfficer = role !== 'member'
  return {
    ...rest,
    phase: phaseOf(row, now),
    rules: { termYears, termsMax, seconders, memberForDays, arrearsExcluded, unopposed, tieRule, turnoutMin },
    posts: posts.map((post) => {
      const own = ballots.filter(({ postId }) => postId === post.postId)
      return {
        ...post,
        candidates: candidates
          .filter(
            (each) =>
              each.postId === post.postId &&
              (isOfficer ||
                each.status !== 'declined' ||
                [each.memberId, each.proposedBy].includes(memberId as MemberId)),
          )
          .map((each) => shownCandidate(each, own, memberId, isOfficer)),
        ballots: own.map((ballot) => ({
          ...{ voteId: ballot.voteId, round: ballot.round, seats: ballot.seats, status: ballot.status },
          ...{ cast: ballot.cast, eligible: ballot.eligible },
          ...resultOf(ballot, turnoutMin),
        })),
      }
    }),
    handOvers: isOfficer ? handOvers : handOvers.map((each) => ({ ...each, reason: null })),
  }
}

function shownCandidate(
  { id, memberId, proposedBy, name, statement, status, excludedBecause, seconders, hasSeconded }: CandidateRow,
  ballots: readonly BallotRow[],
  reader: MemberId | undefined,
  isOfficer: boolean,
): ElectionPost['candidates'][number] {
  const latest = ballots.findLast(
    ({ tally, candidates, kind }) => tally && kind === 'choice' && candidates.includes(id),
  )
  return {
    ...{ id, name, statement, status, seconders, hasSeconded },
    ballots: latest?.tally?.[latest.candidates.indexOf(id)] ?? null,
    excludedBecause: isOfficer || memberId === reader ? excludedBecause : null,
    isOwn: memberId === reader,
    isProposed: proposedBy === reader && memberId !== reader,
  }
}

type BallotResult = { elected: CandidateId[]; tied: CandidateId[]; seatsLeft: number; isBelowTurnout: boolean }

/**
 * Who is elected by a ballot, once its result is confirmed. A vote for or against elects all of its candidates or none; a ballot below
 * the least turnout elects no one.
 */
function resultOf(ballot: BallotRow, turnoutMin: number): BallotResult {
  const { status, kind, outcome, tally, seats, candidates } = ballot
  const none = { elected: [], tied: [], seatsLeft: 0, isBelowTurnout: false }
  if (status !== 'confirmed' || !tally) return none
  if (isBelowTurnout(ballot, turnoutMin)) return { ...none, isBelowTurnout: true }
  if (kind === 'resolution') return { ...none, elected: outcome === 'carried' ? candidates : [] }
  const { elected, tied, seatsLeft } = winnersOf(tally, seats)
  const at = (places: number[]) => places.flatMap((place) => candidates[place] ?? [])
  return { elected: at(elected), tied: at(tied), seatsLeft, isBelowTurnout: false }
}

export async function findCandidates(tx: Tx, id: ElectionId, reader?: MemberId): Promise<CandidateRow[]> {
  return tx.many<CandidateRow>(sql`
    select c.candidate_id as id, c.post_id, c.member_id, c.proposed_by, app.name_in_public(c.member_id) as name, c.statement, c.status,
      c.excluded_because, (select count(*)::int from app.seconding s where s.candidate_id = c.candidate_id) as seconders,
      exists (select from app.seconding s where s.candidate_id = c.candidate_id and s.member_id = ${reader ?? null}::uuid) as "hasSeconded"
    from app.candidate c where c.election_id = ${id} order by c.nominated_at, c.candidate_id`)
}

/** Whether the person behind this session is one of these candidates, and another officer could lead the ballot. */
export async function standsAmong(
  tx: Tx,
  { loginId }: TenantActor,
  candidates: readonly Pick<CandidateRow, 'memberId'>[],
): Promise<boolean> {
  const members = candidates.map(({ memberId }) => memberId)
  return (await tx.one<{ stands: boolean }>(sql`select app.is_candidate(${loginId}, ${members}::uuid[]) as stands`))
    .stands
}

async function findBallots(tx: Tx, id: ElectionId): Promise<BallotRow[]> {
  return tx.many<BallotRow>(sql`
    select b.post_id, b.vote_id, b.round, b.seats, b.candidates, v.kind, v.status, v.outcome, v.tally, t.cast_ballots as cast,
      coalesce(v.roll_eligible, 0) as eligible
    from app.election_ballot b join app.vote v on v.vote_id = b.vote_id cross join lateral app.vote_turnout(v.vote_id) t where b.election_id = ${id} order by b.post_id, b.round`)
}

export const getElection = action(contract.getElection, (ask, { id }) => findElection(ask, id))

/** The election, locked by an officer until this transaction ends. Refuses: not_found. */
export async function lockElection(ask: Ask, id: ElectionId): Promise<Election> {
  await ask.tx.maybe(sql`select from app.election where election_id = ${id} for update`)
  return findElection(ask, id)
}

/** A post of which no result is declared, of an election whose nominations have closed. Refuses: not_found, election_cancelled, nominations_still_open, election_declared. */
export function whichPost({ phase, posts }: Election, postId: string): ElectionPost {
  const post = posts.find((each) => each.postId === postId) ?? refuse('not_found', { field: 'postId' })
  if (phase === 'cancelled') refuse(electionCancelled())
  if (phase === 'announced' || phase === 'nominations') refuse(nominationsStillOpen())
  return post.outcome === null ? post : refuse(electionDeclared())
}

/** The ballots that count: a vote that was cancelled or had too low a turnout is held again. */
export function standingBallots({ ballots }: ElectionPost): ElectionPost['ballots'] {
  return ballots.filter(({ status, isBelowTurnout }) => status !== 'cancelled' && !isBelowTurnout)
}

type Candidate = Pick<CandidateRow, 'postId' | 'memberId' | 'proposedBy' | 'status'> & { electionId: ElectionId }

/** A candidate with the election. Refuses: not_found. */
export async function findCandidate(tx: Tx, id: CandidateId): Promise<Candidate> {
  const found = await tx.maybe<Candidate>(
    sql`select election_id, post_id, member_id, proposed_by, status from app.candidate where candidate_id = ${id}`,
  )
  return found ?? refuse('not_found')
}

/** Locked, for the candidate's own answer alone. Refuses: not_found. */
export async function lockCandidate(tx: Tx, id: CandidateId): Promise<Candidate> {
  await tx.maybe(sql`select from app.candidate where candidate_id = ${id} for update`)
  return findCandidate(tx, id)
}

/** The candidates for a post, locked by an officer until this transaction ends, so that none withdraws meanwhile. */
export async function lockCandidates(
  tx: Tx,
  { electionId, postId }: { electionId: ElectionId; postId: PostId },
): Promise<void> {
  await tx.run(
    sql`select from app.candidate where election_id = ${electionId} and post_id = ${postId} order by candidate_id for update`,
  )
}

/** When members were told of an election, whose nominations may open later. */
export async function findOpenedAt(tx: Tx, id: ElectionId): Promise<Date> {
  return (await tx.one<{ at: Date }>(sql`select opened_at as at from app.election where election_id = ${id}`)).at
}

/**
 * What decides whether these members can be candidates for a post; a member's session finds its own alone. A candidate who was
 * made inactive after the election was opened is active here: one officer alone takes no one off a ballot.
 */
export async function findCandidateFacts(
  tx: Tx,
  members: readonly MemberId[],
  { electionId, postId, today }: { electionId: ElectionId; postId: PostId; today: Day },
): Promise<Map<MemberId, CandidateFacts>> {
  const [rows, terms] = await Promise.all([
    tx.many<Omit<CandidateFacts, 'terms'> & { memberId: MemberId }>(sql`
      select m.member_id, ${wasActiveAt(sql`(select e.opened_at from app.election e where e.election_id = ${electionId})`)} and m.removed_at is null as "isActive", m.registration_date as "joinedOn", late.member_id is not null as "isInArrears"
      from app.member m
      left join (select distinct l.member_id from (${lateOn(today)}) a join app.loan l on l.loan_id = a.loan_id where a.in_arrears) late on late.member_id = m.member_id
      where m.member_id = any(${members}::uuid[])`),
    findTerms(tx, members, postId),
  ])
  return new Map(
    rows.map(({ memberId, ...facts }) => [
      memberId,
      { ...facts, terms: terms.filter((term) => term.memberId === memberId) },
    ]),
  )
}

export type Checked = { eligible: CandidateRow[]; excluded: { id: CandidateId; reason: Ineligibility }[] }

/** The candidates for a post whose nominations have closed, checked again by the bye-laws of the election. */
export async function checkCandidates({ tx, today }: Ask, election: Election, postId: PostId): Promise<Checked> {
  const standing = (await findCandidates(tx, election.id)).filter(
    (each) => each.postId === postId && (each.status === 'asked' || each.status === 'accepted'),
  )
  const facts = await findCandidateFacts(
    tx,
    standing.map(({ memberId }) => memberId),
    { electionId: election.id, postId, today },
  )
  const checked: Checked = { eligible: [], excluded: [] }
  for (const candidate of standing) {
    const own = facts.get(candidate.memberId)
    const reason: Ineligibility | undefined =
      candidate.status === 'asked'
        ? 'not_accepted'
        : candidate.seconders < election.rules.seconders
          ? 'seconders_missing'
          : own
            ? whyIneligible(own, election.rules, election.takesOfficeOn, today)?.reason
            : 'not_active'
    if (reason) checked.excluded.push({ id: candidate.id, reason })
    else checked.eligible.push(candidate)
  }
  return checked
}

export async function findTerms(
  tx: Tx,
  members: readonly MemberId[],
  postId: PostId,
): Promise<(TermFacts & { memberId: MemberId })[]> {
  return tx.many(sql`
    select member_id, started_on, ends_on, ended_on from app.post_term
    where member_id = any(${members}::uuid[]) and post_id = ${postId}`)
}

/** A member by membership number, for the proposer. Refuses: not_found. */
export async function findNominee(
  tx: Tx,
  membershipno: string,
): Promise<{ memberId: MemberId; isActive: boolean; joinedOn: Day }> {
  const found = await tx.maybe<{ memberId: MemberId; isActive: boolean; joinedOn: Day }>(sql`
    select member_id, status = 'active' as "isActive", registration_date as "joinedOn" from app.nominee_by_number(${membershipno})`)
  return found ?? refuse(nomineeUnknown({ field: 'membershipno' }))
}

/** Names and membership numbers, for options of a ballot in which two names are the same. */
export async function findNumbers(tx: Tx, members: readonly MemberId[]): Promise<Map<MemberId, string>> {
  const rows = await tx.many<{ memberId: MemberId; membershipno: string }>(
    sql`select member_id, membershipno from app.member where member_id = any(${members}::uuid[])`,
  )
  return new Map(rows.map(({ memberId, membershipno }) => [memberId, membershipno]))
}

/** How many seats each of these open posts has. They stay locked until this transaction ends, so that no other election to them opens. */
export async function findSeats(tx: Tx, posts: readonly PostId[]): Promise<Map<PostId, number>> {
  const rows = await tx.many<{ id: PostId; seats: number }>(
    sql`select post_id as id, seats from app.post where post_id = any(${posts}::uuid[]) and retired_at is null order by post_id for update`,
  )
  return new Map(rows.map(({ id, seats }) => [id, seats]))
}

/** Whether another election to one of these posts is open. */
export async function hasOpenElection(tx: Tx, posts: readonly PostId[]): Promise<boolean> {
  const { found } = await tx.one<{ found: boolean }>(sql`
    select exists (select from app.election_post x join app.election e on e.election_id = x.election_id
      where x.post_id = any(${posts}::uuid[]) and e.status = 'open' and x.outcome is null) as found`)
  return found
}

export type HandOver = {
  id: HandOverId
  electionId: ElectionId
  postId: PostId
  memberId: MemberId
  cameBy: 'elected' | 'unopposed'
  takesOfficeOn: Day
  termEndsOn: Day
  status: HandOverStatus
  decidedBy: string
}

/** The hand-over, locked until this transaction ends. Refuses: not_found. */
export async function lockHandOver(tx: Tx, id: HandOverId): Promise<HandOver> {
  const found = await tx.maybe<HandOver>(sql`
    select hand_over_id as id, election_id, post_id, member_id, came_by, takes_office_on,
      term_ends_on, status, decided_by_name as "decidedBy"
    from app.hand_over where hand_over_id = ${id} for update`)
  return found ?? refuse('not_found')
}

/** The hand-overs of a cooperative whose day has come, in the order in which they were decided. */
export async function findDueHandOvers(tx: Tx, today: Day): Promise<{ id: HandOverId }[]> {
  return tx.many(sql`
    select hand_over_id as id from app.hand_over where status = 'planned' and takes_office_on <= ${today} order by decided_at, hand_over_id`)
}

/** Who takes or took this post by the same election. */
export async function findElected(
  tx: Tx,
  { electionId, postId }: Pick<HandOver, 'electionId' | 'postId'>,
): Promise<MemberId[]> {
  const rows = await tx.many<{ memberId: MemberId }>(sql`
    select member_id from app.hand_over where election_id = ${electionId} and post_id = ${postId} and status in ('planned', 'done')`)
  return rows.map(({ memberId }) => memberId)
}

/** Whether this is an active member now. */
export async function isActive(tx: Tx, memberId: MemberId): Promise<boolean> {
  const { found } = await tx.one<{ found: boolean }>(sql`
    select exists (select from app.member where member_id = ${memberId} and removed_at is null and status = 'active') as found`)
  return found
}

export type Rights = { name: string; isActive: boolean; roles: MemberRole[]; officeEndsOn: Day | null }

/** What a member holds of the admin area, locked until this transaction ends. Refuses: not_found. */
export async function findRights(tx: Tx, memberId: MemberId): Promise<Rights> {
  const found = await tx.maybe<Rights>(sql`
    select first_name || ' ' || last_name as name, status = 'active' and removed_at is null as "isActive", roles, office_ends_on
    from app.member where member_id = ${memberId} for update`)
  return found ?? refuse('not_found')
}

/** Whether another post that the member holds carries the same office. */
export async function holdsThroughOther(tx: Tx, memberId: MemberId, office: string): Promise<boolean> {
  const { found } = await tx.one<{ found: boolean }>(sql`
    select exists (select from app.post_term t join app.post p on p.post_id = t.post_id
      where t.member_id = ${memberId} and t.ended_on is null and p.office = ${office}) as found`)
  return found
}
