import type { Replied } from '#core/contract/endpoint.ts'
import { dayIn, dayText } from '#core/calendar.ts'
import type { MeetingId, MemberId } from '#core/ids.ts'
import { refusal, refuse } from '#core/refusal.ts'
import * as attendance from '#features/governance/meetings/attendance.ts'
import * as contract from '#features/governance/meetings/contract.ts'
import * as byeLaws from '#features/governance/meetings/meeting-rules.ts'
import { type AgendaTemplate, agendaTemplates, usualAgendas } from '#features/governance/meetings/rules/agenda.ts'
import {
  type MeetingFacts,
  type MeetingKind,
  minutesAdopted,
  whyNotAttend,
} from '#features/governance/meetings/rules/meeting.ts'
import {
  meetingGroupOf,
  type MeetingGroup,
  type MeetingRule,
  noMeetingRule,
  type Quorum,
  quorumByRule,
} from '#features/governance/meetings/rules/meeting-rules.ts'
import { action } from '#platform/action.ts'
import { attendanceCode, attendanceCodeLeft } from '#platform/credentials/attendance-code.ts'
import { pageOf } from '#platform/db/page-of.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

const voteNeedsGeneralMeeting = refusal(
  'vote_needs_general_meeting',
  409,
  'Members vote at general meetings, not at a committee’s. Choose a general meeting.',
)

export type Meeting = Replied<typeof contract.getMeeting>

/** A meeting whose attendance was taken was held, once its hour has come; members come, and are ticked, before it. */
export const meetingStatus = sql`(case when status = 'planned' and present > 0 and (meets_on + meets_at) at time zone 'Africa/Lagos' <= now() then 'held' else status end)`

const summaryColumns = sql`
  meeting_id as id, kind, title, meets_on as date, to_char(meets_at, 'HH24:MI') as time, place, agenda, ${meetingStatus} as status, quorum, present, notice_sent_at,
  notice_recipients, notice_outdated, changed_at, minutes is not null as "hasMinutes", adopted_at,
  cancelled_reason`

/** What is still to come is planned and not before today; everything else was. */
export const listMeetings = pageOf(contract.listMeetings, {
  select: summaryColumns,
  from: sql`app.meeting`,
  where: {
    when: (when, { today }) =>
      when === 'upcoming'
        ? sql`${meetingStatus} = 'planned' and meets_on >= ${today}`
        : sql`(${meetingStatus} <> 'planned' or meets_on < ${today})`,
    kind: (kind) => sql`kind = ${kind}`,
    status: (status) => sql`${meetingStatus} = ${status}`,
  },
  search: { text: sql`title || ' ' || coalesce(place, '')` },
  sorts: { date: [sql`meets_on`, sql`meets_at`, sql`meeting_id`] },
  order: ({ input }) => (input.when === 'upcoming' ? 'date' : '-date'),
  last: sql`meeting_id`,
})

/** What was dropped before the minutes were adopted is not part of them. */
const actionsInMinutes = sql`
  (select coalesce(jsonb_agg(jsonb_build_object('wording', a.wording, 'memberName', a.member_name, 'dueOn', a.due_on) order by a.due_on, a.action_id), '[]')
    from app.meeting_action a where a.meeting_id = m.meeting_id and a.is_in_minutes)`

/** What the bye-laws say of each group of meetings, nothing of those of which nothing was entered. A member's session sees none. */
export async function findMeetingRules(tx: Tx): Promise<Record<MeetingGroup, MeetingRule>> {
  const rows = await tx.many<{ group: MeetingGroup } & MeetingRule>(sql`
    select meeting_group as "group", notice_days, notice_clause, quorum_members,
      quorum_percent::float8 as "quorumPercent", quorum_clause from app.meeting_rule`)
  const of = (wanted: MeetingGroup) => rows.find(({ group }) => group === wanted) ?? noMeetingRule
  return { general: of('general'), special: of('special'), committee: of('committee') }
}

async function countActiveMembers(tx: Tx): Promise<number> {
  const { count } = await tx.one<{ count: number }>(
    sql`select count(*)::int as count from app.member where status = 'active' and removed_at is null`,
  )
  return count
}

