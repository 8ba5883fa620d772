import { type MemberRole, officeOf } from '#core/actor.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import type { Day } from '#core/calendar.ts'
import type { MemberId, PostId, TermId } from '#core/ids.ts'
import { refuse } from '#core/refusal.ts'
import { rolesOn } from '#features/access/login/rules/office.ts'
import * as contract from '#features/governance/officers/contract.ts'
import { differencesOf, type PostFacts, postTitle } from '#features/governance/officers/rules/post.ts'
import type { WayToPost } from '#features/governance/officers/rules/words.ts'
import { action } from '#platform/action.ts'
import { pageOf } from '#platform/db/page-of.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

type Register = Replied<typeof contract.getOfficers>
type Term = Replied<typeof contract.listTerms>

type Holder = {
  termId: TermId
  postId: PostId
  memberId: MemberId
  name: string
  startedOn: Day
  endsOn: Day | null
  cameBy: WayToPost
  number: number
}

const numbered = sql`
  (select t.*, row_number() over (partition by t.post_id, t.member_id order by t.started_on, t.term_id)::int as number from app.post_term t)`

/** The open posts with their holders; for an officer where rights and register differ, too. */
export const getOfficers = action(contract.getOfficers, async ({ tx, actor, today }) => {
  const [posts, holders] = await Promise.all([findPosts(tx), findHolders(tx)])
  const isMember = actor.role === 'member'
  const shown = isMember ? holders.map((holder) => ({ ...holder, memberId: null })) : holders
  return {
    posts: posts.map((post) => ({ ...post, holders: shown.filter(({ postId }) => postId === post.id) })),
    differences: isMember ? [] : await findDifferences(tx, { posts, holders }, today),
  }
})

type Post = PostFacts & { id: PostId }

/** The posts that are not closed: officers of the society first, as they were added. */
export async function findPosts(tx: Tx): Promise<Post[]> {
  return tx.many<Post>(sql`
    select post_id as id, name, committee, office, seats from app.post where retired_at is null
    order by committee is not null, committee, added_at, post_id`)
}

/** An open post, locked until this transaction ends. Refuses: not_found. */
export async function lockPost(tx: Tx, id: PostId): Promise<Post> {
  const found = await tx.maybe<Post>(sql`
    select post_id as id, name, committee, office, seats from app.post where post_id = ${id} and retired_at is null for update`)
  return found ?? refuse('not_found', { field: 'postId' })
}

export async function countHolders(tx: Tx, id: PostId): Promise<number> {
  const { count } = await tx.one<{ count: number }>(
    sql`select count(*)::int as count from app.post_term where post_id = ${id} and ended_on is null`,
  )
  return count
}

/** Whether the post is elected at the moment, or somebody is to take it. */
export async function isInElection(tx: Tx, id: PostId): Promise<boolean> {
  const { found } = await tx.one<{ found: boolean }>(sql`
    select exists (select from app.election_post x join app.election e on e.election_id = x.election_id
        where x.post_id = ${id} and x.outcome is null and e.status = 'open')
      or exists (select from app.hand_over where post_id = ${id} and status in ('planned', 'failed')) as found`)
  return found
}

async function findHolders(tx: Tx): Promise<Holder[]> {
  return tx.many<Holder>(sql`
    select t.term_id, t.post_id, t.member_id, app.name_in_public(t.member_id) as name, t.started_on, t.ends_on,
      t.came_by, t.number
    from ${numbered} t where t.ended_on is null order by t.started_on, t.term_id`)
}

type InOffice = { memberId: MemberId; name: string; roles: MemberRole[]; officeEndsOn: Day | null }

async function findDifferences(
  tx: Tx,
  { posts, holders }: { posts: readonly Post[]; holders: readonly Holder[] },
  today: Day,
): Promise<Register['differences']> {
  const rows = await tx.many<InOffice>(sql`
    select member_id, first_name || ' ' || last_name as name, roles, office_ends_on
    from app.member where removed_at is null and roles <> '{member}' order by membership_number`)
  const inOffice = rows.map(({ memberId, name, roles, officeEndsOn }) => ({
    ...{ memberId, name },
    office: officeOf(rolesOn(roles, officeEndsOn, today)) ?? null,
  }))
  const offices = new Map(inOffice.map(({ memberId, office }) => [memberId, office]))
  const held = holders.flatMap(({ postId, memberId, name }) => {
    const post = posts.find(({ id }) => id === postId)
    return post
      ? [{ memberId, name, office: offices.get(memberId) ?? null, postOffice: post.office, post: postTitle(post) }]
      : []
  })
  return differencesOf(held, inOffice).map((each) => ({
    kind: each.kind,
    memberId: each.member.memberId,
    name: each.member.name,
    office: each.office,
    post: each.kind === 'without_rights' ? each.post : null,
  }))
}

