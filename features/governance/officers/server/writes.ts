import type { Day } from '#core/calendar.ts'
import type { CooperativeId, ElectionId, MemberId, PostId, TermId } from '#core/ids.ts'
import { outgoingOf, type PostFacts } from '#features/governance/officers/rules/post.ts'
import type { EndReason } from '#features/governance/officers/rules/words.ts'
import { newId } from '#platform/db/id.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import { insert } from '#platform/db/write.ts'
import { findOpenTerms } from './reads.ts'

type NewPost = Omit<PostFacts, 'committee'> & { committee?: string | null | undefined }

/** Answers how many: not those whose names are taken. */
export async function insertPosts(tx: Tx, cooperativeId: CooperativeId, posts: readonly NewPost[]): Promise<number> {
  return tx.run(sql`
    insert into app.post (cooperative_id, post_id, name, committee, office, seats)
    select ${cooperativeId}, p.* from unnest(${posts.map(() => newId())}::uuid[], ${posts.map(({ name }) => name)}::text[],
      ${posts.map(({ committee }) => committee ?? null)}::text[], ${posts.map(({ office }) => office)}::text[], ${posts.map(({ seats }) => seats)}::int[]) p
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

type Taking = {
  post: { id: PostId; seats: number }
  memberId: MemberId
  on: Day
  endsOn: Day
  cameBy: 'elected' | 'unopposed'
  electionId: ElectionId
  recordedBy: string
}

/**
 * Begins the term of one who was elected, and ends the terms of those for whom no seat is left, the longest-serving first;
 * one who holds the post already begins another term. `spared` were elected at the same election. Answers whose terms ended.
 */
export async function passPost(
  tx: Tx,
  { post, memberId, on, endsOn, cameBy, electionId, recordedBy }: Taking,
  spared: readonly MemberId[],
): Promise<MemberId[]> {
  const open = await findOpenTerms(tx, post.id)
  const own = open.filter((term) => term.memberId === memberId)
  const others = open.filter((term) => term.memberId !== memberId)
  const staying = others.filter((term) => spared.includes(term.memberId)).length
  const outgoing = outgoingOf(
    others.filter((term) => !spared.includes(term.memberId)),
    1 + staying,
    post.seats,
  )
  const ended = [...own, ...outgoing].map(({ id }) => id)
  if (ended.length > 0) await endTerms(tx, ended, { endedOn: on, endReason: 'succeeded', endNote: null })
  await insert(tx, 'app.post_term', {
    ...{ termId: newId<TermId>(), postId: post.id, memberId, startedOn: on, endsOn, cameBy, electionId },
    recordedByName: recordedBy,
  })
  return outgoing.map((term) => term.memberId)
}

/** No term ends before it began. */
export async function endTerms(
  tx: Tx,
  ids: readonly TermId[],
  { endedOn, endReason, endNote }: { endedOn: Day; endReason: EndReason; endNote: string | null },
): Promise<void> {
  await tx.run(sql`
    update app.post_term set ended_on = greatest(${endedOn}::date, started_on), end_reason = ${endReason}, end_note = ${endNote} where term_id = any(${ids}::uuid[])`)
}
