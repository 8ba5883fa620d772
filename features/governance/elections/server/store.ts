import type { TenantActor } from '#core/actor.ts'
import type { Day } from '#core/calendar.ts'
import type { ElectionRules } from '#features/governance/elections/rules/election.ts'
import type {
  CandidateStatus,
  HandOverStatus,
  Ineligibility,
  PostOutcome,
} from '#features/governance/elections/rules/words.ts'
import type {
  CandidateId,
  CooperativeId,
  ElectionId,
  HandOverId,
  MeetingId,
  MemberId,
  PostId,
  VoteId,
} from '#core/ids.ts'
import { newId } from '#platform/db/id.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { Rules } from './queries.ts'

export async function replaceElectionRules(tx: Tx, { cooperativeId }: TenantActor, r: Rules): Promise<void> {
  await tx.run(sql`
    insert into app.election_rules (cooperative_id, term_years, term_clause, terms_max, terms_clause, seconders, seconders_clause, member_for_days, member_for_clause,
      arrears_excluded, arrears_clause, unopposed, unopposed_clause, tie_rule, tie_clause, turnout_min, turnout_clause)
    values (${cooperativeId}, ${r.termYears}, ${r.termClause}, ${r.termsMax}, ${r.termsClause}, ${r.seconders}, ${r.secondersClause}, ${r.memberForDays},
      ${r.memberForClause}, ${r.arrearsExcluded}, ${r.arrearsClause}, ${r.unopposed}, ${r.unopposedClause}, ${r.tieRule}, ${r.tieClause}, ${r.turnoutMin},
      ${r.turnoutClause})
    on conflict (cooperative_id) do update set term_years = excluded.term_years, term_clause = excluded.term_clause, terms_max = excluded.terms_max,
      terms_clause = excluded.terms_clause, seconders = excluded.seconders, seconders_clause = excluded.seconders_clause, member_for_days = excluded.member_for_days,
      member_for_clause = excluded.member_for_clause, arrears_excluded = excluded.arrears_excluded, arrears_clause = excluded.arrears_clause,
      unopposed = excluded.unopposed, unopposed_clause = excluded.unopposed_clause, tie_rule = excluded.tie_rule, tie_clause = excluded.tie_clause, turnout_min = excluded.turnout_min,
      turnout_clause = excluded.turnout_clause`)
}

export type NewElection = {
  id: ElectionId
  title: string
  meetingId: MeetingId | null
  nominationsOpenAt: Date
  nominationsCloseAt: Date
  takesOfficeOn: Day
  rules: ElectionRules
  posts: readonly { postId: PostId; seats: number }[]
}

export async function insertElection(tx: Tx, { cooperativeId, name }: TenantActor, e: NewElection): Promise<void> {
  const { rules } = e
  await tx.run(sql`
    insert into app.election (cooperative_id, election_id, title, meeting_id, nominations_open_at, nominations_close_at, takes_office_on, term_years, terms_max, seconders,
      member_for_days, arrears_excluded, unopposed, tie_rule, turnout_min, opened_by_name)
    values (${cooperativeId}, ${e.id}, ${e.title}, ${e.meetingId}, ${e.nominationsOpenAt}, ${e.nominationsCloseAt}, ${e.takesOfficeOn}, ${rules.termYears},
      ${rules.termsMax}, ${rules.seconders}, ${rules.memberForDays}, ${rules.arrearsExcluded}, ${rules.unopposed}, ${rules.tieRule}, ${rules.turnoutMin}, ${name})`)
  await tx.run(sql`
    insert into app.election_post (cooperative_id, election_id, post_id, seats)
    select ${cooperativeId}, ${e.id}, p.* from unnest(${e.posts.map(({ postId }) => postId)}::uuid[], ${e.posts.map(({ seats }) => seats)}::int[]) p`)
}

export async function setElectionEnded(
  tx: Tx,
  id: ElectionId,
  { status, reason = null }: { status: 'completed' | 'cancelled'; reason?: string | null },
): Promise<void> {
  await tx.run(sql`update app.election set status = ${status}, cancelled_reason = ${reason} where election_id = ${id}`)
}

export type NewCandidate = {
  electionId: ElectionId
  postId: PostId
  memberId: MemberId
  proposedBy: MemberId
  statement: string
  status: 'asked' | 'accepted'
}