export const getMeetingRules = action(byeLaws.getMeetingRules, async ({ tx }) => {
  const [rules, activeMembers] = await Promise.all([findMeetingRules(tx), countActiveMembers(tx)])
  return { ...rules, activeMembers }
})

/** The quorum of such a meeting by the bye-laws as they are now, of the members who are active now. */
export async function countQuorum(tx: Tx, kind: MeetingKind): Promise<Quorum> {
  const [rules, activeMembers] = await Promise.all([findMeetingRules(tx), countActiveMembers(tx)])
  return quorumByRule(rules[meetingGroupOf(kind)], activeMembers)
}

/** The agenda with which these meetings begin. */
export const getAgendaTemplates = action(byeLaws.getAgendaTemplates, async ({ tx }) => {
  const rows = await tx.many<{ template: AgendaTemplate; agenda: string[] }>(
    sql`select template, agenda from app.agenda_template`,
  )
  return {
    templates: agendaTemplates.map((template) => {
      const own = rows.find((row) => row.template === template)
      return { template, agenda: own?.agenda ?? [...usualAgendas[template]], isOwn: own !== undefined }
    }),
  }
})

/** Members know of this day, time and place, as far as a notice can tell them: a committee's goes to those who sit on it. */
const isNoticeGiven = sql`(m.notice_sent_at is not null and not m.notice_outdated and (m.kind = 'committee' or m.notice_to_all))`

/** The rules are those of today until the notice is given, and then those that it had to comply with. */
export async function findMeeting(tx: Tx, id: MeetingId): Promise<Meeting> {
  const [meeting, rules] = await Promise.all([findStored(tx, id), findMeetingRules(tx)])
  if (meeting.isNoticeGiven || meeting.status !== 'planned') return meeting
  const { noticeDays, noticeClause } = rules[meetingGroupOf(meeting.kind)]
  return { ...meeting, noticeDays: noticeDays === 0 ? null : noticeDays, noticeClause }
}

async function findStored(tx: Tx, id: MeetingId): Promise<Meeting> {
  const found = await tx.maybe<Meeting>(sql`
    select ${summaryColumns}, quorum_from_bye_laws, quorum_percent::float8 as "quorumPercent", quorum_of, quorum_clause,
      notice_days, notice_clause, ${isNoticeGiven} as "isNoticeGiven", notice_given_on,
      short_notice_reason, case when not app.is_member() then (
        select jsonb_build_object('id', s.announcement_id, 'recipients', s.recipients, 'inApp', s.in_app, 'sms', s.sms, 'emails', s.emails, 'unreached', s.unreached)
        from app.announcement s where s.announcement_id = m.notice_id) end as "noticeReach", minutes, minutes_by_name as "minutesBy", minutes_at, adopted_by_name as "adoptedBy", resolutions,
      (select jsonb_build_object('id', o.meeting_id, 'title', o.title, 'date', o.meets_on) from app.meeting o where o.meeting_id = m.adopted_at_meeting_id) as "adoptedAtMeeting",
      ${actionsInMinutes} as actions,
      case when not app.is_member() then (select jsonb_build_object('coming', count(*) filter (where a.is_coming), 'notComing', count(*) filter (where not a.is_coming))
        from app.meeting_answer a where a.meeting_id = m.meeting_id) end as answers,
      (select a.is_coming from app.meeting_answer a where a.meeting_id = m.meeting_id and a.member_id = app.member_id() and app.is_member()) as "ownAnswer",
      case when app.is_member() then exists (select from app.attendance a where a.meeting_id = m.meeting_id and a.member_id = app.member_id()) end as "ownAttendance"
    from app.meeting m where meeting_id = ${id}`)
  return found ?? refuse('not_found')
}

/** The meeting, locked until this transaction ends, so that what was found true of it stays so. */
export async function lockMeeting(tx: Tx, id: MeetingId): Promise<Meeting> {
  await tx.maybe(sql`select from app.meeting where meeting_id = ${id} for update`)
  return findMeeting(tx, id)
}

