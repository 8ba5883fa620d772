import type {
  listActions as listContract,
  listOwnActions,
  listPreviousActions,
} from '#features/governance/actions/contract.ts'
import type { PageOf, Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { addDays, type Day, dayIn } from '#core/calendar.ts'
import { remindDaysBefore } from '#features/governance/actions/rules/action.ts'
import type { ActionId, MeetingId, MemberId } from '#core/ids.ts'
import type { ActiveFacts } from '#features/members/members/rules/why-not-active.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import { mentions } from '#platform/db/mentions.ts'
import { allOf, sql, type Statement } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import { meetingStatus } from '#features/governance/meetings/server/queries.ts'

export type Action = Replied<typeof listContract>
type Paging = { page: number; limit: number }
type Sort = Parsed<typeof listContract>['sort']

/** A member's session sees no committee's meeting, and so not what its own action of one belongs to. */
const columnsOn = (today: Day) => sql`
  a.action_id as id, a.meeting_id, m.title as "meetingTitle", m.meets_on as "meetingDate", a.wording, a.member_id, a.member_name,
  a.due_on, a.agenda_line, a.status, a.status = 'open' and a.due_on < ${today}::date as "isOverdue", a.ended_on,
  a.ended_by_name as "endedBy", a.ended_by_member, a.note, coalesce(m.adopted_at is not null, false) as "isLocked"`

const source = sql`from app.meeting_action a left join app.meeting m on m.meeting_id = a.meeting_id`

const shown = {
  open: () => sql`a.status = 'open'`,
  overdue: (today: Day) => sql`a.status = 'open' and a.due_on < ${today}::date`,
  done: () => sql`a.status = 'done'`,
  dropped: () => sql`a.status = 'dropped'`,
}

type Filters = Pick<Parsed<typeof listContract>, 'show' | 'q'> & { meetingId?: MeetingId | undefined }

function matching({ show, q, meetingId }: Filters, today: Day): Statement {
  return allOf([
    ...(show ? [shown[show](today)] : []),
    ...(meetingId ? [sql`a.meeting_id = ${meetingId}`] : []),
    ...(q ? [mentions(sql`a.wording || ' ' || coalesce(a.member_name, '')`, q)] : []),
  ])
}

const orderBy = (sort: Sort) => (sort === '-dueOn' ? sql`a.due_on desc, a.action_id desc` : sql`a.due_on, a.action_id`)

async function pageOf(
  tx: Tx,
  where: Statement,
  { sort, page, limit, today }: Paging & { sort: Sort; today: Day },
): Promise<{ rows: Action[]; total: number }> {
  const [rows, { total }] = await Promise.all([
    tx.many<Action>(
      sql`select ${columnsOn(today)} ${source} where ${where} order by ${orderBy(sort)} limit ${limit} offset ${(page - 1) * limit}`,
    ),
    tx.one<{ total: number }>(sql`select count(*)::int as total from app.meeting_action a where ${where}`),
  ])
  return { rows, total }
}

export async function listActions(
  tx: Tx,
  _actor: TenantActor,
  { show, q, meetingId, sort, page, limit }: Parsed<typeof listContract> & Paging,
  { now }: Context,
): Promise<PageOf<Action>> {
  const today = dayIn(now)
  const [found, { overdue }] = await Promise.all([
    pageOf(tx, matching({ show, q, meetingId }, today), { sort, page, limit, today }),
    tx.one<{ overdue: number }>(
      sql`select count(*)::int as overdue from app.meeting_action where status = 'open' and due_on < ${today}::date`,
    ),
  ])
  return { ...found, summary: { overdue } }
}

/** All that match, for a file. */
export async function findActions(tx: Tx, filters: Filters, today: Day): Promise<Action[]> {
  return tx.many<Action>(
    sql`select ${columnsOn(today)} ${source} where ${matching(filters, today)} order by ${orderBy(undefined)}`,
  )
}

/** Committees follow committees, and general meetings of whatever kind follow each other. */
export async function listPrevious(
  tx: Tx,
  _actor: TenantActor,
  { id, q, sort, page, limit }: Parsed<typeof listPreviousActions> & Paging,
  { now }: Context,
): Promise<PageOf<Action>> {
  const today = dayIn(now)
  const exists = await tx.maybe(sql`select from app.meeting where meeting_id = ${id}`)
  if (!exists) refuse('not_found')
  const before = sql`(
    select b.meeting_id from (select meeting_id, kind, meets_on, meets_at, ${meetingStatus} as status from app.meeting) b join app.meeting o on o.meeting_id = ${id}
    where b.status = 'held' and (b.kind = 'committee') = (o.kind = 'committee') and (b.meets_on, b.meets_at, b.meeting_id) < (o.meets_on, o.meets_at, o.meeting_id)
    order by b.meets_on desc, b.meets_at desc, b.meeting_id desc limit 1)`
  const where = allOf([sql`a.meeting_id = ${before}`, matching({ q }, today)])
  return pageOf(tx, where, { sort, page, limit, today })
}

export async function listOwn(
  tx: Tx,
  { memberId }: TenantActor,
  { q, sort, page, limit }: Parsed<typeof listOwnActions> & Paging,
  { now }: Context,
): Promise<PageOf<Action>> {
  if (!memberId) refuse('not_found')
  const today = dayIn(now)
  const where = allOf([sql`a.member_id = ${memberId}`, matching({ show: 'open', q }, today)])
  return pageOf(tx, where, { sort, page, limit, today })
}

/** Refuses: not_found. */
export async function findAction(tx: Tx, id: ActionId, today: Day): Promise<Action> {
  const found = await tx.maybe<Action>(sql`select ${columnsOn(today)} ${source} where a.action_id = ${id}`)
  return found ?? refuse('not_found')
}

/** The action, locked until the transaction ends. Refuses: not_found. */
export async function lockAction(tx: Tx, id: ActionId, today: Day): Promise<Action> {
  await tx.maybe(sql`select from app.meeting_action where action_id = ${id} for update`)
  return findAction(tx, id, today)
}

/** Of a meeting, without what was dropped; the meeting must be locked. */
export async function countActions(tx: Tx, meetingId: MeetingId): Promise<number> {
  const { count } = await tx.one<{ count: number }>(
    sql`select count(*)::int as count from app.meeting_action where meeting_id = ${meetingId} and status <> 'dropped'`,
  )
  return count
}

export type Responsible = ActiveFacts & { memberId: MemberId }

/** A member of the society who has not left it. Refuses: not_found. */
export async function findResponsible(tx: Tx, memberId: MemberId): Promise<Responsible> {
  const found = await tx.maybe<Responsible>(sql`
    select m.member_id, m.first_name || ' ' || m.last_name as name, m.status, (select o.membershipno from app.member o where o.member_id = m.merged_into) as "mergedInto"
    from app.member m where m.member_id = ${memberId} and m.removed_at is null`)
  return found ?? refuse('not_found', { field: 'memberId' })
}

export type RemindedAction = { id: ActionId; memberId: MemberId; wording: string; dueOn: Day; remindedOn: Day }

/** Open actions whose day is near or over, of members who have not left; locked, so that two servers don't tell of one twice. */
export async function findActionsToRemind(tx: Tx, today: Day): Promise<RemindedAction[]> {
  return tx.many<RemindedAction>(sql`
    select a.action_id as id, a.member_id, a.wording, a.due_on, a.reminded_on
    from app.meeting_action a join app.member p on p.member_id = a.member_id
    where a.status = 'open' and a.due_on <= ${addDays(today, remindDaysBefore)}::date and a.reminded_on <= a.due_on and p.removed_at is null
    order by a.due_on, a.action_id for update of a`)
}

/** What was open at the end of a day, for the auditor. */
export async function findActionsOpenOn(tx: Tx, day: Day): Promise<Action[]> {
  return tx.many<Action>(sql`
    select ${columnsOn(day)} ${source}
    where m.meets_on <= ${day}::date and (a.ended_on is null or a.ended_on > ${day}::date) order by ${orderBy(undefined)}`)
}