const termColumns = sql`
  t.term_id as id, t.post_id, p.name || coalesce(', ' || p.committee, '') as post, t.member_id, app.name_in_public(t.member_id) as name,
  t.started_on, t.ends_on, t.ended_on, t.came_by, t.meeting_id, t.election_id,
  t.end_reason, t.end_note, t.number, t.recorded_by_name as "recordedBy"`
const termSource = sql`${numbered} t join app.post p on p.post_id = t.post_id`

export const listTerms = pageOf(contract.listTerms, {
  select: termColumns,
  from: termSource,
  where: {
    postId: (id) => sql`t.post_id = ${id}`,
    memberId: (id) => sql`t.member_id = ${id}`,
    show: (show) => (show === 'current' ? sql`t.ended_on is null` : sql`t.ended_on is not null`),
  },
  search: { text: sql`app.name_in_public(t.member_id)` },
  sorts: { startedOn: [sql`t.started_on`, sql`t.term_id`] },
  order: '-startedOn',
  last: sql`t.term_id`,
})

/** Refuses: not_found. */
export async function findTerm(tx: Tx, id: TermId): Promise<Term> {
  const found = await tx.maybe<Term>(sql`select ${termColumns} from ${termSource} where t.term_id = ${id}`)
  return found ?? refuse('not_found')
}

/** The term, locked until this transaction ends. Refuses: not_found. */
export async function lockTerm(tx: Tx, id: TermId): Promise<Term> {
  await tx.maybe(sql`select from app.post_term where term_id = ${id} for update`)
  return findTerm(tx, id)
}

/** The open terms of a post. */
export async function findOpenTerms(
  tx: Tx,
  postId: PostId,
): Promise<{ id: TermId; memberId: MemberId; startedOn: Day }[]> {
  return tx.many(sql`
    select term_id as id, member_id, started_on from app.post_term
    where post_id = ${postId} and ended_on is null order by started_on, term_id for update`)
}

/** Whether a member holds another post that carries another office than this one. */
export async function holdsOtherOffice(
  tx: Tx,
  { memberId, postId, office }: { memberId: MemberId; postId: PostId; office: string },
): Promise<boolean> {
  const { found } = await tx.one<{ found: boolean }>(sql`
    select exists (select from app.post_term t join app.post p on p.post_id = t.post_id
      where t.member_id = ${memberId} and t.post_id <> ${postId} and t.ended_on is null and p.office is not null and p.office <> ${office}) as found`)
  return found
}

/** A member with the day of joining. Refuses: not_found. */
export async function findJoining(tx: Tx, memberId: MemberId): Promise<Day> {
  const found = await tx.maybe<{ joinedOn: Day }>(
    sql`select registration_date as "joinedOn" from app.member where member_id = ${memberId} and removed_at is null`,
  )
  return found?.joinedOn ?? refuse('not_found', { field: 'memberId' })
}

/** The name of a member. Refuses: not_found. */
export async function findHolderName(tx: Tx, memberId: MemberId): Promise<string> {
  const found = await tx.maybe<{ name: string }>(
    sql`select first_name || ' ' || last_name as name from app.member where member_id = ${memberId} and removed_at is null`,
  )
  return found?.name ?? refuse('not_found', { field: 'memberId' })
}

/** Whether the member has a term of this post that covers any of these days. */
export async function hasTermWithin(
  tx: Tx,
  { postId, memberId, startedOn, endedOn }: { postId: PostId; memberId: MemberId; startedOn: Day; endedOn: Day | null },
): Promise<boolean> {
  const { found } = await tx.one<{ found: boolean }>(sql`
    select exists (select from app.post_term where post_id = ${postId} and member_id = ${memberId}
      and started_on < coalesce(${endedOn}::date, 'infinity') and coalesce(ended_on, 'infinity') > ${startedOn}::date) as found`)
  return found
}

/** Whether the meeting is the society's. */
export async function hasMeeting(tx: Tx, meetingId: string): Promise<boolean> {
  const { found } = await tx.one<{ found: boolean }>(
    sql`select exists (select from app.meeting where meeting_id = ${meetingId}) as found`,
  )
  return found
}
