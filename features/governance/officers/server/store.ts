import type { Day } from '#core/calendar.ts'
import type { PostFacts } from '#features/governance/officers/rules/post.ts'
import type { EndReason, WayToPost } from '#features/governance/officers/rules/words.ts'
import type { CooperativeId, ElectionId, MeetingId, MemberId, PostId, TermId } from '#core/ids.ts'
import { newId } from '#platform/db/id.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

export async function insertPosts(tx: Tx, cooperativeId: CooperativeId, posts: readonly PostFacts[]): Promise<number> {
  return tx.run(sql`
    insert into app.post (cooperative_id, post_id, name, committee, office, seats)
    select ${cooperativeId}, p.* from unnest(${posts.map(() => newId())}::uuid[], ${posts.map(({ name }) => name)}::text[],
      ${posts.map(({ committee }) => committee)}::text[], ${posts.map(({ office }) => office)}::text[], ${posts.map(({ seats }) => seats)}::int[]) p
    on conflict do nothing`)
}

/** Whether the post has its new name; not where another open one has it. */
export async function setPost(
  tx: Tx,
  id: PostId,
  { name, committee, office, seats, isClosed }: PostFacts & { isClosed: boolean },
): Promise<boolean> {
  const changed = await tx.run(sql`
    update app.post p set name = ${name}, committee = ${committee}, office = ${office}, seats = ${seats}, retired_at = case when ${isClosed} then now() end
    where post_id = ${id} and not exists (select from app.post o where o.post_id <> p.post_id and o.retired_at is null and not ${isClosed}
      and lower(o.name) = lower(${name}) and lower(coalesce(o.committee, '')) = lower(coalesce(${committee}::text, '')))`)
  return changed === 1
}

export type NewTerm = {
  id: TermId
  postId: PostId
  memberId: MemberId
  startedOn: Day
  endsOn: Day | null
  endedOn: Day | null
  cameBy: WayToPost
  meetingId: MeetingId | null
  electionId: ElectionId | null
  endReason: EndReason | null
  endNote: string | null
  recordedBy: string
}

export async function insertTerm(tx: Tx, cooperativeId: CooperativeId, t: NewTerm): Promise<void> {
  await tx.run(sql`
    insert into app.post_term (cooperative_id, term_id, post_id, member_id, started_on, ends_on, ended_on, came_by, meeting_id, election_id, end_reason, end_note,
      recorded_by_name)
    values (${cooperativeId}, ${t.id}, ${t.postId}, ${t.memberId}, ${t.startedOn}, ${t.endsOn}, ${t.endedOn}, ${t.cameBy}, ${t.meetingId}, ${t.electionId},
      ${t.endReason}, ${t.endNote}, ${t.recordedBy})`)
}

export async function setEnded(
  tx: Tx,
  ids: readonly TermId[],
  { endedOn, endReason, endNote }: { endedOn: Day; endReason: EndReason; endNote: string | null },
): Promise<void> {
  await tx.run(sql`
    update app.post_term set ended_on = greatest(${endedOn}::date, started_on), end_reason = ${endReason}, end_note = ${endNote} where term_id = any(${ids}::uuid[])`)
}
