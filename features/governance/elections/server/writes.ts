import type { Day } from '#core/calendar.ts'
import type { CandidateId, ElectionId, HandOverId, MemberId, PostId } from '#core/ids.ts'
import type { Ineligibility } from '#features/governance/elections/rules/words.ts'
import { newId } from '#platform/db/id.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

export async function excludeCandidates(
  tx: Tx,
  excluded: readonly { id: CandidateId; reason: Ineligibility }[],
): Promise<void> {
  if (excluded.length === 0) return
  await tx.run(sql`
    update app.candidate c set status = 'excluded', excluded_because = x.reason
    from unnest(${excluded.map(({ id }) => id)}::uuid[], ${excluded.map(({ reason }) => reason)}::text[]) x(id, reason) where c.candidate_id = x.id`)
}

export async function insertElectionPosts(
  tx: Tx,
  electionId: ElectionId,
  posts: readonly { postId: PostId; seats: number }[],
): Promise<void> {
  await tx.run(sql`
    insert into app.election_post (cooperative_id, election_id, post_id, seats)
    select app.coop_id(), ${electionId}, p.* from unnest(${posts.map(({ postId }) => postId)}::uuid[], ${posts.map(({ seats }) => seats)}::int[]) p`)
}

/** Writes who of the candidates for a post was elected. */
export async function setElected(
  tx: Tx,
  { electionId, postId }: { electionId: ElectionId; postId: PostId },
  elected: readonly CandidateId[],
): Promise<void> {
  await tx.run(sql`
    update app.candidate set status = case when candidate_id = any(${elected}::uuid[]) then 'elected' else 'not_elected' end
    where election_id = ${electionId} and post_id = ${postId} and status = 'accepted'`)
}

type NewHandOvers = {
  electionId: ElectionId
  postId: PostId
  cameBy: 'elected' | 'unopposed'
  takesOfficeOn: Day
  termEndsOn: Day
  decidedBy: string
  members: readonly MemberId[]
}

export async function insertHandOvers(tx: Tx, { members, ...plan }: NewHandOvers): Promise<HandOverId[]> {
  const ids = members.map(() => newId<HandOverId>())
  await tx.run(sql`
    insert into app.hand_over (cooperative_id, hand_over_id, election_id, post_id, member_id, came_by, takes_office_on, term_ends_on, decided_by_name)
    select app.coop_id(), h.id, ${plan.electionId}, ${plan.postId}, h.member_id, ${plan.cameBy}, ${plan.takesOfficeOn}, ${plan.termEndsOn}, ${plan.decidedBy}
    from unnest(${ids}::uuid[], ${members}::uuid[]) h(id, member_id)`)
  return ids
}
