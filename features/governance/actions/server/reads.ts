import type { Replied } from '#core/contract/endpoint.ts'
import { addDays, type Day, dayText } from '#core/calendar.ts'
import type { ActionId, MeetingId, MemberId } from '#core/ids.ts'
import { refuse } from '#core/refusal.ts'
import * as contract from '#features/governance/actions/contract.ts'
import { actionStatusNames, remindDaysBefore } from '#features/governance/actions/rules/action.ts'
import { meetingStatus } from '#features/governance/meetings/server/reads.ts'
import type { ActiveFacts } from '#features/members/members/rules/why-not-active.ts'
import { findLetterhead } from '#features/platform-admin/cooperatives/server/reads.ts'
import { action } from '#platform/action.ts'
import { pageOf } from '#platform/db/page-of.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import { rowsMax } from '#platform/files/rows-max.ts'
import type { TableColumn } from '#platform/files/table-columns.ts'
import { draftTable } from '#platform/files/table-draft.ts'

export type Action = Replied<typeof contract.listActions>

/** A member's session sees no committee's meeting, and so not what its own action of one belongs to. */
const columnsOn = (today: Day) => sql`
  a.action_id as id, a.meeting_id, m.title as "meetingTitle", m.meets_on as "meetingDate", a.wording, a.member_id, a.member_name,
  a.due_on, a.agenda_line, a.status, a.status = 'open' and a.due_on < ${today}::date as "isOverdue", a.ended_on,
  a.ended_by_name as "endedBy", a.ended_by_member, a.note, coalesce(m.adopted_at is not null, false) as "isLocked"`

const source = sql`app.meeting_action a left join app.meeting m on m.meeting_id = a.meeting_id`

const overdueOn = (today: Day) => sql`a.status = 'open' and a.due_on < ${today}::date`

const ofActions = {
  select: ({ today }: { today: Day }) => columnsOn(today),
  from: source,
  search: { text: sql`a.wording || ' ' || coalesce(a.member_name, '')` },
  sorts: { dueOn: [sql`a.due_on`, sql`a.action_id`] },
  order: 'dueOn',
  last: sql`a.action_id`,
} as const

export const listActions = pageOf(contract.listActions, {
  ...ofActions,
  where: {
    show: (show, { today }) => (show === 'overdue' ? overdueOn(today) : sql`a.status = ${show}`),
    meetingId: (id) => sql`a.meeting_id = ${id}`,
  },
  besides: ({ tx, today }) =>
    tx.one<{ overdue: number }>(
      sql`select count(*)::int as overdue from app.meeting_action a where ${overdueOn(today)}`,
    ),
  summary: (_totals: object, { overdue }) => ({ overdue }),
})

const columns: readonly TableColumn<Action>[] = [
  { header: 'Due on', kind: 'date', value: ({ dueOn }) => dueOn },
  { header: 'Action', kind: 'text', width: 60, value: ({ wording }) => wording },
  { header: 'By', kind: 'text', width: 26, value: ({ memberName }) => memberName },
  { header: 'Meeting', kind: 'text', width: 30, value: ({ meetingTitle }) => meetingTitle },
  { header: 'Held on', kind: 'date', value: ({ meetingDate }) => meetingDate },
  {
    header: 'Status',
    kind: 'text',
    width: 10,
    value: ({ status, isOverdue }) => (isOverdue ? 'Overdue' : actionStatusNames[status]),
  },
  { header: 'Ended on', kind: 'date', value: ({ endedOn }) => endedOn },
  { header: 'Recorded by', kind: 'text', width: 26, value: ({ endedBy }) => endedBy },
  { header: 'Note', kind: 'text', width: 40, value: ({ note }) => note },
]

/** Refuses: file_rows_too_many, overloaded. */
export const exportActions = action(contract.exportActions, async (ask, { show, q, format }) => {
  const { tx, today } = ask
  const [{ rows }, { society }] = await Promise.all([
    listActions(ask, { show, q, page: 1, limit: rowsMax[format] + 1 }),
    findLetterhead(tx),
  ])
  return draftTable({
    ...{ format, fileName: `actions-${today}`, sheet: 'Actions', columns, rows },
    head: { society, title: 'Actions of meetings', lines: [`As of ${dayText(today)}`] },
  })
})

/** Committees follow committees, and general meetings of whatever kind follow each other. */
export const listPreviousActions = pageOf(contract.listPreviousActions, {
  ...ofActions,
  where: {
    id: (id) => sql`a.meeting_id = (
      select b.meeting_id from (select meeting_id, kind, meets_on, meets_at, ${meetingStatus} as status from app.meeting) b join app.meeting o on o.meeting_id = ${id}
      where b.status = 'held' and (b.kind = 'committee') = (o.kind = 'committee') and (b.meets_on, b.meets_at, b.meeting_id) < (o.meets_on, o.meets_at, o.meeting_id)
      order by b.meets_on desc, b.meets_at desc, b.meeting_id desc limit 1)`,
  },
  besides: async ({ tx, input }) =>
    (await tx.maybe(sql`select from app.meeting where meeting_id = ${input.id}`)) ?? refuse('not_found'),
})

export const listOwnActions = pageOf(contract.listOwnActions, {
  ...ofActions,
  where: {},
  always: ({ actor }) => sql`a.member_id = ${actor.memberId ?? refuse('not_found')} and a.status = 'open'`,
})

/** Refuses: not_found. */
export async function findAction(tx: Tx, id: ActionId, today: Day): Promise<Action> {
  const found = await tx.maybe<Action>(sql`select ${columnsOn(today)} from ${source} where a.action_id = ${id}`)
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
    select ${columnsOn(day)} from ${source}
    where m.meets_on <= ${day}::date and (a.ended_on is null or a.ended_on > ${day}::date) order by a.due_on, a.action_id`)
}