export function factsOf({ kind, date, status, minutes, adoptedAt }: Meeting): MeetingFacts {
  return { kind, date, status, minutes, adoptedOn: adoptedAt ? dayIn(adoptedAt) : undefined }
}

export const getMeeting = action(contract.getMeeting, ({ tx }, { id }) => findMeeting(tx, id))

/** The general meeting at which members vote, locked until this transaction ends. Refuses: not_found, vote_needs_general_meeting, meeting_cancelled, minutes_adopted. */
export async function lockGeneralMeeting(tx: Tx, meetingId: MeetingId): Promise<Meeting> {
  const meeting = await lockMeeting(tx, meetingId)
  const { kind, status, adoptedAt } = meeting
  if (kind === 'committee') refuse(voteNeedsGeneralMeeting({ field: 'meetingId' }))
  if (status === 'cancelled') refuse('meeting_cancelled', { field: 'meetingId' })
  if (adoptedAt) refuse(minutesAdopted({ field: 'meetingId', date: dayText(dayIn(adoptedAt)) }))
  return meeting
}

/** Whether a vote of this meeting is open, or its result not confirmed. */
export async function hasUnfinishedVote(tx: Tx, id: MeetingId): Promise<boolean> {
  const { found } = await tx.one<{ found: boolean }>(
    sql`select exists (select from app.vote where meeting_id = ${id} and status in ('open', 'closed')) as found`,
  )
  return found
}

/** Those who got the latest notice and are still members. */
export async function listNoticed(tx: Tx, id: MeetingId): Promise<MemberId[]> {
  const rows = await tx.many<{ memberId: MemberId }>(sql`
    select n.member_id from app.meeting g join app.notification n on n.announcement_id = g.notice_id join app.member m on m.member_id = n.member_id
    where g.meeting_id = ${id} and m.removed_at is null`)
  return rows.map((row) => row.memberId)
}

/** How many of these are members of the cooperative. */
export async function countMembers(tx: Tx, ids: readonly MemberId[]): Promise<number> {
  const { count } = await tx.one<{ count: number }>(sql`
    select count(*)::int as count from app.member where member_id = any(${ids}::uuid[]) and removed_at is null`)
  return count
}

export async function isActiveMember(tx: Tx, id: MemberId): Promise<boolean> {
  const { found } = await tx.one<{ found: boolean }>(sql`
    select exists (select from app.member where member_id = ${id} and status = 'active' and removed_at is null) as found`)
  return found
}

const shown = {
  present: sql`a.member_id is not null`,
  absent: sql`a.member_id is null`,
  coming: sql`w.is_coming`,
  not_coming: sql`not w.is_coming`,
}

export const listAttendance = pageOf(attendance.listAttendance, {
  select: sql`m.member_id, m.first_name, m.last_name, m.membershipno, a.member_id is not null as present, w.is_coming`,
  from: ({
    input: { id },
  }) => sql`app.member m left join app.attendance a on a.member_id = m.member_id and a.meeting_id = ${id}
    left join app.meeting_answer w on w.member_id = m.member_id and w.meeting_id = ${id}`,
  always: sql`((m.removed_at is null and m.status = 'active') or a.member_id is not null)`,
  where: { id: null, show: (show) => (show === 'all' ? sql`true` : shown[show]) },
  search: { folded: sql`m.search_text` },
  sorts: { lastName: [sql`m.last_name`, sql`m.first_name`] },
  order: 'lastName',
  last: sql`m.member_id`,
  besides: ({ tx, input }) => findMeeting(tx, input.id),
  summary: (_totals: object, { present, quorum }) => ({ present, quorum }),
})

/** Refuses: not_found, attendance_needs_general_meeting, meeting_cancelled, attendance_not_open, minutes_adopted. */
export const getAttendanceCode = action(
  attendance.getAttendanceCode,
  async ({ tx, now, today, context: { secret } }, { id }) => {
    const reason = whyNotAttend(factsOf(await findMeeting(tx, id)), today)
    if (reason) throw reason
    return { code: attendanceCode(secret, id, now), secondsLeft: Math.ceil(attendanceCodeLeft(now) / 1000) }
  },
)