/** Whether the nomination was written; not where the member was nominated for this post before. */
export async function insertCandidate(tx: Tx, cooperativeId: CooperativeId, c: NewCandidate): Promise<boolean> {
  const written = await tx.run(sql`
    insert into app.candidate (cooperative_id, candidate_id, election_id, post_id, member_id, proposed_by, statement, status)
    values (${cooperativeId}, ${newId<CandidateId>()}, ${c.electionId}, ${c.postId}, ${c.memberId}, ${c.proposedBy}, ${c.statement}, ${c.status}) on conflict do nothing`)
  return written === 1
}

export async function setCandidate(
  tx: Tx,
  id: CandidateId,
  { status, statement }: { status: CandidateStatus; statement?: string | null | undefined },
): Promise<void> {
  await tx.run(sql`
    update app.candidate set status = ${status}, statement = coalesce(${statement ?? null}, statement) where candidate_id = ${id}`)
}

export async function excludeCandidates(
  tx: Tx,
  excluded: readonly { id: CandidateId; reason: Ineligibility }[],
): Promise<void> {
  if (excluded.length === 0) return
  await tx.run(sql`
    update app.candidate c set status = 'excluded', excluded_because = x.reason
    from unnest(${excluded.map(({ id }) => id)}::uuid[], ${excluded.map(({ reason }) => reason)}::text[]) x(id, reason) where c.candidate_id = x.id`)
}

/** Whether the second counted; not where this member seconded the candidate before. */
export async function insertSeconding(
  tx: Tx,
  cooperativeId: CooperativeId,
  { id, memberId }: { id: CandidateId; memberId: MemberId },
): Promise<boolean> {
  const written = await tx.run(sql`
    insert into app.seconding (cooperative_id, candidate_id, member_id) values (${cooperativeId}, ${id}, ${memberId}) on conflict do nothing`)
  return written === 1
}

export type NewBallot = {
  electionId: ElectionId
  postId: PostId
  round: number
  voteId: VoteId
  seats: number
  candidates: readonly CandidateId[]
}

export async function insertBallot(tx: Tx, cooperativeId: CooperativeId, b: NewBallot): Promise<void> {
  await tx.run(sql`
    insert into app.election_ballot (cooperative_id, election_id, post_id, round, vote_id, seats, candidates)
    values (${cooperativeId}, ${b.electionId}, ${b.postId}, ${b.round}, ${b.voteId}, ${b.seats}, ${b.candidates}::uuid[])`)
}

/** Writes the result of a post: its outcome, and who of its candidates was elected. */
export async function setResult(
  tx: Tx,
  { electionId, postId }: { electionId: ElectionId; postId: PostId },
  { outcome, elected, note }: { outcome: PostOutcome; elected: readonly CandidateId[]; note: string | null },
): Promise<void> {
  await tx.run(
    sql`update app.election_post set outcome = ${outcome}, note = ${note} where election_id = ${electionId} and post_id = ${postId}`,
  )
  await tx.run(sql`
    update app.candidate set status = case when candidate_id = any(${elected}::uuid[]) then 'elected' else 'not_elected' end
    where election_id = ${electionId} and post_id = ${postId} and status = 'accepted'`)
}

export type NewHandOver = { memberId: MemberId; takesOfficeOn: Day; termEndsOn: Day; cameBy: 'elected' | 'unopposed' }

export async function insertHandOvers(
  tx: Tx,
  { cooperativeId, name }: TenantActor,
  { electionId, postId }: { electionId: ElectionId; postId: PostId },
  handOvers: readonly NewHandOver[],
): Promise<HandOverId[]> {
  const ids = handOvers.map(() => newId<HandOverId>())
  await tx.run(sql`
    insert into app.hand_over (cooperative_id, hand_over_id, election_id, post_id, member_id, came_by, takes_office_on, term_ends_on, decided_by_name)
    select ${cooperativeId}, h.id, ${electionId}, ${postId}, h.member_id, h.came_by, h.takes_office_on, h.term_ends_on, ${name}
    from unnest(${ids}::uuid[], ${handOvers.map(({ memberId }) => memberId)}::uuid[], ${handOvers.map(({ cameBy }) => cameBy)}::text[],
      ${handOvers.map(({ takesOfficeOn }) => takesOfficeOn)}::date[], ${handOvers.map(({ termEndsOn }) => termEndsOn)}::date[])
      h(id, member_id, came_by, takes_office_on, term_ends_on)`)
  return ids
}

export async function setHandOver(
  tx: Tx,
  id: HandOverId,
  { status, reason = null }: { status: HandOverStatus; reason?: string | null },
): Promise<void> {
  await tx.run(sql`
    update app.hand_over set status = ${status}, reason = ${reason}, ended_at = case when ${status} <> 'planned' then now() end where hand_over_id = ${id}`)
}
